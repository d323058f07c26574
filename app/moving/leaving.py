"""Writes a table as a file, between two moves."""

import zlib
from collections.abc import Mapping, Sequence
from datetime import UTC
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from app import RELEASE
from app.database import actions, chat
from app.lobby import codes
from app.lobby.store import which
from app.moving import reports
from app.moving.file import FORM, MovedAction, MovedLine, MovedSeat, MovedTable
from app.problems import NoSuchTable
from app.tables.clock import clock_of
from app.tables.store import SeatRow, TableRow, lock, seats_of
from games.kernel.events import Event, Seat


async def leave(connection: AsyncConnection, typed: str) -> bytes:
    """The table whose code this is, in whatever way it is written, as JSON; nobody moves meanwhile. Raises
    NoSuchTable."""
    code = await which(connection, codes.readings(typed))
    row = None if code is None else await lock(connection, code)
    if row is None:
        raise NoSuchTable
    rows = await seats_of(connection, row.id)
    seated = {seat.player_id: seat.number for seat in rows if seat.player_id is not None}
    moved = _table(row, rows, seated)
    record, lines = await _actions(connection, row.id), await _chat(connection, row.id, seated)
    told = await reports.told(connection, row.id)
    return msgspec.json.encode(msgspec.structs.replace(moved, actions=record, chat=lines, reports=told))


def _table(row: TableRow, rows: Sequence[SeatRow], seated: Mapping[UUID, Seat]) -> MovedTable:
    plain = {name: getattr(row, name) for name in _PLAIN}
    moments = {name: _utc(getattr(row, name)) for name in ("created_at", "started_at", "ended_at")}
    return MovedTable(
        form=FORM,
        release=RELEASE,
        **plain,
        **moments,
        host=seated.get(row.host_id),
        seed=row.seed.hex(),
        seats=tuple(_seat(seat, seated) for seat in rows),
        actions=(),
        chat=(),
        clock=clock_of(row.clock),
    )


_PLAIN = (
    *("code", "game", "edition", "schema", "options", "status", "chairs", "private", "watchers", "watchers_chat"),
    *("pace", "words", "seq", "version", "log_length"),
)


def _utc(moment: Any) -> Any:
    return moment and moment.astimezone(UTC)


def _seat(row: SeatRow, seated: Mapping[UUID, Seat]) -> MovedSeat:
    return MovedSeat(
        number=row.number,
        name=row.name,
        colour=row.colour,
        person=row.player_id is not None,
        device=seated.get(row.device_id) if row.device_id is not None else None,
        bot=row.bot,
        ready=row.ready,
        words=row.words,
    )


async def _actions(connection: AsyncConnection, table_id: int) -> tuple[MovedAction, ...]:
    rows = await connection.execute(select(actions).where(actions.c.table_id == table_id).order_by(actions.c.seq))
    return tuple(_action(row) for row in rows)


def _action(row: Any) -> MovedAction:
    return MovedAction(
        **{name: getattr(row, name) for name in _OF_AN_ACTION},
        events=msgspec.convert(row.events, tuple[Event, ...], strict=False),
        draws=tuple((range_, result) for range_, result in row.draws),
        state=msgspec.Raw(zlib.decompress(row.state)),
        at=_utc(row.at),
    )


_OF_AN_ACTION = ("seq", "version", "seat", "move", "first_event", "key", "edition", "schema")


async def _chat(connection: AsyncConnection, table_id: int, seated: Mapping[UUID, Seat]) -> tuple[MovedLine, ...]:
    rows = await connection.execute(select(chat).where(chat.c.table_id == table_id).order_by(chat.c.id))
    return tuple(
        MovedLine(
            seat=seated.get(row.player_id),
            name=row.name,
            to=seated.get(row.to_player_id),
            private=row.private,
            words=row.words,
            at=_utc(row.at),
        )
        for row in rows
    )
