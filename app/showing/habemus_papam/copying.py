"""What Corrupt's owner may copy: each player's Secret Objective, which lies open, and what it would bring."""

from typing import Any

from games.habemus_papam.board import shared
from games.habemus_papam.box import SECRETS
from games.habemus_papam.rules.scoring import fulfilled, pays


def copies(view: Any) -> dict[int, str]:
    """Seat -> its objective, what that would bring the viewer, and its text; nobody's before the reveal."""
    if view.mine is None or not view.revealed:
        return {}
    return {each.seat: _copy(view, each.secret) for each in view.seats}


def _copy(view: Any, secret: str) -> str:
    """Judged by the viewer's own characteristics and reserve (HP-12.3d)."""
    mine = view.seats[view.mine.seat]
    both = 0 if view.pope is None else len(shared(mine.objective, view.pope))
    holds = fulfilled(secret, view.pope, both, view.round)
    richest = max(each.reserve for each in view.seats)
    return f"{SECRETS[secret].title}: {_brings(secret, holds, mine.reserve, richest)}. {SECRETS[secret].text}"


def _brings(title: str, holds: bool, reserve: int, richest: int) -> str:
    if title == "MACHIAVELLI" and holds:
        return "it would empty all other reserves"
    return f"{pays(title, reserve, richest)} to you" if holds else "nothing to you"
