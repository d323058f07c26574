"""All SQL about who is here. Each process renews its own rows; rows that nobody renews are a dead process's."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import ARRAY, BigInteger, Uuid, bindparam, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.database import players, presence, seats

CHANNEL = "presence"
"""The channel of notices about comings and goings; the payload is a table's id."""

Page = tuple[int, UUID]
"""Whose page, at which table: (table id, player id)."""

_arrive = text(
    """
    WITH before AS (
        SELECT 1 FROM presence WHERE table_id = :table_id AND player_id = :player_id AND left_at IS NULL
    ), known AS (
        SELECT id FROM players WHERE id = :player_id
    ), forgotten AS (
        DELETE FROM presence
        WHERE table_id = :table_id AND player_id = :player_id AND left_at IS NOT NULL AND process <> :process
    ), now_here AS (
        INSERT INTO presence (process, table_id, player_id) SELECT :process, :table_id, id FROM known
        ON CONFLICT (process, table_id, player_id) DO UPDATE SET renewed_at = now(), left_at = NULL
    )
    SELECT pg_notify('presence', :notice) WHERE NOT EXISTS (SELECT 1 FROM before)
    """
).bindparams(bindparam("process", type_=Uuid()), bindparam("player_id", type_=Uuid()))

_depart = text(
    """
    WITH gone AS (
        UPDATE presence SET left_at = now()
        WHERE process = :process AND table_id = :table_id AND player_id = :player_id AND left_at IS NULL
        RETURNING 1
    )
    SELECT pg_notify('presence', :notice) FROM gone WHERE NOT EXISTS (
        SELECT 1 FROM presence
        WHERE table_id = :table_id AND player_id = :player_id AND left_at IS NULL AND process <> :process
    )
    """
).bindparams(bindparam("process", type_=Uuid()), bindparam("player_id", type_=Uuid()))

_renew = text(
    """
    WITH open AS (
        SELECT * FROM unnest(:table_ids, :player_ids) AS page (table_id, player_id)
    ), doubted AS (
        SELECT DISTINCT table_id FROM presence JOIN open USING (table_id, player_id)
        WHERE process = :process AND left_at IS NOT NULL
    ), renewed AS (
        INSERT INTO presence (process, table_id, player_id)
        SELECT :process, open.table_id, open.player_id
        FROM open JOIN tables ON tables.id = open.table_id JOIN players ON players.id = open.player_id
        ON CONFLICT (process, table_id, player_id) DO UPDATE SET renewed_at = now(), left_at = NULL
    )
    SELECT pg_notify('presence', table_id::text) FROM doubted
    """
).bindparams(
    bindparam("process", type_=Uuid()),
    bindparam("table_ids", type_=ARRAY(BigInteger())),
    bindparam("player_ids", type_=ARRAY(Uuid())),
)

_sweep = text(
    """
    WITH silent AS (
        UPDATE presence SET left_at = renewed_at
        WHERE left_at IS NULL AND renewed_at < now() - make_interval(secs => :seconds)
        RETURNING table_id
    )
    SELECT pg_notify('presence', table_id::text) FROM (SELECT DISTINCT table_id FROM silent) AS told
    """
)

_empty_chairs = text(
    """
    SELECT code FROM tables
    WHERE status IN ('lobby', 'playing')
      AND EXISTS (SELECT 1 FROM presence WHERE table_id = tables.id AND player_id = tables.host_id)
      AND NOT EXISTS (
          SELECT 1 FROM presence WHERE table_id = tables.id AND player_id = tables.host_id
          AND (left_at IS NULL OR left_at > now() - make_interval(secs => :seconds)))
      AND EXISTS (
          SELECT 1 FROM seats JOIN presence USING (table_id, player_id)
          WHERE table_id = tables.id AND seats.bot IS NULL AND presence.left_at IS NULL)
    """
)


async def arrive(connection: AsyncConnection, process: UUID, page: Page) -> None:
    """The first page of this guest at this table in this process; all are told if nobody else showed the guest."""
    await connection.execute(_arrive, _named(process, page))


async def depart(connection: AsyncConnection, process: UUID, page: Page) -> None:
    """The last page of this guest at this table in this process is closed."""
    await connection.execute(_depart, _named(process, page))


def _named(process: UUID, page: Page) -> dict[str, object]:
    table_id, player_id = page
    return {"process": process, "table_id": table_id, "player_id": player_id, "notice": str(table_id)}


async def renew(connection: AsyncConnection, process: UUID, pages: Collection[Page]) -> None:
    """These pages are open still; whoever was held for gone meanwhile is here again."""
    tables, players = [table_id for table_id, _ in pages], [player_id for _, player_id in pages]
    await connection.execute(_renew, {"process": process, "table_ids": tables, "player_ids": players})


async def sweep(connection: AsyncConnection, seconds: float) -> None:
    """Rows that nobody renewed for so long are of processes that are gone, and so are their guests."""
    await connection.execute(_sweep, {"seconds": seconds})


async def empty_chairs(connection: AsyncConnection, seconds: float) -> Sequence[str]:
    """Codes of open tables whose host has been away for so long, while somebody else who plays is here."""
    return (await connection.execute(_empty_chairs, {"seconds": seconds})).scalars().all()


async def present_heir(connection: AsyncConnection, table_id: int, host_id: UUID) -> UUID | None:
    """Who sat down first of those who play and have the table's page open; None if the host has, or nobody does."""
    here = select(presence.c.player_id).where(presence.c.table_id == table_id, presence.c.left_at.is_(None))
    seated = select(seats.c.player_id).where(
        seats.c.table_id == table_id, seats.c.bot.is_(None), seats.c.player_id.in_(here)
    )
    heirs = (await connection.execute(seated.order_by(seats.c.joined_at, seats.c.number))).scalars().all()
    return None if host_id in heirs else next(iter(heirs), None)


_tell = text("SELECT pg_notify('presence', :notice)")

_company = (
    select(
        presence.c.player_id,
        func.bool_or(presence.c.left_at.is_(None)).label("here"),
        func.max(presence.c.left_at).label("left_at"),
    )
    .where(presence.c.table_id == bindparam("table_id"))
    .group_by(presence.c.player_id)
)


async def away(connection: AsyncConnection, table_id: int) -> Mapping[UUID, datetime]:
    """Who was at this table's page and is away now, and since when, and with them those who play on their devices. Who
    never opened it is not in it."""
    rows = (await connection.execute(_company, {"table_id": table_id})).all()
    gone = {row.player_id: row.left_at for row in rows if not row.here}
    if gone:
        beside = select(players.c.id, players.c.device_id).where(players.c.device_id.in_(gone))
        gone |= {row.id: gone[row.device_id] for row in await connection.execute(beside)}
    return gone


async def tell(connection: AsyncConnection, table_id: int) -> None:
    """Tells every process at commit that pages of this table may show something else, which no write counts."""
    await connection.execute(_tell, {"notice": str(table_id)})
