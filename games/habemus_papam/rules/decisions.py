"""Sections 3, 5, 6, 9: the beginning of a round, the indicators, and what the Camarlengo and the Dean decide."""

from collections.abc import Sequence

from games.habemus_papam.board import changed, face_up, named, would_stand
from games.habemus_papam.box import DEAN_SEATS, PAIRS, ROUNDS, half
from games.habemus_papam.state import Candidate, Distributing, Eliminating, Permitting
from games.habemus_papam.table import Table
from games.kernel.events import Seat


def begin_round(table: Table) -> str | None:
    """Phase 1: the Camarlengo is asked, if there is anything to place (HP-3.1)."""
    table.round += 1
    table.tell("event.round", round=table.round, who=table.camarlengo)
    if table.round == ROUNDS and table.seats in DEAN_SEATS:  # HP-9.1
        table.dean = (table.camarlengo + 1) % table.seats
        table.tell("event.dean", who=table.dean)
    if table.round == ROUNDS:
        return "actions"
    table.question = Distributing(table.camarlengo)
    return None


def distribute(table: Table, seat: Seat, influence: dict[str, int]) -> str:
    """From the general reserve on Candidates (HP-3.1, HP-3.2)."""
    placed = {name: amount for name, amount in influence.items() if amount}
    for name, amount in placed.items():
        table.tell("event.distribute", who=seat, candidate=name, influence=amount)
    if not placed:
        table.tell("event.distribute.none", who=seat)
    table.put(changed(table.candidates, placed))
    return "actions"


def set_indicators(table: Table) -> str:
    """Phase 3 (HP-5.1 to HP-5.3)."""
    table.indicators = would_stand(table.candidates)
    for number, (first, second) in zip(table.indicators, PAIRS.values(), strict=True):
        if number:
            table.tell("event.indicator", side=first if number > 0 else second, spaces=abs(number))
    if not any(table.indicators):
        table.tell("event.indicator.none")
    return "elimination"


def least(candidates: Sequence[Candidate]) -> tuple[str, ...]:
    """The face-up Candidates with least Influence (HP-6.1)."""
    up = face_up(candidates)
    lowest = min(candidate.influence for candidate in up)
    return tuple(candidate.name for candidate in up if candidate.influence == lowest)


def ask_elimination(table: Table) -> str | None:
    """One with the least goes at once; among several the Camarlengo chooses (HP-6.1)."""
    names = least(table.candidates)
    if len(names) == 1:
        return eliminate(table, names[0])
    table.question = Eliminating(table.camarlengo)
    return None


def eliminate(table: Table, name: str) -> str:
    """Turned face down; his Influence stays on him until Black Smoke (HP-6.1)."""
    table.candidates = tuple(
        Candidate(each.name, each.influence, table.round) if each.name == name else each for each in table.candidates
    )
    table.tell("event.eliminate", candidate=name)
    return "income"


def ask_income(table: Table) -> str | None:
    """Half of the leader's Influence for the Camarlengo (HP-6.2), if the Dean allows it (HP-9.2, HP-9.3)."""
    amount = half(max(candidate.influence for candidate in face_up(table.candidates)))
    if amount and table.dean is not None:
        table.question = Permitting(table.dean, amount)
        return None
    return take_income(table, amount)


def take_income(table: Table, amount: int) -> str:
    """From the general reserve; the Candidate keeps his (HP-6.2)."""
    if amount:
        table.receive(table.camarlengo, amount)
        table.tell("event.income", who=table.camarlengo, influence=amount)
    return "smoke"


def permit(table: Table, dean: Seat, amount: int, allowed: bool) -> str:
    """The Dean's answer: both take, or neither (HP-9.2)."""
    table.tell("event.dean.allows" if allowed else "event.dean.refuses", who=dean, camarlengo=table.camarlengo)
    if not allowed:
        return "smoke"
    take_income(table, amount)
    table.receive(dean, half(amount))
    table.tell("event.income", who=dean, influence=half(amount))
    return "smoke"


def read_smoke(table: Table) -> str:
    """A Papabile is elected; else Black Smoke, or after round 5 the end without a Pope (HP-6.3)."""
    table.pope = table.papabile()
    pope = named(table.candidates, table.pope)
    if pope is not None:
        table.tell("event.smoke.white")
        table.tell("event.elected", candidate=pope.name, influence=pope.influence)
        return "white smoke"
    if table.round == ROUNDS:
        table.tell("event.smoke.none")
        return "white smoke"
    table.tell("event.smoke.black")
    return "black smoke"
