"""What a viewer may see, put together field by field (section 11 of the rules); `seen.py` has its shape."""

from collections.abc import Sequence

from games.habemus_papam import board
from games.habemus_papam.box import (
    ANTIPOPE_SEATS,
    CANDIDATES,
    FANATIC_PAYS,
    ORDER_PAYS,
    PAIRS,
    ROUNDS,
    SIDE_PAYS,
    in_order,
)
from games.habemus_papam.rules.asking import deciders, passes_to_end
from games.habemus_papam.rules.scoring import fulfilled
from games.habemus_papam.seen import (
    BoardView,
    CandidateView,
    Memory,
    Mine,
    OfferView,
    Phase,
    SeatView,
    TrackView,
    View,
    Worth,
)
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
        antipope=state.seats == ANTIPOPE_SEATS,
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
        case Vetoing():
            return "veto"
        case Keeping():
            return "keeping"
        case Discarding():
            return "discarding"
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
