"""The rules, a module a chapter: `papal` (section 4), `setup` (6), `rounds` (8), `actions` (9), `war` (11), `cards`
(12), `events` (13), `scoring` (14). Sections 1 to 3 stand in `curia.py`, 7 and 10 in `land.py`. Here is what the
contract asks of them: whom the table waits for, what a seat may do, and how a move is carried out."""

from collections.abc import Callable
from typing import Any, get_args

import msgspec

from games.kernel.choices import Answer, Choice, Filled, admits
from games.kernel.contract import Outcome
from games.kernel.events import Fact, IllegalMove, Seat
from games.papal_curia.rules import actions, cards, papal, rounds, war
from games.papal_curia.rules.conservation import check
from games.papal_curia.rules.forms import Form, Forms
from games.papal_curia.rules.scoring import result
from games.papal_curia.rules.setup import misfit, setup
from games.papal_curia.state import (
    CallCrusade,
    Campaign,
    ChangeReligion,
    DeclareWar,
    Disgrace,
    DismissAdvisor,
    DismissUnits,
    Excommunicate,
    Hire,
    IncreaseStability,
    Keep,
    Keeping,
    LeadCrusade,
    Legate,
    LoseCardinal,
    LoseInfluence,
    LosingCardinal,
    LosingInfluence,
    ManOfTheChurch,
    Move,
    Pass,
    PlaceInfluence,
    RaiseCardinal,
    Recruit,
    State,
    Turn,
    Whisperers,
)
from games.papal_curia.table import Table

__all__ = ["carry_out", "check", "choices", "deciders", "misfit", "move_of", "question", "resolve", "result", "setup"]

Deed = Callable[[Table, Seat, Any], None]


def _campaign_forms(state: State, seat: Seat) -> Forms:
    return war.campaign_forms(state, seat, cards.held(state, seat, "BOLD_STROKE"))


ACTIONS: dict[type, tuple[Form, Deed]] = {
    RaiseCardinal: (actions.raise_cardinal_forms, actions.raise_cardinal),
    IncreaseStability: (actions.increase_stability_forms, actions.increase_stability),
    PlaceInfluence: (actions.influence_forms, actions.place_influence),
    DeclareWar: (war.declare_war_forms, war.declare_war),
    Campaign: (_campaign_forms, war.campaign),
    Recruit: (actions.recruit_forms, actions.recruit),
    ChangeReligion: (actions.change_religion_forms, actions.change_religion),
    Excommunicate: (papal.excommunicate_forms, papal.excommunicate),
    CallCrusade: (papal.call_crusade_forms, papal.call_crusade),
    LeadCrusade: (papal.lead_crusade_forms, papal.lead_crusade),
    **{play: (form, cards.play) for play, (_, form, _) in cards.PLAYS.items()},
    Pass: (actions.pass_forms, actions.pass_),
}
"""The actions, one a turn, as section 9 lists them: what may be done, and how it is done."""

FREE: dict[type, tuple[Form, Deed]] = {
    Hire: (actions.hire_forms, actions.hire),
    DismissAdvisor: (actions.dismiss_advisor_forms, actions.dismiss_advisor),
    DismissUnits: (actions.dismiss_units_forms, actions.dismiss_units),
}
"""Before the action of a turn, free and any number (PC-8.4): the turn goes on."""

_CARD = {move: card for move, (card, _, _) in cards.PLAYS.items()}

ANSWERS: dict[type, tuple[type, Form, Deed]] = {
    LosingCardinal: (LoseCardinal, papal.lose_cardinal_forms, papal.lose_cardinal),
    LosingInfluence: (LoseInfluence, papal.lose_influence_forms, papal.lose_influence),
    Keeping: (Keep, rounds.keep_forms, rounds.keep),
}
"""Question out of turn (PC-15.2) -> the move that answers it."""

_MOVES: dict[str, Any] = {move.__struct_config__.tag: move for move in get_args(Move)}

_WRONG: dict[type, tuple[str, str]] = {
    PlaceInfluence: ("PC-10.1", "refuse.influence"),
    DeclareWar: ("PC-11.1", "refuse.war"),
    Campaign: ("PC-11.4", "refuse.campaign"),
    Recruit: ("PC-9.1", "refuse.recruit"),
    Excommunicate: ("PC-4.2", "refuse.excommunicate"),
    CallCrusade: ("PC-4.3", "refuse.crusade"),
    LeadCrusade: ("PC-9.3", "refuse.crusade.lead"),
    ManOfTheChurch: ("PC-10.1", "refuse.man_of_the_church"),
    Disgrace: ("PC-12.1", "refuse.disgrace"),
    Legate: ("PC-10.1", "refuse.legate"),
    Whisperers: ("PC-12.1", "refuse.whisperers"),
    Hire: ("PC-8.4", "refuse.hire"),
    DismissAdvisor: ("PC-8.4", "refuse.dismiss.advisor"),
    DismissUnits: ("PC-8.4", "refuse.dismiss.units"),
    LoseCardinal: ("PC-15.2", "refuse.lose_cardinal"),
    LoseInfluence: ("PC-4.2", "refuse.lose_influence"),
    Keep: ("PC-8.6", "refuse.keep"),
}
"""What a move that is possible, but was filled wrongly, is told."""


def deciders(state: State) -> tuple[Seat, ...]:
    """Whom the table waits for: one seat, until the game is over."""
    return () if state.question is None else (state.question.seat,)


def question(state: State, seat: Seat) -> Fact | None:
    """What the seat is asked."""
    asked = state.question
    if asked is None or asked.seat != seat:
        return None
    match asked:
        case Turn():
            return Fact("ask.turn", {"left": rounds.turns_left(state, seat)})
        case LosingCardinal(why=why, by=by):
            return Fact(f"ask.lose_cardinal.{why}", {"by": by})
        case LosingInfluence(by=by):
            return Fact("ask.lose_influence", {"by": by})
        case Keeping():
            return Fact("ask.keep")
        case _:
            raise TypeError(f"no such question: {asked!r}")


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Everything the seat may do now: first what is free, then the actions, and pass last."""
    asked = state.question
    if asked is None or asked.seat != seat:
        return ()
    if not isinstance(asked, Turn):
        return ANSWERS[type(asked)][1](state, seat)
    listed: list[Choice] = []
    for form, _ in FREE.values():
        listed += form(state, seat)
    hand = state.hands[seat].cards
    for move, (form, _) in ACTIONS.items():
        if move not in _CARD or _CARD[move] in hand:
            listed += form(state, seat)
    return tuple(listed)


def resolve(state: State, seat: Seat, move: Move) -> Outcome:
    """Carry out a move. Raises IllegalMove."""
    form, deed = _asked_for(state, seat, move)
    _admit(form(state, seat), move)
    table = Table(state)
    carry_out(table, seat, move, deed)
    if type(move) not in FREE:
        rounds.go_on(table)
    return table.outcome()


def carry_out(table: Table, seat: Seat, move: Move, deed: Deed | None = None) -> None:
    """What the move itself does, before the table goes on: a turn is over, or an answer is given."""
    if type(move) in ACTIONS:
        table.change(seat, turns=table.mats[seat].turns + 1)
    (deed or _deed(move))(table, seat, move)


def move_of(tag: str, filled: Filled) -> Move:
    """A filled form as a Move."""
    made: Move = _MOVES[tag](**filled)
    return made


def _deed(move: Move) -> Deed:
    found = ACTIONS.get(type(move)) or FREE.get(type(move))
    if found is not None:
        return found[1]
    return next(deed for answer, _, deed in ANSWERS.values() if answer is type(move))


def _asked_for(state: State, seat: Seat, move: Move) -> tuple[Form, Deed]:
    """How a move of this kind is checked and done. Raises IllegalMove if the seat isn't asked for one."""
    asked = state.question
    if asked is None:
        raise IllegalMove("PC-14.1", "refuse.over")
    if not 0 <= seat < state.seats:
        raise IllegalMove("PC-6.1", "refuse.no_seat")
    if asked.seat != seat:
        raise IllegalMove("PC-8.3", "refuse.not_asked", who=asked.seat)
    if not isinstance(asked, Turn):
        answer, form, deed = ANSWERS[type(asked)]
        if not isinstance(move, answer):
            raise IllegalMove("PC-15.2", "refuse.answer_first")
        return form, deed
    found = ACTIONS.get(type(move)) or FREE.get(type(move))
    if found is None:
        raise IllegalMove("PC-15.2", "refuse.nothing_asked")
    if type(move) in cards.PLAYS and not cards.held(state, seat, cards.PLAYS[type(move)][0]):
        raise IllegalMove("PC-12.1", "refuse.not_held", card=cards.PLAYS[type(move)][0])
    return found


def _admit(forms: Forms, move: Move) -> None:
    """Refuse what no form admits: with the bar, if the move can't be made at all, else with what it should be."""
    filled: dict[str, Answer] = msgspec.structs.asdict(move)
    if any(admits(choice, filled) for choice in forms):
        return
    bar = next((choice.barred for choice in forms if choice.barred is not None), None)
    if bar is not None:
        raise IllegalMove(bar.clause, bar.key, **bar.arguments)
    clause, key = _WRONG.get(type(move), ("PC-9.1", "refuse.nothing"))
    raise IllegalMove(clause, key)
