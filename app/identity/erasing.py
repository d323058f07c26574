"""Erasing a guest: what is kept of one goes, and what was played with others stays theirs, under a name of nobody's.

First the guest is shut out everywhere; then each table is left, in a transaction of its own, for a lock is never held
while another is waited for; then the rest goes. Whatever breaks off between is finished by the same form sent again, or
by the daily sweep.
"""

from collections import defaultdict
from uuid import UUID

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from app.chat.notices import Notice
from app.chat.store import announce
from app.house import House
from app.identity import names, store
from app.identity.devices import GONE
from app.language import gettext
from app.lobby import deeds, gathering
from app.problems import Conflict, NoSuchTable
from app.tables import store as table_store
from app.tables.chair import pass_the_chair
from app.tables.seating import STAND_IN
from app.tables.service import changing, tell
from app.tables.store import SeatRow, TableRow, seats_of
from games.kernel.events import Fact

FORMER = "A former guest"
TRIES = 5
"""How often the rest is tried, while requests that were on their way still bring something new."""


async def erase(house: House, player_id: UUID) -> None:
    """Nothing is kept of this guest any more, nor of those who play on the guest's device. Doing it twice changes
    nothing. Raises Conflict in a rush of requests."""
    async with house.engine.begin() as connection:
        await store.shut_out(connection, player_id)
        await store.announce(connection, player_id, GONE)
    house.devices.end(player_id, GONE)
    async with house.reading.connect() as connection:
        others = await store.beside(connection, player_id)
    for other in others:
        await erase(house, other)
    for _ in range(TRIES):
        await _leave_all(house, player_id)
        try:
            async with house.engine.begin() as connection:
                await _take_words(connection, player_id)
                await store.forget(connection, player_id)
        except IntegrityError:
            continue
        return
    raise Conflict(gettext("Something of yours was still on its way. Close your other pages, and erase once more."))


async def _take_words(connection: AsyncConnection, player_id: UUID) -> None:
    """Out of every chat, and off the open pages of those who heard them."""
    heard: defaultdict[int, set[UUID | None]] = defaultdict(set)
    for line in await store.take_words(connection, player_id, FORMER):
        heard[line.table_id].add(line.to_player_id if line.private else None)
    for table_id, by in heard.items():
        only = () if None in by else tuple(who for who in by if who)
        await announce(connection, Notice(table_id, "removed", only).payload)


async def finish_all(house: House) -> int:
    """Finishes what broke off: how many guests were left over."""
    async with house.reading.connect() as connection:
        left = await store.half_erased(connection)
    for player_id in left:
        await erase(house, player_id)
    return len(left)


async def _leave_all(house: House, player_id: UUID) -> None:
    async with house.reading.connect() as connection:
        own = await store.tables_of(connection, player_id)
    for row in own:
        try:
            await (_leave_open if row.status in ("lobby", "playing") else _leave_finished)(house, row.code, player_id)
        except NoSuchTable:  # removed meanwhile
            continue


async def _leave_open(house: House, code: str, player_id: UUID) -> None:
    async with changing(house, code) as (connection, table):
        rows = await seats_of(connection, table.id)
        own = next((row for row in rows if row.player_id == player_id), None)
        if own is None:
            await pass_the_chair(connection, table, player_id)
        elif table.status == "lobby":
            await deeds.leave(await gathering.load(house, connection, table, player_id))
        else:
            await _get_up_for_good(house, connection, table, own)


async def _get_up_for_good(house: House, connection: AsyncConnection, table: TableRow, own: SeatRow) -> None:
    """A bot plays on; after the game there is nothing to play, and nothing to tell."""
    playing = table.status == "playing"
    if table.host_id == own.player_id:
        await pass_the_chair(connection, table, own.player_id)
    await _name_nobody(connection, own, (own.bot or STAND_IN) if playing else None)
    if playing and own.bot is None:
        await tell(house, connection, table, Fact("house.left", {"who": own.number}))


async def _name_nobody(connection: AsyncConnection, own: SeatRow, bot: str | None) -> None:
    others = [row.name for row in await seats_of(connection, own.table_id) if row.number != own.number]
    await store.vacate(connection, own, names.pick((FORMER,), others), bot)


async def _leave_finished(house: House, code: str, player_id: UUID) -> None:
    """Open pages of the result are told; on Home the table keeps its place."""
    async with house.engine.begin() as connection:
        table = await table_store.lock(connection, code)
        if table is None:
            raise NoSuchTable
        for row in await seats_of(connection, table.id):
            if row.player_id == player_id:
                await _name_nobody(connection, row, None)
        await store.count_up(connection, table.id)
        await table_store.announce(connection, table.id, table.seq + 1)
    house.hub.notice(table.id, table.seq + 1)
