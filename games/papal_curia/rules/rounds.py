"""Section 8 of the rules: a round and its phases, turn order, and what the table waits for next."""

from games.kernel.choices import Amounts, Choice
from games.kernel.events import Fact, Seat
from games.papal_curia import curia
from games.papal_curia.box import (
    ADVISORS,
    DISMISSED_FIRST,
    EVENTS,
    MOST_DUCATS,
    POWERS,
    ROUNDS,
    turns_a_round,
)
from games.papal_curia.curia import Crusade
from games.papal_curia.land import land_of
from games.papal_curia.rules import prices
from games.papal_curia.rules.events import turn_up
from games.papal_curia.rules.forms import Forms
from games.papal_curia.rules.scoring import score_the_end
from games.papal_curia.rules.war import make_peace
from games.papal_curia.state import Keep, Keeping, Source, State, Turn
from games.papal_curia.table import Table


def begin_age(table: Table, age: int) -> None:
    """Its events are shuffled (PC-13.1); the Reformation is always the first of Age II."""
    table.age, table.round = age, 0
    below = [event for event in EVENTS[age] if event != "REFORMATION"]
    first = [event for event in EVENTS[age] if event == "REFORMATION"]
    table.events_left = (*table.cup.shuffled(sorted(below)), *first)
    begin_round(table)


def begin_round(table: Table) -> None:
    """Turn order (PC-8.1), phase 1 (PC-8.2), and the first turn."""
    first = table.age == 1 and table.round == 0
    table.round += 1
    table.order = first_order(table) if first else later_order(table)
    table.tell("event.round", age=table.age, round=table.round, order=table.order)
    turn_up(table)
    for seat in table.order:
        _draw(table, seat, 2 if not first and seat == table.order[-1] else 1)
    table.phase, table.question = "actions", Turn(table.order[0])


def first_order(table: Table) -> tuple[Seat, ...]:
    """The Curia from right to left: every seat has one Cardinal in it (PC-8.1)."""
    return table.curia.slots[::-1]


def later_order(table: Table) -> tuple[Seat, ...]:
    """By Prestige, most first; tied PRs keep their order (PC-8.1)."""
    return tuple(sorted(table.order, key=lambda seat: -table.mats[seat].prestige))


def _draw(table: Table, seat: Seat, number: int) -> None:
    drawn = [card for card in (table.draw(seat) for _ in range(number)) if card is not None]
    if drawn:
        mine = Fact(f"event.draw.{len(drawn)}.mine", dict(zip(("first", "second"), drawn, strict=False)))
        table.tell_some(Fact("event.draw", {"who": seat, "cards": len(drawn)}), {seat: mine})


def go_on(table: Table) -> None:
    """What the table waits for after an answer: what is still to be asked, the next turn, or the next phase."""
    if table.then:
        table.question, table.then = table.then[0], table.then[1:]
        return
    match table.phase:
        case "actions":
            _next_turn(table)
        case "mercenaries":
            _rest_of_phase_4(table)
        case _:
            raise ValueError(f"nothing goes on in {table.phase}")


def _next_turn(table: Table) -> None:
    """PC-8.3: in turn order, over and over, until all have passed or had all their turns."""
    left = [seat for seat in table.order if _has_turn(table, seat)]
    if not left:
        return _end_actions(table)
    fewest = min(table.mats[seat].turns for seat in left)
    table.question = Turn(next(seat for seat in left if table.mats[seat].turns == fewest))
    return None


def turns_left(state: State, seat: Seat) -> int:
    """Turns that the seat still has in this round."""
    mat = state.mats[seat]
    return 0 if mat.passed else turns_a_round(state.seats) - mat.turns


def _has_turn(table: Table, seat: Seat) -> bool:
    mat = table.mats[seat]
    return not mat.passed and mat.turns < turns_a_round(table.seats)


def _end_actions(table: Table) -> None:
    """Phase 3, and phase 4 A, in which only those with Mercenaries are asked (PC-8.5, PC-8.6)."""
    make_peace(table)
    table.phase = "mercenaries"
    table.then = tuple(Keeping(seat) for seat in table.order if _mercenaries(table, seat))
    go_on(table)


def _mercenaries(table: Table, seat: Seat) -> int:
    return sum(army.mercenaries for army in table.mats[seat].armies)


def keep_forms(state: State, seat: Seat) -> Forms:
    """How many Mercenaries the seat keeps, Area by Area."""
    armies = state.mats[seat].armies
    there = {army.area: army.mercenaries for army in armies if army.mercenaries}
    return (Choice("keep", (Amounts("mercenaries", there),)),)


def keep(table: Table, seat: Seat, move: Keep) -> None:
    """PC-8.6, step A."""
    gone = 0
    for army in table.mats[seat].armies:
        less = army.mercenaries - move.mercenaries.get(army.area, 0)
        if less:
            table.muster(seat, army.area, mercenaries=-less)
            gone += less
    table.tell("event.keep", who=seat, kept=_mercenaries(table, seat), dismissed=gone)


def _rest_of_phase_4(table: Table) -> None:
    """Steps B to E, each for all PRs before the next; then phase 5."""
    for seat in table.order:
        pay_up(table, seat)
    for seat in table.order:
        table.change(seat, ducats=min(MOST_DUCATS, table.mats[seat].ducats))  # C
    for seat in table.order:
        _grow(table, seat)
    score_the_curia(table)
    for seat in table.order:
        if not table.mats[seat].catholic:
            table.earn(seat, "faith", 1)
            table.tell("event.faith", who=seat, points=1)
    _end_round(table)


def income(state: State, seat: Seat) -> int:
    """The sum of 4 B, as things stand (PC-8.6)."""
    mat = state.mats[seat]
    mood = (mat.stability > 0) - (mat.stability < 0)
    mercenaries = sum(army.mercenaries for army in mat.armies)
    keep = prices.REGULAR_KEEP * mat.regulars + prices.MERCENARY_KEEP * mercenaries
    tax = land_of(state).tax.get(mat.realm, 0)
    return 1 + tax + 2 * mood + 2 * (not mat.catholic) - prices.advisors(state, seat).ducats - keep


def pay_up(table: Table, seat: Seat) -> None:
    """4 B in one sum; below 0 the seat dismisses one at a time until it is not (PC-8.7)."""
    sum_ = income(table.state(), seat)
    ducats = table.mats[seat].ducats + sum_
    table.tell("event.income", who=seat, ducats=sum_)
    while ducats < 0 and (back := _dismiss_one(table, seat)):
        ducats += back
    table.change(seat, ducats=max(0, ducats))


def _dismiss_one(table: Table, seat: Seat) -> int:
    """Mercenaries, then Advisors, then Regulars: what it gives back, 0 if there is nothing left (PC-8.7)."""
    mat = table.mats[seat]
    hired = next((army for army in mat.armies if army.mercenaries), None)
    if hired is not None:
        table.muster(seat, hired.area, mercenaries=-1)
        table.tell("event.unpaid.units", who=seat, area=hired.area, regulars=0, mercenaries=1)
        return prices.MERCENARY_KEEP
    advisor = next((advisor for advisor in DISMISSED_FIRST if advisor in mat.advisors), None)
    if advisor is not None:
        back = prices.ADVISOR_KEEP - curia.due(table.curia, seat).advisors
        table.change(seat, advisors=tuple(other for other in mat.advisors if other != advisor))
        table.tell("event.unpaid.advisor", who=seat, advisor=advisor)
        return back
    if mat.armies:
        table.muster(seat, mat.armies[0].area, regulars=-1)
        table.tell("event.unpaid.units", who=seat, area=mat.armies[0].area, regulars=1, mercenaries=0)
        return prices.REGULAR_KEEP
    return 0


def growth(state: State, seat: Seat) -> dict[str, int]:
    """4 D: the Power that the seat gains, as things stand (PC-8.6)."""
    points: dict[str, int] = dict.fromkeys(POWERS, 1)
    for advisor in state.mats[seat].advisors:
        points[ADVISORS[advisor]] += 1
    points["dip"] += curia.due(state.curia, seat).diplomatic
    return points


def _grow(table: Table, seat: Seat) -> None:
    table.gain_power(seat, **growth(table.state(), seat))


_SOURCE: dict[str, Source] = {
    "uncontested": "uncontested",
    "crusade_won": "crusades",
    "crusade_lost": "crusades",
    "uncommitted": "crusades",
}


def score_the_curia(table: Table) -> None:
    """4 E in the order of PC-4.6; then either token leaves."""
    for prize in prizes(table.state()):
        table.earn(prize.crown, _SOURCE[prize.why], prize.points)
        table.tell(f"event.prize.{prize.why}", who=prize.crown, points=abs(prize.points))
    table.token = None


def prizes(state: State) -> tuple[curia.Prize, ...]:
    """What 4 E would give and take, as things stand."""
    present, left = set(), False
    if isinstance(state.token, Crusade):
        present = {seat for seat, mat in enumerate(state.mats) if mat.army(state.token.area).size}
        left = bool(land_of(state).muslims[state.token.area])
    return curia.phase_4_e(state.curia, state.token, state.committed, present, left)


def _end_round(table: Table) -> None:
    """Phase 5 (PC-8.8)."""
    table.committed = ()
    for seat in range(table.seats):
        table.change(seat, turns=0, passed=False, attacked=())
    if table.round < ROUNDS[table.age]:
        begin_round(table)
    elif table.age + 1 in ROUNDS:
        begin_age(table, table.age + 1)
    else:
        score_the_end(table)
