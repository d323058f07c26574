"""Takes a table in from a file: all of it, in one transaction, or nothing. Its people come as guests who have no
browser yet; a personal link for each lets them go on."""

import secrets
import zlib
from collections import Counter
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import msgspec
from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from app.database import actions, admissions, chat, players, seats, tables
from app.language import gettext, later
from app.moving.checking import expect_sound
from app.moving.file import FileError, MovedTable
from app.tables import clock, clock_setting, clock_store, questions
from app.tables.clock import Done
from app.tables.questions import Questions
from games import GAMES
from games.kernel.contract import State, encode
from games.kernel.events import Seat


class Arrived(NamedTuple):
    """A table that was taken in: its code, and its people by name with their guests' numbers."""

    code: str
    people: tuple[tuple[str, UUID], ...]


async def arrive(connection: AsyncConnection, moved: MovedTable) -> Arrived:
    """Takes the table in. Raises FileError, and then the transaction must be undone."""
    state = expect_sound(moved)
    people = {seat.number: uuid4() for seat in moved.seats if seat.person}
    try:
        await _take_in(connection, moved, state, people)
    except DBAPIError as error:
        if not str(getattr(error.orig, "sqlstate", "")).startswith(_DATA):
            raise
        sentence = later("There is something in this file that no database can keep. It was changed; export it again.")
        raise FileError(gettext(sentence)) from error
    return Arrived(moved.code, tuple((moved.seats[number].name, one) for number, one in people.items()))


_DATA = "22"
"""How PostgreSQL's states of errors begin that speak of the data, and not of the database."""


async def _take_in(
    connection: AsyncConnection, moved: MovedTable, state: State | None, people: dict[int, UUID]
) -> None:
    await _take_in_people(connection, moved, people)
    table_id = await _take_in_table(connection, moved, state, people)
    taken = [_seat(moved, table_id, number, people) for number in range(len(moved.seats))]
    await connection.execute(insert(seats), taken)
    for one in people.values():
        await connection.execute(insert(admissions).values(table_id=table_id, player_id=one))
    await _take_in_record(connection, moved, table_id)
    await _take_in_chat(connection, moved, table_id, people)


async def _take_in_people(connection: AsyncConnection, moved: MovedTable, people: dict[int, UUID]) -> None:
    """Those with a device of their own first."""
    for number, one in sorted(people.items(), key=lambda person: moved.seats[person[0]].device is not None):
        device = moved.seats[number].device
        values = {"id": one, "name": moved.seats[number].name, "device_id": None if device is None else people[device]}
        await connection.execute(insert(players).values(values))


async def _take_in_table(
    connection: AsyncConnection, moved: MovedTable, state: State | None, people: dict[int, UUID]
) -> int:
    game, now = GAMES[moved.game], (await connection.execute(select(func.now()))).scalar_one()
    plain = {name: getattr(moved, name) for name in _PLAIN}
    values: dict[str, Any] = {
        **plain,
        "seed": bytes.fromhex(moved.seed),
        "schema": game.schema,
        "host_id": None if moved.host is None else people[moved.host],
    }
    asked = _asked(moved, state, now)
    if state is not None:
        due = now if asked.asked and _bots_play(moved) else None
        values |= {"state": encode(state), "questions": questions.plain(asked), "bot_due": due}
    values |= await _clocks(connection, moved, {*asked.asked})
    row = insert(tables).values(values).on_conflict_do_nothing(index_elements=[tables.c.code])
    table_id = await connection.scalar(row.returning(tables.c.id))
    if table_id is None:
        raise FileError(gettext("There is a table {code} here already.", code=moved.code))
    return int(table_id)


def _asked(moved: MovedTable, state: State | None, now: datetime) -> Questions:
    """What the table waits for, asked anew."""
    made = Counter(action.seat for action in moved.actions if action.seat is not None)
    asked = Questions(made=dict(made))
    if moved.status != "playing":
        return asked
    return questions.asked_now(GAMES[moved.game], state, moved.version, now, asked, None)


def _bots_play(moved: MovedTable) -> bool:
    """Whether there are bots, and somebody to play with: where all people have gone they wait (`app.tables.pacing`)."""
    people = [seat for seat in moved.seats if seat.person]
    here = not people or any(seat.bot is None for seat in people)
    return here and any(seat.bot is not None for seat in moved.seats)


async def _clocks(connection: AsyncConnection, moved: MovedTable, asked: set[Seat]) -> dict[str, Any]:
    """The columns of the table's clock. In a running game it stands still until the host lets it go on, so that nobody
    is late who has no link yet, and each has its full time; without a host, who could?"""
    set_ = moved.clock
    if set_ is None or moved.status != "playing":
        return {"clock": clock_setting.plain(set_)}
    if moved.host is None:
        return {}
    now = (await clock_store.time_of(connection)).now
    people = {seat.number for seat in moved.seats if seat.bot is None}
    faces = clock.after(set_, {}, people, asked, Done(None), now)
    return {
        "clock": clock_setting.plain(set_),
        "clocks": clock.plain(faces),
        "clock_due": clock.due(faces),
        "paused_at": now,
    }


_PLAIN = (
    *("code", "game", "edition", "options", "status", "chairs", "private", "watchers", "watchers_chat", "pace"),
    *("words", "seq", "version", "log_length", "created_at", "started_at", "ended_at"),
)


def _seat(moved: MovedTable, table_id: int, number: int, people: dict[int, UUID]) -> dict[str, Any]:
    seat = moved.seats[number]
    kept = {name: getattr(seat, name) for name in ("number", "name", "colour", "bot", "ready", "words")}
    return {
        "table_id": table_id,
        "player_id": people.get(number),
        "seen": moved.log_length,
        "joined_at": moved.created_at,
        **kept,
    }


async def _take_in_record(connection: AsyncConnection, moved: MovedTable, table_id: int) -> None:
    rows = [
        {
            "table_id": table_id,
            **{name: getattr(action, name) for name in _KEPT},
            "events": msgspec.to_builtins(action.events, str_keys=True),
            "draws": msgspec.to_builtins(action.draws),
            "state": zlib.compress(bytes(action.state), 1),
        }
        for action in moved.actions
    ]
    if rows:
        await connection.execute(insert(actions), rows)


_KEPT = ("seq", "version", "seat", "move", "first_event", "key", "edition", "schema", "at")


async def _take_in_chat(connection: AsyncConnection, moved: MovedTable, table_id: int, people: dict[int, UUID]) -> None:
    """A private line of which neither end has a seat can be read by nobody, so it is left out."""
    rows = [
        {
            "token": uuid4(),
            "table_id": table_id,
            "player_id": None if line.seat is None else people.get(line.seat),
            "to_player_id": None if line.to is None else people.get(line.to),
            **{name: getattr(line, name) for name in ("private", "name", "words", "at")},
            "key": secrets.token_hex(12),
        }
        for line in moved.chat
        if not line.private or line.seat is not None or line.to is not None
    ]
    if rows:
        await connection.execute(insert(chat), rows)
