"""Writes what a move made: the action, the snapshot, the questions, the notice; one statement for all of it. What was
written is told and counted after the commit, and not before: until then it may come to nothing."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from app.house import House
from app.tables import clock, clock_store, pacing, questions, store
from app.tables.clock import Done, Faces
from app.tables.questions import Questions
from app.tables.store import SeatRow, TableRow
from app.watching import figures
from games.kernel.contract import Game, Outcome, State, decode, encode
from games.kernel.events import Event, Fact, Seat

TAKEN_BACK = "house.takenback"


class Deed(msgspec.Struct, frozen=True):
    """What is written: the outcome, whose it is (None: the house's), as which move and under which key; `free`: it
    answers nothing; `late`: a bot did it because the seat was out of time."""

    game: Game
    outcome: Outcome
    seat: int | None
    move: Mapping[str, Any]
    key: str | None = None
    free: bool = False
    late: bool = False


class Written(NamedTuple):
    """The table after a deed, once that is committed. `move`: its game and who made it, for the figures; None for what
    the house did."""

    table_id: int
    seq: int
    version: int
    move: tuple[str, str] | None

    def tell(self, house: House) -> None:
        """To be called after the commit: counts the move, and tells the pages of this process."""
        if self.move is not None:
            figures.MOVES.labels(*self.move).inc()
        house.hub.notice(self.table_id, self.seq)


async def write(
    house: House, connection: AsyncConnection, table: TableRow, seats: Sequence[SeatRow], deed: Deed
) -> Written:
    """Writes the deed at a locked table. The version rises only if others may notice."""
    game, outcome, now = deed.game, deed.outcome, table.now
    seq, version = table.seq + 1, table.version + (1 if outcome.events else 0)
    over = game.result(outcome.state) is not None
    before = questions.read(table.questions)
    asked = questions.asked_now(game, outcome.state, version, now, before, deed.seat, deed.free)
    by_bot = any(row.number == deed.seat and row.bot is not None for row in seats)
    asked = msgspec.structs.replace(asked, back=None if over or by_bot else may_take_back(before, deed))
    if deed.free:
        asked = _after_a_free_move(table, seats, deed, asked)
    action = store.Action(
        table_id=table.id,
        seq=seq,
        version=version,
        seat=deed.seat,
        move=deed.move,
        events=outcome.events,
        first_event=table.log_length,
        draws=outcome.draws,
        key=deed.key,
        edition=game.edition,
        state=encode(outcome.state),
    )
    faces = await _faces(connection, table, seats, set() if over else set(asked.asked), deed)
    await store.append(
        connection,
        action,
        status="over" if over else table.status,
        ended_at=now if over else None,
        schema=game.schema,
        questions=questions.plain(asked),
        bot_due=None if over else _bot_due(house, seats, (before, asked), table, deed, now),
        clocks=clock.plain(faces),
        clock_due=clock.due(faces),
    )
    return Written(table.id, seq, version, None if deed.seat is None else (game.slug, _by(deed, seats)))


def _by(deed: Deed, seats: Sequence[SeatRow]) -> str:
    """Who made a move, for the figures."""
    if deed.late:
        return "late"
    return "bot" if any(row.number == deed.seat and row.bot is not None for row in seats) else "person"


async def _faces(
    connection: AsyncConnection, table: TableRow, seats: Sequence[SeatRow], asked: set[Seat], deed: Deed
) -> Faces:
    """How the clocks stand after the deed, where there are any."""
    set_ = clock.clock_of(table.clock)
    if set_ is None:
        return {}
    now = table.paused_at or (await clock_store.time_of(connection)).now
    people = {row.number for row in seats if row.bot is None}
    taken_back = deed.move["type"] == TAKEN_BACK
    done = Done(deed.seat, not deed.free, bool(deed.outcome.events), deed.late, taken_back)
    return clock.after(set_, clock.faces_of(table.clocks), people, asked, done, now)


def may_take_back(before: Questions, deed: Deed) -> Seat | None:
    """The seat that may take this deed back: who was asked alone, and whose deed doesn't stand. What the house tells in
    between changes nothing."""
    if deed.seat is None:
        return before.back
    alone = before.asked.keys() == {deed.seat} and not deed.free and not deed.late
    return deed.seat if alone and not stands(deed.game, deed.outcome, deed.move["type"]) else None


def stands(game: Game, outcome: Outcome, tag: str) -> bool:
    """Whether a move of this type stands, whoever made it: it drew, told or showed something hidden, or is no move."""
    hidden = any(event.reveals or event.private for event in outcome.events)
    return bool(outcome.draws) or hidden or tag in game.shows | {TAKEN_BACK} or game.companion


def taken_back(before: State, seat: Seat, first: int, last: int) -> Outcome:
    """What comes of a seat's taking back the lines from `first` to `last` (from 1): the state before them, and a line
    that says so."""
    return Outcome(before, (Event(Fact(TAKEN_BACK, {"who": seat, "first": first, "last": last})),), ())


def _after_a_free_move(table: TableRow, seats: Sequence[SeatRow], deed: Deed, asked: Questions) -> Questions:
    """A bot's offers something, if it opens anything to people. A person's may be replied to by each bot to which it
    opens anything, whatever that bot has done on this turn."""
    bots = {row.number for row in seats if row.bot is not None}
    if deed.seat in bots:
        people = {row.number for row in seats} - bots
        return msgspec.structs.replace(asked, offering=deed.seat if _opened_to(table, deed, people) else None)
    replying = _opened_to(table, deed, bots)
    spent = tuple(seat for seat in asked.volunteered if seat not in replying)
    return msgspec.structs.replace(asked, volunteered=spent)


def _opened_to(table: TableRow, deed: Deed, seats: set[Seat]) -> set[Seat]:
    """Those of these seats to whom the deed opens something that wasn't open to them before."""
    before = decode(deed.game, table.state, table.schema)
    return {seat for seat in seats if _open_to(deed.game, deed.outcome.state, seat) - _open_to(deed.game, before, seat)}


def _open_to(game: Game, state: State, seat: Seat) -> set[str | None]:
    return {choice.free for choice in game.choices(state, seat)}


def _bot_due(
    house: House,
    seats: Sequence[SeatRow],
    asked: tuple[Questions, Questions],
    table: TableRow,
    deed: Deed,
    now: datetime,
) -> datetime | None:
    """When the next bot moves, by chance alone. `asked`: before and after. People who move meanwhile don't put it off,
    but for a gift or an offer, which bots may want to answer."""
    before, after = asked
    bots = {row.number for row in seats if row.bot is not None}
    if pacing.nobody_is_here(seats):
        return None
    if not bots & after.asked.keys() and not pacing.volunteers(deed.game, seats, after):
        return None
    person = deed.seat is not None and deed.seat not in bots
    offered = deed.free and bool(deed.outcome.events)
    if person and not offered and pacing.is_kept(table, before, after, bots):
        due: datetime = table.bot_due
        return due
    patience = pacing.TIME_TO_TAKE_BACK if after.back is not None and after.back not in bots else 1
    return now + patience * pacing.pause(house.settings, table.pace)
