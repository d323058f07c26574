"""What a bot makes of a table: the chance that each pile stands when the round ends, and what each play adds to it.

It knows what its seat sees and nothing else: its hand, how many cards the others hold, the piles and the points. The
chances were counted in games that such bots played.
"""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from games.kernel.events import Seat
from games.pope_or_nope.box import CROSSES, DEEDS
from games.pope_or_nope.rules.piles import read
from games.pope_or_nope.state import Pile

FALLS = (9.0, 0.72, 0.48, 0.32, 0.22, 0.06)
"""By the level of a pile that stands: how fast it falls. While the rivals of its owner hold five cards together, it
stays with a chance of e to the power of minus so much."""
CAN_RAISE = 0.6
"""What is left of that speed with the next DEED or a POPE in hand."""
RISES, RISES_BY_STAMP, RISES_BY_LUCK = 0.3, 0.25, 0.01
"""The chance that an own fallen pile stands in the end: with the DEED or a POPE in hand; with a REDUCO and what it
needs, or a CANCELLO; and without."""
RIVAL_RISES, RIVAL_FILLS = 0.05, 0.2
"""The chance that a rival's fallen pile, and an empty OPPORTUNITAS, stands in the end, for five cards in its hand."""
FILLS, FILLS_BY_LUCK = 0.25, 0.01
"""The same for an own OPPORTUNITAS with a DEED in hand, and without."""
PRICE = {
    **dict.fromkeys(DEEDS, 0.01),
    **dict.fromkeys(CROSSES, 0.0),
    "POPE": 0.05,
    "NOPE": 0.03,
    "REDUCO": 0.02,
    "CANCELLO": 0.02,
}
"""What a card is worth while it is held: a play must gain more."""
DRAW, PLACE, PLACE_IN_VAIN = 0.3, 0.25, 0.02
"""What DRAW 2 gains, and a new OPPORTUNITAS with and without a DEED in hand. (A pass gains nothing.)"""
FULL = 5
"""Cards in a hand of which the figures above speak."""

Outlook = tuple[float, float, float]
"""The chance that a pile stands in the end, from three numbers: a * exp(-b * threat) + c * held. `threat` counts the
cards of its owner's rivals, `held` the owner's, in fives."""

LOST: Outlook = (0.0, 0.0, 0.0)


OWN = 1.0
"""What a pile of the own side is worth that stands; a rival's is worth less than nothing."""


class Weights(msgspec.Struct, frozen=True):
    """Who plays together, and what a pile that stands is worth to a seat, by its owner."""

    sides: tuple[int, ...]
    worth: tuple[float, ...]


@lru_cache(maxsize=1 << 12)
def weights(seat: Seat, sides: tuple[int, ...], points: tuple[int, ...], target: int) -> Weights:
    """Rivals' piles weigh the less the more rivals there are, and the more the nearer they are to the win. `points`:
    each seat's."""
    pooled = [sum(had for had, at in zip(points, sides, strict=True) if at == side) for side in sides]
    rivals = sum(side != sides[seat] for side in sides)
    worth = [
        OWN if side == sides[seat] else -(0.7 + had / (2 * target)) / rivals
        for side, had in zip(sides, pooled, strict=True)
    ]
    return Weights(sides, tuple(worth))


class Weighing:
    """A table on one seat's scales. `held`: how many cards each seat holds; `piles` by number."""

    def __init__(self, weights: Weights, hand: tuple[str, ...], held: Sequence[int], piles: Mapping[int, Pile]) -> None:
        self._worth, self.hand, self._held = weights.worth, hand, [cards / FULL for cards in held]
        self._threat = _threats(weights.sides, self._held)
        self._piles = piles
        self._own = [pile for pile in piles.values() if weights.worth[pile.owner] == OWN]
        self._lost: dict[str, float] = {}

    def gain(self, card: str, number: int | None) -> float:
        """What this play adds to the chances of the own side's piles, less the rivals', and less its price."""
        if number is None:
            return DRAW if card == "DRAW" else PLACE if _deed_in(without(self.hand, card)) else PLACE_IN_VAIN
        hand, aim = without(self.hand, card), self._piles[number]
        after = aim.cards[:-1] if card == "CANCELLO" else (*aim.cards, card)
        change = self._pile(aim.owner, after, hand) - self._pile(aim.owner, aim.cards, hand)
        return change - self._loss(card, hand) - PRICE[card]

    def _loss(self, card: str, hand: tuple[str, ...]) -> float:
        """What the own piles lose by a hand without this card: they may have counted on it."""
        if card not in self._lost:
            self._lost[card] = sum(
                self._pile(pile.owner, pile.cards, self.hand) - self._pile(pile.owner, pile.cards, hand)
                for pile in self._own
            )
        return self._lost[card]

    def _pile(self, owner: Seat, cards: tuple[str, ...], hand: tuple[str, ...]) -> float:
        """The chance that it stands, in the scales."""
        worth = self._worth[owner]
        a, b, c = own_outlook(cards, hand) if worth == OWN else rival_outlook(cards)
        return worth * (a * math.exp(-b * self._threat[owner]) + c * self._held[owner])


def _threats(sides: tuple[int, ...], held: Sequence[float]) -> list[float]:
    """By owner: the cards of all its rivals."""
    together = dict.fromkeys(sides, sum(held))
    for side, cards in zip(sides, held, strict=True):
        together[side] -= cards
    return [together[side] for side in sides]


@lru_cache(maxsize=1 << 16)
def own_outlook(cards: tuple[str, ...], hand: tuple[str, ...]) -> Outlook:
    """Of a pile of the own side (no cards: none any more), with this hand."""
    top = read(cards)
    if not cards or top.kind == "NOPE":
        return LOST
    if top.stands:
        return 1.0, FALLS[top.level] * (CAN_RAISE if raises(top.level, hand) else 1.0), 0.0
    if top.kind == "OPPORTUNITAS":
        return FILLS if _deed_in(hand) else FILLS_BY_LUCK, 0.0, 0.0
    return _rises(cards, hand), 0.0, 0.0


def _rises(cards: tuple[str, ...], hand: tuple[str, ...]) -> float:
    """That a pile that is crossed, or at level 0, stands again."""
    level = read(cards).level
    if raises(level, hand):
        return RISES
    reduced = level > 0 and "REDUCO" in hand and f"DEED-{level}" in hand
    cancelled = "CANCELLO" in hand and cards[-1] == "REDUCO" and read(cards[:-1]).stands
    return RISES_BY_STAMP if reduced or cancelled else RISES_BY_LUCK


@lru_cache(maxsize=1 << 16)
def rival_outlook(cards: tuple[str, ...]) -> Outlook:
    """Of a rival's pile (no cards: none any more)."""
    top = read(cards)
    if not cards or top.kind == "NOPE":
        return LOST
    if top.stands:
        return 1.0, FALLS[top.level], 0.0
    return 0.0, 0.0, RIVAL_FILLS if top.kind == "OPPORTUNITAS" else RIVAL_RISES


def raises(level: int, hand: tuple[str, ...]) -> bool:
    """Whether the hand holds what makes a pile of this level stand, one higher."""
    return "POPE" in hand or f"DEED-{level + 1}" in hand


@lru_cache(maxsize=1 << 12)
def opening_worth(deed: str | None, hand: tuple[str, ...]) -> float:
    """The chance that a pile opened with this DEED stands in the end."""
    return 0.0 if deed is None else math.exp(-own_outlook((deed,), without(hand, deed))[1])


def best_opening(hand: tuple[str, ...]) -> str | None:
    """The DEED that likeliest stands, or none without one."""
    return max((deed for deed in DEEDS if deed in hand), key=lambda deed: opening_worth(deed, hand), default=None)


def _deed_in(hand: tuple[str, ...]) -> bool:
    return any(deed in hand for deed in DEEDS)


@lru_cache(maxsize=1 << 16)
def without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The hand less one card of this title."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]
