"""How far the player of a seat has seen the log, so that Home can tell what is new."""

import contextlib
from uuid import UUID

from sqlalchemy import func, update
from sqlalchemy.exc import SQLAlchemyError

from app.database import seats, tables
from app.house import House


async def note(house: House, table_id: int, player_id: UUID | None, lines: int) -> None:
    """The guest has had so many lines on the screen; who has no seat is not asked about. It is no more than a
    convenience: where the database is away, it is let be."""
    mine = (seats.c.table_id == table_id) & (seats.c.player_id == player_id) & (seats.c.seen < lines)
    seen = update(seats).values(seen=func.least(lines, tables.c.log_length))
    seen = seen.where(mine, tables.c.id == seats.c.table_id)
    if player_id is not None and lines:
        with contextlib.suppress(SQLAlchemyError, OSError):
            async with house.engine.begin() as connection:
                await connection.execute(seen)
