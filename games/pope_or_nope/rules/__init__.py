"""The rules, a module a chapter: `rounds` (section 2), `piles` (3), `cards` (4), `scoring` (5). Here is what the
contract asks of them: the set-up, whom the table waits for, what a seat may do, and how a move is carried out."""

from functools import cache

from games.kernel.choices import Choice, OneOf
from games.kernel.contract import Outcome
from games.kernel.dice import dice_from
from games.kernel.events import Fact, IllegalMove, Reason, Seat
from games.pope_or_nope.box import COUNTS, DEEDS, FULL_DECK, LEAST_SEATS, MOST_SEATS, WITHOUT_TARGET, in_order
from games.pope_or_nope.rules.cards import Whose, ban, caution, no_target, play, reason, whose
from games.pope_or_nope.rules.rounds import answer_opening, begin_round, end_turn
from games.pope_or_nope.rules.scoring import result
from games.pope_or_nope.state import Hand, Move, Open, Opening, Options, Pass, Pile, Play, State, Turn
from games.pope_or_nope.table import Table

__all__ = ["check", "choices", "deciders", "misfit", "question", "resolve", "result", "setup"]


def misfit(seats: int, options: Options) -> Reason | None:
    """Why these options can't be played with so many (PN-1.2, PN-1.3)."""
    if not LEAST_SEATS <= seats <= MOST_SEATS:
        return Reason("PN-1.2", "refuse.seats", {"least": LEAST_SEATS, "most": MOST_SEATS})
    if options.teams and (seats < 4 or seats % 2):
        return Reason("PN-1.2", "refuse.teams")
    if options.first is not None and not 0 <= options.first < seats:
        return Reason("PN-1.3", "refuse.first")
    return None


def setup(seats: int, options: Options, seed: bytes, words: str) -> Outcome:
    """The first deal. Raises ValueError if the options don't fit so many seats."""
    if unfit := misfit(seats, options):
        raise ValueError(f"{unfit.clause}: {unfit.key}")
    empty = State(
        seats=seats,
        options=options,
        dice=dice_from(seed, words),
        round=0,
        token=options.first or 0,
        question=None,
        deck=(),
        discards=(),
        hands=(Hand(),) * seats,
        piles=(),
        piles_made=0,
        draws_spent=0,
        history=(),
        further=0,
    )
    table = Table(empty)
    if options.first is None:  # PN-1.3
        table.token = table.cup.below(seats)
        table.tell("event.first.lot", who=table.token)
    else:
        table.tell("event.first.named", who=table.token)
    begin_round(table)
    return table.outcome()


def deciders(state: State) -> tuple[Seat, ...]:
    """Whom the table waits for."""
    match state.question:
        case None:
            return ()
        case Turn(seat=seat):
            return (seat,)
        case Opening(answered=answered):
            return tuple(seat for seat, has in enumerate(answered) if not has)
        case _:
            raise TypeError(f"no such question: {state.question!r}")


def question(state: State, seat: Seat) -> Fact | None:
    """What the seat is asked. That it holds no DEED, or can play nothing, is told to it alone (PN-2.2, PN-2.5): the
    words for those who wait are the same."""
    if seat not in deciders(state):
        return None
    match state.question:
        case Opening():
            return Fact("ask.open" if _openings(state, seat) != (None,) else "ask.open_none")
        case Turn(passes=passes) if any(choice.barred is None for choice in _plays(state, seat)):
            return Fact("ask.last" if passes == state.seats - 1 else "ask.turn")
        case Turn():
            return Fact("ask.stuck")
        case _:
            raise TypeError(f"no such question: {state.question!r}")


_PASS = Choice("pass")
_CARD = {card: OneOf("card", (card,)) for card in COUNTS}
_UNAIMED = {card: Choice("play", (_CARD[card], OneOf("pile", (None,)))) for card in WITHOUT_TARGET}


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Everything the seat may do now; while the opening is open, who has answered may change the answer."""
    match state.question:
        case Opening(answered=answered) if 0 <= seat < state.seats:
            field = OneOf("deed", _openings(state, seat))
            return (Choice("open", (field,), free=f"opening-{state.round}" if answered[seat] else None),)
        case Turn(seat=on_turn) if seat == on_turn:
            return (*_plays(state, seat), _PASS)
        case Opening() | Turn() | None:
            return ()
        case _:
            raise TypeError(f"no such question: {state.question!r}")


def _openings(state: State, seat: Seat) -> tuple[str | None, ...]:
    hand = state.hands[seat].cards
    deeds = tuple(card for card in DEEDS if card in hand)
    return deeds if deeds and state.options.opening == "compulsory" else (None, *deeds)


def _plays(state: State, seat: Seat) -> list[Choice]:
    relations = [(pile, whose(state.options, seat, pile.owner)) for pile in state.piles]
    broad = state.options.cancello == "broad"
    plays = []
    for card in in_order(set(state.hands[seat].cards)):
        if card in _UNAIMED:
            plays.append(_UNAIMED[card])
            continue
        targets = [(pile, mine) for pile, mine in relations if ban(card, pile.cards, mine, broad) is None]
        plays.append(_aimed(card, targets) if targets else _barred(card, state.options.teams, broad))
    return plays


def _aimed(card: str, targets: list[tuple[Pile, Whose]]) -> Choice:
    cautions = [(pile.number, caution(card, pile.cards, mine)) for pile, mine in targets]
    asked = tuple((number, why) for number, why in cautions if why is not None)
    return Choice("play", (_CARD[card], OneOf("pile", tuple(pile.number for pile, _ in targets), asked)))


@cache
def _barred(card: str, teams: bool, broad: bool) -> Choice:
    return Choice("play", (_CARD[card],), barred=no_target(card, teams, broad))


def resolve(state: State, seat: Seat, move: Move) -> Outcome:
    """Carry out a move. Raises IllegalMove."""
    if state.question is None:
        raise IllegalMove("PN-5.3", "refuse.over")
    if not 0 <= seat < state.seats:
        raise IllegalMove("PN-1.2", "refuse.no_seat")
    match move:
        case Open(deed=deed):
            return _open(state, seat, deed)
        case Play(card=card, pile=number):
            return _play(state, seat, card, number)
        case Pass():
            return _pass(state, seat)
        case _:
            raise TypeError(f"no such move: {move!r}")


def _open(state: State, seat: Seat, deed: str | None) -> Outcome:
    if not isinstance(state.question, Opening):
        raise IllegalMove("PN-2.2", "refuse.opening_over")
    if deed not in _openings(state, seat):
        raise _bad_opening(state, seat, deed)
    table = Table(state)
    answer_opening(table, state.question, seat, deed)
    return table.outcome()


def _bad_opening(state: State, seat: Seat, deed: str | None) -> IllegalMove:
    if deed is None:
        return IllegalMove("PN-2.2", "refuse.must_open")
    if deed not in state.hands[seat].cards:
        return IllegalMove("PN-2.2", "refuse.not_held")
    return IllegalMove("PN-2.2", "refuse.only_deeds", card=deed)


def _on_turn(state: State, seat: Seat) -> Turn:
    if not isinstance(state.question, Turn):
        raise IllegalMove("PN-2.2", "refuse.opening_first")
    if state.question.seat != seat:
        raise IllegalMove("PN-2.4", "refuse.not_your_turn", who=state.question.seat)
    return state.question


def _play(state: State, seat: Seat, card: str, number: int | None) -> Outcome:
    turn = _on_turn(state, seat)
    if card not in state.hands[seat].cards:
        raise IllegalMove("PN-2.4", "refuse.not_held")
    _aim(state, seat, card, number)
    table = Table(state)
    play(table, seat, card, number)
    end_turn(table, turn, passed=False)
    return table.outcome()


def _aim(state: State, seat: Seat, card: str, number: int | None) -> None:
    """Refuse a play on a pile where this card may not go (section 4)."""
    if card in WITHOUT_TARGET:
        if number is not None:
            raise IllegalMove("PN-4.7" if card == "DRAW" else "PN-4.6", "refuse.no_pile", card=card)
        return
    pile = next((pile for pile in state.piles if pile.number == number), None)
    if pile is None:
        raise IllegalMove("PN-4.9", "refuse.which_pile", card=card)
    why = ban(card, pile.cards, whose(state.options, seat, pile.owner), state.options.cancello == "broad")
    if why is not None:
        full = reason(why, card, pile)
        raise IllegalMove(full.clause, full.key, **full.arguments)


def _pass(state: State, seat: Seat) -> Outcome:
    turn = _on_turn(state, seat)
    table = Table(state)
    table.tell("event.pass", who=seat)
    end_turn(table, turn, passed=True)
    return table.outcome()


def check(state: State) -> None:
    """All 72 cards are there once, piles and hands agree with what the table waits for (PN-1.1)."""
    held = [card for hand in state.hands for card in hand.cards]
    piled = [card for pile in state.piles for card in pile.cards]
    cards = in_order([*state.deck, *state.discards, *held, *piled])
    assert cards == FULL_DECK, "a card is lost or doubled"
    for pile in state.piles:
        assert 0 < len(pile.cards) == len(pile.by), f"pile {pile.number} doesn't know who played its cards"
        assert 1 <= pile.number <= state.piles_made, f"pile {pile.number} was never made"
    if isinstance(state.question, Opening):
        _check_opening(state, state.question)
    if isinstance(state.question, Turn):
        assert state.hands[state.question.seat].cards, "a hand without a card is asked for one"
        assert 0 <= state.question.passes < state.seats, "the round should have ended"


def _check_opening(state: State, asked: Opening) -> None:
    assert not state.piles, "piles lie before the turn-up"
    assert not all(asked.answered), "all have chosen, and nothing is turned up"
    for seat, deed in enumerate(asked.laid):
        assert deed is None or deed in state.hands[seat].cards, f"seat {seat} laid a card that it doesn't hold"
