"""The State of a game, and the closed lists of its Questions and Moves. Plain frozen data, kept as JSON."""

from typing import Annotated, Literal

import msgspec

from games.kernel.dice import Dice
from games.kernel.events import Seat
from games.pope_or_nope.box import LEAST_HAND, MOST_HAND


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of a table; each default is the rulebook's, or our ruling."""

    hand_size: Literal["printed"] | Annotated[int, msgspec.Meta(ge=LEAST_HAND, le=MOST_HAND)] = "printed"
    target: Literal["printed"] | Annotated[int, msgspec.Meta(ge=1, le=20)] = "printed"
    opening: Literal["optional", "compulsory"] = "optional"
    reshuffle: Literal["every_round", "when_short"] = "every_round"
    cancello: Literal["strict", "broad"] = "strict"
    teams: bool = False
    first: Seat | None = None

    def hand_for(self, seats: int) -> int:
        """How many cards each is dealt (PN-2.1)."""
        if self.hand_size == "printed":
            return 7 if seats == 2 else 5
        return self.hand_size

    def points_to_win(self) -> int:
        """The points that end the game (PN-5.3, PN-5.4)."""
        if self.target == "printed":
            return 7 if self.teams else 5
        return self.target

    def side(self, seat: Seat) -> int:
        """Who plays together: teams A and B alternate around the table (PN-1.2); without teams each seat for itself."""
        return seat % 2 if self.teams else seat


class Hand(msgspec.Struct, frozen=True):
    """A hand in two parts, each in the box's order. `older`: held when discards were last shuffled into a new deck in
    this round, so surely not from that deck. `newer`: drawn since. Everyone can be certain of that much."""

    older: tuple[str, ...] = ()
    newer: tuple[str, ...] = ()

    @property
    def cards(self) -> tuple[str, ...]:
        """All of it."""
        return self.older + self.newer

    def __repr__(self) -> str:
        return f"Hand({len(self.cards)} cards)"


class Pile(msgspec.Struct, frozen=True):
    """A pile, bottom to top, and who played each card. `number` is public, counted from 1 in each round."""

    number: int
    owner: Seat
    cards: tuple[str, ...]
    by: tuple[Seat, ...]


class Opening(msgspec.Struct, frozen=True, tag="opening"):
    """Everyone chooses an opening deed, or none (PN-2.2). A laid card stays in its hand until the turn-up."""

    answered: tuple[bool, ...]
    laid: tuple[str | None, ...]

    def __repr__(self) -> str:
        return f"Opening(answered={self.answered})"


class Turn(msgspec.Struct, frozen=True, tag="turn"):
    """One seat plays a card or passes (PN-2.4). `passes`: how many have passed in succession up to now."""

    seat: Seat
    passes: int


Question = Opening | Turn


class State(msgspec.Struct, frozen=True):
    """All of a game. No question: it is over, and the last round's piles still lie. What is hidden is in no repr.

    `deck`: the top is the last. `history`: the points each seat scored in each finished round. `further`: rounds played
    since the win was first tied (PN-5.3). `piles_made`: piles of this round, those gone included. `draws_spent`: DRAW 2
    cards played in this round, which no shuffle brings back before its end (PN-2.9).
    """

    seats: int
    options: Options
    dice: Dice
    round: int
    token: Seat
    question: Question | None
    deck: tuple[str, ...]
    discards: tuple[str, ...]
    hands: tuple[Hand, ...]
    piles: tuple[Pile, ...]
    piles_made: int
    draws_spent: int
    history: tuple[tuple[int, ...], ...]
    further: int

    def points(self) -> tuple[int, ...]:
        """The points of each seat after the finished rounds."""
        return tuple(sum(scored[seat] for scored in self.history) for seat in range(self.seats))

    def __repr__(self) -> str:
        return f"State(round={self.round}, question={self.question}, piles={self.piles}, deck of {len(self.deck)})"


class Open(msgspec.Struct, frozen=True, tag="open"):
    """Lay this DEED face down, or none."""

    deed: str | None


class Play(msgspec.Struct, frozen=True, tag="play"):
    """Play a card from hand, on the pile of this number; None for cards that are played on no pile."""

    card: str
    pile: int | None


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """Play no card this turn."""


Move = Open | Play | Pass
