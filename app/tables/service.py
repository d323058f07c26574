"""The one writer of tables. Everything that changes one, people, bots and clocks alike, goes through `changing` or
`submit`: lock, check, write, notify, commit; and only then is anybody told."""

import re
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, get_args
from uuid import UUID

import msgspec
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from app.fairness import words
from app.forms import Sent
from app.house import House
from app.language import gettext
from app.problems import Conflict, Gone, Illegal, KeyReused, Malformed, NoSuchTable, NotYours, Problem, Stale
from app.tables import questions, sharing, store
from app.tables.questions import Questions
from app.tables.store import SeatRow, TableRow
from app.tables.writing import Deed, Written, write
from app.watching import figures
from games import GAMES
from games.kernel.contract import Game, Outcome, State, decode
from games.kernel.events import Event, Fact, IllegalMove

KEY = re.compile(r"[A-Za-z0-9_-]{1,40}")


class Ticket(msgspec.Struct, frozen=True):
    """A move as it arrives: the question's id (or what the free move belongs to), the move, and the form's key; and
    the form itself, if it was one."""

    question: str
    tag: str
    filled: dict[str, Any]
    key: str
    sent: Sent = {}

    @property
    def move(self) -> dict[str, Any]:
        """The move as it is kept."""
        return {**self.filled, "type": self.tag}

    @property
    def is_free(self) -> bool:
        """Whether it answers no question: what it belongs to has a name, and questions have numbers."""
        return not (self.question.isascii() and self.question.isdigit())


class Unchanged(Exception):  # noqa: N818 - nothing is wrong
    """Raised inside `changing` by what finds nothing to do: a form sent twice, say."""


@asynccontextmanager
async def changing(house: House, code: str) -> AsyncIterator[tuple[AsyncConnection, TableRow]]:
    """A change of the table that others may notice. Raises NoSuchTable; an exception inside changes nothing, and
    Unchanged is an end like any other, of which nobody is told."""
    try:
        async with house.engine.begin() as connection:
            table = await store.lock(connection, code)
            if table is None:
                raise NoSuchTable
            yield connection, table
            await store.save(connection, table.id, seq=table.seq + 1, version=table.version + 1)
            await store.announce(connection, table.id, table.seq + 1)
    except Unchanged:
        return
    house.hub.notice(table.id, table.seq + 1)


async def start(house: House, connection: AsyncConnection, table: TableRow) -> None:
    """Deals: the seats in the rows are taken as they stand. For use inside `changing`. Raises Conflict, Illegal."""
    if table.status != "lobby":
        raise Conflict(gettext("This table has started already."))
    game = GAMES[table.game]
    seats = await store.seats_of(connection, table.id)
    options: Any = msgspec.convert(table.options, game.Options)
    misfit = game.misfit(len(seats), options)
    if misfit is not None:
        raise Illegal(gettext("These house rules don't fit this table."), misfit, game.slug)
    said = words.mixed(seats)
    outcome = game.setup(len(seats), options, table.seed, said)
    await write(house, connection, table, seats, Deed(game, outcome, None, {"type": "deal"}))
    await store.save(connection, table.id, status="playing", words=said, started_at=table.now)


async def tell(house: House, connection: AsyncConnection, table: TableRow, fact: Fact) -> None:
    """Puts a line of the house's own words into the log of a running table (inside `changing`), and looks anew at
    whose bot must play."""
    game = GAMES[table.game]
    await _tell(house, connection, table, fact, decode(game, table.state, table.schema))


def is_open(table: TableRow) -> bool:
    """Whether seats may be taken: in the lobby, and at some games while they go on."""
    return table.status == "lobby" or (table.status == "playing" and GAMES[table.game].admit is not None)


async def admit(house: House, connection: AsyncConnection, table: TableRow, seat: int) -> None:
    """Somebody has taken a seat while the game goes on (inside `changing`), which the game must allow."""
    game = GAMES[table.game]
    if game.admit is None:
        raise Conflict(gettext("This game has begun, and no more can sit down."))
    state = game.admit(decode(game, table.state, table.schema))
    await _tell(house, connection, table, Fact("house.joined", {"who": seat}), state)


async def _tell(house: House, connection: AsyncConnection, table: TableRow, fact: Fact, state: State) -> None:
    outcome = Outcome(state, (Event(fact),), ())
    seats = await store.seats_of(connection, table.id)
    await write(house, connection, table, seats, Deed(GAMES[table.game], outcome, None, {"type": fact.key}))


async def submit(house: House, code: str, player_id: UUID, ticket: Ticket) -> int:
    """A move by a guest. The version it made; for a repeated key the version it made the first time.

    Where the database's connection breaks, it is sent once more: the key sees to it that it counts once.
    Raises NoSuchTable, NotYours, Gone, Conflict, Stale, KeyReused, Malformed, Illegal.
    """
    if not KEY.fullmatch(ticket.key):
        raise Malformed(gettext("A move needs a key of 1 to 40 letters and digits. Load the page again."))
    began = time.perf_counter()
    try:
        return await _submit(house, code, player_id, ticket, began)
    except DBAPIError as error:
        if not error.connection_invalidated:
            raise
        return await _submit(house, code, player_id, ticket, began)


async def _submit(house: House, code: str, player_id: UUID, ticket: Ticket, began: float) -> int:
    async with house.engine.begin() as connection:
        table = await store.lock(connection, code)
        if table is None:
            raise NoSuchTable
        seats = await store.seats_with_answers(connection, table.id, ticket.key)
        row = _row_of(seats, player_id)
        if row.first_version is not None:
            return _first_answer(row, ticket)
        if row.bot is not None:
            raise Conflict(gettext("A bot plays for you. Sit down again, then move."))
        _expect_own(ticket.key, questions.read(table.questions).made.get(row.number, 0))
        written = await carry_out(house, connection, table, seats, row.number, ticket)
        if ticket.question.isdigit() and sharing.is_shared(seats, sharing.device_of(row)):
            await sharing.fall_after(connection, table.id, row.number)
        house.hub.expect(table.id, written.seq, began)
    figures.COMMITTED.observe(time.perf_counter() - began)
    written.tell(house)
    return written.version


async def was_made(house: House, code: str, player_id: UUID, key: str) -> bool:
    """Whether a move of this guest has come with this key before."""
    async with house.reading.connect() as connection:
        table = await store.find(connection, code)
        rows = () if table is None else await store.seats_with_answers(connection, table.id, key)
    return any(row.player_id == player_id and row.first_version is not None for row in rows)


def _first_answer(row: SeatRow, ticket: Ticket) -> int:
    if ticket.move != row.first_move and not _is_form_of(row.first_move, ticket.sent):
        raise KeyReused(gettext("This form was sent before with another move. The page shows where the game stands."))
    return int(row.first_version)


def _is_form_of(move: Mapping[str, Any], sent: Sent) -> bool:
    """Whether the form says this move, letter by letter: the choices by which a late one would be read are gone."""
    said = {"move": [move["type"]]}
    for name, value in move.items():
        match value:
            case dict():
                said |= {f"{name}.{key}": [str(amount)] for key, amount in value.items()}
            case list():
                said[name] = [str(one) for one in value]
            case _ if name != "type":
                said[name] = ["" if value is None else str(value)]
    return all(list(sent.get(name, [""] if texts == [""] else [])) == texts for name, texts in said.items())


def _expect_own(key: str, made: int) -> None:
    """Raises Malformed for a key that the house keeps for itself."""
    if questions.is_to_come(key, made, 0):
        raise Malformed(gettext("The house will use this key itself. Choose another, or load the page again."))


def _row_of(seats: Sequence[SeatRow], player_id: UUID) -> SeatRow:
    for row in seats:
        if row.player_id == player_id:
            return row
    raise NotYours(gettext("You have no seat at this table, so you can't move here."))


def is_current(game: Game, state: State, open_: Questions, seat: int, ticket: Ticket) -> bool:
    """Whether the move still answers what the seat is asked, or belongs to something that is still open."""
    try:
        _expect_current(game, state, open_, seat, ticket)
    except Stale:
        return False
    return True


async def carry_out(
    house: House,
    connection: AsyncConnection,
    table: TableRow,
    seats: Sequence[SeatRow],
    seat: int,
    ticket: Ticket,
    late: bool = False,
) -> Written:
    """Plays a move at a locked table and writes it. `late`: a bot's, since time is out."""
    _expect_playing(table)
    game = GAMES[table.game]
    state = decode(game, table.state, table.schema)
    _expect_current(game, state, questions.read(table.questions), seat, ticket)
    outcome = _resolve(game, state, seat, ticket)
    deed = Deed(game, outcome, seat, ticket.move, ticket.key, free=ticket.is_free, late=late)
    return await write(house, connection, table, seats, deed)


def _expect_playing(table: TableRow) -> None:
    if table.status == "lobby":
        raise Conflict(gettext("This table has not started yet."))
    if table.status == "over":
        raise Conflict(gettext("This game is over. The page shows the result."))
    if table.status != "playing":
        raise Gone
    if table.paused_at is not None:
        raise Conflict(gettext("The host has stopped the clocks. Move when the game goes on; nothing is lost."))


def _expect_current(game: Game, state: State, open_: Questions, seat: int, ticket: Ticket) -> None:
    """A free move must still belong to something; an answer must answer the question that the seat has now."""
    if ticket.is_free:
        free = [choice for choice in game.choices(state, seat) if choice.free is not None]
        if not any(choice.free == ticket.question and choice.move == ticket.tag for choice in free):
            raise Stale(gettext("That is no longer open. The page shows where the game stands."))
        return
    asked = open_.asked.get(seat)
    if asked is None:
        raise Stale(gettext("It is not your turn. The page shows whom the table waits for."))
    if str(asked.id) != ticket.question:
        raise Stale(gettext("This was answered or has changed meanwhile. Look again, then choose."))


def _resolve(game: Game, state: State, seat: int, ticket: Ticket) -> Outcome:
    try:
        move = game.move(ticket.tag, ticket.filled)
    except msgspec.ValidationError as error:
        raise _unreadable(game, state, seat, ticket.tag) from error
    try:
        return game.resolve(state, seat, move)
    except IllegalMove as refusal:
        raise Illegal(gettext("The rules don't allow that."), refusal.reason, game.slug) from refusal


def _unreadable(game: Game, state: State, seat: int, tag: str) -> Problem:
    """Why a move can't be read: it isn't offered now, so there is no form to read it by; or it is none."""
    known = {kind.__struct_config__.tag for kind in get_args(game.Move) or (game.Move,)}
    if tag in known - {choice.move for choice in game.choices(state, seat)}:
        return Stale(gettext("That can't be done now. Look at what you are asked, then choose."))
    return Malformed(gettext("This move can't be read. Load the page again and choose anew."))
