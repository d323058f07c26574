"""Tables with a clock, and time that a test moves: the house's own, by the row it is kept in."""

from datetime import timedelta
from typing import Any

import msgspec
from sqlalchemy import func, update

from app.database import house_time, tables
from app.house import House
from app.tables import clock, clock_store, clock_work, service
from app.tables.clock import Clock
from tests.app.tables.conftest import Seated, seat

MINUTE = Clock("turn", 60)
BANK = Clock("bank", 300, 10)
DAYS = Clock("days", 3 * 86400)


async def clocked(
    house: House, number: int = 3, set_: Clock = MINUTE, bots: tuple[int, ...] = (), **options: Any
) -> Seated:
    """A table with this clock that has begun."""
    await runs(house)
    made = await seat(house, number, bots, **options)
    async with service.changing(house, made.code) as (connection, row):
        await connection.execute(update(tables).where(tables.c.id == row.id).values(clock=msgspec.to_builtins(set_)))
    async with service.changing(house, made.code) as (connection, row):
        await service.start(house, connection, row)
    return made


async def runs(house: House) -> None:
    """A server has just beaten."""
    async with house.engine.begin() as connection:
        await connection.execute(update(house_time).values(beat_at=func.clock_timestamp()))


async def passes(house: House, **length: float) -> None:
    """So much of the house's time passes."""
    async with house.engine.begin() as connection:
        gone = house_time.c.lost - timedelta(**length)
        await connection.execute(update(house_time).values(lost=gone, beat_at=func.clock_timestamp()))


async def silence(house: House, **length: float) -> None:
    """No server has run for so long, and none does yet."""
    async with house.engine.begin() as connection:
        gone = timedelta(**length)
        # what the world's clock gained since the last beat, a test can't wait for: the beat goes back instead
        await connection.execute(
            update(house_time).values(beat_at=house_time.c.beat_at - gone, lost=house_time.c.lost - gone)
        )


async def faces(table: Seated) -> clock.Faces:
    """How the clocks stand."""
    return clock.faces_of((await table.row()).clocks)


async def left(table: Seated, seat: int) -> float | None:
    """Seconds until the seat is out of time; None while its clock stands."""
    async with table.house.engine.connect() as connection:
        now = (await clock_store.time_of(connection)).now
    deadline = (await faces(table))[seat].deadline
    return None if deadline is None else (deadline - now).total_seconds()


async def play_late(house: House, most: int = 50) -> int:
    """Plays for everybody who is out of time; how many turns."""
    for played in range(most):
        if not await clock_work.play_one(house):
            return played
    raise AssertionError("there is always somebody out of time")


async def told(table: Seated) -> list[str]:
    """The house's own lines in the log."""
    keys = [event["public"]["key"] for action in await table.actions() for event in action.events]
    return [key for key in keys if key.startswith("house.")]
