"""The moments of a game, as the record keeps them. A moment is what everybody may notice: the deal, or an action with
events. A secret change of mind makes none, so that nobody can count them."""

import zlib

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.tables import store
from app.tables.store import Entry


class Course(msgspec.Struct, frozen=True):
    """How many moments a game has had, and at which of them (from 1) a round began."""

    moments: int
    rounds: tuple[int, ...]


class Moment(msgspec.Struct, frozen=True):
    """The table's version at a moment, and the State after it, of this schema."""

    number: int
    version: int
    state: bytes
    schema: int


_course = text(
    """
    SELECT count(*) AS moments, coalesce(array_agg(number ORDER BY number) FILTER (WHERE begins), '{}') AS rounds
    FROM (
        SELECT row_number() OVER (ORDER BY seq) AS number,
            events @> '[{"public": {"key": "event.round"}}]' OR events @> '[{"public": {"key": "event.round_ended"}}]'
            AS begins
        FROM actions WHERE table_id = :table_id AND jsonb_array_length(events) > 0
    ) AS noticed
    """
)
_moment = text(
    """
    SELECT version, state, schema FROM actions WHERE table_id = :table_id AND jsonb_array_length(events) > 0
    ORDER BY seq OFFSET :before LIMIT 1
    """
)
_lines = text(
    """
    SELECT first_event, events, at, seat FROM actions WHERE table_id = :table_id AND jsonb_array_length(events) > 0
    ORDER BY seq OFFSET :before LIMIT :most
    """
)
_holding = text(
    """
    SELECT count(*) FROM actions
    WHERE table_id = :table_id AND jsonb_array_length(events) > 0 AND first_event < :line
    """
)


async def course(connection: AsyncConnection, table_id: int) -> Course:
    """How far the game has come."""
    row = (await connection.execute(_course, {"table_id": table_id})).one()
    return Course(row.moments, tuple(row.rounds))


async def moment(connection: AsyncConnection, table_id: int, number: int) -> Moment:
    """The moment with this number, which there must be: one state is read, however long the game."""
    row = (await connection.execute(_moment, {"table_id": table_id, "before": number - 1})).one()
    return Moment(number, row.version, zlib.decompress(row.state), row.schema)


async def lines(connection: AsyncConnection, table_id: int, number: int, most: int) -> list[Entry]:
    """The events of so many moments, the last of them this one."""
    given = {"table_id": table_id, "before": max(0, number - most), "most": min(most, number)}
    return store.entries((await connection.execute(_lines, given)).all())


async def holding(connection: AsyncConnection, table_id: int, line: int) -> int:
    """The number of the moment in which the log got this line (from 1)."""
    return int(await connection.scalar(_holding, {"table_id": table_id, "line": line}) or 0)
