"""All SQL of a move. Each function takes the connection of the caller's transaction."""

import zlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import bindparam, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.database import actions, admissions, seats, tables
from games.kernel.events import Event

CHANNEL = "tables"
"""The channel of every notice; its payload is "table id, space, seq"."""

TableRow = Any
SeatRow = Any
"""Rows with the columns of `app.database`; SQLAlchemy's types don't name them."""

_lock = select(tables).where(tables.c.code == bindparam("code")).with_for_update(key_share=True)
_by_code = select(tables).where(tables.c.code == bindparam("code"))
_by_id = select(tables).where(tables.c.id == bindparam("id"))
_seats = select(seats).where(seats.c.table_id == bindparam("table_id")).order_by(seats.c.number)
_answered = select(actions.c.move, actions.c.version).where(
    actions.c.table_id == bindparam("table_id"),
    actions.c.seat == bindparam("seat"),
    actions.c.key == bindparam("key"),
)
_due = (
    select(tables)
    .where(tables.c.bot_due <= func.now(), tables.c.status == "playing")
    .order_by(tables.c.bot_due)
    .limit(1)
    .with_for_update(key_share=True, skip_locked=True)
)
_notify = text("SELECT pg_notify('tables', :payload)")


async def lock(connection: AsyncConnection, code: str) -> TableRow | None:
    """The table, locked until the transaction ends (FOR NO KEY UPDATE, which doesn't hold up rows that refer to it)."""
    return (await connection.execute(_lock, {"code": code})).one_or_none()


async def lock_due(connection: AsyncConnection) -> TableRow | None:
    """The table whose bot has waited longest, locked; passes over those that somebody else holds."""
    return (await connection.execute(_due)).one_or_none()


async def find(connection: AsyncConnection, code: str) -> TableRow | None:
    """The table with this code, as it was last committed."""
    return (await connection.execute(_by_code, {"code": code})).one_or_none()


async def find_by_id(connection: AsyncConnection, table_id: int) -> TableRow | None:
    """The table with this number, as it was last committed."""
    return (await connection.execute(_by_id, {"id": table_id})).one_or_none()


async def seats_of(connection: AsyncConnection, table_id: int) -> Sequence[SeatRow]:
    """The taken seats, in order."""
    return (await connection.execute(_seats, {"table_id": table_id})).all()


async def is_admitted(connection: AsyncConnection, table_id: int, player_id: UUID) -> bool:
    """Whether this guest was let in (by name or password) and not sent away."""
    found = await connection.scalar(
        select(admissions.c.kicked).where(admissions.c.table_id == table_id, admissions.c.player_id == player_id)
    )
    return found is False


async def answered(connection: AsyncConnection, table_id: int, seat: int, key: str) -> Any | None:
    """The move that this seat made with this key, and the version it made; None if the key is new."""
    return (await connection.execute(_answered, {"table_id": table_id, "seat": seat, "key": key})).one_or_none()


async def append(
    connection: AsyncConnection,
    table: TableRow,
    *,
    seq: int,
    version: int,
    seat: int | None,
    move: Mapping[str, Any],
    events: Sequence[Event],
    draws: Sequence[tuple[int, int]],
    key: str | None,
    edition: int,
    state: bytes,
) -> None:
    """Appends one action; nothing here is ever changed or removed."""
    await connection.execute(
        insert(actions).values(
            table_id=table.id,
            seq=seq,
            version=version,
            seat=seat,
            move=dict(move),
            events=msgspec.to_builtins(events, str_keys=True),
            first_event=table.log_length,
            draws=[list(draw) for draw in draws],
            key=key,
            edition=edition,
            state=zlib.compress(state, 1),
        )
    )


async def save(connection: AsyncConnection, table_id: int, **values: Any) -> None:
    """Stores columns of the table's row."""
    await connection.execute(update(tables).where(tables.c.id == table_id).values(changed_at=func.now(), **values))


async def announce(connection: AsyncConnection, table_id: int, seq: int) -> None:
    """Tells every process at commit that the table stands at `seq`."""
    await connection.execute(_notify, {"payload": f"{table_id} {seq}"})


class Entry(msgspec.Struct, frozen=True):
    """One event with its number (from 0, without gaps), when it happened, and whose move it was."""

    number: int
    event: Event
    at: datetime
    seat: int | None


_events = select(actions.c.first_event, actions.c.events, actions.c.at, actions.c.seat)


async def events_since(connection: AsyncConnection, table_id: int, since: int) -> list[Entry]:
    """The events from number `since` on."""
    rows = await connection.execute(
        _events.where(
            actions.c.table_id == table_id,
            actions.c.first_event + func.jsonb_array_length(actions.c.events) > since,
        ).order_by(actions.c.seq)
    )
    return [entry for entry in _entries(rows.all()) if entry.number >= since]


async def latest_events(connection: AsyncConnection, table_id: int, most: int) -> list[Entry]:
    """The events of the last `most` actions."""
    rows = await connection.execute(
        _events.where(actions.c.table_id == table_id).order_by(actions.c.seq.desc()).limit(most)
    )
    return _entries(reversed(rows.all()))


def _entries(rows: Iterable[Any]) -> list[Entry]:
    return [
        Entry(row.first_event + index, event, row.at, row.seat)
        for row in rows
        for index, event in enumerate(msgspec.convert(row.events, list[Event], strict=False))
    ]
