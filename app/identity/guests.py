"""Whose request it is, looked up once, before any route asks: a cookie from before the guest's link was renewed, or of
a guest who was erased, is a stranger's. A guest's sockets end when that happens while they are open."""

import asyncio
from typing import cast

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import rendering
from app.house import House
from app.identity import cookies, store
from app.identity.cookies import Visit
from app.identity.languages import speak_as
from app.limiting import FREE

SIGNED_OUT = 4401
"""Close code for "this device is signed out"; browsers don't try again."""
PATIENCE = 1500
"""Milliseconds that a page which was cut off waits before it loads itself again."""


class Guests:
    """Tells routes who asks."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or scope["path"].startswith(FREE):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        who = cookies.visit(connection)
        if not who.known:
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await _look_up(connection, who)
            await self.app(scope, receive, send)
        else:
            await self._watch(connection, who, receive, send)

    async def _watch(self, connection: HTTPConnection, who: Visit, receive: Receive, send: Send) -> None:
        """Serves a socket until it ends by itself or by a renewal. It counts as open before the look at its epoch, so
        that no renewal falls between."""
        with _house(connection).devices.open(who) as over:
            await _look_up(connection, who)
            if cookies.visit(connection) == who:
                socket = Socket(over, connection.scope["path"], receive, send)
                receive, send = socket.receiving, socket.sending
            await self.app(connection.scope, receive, send)


async def _look_up(connection: HTTPConnection, who: Visit) -> None:
    async with _house(connection).reading.connect() as database:
        row = await store.find(database, who.id)
        former = row is None and await store.former(database, [who.id])
    if former or (row is not None and row.epoch != who.epoch):
        cookies.shut_out(connection)
    elif row is not None:
        connection.scope["conclave.name"] = row.name
        speak_as(connection, row.language)


class Socket:
    """A guest's socket that ends for both sides once `over` is set: nothing is sent from then on."""

    def __init__(self, over: asyncio.Event, path: str, receive: Receive, send: Send) -> None:
        self._over = over
        self._path = path
        self._receive = receive
        self._send = send
        self._accepted = False

    async def receiving(self) -> Message:
        """What the browser says, or that it is gone."""
        if not self._accepted:
            return await self._receive()
        coming = asyncio.ensure_future(self._receive())
        ending = asyncio.ensure_future(self._over.wait())
        try:
            await asyncio.wait((coming, ending), return_when=asyncio.FIRST_COMPLETED)
            if not self._over.is_set():
                return coming.result()
        finally:
            coming.cancel()
            ending.cancel()
        await self._say_goodbye()
        return {"type": "websocket.disconnect", "code": SIGNED_OUT}

    async def sending(self, message: Message) -> None:
        """Sends it, if this still is the guest's socket."""
        if message["type"] == "websocket.accept":
            self._accepted = True
        elif self._over.is_set():
            return
        await self._send(message)

    async def _say_goodbye(self) -> None:
        """The page loads itself again: as a stranger's, or in the browser that renewed the link as the guest's, once it
        has the answer."""
        if self._path.startswith("/t/"):
            page = rendering.lobby_gone(self._path.split("/")[2], PATIENCE)
            await self._send({"type": "websocket.send", "text": page})
        await self._send({"type": "websocket.close", "code": SIGNED_OUT})


def _house(connection: HTTPConnection) -> House:
    return cast(House, connection.scope["app"].state.house)
