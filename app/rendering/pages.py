"""Whole pages of the house, and what it says beside a game."""

from collections.abc import Sequence

from app.api.pages import ApiPage
from app.pages import (
    Absent,
    ContinuePage,
    FairPage,
    HomePage,
    JoinPage,
    LobbyPage,
    MePage,
    ProblemPage,
    Refusal,
    ReportPage,
    RulesPage,
    Sure,
    TableFacts,
    TakeoverLink,
    TakeoverPage,
    Visitor,
)
from app.rendering.templating import partial, render, template
from games.kernel.events import Seat


def home(page: HomePage) -> str:
    """Home: open a table, join by code, your tables, listed tables."""
    return render("home.html", page)


def me(page: MePage) -> str:
    """A guest's own page."""
    return render("me.html", page)


def continue_as(page: ContinuePage) -> str:
    """What a personal link asks."""
    return render("me_continue.html", page)


def erased(page: MePage) -> str:
    """That a guest was erased."""
    return render("me_erased.html", page)


def join(page: JoinPage) -> str:
    """The table's address as a stranger sees it."""
    return render("join.html", page)


def lobby(page: LobbyPage) -> str:
    """The whole lobby page."""
    return _of_lobby("lobby.html", page)


def lobby_frame(page: LobbyPage) -> str:
    """The lobby as a live frame for this visitor."""
    room, bar = _of_lobby("lobby/room.html", page), _of_lobby("lobby/startbar.html", page)
    return partial("#lobby", "innerMorph", room) + partial("#startbar", "innerMorph", bar)


def _of_lobby(name: str, page: LobbyPage) -> str:
    return render(name, page, unready=page.unready, waited_for=page.waited_for)


def lobby_gone(code: str, wait: int = 0) -> str:
    """The live frame for a page whose table has moved on: started, over, or closed to this guest. The page loads the
    table's address again, after so many milliseconds."""
    return partial("#connection", "innerHTML", template("gone.html").render(code=code, wait=wait))


def rules(page: RulesPage) -> str:
    """A game's rules page."""
    return render("rules.html", page)


def api(page: ApiPage) -> str:
    """The page about the API."""
    return render("api.html", page)


def problem(page: ProblemPage) -> str:
    """A whole page that says what went wrong."""
    return render("problem.html", page)


def fair(page: FairPage) -> str:
    """The page that explains the fair dice of a table, and checks them after the game."""
    return render("fair.html", page)


def report(page: ReportPage) -> str:
    """The page on which a player reports a problem of a table."""
    return render("report.html", page)


def refusal(refused: Refusal) -> str:
    """The fragment for #refusal."""
    return render("refusal.html", refused)


def sure(question: Sure) -> str:
    """The fragment for #refusal that asks before it is done."""
    return render("sure.html", question)


def sure_page(visitor: Visitor, question: Sure) -> str:
    """The same question as a whole page, for browsers without JavaScript."""
    return template("sure_page.html").render(visitor=visitor, question=question)


def absent(facts: TableFacts, seat: Seat, gone: Sequence[Absent]) -> str:
    """The inner HTML of #absent: who has gone, for the player of this seat."""
    return template("absences.html").render(facts=facts, absent=gone, host=facts.host == seat).strip()


def takeover_link(shown: TakeoverLink, whole: bool) -> str:
    """A link for a newcomer: the fragment for #refusal, or a whole page for browsers without JavaScript."""
    return render("takeover_link_page.html" if whole else "takeover_link.html", shown)


def takeover(page: TakeoverPage) -> str:
    """What such a link asks."""
    return render("takeover.html", page)


def told(sentence: str) -> str:
    """The fragment for #refusal that only tells what was done."""
    return template("chat/told.html").render(sentence=sentence)
