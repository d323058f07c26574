"""Playouts: bots play by view and choices alone."""

from typing import Any

import msgspec
import pytest

from games import GAMES
from games.kernel.bots import Asked, Bot, Patience, Taken, at_random, random_bot
from games.kernel.dice import Chance, Cup, dice_from
from games.kernel.events import Event, Fact
from games.kernel.playouts import Players, play_out

GAME = GAMES["pope-or-nope"]
SEED = bytes(32)


def test_a_bot_sees_the_view_of_its_own_seat() -> None:
    seen = set()

    def look(asked: Asked, chance: Chance) -> Taken:
        seen.add(asked.view.mine.seat)
        return random_bot.answer(asked, chance)

    play_out(GAME, GAME.Options(), SEED, [random_bot, Bot(look)])
    assert seen == {1}


def test_a_view_is_built_only_for_who_looks() -> None:
    looked: list[Any] = []
    game = msgspec.structs.replace(GAME, view=lambda state, seat: looked.append(seat) or GAME.view(state, seat))
    play_out(game, GAME.Options(), SEED, [random_bot, random_bot])
    assert looked == []
    asked = Asked(game, GAME.setup(2, GAME.Options(), SEED, "").state, 1)
    assert asked.view is asked.view
    assert looked == [1]


def test_free_moves_are_asked_for_and_made_once_a_turn() -> None:
    game, asked_for = GAMES["habemus-papam"], []

    def volunteer(asked: Asked, chance: Chance) -> Taken:
        asked_for.append(asked.seat)
        return at_random(asked.free, chance)

    eager = Bot(random_bot.answer, volunteer)
    chance = Cup(dice_from(SEED))
    players = Players(game, [eager, random_bot, eager], chance)
    state = game.setup(3, game.Options(), SEED, "").state
    free = 0
    while game.result(state) is None:
        asked_for.clear()
        state = players.step(state).state
        free = free + 1 if asked_for else 0
        assert free <= 2, "at most one of each of the two between two answers"
        assert 1 not in asked_for


def test_patience_counts_playouts_or_seconds() -> None:
    goes_on = Patience(playouts=2).begin()
    assert [goes_on(played) for played in range(4)] == [True, True, False, False]
    times = iter([10.0, 10.5, 11.0])
    goes_on = Patience(seconds=1.0, clock=lambda: next(times)).begin()
    assert [goes_on(0), goes_on(1)] == [True, False]


def test_a_playout_can_be_played_again() -> None:
    one, again = (play_out(GAME, GAME.Options(), SEED, [random_bot] * 3, check=True) for _ in range(2))
    assert (one.result, one.moves, one.state) == (again.result, again.moves, again.state)


def test_a_game_that_does_not_end_is_an_error() -> None:
    with pytest.raises(AssertionError, match="did not end within 5 moves"):
        play_out(GAME, GAME.Options(), SEED, [random_bot] * 3, most=5)


def test_an_event_has_one_fact_for_each_viewer() -> None:
    event = Event(Fact("seen"), {1: Fact("known")})
    assert [event.seen_by(viewer).key for viewer in (None, 0, 1)] == ["seen", "seen", "known"]
    assert [event.reveals_to(viewer) for viewer in (None, 0, 1)] == [False, False, True]
    assert Event(Fact("shown"), reveals=True).reveals_to(None)
