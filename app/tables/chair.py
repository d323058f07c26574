"""The host's chair: to whom it goes when its holder leaves, in a lobby and in a running game alike."""

from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.database import players, seats
from app.presence.store import present_heir
from app.tables.store import TableRow, save


async def pass_the_chair(connection: AsyncConnection, table: TableRow, from_player: UUID) -> None:
    """To whoever sat down first of those who play themselves and have the page open; if nobody has, of those who play
    themselves, each on a device of the own. It stays where it is if there is nobody else."""
    heir = await present_heir(connection, table.id, from_player) or await _first_seated(connection, table, from_player)
    if heir is not None:
        await save(connection, table.id, host_id=heir)


async def _first_seated(connection: AsyncConnection, table: TableRow, besides: UUID) -> UUID | None:
    plays = seats.c.bot.is_(None) & (seats.c.player_id != besides) & players.c.device_id.is_(None)
    here = seats.join(players, players.c.id == seats.c.player_id)
    rows = select(seats.c.player_id).select_from(here).where(seats.c.table_id == table.id, plays)
    heir: UUID | None = await connection.scalar(rows.order_by(seats.c.joined_at, seats.c.number).limit(1))
    return heir
