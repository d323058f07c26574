"""The State of a game, and the closed list of its Questions. Plain frozen data, kept as JSON.

Candidates, sides, pairs, cards and objectives go by their codes in `box.py`.
"""

import msgspec

from games.kernel.dice import Dice
from games.kernel.events import Seat

ANY = "ANY"
"""In what an offer asks: so many cards of whatever title."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of a table; each default is the rulebook's, or our ruling."""

    round5_plurality: bool = False
    card_deals: bool = True
    open_reserves: bool = False
    first: Seat | None = None


# What is made anew with every move holds plain values only: no cycle, nothing for the garbage collector (`gc=False`).


class Candidate(msgspec.Struct, frozen=True, gc=False):
    """A Candidate of this game. `out`: the round in which he was eliminated; None: he is face up."""

    name: str
    influence: int = 0
    out: int | None = None


class Lying(msgspec.Struct, frozen=True, gc=False):
    """An Action card that lies on the table as long as its effect lasts. `on`: the Candidate (Murmur, Prohibere) or the
    seat (Silentium) it lies at. `turn`: the number of the turn on which it was played."""

    card: str
    by: Seat
    turn: int
    on: str | int | None = None


class Veto(msgspec.Struct, frozen=True):
    """A veto on a pair: since which round, and by whom it was put (HP-7.4)."""

    pair: str
    round: int
    by: Seat


class PublicObjective(msgspec.Struct, frozen=True):
    """What a player looks for in a Pope: a side of each pair, and an order."""

    sides: tuple[str, str, str, str]
    order: str


class SecretObjective(msgspec.Struct, frozen=True):
    """A Secret Objective in a hand or in the pile. `known`: the seats, besides its holder, who know that it lies
    there."""

    title: str
    known: tuple[Seat, ...] = ()

    def __repr__(self) -> str:
        return f"SecretObjective(known={self.known})"


class Held(msgspec.Struct, frozen=True, gc=False):
    """A card in a hand. `newer`: drawn since discards were last shuffled into a new deck, so surely from that deck.
    `known`: the seats, besides its holder, who know that it is there. Everyone can be certain of that much."""

    card: str
    newer: bool
    known: tuple[Seat, ...] = ()

    def __repr__(self) -> str:
        return f"Held(newer={self.newer}, known={self.known})"


class Buried(msgspec.Struct, frozen=True, gc=False):
    """A card discarded face down, by whom, and whether it was `newer` in that hand (see `Held`)."""

    card: str
    by: Seat
    newer: bool

    def __repr__(self) -> str:
        return f"Buried(by={self.by})"


class Goods(msgspec.Struct, frozen=True):
    """One side of a deal: Influence, and cards as title -> how many (`ANY`: whatever title)."""

    influence: int
    cards: dict[str, int]

    @property
    def size(self) -> int:
        """How many cards it is."""
        return sum(self.cards.values())

    def __repr__(self) -> str:
        return f"Goods(influence={self.influence}, {self.size} cards)"


class Offer(msgspec.Struct, frozen=True):
    """An exchange that `by` offers to `to` (HP-4.10). `number` is public and never used again in this game."""

    number: int
    by: Seat
    to: Seat
    gives: Goods
    asks: Goods


class Distributing(msgspec.Struct, frozen=True, tag="distributing"):
    """Phase 1: the Camarlengo places Influence from the general reserve (HP-3.1)."""

    seat: Seat


class Turn(msgspec.Struct, frozen=True, tag="turn"):
    """Phase 2: one seat places, plays a card, or passes. `passes`: how many passed one after the other up to now."""

    seat: Seat
    passes: int


class Converting(msgspec.Struct, frozen=True, tag="converting"):
    """Conversio: its player keeps the own Secret Objective or the pile's top one, which only this seat sees."""

    seat: Seat


class Trimming(msgspec.Struct, frozen=True, tag="trimming"):
    """Oratio: its player discards down to the hand limit."""

    seat: Seat


class Eliminating(msgspec.Struct, frozen=True, tag="eliminating"):
    """Phase 4: several Candidates have the least; the Camarlengo says which is eliminated (HP-6.1)."""

    seat: Seat


class Permitting(msgspec.Struct, frozen=True, tag="permitting"):
    """Phase 4 with a Dean: the Dean allows or refuses the Camarlengo this much Influence (HP-9.2)."""

    seat: Seat
    amount: int


class Vetoing(msgspec.Struct, frozen=True, tag="vetoing"):
    """Black Smoke: the outgoing Camarlengo puts a veto on a pair (HP-7.4)."""

    seat: Seat


class Keeping(msgspec.Struct, frozen=True, tag="keeping"):
    """Black Smoke: everyone secretly keeps one card of the hand, or none (HP-7.6). An empty hand has answered."""

    answered: tuple[bool, ...]
    kept: tuple[str | None, ...]

    def __repr__(self) -> str:
        return f"Keeping(answered={self.answered})"


class Discarding(msgspec.Struct, frozen=True, tag="discarding"):
    """Black Smoke: whoever is above the hand limit secretly discards down to it (HP-7.6); the others have answered."""

    answered: tuple[bool, ...]
    discards: tuple[dict[str, int], ...]

    def __repr__(self) -> str:
        return f"Discarding(answered={self.answered})"


class Copying(msgspec.Struct, frozen=True, tag="copying"):
    """The end: all is revealed, and Corrupt's owner says which objective to copy (HP-12.3a)."""

    seat: Seat


Question = (
    Distributing | Turn | Converting | Trimming | Eliminating | Permitting | Vetoing | Keeping | Discarding | Copying
)


class State(msgspec.Struct, frozen=True):
    """All of a game. No question: it is over. What is hidden is in no repr.

    `turns`, `offers_made`: turns of phase 2 and offers of the whole game, so that their names are never used again.
    `indicators`: a number a pair, positive towards its first side; they stand at 0 but from phase 3 on. `issued`: the
    Influence that is out of the general reserve. `deck`: the top is the last. `discards`: those face up; `buried`:
    those face down. `unseen`: cards of the last shuffled discard pile that lay there face up and were not played since,
    so everybody knows that they are in the deck or were drawn from it; `unseen_own`: the same of those that a seat had
    discarded face down itself, which it alone knows.
    `pile`: the leftover Secret Objectives, the top is the last. `revealed`: secrets and reserves lie open (HP-8.1).
    `pope`: who was elected; None at the end: nobody. `copied`: whose objective Corrupt copies.
    """

    seats: int
    options: Options
    dice: Dice
    round: int
    camarlengo: Seat
    dean: Seat | None
    question: Question | None
    turns: int
    candidates: tuple[Candidate, ...]
    indicators: tuple[int, int, int, int]
    vetoes: tuple[Veto, ...]
    lying: tuple[Lying, ...]
    objectives: tuple[PublicObjective, ...]
    secrets: tuple[SecretObjective, ...]
    pile: tuple[SecretObjective, ...]
    reserves: tuple[int, ...]
    issued: int
    hands: tuple[tuple[Held, ...], ...]
    deck: tuple[str, ...]
    discards: tuple[str, ...]
    buried: tuple[Buried, ...]
    unseen: tuple[str, ...]
    unseen_own: tuple[tuple[str, ...], ...]
    offers: tuple[Offer, ...]
    offers_made: int
    revealed: bool
    pope: str | None
    copied: Seat | None

    def __repr__(self) -> str:
        return f"State(round={self.round}, question={self.question}, candidates={self.candidates}, lying={self.lying})"
