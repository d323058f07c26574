"""Plays a kept game again from its seed, by the rules alone."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from app.language import gettext
from app.tables.writing import TAKEN_BACK, stands, taken_back
from app.wording import HOUSE
from games.kernel.contract import Game, Outcome, State
from games.kernel.events import IllegalMove, Seat

JOINED = "house.joined"

Made = tuple[Seat | None, Mapping[str, Any]]
"""A move as it was kept, and whose it was (None: the house's)."""


class AstrayError(Exception):
    """The rules make something else of the game; the message says where, in a sentence."""


class Deal(NamedTuple):
    """What a game is dealt from; `seats`: those at the deal."""

    seats: int
    options: Mapping[str, Any]
    seed: bytes
    words: str


class Step(NamedTuple):
    """One action again: what comes of it (None: the house told something), and the state after it."""

    outcome: Outcome | None
    state: State


class _Last(NamedTuple):
    """The newest move of a seat: its type, the state before it, what came of it, and the number of its first line."""

    seat: Seat
    tag: str
    before: State
    outcome: Outcome
    line: int


def same(one: Any, other: Any) -> bool:
    """Whether both are told alike, to the letter, but for the order of names: Python takes 1 for true."""
    return _told(one) == _told(other)


def _told(what: Any) -> bytes:
    return msgspec.json.encode(msgspec.to_builtins(what, str_keys=True), order="sorted")


def dealt_to(seats: int, made: Sequence[Made]) -> int:
    """How many of so many seats were taken before the deal; the others came while the game went on."""
    return seats - sum(move == {"type": JOINED} for seat, move in made if seat is None)


def replay(game: Game, deal: Deal, made: Sequence[Made]) -> Iterator[Step]:
    """The steps of these moves. Raises AstrayError."""
    again = _Again(game, deal)
    return (again.step(at, seat, move) for at, (seat, move) in enumerate(made))


class _Again:
    """A game that is played again: how it stands, how many lines its log has, and what may be taken back."""

    def __init__(self, game: Game, deal: Deal) -> None:
        self.game = game
        self.deal = deal
        self.state: State = None
        self.lines = 0
        self.last: _Last | None = None

    def step(self, at: int, seat: Seat | None, move: Mapping[str, Any]) -> Step:
        """The next move. Raises AstrayError."""
        outcome = self._outcome(at, seat, move)
        self.lines += 1 if outcome is None else len(outcome.events)
        return Step(outcome, self.state)

    def _outcome(self, at: int, seat: Seat | None, move: Mapping[str, Any]) -> Outcome | None:
        if seat is None and at > 0:
            self._hear(at, move)
            return None
        if move == {"type": TAKEN_BACK}:
            return self._take_back(at, seat)
        before, outcome = self.state, self._play(at, seat, move)
        self.last = None if seat is None else _Last(seat, str(move["type"]), before, outcome, self.lines + 1)
        self.state = outcome.state
        return outcome

    def _hear(self, at: int, move: Mapping[str, Any]) -> None:
        """What the house tells changes nothing, but that somebody sits down while the game goes on."""
        if self.state is None or len(move) != 1 or move.get("type") not in HOUSE.keys() - {TAKEN_BACK}:
            raise _unplayable(at)
        if move["type"] == JOINED:
            if self.game.admit is None:
                raise _unplayable(at)
            self.state = self.game.admit(self.state)

    def _take_back(self, at: int, seat: Seat | None) -> Outcome:
        last, self.last = self.last, None
        if last is None or seat != last.seat or not _may_be_taken_back(self.game, last):
            raise AstrayError(gettext("By the rules there was nothing to take back at move {move}.", move=at))
        self.state = last.before
        return taken_back(last.before, last.seat, last.line, last.line + len(last.outcome.events) - 1)

    def _play(self, at: int, seat: Seat | None, move: Mapping[str, Any]) -> Outcome:
        try:
            return _made(self.game, self.deal, self.state, seat, move)
        except IllegalMove as refusal:
            sentence = gettext("The rules refuse move {move} ({clause}).", move=at, clause=refusal.reason.clause)
            raise AstrayError(sentence) from refusal
        except Exception as error:  # a file from elsewhere may hold anything
            raise _unplayable(at) from error


def _may_be_taken_back(game: Game, last: _Last) -> bool:
    """But for what only the clock knew: whether it was made in time."""
    answers = {choice.move for choice in game.choices(last.before, last.seat) if choice.free is None}
    return (
        game.deciders(last.before) == (last.seat,) and last.tag in answers and not stands(game, last.outcome, last.tag)
    )


def _made(game: Game, deal: Deal, state: State, seat: Seat | None, move: Mapping[str, Any]) -> Outcome:
    filled = {name: value for name, value in move.items() if name != "type"}
    if seat is not None:
        made = game.move(move["type"], filled)
        if not filled.keys() <= {*made.__struct_fields__}:
            raise ValueError(f"{move['type']} has no fields but {made.__struct_fields__}")
        return game.resolve(state, seat, made)
    if move["type"] != "deal" or filled:
        raise ValueError(f"a game begins with its deal, and not with {move['type']}")
    return game.setup(deal.seats, msgspec.convert(deal.options, game.Options), deal.seed, deal.words)


def _unplayable(at: int) -> AstrayError:
    return AstrayError(gettext("Move {move} can't be played.", move=at))
