"""How much more makes or ends a Papabile: the page's sums agree with the rules, whatever else is drafted."""

from collections.abc import Sequence
from typing import Any

import pytest

from app.showing.habemus_papam.copying import copies
from app.showing.habemus_papam.reach import EVERYONE, Sum, ends, makes
from games.habemus_papam.board import changed, papabile
from games.habemus_papam.rules.scoring import lines
from games.habemus_papam.state import Copying, Options, State
from games.kernel.dice import Cup, dice_from
from tests.pages.papam import GAME, walk


def lacking(reach: Sequence[Sum], drafted: dict[str, int]) -> int:
    """As drafts.js counts it."""
    return max(-((_comes_to(one, drafted) - one.least) // one.own) for one in reach)


def _comes_to(one: Sum, drafted: dict[str, int]) -> int:
    return sum(times * (sum(drafted.values()) if key is EVERYONE else drafted.get(key, 0)) for key, times in one.terms)


def turns(seed: int, plurality: bool) -> list[tuple[State, Any]]:
    """Turns of a game with Influence on the board."""
    options = Options(round5_plurality=plurality)
    seen = [(state, GAME.view(state, None)) for state, _ in walk(4, seed, options)]
    return [(state, view) for state, view in seen if view.turn is not None and view.board.total][::3]


def drafts(view: Any, cup: Cup) -> dict[str, int]:
    """Something on some of the Candidates."""
    return {each.name: cup.below(4) for each in view.board.candidates if each.out is None and cup.below(2)}


@pytest.mark.rule("HP-4.7", "HP-4.8")
@pytest.mark.parametrize("plurality", [False, True])
def test_it_is_the_least_that_makes_him_papabile(plurality: bool) -> None:
    cup, rounds = Cup(dice_from(b"r" * 32)), set()
    for state, view in turns(5, plurality):
        for candidate in (each for each in view.board.candidates if each.out is None):
            drafted = drafts(view, cup)
            more = lacking(makes(view, candidate), drafted)
            assert best(state, view, drafted, candidate.name, more) == candidate.name
            assert more <= 0 or best(state, view, drafted, candidate.name, more - 1) != candidate.name
        rounds.add(state.round)
    assert rounds == {1, 2, 3, 4, 5}


@pytest.mark.rule("HP-4.7", "HP-4.8")
@pytest.mark.parametrize("plurality", [False, True])
def test_it_is_the_least_that_ends_another(plurality: bool) -> None:
    cup, ended = Cup(dice_from(b"e" * 32)), 0
    for state, view in turns(5, plurality):
        was = next((each for each in view.board.candidates if each.name == view.board.papabile), None)
        for other in (each for each in view.board.candidates if was and each.out is None and each != was):
            drafted = drafts(view, cup)
            more = lacking(ends(view, was, other), drafted)
            if more > 0:
                assert best(state, view, drafted, other.name, more) != was.name
                ended += best(state, view, drafted, other.name, more - 1) == was.name
    assert ended > 20


def best(state: State, view: Any, drafted: dict[str, int], name: str, more: int) -> str | None:
    """Who is Papabile once this is placed, and so much more on one."""
    placed = {**drafted, name: drafted.get(name, 0) + max(more, 0)}
    return papabile(changed(state.candidates, placed), view.round, view.plurality)


@pytest.mark.rule("HP-12.3a")
def test_what_a_copy_would_bring_is_what_it_brings() -> None:
    seen = set()
    for seed in range(12):
        for state, _ in walk(4, seed):
            if isinstance(state.question, Copying):
                seat = state.question.seat
                told = copies(GAME.view(state, seat))
                for other in (other for other in range(state.seats) if other != seat):
                    after = GAME.resolve(state, seat, GAME.move("copy", {"player": other})).state
                    line = lines(after)[seat]
                    words = f"{line.secret_points} to you" if line.secret_points else "nothing to you"
                    assert words in told[other] or "empty all other reserves" in told[other]
                    seen.add(bool(line.secret_points))
                assert copies(GAME.view(state, (seat + 1) % 4)).keys() == told.keys()
    assert seen == {False, True}
