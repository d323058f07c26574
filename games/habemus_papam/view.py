"""What a viewer may see, put together field by field (section 11 of the rules).

A spectator's View is what everybody sees. A seat's has the same fields, and `mine` besides: whatever only that seat
knows stands there and nowhere else.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from games.habemus_papam import board
from games.habemus_papam.box import CANDIDATES, FANATIC_PAYS, ORDER_PAYS, PAIRS, ROUNDS, SIDE_PAYS, in_order
from games.habemus_papam.rules.asking import deciders, passes_to_end
from games.habemus_papam.rules.scoring import fulfilled
from games.habemus_papam.state import (
    Candidate,
    Converting,
    Copying,
    Discarding,
    Distributing,
    Eliminating,
    Keeping,
    Lying,
    Offer,
    Permitting,
    PublicObjective,
    State,
    Trimming,
    Turn,
    Veto,
    Vetoing,
)
from games.kernel.events import Seat, Viewer

Phase = Literal["camarlengo", "actions", "decision", "black_smoke", "white_smoke", "no_pope", "over"]
"""camarlengo: phase 1; actions: phase 2; decision: phase 4; black_smoke, white_smoke: phase 5; no_pope: the end of
round 5 without one, while Corrupt's owner chooses."""


class CandidateView(msgspec.Struct, frozen=True):
    """A Candidate. `out`: the round in which he was eliminated, None if he is face up. `markers`: the seats who share
    three of five traits with him (HP-2.3). `murmured`: placing on him costs 2. `prohibited`: whose Prohibere keeps
    placings off him. `needs`: how much more on him alone makes him Papabile, 0 if he is, None if he is out. `breaks`:
    for the Papabile, how much placed on others ends it (with plurality: on the strongest of them); else None."""

    name: str
    sides: tuple[str, str, str, str]
    order: str
    influence: int
    out: int | None
    markers: tuple[Seat, ...]
    murmured: bool
    prohibited: Seat | None
    needs: int | None
    breaks: int | None


class TrackView(msgspec.Struct, frozen=True):
    """A pair's track. `side`, `spaces`: where its marker stands (None: at 0). `next_side`, `next_spaces`: where phase 3
    would put it now. `veto`: the veto on it."""

    pair: str
    side: str | None
    spaces: int
    next_side: str | None
    next_spaces: int
    veto: Veto | None


class BoardView(msgspec.Struct, frozen=True):
    """Candidates in the order in which they were laid, and what follows from their Influence. `total`: on all of them.
    `enough`: the least that makes Papabile with this total (with `round5_plurality` in round 5 it is not what
    counts)."""

    candidates: tuple[CandidateView, ...]
    total: int
    enough: int
    papabile: str | None
    tracks: tuple[TrackView, ...]


class SeatView(msgspec.Struct, frozen=True):
    """What everyone sees of a seat. `hand`: cards in hand; `limit`: the hand limit now. `passed`: in the present run of
    passes; `silenced`: must pass on the next turn; `asked`: the table waits for it. `reserve`, `secret`: None as long
    as they are hidden."""

    seat: Seat
    hand: int
    limit: int
    objective: PublicObjective
    passed: bool
    silenced: bool
    asked: bool
    reserve: int | None
    secret: str | None


class OfferView(msgspec.Struct, frozen=True):
    """What everyone sees of an open offer: Influence and numbers of cards on both sides (HP-4.10)."""

    number: int
    by: Seat
    to: Seat
    gives: int
    gives_cards: int
    asks: int
    asks_cards: int


class Memory(msgspec.Struct, frozen=True):
    """What this viewer surely knows of another seat: cards that are in its hand, and its Secret Objective."""

    seat: Seat
    hand: tuple[str, ...]
    secret: str | None


class Worth(msgspec.Struct, frozen=True):
    """What a Candidate would surely bring this seat as Pope, if the phase ended as the board is now. `shared`: the
    characteristics that both have; `order`: the order too. `points`: for the Public Objective and the order. `fulfils`:
    he would meet the condition of the own Secret Objective. `secret`: what that surely pays; what depends on hidden
    reserves or on another's objective is left out."""

    candidate: str
    shared: tuple[str, ...]
    order: bool
    points: int
    fulfils: bool
    secret: int


class Mine(msgspec.Struct, frozen=True):
    """What only this seat sees. `secret`: the own Secret Objective. `drawn`: the one that Conversio drew, while its
    player chooses. `answered`, with `kept` or `discarded`: the own answer to an open secret choice, still to be
    changed; its cards are in `hand` until the last answer is in. `deals`: open offers from or to this seat, in full.
    `memories`: what is surely known of others. `pile`: the leftover Secret Objectives from the top down, None where
    unknown. `worth`: a Candidate each, in the board's order, of those who are face up."""

    seat: Seat
    reserve: int
    hand: tuple[str, ...]
    secret: str
    drawn: str | None
    answered: bool
    kept: str | None
    discarded: dict[str, int] | None
    deals: tuple[Offer, ...]
    memories: tuple[Memory, ...]
    pile: tuple[str | None, ...]
    worth: tuple[Worth, ...]


class View(msgspec.Struct, frozen=True):
    """The table as one viewer sees it. `turn`: the seat on turn in phase 2. `passes`: passes in a row, of
    `passes_to_end` that end the phase. `to_distribute`: what the Camarlengo may place in phase 1 of this round. `dean`:
    who holds the Dean card, None if nobody does; `income`: what the Dean is asked to allow. `antipope`: it plays along
    (3 players). `lying`: cards that lie for their effect. `deck`, `discards`, `pile`: how many cards, and leftover
    Secret Objectives. `revealed`: secrets and reserves lie open. `pope`: the elected one. `copied`: whose objective
    Corrupt copied."""

    round: int
    phase: Phase
    turn: Seat | None
    passes: int
    passes_to_end: int
    to_distribute: int
    camarlengo: Seat
    dean: Seat | None
    income: int | None
    antipope: bool
    plurality: bool
    card_deals: bool
    board: BoardView
    seats: tuple[SeatView, ...]
    lying: tuple[Lying, ...]
    offers: tuple[OfferView, ...]
    deck: int
    discards: int
    pile: int
    revealed: bool
    pope: str | None
    copied: Seat | None
    mine: Mine | None


def view(state: State, viewer: Viewer) -> View:
    """A whitelist: hands, reserves, secrets and deck enter only as numbers, or as the viewer's own."""
    turn = state.question if isinstance(state.question, Turn) else None
    return View(
        round=state.round,
        phase=_phase(state),
        turn=turn.seat if turn else None,
        passes=turn.passes if turn else 0,
        passes_to_end=passes_to_end(state.seats),
        to_distribute=ROUNDS - state.round,
        camarlengo=state.camarlengo,
        dean=state.dean,
        income=state.question.amount if isinstance(state.question, Permitting) else None,
        antipope=state.seats == 3,
        plurality=state.options.round5_plurality,
        card_deals=state.options.card_deals,
        board=board_view(
            state.candidates,
            state.indicators,
            state.vetoes,
            state.lying,
            state.objectives,
            state.round,
            state.options.round5_plurality,
        ),
        seats=tuple(_seat_view(state, seat) for seat in range(state.seats)),
        lying=state.lying,
        offers=tuple(_offer_view(offer) for offer in state.offers),
        deck=len(state.deck),
        discards=len(state.discards) + len(state.buried),
        pile=len(state.pile),
        revealed=state.revealed,
        pope=state.pope,
        copied=state.copied,
        mine=None if viewer is None else _mine(state, viewer),
    )


def _phase(state: State) -> Phase:
    match state.question:
        case None:
            return "over"
        case Distributing():
            return "camarlengo"
        case Turn() | Converting() | Trimming():
            return "actions"
        case Eliminating() | Permitting():
            return "decision"
        case Vetoing() | Keeping() | Discarding():
            return "black_smoke"
        case Copying():
            return "white_smoke" if state.pope else "no_pope"
        case _:
            raise TypeError(f"no such question: {state.question!r}")


def board_view(
    candidates: Sequence[Candidate],
    indicators: board.Indicators,
    vetoes: Sequence[Veto],
    lying: Sequence[Lying],
    objectives: Sequence[PublicObjective],
    round_: int,
    plurality: bool,
) -> BoardView:
    """The board from what everybody sees of it."""
    best = board.papabile(candidates, round_, plurality)
    after = board.would_stand(candidates)
    amount = board.total(candidates)

    def one(candidate: Candidate) -> CandidateView:
        card = CANDIDATES[candidate.name]
        up = candidate.out is None
        return CandidateView(
            name=candidate.name,
            sides=card.sides,
            order=card.order,
            influence=candidate.influence,
            out=candidate.out,
            markers=board.markers(objectives, candidate.name),
            murmured=board.murmured(lying, candidate.name),
            prohibited=board.prohibited_by(lying, candidate.name),
            needs=board.needs(candidates, candidate, round_, plurality) if up else None,
            breaks=board.breaks(candidates, candidate, round_, plurality) if candidate.name == best else None,
        )

    def track(at: int, pair: str) -> TrackView:
        veto = next((veto for veto in vetoes if veto.pair == pair), None)
        now, then = _standing(pair, indicators[at]), _standing(pair, after[at])
        return TrackView(pair, *now, *then, veto)

    return BoardView(
        candidates=tuple(one(candidate) for candidate in candidates),
        total=amount,
        enough=board.enough(amount, round_),
        papabile=best,
        tracks=tuple(track(at, pair) for at, pair in enumerate(PAIRS)),
    )


def _standing(pair: str, number: int) -> tuple[str | None, int]:
    first, second = PAIRS[pair]
    return (None, 0) if number == 0 else (first if number > 0 else second, abs(number))


def _seat_view(state: State, seat: Seat) -> SeatView:
    shown = state.revealed or state.options.open_reserves
    return SeatView(
        seat=seat,
        hand=len(state.hands[seat]),
        limit=board.limit(seat, state.camarlengo),
        objective=state.objectives[seat],
        passed=_passed(state, seat),
        silenced=any(card.card == "SILENTIUM" and card.on == seat for card in state.lying),
        asked=seat in deciders(state),
        reserve=state.reserves[seat] if shown else None,
        secret=state.secrets[seat].title if state.revealed else None,
    )


def _passed(state: State, seat: Seat) -> bool:
    """The last seats before the one on turn, as many as there were passes in a row."""
    match state.question:
        case Turn(seat=on_turn, passes=passes):
            return 1 <= (on_turn - seat) % state.seats <= passes
        case _:
            return False


def _offer_view(offer: Offer) -> OfferView:
    gives, asks = offer.gives, offer.asks
    return OfferView(offer.number, offer.by, offer.to, gives.influence, gives.size, asks.influence, asks.size)


def _mine(state: State, seat: Seat) -> Mine:
    kept, discarded, answered = _own_answer(state, seat)
    drawing = isinstance(state.question, Converting) and state.question.seat == seat
    return Mine(
        seat=seat,
        reserve=state.reserves[seat],
        hand=in_order(held.card for held in state.hands[seat]),
        secret=state.secrets[seat].title,
        drawn=state.pile[-1].title if drawing else None,
        answered=answered,
        kept=kept,
        discarded=discarded,
        deals=tuple(offer for offer in state.offers if seat in (offer.by, offer.to)),
        memories=tuple(_memory(state, seat, other) for other in range(state.seats) if other != seat),
        pile=tuple(objective.title if seat in objective.known else None for objective in reversed(state.pile)),
        worth=worth(
            state.candidates, state.objectives[seat], state.secrets[seat].title, state.reserves[seat], state.round
        ),
    )


def _own_answer(state: State, seat: Seat) -> tuple[str | None, dict[str, int] | None, bool]:
    match state.question:
        case Keeping(answered=answered, kept=kept):
            return kept[seat], None, answered[seat]
        case Discarding(answered=answered, discards=discards):
            return None, discards[seat], answered[seat]
        case _:
            return None, None, False


def _memory(state: State, viewer: Seat, seat: Seat) -> Memory:
    objective = state.secrets[seat]
    known = state.revealed or viewer in objective.known
    hand = in_order(held.card for held in state.hands[seat] if viewer in held.known)
    return Memory(seat, hand, objective.title if known else None)


def worth(
    candidates: Sequence[Candidate], objective: PublicObjective, secret: str, reserve: int, round_: int
) -> tuple[Worth, ...]:
    """What each face-up Candidate would surely bring as Pope, with the indicators as phase 3 would set them now."""
    indicators = board.would_stand(candidates)
    return tuple(
        _worth(candidate.name, indicators, objective, secret, reserve, round_)
        for candidate in board.face_up(candidates)
    )


def _worth(
    name: str, indicators: board.Indicators, objective: PublicObjective, secret: str, reserve: int, round_: int
) -> Worth:
    both = board.shared(objective, name)
    order = board.same_order(objective, name)
    points = sum(2 * board.towards(indicators, side) for side in both) + ORDER_PAYS * order
    fulfils = fulfilled(secret, name, len(both), round_)
    pays = {"FANATIC": FANATIC_PAYS, "LOSS-OF-FAITH": reserve, "MACHIAVELLI": 0}.get(secret, SIDE_PAYS)
    return Worth(name, both, order, points, fulfils, pays * fulfils)
