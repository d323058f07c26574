"""What went wrong, as a document for programs (RFC 9457, `application/problem+json`), in the sentences of the pages."""

from typing import Any

import msgspec
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.requests import HTTPConnection

from app.problems import Malformed, Problem, Stale

KIND = "application/problem+json"

SENTENCES = {
    400: "The body can't be read as JSON. Correct it and send it again.",
    404: "There is no such call. GET /api/docs lists them all.",
    405: "This call has another method. GET /api/docs lists them all.",
    413: "That is more than a call may hold: 64 KB. Shorten it and send it again.",
    422: "This call doesn't hold what it should. GET /api/docs says what that is.",
    500: "This is our fault, and it has been noted. Your table is as it was.",
    503: "The database doesn't answer just now. Try again in a moment; your table is safe.",
}
"""What a page says otherwise, because it talks of pages."""


LONGEST_NAMED = 60
"""Characters of a program's own words that a sentence repeats."""


class Document(msgspec.Struct, frozen=True, omit_defaults=True):
    """A refusal. `message` and `detail` are one sentence: ours, and what RFC 9457 calls it. `clause` and `key` name the
    rule and the game's words, where a rule refuses; `question` is the seat's question now, where another was answered.
    `field` is the part of the body that is wrong."""

    status: int
    title: str
    message: str
    detail: str
    type: str = "about:blank"
    clause: str | None = None
    key: str | None = None
    field: str | None = None
    question: Any = None
    version: int | None = None


def is_for_programs(connection: HTTPConnection) -> bool:
    """Whether a program asks: whatever is under /api, but for the page about it."""
    path: str = connection.scope["path"]
    return path.startswith("/api/") and path != "/api/docs"


def answer(problem: Problem, title: str, sentence: str) -> Response:
    """The problem as a document, with its status."""
    headers = {**problem.headers, **({"WWW-Authenticate": "Bearer"} if problem.status == 401 else {})}
    reason = problem.reason
    document = Document(
        status=problem.status,
        title=title,
        message=sentence,
        detail=sentence,
        clause=None if reason is None else reason.clause,
        key=None if reason is None else reason.key,
        **_more(problem),
    )
    return Response(msgspec.json.encode(document), problem.status, headers, KIND)


def _more(problem: Problem) -> dict[str, Any]:
    match problem:
        case WrongField():
            return {"field": problem.field}
        case Overtaken():
            return {"question": problem.question, "version": problem.version}
        case _:
            return {}


class Overtaken(Stale):
    """The question is no longer open; what the seat is asked now, if anything."""

    def __init__(self, sentence: str, question: msgspec.Struct | None, version: int) -> None:
        super().__init__(sentence)
        self.question = question
        self.version = version


class WrongField(Malformed):
    """A body, or a number in the address, that is not as the call has it."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


def wrong_field(error: RequestValidationError) -> Problem:
    """The first thing that is wrong, in a sentence."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return Unreadable(SENTENCES[400])
    where = short(".".join(str(part) for part in first["loc"][1:]))
    if not where:
        return WrongField("", _about_all(first))
    said = first["msg"][:1].lower() + first["msg"][1:]
    return WrongField(where, f"The field “{where}” is wrong: {said}. Correct it and send it again.")


def _about_all(wrong: Any) -> str:
    """What is wrong with the body as a whole: our own sentence, where we looked into it."""
    if wrong["type"] == "value_error":
        return str(wrong["ctx"]["error"])
    return "The body must be a JSON object, sent with Content-Type: application/json."


def short(named: str) -> str:
    """What a program calls something, to be repeated in a sentence: not at any length."""
    return named if len(named) <= LONGEST_NAMED else f"{named[: LONGEST_NAMED - 1]}…"


class Unreadable(Problem):
    """No JSON."""

    status = 400
