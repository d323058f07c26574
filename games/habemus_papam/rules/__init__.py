"""The rules, a module a chapter. Here is what the contract asks of them: how a move is carried out.

`setting_up` (section 2), `decisions` (3, 5, 6, 9), `turns` (4, 10), `deals` (4.9 to 4.11), `black_smoke` (7),
`white_smoke` and `scoring` (8, 12.3), `cards`, `targets`, `effects` (12.4); `phases` has the course of a round, `forms`
and `asking` what everybody may do and is asked.
"""

from typing import Any

from games.habemus_papam.board import limit, prohibited_by
from games.habemus_papam.box import ACTIONS, PAIRS, ROUNDS
from games.habemus_papam.moves import (
    Accept,
    Copy,
    Decline,
    Discard,
    Distribute,
    Eliminate,
    Gift,
    Keep,
    KeepObjective,
    MakeOffer,
    Move,
    Pass,
    Permit,
    Place,
    Play,
    PutVeto,
    Withdraw,
)
from games.habemus_papam.rules import black_smoke, cards, deals, decisions, turns, white_smoke
from games.habemus_papam.rules.asking import deciders, question, silenced
from games.habemus_papam.rules.checking import check
from games.habemus_papam.rules.deals import raised, within
from games.habemus_papam.rules.effects import placing_costs
from games.habemus_papam.rules.fields import held, without
from games.habemus_papam.rules.forms import choices
from games.habemus_papam.rules.phases import go_on
from games.habemus_papam.rules.scoring import result
from games.habemus_papam.rules.setting_up import misfit, setup
from games.habemus_papam.rules.targets import aims, cost, no_target
from games.habemus_papam.state import (
    Converting,
    Copying,
    Discarding,
    Distributing,
    Eliminating,
    Keeping,
    Permitting,
    State,
    Trimming,
    Turn,
    Vetoing,
)
from games.habemus_papam.table import Table
from games.kernel.contract import Outcome
from games.kernel.events import IllegalMove, Seat

__all__ = ["check", "choices", "deciders", "misfit", "question", "resolve", "result", "setup"]


_MORE_TO_ASK = (Converting, Trimming)
"""What a card may leave its player to answer before the turn is over."""


def resolve(state: State, seat: Seat, move: Move) -> Outcome:
    """Carry out a move. Raises IllegalMove."""
    if state.question is None:
        raise IllegalMove("HP-8.5", "refuse.over")
    if not 0 <= seat < state.seats:
        raise IllegalMove("HP-1.1", "refuse.no_seat")
    return _carried_out(state, seat, move).outcome()


def _carried_out(state: State, seat: Seat, move: Move) -> Table:
    match move:
        case Place() | Play() | Pass():
            return _act(state, seat, move)
        case Gift():
            return deals.gift(state, seat, move)
        case MakeOffer():
            return deals.make_offer(state, seat, move)
        case Accept():
            return deals.accept(state, seat, move)
        case Decline(offer=number):
            return deals.decline(state, seat, number)
        case Withdraw(offer=number):
            return deals.withdraw(state, seat, number)
        case _:
            return _decide(state, seat, move)


def _asked(state: State, seat: Seat, kind: Any, clause: str, key: str) -> Any:
    """The question of this kind, if it is open and put to this seat. Raises IllegalMove."""
    asked = state.question
    if not isinstance(asked, kind):
        raise IllegalMove(clause, key)
    who = getattr(asked, "seat", seat)
    if who != seat:
        raise IllegalMove(clause, "refuse.not_asked", who=who)
    return asked


def _act(state: State, seat: Seat, move: Place | Play | Pass) -> Table:
    """The action of a turn: exactly one (HP-4.1)."""
    turn: Turn = _asked(state, seat, Turn, "HP-4.1", "refuse.when.turn")
    quiet = silenced(state, seat)
    if quiet and not isinstance(move, Pass):
        raise IllegalMove("HP-4.11", "refuse.silenced")
    table = Table(state)
    match move:
        case Place(influence=influence):
            _expect_placing(state, seat, influence)
            turns.place(table, seat, influence)
        case Play():
            _expect_play(state, seat, move)
            table.offers = ()  # HP-4.10
            cards.play(table, seat, move)
            if isinstance(table.question, _MORE_TO_ASK):
                return table
        case Pass() if quiet:
            turns.forced_pass(table, seat)
        case Pass():
            table.tell("event.pass", who=seat)
        case _:
            raise TypeError(f"no such move: {move!r}")
    go_on(table, turns.end_turn(table, turn, passed=isinstance(move, Pass)))
    return table


def _expect_placing(state: State, seat: Seat, influence: dict[str, int]) -> None:
    """HP-4.2: at least 1 in all, on face-up Candidates that no Prohibere keeps closed, and the reserve pays for it."""
    _expect_face_up(state, influence, "HP-4.2")
    for name, amount in influence.items():
        if amount and prohibited_by(state.lying, name) is not None:
            raise IllegalMove("HP-12.4d", "refuse.place.prohibited", candidate=name)
    if not sum(influence.values()):
        raise IllegalMove("HP-4.2", "refuse.place.nothing")
    costs = placing_costs(state.lying, influence)
    if costs > state.reserves[seat]:
        raise IllegalMove("HP-4.2", "refuse.place.too_much", cost=costs, reserve=state.reserves[seat])


def _expect_face_up(state: State, influence: dict[str, int], clause: str) -> None:
    """Whole numbers from 0 up, on Candidates who lie face up."""
    out = {candidate.name: candidate.out for candidate in state.candidates}
    for name, amount in influence.items():
        if name not in out:
            raise IllegalMove(clause, "refuse.candidate.absent")
        if out[name] is not None:
            raise IllegalMove(clause, "refuse.candidate.out", candidate=name)
        if amount < 0:
            raise IllegalMove(clause, "refuse.place.negative")


def _expect_play(state: State, seat: Seat, move: Play) -> None:
    """HP-4.3, HP-4.4: the card is held, its target is legal, and it is paid for exactly."""
    if move.card not in ACTIONS or move.card not in dict(held(state, seat)):
        raise IllegalMove("HP-4.3", "refuse.not_held")
    if not any(aim.takes(move.on, move.to, move.amount) for aim in aims(state, seat, move.card)):
        raise raised(no_target(move.card))
    asked = cost(state, move.card, move.amount)
    if not within(move.cards, dict(without(held(state, seat), move.card))):
        raise IllegalMove("HP-4.3", "refuse.pay.cards", card=move.card)
    if not 0 <= move.influence <= state.reserves[seat]:
        raise IllegalMove("HP-4.3", "refuse.pay.influence", reserve=state.reserves[seat])
    paid = move.influence + sum(move.cards.values())
    if paid != asked:
        raise IllegalMove("HP-4.3", "refuse.pay.exactly", card=move.card, cost=asked, paid=paid)


def _decide(state: State, seat: Seat, move: Move) -> Table:
    """Everything that answers a question outside a turn's action."""
    match move:
        case Distribute(influence=influence):
            return _distribute(state, seat, influence)
        case KeepObjective(secret=title):
            return _keep_objective(state, seat, title)
        case Discard(cards=gone):
            return _discard(state, seat, gone)
        case Eliminate(candidate=name):
            return _eliminate(state, seat, name)
        case Permit(answer=answer):
            asked = _asked(state, seat, Permitting, "HP-9.2", "refuse.when.permit")
            table = _answered(state)
            go_on(table, decisions.permit(table, seat, asked.amount, answer == "allow"))
            return table
        case PutVeto(pair=pair):
            return _put_veto(state, seat, pair)
        case Keep(card=card):
            return _keep(state, seat, card)
        case Copy(player=player):
            return _copy(state, seat, player)
        case _:
            raise TypeError(f"no such move: {move!r}")


def _answered(state: State) -> Table:
    table = Table(state)
    table.question = None
    return table


def _distribute(state: State, seat: Seat, influence: dict[str, int]) -> Table:
    _asked(state, seat, Distributing, "HP-3.1", "refuse.when.distribute")
    most = ROUNDS - state.round
    _expect_face_up(state, influence, "HP-3.1")
    if sum(influence.values()) > most:
        raise IllegalMove("HP-3.1", "refuse.distribute.too_much", most=most)
    table = _answered(state)
    go_on(table, decisions.distribute(table, seat, influence))
    return table


def _keep_objective(state: State, seat: Seat, title: str) -> Table:
    _asked(state, seat, Converting, "HP-12.4h", "refuse.when.keep_objective")
    if title not in (state.secrets[seat].title, state.pile[-1].title):
        raise IllegalMove("HP-12.4h", "refuse.keep_objective")
    table = Table(state)
    cards.keep_objective(table, seat, title)
    go_on(table, turns.end_turn(table, Turn(seat, 0), passed=False))
    return table


def _discard(state: State, seat: Seat, gone: dict[str, int]) -> Table:
    asked = _asked(state, seat, Discarding | Trimming, "HP-7.6", "refuse.when.discard")
    number = len(state.hands[seat]) - limit(seat, state.camarlengo)
    if number <= 0:
        raise IllegalMove("HP-7.6", "refuse.discard.enough")
    if not within(gone, dict(held(state, seat))) or sum(gone.values()) != number:
        raise IllegalMove("HP-7.6", "refuse.discard.number", cards=number)
    table = Table(state)
    if isinstance(asked, Trimming):
        cards.trim(table, seat, gone)
        go_on(table, turns.end_turn(table, Turn(seat, 0), passed=False))
    else:
        go_on(table, black_smoke.discard(table, asked, seat, gone))
    return table


def _eliminate(state: State, seat: Seat, name: str) -> Table:
    _asked(state, seat, Eliminating, "HP-6.1", "refuse.when.eliminate")
    if name not in decisions.least(state.candidates):
        raise IllegalMove("HP-6.1", "refuse.eliminate")
    table = _answered(state)
    go_on(table, decisions.eliminate(table, name))
    return table


def _put_veto(state: State, seat: Seat, pair: str) -> Table:
    _asked(state, seat, Vetoing, "HP-7.4", "refuse.when.veto")
    if pair not in PAIRS or any(veto.pair == pair for veto in state.vetoes):
        raise IllegalMove("HP-7.4", "refuse.veto")
    table = _answered(state)
    go_on(table, black_smoke.put_veto(table, seat, pair))
    return table


def _keep(state: State, seat: Seat, card: str | None) -> Table:
    asked = _asked(state, seat, Keeping, "HP-7.6", "refuse.when.keep")
    if not state.hands[seat]:
        raise IllegalMove("HP-7.6", "refuse.keep.empty")
    if card is not None and card not in dict(held(state, seat)):
        raise IllegalMove("HP-7.6", "refuse.not_held")
    table = Table(state)
    go_on(table, black_smoke.keep(table, asked, seat, card))
    return table


def _copy(state: State, seat: Seat, player: Seat | None) -> Table:
    _asked(state, seat, Copying, "HP-12.3a", "refuse.when.copy")
    if player is not None and (player == seat or not 0 <= player < state.seats):
        raise IllegalMove("HP-12.3a", "refuse.copy")
    table = _answered(state)
    go_on(table, white_smoke.copy(table, seat, player))
    return table
