"""What Corrupt's owner may copy: each player's Secret Objective, which lies open, and what it would bring."""

from typing import Any

from app.language import gettext
from app.showing.habemus_papam.faces import text, title
from games.habemus_papam.board import shared
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
    return f"{title(secret)}: {_brings(secret, holds, mine.reserve, richest)}. {text(secret)}"


def _brings(objective: str, holds: bool, reserve: int, richest: int) -> str:
    if objective == "MACHIAVELLI" and holds:
        return gettext("it would empty all other reserves")
    if not holds:
        return gettext("nothing to you")
    return gettext("{number} to you", number=pays(objective, reserve, richest))
