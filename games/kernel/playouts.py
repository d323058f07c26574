"""Plays whole games by bots and the contract alone: for `conclave simulate`, the contract tests and the benchmark."""

import time
from collections import Counter
from collections.abc import Sequence

import msgspec

from games.kernel.bots import AT_ONCE, Asked, Bot, Patience, as_move, at_random
from games.kernel.contract import Game, Options, Outcome, Result, State
from games.kernel.dice import Chance, Cup, dice_from
from games.kernel.events import Seat


class Playout(msgspec.Struct, frozen=True):
    """A game played to its end: the result, how many moves it took, the seconds they took, without checks, and how
    often each thing happened, by the key of its words."""

    result: Result
    moves: int
    seconds: float
    state: State
    happened: Counter[str]


def play_out(
    game: Game,
    options: Options,
    seed: bytes,
    bots: Sequence[Bot],
    *,
    check: bool = False,
    most: int = 100_000,
    patience: Patience = AT_ONCE,
) -> Playout:
    """One game; with `check`, the game's own invariants after each move. Raises AssertionError if it doesn't end."""
    players = Players(game, bots, Cup(dice_from(seed, "bots")), patience)
    state = game.setup(len(bots), options, seed, "").state
    seconds = 0.0
    happened: Counter[str] = Counter()
    for moves in range(most):
        result = game.result(state)
        if result is not None:
            return Playout(result, moves, seconds, state, happened)
        began = time.perf_counter()
        outcome = players.step(state)
        state = outcome.state
        happened.update(event.public.key for event in outcome.events)
        seconds += time.perf_counter() - began
        if check:
            game.check(state)
    raise AssertionError(f"{game.slug} with {len(bots)} seats did not end within {most} moves")


class Players:
    """The bots of a game, seat by seat, and how long they may search. Each makes one free move between two answers at
    most, and is asked for one once after each change."""

    def __init__(self, game: Game, bots: Sequence[Bot], chance: Chance, patience: Patience = AT_ONCE) -> None:
        self.game = game
        self.bots = bots
        self._chance = chance
        self._patience = patience
        self._volunteers = [seat for seat, bot in enumerate(bots) if bot.volunteer is not None]
        self._may_volunteer: list[Seat] = []

    def step(self, state: State) -> Outcome:
        """One free move, where a bot wants to make one; else one answer by one of the seats that the table waits for;
        where it waits for nobody, anybody's free move."""
        return self._free_move(state) or self._answer(state)

    def _answer(self, state: State) -> Outcome:
        self._may_volunteer = list(self._volunteers)
        deciders = self.game.deciders(state)
        if not deciders:
            return self._anybodys(state)
        seat = deciders[self._chance.below(len(deciders))]
        asked = Asked(self.game, state, seat, self._patience)
        return self.game.resolve(state, seat, as_move(self.game, self.bots[seat].answer(asked, self._chance)))

    def _anybodys(self, state: State) -> Outcome:
        able = [(seat, asked) for seat in range(len(self.bots)) if (asked := Asked(self.game, state, seat)).free]
        seat, asked = able[self._chance.below(len(able))]
        return self.game.resolve(state, seat, as_move(self.game, at_random(asked.free, self._chance)))

    def _free_move(self, state: State) -> Outcome | None:
        for seat in self._may_volunteer:
            asked = Asked(self.game, state, seat, self._patience)
            volunteer = self.bots[seat].volunteer
            taken = volunteer(asked, self._chance) if volunteer is not None and asked.free else None
            if taken is not None:
                self._may_volunteer = [other for other in self._may_volunteer if other != seat]
                return self.game.resolve(state, seat, as_move(self.game, taken))
        return None
