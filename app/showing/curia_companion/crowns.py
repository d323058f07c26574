"""Crowns as the page marks them: a colour, a shape and a letter each, and the track on which their Cardinals stand."""

from dataclasses import dataclass
from typing import Literal

from app.wording import Wording
from games.curia_companion.box import CROWNS, code
from games.papal_curia.curia import Crown, Curia

COLOURS = dict(zip(CROWNS, (3, 2, 1, 6, 4, 5, 8), strict=True))
"""Crown -> the number of its colour and shape."""

SHOWN_SLOTS = 7
"""Regular slots that the board prints; those not in play are blocked."""


@dataclass(frozen=True)
class ShownCrown:
    """A crown with its mark."""

    code: str
    name: str
    letter: str
    colour: int


@dataclass(frozen=True)
class ShownSlot:
    """A place on the track, Roma or a number, and who stands there."""

    name: str
    state: Literal["taken", "open", "shut"]
    crown: ShownCrown | None = None


def crown(which: Crown, wording: Wording) -> ShownCrown:
    """A crown as it is marked."""
    name = wording.words[f"crown.{code(which)}"]
    return ShownCrown(code(which), name, name[0], COLOURS[code(which)])


def track(curia: Curia, wording: Wording) -> tuple[ShownSlot, ...]:
    """Roma, then the regular slots from the left; those not in play are shut."""
    roma = _slot("Roma", curia.roma, wording)
    taken = [_slot(str(number), owner, wording) for number, owner in enumerate(curia.slots, 1)]
    vacant = [_slot(str(number), None, wording) for number in range(len(taken) + 1, curia.open + 1)]
    shut = [ShownSlot(str(number), "shut") for number in range(curia.open + 1, SHOWN_SLOTS + 1)]
    return (roma, *taken, *vacant, *shut)


def _slot(name: str, owner: Crown | None, wording: Wording) -> ShownSlot:
    return ShownSlot(name, "open") if owner is None else ShownSlot(name, "taken", crown(owner, wording))
