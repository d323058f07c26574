"""Plays whole games by the contract alone: for `conclave simulate`, the contract tests and the benchmark."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from games.kernel.choices import Choice, Filled
from games.kernel.contract import Game, Options, Outcome, Result, State
from games.kernel.dice import Chance, Cup, dice_from
from games.kernel.events import Seat
from games.kernel.filling import fill

Bot = Callable[[Any, Sequence[Choice], Chance], tuple[Choice, Filled]]
"""(view, open choices that answer, chance) -> the choice taken and its filling."""


_BLIND: set[Bot] = set()


def blind(bot: Bot) -> Bot:
    """Declares that this bot never looks at the view: a playout doesn't build one for it and hands it None."""
    _BLIND.add(bot)
    return bot


@blind
def random_bot(view: Any, choices: Sequence[Choice], chance: Chance) -> tuple[Choice, Filled]:
    """Any open choice, filled at random. It doesn't even look at the view."""
    choice = choices[chance.below(len(choices))]
    return choice, fill(choice, chance)


def open_answers(game: Game, state: State, seat: Seat) -> list[Choice]:
    """The choices with which the seat can answer its question now."""
    return [choice for choice in game.choices(state, seat) if choice.barred is None and choice.free is None]


class Playout(msgspec.Struct, frozen=True):
    """A game played to its end: the result, how many moves it took, the seconds they took, without checks, and how
    often each thing happened, by the key of its words."""

    result: Result
    moves: int
    seconds: float
    state: State
    happened: Counter[str]


def play_out(
    game: Game, seats: int, options: Options, seed: bytes, bots: Sequence[Bot], check: bool = False, most: int = 100_000
) -> Playout:
    """One game; with `check`, the game's own invariants after each move. Raises AssertionError if it doesn't end."""
    chance = Cup(dice_from(seed, "bots"))
    state = game.setup(seats, options, seed, "").state
    seconds = 0.0
    happened: Counter[str] = Counter()
    for moves in range(most):
        result = game.result(state)
        if result is not None:
            return Playout(result, moves, seconds, state, happened)
        began = time.perf_counter()
        outcome = step(game, state, bots, chance)
        state = outcome.state
        happened.update(event.public.key for event in outcome.events)
        seconds += time.perf_counter() - began
        if check:
            game.check(state)
    raise AssertionError(f"{game.slug} with {seats} seats did not end within {most} moves")


def step(game: Game, state: State, bots: Sequence[Bot], chance: Chance) -> Outcome:
    """One answer by one of the seats that the table waits for; a free move where it waits for nobody."""
    seat, choices = _moving(game, state, len(bots), chance)
    bot = bots[seat]
    seen = None if bot in _BLIND else game.view(state, seat)
    choice, filled = bot(seen, choices, chance)
    return game.resolve(state, seat, game.move(choice.move, filled))


def _moving(game: Game, state: State, seats: int, chance: Chance) -> tuple[Seat, list[Choice]]:
    """One of those who may move, and what it may do."""
    deciders = game.deciders(state)
    if deciders:
        seat = deciders[chance.below(len(deciders))]
        return seat, open_answers(game, state, seat)
    able = [(seat, free) for seat in range(seats) if (free := _free_moves(game, state, seat))]
    return able[chance.below(len(able))]


def _free_moves(game: Game, state: State, seat: Seat) -> list[Choice]:
    return [choice for choice in game.choices(state, seat) if choice.barred is None and choice.free is not None]
