"""All SQL of a move. Each function takes the connection of the caller's transaction."""

import zlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import ARRAY, BigInteger, DateTime, LargeBinary, bindparam, func, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.database import actions, admissions, players, seats, tables
from games.kernel.events import Event

CHANNEL = "tables"
"""The channel of every notice; its payload is "table id, space, seq"."""

TableRow = Any
SeatRow = Any
"""Rows with the columns of `app.database`; SQLAlchemy's types don't name them."""

_row = select(tables, func.clock_timestamp().label("now"))
"""A table, and as `now` what time it is by the clock of the database's machine, the only one that all processes share:
those of two machines may be hours apart."""
_lock = _row.where(tables.c.code == bindparam("code")).with_for_update(key_share=True)
_by_code = select(tables).where(tables.c.code == bindparam("code"))
_by_id = _row.where(tables.c.id == bindparam("id"))
seats_with_devices = select(seats, players.c.device_id).select_from(
    seats.outerjoin(players, players.c.id == seats.c.player_id)
)
"""Seats, each with whose device its guest plays on, who has no browser; None: with a browser of the guest's own."""
_seats = seats_with_devices.where(seats.c.table_id == bindparam("table_id")).order_by(seats.c.number)
_seats_with_answers = (
    select(seats, players.c.device_id, actions.c.move.label("first_move"), actions.c.version.label("first_version"))
    .select_from(
        seats.outerjoin(players, players.c.id == seats.c.player_id).outerjoin(
            actions,
            (actions.c.table_id == seats.c.table_id)
            & (actions.c.seat == seats.c.number)
            & (actions.c.key == bindparam("key")),
        )
    )
    .where(seats.c.table_id == bindparam("table_id"))
    .order_by(seats.c.number)
)
_unthought = (
    _row.where(
        tables.c.bot_due.is_not(None),
        tables.c.status == "playing",
        tables.c.paused_at.is_(None),
        or_(tables.c.bot_lease.is_(None), tables.c.bot_lease <= func.now()),
    )
    .order_by(tables.c.bot_due)
    .limit(1)
    .with_for_update(key_share=True, skip_locked=True)
)
_lease = text(
    """
    UPDATE tables SET bot_due = :then, bot_lease = greatest(:then, now()) + make_interval(secs => :seconds)
    WHERE id = :table_id AND bot_due = :due
    """
).bindparams(*(bindparam(name, type_=DateTime(timezone=True)) for name in ("due", "then")))
_end_leases = text(
    """
    UPDATE tables SET bot_lease = NULL FROM unnest(:table_ids, :dues) AS held (id, due)
    WHERE tables.id = held.id AND tables.bot_due = held.due
    """
).bindparams(bindparam("table_ids", type_=ARRAY(BigInteger)), bindparam("dues", type_=ARRAY(DateTime(timezone=True))))
_no_bot_due = update(tables).where(tables.c.id == bindparam("table_id")).values(bot_due=None, bot_lease=None)
_notify = text("SELECT pg_notify('tables', :payload)")


async def lock(connection: AsyncConnection, code: str) -> TableRow | None:
    """The table, locked until the transaction ends (FOR NO KEY UPDATE, which doesn't hold up rows that refer to it)."""
    return (await connection.execute(_lock, {"code": _storable(code)})).one_or_none()


async def lock_unthought(connection: AsyncConnection) -> TableRow | None:
    """The table whose bots move first of those that no process thinks about, locked; passes over those that somebody
    else holds."""
    return (await connection.execute(_unthought)).one_or_none()


async def lease(connection: AsyncConnection, table_id: int, due: datetime, seconds: float, then: datetime) -> bool:
    """This process thinks about what is due at that table, which is then due at `then`, and nobody else does until so
    many seconds after that. False if something else is due there by now."""
    given = {"table_id": table_id, "due": due, "then": then, "seconds": seconds}
    return bool((await connection.execute(_lease, given)).rowcount)


async def end_leases(connection: AsyncConnection, held: Iterable[tuple[int, datetime]]) -> None:
    """Nobody thinks about these any more: (table id, what was due)."""
    rows = list(held)
    given = {"table_ids": [table_id for table_id, _ in rows], "dues": [due for _, due in rows]}
    await connection.execute(_end_leases, given)


async def no_bot_due(connection: AsyncConnection, table_id: int) -> None:
    """No bot wants anything at this table, until it changes."""
    await connection.execute(_no_bot_due, {"table_id": table_id})


async def find(connection: AsyncConnection, code: str) -> TableRow | None:
    """The table with this code, as it was last committed."""
    return (await connection.execute(_by_code, {"code": _storable(code)})).one_or_none()


def _storable(code: str) -> str:
    """A code as an address may have it, without the one character that PostgreSQL has in no text."""
    return code.replace("\0", " ")


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


async def seats_with_answers(connection: AsyncConnection, table_id: int, key: str) -> Sequence[SeatRow]:
    """The taken seats, each with the move it made with this key and the version that made; None: a new key."""
    return (await connection.execute(_seats_with_answers, {"table_id": table_id, "key": key})).all()


class Action(msgspec.Struct, frozen=True):
    """One line of the record: a move, what it made, and the state after it."""

    table_id: int
    seq: int
    version: int
    seat: int | None
    move: Mapping[str, Any]
    events: Sequence[Event]
    first_event: int
    draws: Sequence[tuple[int, int]]
    key: str | None
    edition: int
    state: bytes


_append = text(
    """
    WITH action AS (
        INSERT INTO actions
            (table_id, seq, version, seat, move, events, first_event, draws, key, edition, state, schema)
        VALUES
            (:table_id, :seq, :version, :seat, CAST(:move AS jsonb), CAST(:events AS jsonb), :first_event,
             CAST(:draws AS jsonb), :key, :edition, :packed, :schema)
    ), snapshot AS (
        UPDATE tables SET
            seq = :seq, version = :version, state = :state, edition = :edition, schema = :schema, status = :status,
            log_length = :log_length, questions = CAST(:questions AS jsonb), bot_due = :bot_due,
            bot_lease = CASE WHEN bot_due = :bot_due THEN bot_lease END,
            ended_at = :ended_at, clocks = CAST(:clocks AS jsonb), clock_due = :clock_due,
            changed_at = CASE WHEN version < :version THEN now() ELSE changed_at END
        WHERE id = :table_id
    )
    SELECT pg_notify('tables', :notice)
    """
).bindparams(
    *(bindparam(name, type_=DateTime(timezone=True)) for name in ("bot_due", "ended_at", "clock_due")),
    *(bindparam(name, type_=LargeBinary()) for name in ("packed", "state")),
)


async def append(
    connection: AsyncConnection,
    action: Action,
    *,
    status: str,
    ended_at: datetime | None,
    schema: int,
    questions: Any,
    bot_due: datetime | None,
    clocks: Any,
    clock_due: datetime | None,
) -> None:
    """Appends one action, which is never changed or removed, stores the snapshot, and tells every process at commit.
    One statement: each costs a way to the database and back. `changed_at` orders the lists on Home, so it stands still
    in a secret change of mind, as the version does."""
    values = {
        **{name: getattr(action, name) for name in ("table_id", "seq", "version", "seat", "first_event", "key")},
        **{name: msgspec.json.encode(getattr(action, name)).decode() for name in ("move", "events", "draws")},
        "edition": action.edition,
        "schema": schema,
        "status": status,
        "state": action.state,
        "packed": zlib.compress(action.state, 1),
        "log_length": action.first_event + len(action.events),
        "questions": msgspec.json.encode(questions).decode(),
        "bot_due": bot_due,
        "clocks": msgspec.json.encode(clocks).decode(),
        "clock_due": clock_due,
        "ended_at": ended_at,
        "notice": f"{action.table_id} {action.seq}",
    }
    await connection.execute(_append, values)


class LastMove(msgspec.Struct, frozen=True):
    """The newest move of a seat: its events' numbers, from 0, the first and the one after the last; and the State
    before it, of this schema."""

    first_event: int
    end: int
    state: bytes
    schema: int


_newest_move = (
    select(actions.c.seq, actions.c.first_event, func.jsonb_array_length(actions.c.events).label("events"))
    .where(actions.c.table_id == bindparam("table_id"), actions.c.move["type"].astext.not_like("house.%"))
    .order_by(actions.c.seq.desc())
    .limit(1)
)
_state_before = (
    select(actions.c.state, actions.c.schema)
    .where(actions.c.table_id == bindparam("table_id"), actions.c.seq < bindparam("seq"))
    .order_by(actions.c.seq.desc())
    .limit(1)
)


async def last_move(connection: AsyncConnection, table_id: int) -> LastMove:
    """The newest move at a table at which somebody has moved."""
    newest = (await connection.execute(_newest_move, {"table_id": table_id})).one()
    before = (await connection.execute(_state_before, {"table_id": table_id, "seq": newest.seq})).one()
    end = newest.first_event + newest.events
    return LastMove(newest.first_event, end, zlib.decompress(before.state), before.schema)


class LastOf(msgspec.Struct, frozen=True):
    """The newest move of one seat: how long the log was after it, and the State then, of this schema."""

    end: int
    state: bytes
    schema: int


_last_of = (
    select(
        (actions.c.first_event + func.jsonb_array_length(actions.c.events)).label("end"),
        actions.c.state,
        actions.c.schema,
    )
    .where(
        actions.c.table_id == bindparam("table_id"),
        actions.c.seat == bindparam("seat"),
        or_(actions.c.key.not_like("late-%"), actions.c.move["type"].astext == "house.takenback"),
    )
    .order_by(actions.c.seq.desc())
    .limit(1)
)


async def last_of(connection: AsyncConnection, table_id: int, seat: int) -> LastOf | None:
    """The newest move of this seat, or that it took one back; None if it has not moved. What was played for it when its
    clock had run out is not its own."""
    row = (await connection.execute(_last_of, {"table_id": table_id, "seat": seat})).one_or_none()
    return None if row is None else LastOf(row.end, zlib.decompress(row.state), row.schema)


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
    return [entry for entry in entries(rows.all()) if entry.number >= since]


async def latest_events(connection: AsyncConnection, table_id: int, most: int) -> list[Entry]:
    """The events of the last `most` actions."""
    rows = await connection.execute(
        _events.where(actions.c.table_id == table_id).order_by(actions.c.seq.desc()).limit(most)
    )
    return entries(reversed(rows.all()))


def entries(rows: Iterable[Any]) -> list[Entry]:
    """The events of these actions (`first_event`, `events`, `at`, `seat`), in order."""
    return [
        Entry(row.first_event + index, event, row.at, row.seat)
        for row in rows
        for index, event in enumerate(msgspec.convert(row.events, list[Event], strict=False))
    ]
