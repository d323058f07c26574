"""Tables as the database keeps them, without a database: the rows of which `app.tables.scene` makes pages."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import msgspec

from app.tables import clock, questions
from app.tables.clock import Clock, Done, Faces
from app.tables.clock_store import HouseTime
from app.tables.questions import Asked, Questions
from app.tables.scene import Scene
from app.tables.store import Entry
from games.kernel.contract import Game, Outcome, encode
from games.kernel.dice import Chance, Cup, dice_from
from games.kernel.events import Event, Seat, Viewer
from games.kernel.filling import fill
from tests.games.walks import chance_of, open_choices, seed_of

CODE = "FUMUS-ALBA-ROTA-27"
SEED = bytes(range(100, 132))
"""The seed in every row; the states are dealt by others."""
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
BANK = Clock("bank", 900, 10)
"""Every table has this clock, but for a companion."""
NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gaia", "Ugo")
PEOPLE = tuple(UUID(int=number + 1) for number in range(len(NAMES)))
TAIL = 12
"""Lines of the log that are looked at."""


@dataclass(frozen=True)
class Kept:
    """One table at one moment: what stands in its rows."""

    game: Game
    options: Any
    state: Any
    asked: Questions
    version: int
    length: int
    tail: tuple[Entry, ...]
    faces: Faces

    @property
    def seats(self) -> int:
        """How many play."""
        return int(self.state.seats)

    @property
    def over(self) -> bool:
        """Whether there is a result."""
        return self.game.result(self.state) is not None

    def scene(self) -> Scene:
        """The scene that the house makes of the rows."""
        rows = [_seat_row(number) for number in range(self.seats)]
        return Scene(self._table(), rows, list(self.tail), {}, {}, HouseTime(NOON, timedelta(0)))

    def _table(self) -> Any:
        return SimpleNamespace(
            id=7,
            code=CODE,
            game=self.game.slug,
            edition=self.game.edition,
            schema=self.game.schema,
            options=msgspec.to_builtins(self.options),
            status="over" if self.over else "playing",
            host_id=PEOPLE[0],
            chairs=self.seats,
            private=True,
            watchers=True,
            password_hash=None,
            seed=SEED,
            seq=self.version,
            version=self.version,
            log_length=self.length,
            state=encode(self.state),
            questions=questions.plain(self.asked),
            rematch=None,
            clock=None if self.game.companion else msgspec.to_builtins(BANK),
            clocks=clock.plain(self.faces),
            paused_at=None,
        )

    def after(self, seat: Seat | None, outcome: Outcome, free: bool = False) -> "Kept":
        """The rows after what this seat (None: the house) has done, as `app.tables.writing` writes them."""
        version = self.version + bool(outcome.events)
        now = NOON + timedelta(minutes=version)
        told = [Entry(self.length + at, event, now, seat) for at, event in enumerate(outcome.events)]
        asked = questions.asked_now(self.game, outcome.state, version, now, self.asked, seat)
        done = Done(seat, not free, bool(outcome.events))
        return replace(
            self,
            state=outcome.state,
            asked=asked,
            faces=clock.after(BANK, self.faces, range(outcome.state.seats), asked.asked, done, now),
            version=version,
            length=self.length + len(told),
            tail=(*self.tail, *told)[-TAIL:],
        )

    def with_state(self, state: Any, viewer: Viewer) -> "Kept":
        """The rows as they would be in a state that this viewer takes for the same: others are asked and were told what
        belongs to it."""
        asked = {seat: self._question(state, seat) for seat in self.game.deciders(state)}
        tail = tuple(_retold(entry, viewer) for entry in self.tail)
        return replace(self, state=state, asked=Questions(asked, self.asked.made), tail=tail)

    def by(self, game: Game) -> "Kept":
        """The same table, if this were its game."""
        changed = replace(self, game=game)
        return replace(changed, asked=changed.with_state(self.state, None).asked)

    def _question(self, state: Any, seat: Seat) -> Asked:
        words = self.game.question(state, seat)
        assert words is not None, f"seat {seat} decides and is asked nothing"
        known = self.asked.asked.get(seat, Asked(self.version, NOON, words))
        return msgspec.structs.replace(known, words=words)

    def twin(self, viewer: Viewer, seed: bytes) -> "Kept":
        """The rows with all dealt anew that this viewer can neither see nor be certain of."""
        return self.with_state(self.game.redeal(self.state, viewer, seed), viewer)

    def with_dice_of(self, other: "Kept") -> "Kept":
        """What is drawn from here on is the same for both."""
        return replace(self, state=msgspec.structs.replace(self.state, dice=other.state.dice))


def _seat_row(number: Seat) -> Any:
    return SimpleNamespace(
        table_id=7,
        number=number,
        player_id=PEOPLE[number],
        bot=None,
        name=NAMES[number],
        colour=number + 1,
        ready=True,
        words="",
        joined_at=NOON,
        device_id=None,
        lowered=0,
    )


def _retold(entry: Entry, viewer: Viewer) -> Entry:
    """The event as it would be if the others had been told something else."""
    event = entry.event
    private = {seat: fact if seat == viewer else event.public for seat, fact in event.private.items()}
    return msgspec.structs.replace(entry, event=Event(event.public, private, event.reveals))


def dealt(game: Game, seats: int, options: Any, seed: bytes) -> Kept:
    """A table after the deal."""
    outcome = game.setup(seats, options, seed, "")
    return Kept(game, options, outcome.state, Questions(), 0, 0, (), {}).after(None, outcome)


def played(game: Game, seats: int, options: Any, seed: bytes) -> Iterator[Kept]:
    """A random game from the deal to its end; now and then a free move, at most one between two answers. Where nobody
    is asked, at a companion, all moves are free."""
    chance = Cup(dice_from(seed, "kept"))
    kept = dealt(game, seats, options, seed)
    yield kept
    while not kept.over:
        free = _open(kept, range(seats), free=True) if game.companion or chance.below(3) == 0 else []
        if free:
            kept = _taken(kept, chance_of(free, chance), chance)
            yield kept
        answers = _open(kept, game.deciders(kept.state), free=False)
        if answers:
            kept = _taken(kept, chance_of(answers, chance), chance)
            yield kept


def _open(kept: Kept, seats: Any, free: bool) -> list[Any]:
    return [(seat, choice) for seat in seats for choice in open_choices(kept.game, kept.state, seat, free)]


def _taken(kept: Kept, taken: Any, chance: Chance) -> Kept:
    seat, choice = taken
    move = kept.game.move(choice.move, fill(choice, chance))
    return kept.after(seat, kept.game.resolve(kept.state, seat, move), choice.free is not None)


def moments(game: Game, seats: int, options: Any, number: int, some: int) -> list[Kept]:
    """So many moments spread over one random game, the first and the last among them; then as many of those at which
    somebody has a free move, spread as well. A game without free moves has two more of any."""
    walk = list(played(game, seats, options, seed_of(number)))
    free = [kept for kept in walk if _open(kept, range(seats), free=True)]
    return [*spread(walk, some), *spread(free, some)] if free else spread(walk, some + 2)


def spread(items: list[Any], some: int) -> list[Any]:
    """So many of the items, evenly spread, the first and the last among them; all if there are fewer."""
    if len(items) <= some:
        return items
    return [items[at * (len(items) - 1) // (some - 1)] for at in range(some)]
