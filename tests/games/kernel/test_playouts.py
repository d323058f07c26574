"""Playouts: bots play by view and choices alone."""

from collections.abc import Sequence
from typing import Any

import pytest

from games import GAMES
from games.kernel.choices import Choice, Filled
from games.kernel.dice import Chance
from games.kernel.events import Event, Fact
from games.kernel.playouts import blind, play_out, random_bot

GAME = GAMES["pope-or-nope"]
SEED = bytes(32)


def test_a_bot_sees_its_own_view_unless_it_declares_itself_blind() -> None:
    views: dict[str, list[Any]] = {"looks": [], "blind": []}

    def looking(view: Any, choices: Sequence[Choice], chance: Chance) -> tuple[Choice, Filled]:
        views["looks"].append(view.mine.seat)
        return random_bot(view, choices, chance)

    @blind
    def blindfolded(view: Any, choices: Sequence[Choice], chance: Chance) -> tuple[Choice, Filled]:
        views["blind"].append(view)
        return random_bot(view, choices, chance)

    play_out(GAME, 2, GAME.Options(), SEED, [looking, blindfolded])
    assert set(views["looks"]) == {0}
    assert set(views["blind"]) == {None}


def test_a_playout_can_be_played_again() -> None:
    one, again = (play_out(GAME, 3, GAME.Options(), SEED, [random_bot] * 3, check=True) for _ in range(2))
    assert (one.result, one.moves, one.state) == (again.result, again.moves, again.state)


def test_a_game_that_does_not_end_is_an_error() -> None:
    with pytest.raises(AssertionError, match="did not end within 5 moves"):
        play_out(GAME, 3, GAME.Options(), SEED, [random_bot] * 3, most=5)


def test_an_event_has_one_fact_for_each_viewer() -> None:
    event = Event(Fact("seen"), {1: Fact("known")})
    assert [event.seen_by(viewer).key for viewer in (None, 0, 1)] == ["seen", "seen", "known"]
    assert [event.reveals_to(viewer) for viewer in (None, 0, 1)] == [False, False, True]
    assert Event(Fact("shown"), reveals=True).reveals_to(None)
