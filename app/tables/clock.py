"""Clocks, without any table or database: what a host may set, and how each seat's clock goes on when something is done.

A clock runs for as long as the table waits for the seat, and for nothing else: neither how often the words of its
question change nor what anybody does meanwhile starts it anew. So it tells nobody more than whom the table waits for.
Moments are in the house's own time (`app.tables.clock_store`), which stands still while no server runs.
"""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any, Literal

import msgspec

from games.kernel.events import Seat

Kind = Literal["turn", "bank", "days"]

LEAST = 10
"""Seconds that each turn has, however empty its bank is: who comes back late must be able to move."""
ROW = 3
"""Turns out of time, one after the other, after which a seat counts as away."""


class Clock(msgspec.Struct, frozen=True):
    """What the host has set. `seconds`: for each turn; of a bank for the whole game, to which each turn adds the
    `increment`."""

    kind: Kind
    seconds: int
    increment: int = 0

    @property
    def banked(self) -> bool:
        """Whether what one turn leaves is there for the next."""
        return self.kind == "bank"

    @property
    def near(self) -> int:
        """Seconds before its end at which a player is warned."""
        return 6 * 3600 if self.kind == "days" else min(30, self.seconds // 4)


class Face(msgspec.Struct, frozen=True):
    """The clock of one seat. `left`: seconds in its bank when its turn began, or now, if it is not its turn.
    `deadline`: when it is out of time; None while it stands. `missed`: turns in a row for which a bot had to play.
    `before`: what was in the bank, and seconds left of the turn, when it last answered; for taking that back."""

    left: float | None = None
    deadline: datetime | None = None
    missed: int = 0
    before: tuple[float | None, float] | None = None


Faces = Mapping[Seat, Face]


class Done(msgspec.Struct, frozen=True):
    """What was done at the table: by whom (None: by the house); whether it `answers` the seat's question; whether
    others notice it; whether a bot did it because time was out; whether it takes the seat's last answer `back`."""

    seat: Seat | None
    answers: bool = True
    noticed: bool = True
    late: bool = False
    back: bool = False


def clock_of(plain: Any) -> Clock | None:
    """As stored in the table's row; None: no clock."""
    return None if plain is None else msgspec.convert(plain, Clock)


def faces_of(plain: Any) -> Faces:
    """As stored in the table's row."""
    return msgspec.convert(plain, dict[Seat, Face], strict=False)


def plain(faces: Faces) -> Any:
    """As the table's row stores them."""
    return msgspec.to_builtins(faces, str_keys=True)


def due(faces: Faces) -> datetime | None:
    """When the first of them is out of time."""
    return min((face.deadline for face in faces.values() if face.deadline is not None), default=None)


def out_of_time(faces: Faces, now: datetime) -> Seat | None:
    """The seat that has been out of time for longest."""
    late = [(face.deadline, seat) for seat, face in faces.items() if face.deadline is not None]
    deadline, seat = min(late, default=(now, None))
    return seat if deadline <= now else None


def put_off(faces: Faces, by: timedelta) -> Faces:
    """The same after a pause of this length."""
    return {seat: _put_off(face, by) for seat, face in faces.items()}


def _put_off(face: Face, by: timedelta) -> Face:
    return face if face.deadline is None else msgspec.structs.replace(face, deadline=face.deadline + by)


def after(
    clock: Clock, before: Faces, people: Collection[Seat], asked: Collection[Seat], done: Done, now: datetime
) -> Faces:
    """The clocks after what was done. `people`: the seats that no bot plays for; `asked`: those that are asked now."""
    found: dict[Seat, Face] = {}
    for seat in sorted({*before, *people}):
        face = before.get(seat, Face(float(clock.seconds) if clock.banked else None))
        face = _stepped(clock, face, seat in people and seat in asked, seat == done.seat and done.answers, now)
        if done.back and seat == done.seat:
            face = _restored(before[seat], now)
        found[seat] = msgspec.structs.replace(face, missed=_missed(face, seat, done) if seat in people else 0)
    return found


def _stepped(clock: Clock, face: Face, runs: bool, answered: bool, now: datetime) -> Face:
    if face.deadline is not None and (answered or not runs):
        face = _stopped(clock, face, now, answered)
    if runs and face.deadline is None:
        face = msgspec.structs.replace(face, deadline=now + timedelta(seconds=_allowed(clock, face)))
    return face


def _restored(face: Face, now: datetime) -> Face:
    """As if the seat had not answered: no time is won by taking a move back."""
    left, seconds = face.before or (face.left, 0.0)
    return msgspec.structs.replace(face, left=left, deadline=now + timedelta(seconds=seconds))


def _allowed(clock: Clock, face: Face) -> float:
    """Seconds for a turn that begins with this face."""
    return float(clock.seconds) if face.left is None else max(face.left, LEAST)


def _stopped(clock: Clock, face: Face, now: datetime, answered: bool) -> Face:
    seconds = 0.0 if face.deadline is None else max(0.0, (face.deadline - now).total_seconds())
    before = (face.left, seconds) if answered else face.before
    if face.left is None:
        return msgspec.structs.replace(face, deadline=None, before=before)
    spent = max(0.0, _allowed(clock, face) - seconds)
    left = max(0.0, face.left - spent) + (clock.increment if answered else 0)
    return msgspec.structs.replace(face, deadline=None, left=left, before=before)


def _missed(face: Face, seat: Seat, done: Done) -> int:
    """A secret change of mind doesn't end the row: the others would see by it that there was one."""
    if seat != done.seat or not (done.answers or done.noticed):
        return face.missed
    return face.missed + 1 if done.late else 0
