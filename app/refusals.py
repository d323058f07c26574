"""What went wrong, as a page for people: the one place where problems become answers.

A form sent by htmx gets the fragment for its #refusal, everybody else a whole page; both with the right status, and
neither with anything of the program's inside.
"""

import contextlib
import re

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from fastapi.responses import HTMLResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from app import rendering
from app.api import problems as documents
from app.api.live import refuse_since
from app.engine import DatabaseFull, is_away, why_away
from app.forms import is_fragment
from app.identity.cookies import theme
from app.identity.service import page_of
from app.language import gettext, later
from app.moving import reports
from app.pages import ProblemPage, Refusal, Visitor
from app.problems import Problem
from app.tables.thinking import fault_of
from app.watching.log import logger
from app.watching.requests import note_of
from app.wording import Wording, words_of
from games import GAMES

log = logger()

TITLES = {
    400: later("That can't be read"),
    401: later("Not without a key"),
    403: later("Not for you to do"),
    404: later("Nothing here"),
    405: later("Not like this"),
    409: later("Something has changed"),
    410: later("This table has ended"),
    413: later("That is too much"),
    422: later("Something is missing"),
    429: later("Too fast"),
    500: later("Something broke here"),
    503: later("The house can't answer"),
}
OTHERWISE = later("That didn't work")

SENTENCES = {
    400: later("This request can't be read. Load the page again and try once more."),
    404: later("There is no page at this address. Check the link, or start at Home."),
    405: later("This address takes forms, and shows no page. Go back to the page that you came from."),
    413: later("That is more than a form may hold. Shorten it and send it again."),
    422: later("This form doesn't hold what it should. Load the page again and try once more."),
    500: later("This is our fault, and it has been noted. Load the page again; your table is as it was."),
    503: later("The database doesn't answer just now. Try again in a moment; your table is safe."),
}


BROKEN = 1011
"""Close code for "our own fault"; browsers try again."""


class Unwell(Problem):
    """Our own fault."""

    status = 500


class Away(Problem):
    """The database can't be reached, or has no room."""

    status = 503
    headers = {"Retry-After": "5"}  # noqa: RUF012 - a Mapping


FULL = later("The house has no room left to write anything down. Try again later; your table is safe.")


class Other(Problem):
    """What the framework refuses, in our words."""

    def __init__(self, status: int) -> None:
        super().__init__(gettext(SENTENCES.get(status, SENTENCES[400])))
        self.status = status


def answer(problem: Problem, request: HTTPConnection) -> Response:
    """The problem as a page or a fragment; for programs as a document. Asks no database: it may be what is broken."""
    if documents.is_for_programs(request):
        return documents.answer(problem, TITLES.get(problem.status, OTHERWISE), _for_programs(problem))
    clause = None if problem.reason is None else problem.reason.clause
    slug = problem.game if clause is not None else None
    if isinstance(request, Request) and is_fragment(request):
        html = rendering.refusal(Refusal(_sentence(problem), clause, slug))
    else:
        html = rendering.problem(_page(problem, request, clause, slug))
    return HTMLResponse(html, problem.status, problem.headers)


def _page(problem: Problem, request: HTTPConnection, clause: str | None, slug: str | None) -> ProblemPage:
    back = page_of(request)
    note = note_of(request.scope)
    at_table = request.scope.get("method") == "POST" and back != "/" and problem.status not in (404, 410)
    return ProblemPage(
        visitor=Visitor(request.scope.get("conclave.name"), theme(request), "/"),  # read by `app.identity.guests`
        status=problem.status,
        title=gettext(TITLES.get(problem.status, OTHERWISE)),
        sentence=_sentence(problem),
        clause=clause,
        slug=slug,
        link=back if at_table else "/",
        link_words=gettext("Back to the table") if at_table else gettext("Home"),
        request=note.number if note is not None and problem.status >= 500 else None,
    )


def _for_programs(problem: Problem) -> str:
    general = isinstance(problem, Other | Unwell | Away) and problem.sentence != gettext(FULL)
    return documents.SENTENCES.get(problem.status, SENTENCES[400]) if general else _sentence(problem)


_NAMED = re.compile(r"\{\w+:seats?\}")


def _sentence(problem: Problem) -> str:
    """The game's own words for a reason, if they need no names; else the house's."""
    if problem.reason is None or problem.game is None:
        return problem.sentence
    words = words_of(GAMES[problem.game])
    if _NAMED.search(words[problem.reason.key]):
        return problem.sentence
    return Wording(words, ()).text(problem.reason)


async def _told(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return answer(error, request)


async def _refused_by_framework(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    cause = error.__cause__  # what was raised while FastAPI read the body
    response = answer(cause if isinstance(cause, Problem) else Other(error.status_code), request)
    if error.headers:
        response.headers.update(error.headers)
    return response


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return answer(documents.wrong_field(error) if documents.is_for_programs(request) else Other(422), request)


def install(app: FastAPI) -> None:
    """Problems, refusals of the framework and wrong parameters are answered by pages."""
    app.add_exception_handler(Problem, _told)
    app.add_exception_handler(HTTPException, _refused_by_framework)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(WebSocketRequestValidationError, refuse_since)


async def refuse_early(problem: Problem, scope: Scope, receive: Receive, send: Send) -> None:
    """Answers instead of the application: a page or fragment, or a socket that isn't opened."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403 if problem.status == 403 else 1013})
        return
    await answer(problem, Request(scope))(scope, receive, send)


class Mishaps:
    """Answers in words whatever goes wrong unforeseen, and writes down where."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self.app(scope, receive, send)
        except WebSocketDisconnect:  # gone before it was told anything
            return
        except ClientDisconnected:  # gone before it was opened: the server asks to be told
            raise
        except Exception as error:
            _note(scope, error)
            with contextlib.suppress(Exception):  # it may be closed already
                await send({"type": "websocket.close", "code": BROKEN})

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, sending)
        except ClientDisconnect:  # gone before its form was read: nobody is left to be answered
            return
        except Problem as problem:
            if started:
                raise
            await answer(problem, Request(scope))(scope, receive, send)
        except Exception as error:
            _note(scope, error)
            if started:
                raise
            await _keep(scope, error)
            await _whatever_works(_unforeseen(error), Request(scope))(scope, receive, send)


def _note(scope: Scope, error: Exception) -> None:
    """Writes down what failed, and where; without the table's code, which is a key to it."""
    what, where = scope.get("method", "socket"), getattr(scope.get("route"), "path", "no page of ours")
    if is_away(error):
        log.warning("the database is away", what=what, route=where, why=why_away(error))
    else:
        log.error("a request failed", what=what, route=where, exc_info=error)


async def _keep(scope: Scope, error: Exception) -> None:
    """Where it failed, kept with the table for its operator, if the database allows."""
    code = scope.get("path_params", {}).get("code")
    if code is not None and not is_away(error):
        with contextlib.suppress(Exception):
            await reports.note(scope["app"].state.house, code, fault_of(error))


def _whatever_works(problem: Problem, request: Request) -> Response:
    """The page; as bare text, if pages are what is broken."""
    try:
        return answer(problem, request)
    except Exception:
        log.exception("the page for a problem failed as well")
        return PlainTextResponse(problem.sentence, problem.status)


def _unforeseen(error: Exception) -> Problem:
    if isinstance(error, DatabaseFull):
        return Away(gettext(FULL))
    return Away(gettext(SENTENCES[503])) if is_away(error) else Unwell(gettext(SENTENCES[500]))
