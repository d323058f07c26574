"""What every request passes before anything is done with it: where it comes from, how large it is, how often it comes;
and the headers that every answer gets. Pure ASGI, because each costs time on the path of every move.

| layer, outermost first | does |
|---|---|
| Requests | a number for the log and the answer, and the figures |
| Heads | where a page may be read, its headers may be read alone |
| Headers | content security policy, no sniffing, no referrer, no caching of pages, redirects to our own pages alone |
| Visits | the guest's cookie |
| Languages | whatever is said to the visitor is in the visitor's language |
| Mishaps | an unforeseen failure becomes a page, and a line in the log |
| Origins | a form or socket from another site is refused, unless a key is shown, which no browser adds by itself |
| Rates, Lookups, Crowds | how often, how many wrong codes, how many sockets at once |
| Sizes | a body of more than 64 KB is refused |
| Guests | whether the cookie still is its guest's |
| Hands | for which seat of a shared device the guest acts |
| Routes | which route it was, for the figures |
"""

from urllib.parse import urlsplit, urlunsplit

from fastapi import FastAPI
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import refusals
from app.api import keys
from app.crowding import Crowds
from app.house import House
from app.identity.cookies import Visits
from app.identity.guests import Guests
from app.identity.languages import Languages
from app.language import gettext, later
from app.limiting import Rates
from app.lookups import Lookups
from app.problems import NotYours
from app.refusals import Mishaps, Other, refuse_early
from app.tables.handing import Hands
from app.watching.requests import Requests, Routes

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
MOST_BYTES = 64 * 1024
SAFE = ("GET", "HEAD", "OPTIONS")
ELSEWHERE = later("This came from another site, so nothing was done. Open the page here and try again.")


def guard(app: FastAPI) -> None:
    """Puts everything above around the application. What is added last stands outermost."""
    refusals.install(app)
    for layer in (
        Routes,
        Hands,
        Guests,
        Sizes,
        Crowds,
        Lookups,
        Rates,
        Origins,
        Mishaps,
        Languages,
        Visits,
        Headers,
        Heads,
        Requests,
    ):
        app.add_middleware(layer)


class Headers:
    """What browsers must keep to."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                if _by_https_alone(scope):
                    headers["Strict-Transport-Security"] = "max-age=31536000"
                headers.setdefault("Cache-Control", "no-store")  # pages hold hands, names and links
                if "location" in headers:
                    headers["Location"] = _here(headers["location"])
            await send(message)

        await self.app(scope, receive, sending if scope["type"] == "http" else send)


def _by_https_alone(scope: Scope) -> bool:
    """Whether browsers reach this house by https, as its PUBLIC_URL says: then they needn't try anything else."""
    house: House = scope["app"].state.house
    return (house.settings.public_url or "").startswith("https:")


def _here(location: str) -> str:
    """The address without a host: the framework takes it from the request's Host, which anybody may write."""
    parts = urlsplit(location)
    return urlunsplit(("", "", "/" + parts.path.lstrip("/"), parts.query, parts.fragment))


def origin_allowed(connection: HTTPConnection) -> bool:
    """Whether a form or socket comes from a page of ours. Browsers say so by Origin, which must be the host that they
    ask or PUBLIC_URL; or else by Sec-Fetch-Site. Who says neither is no browser, and can't be led astray by one."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "none") in ("same-origin", "none")
    house: House = connection.scope["app"].state.house
    return origin == house.settings.public_url or _host_of(origin) == connection.headers.get("host")


def _host_of(origin: str) -> str:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return ""
    return parts.netloc if parts.scheme in ("http", "https") else ""


class Origins:
    """Refuses forms and sockets of other sites. Who shows a key acts by it alone, never by a cookie."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        acts = scope["type"] == "websocket" or (scope["type"] == "http" and scope["method"] not in SAFE)
        if acts and not keys.shown(HTTPConnection(scope)) and not origin_allowed(HTTPConnection(scope)):
            await refuse_early(NotYours(gettext(ELSEWHERE)), scope, receive, send)
            return
        await self.app(scope, receive, send)


class Sizes:
    """Refuses a body that is too large, by what it says and by what comes."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        said = HTTPConnection(scope).headers.get("content-length", "0")
        if not (said.isascii() and said.isdigit()) or int(said[:18]) > MOST_BYTES:
            await refuse_early(Other(413), scope, receive, send)
            return
        come = 0

        async def receiving() -> Message:
            nonlocal come
            message = await receive()
            come += len(message.get("body", b""))
            if come > MOST_BYTES:
                raise Other(413)
            return message

        await self.app(scope, receiving, send)


class Heads:
    """Answers HEAD as GET, without the body: no route has to say so."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def headers_alone(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        if scope["type"] == "http" and scope["method"] == "HEAD":
            await self.app({**scope, "method": "GET"}, receive, headers_alone)
        else:
            await self.app(scope, receive, send)
