"""How many sockets one caller may hold open at once. Each costs memory and a writer for as long as it stands, and who
opens them slowly stays under every limit on how often. Guests and keys are counted one by one, strangers by address,
and all of an address together; in this process alone.
"""

from collections import Counter

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from app.api import keys
from app.callers import address
from app.identity import cookies

GUEST = 20
"""Sockets of one guest, or with one key: a browser full of tabs, on two devices."""
STRANGERS = 60
"""Sockets without a cookie or a key from one address: pages whose cookies are blocked."""
ADDRESS = 1000
"""Sockets of all guests behind one address: a whole school."""
LATER = 1013
"""Close code for "try again later"; browsers do."""


class Crowds:
    """Closes the sockets that are too many, with a code that says so."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._open: Counter[tuple[str, str]] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        counted = _counted(HTTPConnection(scope))
        if any(self._open[name] >= most for name, most in counted.items()):
            await _send_away(receive, send)
            return
        self._open.update(counted.keys())
        try:
            await self.app(scope, receive, send)
        finally:
            self._open.subtract(counted.keys())
            self._open = +self._open  # without those that have none left


def _counted(connection: HTTPConnection) -> dict[tuple[str, str], int]:
    """Under which names the socket is counted, and how many each may hold."""
    where = address(connection)
    return {**_own(connection, where), ("address", where): ADDRESS}


def _own(connection: HTTPConnection, where: str) -> dict[tuple[str, str], int]:
    who, key = cookies.visit(connection), keys.shown(connection)
    if key:
        return {("key", key): GUEST}
    return {("guest", who.id.hex): GUEST} if who.known else {("strangers", where): STRANGERS}


async def _send_away(receive: Receive, send: Send) -> None:
    """Opened first: what is refused before that, a browser can't tell from a house that is down."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": LATER, "reason": "too many open pages"})
