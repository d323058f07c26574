"""Hands as everybody else can be certain of them: which cards others know, and which came from the newest deck."""

from collections.abc import Collection, Iterable
from functools import lru_cache

from games.habemus_papam.box import ACTIONS
from games.habemus_papam.state import Held
from games.kernel.events import Seat

Hand = tuple[Held, ...]

Counts = tuple[tuple[str, int], ...]
"""Titles in a hand with their numbers, in the box's order."""

_RANK = {card: rank for rank, card in enumerate(ACTIONS)}


@lru_cache(maxsize=1 << 14)
def by_title(hand: Hand) -> Counts:
    """What a hand holds by title."""
    counts: dict[str, int] = {}
    for each in hand:
        counts[each.card] = counts.get(each.card, 0) + 1
    return tuple(counts.items())


def sorted_hand(cards: Iterable[Held]) -> Hand:
    """The cards of a hand in the box's order; of one title the one held longest first."""
    return tuple(sorted(cards, key=lambda held: (_RANK[held.card], held.newer, held.known)))


def without(hand: Hand, card: str, seers: Collection[Seat]) -> tuple[Held, Hand]:
    """One card of this title out of a hand, and what is left of it.

    Who sees it go knows one copy of that title less to be there; who doesn't see which card goes can be certain of none
    that he knew there (HP-12.4h).
    """
    gone = next(held for held in hand if held.card == card)
    left = list(hand)
    left.remove(gone)
    if any(held.known for held in left):
        left = [Held(held.card, held.newer, tuple(seat for seat in held.known if seat in seers)) for held in left]
        for seat in seers:
            if seat not in gone.known:
                _forget_one(left, card, seat)
    return gone, tuple(left)


def _forget_one(hand: list[Held], card: str, seat: Seat) -> None:
    for at, held in enumerate(hand):
        if held.card == card and seat in held.known:
            hand[at] = Held(card, held.newer, tuple(other for other in held.known if other != seat))
            return


def seen(hand: Hand, seat: Seat) -> Hand:
    """The hand after this seat has looked at all of it."""
    return sorted_hand(Held(held.card, held.newer, _with(held.known, seat)) for held in hand)


def _with(known: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(sorted({*known, seat}))


def pointed_out(hand: Hand, cards: dict[str, int], seat: Seat) -> Hand:
    """The hand after this seat has learned that at least these cards are in it."""
    left = {
        card: number - sum(held.card == card and seat in held.known for held in hand) for card, number in cards.items()
    }
    marked = []
    for held in hand:
        if left.get(held.card, 0) > 0 and seat not in held.known:
            left[held.card] -= 1
            held = Held(held.card, held.newer, _with(held.known, seat))
        marked.append(held)
    return sorted_hand(marked)
