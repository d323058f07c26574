"""Pages of the companion: fresh, in the middle, in phase 4, over; for who reports and who looks on."""

from functools import cache
from typing import Any

from app import rendering
from app.pages import Asked, LogEntry, ResultPage, TableFacts, TablePage
from games.curia_companion import GAME
from games.curia_companion import state as said
from games.kernel.events import Event, Viewer
from tests.pages.contexts import CODE, VISITOR, seats_of

CRUSADE = (said.Crusading("FRANCE", "RUMELIA", "yes"), said.Committed("AUSTRIA"))
PHASE_4 = (said.PhaseFour(), said.Ticked("advisors"), said.Ticked("diplomatic"), said.Ticked("prize"))
GAINED = said.Gained("FRANCE")
STORIES: dict[str, tuple[Any, ...]] = {
    "fresh": (),
    "undone": (GAINED, said.Gained("ENGLAND"), said.Undo()),
    "excommunicated": (GAINED, said.Excommunicated("ENGLAND", None), said.Allied("AUSTRIA"), said.TookRoma("ENGLAND")),
    "crusade": (GAINED, *CRUSADE),
    "called": (GAINED, said.Crusading("FRANCE", "EGYPT", "no"), said.Converted("POLAND")),
    "apostate": (GAINED, *CRUSADE, said.Converted("AUSTRIA")),
    "phase 4": (GAINED, *CRUSADE, *PHASE_4),
    "phase 4 done": PHASE_4,
    "over": (GAINED, said.GameOver("yes")),
}
"""Moment -> the reports that lead to it."""


def told(moment: str, **options: Any) -> tuple[said.State, list[Event]]:
    """The State at this moment, with all events up to it. Poland is in the game, and not Catholic."""
    outcome = GAME.setup(3, GAME.Options(poland="other", **options), bytes(32), "")
    events = list(outcome.events)
    for move in STORIES[moment]:
        outcome = GAME.resolve(outcome.state, 0, move)
        events += outcome.events
    state: said.State = outcome.state
    return state, events


def facts_of(state: said.State) -> TableFacts:
    """The facts of a table at which the companion runs."""
    seats = seats_of(state.seats)
    return TableFacts(CODE, GAME.slug, GAME.title, "playing", 17, seats, (), host=0, companion=True, free=3)


def dock_of(state: said.State, seat: Viewer) -> str:
    """A viewer's own part."""
    view, choices = GAME.view(state, seat), () if seat is None else GAME.choices(state, seat)
    return rendering.dock(GAME, facts_of(state), seat, view, choices, None if seat is None else Asked(0, "m3"))


def page_of(moment: str, seat: Viewer, **options: Any) -> str:
    """The whole page at this moment."""
    state, events = told(moment, **options)
    facts = facts_of(state)
    entries = [LogEntry(number, event.public) for number, event in enumerate(events, 1)]
    log = rendering.log(GAME, facts, entries, seat)
    if state.over:
        view, result = GAME.view(state, seat), GAME.result(state)
        return rendering.result(ResultPage(VISITOR, GAME, facts, seat, view, result, log, len(events)))
    public = rendering.public(GAME, facts, GAME.view(state, None))
    return rendering.table(TablePage(VISITOR, facts, seat, public, {}, dock_of(state, seat), log, len(events)))


@cache
def pages() -> dict[str, str]:
    """Every whole page, by a name."""
    found = {f"companion, {moment}": page_of(moment, 0) for moment in STORIES}
    found["companion, watcher"] = page_of("crusade", None)
    found["companion, not reporting"] = page_of("crusade", 1, reporters="first")
    return found
