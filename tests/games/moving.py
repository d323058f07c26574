"""Moves in positions built by hand, alike for every game: what they make, and why they are refused."""

from typing import Any

from games.kernel.contract import Game, Outcome
from games.kernel.events import Event, IllegalMove, Reason, Seat
from tests.games.sentences import explains, tells


class Moving:
    """Moves of one game."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def done(self, state: Any, move: Any, seat: Seat | None = None) -> Outcome:
        """The outcome of a move, by whoever is asked first if no other is named; checked."""
        outcome = self._resolve(state, move, seat)
        self._game.check(outcome.state)
        assert all(tells(self._game, event) for event in outcome.events)
        return outcome

    def after(self, state: Any, *moves: Any) -> Any:
        """The State after these moves, each by whoever is asked first."""
        for move in moves:
            state = self.done(state, move).state
        return state

    def refused(self, state: Any, move: Any, seat: Seat | None = None) -> Reason:
        """Why the rules refuse this move. Fails if they don't."""
        try:
            self._resolve(state, move, seat)
        except IllegalMove as refusal:
            if explains(self._game, refusal.reason):
                return refusal.reason
        raise AssertionError(f"{move} was not refused")

    def _resolve(self, state: Any, move: Any, seat: Seat | None) -> Outcome:
        return self._game.resolve(state, self._game.deciders(state)[0] if seat is None else seat, move)


def told(outcome: Outcome, key: str) -> list[Event]:
    """The events of an outcome with this public key."""
    return [event for event in outcome.events if event.public.key == key]
