"""The cardinal looks ahead: a move is tried in a world that it can't tell from the real one, all seats play on as hasty
courtiers until its next turn, or to the end of a round that is nearly over, and there the position is weighed."""

from games.kernel.bots import Taken
from games.kernel.events import Seat
from games.papal_curia import rules
from games.papal_curia.experience import Experience
from games.papal_curia.prospects import Outlook, balance
from games.papal_curia.rules import rounds
from games.papal_curia.state import State, Turn
from games.papal_curia.table import Table
from games.papal_curia.weighing import Scales, likely

NEARLY_OVER = 5
"""Turns that all seats together still have in a round that is played to its end."""


def foreseen(seat: Seat, world: State, taken: Taken) -> float:
    """What came of the move for the seat, in this world."""
    state = _after(world, seat, taken)
    while state.question is not None and not _is_time(seat, world, state):
        decider = state.question.seat
        state = _after(state, decider, _hasty(state, decider))
    if state.question is None:
        return balance([mat.prestige for mat in state.mats], seat)
    return Experience(state).balance(seat)


def _after(state: State, seat: Seat, taken: Taken) -> State:
    """The State after a move that is known to be legal."""
    table = Table(state)
    move = rules.move_of(taken[0].move, taken[1])
    rules.carry_out(table, seat, move)
    if type(move) not in rules.FREE:
        rounds.go_on(table)
    return table.state()


def _hasty(state: State, seat: Seat) -> Taken:
    """A courtier's move, of those worth a thought."""
    options = likely(rules.choices(state, seat))
    scales = Scales(Outlook(state), seat)
    return max(options, key=lambda taken: scales.worth(*taken))


def _is_time(seat: Seat, world: State, state: State) -> bool:
    """Whether to weigh the position now."""
    if (state.age, state.round) != (world.age, world.round):
        return True
    mine = isinstance(state.question, Turn) and state.question.seat == seat
    return mine and sum(rounds.turns_left(state, other) for other in range(state.seats)) > NEARLY_OVER
