"""Who somebody is, and under which name."""

from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import HTTPConnection

from app import language
from app.api import keys
from app.house import House
from app.identity import cookies, names, store
from app.identity.cookies import Visit
from app.language import gettext, later
from app.pages import Visitor
from app.problems import NotYours
from app.tables.service import changing
from app.tables.store import seats_of

SIGNED_OUT = later("This device is signed out, so it can't renew the link. Open the newest personal link here first.")


class Player(msgspec.Struct, frozen=True):
    """A guest who has done something."""

    id: UUID
    name: str


async def guest(connection: HTTPConnection) -> Player | None:
    """The guest who asks, or None for a stranger: no cookie, a broken one, or nothing done yet."""
    who = cookies.visit(connection)
    if not who.known:
        return None
    if connection.scope["type"] == "http" and "conclave.name" in connection.scope:
        return Player(who.id, connection.scope["conclave.name"])  # `app.identity.guests` has just read it
    house: House = connection.scope["app"].state.house
    async with house.reading.connect() as database:
        row = await store.find(database, who.id)
    return None if row is None or row.epoch != who.epoch else Player(who.id, row.name)


async def visitor(connection: HTTPConnection) -> Visitor:
    """Who looks at a page, for the page."""
    player = await guest(connection)
    name, lent = None if player is None else player.name, "conclave.showing" in connection.scope
    return Visitor(name, cookies.theme(connection), page_of(connection), lent)


def page_of(connection: HTTPConnection) -> str:
    """The page that this request shows or acts on, to come back to."""
    path: str = connection.scope["path"]
    if path.startswith("/me/"):  # personal links are for nobody to come back to
        return "/me"
    if connection.scope.get("method") == "GET":
        return path
    return "/".join(path.split("/")[:3]) if path.startswith("/t/") else "/"


async def settle(connection: AsyncConnection, player_id: UUID, typed: str) -> Player:
    """The guest, made if need be. An empty name leaves the one there is, or finds one. Raises Malformed."""
    old = await store.name_of(connection, player_id)
    name = names.normal(typed) if typed.strip() else old or names.pick(names.GUESTS, ())
    if name != old:
        spoken = language.spoken()  # English, which all get who ask for nothing else, is no choice yet
        await store.keep(connection, player_id, name, None if spoken == language.ENGLISH else spoken)
    return Player(player_id, name)


async def rename(house: House, player_id: UUID, typed: str) -> Player:
    """Another name, here and at every open table where nobody else has it. Raises Malformed."""
    name = names.normal(typed)
    async with house.engine.begin() as connection:
        player = await settle(connection, player_id, name)
        codes = await store.tables_under_other_names(connection, player_id, name)
    for code in codes:
        async with changing(house, code) as (connection, table):
            others = [row.name for row in await seats_of(connection, table.id) if row.player_id != player_id]
            if table.status in ("lobby", "playing") and not names.is_taken(name, others):
                await store.rename_seat(connection, table.id, player_id, name)
    return player


async def renew(house: House, who: Visit | None, key: str) -> Visit:
    """Another epoch: the old personal link is of no use any more, and other devices are signed out, with their sockets
    and the keys of programs. The same key again gets the same answer, for a browser that sent its form twice has the
    old cookie still. Raises NotYours."""
    if who is None:
        raise NotYours(gettext(SIGNED_OUT))
    async with house.engine.begin() as connection:
        epoch = await store.renew(connection, who.id, who.epoch, key)
        if epoch is None:
            raise NotYours(gettext(SIGNED_OUT))
        await keys.expire(connection, who.id)
    house.devices.end(who.id, epoch)
    return Visit(who.id, True, epoch)
