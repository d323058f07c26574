"""What the lobby and the table show of clocks."""

from dataclasses import dataclass
from datetime import datetime

from app.pages.lobby import SeatFacts


@dataclass(frozen=True)
class SeatClock:
    """One player's clock. `until`: when it is out of time; None while it stands, with `left` in words: what is in its
    bank, or what is left of its turn in a pause. `turn`: the table waits for this player. `me`: whoever looks."""

    who: SeatFacts
    turn: bool
    until: datetime | None
    left: str
    me: bool


@dataclass(frozen=True)
class Clocks:
    """The clocks of a running table, for one viewer. `words`: what the host has set. `near`: seconds
    before the end at which a player is warned. `host`: the viewer may stop them and let them go on."""

    code: str
    words: str
    near: int
    paused: bool
    host: bool
    seats: tuple[SeatClock, ...]
