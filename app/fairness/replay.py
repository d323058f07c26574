"""Plays a kept game again from its seed, by the rules alone."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from app.language import gettext
from app.tables.writing import TAKEN_BACK
from games.kernel.contract import Game, Outcome, State
from games.kernel.events import IllegalMove, Seat


class AstrayError(Exception):
    """The rules make something else of the game; the message says where, in a sentence."""


class Deal(NamedTuple):
    """What a game is dealt from."""

    seats: int
    options: Mapping[str, Any]
    seed: bytes
    words: str


class Step(NamedTuple):
    """One action again: what the rules make of it (None: nothing, it took a move back or the house told something),
    and the state after it."""

    outcome: Outcome | None
    state: State


def replay(game: Game, deal: Deal, made: Iterable[tuple[Seat | None, Mapping[str, Any]]]) -> Iterator[Step]:
    """The steps of these moves, each with its seat (None: the house). Raises AstrayError."""
    state: Any = None
    before: Any = None
    for at, (seat, move) in enumerate(made):
        if move.get("type") == TAKEN_BACK:
            state, before = before, None
            yield Step(None, state)
            continue
        outcome = _again(game, deal, state, at, seat, move)
        if outcome is not None:
            state, before = outcome.state, state
        yield Step(outcome, state)


def _again(game: Game, deal: Deal, state: State, at: int, seat: Seat | None, move: Mapping[str, Any]) -> Outcome | None:
    tag = move.get("type")
    if seat is None and tag != "deal":
        return None
    try:
        if seat is None:
            return game.setup(deal.seats, msgspec.convert(deal.options, game.Options), deal.seed, deal.words)
        return game.resolve(state, seat, game.move(str(tag), {name: move[name] for name in move if name != "type"}))
    except IllegalMove as refusal:
        sentence = gettext("The rules refuse move {move} ({clause}).", move=at, clause=refusal.reason.clause)
        raise AstrayError(sentence) from refusal
    except Exception as error:  # a file from elsewhere may hold anything
        raise AstrayError(gettext("Move {move} can't be played.", move=at)) from error
