"""All SQL of clocks. The house's own time runs while a server runs: every process beats, and when the last beat is old,
the time since then never was, by one row. So no deadline is ever moved, and none is forgotten.
"""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import func, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.database import house_time, tables
from app.tables.store import TableRow

SILENT = 10.0
"""Seconds after which a beat that nobody repeated means that no server ran. Shorter gaps count: a quick restart."""

_now = func.least(func.clock_timestamp(), house_time.c.beat_at + timedelta(seconds=SILENT)) - house_time.c.lost
_house_time = select(_now, house_time.c.lost)
_last_beat = select(func.clock_timestamp() - house_time.c.beat_at).with_for_update()
_notify_running = text("SELECT pg_notify('presence', id::text) FROM tables WHERE clock_due IS NOT NULL")
_fresh = house_time.c.beat_at > func.clock_timestamp() - timedelta(seconds=SILENT)
_due = (
    select(tables)
    .where(
        tables.c.clock_due <= select(_now).where(_fresh).scalar_subquery(),  # null, and so never, after a silence
        tables.c.status == "playing",
        tables.c.paused_at.is_(None),
    )
    .order_by(tables.c.clock_due)
    .limit(1)
    .with_for_update(key_share=True, skip_locked=True, of=tables)
)


class HouseTime(NamedTuple):
    """The house's own time, and how much of the world's it has lost since it began."""

    now: datetime
    lost: timedelta


async def time_of(connection: AsyncConnection) -> HouseTime:
    """What the house's own time is."""
    return HouseTime(*(await connection.execute(_house_time)).one())


async def beat(connection: AsyncConnection) -> None:
    """A server runs. After a silence the house's time goes on where it stood, and all pages with a running clock are
    shown anew. Several processes may beat at once: the row is locked."""
    since = max(timedelta(0), await connection.scalar(_last_beat) or timedelta(0))
    silence = since if since > timedelta(seconds=SILENT) else timedelta(0)
    await connection.execute(
        update(house_time).values(beat_at=house_time.c.beat_at + since, lost=house_time.c.lost + silence)
    )
    if silence:
        await connection.execute(_notify_running)


async def lock_due(connection: AsyncConnection) -> TableRow | None:
    """The table where a seat has been out of time for longest, locked; passes over those that somebody else holds."""
    return (await connection.execute(_due)).one_or_none()


async def look_at(connection: AsyncConnection, table_id: int, then: datetime | None) -> None:
    """Nobody looks at this table's clocks before then, however they stand; every write sets it anew."""
    await connection.execute(update(tables).where(tables.c.id == table_id).values(clock_due=then))


async def stop(connection: AsyncConnection, table_id: int, now: datetime) -> None:
    """All clocks of the table stand still from this moment of the house's time on."""
    await connection.execute(update(tables).where(tables.c.id == table_id).values(paused_at=now))


async def go_on(connection: AsyncConnection, table_id: int, clocks: Any) -> None:
    """They run again, with these faces; when the first is out of time is written with what is told next."""
    await connection.execute(update(tables).where(tables.c.id == table_id).values(paused_at=None, clocks=clocks))
