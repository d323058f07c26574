"""Pages of Habemus Papam with something in them: each question as those who are asked, and those who wait, see it; and
how a page of any game is made from a State."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from app import rendering
from app.pages import Asked, LogEntry, ResultPage, TableFacts, TablePage
from games import GAMES
from games.habemus_papam.state import State
from games.kernel.choices import Choice, Filled
from games.kernel.dice import Cup, dice_from
from games.kernel.events import Event, Viewer
from games.kernel.filling import fill
from tests.pages.contexts import CODE, NOW, VISITOR, seats_of

GAME = GAMES["habemus-papam"]
MOST_MOVES = 3000


def walk(seats: int, seed: int, options: Any = None) -> Iterator[tuple[State, list[Event]]]:
    """Every State of a game played at random, gifts and deals too, with all events up to it."""
    cup = Cup(dice_from(bytes([seed]) * 32))
    outcome = GAME.setup(seats, options or GAME.Options(), bytes([seed]) * 32, "")
    events = list(outcome.events)
    for _ in range(MOST_MOVES):
        yield outcome.state, events
        if GAME.result(outcome.state) is not None:
            return
        seat, choice, filled = _some_move(outcome.state, cup)
        outcome = GAME.resolve(outcome.state, seat, GAME.move(choice.move, filled))
        events = [*events, *outcome.events]


def _some_move(state: State, cup: Cup) -> tuple[int, Choice, Filled]:
    """Mostly by who is asked; now and then a free one by anybody."""
    seat = cup.below(state.seats) if cup.below(3) == 0 else cup.pick(GAME.deciders(state))
    open_ = [choice for choice in GAME.choices(state, seat) if choice.barred is None]
    if not open_:
        seat = GAME.deciders(state)[0]
        open_ = [choice for choice in GAME.choices(state, seat) if choice.barred is None]
    choice = cup.pick(open_)
    return seat, choice, fill(choice, cup)


def facts_of(state: Any, away: Sequence[int] = (), game: Any = GAME) -> TableFacts:
    """The facts of a table at which this game is played."""
    return TableFacts(
        code=CODE,
        slug=game.slug,
        title=game.title,
        status="playing" if game.result(state) is None else "over",
        version=17,
        seats=seats_of(state.seats, away),
        deciders=game.deciders(state),
        since=NOW,
        host=0,
    )


def asked_of(state: Any, seat: Viewer, game: Any = GAME) -> Asked | None:
    """What the house hands to the page of this viewer."""
    if seat is None:
        return None
    words = game.question(state, seat)
    return Asked(17 if words else 0, "m3", words)


def own_part(state: Any, facts: TableFacts, seat: Viewer, game: Any = GAME) -> tuple[dict[str, str], str]:
    """Slots and dock of this viewer."""
    view, asked = game.view(state, seat), asked_of(state, seat, game)
    choices = () if seat is None else game.choices(state, seat)
    slots = rendering.slots(game, facts, view, choices, asked)
    return slots, rendering.dock(game, facts, seat, view, choices, asked)


def _lines(facts: TableFacts, events: Sequence[Event], viewer: Viewer, game: Any = GAME) -> str:
    entries = [LogEntry(number, event.seen_by(viewer)) for number, event in enumerate(events, 1)]
    return rendering.log(game, facts, entries, viewer)


def table_page(state: Any, events: Sequence[Event], seat: Viewer, away: Sequence[int] = (), game: Any = GAME) -> str:
    """The whole page of a table."""
    facts = facts_of(state, away, game)
    slots, dock = own_part(state, facts, seat, game)
    public = rendering.public(game, facts, game.view(state, None))
    return rendering.table(
        TablePage(VISITOR, facts, seat, public, slots, dock, _lines(facts, events, seat, game), since=len(events))
    )


def result_page(state: Any, events: Sequence[Event], game: Any = GAME) -> ResultPage:
    """The end of a game."""
    facts = facts_of(state, game=game)
    return ResultPage(
        visitor=VISITOR,
        game=game,
        facts=facts,
        seat=0,
        view=game.view(state, 0),
        result=game.result(state),
        log=_lines(facts, events[-50:], 0, game),
        since=len(events),
        seed="ab" * 32,
        commitment="cd" * 32,
    )


@cache
def moments() -> dict[str, tuple[State, list[Event]]]:
    """A moment for each question and each kind of end, by name."""
    found: dict[str, tuple[State, list[Event]]] = {}
    for seats, seed in ((4, 1), (6, 2), (3, 3), (5, 4), (4, 5), (6, 6), (3, 7)):
        for state, events in walk(seats, seed):
            found.setdefault(_name(state), (state, events))
    return found


def _name(state: State) -> str:
    if state.question is not None:
        kind = type(state.question).__name__.lower()
        silenced = any(card.card == "SILENTIUM" for card in state.lying)
        return f"{kind}{', offers' if state.offers else ', Silentium' if silenced else ''}"
    return f"over, {state.seats}, {'Pope' if state.pope else 'no Pope'}"


@cache
def pages() -> dict[str, str]:
    """Every whole page, by a name."""
    found = {}
    for name, (state, events) in moments().items():
        if state.question is None:
            found[f"papam, {name}"] = rendering.result(result_page(state, events))
            continue
        seat = GAME.deciders(state)[0]
        found[f"papam, {name}"] = table_page(state, events[-20:], seat)
        found[f"papam, {name}, waiting"] = table_page(state, events[-20:], (seat + 1) % state.seats)
    state, events = next(iter(moments().values()))
    found["papam, watcher"] = table_page(state, events, None)
    found["papam, away"] = table_page(state, events, 0, away=(0,))
    return found
