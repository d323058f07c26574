"""How much more makes a Candidate Papabile, or ends it, as sums that drafts.js counts along with what is drafted.

What is drafted on others counts too, so no number would do. A `Sum` is what a form's amounts come to, each so many
times, and what it must reach: the page finds the least number that gets there.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.habemus_papam.box import ROUNDS

EVERYONE = None
"""As the key of a term: whatever is placed on all Candidates together."""


@dataclass(frozen=True)
class Sum:
    """`terms`: (Candidate or EVERYONE, times). `least`: what they must come to. `own`: what one more adds to it."""

    terms: tuple[tuple[str | None, int], ...]
    least: int
    own: int


def as_sums(reach: Sequence[Sum]) -> str:
    """For drafts.js: [terms, least, own] each, a term as [field, times, key]."""
    plain = [[[["influence", times, key] for key, times in one.terms], one.least, one.own] for one in reach]
    return json.dumps(plain, separators=(",", ":"))


def makes(view: Any, candidate: Any) -> tuple[Sum, ...]:
    """What placed on this one makes him Papabile (HP-4.7, HP-4.8)."""
    name, total, has = candidate.name, view.board.total, candidate.influence
    if view.round < ROUNDS:
        return Sum(((EVERYONE, -2), (name, 3)), 2 * total - 3 * has, 1), Sum(((name, 1),), int(not has), 1)
    if not view.plurality:
        return (Sum(((EVERYONE, -1), (name, 2)), total - 2 * has + 1, 1),)
    others = [each for each in view.board.candidates if each.out is None and each.name != name]
    return tuple(Sum(((name, 1), (each.name, -1)), each.influence - has + 1, 1) for each in others)


def ends(view: Any, best: Any, other: Any | None = None) -> tuple[Sum, ...]:
    """What placed on this other one, or on others at all, ends that the best is Papabile."""
    total, has = view.board.total, best.influence
    if view.round < ROUNDS:
        return (Sum(((EVERYONE, 2), (best.name, -3)), 3 * has - 2 * total + 1, 2),)
    if not view.plurality:
        return (Sum(((EVERYONE, 1), (best.name, -2)), 2 * has - total, 1),)
    other = other or _second(view, best)
    return (Sum(((other.name, 1), (best.name, -1)), has - other.influence, 1),)


def _second(view: Any, best: Any) -> Any:
    """The strongest of the others."""
    others = [each for each in view.board.candidates if each.out is None and each.name != best.name]
    return max(others, key=lambda each: each.influence)
