"""Dice that can be checked afterwards and not foreseen.

A secret 256-bit seed, mixed with the words the players may give before the deal, becomes a key. Draw number i is
BLAKE2b(i) under that key, read as a number of 512 bits and reduced modulo the range (the bias is below 2**-490). Who
later learns seed and words can recompute every draw without knowing a rule of the game.
"""

import hashlib
from collections.abc import Sequence
from typing import Protocol, TypeVar

import msgspec

T = TypeVar("T")

Draw = tuple[int, int]
"""One draw as it is kept with the action that made it: (range, result), with 0 <= result < range."""


class Chance(Protocol):
    """Whatever can draw a whole number: a game's `Cup`, or the cup of a bot."""

    def below(self, range_: int) -> int:
        """A number from 0 to range_ - 1."""


class Dice(msgspec.Struct, frozen=True):
    """The key and how many draws were made; part of a State, and of nothing that a seat may see."""

    key: bytes
    count: int = 0

    def __repr__(self) -> str:
        return f"Dice(count={self.count})"


def dice_from(seed: bytes, words: str = "") -> Dice:
    """The dice of a game. `seed` has 32 bytes; `words` is what the players gave, or nothing."""
    if len(seed) != 32:
        raise ValueError(f"a seed has 32 bytes, this one has {len(seed)}")
    return Dice(hashlib.blake2b(words.encode(), key=seed, digest_size=32).digest())


def commitment(seed: bytes) -> str:
    """The SHA-256 of the seed in hex: shown before the game, so that the seed shown after it can be checked."""
    return hashlib.sha256(seed).hexdigest()


def draw(dice: Dice, number: int, range_: int) -> int:
    """Draw `number` (from 0) of these dice, 0 to range_ - 1."""
    digest = hashlib.blake2b(number.to_bytes(8, "big"), key=dice.key, digest_size=64).digest()
    return int.from_bytes(digest, "big") % range_


class Cup:
    """The dice in the hand of a move being carried out: draws, and remembers what was drawn."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.draws: list[Draw] = []

    def below(self, range_: int) -> int:
        """A number from 0 to range_ - 1; a range of 1 is no draw."""
        if range_ < 1:
            raise ValueError("nothing to draw from")
        if range_ == 1:
            return 0
        result = draw(self._dice, self._dice.count + len(self.draws), range_)
        self.draws.append((range_, result))
        return result

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a new order (Fisher and Yates, from the end)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def dice(self) -> Dice:
        """The dice as they lie now, for the next State."""
        return Dice(self._dice.key, self._dice.count + len(self.draws))
