"""The host stops all clocks of a running table, and lets them go on. Meanwhile the table takes no moves, a bot's
neither; words may be said, and seats left and taken."""

from sqlalchemy.ext.asyncio import AsyncConnection

from app.house import House
from app.identity.service import Player
from app.language import gettext
from app.problems import Conflict, NotYours
from app.tables import clock, clock_store, service, store
from app.tables.seating import expect_running
from app.tables.store import TableRow
from games.kernel.events import Fact, Seat


async def pause(house: House, code: str, player: Player) -> None:
    """All clocks stand still. Raises NoSuchTable, Gone, Conflict, NotYours."""
    async with service.changing(house, code) as (connection, table):
        host = await _host_seat(connection, table, player)
        if table.paused_at is not None:
            raise Conflict(gettext("The clocks stand still already. Let them go on when you like."))
        await clock_store.stop(connection, table.id, (await clock_store.time_of(connection)).now)
        await _tell(house, connection, table, Fact("house.paused", {"who": host}))


async def go_on(house: House, code: str, player: Player) -> None:
    """They run again from where they stood. Raises NoSuchTable, Gone, Conflict, NotYours."""
    async with service.changing(house, code) as (connection, table):
        host = await _host_seat(connection, table, player)
        if table.paused_at is None:
            raise Conflict(gettext("The clocks are running already. Load the page again."))
        paused = (await clock_store.time_of(connection)).now - table.paused_at
        faces = clock.put_off(clock.faces_of(table.clocks), paused)
        await clock_store.go_on(connection, table.id, clock.plain(faces))
        await _tell(house, connection, table, Fact("house.resumed", {"who": host}))


async def _host_seat(connection: AsyncConnection, table: TableRow, player: Player) -> Seat:
    expect_running(table)
    if table.clock is None:
        raise Conflict(gettext("This table has no clock, so there is nothing to stop. Take your time."))
    for row in await store.seats_of(connection, table.id):
        if row.player_id == player.id == table.host_id:
            return int(row.number)
    raise NotYours(gettext("Only the host may do that. Ask whoever holds the chair."))


async def _tell(house: House, connection: AsyncConnection, table: TableRow, fact: Fact) -> None:
    """With the row as it is by now: the clocks are written anew with every line of the log."""
    row = await store.find_by_id(connection, table.id)
    await service.tell(house, connection, row, fact)
