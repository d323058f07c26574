"""A seat for a newcomer: a link, given out by the host for a seat that a bot keeps warm, which is good once.

Nothing of the link is kept: it names the seat and whose it is, signed. Once somebody has sat down there it is another's
seat, and the link leads nowhere.
"""

import hmac
from typing import Any, NamedTuple
from uuid import UUID

from itsdangerous import BadData, URLSafeSerializer
from sqlalchemy import func, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.config import Settings
from app.database import seats
from app.house import House
from app.identity import names
from app.identity.service import Player, settle
from app.language import gettext
from app.lobby.service import Caller, expect_welcome
from app.lobby.store import admit
from app.problems import Conflict, Malformed, NoSuchTable, NotYours
from app.tables import absence, service, store
from app.tables.seating import expect_running
from app.tables.store import SeatRow, TableRow
from games.kernel.events import Fact


class Offer(NamedTuple):
    """What a link says: which seat of which table, and a mark of whose it is until then."""

    code: str
    seat: int
    owner: str


def mark_of(settings: Settings, row: SeatRow) -> str:
    """A mark of the player whose seat it is, and since when: who gets it back later has it anew. Nobody learns the
    player's number from it."""
    told = f"the owner of a seat: {row.player_id} {row.joined_at.timestamp()}"
    return hmac.digest(settings.secret_key.encode(), told.encode(), "sha256")[:9].hex()


async def token(house: House, code: str, player: Player, number: int, name: str) -> str:
    """What the link ends in; the host's to give. Raises NoSuchTable, Gone, Conflict, NotYours."""
    async with house.reading.connect() as connection:
        table = await store.find(connection, code)
        if table is None:
            raise NoSuchTable
        room = await absence.enter(connection, table, player)
        if table.host_id != player.id:
            raise NotYours(gettext("Only the host may do that. Ask whoever holds the chair."))
        row = room.seat(number, name)
        mark = mark_of(house.settings, row)
        _expect_free(row, mark, mark)
    return str(_signer(house.settings).dumps([code, row.number, mark]))


def read(settings: Settings, given: str) -> Offer:
    """What the link offers. Raises Malformed if it isn't one of ours."""
    try:
        code, seat, owner = _signer(settings).loads(given)
    except (BadData, ValueError, TypeError) as error:
        raise Malformed(gettext("This link is cut or changed. Ask the host to send it again.")) from error
    return Offer(code, seat, owner)


def _signer(settings: Settings) -> URLSafeSerializer:
    return URLSafeSerializer(settings.secret_key, salt="takeover link")


async def offered(
    settings: Settings, connection: AsyncConnection, table: TableRow, offer: Offer, player_id: UUID | None
) -> SeatRow:
    """The seat, if it can still be taken over by this guest. Raises NoSuchTable, Gone, Conflict, NotYours."""
    await expect_welcome(connection, table, player_id)
    if offer.code != table.code:
        raise NoSuchTable
    expect_running(table)
    rows = await store.seats_of(connection, table.id)
    if any(row.player_id == player_id for row in rows if player_id is not None):
        raise Conflict(gettext("You have a seat at this table already. Send the link to somebody else."))
    row: SeatRow = rows[offer.seat]
    _expect_free(row, mark_of(settings, row), offer.owner)
    return row


def _expect_free(row: SeatRow, now: str, owner: str) -> None:
    if row.player_id is None:
        raise Conflict(
            gettext(
                "{name} is a bot of the table's own. Only the seat of somebody who has gone can be taken over.",
                name=row.name,
            )
        )
    if now != owner:
        raise Conflict(
            gettext("This link was used already: {name} sits there now. Ask the host for another.", name=row.name)
        )
    if row.bot is None:
        raise Conflict(
            gettext("{name} plays for {name}, so the seat is not free. Let a bot sit in first.", name=row.name)
        )


async def take_over(house: House, code: str, offer: Offer, caller: Caller) -> None:
    """The newcomer has the seat from now on, and all that it holds; whose it was may look on. Raises NoSuchTable, Gone,
    Conflict, NotYours, Malformed."""
    name = names.normal(caller.name)
    async with service.changing(house, code) as (connection, table):
        row = await offered(house.settings, connection, table, offer, caller.id)
        others = [other.name for other in await store.seats_of(connection, table.id) if other.number != row.number]
        if names.is_taken(name, others):
            raise Conflict(gettext("Somebody at this table is called {name} already. Choose another name.", name=name))
        player = await settle(connection, caller.id, name)
        await admit(connection, table.id, row.player_id)
        await admit(connection, table.id, player.id)
        await _sit(connection, row, player_id=player.id, name=name)
        await service.tell(house, connection, table, Fact("house.new", {"who": row.number}))


async def _sit(connection: AsyncConnection, row: SeatRow, **values: Any) -> None:
    mine = (seats.c.table_id == row.table_id) & (seats.c.number == row.number)
    await connection.execute(update(seats).where(mine).values(bot=None, seen=0, joined_at=func.now(), **values))
