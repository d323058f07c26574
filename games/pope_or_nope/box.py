"""What lies in the box: 72 cards, and how many players may sit down to them (PN-1.1, PN-1.2)."""

from collections.abc import Iterable
from typing import Literal

Kind = Literal["DEED", "CROSS", "DRAW", "CANCELLO", "REDUCO", "OPPORTUNITAS", "POPE", "NOPE"]

COUNTS: dict[str, int] = {
    "DEED-1": 9,
    "DEED-2": 7,
    "DEED-3": 5,
    "DEED-4": 3,
    "CROSS-1": 9,
    "CROSS-2": 7,
    "CROSS-3": 5,
    "CROSS-4": 3,
    "DRAW": 5,
    "CANCELLO": 5,
    "REDUCO": 5,
    "OPPORTUNITAS": 5,
    "POPE": 2,
    "NOPE": 2,
}
"""Card code -> copies, in the order in which hands are shown. Copies of one title have no names of their own."""

CARDS = tuple(COUNTS)
DEEDS = CARDS[:4]
CROSSES = CARDS[4:8]
FULL_DECK = tuple(card for card, copies in COUNTS.items() for _ in range(copies))

LEVEL: dict[str, int] = {card: int(card[-1]) for card in DEEDS + CROSSES}
KIND: dict[str, Kind] = {
    **dict.fromkeys(DEEDS, "DEED"),
    **dict.fromkeys(CROSSES, "CROSS"),
    "DRAW": "DRAW",
    "CANCELLO": "CANCELLO",
    "REDUCO": "REDUCO",
    "OPPORTUNITAS": "OPPORTUNITAS",
    "POPE": "POPE",
    "NOPE": "NOPE",
}
WITHOUT_TARGET = ("DRAW", "OPPORTUNITAS")
"""Cards that are played on no pile."""

LEAST_SEATS, MOST_SEATS = 2, 8
LEAST_HAND, MOST_HAND = 3, 9

_RANK = {card: rank for rank, card in enumerate(CARDS)}


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards sorted as `COUNTS` lists them, so that their order tells nothing."""
    return tuple(sorted(cards, key=_RANK.__getitem__))
