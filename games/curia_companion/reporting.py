"""The companion's part of the contract: set-up, who may report, reports and their undoing, the end (PC-16)."""

from typing import Any

import msgspec
from msgspec.structs import replace

import games.papal_curia.curia as curia
from games.curia_companion.box import CROWNS, LAST_AGE, MOST_UNDONE, SHOWN_REPORTS, code, number
from games.curia_companion.carrying import carried_out
from games.curia_companion.reports import reports
from games.curia_companion.state import Facts, GameOver, Move, Options, Past, State, Told, Undo
from games.kernel.choices import Choice, Filled, OneOf, admits
from games.kernel.contract import Outcome, Result, Standing
from games.kernel.dice import dice_from
from games.kernel.events import Event, Fact, IllegalMove, Reason, Seat
from games.papal_curia.curia import Crusade

PHONES = range(1, 7)
"""How many seats, that is phones with a name, there may be."""


def misfit(seats: int, options: Options) -> Reason | None:
    """One to six phones, and at least one Catholic crown (PC-16.1)."""
    if seats not in PHONES:
        return Reason("PC-16.1", "refuse.phones")
    return None if _taking_part(options, "catholic") else Reason("PC-16.1", "refuse.nobody")


def _taking_part(options: Options, *parts: str) -> tuple[int, ...]:
    return tuple(number(crown) for crown in CROWNS if getattr(options, crown.lower()) in parts)


def setup(seats: int, options: Options, seed: bytes, words: str) -> Outcome:
    """One Cardinal for each Catholic crown, in the order of the set-up (PC-1.6). Raises ValueError for a misfit."""
    unfit = misfit(seats, options)
    if unfit is not None:
        raise ValueError(f"{unfit.clause}: {unfit.key}")
    facts = Facts(
        curia=curia.start(_taking_part(options, "catholic")),
        crowns=_taking_part(options, "catholic", "other"),
        age=options.age,
        round=options.round,
    )
    state = State(dice_from(seed, words), options, seats, facts)
    return Outcome(state, (Event(Fact("event.opened", {"age": facts.age, "round": facts.round})),), ())


def admit(state: State) -> State:
    """One phone more at the table (PC-16.1)."""
    return replace(state, seats=state.seats + 1)


def deciders(state: State) -> tuple[Seat, ...]:
    """Nobody: the companion waits for no report."""
    return ()


def question(state: State, seat: Seat) -> Fact | None:
    """None: nobody is asked."""
    return None


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Every report, and the undoing of the last one, for each seat that may report."""
    if state.over or not may_report(state, seat):
        return ()
    belongs = f"report-{state.moves}"
    bar = None if state.past else Reason("PC-16.4", "refuse.nothing_to_undo")
    return (*reports(state.facts, belongs), Choice("undo", free=belongs, barred=bar))


def may_report(state: State, seat: Seat) -> bool:
    """Whether this seat may report, or only looks on (PC-16.1)."""
    return 0 <= seat < (1 if state.options.reporters == "first" else state.seats)


def resolve(state: State, seat: Seat, move: Move) -> Outcome:
    """Carries out a report, or takes the last one back. Raises IllegalMove: PC-16.5."""
    _expect_open(state, seat, move)
    if isinstance(move, Undo):
        return _undo(state, seat)
    facts, told = carried_out(state.facts, move)
    past = (*state.past, Past(state.moves + 1, state.facts, told[0]))[-MOST_UNDONE:]
    listed = (*state.told, Told(state.moves + 1, seat, told[0]))[-SHOWN_REPORTS:]
    over = isinstance(move, GameOver)
    after = replace(state, facts=facts, past=past, told=listed, moves=state.moves + 1, over=over)
    return Outcome(after, (_by(seat, told[0]), *(Event(fact) for fact in told[1:])), ())


def _by(seat: Seat, fact: Fact) -> Event:
    return Event(Fact(fact.key, {**fact.arguments, "who": seat}))


def _expect_open(state: State, seat: Seat, move: Move) -> None:
    if state.over:
        raise IllegalMove("PC-16.6", "refuse.over")
    if not may_report(state, seat):
        raise IllegalMove("PC-16.1", "refuse.reporter")
    tag, filled = _as_form(move)
    offered = [choice for choice in choices(state, seat) if choice.move == tag]
    if any(admits(choice, filled) for choice in offered):
        return
    bar = next((choice.barred for choice in offered if choice.barred is not None and _is_about(choice, filled)), None)
    bar = bar or Reason("PC-16.2", "refuse.form")
    raise IllegalMove(bar.clause, bar.key, **bar.arguments)


def _is_about(choice: Choice, filled: Filled) -> bool:
    """Whether the form is this report of this crown, or this step, whatever else it says."""
    about = [field for field in choice.fields if isinstance(field, OneOf) and field.name in ("crown", "step")]
    return all(filled.get(field.name) in field.options for field in about)


def _as_form(move: Move) -> tuple[str, Filled]:
    plain: dict[str, Any] = msgspec.to_builtins(move)
    return plain.pop("type"), {
        name: list(value) if isinstance(value, tuple) else value for name, value in plain.items()
    }


def _undo(state: State, seat: Seat) -> Outcome:
    """The last report is taken back, and stays in the list as taken back (PC-16.4)."""
    last = state.past[-1]
    told = tuple(replace(each, taken_back=True) if each.number == last.number else each for each in state.told)
    after = replace(state, facts=last.facts, past=state.past[:-1], told=told, moves=state.moves + 1)
    return Outcome(after, (_by(seat, undone(last.told)),), ())


def undone(told: Fact) -> Fact:
    """What is told when this report is taken back."""
    return Fact(told.key.replace("event.", "undone.", 1), told.arguments)


def result(state: State) -> Result | None:
    """Over once it was reported so: nobody here has won or lost; the Controller's last bonus is told (PC-16.6)."""
    if not state.over:
        return None
    return Result(
        (), tuple(Standing(seat, 1, 0, ()) for seat in range(state.seats)), ending(state.facts, state.options)
    )


def ending(facts: Facts, options: Options) -> Fact:
    """The Controller at the end, with the last bonus if the group plays with it."""
    controller = curia.control(facts.curia).controller
    if controller is None:
        return Fact("how.nobody")
    key = "how.bonus" if options.last_bonus else "how.plain"
    return Fact(key, {"crown": code(controller), "points": len(facts.curia.catholics)})


def check(state: State) -> None:
    """Asserts that the facts don't contradict each other, and that no more can be undone than was reported."""
    for facts in (state.facts, *(past.facts for past in state.past)):
        _check(facts)
    numbers = [past.number for past in state.past]
    assert numbers == sorted(set(numbers)), "the past is out of order"
    assert len(numbers) <= min(MOST_UNDONE, state.moves), "more can be undone than was reported"


def _check(facts: Facts) -> None:
    now = facts.curia
    assert len(now.slots) <= now.open, "a Cardinal stands in a blocked slot"
    assert all(curia.barred_from_gaining(now, owner) is None for owner in now.slots), "a Cardinal stands where none may"
    in_play = {*now.catholics, *facts.committed, *(crown for crown in (now.ally, now.ruler) if crown is not None)}
    assert in_play <= set(facts.crowns), "a crown that left still counts"
    assert not facts.committed or isinstance(facts.token, Crusade), "Committed, and no crusade lies"
    assert 1 <= facts.age <= LAST_AGE, "no such Age"
