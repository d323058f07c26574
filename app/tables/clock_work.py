"""What keeps clocks going, in every process: the beat of the house's own time, and the look for whoever is out of time.
A bot then plays that turn, in the transaction in which the log says so; who lets three go by counts as away."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import NamedTuple

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from app.engine import why_away
from app.house import House
from app.tables import bots, clock, clock_store, questions, service, store
from app.tables.seating import STAND_IN, stand_in
from app.tables.service import Ticket
from app.tables.store import TableRow
from app.tables.thinking import fault_of
from app.tables.writing import Written
from app.watching import figures
from app.watching.log import logger
from games.kernel.events import Fact, Seat

log = logger("clocks")

BEAT = 2.0
"""Seconds between two beats of the house's time."""
LOOK = 0.25
"""Seconds between two looks for somebody who is out of time."""
AFTER_A_FAILURE = 1.0
"""Seconds until the next try, where the last one failed."""
LEASE = timedelta(seconds=30)
"""How long one process has for a turn before another may try: so one that ends in the middle loses nothing, and a turn
that can't be played holds up no other table."""


async def beat_for_ever(house: House) -> None:
    """Says again and again that a server runs."""
    await _for_ever(lambda: _beat(house), BEAT)


async def _beat(house: House) -> None:
    async with house.engine.begin() as connection:
        await clock_store.beat(connection)


async def play_for_ever(house: House) -> None:
    """Plays for everybody who is out of time."""
    await _for_ever(lambda: play_all_due(house), LOOK)


async def _for_ever(work: Callable[[], Awaitable[None]], pause: float) -> None:
    while True:
        try:
            await work()
            await asyncio.sleep(pause)
        except (SQLAlchemyError, OSError) as error:
            log.warning("the database is away; clocks stand still", why=why_away(error))
            await asyncio.sleep(AFTER_A_FAILURE)
        except Exception as error:
            log.error("clocks could not be minded; trying again", fault=str(fault_of(error)))
            await asyncio.sleep(AFTER_A_FAILURE)


async def play_all_due(house: House) -> None:
    """Plays until nobody is out of time."""
    while await play_one(house):
        pass


class Late(NamedTuple):
    """A seat that is out of time, and its table as it stood when this process took it on."""

    table: TableRow
    seat: Seat


async def play_one(house: House) -> bool:
    """One turn of whoever has been out of time for longest; False if nobody is. What fails is logged, and left for a
    while."""
    late = await _take(house)
    if late is None:
        return False
    try:
        ticket = await bots.answer_for(house, late.table, late.seat, STAND_IN)
        await _play(house, late, ticket)
    except (SQLAlchemyError, OSError):
        raise
    except Exception as error:
        where = {"table": late.table.id, "seq": late.table.seq, "seat": late.seat}
        log.error("nobody could play for a seat that is out of time", **where, fault=str(fault_of(error)))
    return True


async def _take(house: House) -> Late | None:
    """From now on this process thinks about it, without holding the row, and no other does."""
    async with house.engine.begin() as connection:
        table = await clock_store.lock_due(connection)
        if table is None:
            return None
        now = (await clock_store.time_of(connection)).now
        await clock_store.look_at(connection, table.id, now + LEASE)
        seat = clock.out_of_time(clock.faces_of(table.clocks), now)
        return None if seat is None else Late(table, seat)


async def _play(house: House, late: Late, ticket: Ticket) -> None:
    """Plays the turn, unless something has happened at the table meanwhile: then it is looked at anew."""
    async with house.engine.begin() as connection:
        table = await store.lock(connection, late.table.code)
        if table is None:
            return
        if table.seq != late.table.seq:
            await clock_store.look_at(connection, table.id, clock.due(clock.faces_of(table.clocks)))
            return
        written = await _play_for(house, connection, table, late.seat, ticket)
    figures.RUN_OUT.labels(table.game).inc()
    written.tell(house)


async def _play_for(house: House, connection: AsyncConnection, table: TableRow, seat: Seat, ticket: Ticket) -> Written:
    """The table as it is afterwards. The key of the move is none that a page has: a form that comes too late is told
    that the turn was played."""
    await service.tell(house, connection, table, Fact("house.late", {"who": seat}))
    told, seats = await _again(connection, table), await store.seats_of(connection, table.id)
    ticket = msgspec.structs.replace(ticket, key=f"{questions.LATE}{ticket.question}")
    written = await service.carry_out(house, connection, told, seats, seat, ticket, late=True)
    played = await _again(connection, table)
    if clock.faces_of(played.clocks)[seat].missed < clock.ROW or played.status != "playing":
        return written
    await stand_in(house, connection, played, seats[seat], "house.gone")
    return written._replace(seq=written.seq + 1)


async def _again(connection: AsyncConnection, table: TableRow) -> TableRow:
    """The row as this transaction has left it."""
    return await store.find_by_id(connection, table.id)
