"""What the page of a running table and the result are given."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from app.pages.common import Refusal, Status, Visitor
from app.pages.lobby import Option, SeatFacts
from games.kernel.contract import Game, Result
from games.kernel.events import Fact, Seat, Viewer

if TYPE_CHECKING:
    from app.chat.pages import Chat


@dataclass(frozen=True)
class TableFacts:
    """What the house knows of a running or finished table, alike for everybody: nothing here depends on the viewer.

    `since`: when the present wait began; a wait for several keeps the moment at which it began for all of them.
    `options`: the rules in force in short words, printed ones left out. `host`: the seat that holds the chair.
    `companion`: to a game played elsewhere; `free`: seats that can be taken now. `hand`: what the table's address has
    more for the one hand that a page of a shared device shows.
    """

    code: str
    slug: str
    title: str
    status: Status
    version: int
    seats: tuple[SeatFacts, ...]
    deciders: tuple[Seat, ...]
    since: datetime | None = None
    options: tuple[str, ...] = ()
    host: Seat | None = None
    watchers: int = 0
    link: str = ""
    companion: bool = False
    free: int = 0
    hand: str = ""

    @property
    def address(self) -> str:
        """Where the page's forms are sent."""
        return f"/t/{self.code}{self.hand}"

    @property
    def names(self) -> tuple[str, ...]:
        """Names by seat, for the words of a game."""
        return tuple(seat.name for seat in self.seats)


@dataclass(frozen=True)
class Asked:
    """A seat's question, or the open secret choice that it may still change (then `words` is None).

    `id` goes into the form as `question`, `key` as `key`. The key must depend on this seat's own moves only, never on a
    number that other seats' secret moves change, and must be the same when the same page is rendered again.
    """

    id: int
    key: str
    words: Fact | None = None


@dataclass(frozen=True)
class Absent:
    """Somebody who has gone from a running game, for another who plays there. `bot`: one sits in already. Else `votes`
    of the `needed` ones want it, the visitor's among them if `voted`. `levels`: of bots; the host chooses."""

    who: SeatFacts
    bot: bool
    votes: int = 0
    needed: int = 0
    voted: bool = False
    levels: tuple[Option, ...] = ()


@dataclass(frozen=True)
class Curtain:
    """What a shared device shows while no hand does: who plays there, the seat of its owner among them; which of them
    the table waits for, and for whom elsewhere, by name."""

    mine: Viewer
    here: tuple[SeatFacts, ...]
    asked: tuple[SeatFacts, ...]
    others: tuple[str, ...]


@dataclass(frozen=True)
class TakeoverLink:
    """A link for whoever shall take over the seat of `name`; `note`: why it may not work from elsewhere."""

    visitor: Visitor
    code: str
    name: str
    address: str
    note: str = ""


@dataclass(frozen=True)
class TakeoverPage:
    """What such a link asks: whether the visitor sits down on this seat, and under which name (`tried` before)."""

    visitor: Visitor
    code: str
    title: str
    seat: SeatFacts
    token: str
    refusal: Refusal | None = None
    tried: str = ""


@dataclass(frozen=True)
class LogEntry:
    """An event as this viewer may read it (`Event.seen_by`). `number` counts from 1 without gaps. `private`: others
    read less of it. `reader`: whose reading it is, beside what everybody reads, where everything is shown."""

    number: int
    fact: Fact
    private: bool = False
    reader: Seat | None = None


@dataclass(frozen=True)
class Missed:
    """What is new to a visitor. `seen`: so many lines of the log are known, and all others are new; 0: nothing is, for
    nobody has looked yet. `board`: of what has changed there since the seat's last move, the id in the page -> the
    number then."""

    seen: int = 0
    board: Mapping[str, str] = field(default_factory=dict)


NOTHING_MISSED = Missed()


@dataclass(frozen=True)
class TablePage:
    """The whole page of a running table, from the pieces that `rendering` made for this viewer.

    `since`: the number of the last log entry shown; the socket is told, also when it reconnects (`?since=`).
    `clocks`: None where the host set none; `now`: the moment of the house at which they stood so.
    `curtain`: no hand shows on this device, which several share, until somebody asks for one. `unseen`: so many lines
    are new to the visitor; `was`: the numbers on the board that have changed since the seat's last move, by id, as JSON
    in which each stands as it did then.
    """

    visitor: Visitor
    facts: TableFacts
    seat: Viewer
    public: str
    slots: dict[str, str]
    dock: str
    log: str
    since: int
    chat: "Chat | None" = None
    absent: str = ""
    back: str = ""
    curtain: bool = False
    unseen: int = 0
    was: str = "{}"
    clocks: str | None = None
    now: datetime | None = None


@dataclass(frozen=True)
class ResultPage:
    """A finished table. `view` is the viewer's last one; `rematch` the code of the next table, once somebody opened it.

    `seed` and `commitment` in hex, so that the dice can be checked.
    """

    visitor: Visitor
    game: Game
    facts: TableFacts
    seat: Viewer
    view: Any
    result: Result
    log: str
    since: int
    rematch: str | None = None
    seed: str = ""
    commitment: str = ""
    chat: "Chat | None" = None
