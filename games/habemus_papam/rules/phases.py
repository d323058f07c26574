"""The course of a round as a chain of steps, in the order of the rulebook (sections 3 to 8)."""

from collections.abc import Callable

from games.habemus_papam.rules import black_smoke, decisions, turns, white_smoke
from games.habemus_papam.table import Table

Step = str
"""A step's name. A step does its work and names the one that follows; None: it has asked a question, or all is over."""

_STEPS: dict[Step, Callable[[Table], Step | None]] = {
    "round": decisions.begin_round,
    "actions": turns.begin_actions,
    "indicators": decisions.set_indicators,
    "elimination": decisions.ask_elimination,
    "income": decisions.ask_income,
    "smoke": decisions.read_smoke,
    "black smoke": black_smoke.score,
    "veto": black_smoke.ask_veto,
    "hand on": black_smoke.hand_on,
    "keep": black_smoke.ask_keeping,
    "deal": black_smoke.deal,
    "white smoke": white_smoke.reveal,
    "count": white_smoke.count,
}


def go_on(table: Table, step: Step | None) -> None:
    """This step and all that follow it, up to the next question or the end."""
    while step is not None:
        step = _STEPS[step](table)
