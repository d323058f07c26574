"""All SQL about guests. Each function takes the connection of the caller's transaction."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from app.database import players, seats, tables


async def name_of(connection: AsyncConnection, player_id: UUID) -> str | None:
    """What the guest is called; None if there is no such guest yet."""
    name: str | None = await connection.scalar(select(players.c.name).where(players.c.id == player_id))
    return name


async def keep(connection: AsyncConnection, player_id: UUID, name: str) -> None:
    """Makes the guest, or gives one that there is this name."""
    row = insert(players).values(id=player_id, name=name)
    newer = {"name": row.excluded.name, "seen_at": func.now()}
    await connection.execute(row.on_conflict_do_update(index_elements=[players.c.id], set_=newer))


async def tables_under_other_names(connection: AsyncConnection, player_id: UUID, name: str) -> Sequence[str]:
    """Codes of the open tables at which the guest sits under another name."""
    here = seats.join(tables, tables.c.id == seats.c.table_id)
    rows = select(tables.c.code).select_from(here).where(seats.c.player_id == player_id, seats.c.name != name)
    return (await connection.scalars(rows.where(tables.c.status.in_(("lobby", "playing"))))).all()


async def rename_seat(connection: AsyncConnection, table_id: int, player_id: UUID, name: str) -> None:
    """The guest's seat at this table bears another name from now on."""
    mine = (seats.c.table_id == table_id) & (seats.c.player_id == player_id)
    await connection.execute(update(seats).where(mine).values(name=name))
