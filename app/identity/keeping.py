"""What is kept of a guest, for the guest to take along: what the guest did and wrote, and nothing of anybody else's. Of
a game it holds the moves of the guest's own seat alone: no state, no dice, nothing that was drawn."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.database import actions, admissions, api_keys, chat, players, reports, seats, tables


class Move(msgspec.Struct, frozen=True):
    """A move of the own seat."""

    at: datetime
    move: dict[str, Any]


class Table(msgspec.Struct, frozen=True):
    """A table at which the guest sits or looks on (then without a seat). `words`: for the shuffle."""

    code: str
    game: str
    status: str
    host: bool
    let_in_at: datetime | None
    sent_away: bool
    seat: int | None
    name: str | None
    words: str | None
    started_at: datetime | None
    ended_at: datetime | None
    moves: Sequence[Move]


class Message(msgspec.Struct, frozen=True):
    """Words of the guest in a chat."""

    table: str
    at: datetime
    private: bool
    words: str


class Reported(msgspec.Struct, frozen=True):
    """A problem that the guest reported of a table."""

    table: str
    at: datetime
    words: str


class Program(msgspec.Struct, frozen=True):
    """A key by which a program plays the guest's seat; the key itself is kept nowhere."""

    table: str
    made_at: datetime
    expired_at: datetime | None


class Kept(msgspec.Struct, frozen=True):
    """All of it. Moments are in UTC. `on_this_device`: names of others who have played on the guest's device."""

    name: str
    language: str | None
    first_seen_at: datetime
    named_at: datetime
    link_renewed: int
    on_this_device: Sequence[str]
    tables: Sequence[Table]
    messages: Sequence[Message]
    reports: Sequence[Reported]
    programs: Sequence[Program]


async def kept(connection: AsyncConnection, player_id: UUID) -> bytes:
    """What is kept of this guest, as JSON to read."""
    row = (await connection.execute(select(players).where(players.c.id == player_id))).one()
    found = Kept(
        row.name,
        row.language,
        row.created_at,
        row.seen_at,
        row.epoch,
        list(await connection.scalars(select(players.c.name).where(players.c.device_id == player_id).order_by("name"))),
        [_table(at, player_id, await _moves(connection, at)) for at in await _tables(connection, player_id)],
        await _messages(connection, player_id),
        await _reports(connection, player_id),
        await _programs(connection, player_id),
    )
    return msgspec.json.format(msgspec.json.encode(found), indent=2)


async def _tables(connection: AsyncConnection, player_id: UUID) -> Sequence[Any]:
    sits = (seats.c.table_id == tables.c.id) & (seats.c.player_id == player_id)
    let_in = (admissions.c.table_id == tables.c.id) & (admissions.c.player_id == player_id)
    told = (tables.c[name] for name in ("id", "code", "game", "status", "host_id", "started_at", "ended_at"))
    mine = (seats.c[name] for name in ("number", "name", "words", "joined_at"))
    rows = select(*told, *mine, admissions.c.at, admissions.c.kicked)
    rows = rows.select_from(tables.outerjoin(seats, sits).outerjoin(admissions, let_in))
    rows = rows.where(seats.c.player_id.is_not(None) | admissions.c.player_id.is_not(None))
    return (await connection.execute(rows.order_by(tables.c.id))).all()


def _table(row: Any, player_id: UUID, moves: Sequence[Move]) -> Table:
    return Table(
        code=row.code,
        game=row.game,
        status=row.status,
        host=row.host_id == player_id,
        let_in_at=row.at,
        sent_away=bool(row.kicked),
        seat=row.number,
        name=row.name,
        words=row.words,
        started_at=row.started_at,
        ended_at=row.ended_at,
        moves=moves,
    )


async def _moves(connection: AsyncConnection, table: Any) -> Sequence[Move]:
    if table.number is None:
        return []
    own = (actions.c.table_id == table.id) & (actions.c.seat == table.number) & (actions.c.at >= table.joined_at)
    rows = select(actions.c.at, actions.c.move).where(
        own
    )  # not what was done there before the guest took the seat over
    return [Move(row.at, row.move) for row in await connection.execute(rows.order_by(actions.c.seq))]


async def _messages(connection: AsyncConnection, player_id: UUID) -> Sequence[Message]:
    rows = select(tables.c.code, chat.c.at, chat.c.private, chat.c.words).where(chat.c.table_id == tables.c.id)
    rows = rows.where(chat.c.player_id == player_id, chat.c.words.is_not(None)).order_by(chat.c.id)
    return [Message(row.code, row.at, row.private, row.words) for row in await connection.execute(rows)]


async def _reports(connection: AsyncConnection, player_id: UUID) -> Sequence[Reported]:
    rows = select(tables.c.code, reports.c.at, reports.c.words).where(reports.c.table_id == tables.c.id)
    rows = rows.where(reports.c.player_id == player_id).order_by(reports.c.id)
    return [Reported(row.code, row.at, row.words) for row in await connection.execute(rows)]


async def _programs(connection: AsyncConnection, player_id: UUID) -> Sequence[Program]:
    rows = select(tables.c.code, api_keys.c.created_at, api_keys.c.expired_at).where(api_keys.c.table_id == tables.c.id)
    rows = rows.where(api_keys.c.player_id == player_id).order_by(api_keys.c.created_at)
    return [Program(row.code, row.created_at, row.expired_at) for row in await connection.execute(rows)]
