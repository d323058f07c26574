"""What a viewer may see, put together field by field (section 6 of the rules); what a move would surely do; and
`redeal`, which makes a State that this viewer cannot tell from the real one."""

from typing import Literal

import msgspec

from games.kernel.dice import Cup, dice_from
from games.kernel.events import Seat, Viewer
from games.pope_or_nope.box import DEEDS, in_order
from games.pope_or_nope.rules.piles import Standing, read
from games.pope_or_nope.rules.scoring import scored
from games.pope_or_nope.state import Hand, Move, Opening, Pile, Play, State, Turn


class LaidCard(msgspec.Struct, frozen=True):
    """A card on a pile, and who played it."""

    card: str
    by: Seat


class PileView(msgspec.Struct, frozen=True):
    """A pile, bottom to top, and what its top counts as. `level`: 5 is infallible."""

    number: int
    owner: Seat
    cards: tuple[LaidCard, ...]
    top: Literal["DEED", "CROSS", "NOPE", "OPPORTUNITAS"]
    level: int
    standing: Standing


class SeatView(msgspec.Struct, frozen=True):
    """What everyone sees of a seat. `passed`: in the present run of passes; `asked`: the table waits for it."""

    seat: Seat
    hand: int
    points: int
    passed: bool
    asked: bool
    team: int | None


class Mine(msgspec.Struct, frozen=True):
    """What only this seat sees. A laid card is still in the hand until the turn-up."""

    seat: Seat
    hand: tuple[str, ...]
    laid: str | None
    answered: bool


class View(msgspec.Struct, frozen=True):
    """The table as one viewer sees it. `projected`: the points each seat would have if the round ended now."""

    round: int
    phase: Literal["opening", "turns", "over"]
    seats: tuple[SeatView, ...]
    piles: tuple[PileView, ...]
    discards: tuple[str, ...]
    deck: int
    token: Seat
    turn: Seat | None
    passes: int
    passes_to_end: int
    teams: bool
    target: int
    further: int
    projected: tuple[int, ...]
    mine: Mine | None


class Preview(msgspec.Struct, frozen=True):
    """What a move would surely do: the pile it touches as it would be then (None: no pile, or it is gone), and the
    points each seat would have if the round ended after it."""

    pile: PileView | None
    projected: tuple[int, ...]


def view(state: State, viewer: Viewer) -> View:
    """A whitelist: hands, deck and laid cards enter only as numbers, or as the viewer's own."""
    turn = state.question if isinstance(state.question, Turn) else None
    passes = turn.passes if turn else 0
    points = state.points()
    return View(
        round=state.round,
        phase=_phase(state),
        seats=tuple(_seat_view(state, seat, had) for seat, had in enumerate(points)),
        piles=tuple(_pile_view(pile) for pile in state.piles),
        discards=state.discards,
        deck=len(state.deck),
        token=state.token,
        turn=turn.seat if turn else None,
        passes=passes,
        passes_to_end=state.seats - passes,
        teams=state.options.teams,
        target=state.options.points_to_win(),
        further=state.further,
        projected=_projected(state, points),
        mine=None if viewer is None else _mine(state, viewer),
    )


def _phase(state: State) -> Literal["opening", "turns", "over"]:
    match state.question:
        case Opening():
            return "opening"
        case Turn():
            return "turns"
        case None:
            return "over"
        case _:
            raise TypeError(f"no such question: {state.question!r}")


def _seat_view(state: State, seat: Seat, points: int) -> SeatView:
    return SeatView(
        seat=seat,
        hand=len(state.hands[seat].cards),
        points=points,
        passed=_passed(state, seat),
        asked=_asked(state, seat),
        team=state.options.side(seat) if state.options.teams else None,
    )


def _passed(state: State, seat: Seat) -> bool:
    """The last seats before the one on turn, as many as there were passes in succession."""
    match state.question:
        case Turn(seat=on_turn, passes=passes):
            return 1 <= (on_turn - seat) % state.seats <= passes
        case _:  # nobody passes in an opening, and the count is over with the round
            return False


def _asked(state: State, seat: Seat) -> bool:
    match state.question:
        case Opening(answered=answered):
            return not answered[seat]
        case Turn(seat=on_turn):
            return seat == on_turn
        case None:
            return False
        case _:
            raise TypeError(f"no such question: {state.question!r}")


def _pile_view(pile: Pile) -> PileView:
    top = read(pile.cards)
    cards = tuple(LaidCard(card, by) for card, by in zip(pile.cards, pile.by, strict=True))
    return PileView(pile.number, pile.owner, cards, top.kind, top.level, top.standing)


def _projected(state: State, points: tuple[int, ...]) -> tuple[int, ...]:
    if state.question is None:  # the last round is counted already
        return points
    return tuple(had + more for had, more in zip(points, scored(state.seats, state.piles), strict=True))


def _mine(state: State, seat: Seat) -> Mine:
    hand = in_order(state.hands[seat].cards)
    match state.question:
        case Opening(answered=answered, laid=laid):
            return Mine(seat, hand, laid[seat], answered[seat])
        case _:  # turned up, or never laid: the piles show it
            return Mine(seat, hand, None, False)


def preview(seen: View, move: Move) -> Preview:
    """What a play would do to its pile and to the points; other moves change neither for sure."""
    if not isinstance(move, Play) or seen.mine is None:
        return Preview(None, seen.projected)
    if move.card == "OPPORTUNITAS":
        number = max((pile.number for pile in seen.piles), default=0) + 1
        laid = LaidCard("OPPORTUNITAS", seen.mine.seat)
        return Preview(_read_view(number, seen.mine.seat, (laid,)), seen.projected)
    before = next((pile for pile in seen.piles if pile.number == move.pile), None)
    if before is None:
        return Preview(None, seen.projected)
    cards = before.cards[:-1] if move.card == "CANCELLO" else (*before.cards, LaidCard(move.card, seen.mine.seat))
    after = _read_view(before.number, before.owner, cards) if cards else None
    gain = (after is not None and _stands(after)) - _stands(before)
    points = tuple(had + gain * (seat == before.owner) for seat, had in enumerate(seen.projected))
    return Preview(after, points)


def _read_view(number: int, owner: Seat, cards: tuple[LaidCard, ...]) -> PileView:
    return _pile_view(Pile(number, owner, tuple(laid.card for laid in cards), tuple(laid.by for laid in cards)))


def _stands(pile: PileView) -> bool:
    return pile.standing in ("stands", "infallible")


def redeal(state: State, viewer: Viewer, seed: bytes) -> State:
    """Deal anew all that the viewer neither sees nor can be certain of, with new dice.

    Cards in hand since before the discards were last shuffled stay apart from that new deck and what was drawn from
    it: everyone who watched the discards can tell the two apart. Secret opening answers are chosen anew, as the rules
    allow.
    """
    cup = Cup(dice_from(seed, "redeal"))
    others = [seat for seat in range(state.seats) if seat != viewer]
    held = cup.shuffled(in_order(card for seat in others for card in state.hands[seat].older))
    drawn = cup.shuffled(in_order([*state.deck, *(card for seat in others for card in state.hands[seat].newer)]))
    hands = list(state.hands)
    for seat in others:
        older, newer = len(hands[seat].older), len(hands[seat].newer)
        hands[seat] = Hand(in_order(_deal(held, older)), in_order(_deal(drawn, newer)))
    question = state.question
    if isinstance(question, Opening):
        question = _choose_anew(state, question, hands, others, cup)
    return msgspec.structs.replace(
        state, deck=tuple(drawn), hands=tuple(hands), question=question, dice=dice_from(seed, "after the redeal")
    )


def _deal(cards: list[str], number: int) -> list[str]:
    return [cards.pop() for _ in range(number)]


def _choose_anew(state: State, asked: Opening, hands: list[Hand], others: list[Seat], cup: Cup) -> Opening:
    laid = list(asked.laid)
    for seat in others:
        if asked.answered[seat]:
            deeds = [card for card in DEEDS if card in hands[seat].cards]
            must = deeds and state.options.opening == "compulsory"
            laid[seat] = cup.pick(deeds if must else [None, *deeds])
    return Opening(asked.answered, tuple(laid))
