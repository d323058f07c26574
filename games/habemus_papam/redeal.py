"""`redeal`: a State that a viewer cannot tell from the real one (sections 1.6, 11 and 12.4 of the rules)."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from games.habemus_papam import hands
from games.habemus_papam.board import limit
from games.habemus_papam.box import ACTIONS, in_order
from games.habemus_papam.rules.fields import held
from games.habemus_papam.state import (
    ANY,
    Buried,
    Discarding,
    Goods,
    Held,
    Keeping,
    Offer,
    Question,
    SecretObjective,
    State,
)
from games.kernel.dice import Cup, dice_from
from games.kernel.events import Seat, Viewer


def redeal(state: State, viewer: Viewer, seed: bytes) -> State:
    """Deal anew all that the viewer neither sees nor can be certain of, with new dice.

    Reserves stay: whoever counts knows them (HP-1.6). Cards that the viewer knows to be in a hand stay there; those
    from before the last shuffle stay apart from those of the newest deck, as far as everybody can tell. Open secret
    answers and the cards of others' offers are chosen anew. What others are certain of by their own discards is
    forgotten.
    """
    cup = Cup(dice_from(seed, "redeal"))
    state = _objectives(_cards(state, viewer, cup), viewer, cup)
    return msgspec.structs.replace(
        state,
        offers=tuple(_offer(state, offer, viewer, cup) for offer in state.offers),
        question=_answers(state, viewer, cup),
        unseen_own=tuple(own if seat == viewer else () for seat, own in enumerate(state.unseen_own)),
        dice=dice_from(seed, "after the redeal"),
    )


class _Hidden:
    """All Action cards that a viewer doesn't know, shuffled: those that may have been held since before the last
    shuffle, and those of the newest deck, among which some must be (`State.unseen`)."""

    def __init__(self, state: State, viewer: Viewer, cup: Cup) -> None:
        held_, buried = _unknown(state, viewer)
        cards = Counter([*state.deck, *(each.card for each in held_), *(each.card for each in buried)])
        sure = _sure(state, viewer)
        older = sum(not each.newer for each in held_) + sum(not each.newer for each in buried)
        rest = cup.shuffled(in_order((cards - sure).elements()))
        self.older, mixed = rest[:older], rest[older:]
        self.newer = cup.shuffled(in_order([*mixed, *sure.elements()]))

    def deal(self, newer: bool) -> str:
        """One card of either kind."""
        return (self.newer if newer else self.older).pop()


def _unknown(state: State, viewer: Viewer) -> tuple[list[Held], list[Buried]]:
    others = [hand for seat, hand in enumerate(state.hands) if seat != viewer]
    held_ = [each for hand in others for each in hand if viewer not in each.known]
    return held_, [each for each in state.buried if each.by != viewer]


def _sure(state: State, viewer: Viewer) -> Counter[str]:
    """What must be among the hidden cards of the newest deck."""
    if viewer is None:
        return Counter(state.unseen)
    mine = [each.card for each in state.hands[viewer] if each.newer]
    known = [each.card for hand in state.hands for each in hand if each.newer and viewer in each.known]
    buried = [each.card for each in state.buried if each.newer and each.by == viewer]
    return Counter([*state.unseen, *state.unseen_own[viewer]]) - Counter([*mine, *known, *buried])


def _cards(state: State, viewer: Viewer, cup: Cup) -> State:
    hidden = _Hidden(state, viewer, cup)
    dealt = tuple(hand if seat == viewer else _hand(hand, viewer, hidden) for seat, hand in enumerate(state.hands))
    buried = tuple(
        each if each.by == viewer else Buried(hidden.deal(each.newer), each.by, each.newer) for each in state.buried
    )
    return msgspec.structs.replace(state, hands=dealt, buried=buried, deck=tuple(hidden.newer))


def _hand(hand: hands.Hand, viewer: Viewer, hidden: _Hidden) -> hands.Hand:
    """A hand dealt anew, card by card in an order that depends on no hidden title."""
    unknown = sorted((each.newer, each.known) for each in hand if viewer not in each.known)
    dealt = [Held(hidden.deal(newer), newer, known) for newer, known in unknown]
    return hands.sorted_hand([*dealt, *(each for each in hand if viewer in each.known)])


def _objectives(state: State, viewer: Viewer, cup: Cup) -> State:
    """Secret Objectives of others and of the pile that the viewer doesn't know; at the end all lie open."""
    shown = set(range(state.seats)) if state.revealed else {viewer}
    hidden = [each for seat, each in enumerate(state.secrets) if seat not in shown and viewer not in each.known]
    hidden += [each for each in state.pile if viewer not in each.known]
    titles = cup.shuffled(in_order(each.title for each in hidden))

    def anew(each: SecretObjective) -> SecretObjective:
        return each if viewer in each.known else SecretObjective(titles.pop(), each.known)

    secrets = tuple(each if seat in shown else anew(each) for seat, each in enumerate(state.secrets))
    pile = tuple(anew(each) for each in state.pile)
    return msgspec.structs.replace(state, secrets=secrets, pile=pile)


def _offer(state: State, offer: Offer, viewer: Viewer, cup: Cup) -> Offer:
    """Of an offer between others only the numbers are known (HP-4.10)."""
    if viewer in (offer.by, offer.to):
        return offer
    hand = cup.shuffled([each.card for each in state.hands[offer.by]])
    more = [cup.pick(tuple(ACTIONS)) for _ in range(offer.gives.size - len(hand))]
    given = Goods(offer.gives.influence, _counted([*hand, *more][: offer.gives.size]))
    asked = [cup.pick((*ACTIONS, ANY)) for _ in range(offer.asks.size)]
    return Offer(offer.number, offer.by, offer.to, given, Goods(offer.asks.influence, _counted(asked)))


def _counted(cards: Iterable[str]) -> dict[str, int]:
    counts = Counter(cards)
    return {card: counts[card] for card in (*ACTIONS, ANY) if counts[card]}


def _answers(state: State, viewer: Viewer, cup: Cup) -> Question | None:
    """Others' open secret answers, chosen anew as their new hands allow."""
    match state.question:
        case Keeping(answered=answered, kept=kept):
            return Keeping(
                answered,
                tuple(_kept(state, seat, viewer, answered[seat], kept[seat], cup) for seat in range(state.seats)),
            )
        case Discarding(answered=answered, discards=discards):
            return Discarding(
                answered, tuple(_thrown(state, seat, viewer, gone, cup) for seat, gone in enumerate(discards))
            )
        case asked:
            return asked


def _kept(state: State, seat: Seat, viewer: Viewer, answered: bool, kept: str | None, cup: Cup) -> str | None:
    if seat == viewer or not answered or not state.hands[seat]:
        return kept
    return cup.pick([None, *(card for card, _ in held(state, seat))])


def _thrown(state: State, seat: Seat, viewer: Viewer, gone: dict[str, int], cup: Cup) -> dict[str, int]:
    if seat == viewer or not gone:
        return gone
    number = len(state.hands[seat]) - limit(seat, state.camarlengo)
    return _counted(cup.shuffled([each.card for each in state.hands[seat]])[:number])
