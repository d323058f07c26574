"""Gifts and deals (HP-4.9, HP-4.10): what a bot answers to an offer, and what it offers or gives by itself.

It deals where both are better off by its own estimate. Offers and gifts go to the seat on turn. Whether a bot thinks of
an offer at all hangs on the number of the turn and the seat, which everybody knows, never on what it holds: each seat
does on one turn in seven, so that offers stay few, and the next one goes to somebody else.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from games.habemus_papam.board import limit
from games.habemus_papam.bots.acting import world_seed
from games.habemus_papam.bots.deeds import HELD, done
from games.habemus_papam.bots.judging import GUESSES, guesses, to_come, value
from games.habemus_papam.bots.rolling import thoughts
from games.habemus_papam.bots.sketch import NOBODY, Lore, Sketch, sketch
from games.habemus_papam.bots.worth import Secrets
from games.habemus_papam.state import ANY, Goods, Offer, State
from games.kernel.bots import Asked, Taken
from games.kernel.choices import Amounts, Choice, OneOf
from games.kernel.dice import Chance
from games.kernel.events import Seat

GAIN = 0.005
"""The share of the wins that a deal must bring each of the two: a third of an Influence or so."""
GIFT_GAIN = 0.1
"""What a gift must bring who gives it; gifts for less lost more games than they won."""
SELDOM = 7
"""A seat thinks of an offer on one turn in so many."""
PRICES = (1, 2, 3, 4)
GIFTS = (1, 2, 3, 5)


def courteous(asked: Asked, chance: Chance) -> Taken | None:
    """The answer to an offer; else a gift or an offer to the seat on turn, if it is good for both."""
    forms = {choice.move: choice for choice in asked.free}
    if "decline" in forms:
        return _answered(asked, forms, chance)
    if asked.answers or not forms.keys() & {"gift", "offer"}:
        return None  # on turn, or no turn at all
    return _given(asked, forms, chance) or (_offered(asked, forms["offer"], chance) if _thinks(asked, forms) else None)


def polite(asked: Asked, chance: Chance) -> Taken | None:
    """The novice answers what it is offered, and offers nothing itself."""
    forms = {choice.move: choice for choice in asked.free}
    return _answered(asked, forms, chance) if "decline" in forms else None


def _thinks(asked: Asked, forms: dict[str, Choice]) -> bool:
    """Whether this is a turn on which the seat thinks of an offer."""
    if "offer" not in forms:
        return False
    turn = int(str(forms["offer"].free).split("-")[1])
    return (turn + 2 * asked.seat) % SELDOM == 0


class _Mind:
    """What the seat makes of the table: one world, and guesses at the Secret Objectives."""

    def __init__(self, asked: Asked, chance: Chance) -> None:
        self.state: State = asked.worlds(world_seed(chance))
        self.seat = asked.seat
        self.now = sketch(self.state, Lore(self.state))
        self.worlds = guesses(self.state, self.seat, GUESSES, chance)
        self._prospects: dict[Seat, float] = {}

    def gain(self, seat: Seat, gives: Goods, gets: Goods, other: Seat) -> float:
        """What an exchange with the other brings this seat."""
        if seat not in self._prospects:
            self._prospects[seat] = prospect(self.now, seat, self.worlds)
        return prospect(exchanged(self.now, seat, gives, gets, other), seat, self.worlds) - self._prospects[seat]


def exchanged(now: Sketch, seat: Seat, gives: Goods, gets: Goods, other: Seat) -> Sketch:
    """The Sketch after a deal; whatever card may be meant is the one worth least."""
    after = now.copy()
    balance = gets.influence - gives.influence
    after.reserves[seat] += balance
    after.reserves[other] -= balance
    mine, theirs = now.hands[seat], now.hands[other]
    going, coming = which(mine, gives), which(theirs, gets)
    after.hands[seat], after.hands[other] = [*_less(mine, going), *coming], [*_less(theirs, coming), *going]
    return after


def _less(hand: Sequence[str], gone: Sequence[str]) -> list[str]:
    left = list(hand)
    for card in gone:
        left.remove(card)
    return left


def which(hand: Sequence[str], goods: Goods) -> list[str]:
    """The cards of a hand that go: those named, and of the others those worth least."""
    named = [card for card, number in goods.cards.items() if card != ANY for _ in range(number)]
    left = sorted(hand, key=HELD.__getitem__)
    for card in named:
        left.remove(card)
    return [*named, *left[: goods.cards.get(ANY, 0)]]


def _answered(asked: Asked, forms: dict[str, Choice], chance: Chance) -> Taken:
    """Accepted, if the seat gains by it."""
    if "accept" not in forms:
        return forms["decline"], {"offer": _only(forms["decline"], "offer")}
    number, mind = _only(forms["accept"], "offer"), _Mind(asked, chance)
    offer = next(each for each in mind.state.offers if each.number == number)
    if not _covered(mind.now, offer) or mind.gain(asked.seat, offer.asks, offer.gives, offer.by) < GAIN:
        refusal = next(each for each in asked.free if each.move == "decline" and _only(each, "offer") == number)
        return refusal, {"offer": number}
    cards = which(mind.now.hands[asked.seat], offer.asks)
    return forms["accept"], {"offer": number, "cards": dict(Counter(cards))}


def _covered(now: Sketch, offer: Offer) -> bool:
    """Whether the offerer still has what it offered, as far as the seat can tell: it may have dealt with others."""
    hand = now.hands[offer.by]
    held = all(hand.count(card) >= number for card, number in offer.gives.cards.items())
    return held and offer.gives.influence <= now.reserves[offer.by]


def _only(choice: Choice, name: str) -> str | int | None:
    """The first option of a field."""
    return next(field.options[0] for field in choice.fields if isinstance(field, OneOf) and field.name == name)


def _given(asked: Asked, forms: dict[str, Choice], chance: Chance) -> Taken | None:
    """Influence for the seat on turn, if it is the last who can end what the giver can't bear, and can't pay for it. It
    has no cards: so what it can do is known."""
    if "gift" not in forms or not _empty_handed(forms):
        return None
    mind = _Mind(asked, chance)
    now, to = mind.now, mind.now.turn
    if now.lore.board(now.influence, now.up, now.open).pope == NOBODY or to_come(now, asked.seat) != [to]:
        return None
    amounts = [amount for amount in (0, *GIFTS) if amount <= now.reserves[asked.seat]]
    worths = {amount: _after_gift(mind, to, amount) for amount in amounts}
    best = max(worths, key=worths.__getitem__)
    return (forms["gift"], {"to": to, "influence": best}) if worths[best] - worths[0] >= GIFT_GAIN else None


def _empty_handed(forms: dict[str, Choice]) -> bool:
    """Whether nothing can be asked of the hand of the seat on turn."""
    fields = forms["offer"].fields if "offer" in forms else ()
    return any(isinstance(field, Amounts) and field.name == "wants" and not field.most for field in fields)


def _after_gift(mind: _Mind, to: Seat, amount: int) -> float:
    """What the giver has of what the seat on turn then does."""
    after = mind.now.copy()
    after.reserves[mind.seat] -= amount
    after.reserves[to] += amount
    (then, over), _ = _foreseen(after, to, mind.worlds)
    return value(then, mind.seat, mind.worlds, over)


def _offered(asked: Asked, form: Choice, chance: Chance) -> Taken | None:
    """The first deal by which both gain."""
    mind = _Mind(asked, chance)
    seat, to = asked.seat, mind.now.turn
    for gives, gets in _deals(mind, to):
        if mind.gain(seat, gives, gets, to) >= GAIN and mind.gain(to, gets, gives, seat) >= GAIN:
            return form, {
                "to": to,
                "gives": gives.influence,
                "cards": gives.cards,
                "asks": gets.influence,
                "wants": gets.cards,
            }
    return None


def _deals(mind: _Mind, to: Seat) -> Iterator[tuple[Goods, Goods]]:
    """A card for Influence, or Influence for whatever card: (given, got), as the hand limits allow."""
    state, seat = mind.state, mind.seat
    hand, theirs = mind.now.hands[seat], mind.now.hands[to]
    if len(theirs) < limit(to, state.camarlengo):
        for card in dict.fromkeys(hand):
            yield from ((Goods(0, {card: 1}), Goods(price, {})) for price in PRICES if price <= mind.now.reserves[to])
    if theirs and len(hand) < limit(seat, state.camarlengo):
        yield from ((Goods(price, {}), Goods(0, {ANY: 1})) for price in PRICES[:2] if price <= mind.now.reserves[seat])


def prospect(sketched: Sketch, seat: Seat, worlds: Sequence[Secrets]) -> float:
    """What a seat may expect: with the best that comes to mind, if it is on turn."""
    if seat != sketched.turn:
        return value(sketched, seat, worlds, over=False)
    return _foreseen(sketched, seat, worlds)[1]


def _foreseen(sketched: Sketch, seat: Seat, worlds: Sequence[Secrets]) -> tuple[tuple[Sketch, bool], float]:
    """What the seat on turn does, as far as one can think, and what it has of it."""
    found = [done(sketched, seat, deed) for deed in thoughts(sketched, seat)]
    worths = [value(after, seat, worlds, over) for after, over in found]
    best = max(range(len(found)), key=worths.__getitem__)
    return found[best], worths[best]
