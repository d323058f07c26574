"""Each request has a number, which every line of the log has that is written for it, and which the answer tells in a
header and on pages of what broke: so a player can name it. And each is counted, by route, never by address.
"""

import time
from dataclasses import dataclass
from uuid import uuid4

import structlog
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.watching import figures

HEADER = "X-Request-ID"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
NOWHERE = "none"


@dataclass(slots=True)
class Note:
    """What is known of a request so far; in its scope, and in all copies of that."""

    number: str
    route: str = NOWHERE
    status: int = 0


def note_of(scope: Scope) -> Note | None:
    """The note of the request that this scope belongs to; None where nobody numbers them."""
    note: Note | None = scope.get("conclave.request")
    return note


class Requests:
    """Numbers and counts; the outermost layer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        note = scope["conclave.request"] = Note(uuid4().hex[:12])
        began = time.perf_counter()

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                note.status = message["status"]
                _head(scope, message, note)
            await send(message)

        with structlog.contextvars.bound_contextvars(request=note.number):
            try:
                await self.app(scope, receive, sending)
            finally:
                _count(scope, note, time.perf_counter() - began)


def _head(scope: Scope, message: Message, note: Note) -> None:
    headers = MutableHeaders(scope=message)
    headers[HEADER] = note.number
    if scope["app"].state.house.leaving:
        headers["Connection"] = "close"  # the next request goes to somebody who stays


def _count(scope: Scope, note: Note, took: float) -> None:
    if scope["type"] == "websocket":
        figures.REQUESTS.labels("socket", note.route, "").inc()
        return
    method = scope["method"] if scope["method"] in METHODS else "other"
    figures.REQUESTS.labels(method, note.route, str(note.status)).inc()
    figures.TOOK.observe(took)


class Routes:
    """Notes which route a request took; the innermost layer, for those around it may hand on copies of the scope."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self.app(scope, receive, send)
        finally:
            note = note_of(scope)
            if note is not None:
                note.route = _template(scope)


def _template(scope: Scope) -> str:
    path = getattr(scope.get("route"), "path", None)
    if path is not None:
        return str(path)
    return "/static" if scope["path"].startswith("/static/") and "endpoint" in scope else NOWHERE
