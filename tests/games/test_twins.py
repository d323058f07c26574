"""Leaks at the level of the rules: whatever a viewer is handed is equal for a state and its twin, at once and after any
move that reveals nothing to it."""

from typing import Any

import pytest

from games import RULED
from games.kernel.contract import Game, Outcome
from games.kernel.dice import Cup, dice_from
from games.kernel.events import Fact, IllegalMove, Reason, Seat, Viewer
from tests.games.twins import OPEN, Twin, sampled, seen, viewers, with_dice_of
from tests.games.walks import fillings, sample, seed_of, tables

TABLES = [table for game in RULED.values() for table in tables(game)]
NAMES = [f"{game.slug}-{seats}-{at}" for at, (game, seats, _) in enumerate(TABLES)]
TABLE = pytest.mark.parametrize(("game", "seats", "options"), TABLES, ids=NAMES)

Options = Any


@TABLE
def test_twins_look_the_same(game: Game, seats: int, options: Options) -> None:
    for twin in sampled(game, seats, options, number=2):
        assert seen(game, twin.state, twin.viewer) == seen(game, twin.twin, twin.viewer)
        game.check(twin.twin)


@TABLE
def test_twins_preview_the_same(game: Game, seats: int, options: Options) -> None:
    chance = Cup(dice_from(seed_of(seats)))
    for twin in sampled(game, seats, options, number=2):
        if twin.viewer is None:
            continue
        shown, other = game.view(twin.state, twin.viewer), game.view(twin.twin, twin.viewer)
        for choice in game.choices(twin.state, twin.viewer):
            for filled in fillings(choice, chance) if choice.barred is None else ():
                move = game.move(choice.move, filled)
                assert game.preview(shown, move) == game.preview(other, move)


@TABLE
def test_twins_look_the_same_after_a_move_that_reveals_nothing(game: Game, seats: int, options: Options) -> None:
    compared = 0
    for twin in sampled(game, seats, options, number=2):
        if not twin.screened:
            compared += sum(_compare_moves_of(twin, seat) for seat in range(seats))
    assert compared, "not one move could be compared"


def _compare_moves_of(twin: Twin, seat: Seat) -> int:
    """Each move that this seat may make in the original, made in both."""
    game, other, chance = twin.game, with_dice_of(twin), Cup(dice_from(seed_of(seat)))
    compared = 0
    for choice in game.choices(twin.state, seat):
        for filled in fillings(choice, chance) if choice.barred is None else ():
            move = game.move(choice.move, filled)
            here, there = _tried(game, twin.state, seat, move), _tried(game, other, seat, move)
            compared += _agree(twin, seat, here, there)
    return compared


def _tried(game: Game, state: Any, seat: Seat, move: Any) -> Outcome | Reason:
    try:
        return game.resolve(state, seat, move)
    except IllegalMove as refusal:
        return refusal.reason


def _agree(twin: Twin, seat: Seat, here: Outcome | Reason, there: Outcome | Reason) -> bool:
    """Asserts that the viewer learns nothing; False if there is nothing to compare."""
    if isinstance(here, Reason) or isinstance(there, Reason):
        assert seat != twin.viewer or here == there, "a viewer's own move is accepted or refused alike in both"
        return False
    if _reveals(here, twin.viewer) or _reveals(there, twin.viewer):
        assert seat != twin.viewer or _reveals(here, twin.viewer) == _reveals(there, twin.viewer)
        return False
    assert _told(here, twin.viewer) == _told(there, twin.viewer)
    assert seen(twin.game, here.state, twin.viewer) == seen(twin.game, there.state, twin.viewer)
    return True


def _reveals(outcome: Outcome, viewer: Viewer) -> bool:
    return any(event.reveals_to(viewer) for event in outcome.events)


def _told(outcome: Outcome, viewer: Viewer) -> list[Fact]:
    return [event.seen_by(viewer) for event in outcome.events]


@TABLE
def test_a_redeal_of_a_redeal_is_a_redeal(game: Game, seats: int, options: Options) -> None:
    one, two = seed_of(1), seed_of(2)
    for state in sample(game, seats, options, 2):
        for viewer in viewers(seats):
            twin = game.redeal(state, viewer, one)
            assert twin == game.redeal(state, viewer, one)
            assert game.redeal(twin, viewer, two) == game.redeal(state, viewer, two)


@TABLE
def test_twins_differ_where_something_is_hidden(game: Game, seats: int, options: Options) -> None:
    pairs = [twin for twin in sampled(game, seats, options, number=2) if not twin.screened]
    for viewer in viewers(seats):
        mine = [twin for twin in pairs if twin.viewer == viewer]
        different = [twin for twin in mine if with_dice_of(twin) != twin.state]
        if game.slug in OPEN:
            assert not different, f"{viewer} is shown another game, though nothing is hidden"
        else:
            assert 2 * len(different) > len(mine), f"{viewer} would be shown the same states again"
