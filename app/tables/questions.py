"""Who is asked what, since when, and under which id: staleness is judged by a seat's own question."""

from datetime import datetime
from typing import Any

import msgspec

from games.kernel.contract import Game, State
from games.kernel.events import Fact, Seat

LATE = "late-"
"""How the key of a move begins that is played for a seat whose clock has run out; the question's id follows."""


class Asked(msgspec.Struct, frozen=True):
    """A question that a seat has not answered yet. `id`: the table's version when it was asked, never used again."""

    id: int
    since: datetime
    words: Fact


class Questions(msgspec.Struct, frozen=True):
    """The open questions by seat, how many moves each seat has made (its next form's key), and which seats have made a
    free move since the last answer, in order. `back`: the seat whose last move may still be taken back
    (`app.tables.takeback`). `offering`: the bot whose free move was the last change, and gave people something to
    reply to."""

    asked: dict[Seat, Asked] = {}
    made: dict[Seat, int] = {}
    volunteered: tuple[Seat, ...] = ()
    back: Seat | None = None
    offering: Seat | None = None

    def key(self, seat: Seat) -> str:
        """The key of the form that this seat is shown now: another one after each move of its own."""
        return f"m{self.made.get(seat, 0)}"

    def waiting_since(self) -> datetime | None:
        """When the oldest open question was asked."""
        return min((asked.since for asked in self.asked.values()), default=None)


def is_to_come(key: str, made: int, version: int) -> bool:
    """Whether the house itself will use this key at a seat that has made so many moves, at a table of this version:
    spent before, it would hold up the seat's next forms, a bot that sits in, or the clock."""
    kind, number = (LATE, version) if key.startswith(LATE) else ("m", made + 1)
    said = key.removeprefix(kind)
    return key.startswith(kind) and said.isdigit() and int(said) >= number


def read(plain: Any) -> Questions:
    """As stored in the table's row."""
    return msgspec.convert(plain, Questions, strict=False)


def plain(questions: Questions) -> Any:
    """As the table's row stores it."""
    return msgspec.to_builtins(questions, str_keys=True)


def asked_now(
    game: Game, state: State, version: int, now: datetime, before: Questions, mover: Seat | None, free: bool = False
) -> Questions:
    """The questions after a move by `mover` (None: the house), made at `version`; `free`: it answered nothing.

    A seat that is still asked the same keeps its question's id and time, unless it has just answered.
    """
    asked = {seat: _asked(game, state, seat, version, now, before, mover) for seat in game.deciders(state)}
    made = before.made if mover is None else {**before.made, mover: before.made.get(mover, 0) + 1}
    return Questions(asked, made, _volunteered(before, mover, free))


def _volunteered(before: Questions, mover: Seat | None, free: bool) -> tuple[Seat, ...]:
    if mover is None:
        return before.volunteered
    return (*before.volunteered, mover) if free else ()


def _asked(
    game: Game, state: State, seat: Seat, version: int, now: datetime, before: Questions, mover: Seat | None
) -> Asked:
    words = game.question(state, seat)
    if words is None:
        raise AssertionError(f"{game.slug}: seat {seat} decides and is asked nothing")
    old = before.asked.get(seat)
    return old if old is not None and old.words == words and seat != mover else Asked(version, now, words)
