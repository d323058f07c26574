"""How often one caller may ask. Guests and keys are counted one by one, strangers by address, so that nobody pays for
another.

Counted in this process alone: limits guard it, they are no bookkeeping. Static files and the health check are free.
"""

from limits import RateLimitItem, RateLimitItemPerMinute
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api import keys
from app.callers import address
from app.house import House
from app.identity import cookies
from app.lobby import codes, store
from app.problems import TooMany
from app.refusals import refuse_early

GUEST = RateLimitItemPerMinute(600, namespace="guest")
"""Requests of one guest: ten a second, more than anybody clicks."""
KEY = RateLimitItemPerMinute(600, namespace="key")
"""Requests with one key of the API."""
STRANGERS = RateLimitItemPerMinute(600, namespace="strangers")
"""Requests without a cookie or a good key from one address: a party that arrives together, or one who throws cookies
away."""
ADDRESS = RateLimitItemPerMinute(6000, namespace="address")
"""Requests of all guests behind one address: a whole school."""
LOOKUPS = RateLimitItemPerMinute(20, namespace="lookup")
"""Codes that no table has, from one address."""

CODED = ("/t/", "/join", "/api/tables/")
"""Where codes are told."""
FREE = ("/static/", "/health")
WAIT = 60
"""Seconds that a refused caller is told to wait."""

TOO_FAST = "That was too much at once. Wait a minute, then go on; nothing is lost."
TOO_MANY_CODES = "Too many codes that no table has. Wait a minute, then check the code with your host."


class Rates:
    """Lets through what comes at a human pace. A refused request counts for nothing else."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        counts = scope["type"] in ("http", "websocket") and not scope["path"].startswith(FREE)
        if counts and not await _may_ask(HTTPConnection(scope)):
            await refuse_early(TooMany(TOO_FAST), scope, receive, send)
            return
        await self.app(scope, receive, send)


async def _may_ask(connection: HTTPConnection) -> bool:
    where, limits = address(connection), _house(connection).limits
    return await limits.hit(*await _own(connection, where)) and await limits.hit(ADDRESS, where)


async def _own(connection: HTTPConnection, where: str) -> tuple[RateLimitItem, str]:
    who, holder = cookies.visit(connection), await keys.holder(connection)
    if holder is not None and not holder.expired:
        return KEY, holder.hash.hex()
    return (GUEST, who.id.hex) if who.known and keys.shown(connection) is None else (STRANGERS, where)


class Lookups:
    """Stops an address that guesses codes; those who were let in at a table still reach it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or not scope["path"].startswith(CODED):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        limits, where = _house(connection).limits, address(connection)
        if not await limits.test(LOOKUPS, where) and not await _belongs(connection):
            await refuse_early(TooMany(TOO_MANY_CODES), scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if _is_miss(message):
                await limits.hit(LOOKUPS, where)
            await send(message)

        await self.app(scope, receive, sending)


def _is_miss(message: Message) -> bool:
    if message["type"] == "http.response.start":
        return bool(message["status"] == 404)
    return message["type"] == "websocket.close" and message.get("code") == 4404


async def _belongs(connection: HTTPConnection) -> bool:
    who, path = cookies.visit(connection), connection.scope["path"]
    parts = path.removeprefix("/api").split("/")
    meant = codes.readings(parts[2]) if len(parts) > 2 else []
    holder = await keys.holder(connection)
    if holder is not None:
        return not holder.expired and holder.code in meant
    if not who.known or not meant:
        return False
    async with _house(connection).reading.connect() as database:
        return await store.belongs(database, meant, who.id)


def _house(connection: HTTPConnection) -> House:
    house: House = connection.scope["app"].state.house
    return house
