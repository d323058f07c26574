"""How often one caller may ask. Guests and keys are counted one by one, strangers by address, so that nobody pays for
another.

Counted in this process alone: limits guard it, they are no bookkeeping. Static files, and whether the house is well,
are free to ask for.
"""

from limits import RateLimitItem, RateLimitItemPerMinute
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from app.api import keys
from app.callers import address
from app.house import House
from app.identity import cookies
from app.language import gettext, later
from app.problems import TooMany
from app.refusals import refuse_early
from app.watching import health

GUEST = RateLimitItemPerMinute(600, namespace="guest")
"""Requests of one guest: ten a second, more than anybody clicks."""
KEY = RateLimitItemPerMinute(600, namespace="key")
"""Requests with one key of the API."""
STRANGERS = RateLimitItemPerMinute(600, namespace="strangers")
"""Requests without a cookie or a good key from one address: a party that arrives together, or one who throws cookies
away."""
ADDRESS = RateLimitItemPerMinute(6000, namespace="address")
"""Requests of all guests behind one address: a whole school."""

FREE = ("/static/", *health.ADDRESSES)

TOO_FAST = later("That was too much at once. Wait a minute, then go on; nothing is lost.")


class Rates:
    """Lets through what comes at a human pace. A refused request counts for nothing else."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        counts = scope["type"] in ("http", "websocket") and not scope["path"].startswith(FREE)
        if counts and not await _may_ask(HTTPConnection(scope)):
            await refuse_early(TooMany(gettext(TOO_FAST)), scope, receive, send)
            return
        await self.app(scope, receive, send)


async def _may_ask(connection: HTTPConnection) -> bool:
    where, limits = address(connection), _house(connection).limits
    key = keys.shown(connection)
    if key and not await limits.test(KEY, keys.digest(key).hex()):  # spent: no need to ask the database whose it is
        return False
    return await limits.hit(*await _own(connection, where)) and await limits.hit(ADDRESS, where)


async def _own(connection: HTTPConnection, where: str) -> tuple[RateLimitItem, str]:
    who, holder = cookies.visit(connection), await keys.holder(connection)
    if holder is not None and not holder.expired:
        return KEY, holder.hash.hex()
    return (GUEST, who.id.hex) if who.known and keys.shown(connection) is None else (STRANGERS, where)


def _house(connection: HTTPConnection) -> House:
    house: House = connection.scope["app"].state.house
    return house
