"""Fields of forms, each made once and remembered: they come up again and again, and never change."""

from functools import lru_cache

from games.habemus_papam.hands import Counts, by_title
from games.habemus_papam.state import State
from games.kernel.choices import Amounts, Number, OneOf
from games.kernel.events import Seat

one_of = lru_cache(maxsize=1 << 12)(OneOf)
number = lru_cache(maxsize=1 << 12)(Number)


@lru_cache(maxsize=1 << 12)
def amounts(name: str, hand: Counts) -> Amounts:
    """So many of each title, up to all of it."""
    return Amounts(name, dict(hand))


def held(state: State, seat: Seat) -> Counts:
    """What a hand holds by title."""
    return by_title(state.hands[seat])


@lru_cache(maxsize=1 << 14)
def without(hand: Counts, card: str) -> Counts:
    """The hand with one copy of this title less: what is left to pay for it."""
    return tuple((title, number - (title == card)) for title, number in hand if title != card or number > 1)
