"""What a bot is given and what it answers: a View, choices, and worlds that it can't tell from the real one."""

import time
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from games.kernel.choices import Choice, Filled
from games.kernel.dice import Chance
from games.kernel.events import Seat
from games.kernel.filling import fill

if TYPE_CHECKING:
    from games.kernel.contract import Game, Move, State, View

Taken = tuple[Choice, Filled]
"""The choice that a bot takes, and how it fills it."""


class Patience(msgspec.Struct, frozen=True):
    """How long a search may last: seconds by `clock`; or, where `playouts` is set, so many of them and no clock."""

    seconds: float = 2.0
    playouts: int | None = None
    clock: Callable[[], float] = time.monotonic

    def begin(self) -> Callable[[int], bool]:
        """From now on: whether to go on, after so many playouts."""
        if self.playouts is not None:
            most = self.playouts
            return lambda played: played < most
        end = self.clock() + self.seconds
        return lambda played: self.clock() < end


AT_ONCE = Patience(playouts=0)
"""For bots that don't search."""


class Asked:
    """What a seat's bot is given; never a State.

    `answers`: the open choices that answer the seat's question. `free`: the open free ones.
    """

    def __init__(self, game: "Game", state: "State", seat: Seat, patience: Patience = AT_ONCE) -> None:
        open_ = [choice for choice in game.choices(state, seat) if choice.barred is None]
        self.game = game
        self.seat = seat
        self.patience = patience
        self.answers = [choice for choice in open_ if choice.free is None]
        self.free = [choice for choice in open_ if choice.free is not None]
        self._see: Callable[[], View] = lambda: game.view(state, seat)
        self._deal: Callable[[bytes], State] = lambda seed: game.redeal(state, seat, seed)

    @cached_property
    def view(self) -> "View":
        """What the seat sees; built only for a bot that looks."""
        return self._see()

    def worlds(self, seed: bytes) -> "State":
        """A state that this seat can't tell from the real one; the same seed (32 bytes) gives the same."""
        return self._deal(seed)


class Bot(msgspec.Struct, frozen=True):
    """How a seat is played. `answer` is asked when the table waits for the seat. `volunteer` is asked once after each
    change, where free choices are open, and makes one free move a turn at most; None: never."""

    answer: Callable[[Asked, Chance], Taken]
    volunteer: Callable[[Asked, Chance], Taken | None] | None = None


def _any_answer(asked: Asked, chance: Chance) -> Taken:
    return at_random(asked.answers, chance)


def at_random(choices: list[Choice], chance: Chance) -> Taken:
    """Any of the open choices, filled at random."""
    choice = choices[chance.below(len(choices))]
    return choice, fill(choice, chance)


def as_move(game: "Game", taken: Taken) -> "Move":
    """What the bot chose, as a Move of the game."""
    choice, filled = taken
    return game.move(choice.move, filled)


random_bot = Bot(_any_answer)
"""Plays any open choice, filled at random; it doesn't even look at the view, and makes no free moves."""
