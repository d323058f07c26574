"""Codes of tables are keys, and here they are kept from being guessed.

A code is one of 107,374,182,400. Who tells a right one gets in. Who tells a wrong one is told so; beyond 20 wrong ones
a minute from one address, to wait. That alone would hold up nobody who guesses: among so many answers "wait" the one
that is different is the find. So the wrong codes of all addresses are counted together, too. Beyond 300 a minute
somebody is guessing, and until that ends an address that told a wrong code within the last minute gets no answer: right
and wrong ones look the same to it. Hence

- friends behind one address don't shut each other out by mistyping, and a guesser shuts out nobody elsewhere: who tells
  a right code at the first try always gets in;
- guessing is held to 300 codes a minute, or one a minute for each address. With a thousand open tables that finds one
  in eight months, and a table with a password shows nothing even then.

Who was let in at a table reaches it whatever happens. Counted in this process alone, as all limits are.
"""

from limits import RateLimitItemPerMinute
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api import keys
from app.callers import address
from app.house import House
from app.identity import cookies
from app.language import gettext, later
from app.lobby import codes, store
from app.problems import TooMany
from app.refusals import refuse_early

LOOKUPS = RateLimitItemPerMinute(20, namespace="lookup")
"""Codes that no table has, from one address."""
GUESSES = RateLimitItemPerMinute(300, namespace="guesses")
"""Codes that no table has, from everywhere."""
CODED = ("/t/", "/join", "/api/tables/")
"""Where codes are told."""
UNKNOWN, LATER = 4404, 1013
"""How sockets are closed: no such table; try again later."""

TOO_MANY_CODES = later("Too many codes that no table has. Wait a minute, then check the code with your host.")


class Lookups:
    """Counts wrong codes, and answers guessers alike whatever they tell."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or not scope["path"].startswith(CODED):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        if await _guesses(connection) and not await _belongs(connection):
            await refuse_early(TooMany(gettext(TOO_MANY_CODES)), scope, receive, send)
            return
        held = False

        async def sending(message: Message) -> None:
            nonlocal held
            if _is_miss(message) and not await _may_miss(connection):
                held = scope["type"] == "http"
                message = {**message, "code": LATER}
            if not held:
                await send(message)

        await self.app(scope, receive, sending)
        if held:
            await refuse_early(TooMany(gettext(TOO_MANY_CODES)), scope, receive, send)


def _is_miss(message: Message) -> bool:
    if message["type"] == "http.response.start":
        return bool(message["status"] == 404)
    return message["type"] == "websocket.close" and message.get("code") == UNKNOWN


async def _may_miss(connection: HTTPConnection) -> bool:
    """Counts a wrong code: False if its address has told too many."""
    limits = _house(connection).limits
    await limits.hit(GUESSES)
    return await limits.hit(LOOKUPS, address(connection))


async def _guesses(connection: HTTPConnection) -> bool:
    """Whether somebody is guessing now, and this address has told wrong codes, too."""
    limits = _house(connection).limits
    if await limits.test(GUESSES):
        return False
    told = await limits.get_window_stats(LOOKUPS, address(connection))
    return told.remaining < LOOKUPS.amount


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
