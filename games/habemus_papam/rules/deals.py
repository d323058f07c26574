"""Gifts and deals (HP-4.9 to HP-4.11): free moves during a turn, by whoever is on turn or deals with that player."""

from games.habemus_papam import hands
from games.habemus_papam.board import limit
from games.habemus_papam.box import ACTIONS
from games.habemus_papam.moves import Accept, Gift, MakeOffer
from games.habemus_papam.rules.asking import silenced
from games.habemus_papam.rules.deal_forms import MOST_ASKED, partners, room_for, wanted, why_not_accept
from games.habemus_papam.rules.fields import held
from games.habemus_papam.state import (
    ANY,
    Goods,
    Offer,
    State,
    Turn,
)
from games.habemus_papam.table import Table
from games.habemus_papam.words import goods_key
from games.kernel.events import Argument, Fact, IllegalMove, Reason, Seat


def raised(why: Reason) -> IllegalMove:
    """A Reason as a refusal."""
    return IllegalMove(why.clause, why.key, **why.arguments)


def _partner(state: State, seat: Seat, other: Seat, clause: str) -> None:
    """Refuse a gift or deal outside a turn, to oneself, or between two who are both not on turn."""
    if not isinstance(state.question, Turn):
        raise IllegalMove(clause, "refuse.no_turn")
    if other == seat:
        raise IllegalMove(clause, "refuse.oneself")
    if other not in partners(state, state.question, seat):
        raise IllegalMove(clause, "refuse.not_on_turn", who=state.question.seat)


def gift(state: State, seat: Seat, move: Gift) -> Table:
    """HP-4.9: Influence passes over the table, at once and for all to see."""
    _partner(state, seat, move.to, "HP-4.9")
    if not 1 <= move.influence <= state.reserves[seat]:
        raise IllegalMove("HP-4.9", "refuse.gift.amount", reserve=state.reserves[seat])
    table = Table(state)
    table.reserves[seat] -= move.influence
    table.reserves[move.to] += move.influence
    table.tell("event.gift", who=seat, to=move.to, influence=move.influence)
    return table


def make_offer(state: State, seat: Seat, move: MakeOffer) -> Table:
    """HP-4.10: an offer to one player, in full for these two alone."""
    _expect_deals(state)
    _partner(state, seat, move.to, "HP-4.10")
    if any((offer.by, offer.to) == (seat, move.to) for offer in state.offers):
        raise IllegalMove("HP-4.10", "refuse.offer.again", who=move.to)
    gives, asks = Goods(move.gives, _some(move.cards)), Goods(move.asks, _some(move.wants))
    _expect_covered(state, seat, move)
    _expect_askable(state, seat, move, gives, asks)
    table = Table(state)
    table.offers_made += 1
    offer = Offer(table.offers_made, seat, move.to, gives, asks)
    table.offers = (*state.offers, offer)
    table.hands[seat] = hands.pointed_out(table.hands[seat], gives.cards, move.to)
    _tell(table, "event.offer", offer)
    return table


def _some(cards: dict[str, int]) -> dict[str, int]:
    return {card: cards[card] for card in (*ACTIONS, ANY) if cards.get(card)}


def _expect_deals(state: State) -> None:
    if not state.options.card_deals:
        raise IllegalMove("HP-4.10", "refuse.deals_off")
    if isinstance(state.question, Turn) and silenced(state, state.question.seat):
        raise IllegalMove("HP-4.11", "refuse.deal.silenced", who=state.question.seat)


def _expect_covered(state: State, seat: Seat, move: MakeOffer) -> None:
    """One can offer only what one has."""
    hand = dict(held(state, seat))
    if not 0 <= move.gives <= state.reserves[seat]:
        raise IllegalMove("HP-4.10", "refuse.offer.poor", reserve=state.reserves[seat])
    if not within(move.cards, hand):
        raise IllegalMove("HP-4.10", "refuse.offer.cards")


def _expect_askable(state: State, seat: Seat, move: MakeOffer, gives: Goods, asks: Goods) -> None:
    theirs = len(state.hands[move.to])
    named = 0 <= asks.influence <= MOST_ASKED and within(move.wants, wanted(theirs))
    if not named or asks.size > theirs:
        raise IllegalMove("HP-4.10", "refuse.offer.asks", most=MOST_ASKED, cards=theirs)
    if not gives.influence + gives.size + asks.influence + asks.size:
        raise IllegalMove("HP-4.10", "refuse.offer.nothing")
    for who, grows in ((seat, asks.size - gives.size), (move.to, gives.size - asks.size)):
        if grows > room_for(state, who):
            raise IllegalMove("HP-4.10", "refuse.deal.limit", who=who, limit=limit(who, state.camarlengo))


def within(cards: dict[str, int], most: dict[str, int]) -> bool:
    """Whether these are titles and numbers of what there is."""
    return all(card in most and 0 <= number <= most[card] for card, number in cards.items())


def _tell(table: Table, key: str, offer: Offer) -> None:
    """An offer as everybody may know it, and with its cards to the two."""
    gives, asks = offer.gives, offer.asks
    public: dict[str, Argument] = {
        "who": offer.by,
        "to": offer.to,
        "offer": offer.number,
        "gives": gives.influence,
        "gives_cards": gives.size,
        "asks": asks.influence,
        "asks_cards": asks.size,
    }
    key = goods_key(key, _kind(gives), _kind(asks))
    private = Fact(f"{key}.seen", {**public, "gives_named": _list(gives.cards), "asks_named": _named(asks.cards)})
    table.tell_some(Fact(key, public), {offer.by: private, offer.to: private})


def _kind(goods: Goods) -> str:
    """What one side has: Influence, cards, both or nothing."""
    return "i" * bool(goods.influence) + "c" * bool(goods.size)


def _named(cards: dict[str, int]) -> tuple[str, ...]:
    """Cards asked by title, and so many of any."""
    named, any_ = {card: number for card, number in cards.items() if card != ANY}, cards.get(ANY, 0)
    return (*_list(named), *[ANY if any_ == 1 else f"{ANY}-{any_}"] * bool(any_))


def _list(cards: dict[str, int]) -> tuple[str, ...]:
    return tuple(card for card, number in cards.items() for _ in range(number))


def find(state: State, number: int) -> Offer:
    """An offer that is open. Raises IllegalMove."""
    found = next((offer for offer in state.offers if offer.number == number), None)
    if found is None:
        raise IllegalMove("HP-4.10", "refuse.offer.gone")
    return found


def accept(state: State, seat: Seat, move: Accept) -> Table:
    """The exchange happens whole or not at all (HP-4.10). What is missing on the other side meanwhile ends it, and both
    are told; what is missing on one's own is a refusal."""
    offer = find(state, move.offer)
    if offer.to != seat:
        raise IllegalMove("HP-4.10", "refuse.offer.not_yours", who=offer.to)
    if why := why_not_accept(state, offer, seat):
        raise raised(why)
    _expect_what_is_asked(state, offer, seat, move)
    table = Table(state)
    _close(table, offer)
    if missing := _missing(state, offer):
        _fall_through(table, offer, missing)
    else:
        _exchange(table, offer, _some(move.cards))
    return table


def _expect_what_is_asked(state: State, offer: Offer, seat: Seat, move: Accept) -> None:
    asked = offer.asks
    fits = within(move.cards, dict(held(state, seat))) and sum(move.cards.values()) == asked.size
    if not fits or any(move.cards.get(card, 0) < number for card, number in asked.cards.items() if card != ANY):
        raise IllegalMove("HP-4.10", "refuse.accept.which", cards=asked.size)


def _missing(state: State, offer: Offer) -> str | None:
    """What the offerer has given away meanwhile: a key of the words, or None."""
    if offer.gives.influence > state.reserves[offer.by]:
        return "event.offer.void.influence"
    hand = dict(held(state, offer.by))
    return None if within(offer.gives.cards, hand) else "event.offer.void.cards"


def _close(table: Table, offer: Offer) -> None:
    table.offers = tuple(other for other in table.offers if other != offer)


def _fall_through(table: Table, offer: Offer, why: str) -> None:
    told = Fact(why, {"who": offer.by, "to": offer.to})
    table.tell_some(Fact("event.offer.void", told.arguments), {offer.by: told, offer.to: told}, reveals=True)


def _exchange(table: Table, offer: Offer, cards: dict[str, int]) -> None:
    """Influence and cards change hands; only the two see which cards."""
    two = (offer.by, offer.to)
    balance = offer.asks.influence - offer.gives.influence
    table.reserves[offer.by] += balance
    table.reserves[offer.to] -= balance
    for card in _list(offer.gives.cards):
        table.hand_over(offer.by, offer.to, card, two)
    for card in _list(cards):
        table.hand_over(offer.to, offer.by, card, two)
    done = Offer(offer.number, offer.by, offer.to, offer.gives, Goods(offer.asks.influence, cards))
    _tell(table, "event.deal", done)


def decline(state: State, seat: Seat, number: int) -> Table:
    """The one who is asked says no; whether the cards are held is not told (HP-4.10)."""
    offer = find(state, number)
    if offer.to != seat:
        raise IllegalMove("HP-4.10", "refuse.offer.not_yours", who=offer.to)
    return _end(state, offer, "event.decline", who=seat, to=offer.by)


def withdraw(state: State, seat: Seat, number: int) -> Table:
    """Whoever made the offer takes it back."""
    offer = find(state, number)
    if offer.by != seat:
        raise IllegalMove("HP-4.10", "refuse.offer.not_made", who=offer.by)
    return _end(state, offer, "event.withdraw", who=seat, to=offer.to)


def _end(state: State, offer: Offer, key: str, who: Seat, to: Seat) -> Table:
    table = Table(state)
    _close(table, offer)
    table.tell(key, who=who, to=to)
    return table
