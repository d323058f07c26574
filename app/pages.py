"""What templates are given: one frozen record a page, already decided, so that a template only shows.

Plain text is given as `str` and escaped by the templates; `Markup` is HTML that was made safe where it was made.
Moments are aware datetimes. A stranger is a `Visitor` without a name.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from markupsafe import Markup

from games.kernel.contract import Game, Result
from games.kernel.events import Fact, Seat, Viewer

if TYPE_CHECKING:
    from app.chat.pages import Chat

Theme = Literal["auto", "light", "dark"]
Status = Literal["lobby", "playing", "over", "ended"]


@dataclass(frozen=True)
class Visitor:
    """Who looks at a page. `name` is None for somebody without a cookie; `path` is where rename and theme lead back."""

    name: str | None = None
    theme: Theme = "auto"
    path: str = "/"


@dataclass(frozen=True)
class Refusal:
    """Why something was not done: one sentence, and the clause it stands on, with the game whose rules page has it."""

    sentence: str
    clause: str | None = None
    slug: str | None = None


@dataclass(frozen=True)
class Sure:
    """A question before something that harms or can't be undone. "Yes" sends `fields` and `sure=yes` to `action` again.

    Used for a cautioned move, for a start while somebody isn't ready, and for ending a table. `back` is the page that
    "no" leads to without JavaScript.
    """

    title: str
    sentence: str
    action: str
    back: str
    fields: tuple[tuple[str, str], ...] = ()
    yes: str = "Do it"
    no: str = "Keep it"
    clause: str | None = None
    slug: str | None = None


@dataclass(frozen=True)
class ProblemPage:
    """A page that says what went wrong and what to do: unknown code, kicked, ended, refused without JavaScript."""

    visitor: Visitor
    status: int
    title: str
    sentence: str
    advice: str = ""
    clause: str | None = None
    slug: str | None = None
    link: str = "/"
    link_words: str = "Home"


# --- Home --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GameCard:
    """A game that can be opened. `seats` and `minutes` are least and most."""

    slug: str
    title: str
    tagline: str
    seats: tuple[int, int]
    minutes: tuple[int, int]


@dataclass(frozen=True)
class MyTable:
    """A table at which the visitor has a seat. `news` is how many lines the log has got since the visitor last looked.

    `waiting`: names whom the table waits for (not the visitor's); `yours`: it waits for the visitor. `winners` (the
    visitor as "you") and the visitor's `place` only when over.
    """

    code: str
    slug: str
    title: str
    status: Status
    others: tuple[str, ...]
    yours: bool = False
    waiting: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    place: int | None = None
    news: int = 0
    changed: datetime | None = None


@dataclass(frozen=True)
class ListedTable:
    """A table that its host shows to everybody. `host` is None where a password hides who sits there."""

    code: str
    slug: str
    title: str
    host: str | None
    taken: int
    chairs: int
    running: bool
    locked: bool
    watchers: bool


@dataclass(frozen=True)
class HomePage:
    """Home. `older` and `newer`: how many of one's own tables the pages before and after this one pass over. `code` and
    `refusal` after a code that leads nowhere. `key` goes into the forms that open a table."""

    visitor: Visitor
    games: tuple[GameCard, ...]
    mine: tuple[MyTable, ...] = ()
    listed: tuple[ListedTable, ...] = ()
    older: int | None = None
    newer: int | None = None
    key: str = ""
    code: str = ""
    refusal: Refusal | None = None


# --- the guest ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MePage:
    """A guest's own page; for a stranger `link` is empty, and `qr` None. `qr` is SVG markup as in the lobby. Forms:
    /me/name, /me/theme, /me/link and /me/erase (which ask first); /me/download is a file."""

    visitor: Visitor
    link: str = ""
    link_note: str = ""
    qr: Markup | None = None


@dataclass(frozen=True)
class ContinuePage:
    """A personal link, opened: whether to go on as `name`. If the device is somebody else's already: `now` is who that
    is, `own` that guest's own link, and `tables` at how many open tables that guest sits. Form: POST to `action`."""

    visitor: Visitor
    name: str
    action: str
    now: str = ""
    own: str = ""
    tables: int = 0


# --- before the game ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SeatFacts:
    """A seat as everybody may know it. `colour` 1 to 8, `letter` one or two characters.

    `bot`: a bot plays here for good; `away`: its player left and a bot sits in; `gone`: since when no page of the
    player is open, None while one is.
    """

    seat: Seat
    name: str
    letter: str
    colour: int
    bot: bool = False
    away: bool = False
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
class Chair:
    """A taken chair in the lobby. `seat` counts from 0 in playing order; `bot` is the bot's level in words, or None."""

    seat: Seat
    name: str
    letter: str
    colour: int
    ready: bool
    host: bool = False
    me: bool = False
    bot: str | None = None
    here: bool = True
    team: str | None = None


@dataclass(frozen=True)
class Option:
    """One value to choose. `value` is what the form sends back, as text."""

    value: str
    words: str
    chosen: bool = False


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
class LobbyPage:
    """The lobby, as one visitor sees it. All forms post to /t/{code}/lobby/{deed}; what is not sent stays as it is.

    | deed | fields |
    |---|---|
    | ready | ready = yes or no |
    | rules | any house rule by name = an Option's value; first = "" (by lot) or a seat |
    | settings | any of chairs = number, password = text ("" for none), private / watchers / watchers_chat = yes or no |
    | bot | bot = an Option's value: sits down on the first free chair |
    | dismiss, kick, chair | seat, name (who sat there when the page was made: refused if it is another) |
    | move | seat, name, to = up or down |
    | shuffle, leave | nothing |
    | start, end | nothing; sure = yes once asked (answer `rendering.sure(Sure(...))` before that) |

    `me`: the visitor's seat, None for a watcher. `host`: the visitor holds the chair. `lacking`: how many seats must
    still be filled. `misfit`: why these rules can't be played by so many. `link` is the whole address; `link_note` says
    how friends could reach it, if they can't. `qr` is SVG markup without scripts, styles or ids. `commitment` is the
    SHA-256 of the seed.
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
    bots: tuple[Option, ...]
    minutes: tuple[int, int]
    lacking: int
    misfit: Refusal | None
    link: str
    qr: Markup
    commitment: str
    link_note: str = ""
    watchers_chat: bool = True
    chat: "Chat | None" = None

    @property
    def unready(self) -> tuple[Chair, ...]:
        """Those whom the host, who starts, would not find ready; whoever reads it comes first."""
        waiting = [chair for chair in self.chairs_taken if not chair.ready and not chair.host]
        return tuple(sorted(waiting, key=lambda chair: not chair.me))

    @property
    def waited_for(self) -> tuple[str, ...]:
        """The same by name; whoever reads it is "you"."""
        return tuple("you" if chair.me else chair.name for chair in self.unready)


# --- the rules page ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Clause:
    """A numbered clause; `html` is its paragraphs, rulings as `<p class="ruling">` or `<strong>Ruling:</strong>`."""

    id: str
    html: Markup


@dataclass(frozen=True)
class Passage:
    """Text or a table between the clauses."""

    html: Markup


@dataclass(frozen=True)
class Chapter:
    """A section of the rules: "4 Cards", with its parts in order. `anchor` is an id in the page."""

    anchor: str
    number: str
    title: str
    parts: tuple[Clause | Passage, ...]


@dataclass(frozen=True)
class RulesPage:
    """The rules of one game. `found`: ids of the clauses that mention `query`; marks may stand in their html."""

    visitor: Visitor
    slug: str
    title: str
    games: tuple[tuple[str, str], ...]
    """(slug, title) of every game, for the tabs."""
    how_to_play: Markup
    chapters: tuple[Chapter, ...]
    query: str = ""
    found: tuple[str, ...] = ()


# --- the table ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableFacts:
    """What the house knows of a running or finished table, alike for everybody: nothing here depends on the viewer.

    `since`: when the present wait began; a wait for several keeps the moment at which it began for all of them.
    `options`: the rules in force in short words, printed ones left out. `host`: the seat that holds the chair.
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
class LogEntry:
    """An event as this viewer may read it (`Event.seen_by`). `number` counts from 1 without gaps."""

    number: int
    fact: Fact


@dataclass(frozen=True)
class TablePage:
    """The whole page of a running table, from the pieces that `rendering` made for this viewer.

    `since`: the number of the last log entry shown; the socket is told, also when it reconnects (`?since=`).
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
