"""What each action costs a seat now, and what the Papal Controller saves (section 9, PC-3.3)."""

from functools import cache, lru_cache
from typing import Literal

import msgspec

from games.kernel.events import Reason, Seat
from games.papal_curia import curia
from games.papal_curia.state import State

CARDINAL = 3
"""Administrative Power for Raise a Cardinal."""

ADVISOR_HIRE, ADVISOR_KEEP = 2, 2
REGULAR, MERCENARY = 2, 3
REGULAR_KEEP, MERCENARY_KEEP = 1, 2
RED_HAT = 4
RELIGION = 2


class Price(msgspec.Struct, frozen=True):
    """What a move costs. `saved`: how much less than it would without the Papal Controller's discount."""

    adm: int = 0
    dip: int = 0
    mil: int = 0
    ducats: int = 0
    prestige: int = 0
    saved: int = 0


def increasing_stability(state: State, seat: Seat, base: Literal[4, 2]) -> Price:
    """The action (4) or Edict of Order (2), plus the current Stability; never below 0 (PC-3.3, PC-12.1)."""
    return _increasing(base + state.mats[seat].stability, curia.due(state.curia, seat).stability)


@lru_cache
def _increasing(full: int, discount: int) -> Price:
    adm = max(0, full - discount)
    return Price(adm=adm, saved=max(0, full) - adm)


def advisors(state: State, seat: Seat) -> Price:
    """What the seat's Advisors cost in 4 B (PC-8.6); no cost is below 0 (PC-3.3)."""
    number = len(state.mats[seat].advisors)
    each = max(0, ADVISOR_KEEP - curia.due(state.curia, seat).advisors)
    return Price(ducats=number * each, saved=number * (ADVISOR_KEEP - each))


def short_of(state: State, seat: Seat, price: Price, clause: str = "PC-9.1") -> Reason | None:
    """Why the seat can't pay this in full, or None. Prestige can always be paid."""
    mat = state.mats[seat]
    if mat.adm < price.adm:
        return _short(clause, "refuse.short.adm", price.adm, mat.adm)
    if mat.dip < price.dip:
        return _short(clause, "refuse.short.dip", price.dip, mat.dip)
    if mat.mil < price.mil:
        return _short(clause, "refuse.short.mil", price.mil, mat.mil)
    if mat.ducats < price.ducats:
        return _short(clause, "refuse.short.ducats", price.ducats, mat.ducats)
    return None


@cache
def _short(clause: str, key: str, needs: int, has: int) -> Reason:
    return Reason(clause, key, {"needs": needs, "has": has})
