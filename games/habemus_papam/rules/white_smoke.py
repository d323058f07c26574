"""Section 8 of the rules: all is revealed, Machiavelli empties reserves, Corrupt chooses, and the game is over."""

from games.habemus_papam.rules.scoring import antipope_wins, holds, lines
from games.habemus_papam.state import Copying
from games.habemus_papam.table import Table
from games.kernel.events import Seat


def reveal(table: Table) -> str | None:
    """Secret Objectives and reserves lie open (HP-8.1); Machiavelli first, then Corrupt's owner is asked (HP-8.2). When
    the Antipope wins nothing is compared any more (HP-10.5)."""
    table.revealed, table.vetoes = True, ()
    for seat, objective in enumerate(table.secrets):
        table.tell("event.reveals", reveals=True, who=seat, card=objective.title, influence=table.reserves[seat])
    if antipope_wins(table.state()):
        return "count"
    machiavelli, corrupt = holder(table, "MACHIAVELLI"), holder(table, "CORRUPT")
    if machiavelli is not None:
        empty_the_others(table, machiavelli)
    if corrupt is None:
        return "count"
    table.question = Copying(corrupt)
    return None


def holder(table: Table, title: str) -> Seat | None:
    """The seat whose Secret Objective this is."""
    return next((seat for seat, objective in enumerate(table.secrets) if objective.title == title), None)


def empty_the_others(table: Table, seat: Seat) -> None:
    """Machiavelli, of its owner or copied: if the condition holds all other reserves become 0 (HP-12.3a)."""
    if not holds(table.state(), seat, "MACHIAVELLI"):
        table.tell("event.machiavelli.fails", who=seat)
        return
    for other in range(table.seats):
        if other != seat:
            table.receive(other, -table.reserves[other])
    table.tell("event.machiavelli", who=seat)


def copy(table: Table, seat: Seat, player: Seat | None) -> str:
    """Corrupt's owner scores another's objective as the own one, or none (HP-12.3a)."""
    table.copied = player
    if player is None:
        table.tell("event.corrupt.none", who=seat)
        return "count"
    title = table.secrets[player].title
    table.tell("event.corrupt", who=seat, player=player, card=title)
    if title == "MACHIAVELLI":
        empty_the_others(table, seat)
    return "count"


def count(table: Table) -> None:
    """The game is over: most Influence wins (HP-8.5), or the Antipope (HP-10.5)."""
    table.question = None
    state = table.state()
    if antipope_wins(state):
        table.tell("event.over.antipope")
        return
    totals = [line.total for line in lines(state)]
    winners = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
    table.tell("event.over", winners=winners, total=max(totals))
