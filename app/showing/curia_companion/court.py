"""What everybody sees: the track, the Controller and why, what is due now, what 4 E would score, the last reports."""

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from app.pages import TableFacts
from app.showing.curia_companion.crowns import ShownCrown, ShownSlot, crown, track
from app.wording import Wording, numeral
from games.curia_companion.box import code, number
from games.curia_companion.carrying import told_controller
from games.curia_companion.reports import lies_on
from games.curia_companion.state import Facts, Told
from games.curia_companion.view import View
from games.kernel.events import Fact
from games.papal_curia.curia import Crown, Crusade, barred_from_papal_actions, control, due


@dataclass(frozen=True)
class Line:
    """Something due, or scored in 4 E: an icon or a crown, and the points if there are any. `off`: only told."""

    words: Markup
    icon: str = ""
    crown: ShownCrown | None = None
    points: str = ""
    minus: bool = False
    off: bool = False


@dataclass(frozen=True)
class ShownReport:
    """A report as it was made, by whom, and whether it was taken back."""

    words: Markup
    crown: ShownCrown | None
    by: str
    taken_back: bool


@dataclass(frozen=True)
class Court:
    """All of it. `age` as a numeral; `others`: crowns in the game that are not Catholic."""

    age: str
    round: int
    slots: tuple[ShownSlot, ...]
    controller: ShownCrown | None
    why: Markup
    due: tuple[Line, ...]
    scores: tuple[Line, ...]
    reports: tuple[ShownReport, ...]
    others: tuple[ShownCrown, ...]
    over: bool


def court(view: View, facts: TableFacts, wording: Wording) -> Court:
    """The companion as everybody sees it."""
    now = view.facts
    controller = control(now.curia).controller
    told = told_controller(now.curia)
    return Court(
        age=numeral(now.age),
        round=now.round,
        slots=track(now.curia, wording),
        controller=None if controller is None else crown(controller, wording),
        why=wording.html(Fact(told.key.replace("event.controller.", "why."), told.arguments)),
        due=tuple(_due(now, wording)),
        scores=tuple(_scores(now, wording)),
        reports=tuple(_report(each, facts, wording) for each in reversed(view.told)),
        others=tuple(crown(each, wording) for each in now.crowns if each not in now.curia.catholics),
        over=view.over,
    )


def _due(now: Facts, wording: Wording) -> Iterator[Line]:
    """What the Controller has of the Curia; nobody else has anything."""
    controller = control(now.curia).controller
    if controller is None:
        return
    mine = due(now.curia, controller)
    lines = ((mine.stability, "stability", "stab"), (mine.advisors, "advisors", "advisor"))
    for amount, key, icon in (*lines, (mine.diplomatic, "diplomatic", "dip")):
        if amount:
            yield Line(wording.html(Fact(f"due.{key}")), icon)
    if now.left is None and barred_from_papal_actions(now.curia, controller, now.age, now.token) is None:
        yield Line(wording.html(Fact("due.action")), "excom")


def _scores(now: Facts, wording: Wording) -> Iterator[Line]:
    """What phase 4 E would score now, in its order."""
    yield from _token(now, wording)
    yield _prize(now, wording)
    if isinstance(now.token, Crusade):
        yield from _crusade(now, wording)


def _token(now: Facts, wording: Wording) -> Iterator[Line]:
    lies = lies_on(now)
    if lies is None:
        return
    if isinstance(now.token, Crusade):
        yield Line(wording.html(Fact("token.crusade", {"area": now.token.area})), "crusade", off=True)
    else:
        yield Line(wording.html(Fact("token.excommunication", {"realm": wording.words[lies]})), "excom", off=True)


def _prize(now: Facts, wording: Wording) -> Line:
    found = control(now.curia)
    if found.controller is None:
        return Line(wording.html(Fact("e.nobody")), "hourglass", points="0", off=True)
    key = "prize" if found.prize else "contested"
    words = _said(f"e.{key}", found.controller, wording, catholics=len(now.curia.catholics))
    return Line(words, crown=crown(found.controller, wording), points=f"+{found.prize}" if found.prize else "0")


def _crusade(now: Facts, wording: Wording) -> Iterator[Line]:
    controller = control(now.curia).controller
    if not now.committed and controller is not None:
        yield _line("e.uncommitted", controller, wording, "\N{MINUS SIGN}2")
    for each in sorted(now.committed):
        if each not in now.curia.catholics:
            yield _line("e.apostate", each, wording, "0")
            continue
        yield _line("e.won", each, wording, "+2")
        yield _line("e.lost", each, wording, "\N{MINUS SIGN}2")


def _line(key: str, who: Crown, wording: Wording, points: str) -> Line:
    return Line(
        _said(key, who, wording), crown=crown(who, wording), points=points, minus=points.startswith("\N{MINUS SIGN}")
    )


def _said(key: str, who: Crown, wording: Wording, **more: int) -> Markup:
    return wording.html(Fact(key, {"crown": code(who), **more}))


def _report(told: Told, facts: TableFacts, wording: Wording) -> ShownReport:
    about = told.fact.arguments.get("crown")
    shown = None if about is None else crown(number(str(about)), wording)
    return ShownReport(wording.html(told.fact), shown, facts.seats[told.seat].name, told.taken_back)
