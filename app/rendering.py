"""Pages and fragments from records and Views; the only importer of jinja2. Everything here returns HTML as `str`."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.pages import (
    Asked,
    HomePage,
    JoinPage,
    LobbyPage,
    LogEntry,
    ProblemPage,
    Refusal,
    ResultPage,
    RulesPage,
    Sure,
    TableFacts,
    TablePage,
    Visitor,
)
from games.kernel.choices import Choice
from games.kernel.contract import Game
from games.kernel.events import Reason, Viewer


def static_url(path: str) -> str:
    """The address of a file under static/, with its content's hash (`?v=`), so that it may be cached for ever."""
    raise NotImplementedError


def home(page: HomePage) -> str:
    """Home: open a table, join by code, your tables, listed tables."""
    raise NotImplementedError


def join(page: JoinPage) -> str:
    """The table's address as a stranger sees it."""
    raise NotImplementedError


def lobby(page: LobbyPage) -> str:
    """The whole lobby page."""
    raise NotImplementedError


def lobby_frame(page: LobbyPage) -> str:
    """The lobby as a live frame for this visitor."""
    raise NotImplementedError


def lobby_gone(code: str) -> str:
    """The live frame for a lobby whose game has begun, or which is over: the page goes to the table's address again."""
    raise NotImplementedError


def rules(page: RulesPage) -> str:
    """A game's rules page."""
    raise NotImplementedError


def problem(page: ProblemPage) -> str:
    """A whole page that says what went wrong."""
    raise NotImplementedError


def refusal(refused: Refusal) -> str:
    """The fragment for #refusal."""
    raise NotImplementedError


def sure(question: Sure) -> str:
    """The fragment for #refusal that asks before it is done."""
    raise NotImplementedError


def sure_page(visitor: Visitor, question: Sure) -> str:
    """The same question as a whole page, for browsers without JavaScript."""
    raise NotImplementedError


def reason(game: Game, facts: TableFacts, why: Reason) -> Refusal:
    """A game's Reason in words, with its clause."""
    raise NotImplementedError


def caution(game: Game, facts: TableFacts, why: Reason, fields: Mapping[str, str]) -> Sure:
    """A cautioned move as a question. `fields`: the form as it was sent (question, key, move, card ...), without sure."""
    raise NotImplementedError


def public(game: Game, facts: TableFacts, view: Any) -> str:
    """The #public element, from the spectator's view: the same bytes for everybody. It holds empty slots."""
    raise NotImplementedError


def slots(game: Game, facts: TableFacts, view: Any, choices: Sequence[Choice]) -> dict[str, str]:
    """The seat's own part inside #public: slot id -> inner HTML, for every slot there is; empty strings for a spectator."""
    raise NotImplementedError


def dock(
    game: Game, facts: TableFacts, seat: Viewer, view: Any, choices: Sequence[Choice], question: Asked | None
) -> str:
    """The inner HTML of #dock: prompt, own piles, hand. For a spectator `seat` and `view.mine` are None."""
    raise NotImplementedError


def log(game: Game, facts: TableFacts, entries: Sequence[LogEntry], viewer: Viewer) -> str:
    """The entries as `<li>` elements."""
    raise NotImplementedError


def frame(public: str, slots: Mapping[str, str], dock: str, log: str) -> str:
    """A live frame of a running table: `<hx-partial>` elements."""
    raise NotImplementedError


def table(page: TablePage) -> str:
    """The whole page of a running table."""
    raise NotImplementedError


def result(page: ResultPage) -> str:
    """The whole page of a finished table: every point, and the rematch."""
    raise NotImplementedError


def result_frame(page: ResultPage) -> str:
    """What may change on a result page, as a live frame: whether a rematch was opened."""
    raise NotImplementedError
