"""Search, for bots that look ahead: the best few moves are tried in worlds that the seat can't tell from the real one.

All moves are tried in the same world with the same dice, so that luck strikes them alike and only their differences
count. The first move is the bot's own choice without a search; another is preferred only if it is surely better.
"""

import math
from collections.abc import Callable, Sequence
from statistics import fmean, stdev
from typing import TYPE_CHECKING

import msgspec

from games.kernel.bots import Asked, Bot, Taken, as_move
from games.kernel.dice import Chance, Cup, dice_from
from games.kernel.events import Seat

if TYPE_CHECKING:
    from games.kernel.contract import State

Trial = Callable[["State", Taken, bytes], float]
"""(a world before the move, the move, a seed): what came of it for the seat that moves; the more the better."""

FEWEST_WORLDS = 6
"""Before these nothing is sure."""
MOST_DEALS = 12
"""So often a world is dealt anew that is hard to believe in."""
OUT, PREFERRED = 2.5, 1.0
"""A move is tried no more when it lies so many standard errors behind; one that leads the first by so many is taken."""


class Horizon(msgspec.Struct, frozen=True):
    """How a game looks ahead. `policy` plays all seats on; `reached(world, now, moves)`: whether to weigh it now, so
    many moves after the tried one; `worth`: a state's, for a seat. The end of the game is always a horizon."""

    policy: Bot
    reached: Callable[["State", "State", int], bool]
    worth: Callable[["State", Seat], float]

    def trial(self, asked: Asked) -> Trial:
        """Trials by the game's own rules."""
        return lambda world, taken, seed: self._try(asked, world, taken, seed)

    def _try(self, asked: Asked, world: "State", taken: Taken, seed: bytes) -> float:
        game, chance = asked.game, Cup(dice_from(seed, "trial"))
        state, moves = game.resolve(world, asked.seat, as_move(game, taken)).state, 0
        while not self.reached(world, state, moves) and (deciders := game.deciders(state)):
            seat = deciders[0]
            answer = self.policy.answer(Asked(game, state, seat), chance)
            state, moves = game.resolve(state, seat, as_move(game, answer)).state, moves + 1
        return self.worth(state, asked.seat)


def search(
    asked: Asked,
    chance: Chance,
    ranked: Sequence[Taken],
    trial: Trial,
    believable: Callable[["State"], bool] = lambda world: True,
) -> Taken:
    """The best of these moves, as far as the patience reaches; the first where no other is surely better.

    `believable`: whether the others would have played as they did, had they held what this world gives them.
    """
    race = Race(len(ranked))
    go_on, played = asked.patience.begin(), 0
    while len(race.running) > 1:
        seed, world = _deal(asked, chance, believable)
        values = []
        for number in race.running:
            if not go_on(played):
                return ranked[race.winner()]
            values.append(trial(world, ranked[number], seed))
            played += 1
        race.ran(values)
    return ranked[race.winner()]


def _deal(asked: Asked, chance: Chance, believable: Callable[["State"], bool]) -> tuple[bytes, "State"]:
    """A world that one can believe in, or the last of so many that one can't."""
    for _ in range(MOST_DEALS):
        seed = chance.below(1 << 256).to_bytes(32, "big")
        world = asked.worlds(seed)
        if believable(world):
            break
    return seed, world


class Race:
    """Runs of several candidates in the same worlds; who falls behind for sure drops out."""

    def __init__(self, candidates: int) -> None:
        self.running = list(range(candidates))
        self._values: list[list[float]] = [[] for _ in self.running]
        self._worlds = 0

    def ran(self, values: Sequence[float]) -> None:
        """One world's values of the running ones, in order. Each time the worlds have doubled, some drop out."""
        for number, value in zip(self.running, values, strict=True):
            self._values[number].append(value)
        self._worlds += 1
        if self._worlds >= FEWEST_WORLDS and self._worlds.bit_count() == 1:
            leader = self._leader()
            self.running = [number for number in self.running if self._ahead(leader, number) < OUT]

    def winner(self) -> int:
        """The first candidate, unless another is surely better."""
        leader = self._leader()
        if 0 not in self.running:
            return leader
        return leader if self._worlds >= FEWEST_WORLDS and self._ahead(leader, 0) > PREFERRED else 0

    def _leader(self) -> int:
        return max(self.running, key=lambda number: fmean(self._values[number]) if self._worlds else 0.0)

    def _ahead(self, one: int, other: int) -> float:
        """How far one lies before the other, in standard errors of the difference."""
        apart = [a - b for a, b in zip(self._values[one], self._values[other], strict=True)]
        mean, error = fmean(apart), stdev(apart) / math.sqrt(len(apart))
        return mean / error if error else math.copysign(math.inf, mean) if mean else 0.0
