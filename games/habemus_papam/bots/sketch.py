"""A light copy of an action phase, for bots that look at very many: plain numbers, changed in place.

Candidates go by their place on the board, seats by number. A Sketch is made from a State of the bot's own `worlds`.
"""

from collections.abc import Iterable
from typing import NamedTuple

from games.habemus_papam.board import murmured, prohibited_by
from games.habemus_papam.box import ANTIPOPE_SEATS, CANDIDATES, ORDER_PAYS, PAIRS, ROUNDS, SPACES, half
from games.habemus_papam.state import State, Turn
from games.kernel.events import Seat

NOBODY = -1

Four = tuple[int, int, int, int]


def _four(places: Iterable[int]) -> Four:
    one, two, three, four = places
    return one, two, three, four


_HALVES = {
    code: _four(2 * at + (card.sides[at] != sides[0]) for at, sides in enumerate(PAIRS.values()))
    for code, card in CANDIDATES.items()
}
"""Candidate -> the places of his four sides among all eight."""

SIDE_AT = {side: 2 * at + second for at, sides in enumerate(PAIRS.values()) for second, side in enumerate(sides)}


class Lore:
    """What stays as it is for a phase. `times`: what a space is worth without a Pope. `own[seat]`: the places of the
    objective's sides; `shared[seat][candidate]`: those that both have, and `same` how many; `order`: what the order
    would pay."""

    def __init__(self, state: State) -> None:
        self.seats = state.seats
        self.round = state.round
        self.camarlengo = state.camarlengo
        self.dean = state.dean
        self.plurality = state.options.round5_plurality
        self.antipope = state.seats == ANTIPOPE_SEATS
        self.names = [each.name for each in state.candidates]
        self.halves = [_HALVES[name] for name in self.names]
        self.own = [_four(SIDE_AT[side] for side in each.sides) for each in state.objectives]
        self.shared = [[tuple(side for side in own if side in halves) for halves in self.halves] for own in self.own]
        self.same = [[len(both) for both in row] for row in self.shared]
        orders = [CANDIDATES[name].order for name in self.names]
        self.order = [[ORDER_PAYS * (each.order == order) for order in orders] for each in state.objectives]
        self.times = 1 if state.round <= 2 or state.round == ROUNDS else 2
        self._boards: dict[tuple[int | bool, ...], Board] = {}

    def board(self, influence: list[int], up: list[bool], open_: list[bool]) -> "Board":
        """What can be read from a board; the same ones come up again and again."""
        key = (*influence, *up, *open_)
        found = self._boards.get(key)
        if found is None:
            found = self._boards[key] = self._read(influence, up, open_)
        return found

    def _read(self, influence: list[int], up: list[bool], open_: list[bool]) -> "Board":
        towards = spaces(influence, up, self)
        scored = [
            self.times * sum([towards[side] for side in own if open_[side >> 1] or self.round == ROUNDS])
            for own in self.own
        ]
        return Board(papabile(influence, up, self), towards, scored, half(max(influence)))


class Board(NamedTuple):
    """Who is Papabile (or NOBODY), how many spaces the indicators would stand towards each side, what that brings each
    seat without a Pope (HP-7.2, HP-8.7), and what the Camarlengo takes (HP-6.2)."""

    pope: int
    towards: list[int]
    scored: list[int]
    income: int


class Sketch:
    """The phase as it stands. `up`: who is face up. `doubled`: on whom placing costs 2; `closed`: whose Prohibere keeps
    placings off. `silenced`: seats that must pass. `closing`: the seat after whose next turn all is over; `due`: that
    turn has come. `open`: pairs without a veto. `turn`, `passes`: as in a Turn."""

    __slots__ = (
        "closed",
        "closing",
        "doubled",
        "due",
        "hands",
        "influence",
        "lore",
        "open",
        "passes",
        "reserves",
        "silenced",
        "turn",
        "up",
    )

    lore: Lore
    influence: list[int]
    up: list[bool]
    reserves: list[int]
    hands: list[list[str]]
    doubled: list[bool]
    closed: list[Seat]
    silenced: list[bool]
    closing: Seat
    due: bool
    open: list[bool]
    turn: Seat
    passes: int

    def copy(self) -> "Sketch":
        """Another one, to be changed by itself."""
        other = Sketch.__new__(Sketch)
        other.lore = self.lore
        other.influence = self.influence[:]
        other.up = self.up
        other.reserves = self.reserves[:]
        other.hands = self.hands[:]
        other.doubled = self.doubled
        other.closed = self.closed
        other.silenced = self.silenced
        other.closing, other.due = self.closing, self.due
        other.open = self.open
        other.turn, other.passes = self.turn, self.passes
        return other


def sketch(state: State, lore: Lore) -> Sketch:
    """A State as a Sketch."""
    made = Sketch()
    made.lore = lore
    made.influence = [each.influence for each in state.candidates]
    made.up = [each.out is None for each in state.candidates]
    made.reserves = list(state.reserves)
    made.hands = [[held.card for held in hand] for hand in state.hands]
    made.doubled = [murmured(state.lying, name) for name in lore.names]
    keepers = [prohibited_by(state.lying, name) for name in lore.names]
    made.closed = [NOBODY if by is None else by for by in keepers]
    silenced = {each.on for each in state.lying if each.card == "SILENTIUM"}
    made.silenced = [seat in silenced for seat in range(state.seats)]
    made.closing = next((each.by for each in state.lying if each.card == "SUFFRAGATIO"), NOBODY)
    made.due = True
    made.open = [pair not in {veto.pair for veto in state.vetoes} for pair in PAIRS]
    asked = state.question
    made.turn = getattr(asked, "seat", state.camarlengo)
    made.passes = asked.passes if isinstance(asked, Turn) else 0
    return made


def papabile(influence: list[int], up: list[bool], lore: Lore) -> int:
    """Who is Papabile (HP-4.7, HP-4.8), or NOBODY."""
    most = max(influence)
    if not most:
        return NOBODY
    best = influence.index(most)
    if lore.round < ROUNDS:
        return best if 3 * most >= 2 * sum(influence) and up[best] else NOBODY
    if lore.plurality:
        standing = [amount for amount, face_up in zip(influence, up, strict=True) if face_up]
        most = max(standing)
        alone = most > 0 and standing.count(most) == 1
        return next(at for at, amount in enumerate(influence) if up[at] and amount == most) if alone else NOBODY
    return best if 2 * most > sum(influence) and up[best] else NOBODY


def spaces(influence: list[int], up: list[bool], lore: Lore) -> list[int]:
    """How many spaces each indicator would stand towards each of the eight sides (HP-5.1, HP-5.2)."""
    best = [0, 0, 0, 0, 0, 0, 0, 0]
    for at, amount in enumerate(influence):
        if amount and up[at]:
            one, two, three, four = lore.halves[at]
            if amount > best[one]:
                best[one] = amount
            if amount > best[two]:
                best[two] = amount
            if amount > best[three]:
                best[three] = amount
            if amount > best[four]:
                best[four] = amount
    for at in (0, 2, 4, 6):
        by = best[at] - best[at + 1]
        best[at] = 0 if by < 0 else by if by < SPACES else SPACES
        best[at + 1] = 0 if by > 0 else -by if by > -SPACES else SPACES
    return best


def with_antipope(sketched: Sketch) -> list[int]:
    """The Influence after a turn of the Antipope: 1 more on each who has the least (HP-10.2)."""
    influence, up = sketched.influence, sketched.up
    least = min(amount for amount, face_up in zip(influence, up, strict=True) if face_up)
    return [amount + (amount == least and face_up) for amount, face_up in zip(influence, up, strict=True)]
