"""The clocks of a table as everybody may see them: in the world's time, by which a browser counts down by itself."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from app.language import gettext, ngettext
from app.pages import Clocks, SeatClock, SeatFacts
from app.tables import clock_setting
from app.tables.clock import Face, clock_of, faces_of
from app.tables.clock_store import HouseTime
from app.tables.store import TableRow
from games.kernel.events import Seat, Viewer


class Standing(NamedTuple):
    """How a seat's clock stands. `turn`: the table waits for it. `until`: when it is out of time, None while it stands;
    `left`: then, seconds of the turn or in the bank."""

    seat: Seat
    turn: bool
    until: datetime | None
    left: int | None


def standings(table: TableRow, seats: Sequence[SeatFacts], time: HouseTime) -> tuple[Standing, ...]:
    """The clocks of those for whom no bot plays: with banks everybody's, else of those whose turn it is."""
    clock = clock_of(table.clock)
    faces = {} if clock is None else faces_of(table.clocks)
    return tuple(
        _standing(seat, face, table.paused_at, time.lost)
        for seat, face in faces.items()
        if not (seats[seat].bot or seats[seat].away) and (face.left is not None or face.deadline is not None)
    )


def _standing(seat: Seat, face: Face, paused_at: datetime | None, lost: timedelta) -> Standing:
    if face.deadline is None:
        return Standing(seat, False, None, round(face.left or 0))
    if paused_at is None:
        return Standing(seat, True, face.deadline + lost, None)
    return Standing(seat, True, None, max(0, round((face.deadline - paused_at).total_seconds())))


def clocks(table: TableRow, seats: Sequence[SeatFacts], viewer: Viewer, host: bool, time: HouseTime) -> Clocks | None:
    """The clocks for this viewer, who may be the host; None where there are none."""
    clock = clock_of(table.clock)
    if clock is None:
        return None
    return Clocks(
        code=table.code,
        words=clock_setting.in_words(clock),
        near=clock.near,
        paused=table.paused_at is not None,
        host=host,
        seats=tuple(_seat_clock(one, seats, viewer) for one in standings(table, seats, time)),
    )


def _seat_clock(one: Standing, seats: Sequence[SeatFacts], viewer: Viewer) -> SeatClock:
    left = "" if one.left is None else in_words(one.left)
    return SeatClock(seats[one.seat], one.turn, one.until, left, one.seat == viewer)


def in_words(seconds: int) -> str:
    """A time as clocks show it: in days or hours where there are several, else to the second. `static/clocks.js` says
    the same."""
    if seconds >= 36 * 3600:
        return _left(ngettext("{number} day", "{number} days", round(seconds / 86400)))
    if seconds > 3 * 3600:
        return _left(ngettext("{number} hour", "{number} hours", seconds // 3600))
    hours, minutes = divmod(seconds // 60, 60)
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


def _left(time: str) -> str:
    return gettext("{time} left", time=time)
