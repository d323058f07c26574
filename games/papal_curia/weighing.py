"""Weighs a move by what it changes in the prospects of the seat and of its rivals; an attack by its odds."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from games.kernel.bots import Taken
from games.kernel.choices import Amounts, Choice, Field, Filled, Number, OneOf, Value, admits
from games.kernel.events import Seat
from games.papal_curia.curia import LOST_INFLUENCE, Crusade
from games.papal_curia.preview import cleared
from games.papal_curia.prospects import Outlook
from games.papal_curia.rules import carry_out, move_of
from games.papal_curia.rules.prices import MERCENARY, REGULAR
from games.papal_curia.rules.war import battle
from games.papal_curia.state import Campaign, Move
from games.papal_curia.table import Table

MOST_FILLINGS = 120
"""Of one form; the rest is not looked at."""

DEEDS = {"excommunicate": 1.0, "lead_crusade": 0.2}
"""What a Papal Action is worth beyond what it changes at once: nobody else has it this round."""


def options(choices: Iterable[Choice]) -> Iterator[Taken]:
    """All choices with all their fillings, in order, not too many of one."""
    return ((choice, filled) for choice in choices for filled in fillings(choice))


def fillings(choice: Choice) -> Iterator[Filled]:
    """The fillings of a form, in order, not too many. A Campaign takes all Units that it can."""
    names = [field.name for field in choice.fields]
    found = 0
    for values in product(*(_answers(choice, field) for field in choice.fields)):
        filled: Filled = dict(zip(names, values, strict=True))
        if not choice.limits or admits(choice, filled):
            yield filled
            found += 1
        if found == MOST_FILLINGS:
            return


def _answers(choice: Choice, field: Field) -> list[Any]:
    match field:
        case OneOf(options=offered):
            return list(offered)
        case Number(least=least, most=most):
            return list(range(least, most + 1))
        case Amounts(most=most) if choice.move == "campaign":
            return [dict(most)]
        case Amounts(most=most) if choice.move == "lose_influence":
            return list(_shares(most, LOST_INFLUENCE))
        case Amounts(most=most):
            return [dict(zip(most, row, strict=True)) for row in product(*(range(n, -1, -1) for n in most.values()))]
        case _:
            raise TypeError(f"no form of this game has {field!r}")


def _shares(most: dict[str, int], total: int) -> Iterator[dict[str, int]]:
    """All ways to take so many from these, at most so many of each."""
    if not most:
        if total == 0:
            yield {}
        return
    (key, here), *others = most.items()
    for amount in range(min(here, total) + 1):
        for rest in _shares(dict(others), total - amount):
            yield {key: amount, **rest}


def likely(choices: Iterable[Choice]) -> list[Taken]:
    """The options worth a thought in a hurry; all, if there are none such. Nobody is dismissed, no war lacks a casus
    belli, no army only marches, and Influence is put or taken as much as can be."""
    open_ = [choice for choice in choices if choice.barred is None]
    found = [(choice, filled) for choice in open_ for filled in _likely(choice)]
    return found or list(options(open_))


def _likely(choice: Choice) -> Iterable[Filled]:
    match choice:
        case Choice(move="dismiss_advisor" | "dismiss_units" | "call_crusade"):
            return ()
        case Choice(move="declare_war", fields=(OneOf(options=realms, cautions=cautions),)):
            return [{"on": realm} for realm in realms if realm not in dict(cautions)]
        case Choice(move="campaign", fields=(_, _, _, OneOf(options=(None,)), _, _)):
            return ()
        case Choice(move="influence" | "legate", fields=(OneOf(options=areas), Number(most=most))):
            return [{"area": area, "amount": most} for area in areas]
        case Choice(move="whisperers", fields=(OneOf(options=(who,)), OneOf(options=areas), Number(most=most))):
            return [{"who": who, "area": area, "amount": most} for area in areas]
        case Choice(move="recruit", fields=(OneOf(options=(area, *_)), Amounts(most=units)), limits=(_, pay)):
            return _recruits(area, units["regulars"], units["mercenaries"], pay.most or 0)
        case _:
            return fillings(choice)


def _recruits(area: Value, regulars: int, mercenaries: int, ducats: int) -> list[Filled]:
    """All Regulars that can be had, and then with as many Mercenaries as there is room and money for."""
    hired = min(3 - regulars, mercenaries, (ducats - REGULAR * regulars) // MERCENARY)
    return [
        {"area": area, "units": {"regulars": regulars, "mercenaries": more}}
        for more in sorted({0, hired})
        if regulars + more
    ]


class Scales:
    """A position on one side, and on the other what a move of the seat would make of it."""

    def __init__(self, before: Outlook, seat: Seat) -> None:
        self._before, self._seat = before, seat

    def worth(self, choice: Choice, filled: Filled) -> float:
        """What the move changes, for the seat and against its rivals."""
        move = move_of(choice.move, filled)
        if isinstance(move, Campaign) and move.on is not None:
            return self._attack(move)
        change = self._after(move).balance(self._seat) - self._before.balance(self._seat)
        return change + DEEDS.get(choice.move, 0.0)

    def gain(self, choice: Choice, filled: Filled) -> float:
        """What the move changes for the seat alone."""
        move = move_of(choice.move, filled)
        if isinstance(move, Campaign) and move.on is not None:
            return self._attack(move)
        return self._after(move).worths[self._seat] - self._before.worths[self._seat]

    def _after(self, move: Move) -> Outlook:
        table = Table(self._before.state)
        carry_out(table, self._seat, move)
        return self._before.after(table.state())

    def _attack(self, move: Campaign) -> float:
        """What an attack may take, less the Units that it may lose, and what it costs."""
        before, state, seat, on = self._before, self._before.state, self._seat, move.on or ""
        there = state.mats[seat].army(move.to).size
        size = there + (sum(move.units.values()) if move.start != move.to else 0)
        fight = battle(state, seat, move.to, on, size, move.extra + 2 * move.bold)
        worth = before.taken(fight) * before.abroad(on)
        if isinstance(state.token, Crusade) and seat in state.committed and state.token.area == move.to:
            worth += 4 * float(cleared(fight))
        return worth - before.effort(seat, move.extra, move.bold)
