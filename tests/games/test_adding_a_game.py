"""docs/adding-a-game.md is true: a little game written by it passes the suites that every game passes."""

import inspect
import re
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from games.kernel.contract import Game
from tests.games import plate, test_contract, test_twins
from tests.games.clauses import ROOT, clauses_of, clauses_with_a_case, rule, rules_page
from tests.games.plate import GAME, Give
from tests.games.walks import seed_of, tables

PAGE = (ROOT / "docs" / "adding-a-game.md").read_text()


def suites(module: ModuleType) -> list[Any]:
    """The cases of a suite over all games: those that take a game, a number of seats, and options."""
    cases = [case for name, case in vars(module).items() if name.startswith("test_")]
    return [case for case in cases if list(inspect.signature(case).parameters) == ["game", "seats", "options"]]


CASES = suites(test_contract) + suites(test_twins)


@pytest.mark.parametrize(("game", "seats", "options"), tables(GAME), ids=[str(seats) for _, seats, _ in tables(GAME)])
@pytest.mark.parametrize("case", CASES, ids=[case.__name__ for case in CASES])
def test_the_little_game_passes(case: Callable[..., None], game: Game, seats: int, options: Any) -> None:
    case(game, seats, options)


def test_the_page_names_every_field_of_a_game() -> None:
    named = {name for code in re.findall(r"`([^`]+)`", PAGE) for name in re.findall(r"\w+", code)}
    assert set(Game.__struct_fields__) <= named


def test_the_files_that_the_page_names_exist() -> None:
    paths = [path for path in re.findall(r"`((?:games|tests|docs)/[\w./-]+)`", PAGE) if "<" not in path]
    assert len(paths) >= 6
    assert [path for path in paths if not (ROOT / path).exists()] == []


@rule("CP-1.1")
def test_a_coin_is_seen_by_its_owner_alone() -> None:
    state = GAME.setup(3, plate.Options(), seed_of(1), "").state
    assert [GAME.view(state, viewer).mine for viewer in (0, 1, 2, None)] == [
        *((coin, None) for coin in state.coins),
        None,
    ]
    assert GAME.view(state, 0).coins == ()


@rule("CP-2.1", "CP-2.2", "CP-3.1")
def test_it_is_played_twice_and_the_highest_coin_wins() -> None:
    state = plate.State(GAME.setup(2, plate.Options(), seed_of(1), "").state.dice, 1, (None, None), (3, 5), (12, 9), ())
    for seat, what in ((0, "keep"), (0, "give"), (1, "keep"), (1, "keep"), (0, "keep")):
        state = GAME.resolve(state, seat, Give(what)).state
    assert (state.coins, state.plate) == ((9, 5), (3,))
    assert GAME.result(state).winners == (0,)


def test_the_little_games_clauses_have_their_cases() -> None:
    assert set(clauses_of(rules_page(GAME))) <= clauses_with_a_case(ROOT / "tests")
