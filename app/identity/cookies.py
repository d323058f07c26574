"""The cookies: `conclave`, which says which guest this is, signed; `kept`, which says that a page has set it today;
`theme`, which is a matter of taste; and `language`, for who is no guest yet.

A visitor without a good cookie gets a number with the first page. It means nothing until a form makes a guest of it, so
a form sent twice makes one guest. A forged or broken cookie is as good as none, and so is one of an older epoch, from
before the guest's personal link was renewed: `app.identity.guests` looks at that before any route does.

Answers of one browser's pages may pass each other, so none sets the cookie that needn't: else an old page would put the
old number over the one that a renewal has just brought, and the guest would be lost.
"""

from http.cookies import SimpleCookie
from typing import NamedTuple, cast
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from itsdangerous import BadData, URLSafeSerializer
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.house import House
from app.language import NAMES
from app.pages import Theme

GUEST = "conclave"
KEPT_TODAY = "kept"
THEME = "theme"
LANGUAGE = "language"
THEMES: tuple[Theme, ...] = ("auto", "light", "dark")
KEPT = 400 * 24 * 3600
"""Seconds a cookie is kept from the last page on; browsers keep none longer."""
DAY = 24 * 3600
"""Seconds until a page sets it anew."""


class Visit(NamedTuple):
    """Whose request this is. `known`: the browser brought the number itself. `epoch`: how often the guest's personal
    link had been renewed when it got the number."""

    id: UUID
    known: bool
    epoch: int = 0


def visit(connection: HTTPConnection) -> Visit:
    """Who asks; the same answer all through one request."""
    if "conclave.visit" not in connection.scope:
        connection.scope["conclave.visit"] = _read(connection)
    return cast(Visit, connection.scope["conclave.visit"])


def become(connection: HTTPConnection, who: Visit) -> None:
    """From now on the request is this visitor's, and so is the cookie that its answer sets."""
    connection.scope["conclave.visit"] = who
    connection.scope["conclave.sets"] = True


def settling(connection: HTTPConnection) -> Visit:
    """Who asks for something that makes a guest of a visitor, who must then be known again."""
    connection.scope["conclave.sets"] = True
    return visit(connection)


def shut_out(connection: HTTPConnection) -> None:
    """The browser's cookie is too old to count: somebody new asks. The cookie stays, unless something new is settled:
    a newer one may be on its way to the browser."""
    connection.scope["conclave.visit"] = stranger()


def stranger() -> Visit:
    """Somebody new."""
    return Visit(uuid4(), False)


def claim(connection: HTTPConnection) -> Visit | None:
    """Whom the browser's cookie names, even if it is too old to count."""
    return told(_house(connection).signer, connection.cookies.get(GUEST, ""))


def _read(connection: HTTPConnection) -> Visit:
    return claim(connection) or stranger()


def tell(signer: URLSafeSerializer, who: Visit) -> str:
    """The visitor as signed text. As long as a link was never renewed it holds the number alone, which every version of
    ours can read."""
    return str(signer.dumps(f"{who.id.hex}.{who.epoch}" if who.epoch else who.id.hex))


def told(signer: URLSafeSerializer, text: str) -> Visit | None:
    """Whom the signed text names; None if it isn't ours."""
    try:
        number, _, epoch = signer.loads(text).partition(".")
        return Visit(UUID(number), True, int(epoch or 0))
    except (BadData, ValueError, TypeError, AttributeError):
        return None


def theme(connection: HTTPConnection) -> Theme:
    """The theme that the visitor chose; the device's own if none, or nonsense."""
    chosen = connection.cookies.get(THEME, "auto")
    return next((theme for theme in THEMES if theme == chosen), "auto")


def language(connection: HTTPConnection) -> str | None:
    """The language that was chosen on this device; None if none was, or nonsense."""
    chosen = connection.cookies.get(LANGUAGE)
    return chosen if chosen in NAMES else None


def guest_cookie(connection: HTTPConnection) -> str:
    """The header that keeps this visitor's number."""
    return _cookie(connection, GUEST, tell(_house(connection).signer, visit(connection)))


def kept_cookie(connection: HTTPConnection) -> str:
    """The header that notes that the number was kept today."""
    return _cookie(connection, KEPT_TODAY, "1", DAY)


def theme_cookie(connection: HTTPConnection, chosen: Theme) -> str:
    """The header that keeps the theme."""
    return _cookie(connection, THEME, chosen)


def language_cookie(connection: HTTPConnection, chosen: str) -> str:
    """The header that keeps the language."""
    return _cookie(connection, LANGUAGE, chosen)


def _cookie(connection: HTTPConnection, name: str, value: str, kept: int = KEPT) -> str:
    cookie: SimpleCookie = SimpleCookie({name: value})
    for attribute, said in (("path", "/"), ("max-age", kept), ("samesite", "Lax"), ("httponly", True)):
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
    """Gives a browser its guest's cookie: with its first page, when a form makes another guest of it, and once a day,
    so that it lasts as long as somebody comes."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start" and _sets(scope, message):
                headers, connection = MutableHeaders(scope=message), HTTPConnection(scope)
                headers.append("set-cookie", guest_cookie(connection))
                headers.append("set-cookie", kept_cookie(connection))
            await send(message)

        await self.app(scope, receive, sending)


def _sets(scope: Scope, message: Message) -> bool:
    if "conclave.sets" in scope:
        return bool(message["status"] < 400)
    page = scope["method"] == "GET" and MutableHeaders(scope=message).get("content-type", "").startswith("text/html")
    connection = HTTPConnection(scope)
    claimed = claim(connection)
    return page and (claimed is None or (claimed == visit(connection) and KEPT_TODAY not in connection.cookies))
