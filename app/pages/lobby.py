"""What the way in and the lobby are given."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from markupsafe import Markup

from app.language import gettext
from app.pages.common import Refusal, Visitor
from games.kernel.events import Seat

if TYPE_CHECKING:
    from app.chat.pages import Chat


@dataclass(frozen=True)
class SeatFacts:
    """A seat as everybody may know it. `colour` 1 to 8, `letter` one or two characters.

    `bot`: a bot plays here for good; `away`: its player left and a bot sits in; `level`: what the bot is called that
    plays, None if none does; `gone`: since when no page of the player is open, None while one is.
    """

    seat: Seat
    name: str
    letter: str
    colour: int
    bot: bool = False
    away: bool = False
    level: str | None = None
    gone: datetime | None = None


@dataclass(frozen=True)
class JoinPage:
    """What a stranger sees at a table's address. `open`: there is a chair and the game hasn't begun.

    `password`: one must be given, to sit and to watch. `watchers`: the host allows them. Form: join {name, password?}
    and watch {password?}. `tried` is the name that was refused.
    """

    visitor: Visitor
    code: str
    slug: str
    title: str
    host: str | None
    seats: tuple[SeatFacts, ...]
    chairs: int
    open: bool
    running: bool
    password: bool
    watchers: bool
    over: bool = False
    refusal: Refusal | None = None
    tried: str = ""


@dataclass(frozen=True)
class Option:
    """One value to choose. `value` is what the form sends back, as text."""

    value: str
    words: str
    chosen: bool = False


@dataclass(frozen=True)
class Chair:
    """A taken chair in the lobby. `seat` counts from 0 in playing order; `bot` is the bot's level in words, or None.
    `gone`: since when no page of the player is open, None while one is. `here`: somebody else who plays on the
    visitor's device; `beside`: on whose device a player plays who has none. `picked`: what this seat has picked, in
    words; `picks`: what the visitor may pick for it. `words`: what its player wants to be mixed into the seed,
    or ""."""

    seat: Seat
    name: str
    letter: str
    colour: int
    ready: bool
    host: bool = False
    me: bool = False
    here: bool = False
    beside: str = ""
    bot: str | None = None
    gone: datetime | None = None
    team: str | None = None
    picked: str | None = None
    picks: tuple[Option, ...] = ()
    words: str = ""


@dataclass(frozen=True)
class RuleChoice:
    """A house rule with its settings; the first is the printed one, the chosen one is in force."""

    name: str
    title: str
    clause: str
    settings: tuple[Option, ...]

    @property
    def in_force(self) -> Option:
        """The chosen setting."""
        return next(setting for setting in self.settings if setting.chosen)

    @property
    def changed(self) -> bool:
        """Whether the house plays it otherwise than printed."""
        return not self.settings[0].chosen


@dataclass(frozen=True)
class ClockNumber:
    """A number of the clock, which may be from `least` to `most`; `name` is its field."""

    name: str
    title: str
    value: int
    least: int
    most: int


@dataclass(frozen=True)
class ClockChoice:
    """The clock: its kinds, one of them chosen, the numbers of that kind, and all of it in words."""

    kinds: tuple[Option, ...]
    numbers: tuple[ClockNumber, ...]
    words: str

    @property
    def kind(self) -> str:
        """The chosen kind's value."""
        return next(kind.value for kind in self.kinds if kind.chosen)


@dataclass(frozen=True)
class LobbyPage:
    """The lobby, as one visitor sees it. All forms post to /t/{code}/lobby/{deed}; what is not sent stays as it is.

    | deed | fields |
    |---|---|
    | ready | ready = yes or no |
    | pick | seat, name, pick = an Option's value ("": by lot) |
    | rules | any house rule by name = an Option's value; first = "" (by lot) or a seat |
    | clock | kind = an Option's value; any of the numbers of that kind |
    | settings | any of chairs = number, password = text ("" for none), private / watchers / watchers_chat = yes or no |
    | settings | pace = an Option's value: how long bots wait |
    | bot | bot = an Option's value: sits down on the first free chair |
    | beside | name, colour = one of `colours`: sits down on the visitor's device |
    | dismiss, kick, chair, remove | seat, name (who sat there when the page was made: refused if it is another) |
    | move | seat, name, to = up or down |
    | words | words = what is to be mixed into the seed ("": nothing) |
    | shuffle | nothing |
    | start, end, leave | nothing; sure = yes once asked (answer `rendering.sure(Sure(...))` before that) |

    `me`: the visitor's seat, None for a watcher. `colours`: those that nobody has. `host`: the visitor holds the chair.
    `lacking`: how many seats must still be filled. `misfit`: why these rules can't be played by so many. `link` is the
    whole address; `link_note` says how friends could reach it, if they can't. `qr` is SVG markup without scripts,
    styles or ids. `commitment` is the SHA-256 of the seed. `clock`: None where there can be none.
    """

    visitor: Visitor
    code: str
    slug: str
    title: str
    version: int
    chairs_taken: tuple[Chair, ...]
    chairs: int
    chair_numbers: tuple[int, ...]
    me: Seat | None
    host: bool
    private: bool
    password: bool
    watchers: bool
    watching: int
    rules: tuple[RuleChoice, ...]
    first: tuple[Option, ...]
    first_clause: str
    pick_title: str
    pick_clause: str
    bots: tuple[Option, ...]
    paces: tuple[Option, ...]
    minutes: tuple[int, int]
    lacking: int
    misfit: Refusal | None
    link: str
    qr: Markup
    commitment: str
    link_note: str = ""
    watchers_chat: bool = True
    companion: bool = False
    clock: ClockChoice | None = None
    chat: "Chat | None" = None
    colours: tuple[int, ...] = ()

    @property
    def unready(self) -> tuple[Chair, ...]:
        """Those whom the host, who starts, would not find ready; whoever reads it comes first."""
        waiting = [chair for chair in self.chairs_taken if not chair.ready and not chair.host]
        return tuple(sorted(waiting, key=lambda chair: not chair.me))

    @property
    def waited_for(self) -> tuple[str, ...]:
        """The same by name; whoever reads it is "you"."""
        return tuple(gettext("you") if chair.me else chair.name for chair in self.unready)
