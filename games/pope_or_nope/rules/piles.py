"""Section 3 of the rules: what the top of a pile counts as."""

from functools import lru_cache
from typing import Literal

import msgspec

from games.pope_or_nope.box import KIND, LEVEL

Standing = Literal["stands", "crossed", "sealed", "zero", "empty", "infallible"]

INFALLIBLE = 5
"""The level of an infallible POPE: it counts as V (PN-5.3)."""


class Top(msgspec.Struct, frozen=True):
    """The effective top. `level` is 0 for a sealed or empty pile; `pope`: a DEED that a POPE acts as."""

    kind: Literal["DEED", "CROSS", "NOPE", "OPPORTUNITAS"]
    level: int
    pope: bool = False

    @property
    def stands(self) -> bool:
        """Worth a point at the end of the round (PN-3.4)."""
        return self.kind == "DEED" and self.level > 0

    @property
    def infallible(self) -> bool:
        """A POPE on a card of level IV (PN-3.3)."""
        return self.level == INFALLIBLE

    @property
    def standing(self) -> Standing:
        """The same in a word, for people."""
        match self.kind:
            case "NOPE":
                return "sealed"
            case "OPPORTUNITAS":
                return "empty"
            case "CROSS":
                return "crossed"
            case "DEED" if self.infallible:
                return "infallible"
            case "DEED":
                return "stands" if self.level else "zero"
            case _:
                raise ValueError(f"no such top: {self.kind}")


@lru_cache(maxsize=1 << 16)
def read(cards: tuple[str, ...]) -> Top:
    """The top of a pile, read upwards from its first card (PN-3.2)."""
    top = Top("OPPORTUNITAS", 0)
    for card in cards:
        top = _covered(top, card)
    return top


def _covered(under: Top, card: str) -> Top:
    match KIND[card]:
        case "DEED":
            return Top("DEED", LEVEL[card])
        case "CROSS":
            return Top("CROSS", LEVEL[card])
        case "REDUCO":
            return Top(under.kind, under.level - 1)
        case "POPE":  # one above what it covers: I on level 0, infallible on IV (PN-3.3)
            return Top("DEED", under.level + 1, pope=True)
        case "NOPE":
            return Top("NOPE", 0)
        case "OPPORTUNITAS":
            return Top("OPPORTUNITAS", 0)
        case _:
            raise ValueError(f"{card} never lies on a pile")
