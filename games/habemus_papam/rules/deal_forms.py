"""The forms of gifts and deals (HP-4.9, HP-4.10), which everybody may have during a turn."""

from functools import lru_cache

from games.habemus_papam.board import limit
from games.habemus_papam.box import ACTIONS
from games.habemus_papam.hands import Counts
from games.habemus_papam.rules.fields import amounts, held, number, one_of
from games.habemus_papam.state import ANY, Offer, State, Turn
from games.kernel.choices import Amounts, Choice, Limit, Number, Term
from games.kernel.events import Reason, Seat

MOST_ASKED = 99
"""The most Influence that an offer may ask: a figure for all, so that it says nothing about a reserve."""

_ASKS = Number("asks", 0, MOST_ASKED)


def gifts(state: State, turn: Turn, seat: Seat) -> list[Choice]:
    """Influence to give away (HP-4.9)."""
    if not state.reserves[seat]:
        return []
    to = one_of("to", partners(state, turn, seat))
    return [Choice("gift", (to, number("influence", 1, state.reserves[seat])), free=f"turn-{state.turns}")]


def partners(state: State, turn: Turn, seat: Seat) -> tuple[Seat, ...]:
    """With whom this seat may make gifts and deals on this turn: one of the two is on turn (HP-4.9, HP-4.10)."""
    return _partners(state.seats, turn.seat, seat)


@lru_cache
def _partners(seats: int, on_turn: Seat, seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in range(seats) if other != seat and on_turn in (seat, other))


def deals(state: State, turn: Turn, seat: Seat, hand: Counts) -> list[Choice]:
    """Offers to make, and those to answer or take back (HP-4.10)."""
    if not state.options.card_deals:
        return []
    taken = [offer.to for offer in state.offers if offer.by == seat]
    gives, given = number("gives", 0, state.reserves[seat]), amounts("cards", hand)
    free, room = f"turn-{state.turns}", room_for(state, seat)
    offers = []
    for to in partners(state, turn, seat):
        if to not in taken:
            theirs = len(state.hands[to])
            fields = (one_of("to", (to,)), gives, given, _ASKS, _wants(theirs))
            offers.append(Choice("offer", fields, _fits(theirs, room, room_for(state, to)), free=free))
    return offers + [answer for offer in state.offers for answer in _answers(state, offer, seat)]


def room_for(state: State, seat: Seat) -> int:
    """By how many cards a hand may grow through a deal (HP-4.10)."""
    room = limit(seat, state.camarlengo) - len(state.hands[seat])
    return room if room > 0 else 0


@lru_cache
def _fits(theirs: int, room: int, their_room: int) -> tuple[Limit, ...]:
    """Something passes; nobody is asked for more cards than he holds; no hand grows beyond its limit."""
    everything = tuple(Term(name) for name in ("gives", "cards", "asks", "wants"))
    return (
        Limit(everything, least=1),
        Limit((Term("wants"),), most=theirs),
        Limit((Term("cards"), Term("wants", -1)), least=-room, most=their_room),
    )


@lru_cache
def _wants(theirs: int) -> Amounts:
    return Amounts("wants", wanted(theirs))


def wanted(theirs: int) -> dict[str, int]:
    """What can be asked of a hand of so many cards, by title or `ANY`: the same whatever is in it."""
    titles = {card: min(theirs, kind.copies) for card, kind in ACTIONS.items()}
    return {**titles, ANY: theirs} if theirs else {}


def _answers(state: State, offer: Offer, seat: Seat) -> list[Choice]:
    name, which = f"offer-{offer.number}", one_of("offer", (offer.number,))
    if offer.by == seat:
        return [Choice("withdraw", (which,), free=name)]
    if offer.to != seat:
        return []
    return [_accept(state, offer, seat, name), Choice("decline", (which,), free=name)]


def _accept(state: State, offer: Offer, seat: Seat, name: str) -> Choice:
    which, hand = one_of("offer", (offer.number,)), held(state, seat)
    if why := why_not_accept(state, offer, seat):
        return Choice("accept", (which,), free=name, barred=why)
    asked = offer.asks
    each = tuple(Limit((Term("cards", key=card),), least=least_) for card, least_ in asked.cards.items() if card != ANY)
    whole = Limit((Term("cards"),), least=asked.size, most=asked.size)
    return Choice("accept", (which, amounts("cards", hand)), (whole, *each), free=name)


def why_not_accept(state: State, offer: Offer, seat: Seat) -> Reason | None:
    """Why the one who is asked can't accept now: what it knows of itself, and the sizes of both hands."""
    gives, asks, hand = offer.gives, offer.asks, dict(held(state, seat))
    if asks.influence > state.reserves[seat]:
        return Reason("HP-4.10", "refuse.accept.poor", {"influence": asks.influence})
    if any(hand.get(card, 0) < number for card, number in asks.cards.items() if card != ANY):
        return Reason("HP-4.10", "refuse.accept.cards")
    if asks.size > len(state.hands[seat]):
        return Reason("HP-4.10", "refuse.accept.cards")
    for who, grows in ((seat, gives.size - asks.size), (offer.by, asks.size - gives.size)):
        if grows > room_for(state, who):
            return Reason("HP-4.10", "refuse.deal.limit", {"who": who, "limit": limit(who, state.camarlengo)})
    return None
