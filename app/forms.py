"""Forms as browsers send them: read once, and each field checked. What doesn't fit is refused in a sentence; nothing
here can fail otherwise."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from python_multipart.exceptions import FormParserError

from app.language import gettext
from app.problems import Malformed

Given = TypeVar("Given")

MOST_FIELDS = 200
"""Fields of one form; the largest move of any game has fewer."""

Sent = Mapping[str, Sequence[str]]
"""Field name -> the values sent under it."""


async def read(request: Request) -> Sent:
    """The form in the request's body. Raises Malformed if it holds files or hidden characters."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in ("application/x-www-form-urlencoded", "multipart/form-data"):
        return {}
    try:
        form = await request.form(max_files=0, max_fields=MOST_FIELDS)
    except (FormParserError, UnicodeError) as error:
        raise Malformed(gettext("This form can't be read. Load the page again and send it once more.")) from error
    sent: dict[str, list[str]] = {}
    for name, value in form.multi_items():
        if not isinstance(value, str) or not _is_plain(name) or not _is_plain(value):
            raise Malformed(gettext("This form holds characters that can't be read. Type them anew."))
        sent.setdefault(name, []).append(value)
    return sent


def _is_plain(text: str) -> bool:
    """Without the characters that no database and no page can hold."""
    return "\0" not in text and not any("\ud800" <= character <= "\udfff" for character in text)


def text(sent: Sent, name: str, longest: int) -> str | None:
    """What was typed, as it was typed; None if it was not sent. Raises Malformed if it is too long or doubled."""
    values = sent.get(name, ())
    if not values:
        return None
    if len(values) > 1:
        raise Malformed(gettext("The field “{name}” came more than once. Load the page again.", name=name))
    if len(values[0]) > longest:
        raise Malformed(
            gettext("The field “{name}” takes at most {most} characters. Shorten it.", name=name, most=longest)
        )
    return values[0]


def whole(sent: Sent, name: str) -> int | None:
    """A whole number from 0 to 999; None if the field was not sent. Raises Malformed."""
    typed = text(sent, name, 20)
    if typed is None:
        return None
    if not (typed.isascii() and typed.isdigit() and len(typed) <= 3):
        raise Malformed(gettext("The field “{name}” takes a whole number. Correct it and send it again.", name=name))
    return int(typed)


def yes(sent: Sent, name: str) -> bool | None:
    """Whether it was "yes" or "no"; None if the field was not sent. Raises Malformed."""
    typed = text(sent, name, 20)
    if typed not in (None, "yes", "no"):
        raise Malformed(gettext("The field “{name}” takes yes or no. Load the page again.", name=name))
    return None if typed is None else typed == "yes"


def given(value: Given | None, name: str) -> Given:
    """The value, which must have been sent. Raises Malformed."""
    if value is None:
        raise Malformed(gettext("The field “{name}” is missing. Load the page again.", name=name))
    return value


def is_fragment(request: Request) -> bool:
    """Whether htmx asks, and takes a fragment."""
    return request.headers.get("hx-request") == "true"


def done(request: Request, page: str) -> Response:
    """The form was carried out. A browser goes back to the page; htmx stays, and the socket brings the news."""
    return Response(status_code=204) if is_fragment(request) else RedirectResponse(page, 303)


def go(request: Request, page: str) -> Response:
    """The form was carried out, and leads to another page."""
    if is_fragment(request):
        return Response(status_code=204, headers={"HX-Redirect": page})
    return RedirectResponse(page, 303)
