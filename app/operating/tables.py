"""The tables of the house as its operator may see them: never a state, a seed, a hand or a password, and no number of a
guest. Ending and removing tells open pages, whichever process shows them."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.database import reports, seats, tables
from app.lobby import codes
from app.lobby.store import forget_rematches
from app.problems import Conflict, NoSuchTable
from app.tables import questions
from app.tables.store import announce, lock, save

OPEN = ("lobby", "playing")


class SeatTold(msgspec.Struct, frozen=True):
    """A taken seat. `who`: player, bot, away (a bot sits in for its player), or nobody (a guest who was erased)."""

    seat: int
    name: str
    who: str
    ready: bool


class TableTold(msgspec.Struct, frozen=True):
    """A table. Moments are in UTC; `waits_for` are names; `reports`: how many problems of it were reported."""

    code: str
    game: str
    status: str
    chairs: int
    seats: Sequence[SeatTold]
    host: str | None
    private: bool
    password: bool
    watchers: bool
    log_lines: int
    waits_for: Sequence[str]
    reports: int
    created_at: datetime
    changed_at: datetime
    started_at: datetime | None
    ended_at: datetime | None


_SHOWN = (
    *("id", "code", "game", "status", "chairs", "host_id", "private", "watchers", "log_length", "questions"),
    *("created_at", "changed_at", "started_at", "ended_at"),
)
_reported = select(func.count()).where(reports.c.table_id == tables.c.id).scalar_subquery()
_tables = select(
    *(tables.c[name] for name in _SHOWN),
    tables.c.password_hash.is_not(None).label("password"),
    _reported.label("reports"),
)


async def all_tables(connection: AsyncConnection) -> list[TableTold]:
    """Every table, the one that changed last first."""
    rows = (await connection.execute(_tables.order_by(tables.c.changed_at.desc(), tables.c.id))).all()
    taken: dict[int, list[Any]] = {row.id: [] for row in rows}
    for seat in await connection.execute(select(seats).order_by(seats.c.table_id, seats.c.number)):
        taken.setdefault(seat.table_id, []).append(seat)
    return [_told(row, taken[row.id]) for row in rows]


async def one_table(connection: AsyncConnection, typed: str) -> TableTold:
    """The table whose code this is, in whatever way it is written. Raises NoSuchTable."""
    row = (await connection.execute(_tables.where(tables.c.code.in_(codes.readings(typed))))).one_or_none()
    if row is None:
        raise NoSuchTable
    taken = await connection.execute(select(seats).where(seats.c.table_id == row.id).order_by(seats.c.number))
    return _told(row, taken.all())


def _told(row: Any, taken: Sequence[Any]) -> TableTold:
    open_ = questions.read(row.questions)
    return TableTold(
        code=row.code,
        game=row.game,
        status=row.status,
        chairs=row.chairs,
        seats=[SeatTold(seat.number + 1, seat.name, _who(seat), seat.ready) for seat in taken],
        host=next((seat.name for seat in taken if seat.player_id is not None and seat.player_id == row.host_id), None),
        private=row.private,
        password=row.password,
        watchers=row.watchers,
        log_lines=row.log_length,
        waits_for=[seat.name for seat in taken if row.status == "playing" and seat.number in open_.asked],
        reports=row.reports,
        created_at=row.created_at.astimezone(UTC),
        changed_at=row.changed_at.astimezone(UTC),
        started_at=row.started_at and row.started_at.astimezone(UTC),
        ended_at=row.ended_at and row.ended_at.astimezone(UTC),
    )


def _who(seat: Any) -> str:
    match seat.player_id is not None, seat.bot is not None:
        case True, True:
            return "away"
        case True, False:
            return "player"
        case False, True:
            return "bot"
        case _:
            return "nobody"


async def end(connection: AsyncConnection, code: str) -> None:
    """Ends a lobby or a running game without a result. Raises NoSuchTable, Conflict."""
    table = await lock(connection, code)
    if table is None:
        raise NoSuchTable
    if table.status not in OPEN:
        raise Conflict(f"{code} is {table.status} already. To be rid of it: conclave tables remove {code}")
    ended = {"status": "ended", "ended_at": table.now, "bot_due": None, "clock_due": None}
    await save(connection, table.id, seq=table.seq + 1, version=table.version + 1, **ended)
    await forget_rematches(connection, [table.code])
    await announce(connection, table.id, table.seq + 1)


async def remove(connection: AsyncConnection, code: str) -> None:
    """Removes the table with all that belongs to it: seats, moves, chat. Raises NoSuchTable."""
    table = await lock(connection, code)
    if table is None:
        raise NoSuchTable
    await connection.execute(delete(tables).where(tables.c.id == table.id))
    await forget_rematches(connection, [table.code])
    await announce(connection, table.id, table.seq + 1)
