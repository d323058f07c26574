"""The two cookies: `conclave`, which says which guest this is, signed; and `theme`, which is a matter of taste.

A visitor without a good cookie gets a number with the first page. It means nothing until a form makes a guest of it, so
a form sent twice makes one guest. A forged or broken cookie is as good as none.
"""

from http.cookies import SimpleCookie
from typing import NamedTuple, cast
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from itsdangerous import BadData
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.house import House
from app.pages import Theme

GUEST = "conclave"
THEME = "theme"
THEMES: tuple[Theme, ...] = ("auto", "light", "dark")
KEPT = 400 * 24 * 3600
"""Seconds a cookie is kept from the last page on; browsers keep none longer."""


class Visit(NamedTuple):
    """Whose request this is. `known`: the browser brought the number itself."""

    id: UUID
    known: bool


def visit(connection: HTTPConnection) -> Visit:
    """Who asks; the same answer all through one request."""
    if "conclave.visit" not in connection.scope:
        connection.scope["conclave.visit"] = _read(connection)
    return cast(Visit, connection.scope["conclave.visit"])


def _read(connection: HTTPConnection) -> Visit:
    try:
        return Visit(UUID(_house(connection).signer.loads(connection.cookies.get(GUEST, ""))), True)
    except (BadData, ValueError, TypeError, AttributeError):
        return Visit(uuid4(), False)


def theme(connection: HTTPConnection) -> Theme:
    """The theme that the visitor chose; the device's own if none, or nonsense."""
    chosen = connection.cookies.get(THEME, "auto")
    return next((theme for theme in THEMES if theme == chosen), "auto")


def guest_cookie(connection: HTTPConnection) -> str:
    """The header that keeps this visitor's number."""
    return _cookie(connection, GUEST, _house(connection).signer.dumps(visit(connection).id.hex))


def theme_cookie(connection: HTTPConnection, chosen: Theme) -> str:
    """The header that keeps the theme."""
    return _cookie(connection, THEME, chosen)


def _cookie(connection: HTTPConnection, name: str, value: str) -> str:
    cookie: SimpleCookie = SimpleCookie({name: value})
    for attribute, said in (("path", "/"), ("max-age", KEPT), ("samesite", "Lax"), ("httponly", True)):
        cookie[name][attribute] = said
    cookie[name]["secure"] = _is_secure(connection)
    return cookie.output(header="").strip()


def _is_secure(connection: HTTPConnection) -> bool:
    public = urlsplit(_house(connection).settings.public_url or "")
    there = public.scheme == "https" and public.netloc == connection.headers.get("host")
    return there or connection.url.scheme in ("https", "wss")


def _house(connection: HTTPConnection) -> House:
    return cast(House, connection.scope["app"].state.house)


class Visits:
    """Gives every page and every form's answer the guest's cookie anew, so that it lasts as long as somebody comes."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start" and _is_for_people(scope, message):
                MutableHeaders(scope=message).append("set-cookie", guest_cookie(HTTPConnection(scope)))
            await send(message)

        await self.app(scope, receive, sending)


def _is_for_people(scope: Scope, message: Message) -> bool:
    """A page, or the answer to a form; no picture, stylesheet, health check, or answer to a program."""
    kind = MutableHeaders(scope=message).get("content-type", "")
    form = scope["method"] == "POST" and not scope["path"].startswith("/api/")
    return form or kind.startswith("text/html")
