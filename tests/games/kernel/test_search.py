"""Search: tried on The Collection Plate, where a low coin is given away and a high one is kept."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from games.kernel.bots import Asked, Bot, Patience, Taken, random_bot
from games.kernel.choices import Choice
from games.kernel.dice import Cup, dice_from
from games.kernel.search import FEWEST_WORLDS, Horizon, Race, search
from tests.games.plate import GAME, State, result
from tests.games.walks import seed_of

MANY = Patience(playouts=200)


def with_coin(coin: int) -> State:
    """The start of a game of 3; seat 1 holds this coin."""
    rest = [other for other in range(1, 13) if other != coin]
    return State(dice_from(seed_of(1)), 1, (None,) * 3, (rest[0], coin, rest[1]), tuple(rest[2:]), ())


def ranked(*what: str) -> list[Taken]:
    """The answers in this order, the likeliest first."""
    return [(Choice("give"), {"what": one}) for one in what]


def wins(state: State, seat: int) -> float:
    """1 for a win, at the end of the game; before it what the coin is worth."""
    final = result(state)
    return state.coins[seat] / 12 if final is None else float(seat in final.winners)


TO_THE_END = Horizon(random_bot, reached=lambda world, now, moves: False, worth=wins)


def found(state: State, candidates: Sequence[Taken], patience: Patience = MANY, horizon: Horizon = TO_THE_END) -> Any:
    """What seat 1 gives or keeps after a search."""
    asked = Asked(GAME, state, 1, patience)
    return search(asked, Cup(dice_from(seed_of(2))), candidates, horizon.trial(asked))[1]["what"]


@pytest.mark.parametrize(("coin", "best"), [(1, "give"), (2, "give"), (11, "keep"), (12, "keep")])
def test_the_better_move_is_found_wherever_it_stood(coin: int, best: str) -> None:
    assert found(with_coin(coin), ranked("keep", "give")) == best
    assert found(with_coin(coin), ranked("give", "keep")) == best


def test_without_time_the_first_stands() -> None:
    assert found(with_coin(12), ranked("give", "keep"), Patience(playouts=0)) == "give"
    assert found(with_coin(12), ranked("give", "keep"), Patience(playouts=2 * FEWEST_WORLDS - 1)) == "give"


def test_a_search_ends_with_the_clock() -> None:
    times = iter(range(1000))
    assert found(with_coin(12), ranked("give", "keep"), Patience(seconds=5, clock=lambda: next(times))) == "give"
    assert next(times) == 6, "it looks at the clock before each trial, and no more once the 5 seconds are over"


def test_an_only_move_is_not_tried() -> None:
    horizon = Horizon(random_bot, reached=pytest.fail, worth=pytest.fail)
    assert found(with_coin(12), ranked("give"), horizon=horizon) == "give"


def test_it_knows_no_more_than_its_seat() -> None:
    """Whoever holds the other coins: the same worlds are tried, with the same end."""
    real = with_coin(6)
    twin = GAME.redeal(real, 1, seed_of(3))
    assert twin.coins != real.coins
    seen: list[State] = []

    def trial(world: State, taken: Taken, seed: bytes) -> float:
        seen.append(world)
        return float(len(seen) % 3)

    for state in (real, twin):
        asked = Asked(GAME, state, 1, Patience(playouts=20))
        search(asked, Cup(dice_from(seed_of(2))), ranked("keep", "give"), trial)
    assert seen[:20] == seen[20:]
    assert real not in seen


def test_all_moves_are_tried_in_the_same_worlds() -> None:
    tried: list[tuple[State, str, bytes]] = []

    def trial(world: State, taken: Taken, seed: bytes) -> float:
        tried.append((world, str(taken[1]["what"]), seed))
        return 0.0

    search(
        Asked(GAME, with_coin(6), 1, Patience(playouts=8)), Cup(dice_from(seed_of(2))), ranked("keep", "give"), trial
    )
    assert [what for _, what, _ in tried] == ["keep", "give"] * 4
    assert [(world, seed) for world, _, seed in tried[::2]] == [(world, seed) for world, _, seed in tried[1::2]]
    assert len({seed for _, _, seed in tried}) == 4


def test_worlds_that_are_hard_to_believe_are_dealt_anew() -> None:
    tried: list[State] = []

    def trial(world: State, taken: Taken, seed: bytes) -> float:
        tried.append(world)
        return 0.0

    for believable in (lambda world: world.coins[0] > 6, lambda world: False):
        asked = Asked(GAME, with_coin(6), 1, Patience(playouts=20))
        search(asked, Cup(dice_from(seed_of(2))), ranked("keep", "give"), trial, believable)
    assert len(tried) == 40, "what is never believed is tried all the same"
    assert {world.coins[0] > 6 for world in tried[:20]} == {True}
    assert {world.coins[0] > 6 for world in tried[20:]} == {True, False}


def test_a_horizon_may_come_before_the_end() -> None:
    """After one move nobody has won: the coin in hand is weighed as it is, and there is no difference."""
    near = Horizon(random_bot, reached=lambda world, now, moves: now.time == world.time and moves == 0, worth=wins)
    assert found(with_coin(1), ranked("keep", "give"), horizon=near) == "keep"
    assert found(with_coin(1), ranked("give", "keep"), horizon=near) == "give"


def test_the_policy_plays_the_other_seats() -> None:
    asked_for = set()

    def keep(asked: Asked, chance: Any) -> Taken:
        asked_for.add(asked.seat)
        return asked.answers[0], {"what": "keep"}

    horizon = msgspec.structs.replace(TO_THE_END, policy=Bot(keep))
    found(with_coin(6), ranked("keep", "give"), Patience(playouts=2), horizon)
    assert asked_for == {0, 1, 2}


def test_who_is_surely_behind_drops_out() -> None:
    race = Race(3)
    for world in range(8):
        race.ran([world % 2, 1 + world % 2, -5.0])
    assert race.running == [1]
    assert race.winner() == 1


def test_a_small_lead_is_no_lead() -> None:
    race = Race(2)
    for world in range(40):
        race.ran([0.0, 1.0 if world % 2 else -0.9])
    assert race.running == [0, 1]
    assert race.winner() == 0
