"""The table as a program sees it: one document for a key, or for a spectator. Built from the viewer's own View, choices
and facts alone, as the pages are."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from app.house import House
from app.pages import Status
from app.tables import store
from app.tables.clock import Kind, clock_of
from app.tables.scene import Scene
from app.tables.store import Entry
from app.wording import Wording
from games.kernel import choices as forms
from games.kernel import contract
from games.kernel.choices import Amounts, Choice, Limit, Number, SomeOf, Text, Value
from games.kernel.dice import commitment
from games.kernel.events import Argument, Fact, Reason, Seat, Viewer


class Said(msgspec.Struct, frozen=True):
    """A key of the game's words, what fills its places, and the sentence that makes."""

    key: str
    arguments: dict[str, Argument]
    text: str


class Why(msgspec.Struct, frozen=True):
    """Why something can't be done, or should be thought over: the clause of the rules, and the sentence."""

    clause: str
    key: str
    arguments: dict[str, Argument]
    text: str


class Caution(msgspec.Struct, frozen=True):
    """A value that a page would ask about before it is sent."""

    value: Value
    why: Why


class OneOf(msgspec.Struct, frozen=True, tag="one_of"):
    """Exactly one of the options."""

    name: str
    options: tuple[Value, ...]
    cautions: tuple[Caution, ...]


Field = OneOf | SomeOf | Amounts | Number | Text


class Offer(msgspec.Struct, frozen=True):
    """Something the seat may do: a move, sent with this `question` and its fields filled, each domain and limit kept.

    `free`: it answers no question, and nobody waits for it. `barred`: it can't be done now, and why.
    """

    move: str
    question: str
    free: bool
    fields: tuple[Field, ...]
    limits: tuple[Limit, ...]
    barred: Why | None


class Question(msgspec.Struct, frozen=True):
    """What the seat is asked. `more`: one more sentence, or ""."""

    id: str
    key: str
    text: str
    more: str


class AtSeat(msgspec.Struct, frozen=True):
    """Who sits there. `bot`: a bot plays for good; `away`: the player has left, and a bot sits in. `ready` to begin.
    `words`: what its player wants to be mixed into the seed, or ""."""

    seat: Seat
    name: str
    bot: bool
    away: bool
    ready: bool
    words: str


class SeatClock(msgspec.Struct, frozen=True):
    """A seat's clock. `until`: when it is out of time, null while it stands; `left`: seconds on a clock that stands."""

    seat: Seat
    until: datetime | None
    left: int | None


class Clocks(msgspec.Struct, frozen=True):
    """How long a turn may take. `kind`: turn, bank or days; `seconds`: of a turn, or of a bank, to which each turn adds
    the `increment`. While they are `paused` the table takes no moves. `seats`: those that have a clock now."""

    kind: Kind
    seconds: int
    increment: int
    paused: bool
    seats: tuple[SeatClock, ...]


class Line(msgspec.Struct, frozen=True):
    """A line of the log. Numbers count from 1 without gaps, and are the same for everybody."""

    number: int
    key: str
    arguments: dict[str, Argument]
    text: str


class Part(msgspec.Struct, frozen=True):
    """A part of a score."""

    words: Said
    points: int


class Standing(msgspec.Struct, frozen=True):
    """Where a seat ended: place from 1 (equal places are shared), and the total with its parts."""

    seat: Seat
    place: int
    total: int
    parts: tuple[Part, ...]


class Result(msgspec.Struct, frozen=True):
    """The end: who won, how, and everybody's score."""

    winners: tuple[Seat, ...]
    standings: tuple[Standing, ...]
    how: Said


class Table(msgspec.Struct, frozen=True):
    """A table. `status`: lobby, playing or over. `seat`: your own, null for a spectator. `deciders`: the seats that the
    table waits for, since `waiting_since`. `question` and `choices` are yours; `takeback`: your last
    move can still be taken back; `view` is what you may see of the game,
    null before it. `log`: the lines after `since`, of `log_length` in all. `commitment`: the SHA-256 of the seed, which
    is shown with the result. `rematch`: for who played, the code of the next table, once somebody has opened it.
    `clock`: null where the host set none."""

    code: str
    game: str
    version: int
    status: Status
    seat: Viewer
    seats: tuple[AtSeat, ...]
    host: Viewer
    options: dict[str, Any]
    deciders: tuple[Seat, ...]
    waiting_since: datetime | None
    question: Question | None
    choices: tuple[Offer, ...]
    takeback: bool
    view: Any
    log: tuple[Line, ...]
    log_length: int
    result: Result | None
    commitment: str
    seed: str | None
    rematch: str | None
    clock: Clocks | None


async def table(house: House, scene: Scene, viewer: Viewer, since: int) -> Table:
    """The document, with the log's lines after number `since`."""
    return document(scene, viewer, await _entries(house, scene, since))


async def _entries(house: House, scene: Scene, since: int) -> Sequence[Entry]:
    """The events after the first `since`, read anew if the scene's tail doesn't reach so far."""
    if since >= scene.log_length:
        return ()
    found: Sequence[Entry] = scene.tail
    if not found or found[0].number > since:
        async with house.reading.connect() as connection:
            found = await store.events_since(connection, scene.table.id, since)
    return [entry for entry in found if since <= entry.number < scene.log_length]


def document(scene: Scene, viewer: Viewer, entries: Sequence[Entry]) -> Table:
    """The document of the scene for this viewer, with these events."""
    row, wording = scene.table, Wording(scene.game.words, scene.facts.seats)
    dealt = scene.status != "lobby"
    plays = dealt and viewer is not None and not scene.facts.seats[viewer].away
    result = scene.game.result(scene.state) if dealt else None
    return Table(
        code=row.code,
        game=row.game,
        version=row.version,
        status=row.status,
        seat=viewer,
        seats=_seats(scene),
        host=scene.facts.host,
        options=dict(row.options),
        deciders=scene.facts.deciders,
        waiting_since=scene.facts.since,
        question=question(scene, viewer) if plays else None,
        choices=_offers(scene, viewer, wording) if plays and viewer is not None else (),
        takeback=plays and scene.open.back == viewer,
        view=scene.game.view(scene.state, viewer) if dealt else None,
        log=tuple(_line(entry, viewer, wording) for entry in entries),
        log_length=scene.log_length,
        result=None if result is None else _result(result, wording),
        commitment=commitment(row.seed),
        seed=row.seed.hex() if result is not None else None,
        rematch=None if viewer is None else row.rematch,
        clock=_clock(scene),
    )


def _clock(scene: Scene) -> Clocks | None:
    clock = clock_of(scene.table.clock)
    if clock is None:
        return None
    seats = tuple(SeatClock(one.seat, one.until, one.left) for one in scene.standings)
    return Clocks(clock.kind, clock.seconds, clock.increment, scene.table.paused_at is not None, seats)


def question(scene: Scene, viewer: Viewer) -> Question | None:
    """What this viewer is asked now."""
    asked = None if viewer is None else scene.open.asked.get(viewer)
    if asked is None:
        return None
    wording = Wording(scene.game.words, scene.facts.seats)
    more = Fact(f"{asked.words.key}.more", asked.words.arguments)
    return Question(str(asked.id), asked.words.key, wording.text(asked.words), wording.text(more))


def _seats(scene: Scene) -> tuple[AtSeat, ...]:
    return tuple(
        AtSeat(facts.seat, facts.name, facts.bot, facts.away, row.ready, row.words)
        for facts, row in zip(scene.facts.seats, scene.seats, strict=True)
    )


def _offers(scene: Scene, seat: Seat, wording: Wording) -> tuple[Offer, ...]:
    asked = scene.open.asked.get(seat)
    id_ = "" if asked is None else str(asked.id)
    return tuple(offer(choice, id_, wording) for choice in scene.game.choices(scene.state, seat))


def offer(choice: Choice, asked: str, wording: Wording) -> Offer:
    """A choice as data, and what it is to be sent with: the question's id, or what a free move belongs to."""
    return Offer(
        move=choice.move,
        question=asked if choice.free is None else choice.free,
        free=choice.free is not None,
        fields=tuple(_field(field, wording) for field in choice.fields),
        limits=choice.limits,
        barred=None if choice.barred is None else _why(choice.barred, wording),
    )


def _field(field: forms.Field, wording: Wording) -> Field:
    if not isinstance(field, forms.OneOf):
        return field
    cautions = tuple(Caution(value, _why(why, wording)) for value, why in field.cautions)
    return OneOf(field.name, field.options, cautions)


def _why(reason: Reason, wording: Wording) -> Why:
    return Why(reason.clause, reason.key, reason.arguments, wording.text(reason))


def said(fact: Fact, wording: Wording) -> Said:
    """A fact with its sentence."""
    return Said(fact.key, fact.arguments, wording.text(fact))


def _line(entry: Entry, viewer: Viewer, wording: Wording) -> Line:
    fact = entry.event.seen_by(viewer)
    return Line(entry.number + 1, fact.key, fact.arguments, wording.text(fact))


def _result(result: contract.Result, wording: Wording) -> Result:
    standings = tuple(
        Standing(
            standing.seat,
            standing.place,
            standing.total,
            tuple(Part(said(part.words, wording), part.points) for part in standing.parts),
        )
        for standing in result.standings
    )
    return Result(result.winners, standings, said(result.how, wording))
