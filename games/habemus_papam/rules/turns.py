"""Section 4 of the rules, and 10: turn after turn of the action phase, its end, and the Antipope's turns."""

from games.habemus_papam.board import changed
from games.habemus_papam.box import ANTIPOPE_SEATS
from games.habemus_papam.rules.asking import passes_to_end
from games.habemus_papam.rules.decisions import least
from games.habemus_papam.rules.effects import placing_costs
from games.habemus_papam.state import Turn
from games.habemus_papam.table import Table
from games.kernel.events import Seat


def begin_actions(table: Table) -> None:
    """The first turn is that of the seat left of the Camarlengo (HP-4.1)."""
    _begin_turn(table, (table.camarlengo + 1) % table.seats, 0)


def _begin_turn(table: Table, seat: Seat, passes: int) -> None:
    table.turns += 1
    table.question = Turn(seat, passes)
    lift(table, "PROHIBERE", by=seat)  # HP-12.4d


def lift(table: Table, card: str, by: Seat | None = None, on: Seat | None = None) -> None:
    """Cards of this title whose effect is over go to the discard pile: those by this seat, or on it."""
    if not table.lying:
        return
    over = [each for each in table.lying if each.card == card and (each.by == by or (on is not None and each.on == on))]
    if over:
        table.lying = tuple(each for each in table.lying if each not in over)
        table.discards += [each.card for each in over]


def place(table: Table, seat: Seat, influence: dict[str, int]) -> None:
    """From the own reserve on Candidates; what a Murmur costs goes to the general reserve (HP-4.2, HP-12.4c)."""
    placed = {name: amount for name, amount in influence.items() if amount}
    table.receive(seat, -placing_costs(table.lying, placed))
    for name, amount in placed.items():
        paid = placing_costs(table.lying, {name: amount})
        table.tell(
            "event.place" if paid == amount else "event.place.double", who=seat, candidate=name, influence=amount
        )
    table.put(changed(table.candidates, placed))


def forced_pass(table: Table, seat: Seat) -> None:
    """A silenced player's turn (HP-12.4e)."""
    lift(table, "SILENTIUM", on=seat)
    table.tell("event.pass.silenced", who=seat)


def end_turn(table: Table, turn: Turn, passed: bool) -> str | None:
    """After the action of a turn: the next one, or the end of the phase (HP-4.6, HP-10.1 to HP-10.6, HP-12.4f)."""
    table.offers = ()
    passes = turn.passes + 1 if passed else 0
    closed = _suffragatio_due(table, turn.seat)
    over = closed or passes == passes_to_end(table.seats)
    if table.seats == ANTIPOPE_SEATS and (over or turn.seat == table.camarlengo):
        _antipope(table)
    if not over:
        _begin_turn(table, (turn.seat + 1) % table.seats, passes)
        return None
    table.tell("event.phase_over.suffragatio" if closed else "event.phase_over", who=turn.seat, passes=passes)
    _lapse(table)
    return "indicators"


def _suffragatio_due(table: Table, seat: Seat) -> bool:
    """This turn was the next one after the seat's own Suffragatio."""
    return any(each.card == "SUFFRAGATIO" and each.by == seat and each.turn < table.turns for each in table.lying)


def _antipope(table: Table) -> None:
    """1 from the general reserve on every Candidate with the least (HP-10.2)."""
    names = least(table.candidates)
    table.tell("event.antipope", candidates=len(names))
    table.put(changed(table.candidates, dict.fromkeys(names, 1)))


def _lapse(table: Table) -> None:
    """What lasts no longer than the phase: Silentium unused, Suffragatio done or overtaken (HP-12.4e, HP-12.4f)."""
    for each in table.lying:
        if each.card in ("SILENTIUM", "SUFFRAGATIO"):
            lift(table, each.card, by=each.by)
