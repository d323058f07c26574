"""Section 2 of the rules: the deal, the opening, turn after turn, and the end of a round."""

from games.kernel.events import Fact, Seat
from games.pope_or_nope.box import FULL_DECK, in_order
from games.pope_or_nope.rules.piles import read
from games.pope_or_nope.rules.scoring import scored, verdict
from games.pope_or_nope.state import Hand, Opening, Turn
from games.pope_or_nope.table import Table


def begin_round(table: Table) -> None:
    """Shuffle as the house rule has it, deal, and ask everyone for an opening deed (PN-2.1, PN-2.2)."""
    table.round += 1
    table.tell("event.round", round=table.round, who=table.token)
    if table.options.reshuffle == "every_round" or table.round == 1:
        table.deck, table.discards = table.cup.shuffled(FULL_DECK), []
    _deal(table)
    table.question = Opening((False,) * table.seats, (None,) * table.seats)


def _deal(table: Table) -> None:
    """Card by card around the table from the token's holder. From a deck that lasts for more than a round the cards
    were hidden before, so each seat is told its own (with a new deck they owe nothing to what anybody held)."""
    for number in range(table.options.hand_for(table.seats) * table.seats):
        table.draw((table.token + number) % table.seats)
    if table.options.reshuffle == "when_short":
        told = {seat: Fact("event.dealt.mine", {"cards": hand.cards}) for seat, hand in enumerate(table.hands)}
        table.tell_some(Fact("event.dealt", {"cards": len(table.hands[0].cards)}), told)


def answer_opening(table: Table, asked: Opening, seat: Seat, deed: str | None) -> None:
    """One secret answer, or a change of it. Nobody learns of a change; the last answer turns all up (PN-2.2)."""
    first = not asked.answered[seat]
    answered = tuple(had or at == seat for at, had in enumerate(asked.answered))
    laid = tuple(deed if at == seat else was for at, was in enumerate(asked.laid))
    table.question = Opening(answered, laid)
    if first:
        table.tell("event.chosen", who=seat)
    if all(answered):
        _turn_up(table, laid)


def _turn_up(table: Table, laid: tuple[str | None, ...]) -> None:
    table.tell("event.turn_up", reveals=True)
    for seat, deed in enumerate(laid):
        if deed is None:
            table.tell("event.opens.none", reveals=True, who=seat)
            continue
        table.take(seat, deed)
        pile = table.start_pile(seat, deed)
        table.tell("event.opens", reveals=True, who=seat, card=deed, pile=pile.number)
    _next_turn(table, table.token, 0)


def end_turn(table: Table, turn: Turn, passed: bool) -> None:
    """After a card or a pass: the next seat's turn, or the end of the round (PN-2.4, PN-2.6)."""
    _next_turn(table, (turn.seat + 1) % table.seats, turn.passes + 1 if passed else 0)


def _next_turn(table: Table, seat: Seat, passes: int) -> None:
    """The turn of this seat or, as hands without a card pass automatically (PN-2.5), of one after it."""
    if not any(hand.older or hand.newer for hand in table.hands):
        table.tell("event.hands_empty")
        return _end_round(table)
    while passes < table.seats:
        if table.hands[seat].cards:
            table.question = Turn(seat, passes)
            return None
        table.tell("event.pass.empty", who=seat)
        seat, passes = (seat + 1) % table.seats, passes + 1
    table.tell("event.all_passed")
    return _end_round(table)


def _end_round(table: Table) -> None:
    """Score; then the game is over, or the next round begins (PN-2.7, PN-5.3)."""
    piles = tuple(table.piles.values())
    table.history = (*table.history, scored(table.seats, piles))
    _tell_scores(table)
    points = table.state().points()
    final = verdict(table.options, points, piles, table.further)
    if final is not None and final.winners:
        table.question = None
        table.tell("event.over.team" if table.options.teams else "event.over", winners=final.winners)
        return
    if final is not None:
        table.further += 1
        table.tell("event.further", further=table.further)
    _clear(table)
    begin_round(table)


def _tell_scores(table: Table) -> None:
    """Who scored how much, and by which piles."""
    for seat, points in enumerate(table.history[-1]):
        if points:
            standing = [pile for pile in table.piles.values() if pile.owner == seat and read(pile.cards).stands]
            table.tell(
                "event.scores.one" if points == 1 else "event.scores",
                who=seat,
                points=points,
                piles=tuple(pile.number for pile in standing),
                levels=tuple(read(pile.cards).level for pile in standing),
            )
    if not any(table.history[-1]):
        table.tell("event.scores.none")


def _clear(table: Table) -> None:
    """All piles and hands are discarded and the token passes clockwise (PN-2.7). With a new deck each round nobody sees
    the hands again; with one that lasts they join the open discards, face up."""
    if table.options.reshuffle == "when_short":
        left = tuple(card for hand in table.hands for card in in_order(hand.cards))
        table.discards += [card for pile in table.piles.values() for card in pile.cards] + list(left)
        if left:
            table.tell("event.hands_discarded", reveals=True, cards=left)
    table.hands = [Hand()] * table.seats
    table.piles, table.piles_made, table.draws_spent = {}, 0, 0
    table.token = (table.token + 1) % table.seats
