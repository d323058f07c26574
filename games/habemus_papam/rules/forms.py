"""The forms of all moves: what a seat may do now.

| move | fields | when |
|---|---|---|
| `distribute` | Amounts `influence` (Candidate -> number) | phase 1 |
| `place` | Amounts `influence` (Candidate -> number that arrives; the reserve pays for it) | the own turn |
| `play` | OneOf `card`, `on`, `to`, `amount` (or Number), Number `influence`, Amounts `cards` | the own turn |
| `pass` | | the own turn |
| `keep_objective` | OneOf `secret` | Conversio |
| `discard` | Amounts `cards` (title -> number) | Oratio, Black Smoke |
| `eliminate`, `permit`, `veto`, `copy` | OneOf `candidate`; `answer`; `pair`; `player` | phases 4 and 5 |
| `keep` | OneOf `card` (None: none) | Black Smoke |
| `gift` | OneOf `to`, Number `influence` | free: `turn-N` |
| `offer` | OneOf `to`, Number `gives`, Amounts `cards`, Number `asks`, Amounts `wants` (with `ANY`) | free: `turn-N` |
| `accept` | OneOf `offer`, Amounts `cards` (what goes) | free: `offer-N` |
| `decline`, `withdraw` | OneOf `offer` | free: `offer-N` |

One `play` a title in hand, but of Movere one for each Candidate from whom Influence can be moved; one `offer` a player.
What can't be done now is listed with `barred`: `play` with its `card` alone, `place` without fields, `accept` with its
`offer` alone. Secret answers may be changed while others are missing: free `keep-R`, `discard-R` with R the round.
"""

from functools import lru_cache

from games.habemus_papam.board import face_up, limit
from games.habemus_papam.box import ACTIONS, PAIRS, ROUNDS, in_order
from games.habemus_papam.hands import Counts, by_title
from games.habemus_papam.rules.asking import silenced
from games.habemus_papam.rules.decisions import least
from games.habemus_papam.rules.targets import Aim, aims, cost, no_target
from games.habemus_papam.state import (
    ANY,
    Converting,
    Copying,
    Discarding,
    Distributing,
    Eliminating,
    Keeping,
    Offer,
    Permitting,
    State,
    Trimming,
    Turn,
    Vetoing,
)
from games.kernel.choices import Amounts, Choice, Limit, Number, OneOf, Term, Value
from games.kernel.events import Reason, Seat

MOST_ASKED = 99
"""The most Influence that an offer may ask: a figure for all, so that it says nothing about a reserve."""

_PASS = Choice("pass")
_NONE: tuple[Value, ...] = (None,)
_MOVERE = OneOf("card", ("MOVERE",))
_one_of = lru_cache(maxsize=1 << 12)(OneOf)
_number = lru_cache(maxsize=1 << 12)(Number)


@lru_cache(maxsize=1 << 12)
def _amounts(name: str, hand: Counts) -> Amounts:
    return Amounts(name, dict(hand))


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Everything the seat may do now."""
    if not 0 <= seat < state.seats:
        return ()
    match state.question:
        case Turn() as turn:
            return _in_a_turn(state, turn, seat)
        case Keeping(answered=answered):
            return _keeping(state, seat, answered)
        case Discarding(answered=answered):
            return _discarding(state, seat, answered)
        case None:
            return ()
        case asked:
            return (_decision(state, asked),) if asked.seat == seat else ()


def _decision(
    state: State, asked: Distributing | Converting | Trimming | Eliminating | Permitting | Vetoing | Copying
) -> Choice:
    """The one form of a question that is put to one seat outside its turn."""
    match asked:
        case Distributing():
            return _distribute(tuple(each.name for each in face_up(state.candidates)), ROUNDS - state.round)
        case Converting(seat=seat):
            both = in_order((state.secrets[seat].title, state.pile[-1].title))
            return Choice("keep_objective", (_one_of("secret", both),))
        case Trimming(seat=seat):
            return _discard(held(state, seat), len(state.hands[seat]) - limit(seat, state.camarlengo), None)
        case Eliminating():
            return Choice("eliminate", (_one_of("candidate", least(state.candidates)),))
        case Permitting():
            return Choice("permit", (_one_of("answer", ("allow", "refuse")),))
        case Vetoing():
            vetoed = [veto.pair for veto in state.vetoes]
            return Choice("veto", (_one_of("pair", tuple(pair for pair in PAIRS if pair not in vetoed)),))
        case Copying(seat=seat):
            others = tuple(other for other in range(state.seats) if other != seat)
            return Choice("copy", (_one_of("player", (None, *others)),))
        case _:
            raise TypeError(f"no such question: {asked!r}")


@lru_cache(maxsize=1 << 10)
def _distribute(names: tuple[str, ...], most: int) -> Choice:
    limit = Limit((Term("influence"),), most=most)
    return Choice("distribute", (Amounts("influence", dict.fromkeys(names, most)),), (limit,))


def held(state: State, seat: Seat) -> Counts:
    """What a hand holds by title."""
    return by_title(state.hands[seat])


@lru_cache(maxsize=1 << 14)
def without(hand: Counts, card: str) -> Counts:
    """The hand with one copy of this title less: what is left to pay for it."""
    return tuple((title, number - (title == card)) for title, number in hand if title != card or number > 1)


def _keeping(state: State, seat: Seat, answered: tuple[bool, ...]) -> tuple[Choice, ...]:
    if not state.hands[seat]:
        return ()
    titles = tuple(card for card, _ in held(state, seat))
    free = f"keep-{state.round}" if answered[seat] else None
    return (Choice("keep", (_one_of("card", (None, *titles)),), free=free),)


def _discarding(state: State, seat: Seat, answered: tuple[bool, ...]) -> tuple[Choice, ...]:
    number = len(state.hands[seat]) - limit(seat, state.camarlengo)
    if number <= 0:
        return ()
    return (_discard(held(state, seat), number, f"discard-{state.round}" if answered[seat] else None),)


@lru_cache(maxsize=1 << 12)
def _discard(hand: Counts, number: int, free: str | None) -> Choice:
    limit = Limit((Term("cards"),), least=number, most=number)
    return Choice("discard", (Amounts("cards", dict(hand)),), (limit,), free=free)


def _in_a_turn(state: State, turn: Turn, seat: Seat) -> tuple[Choice, ...]:
    quiet, hand = silenced(state, turn.seat), held(state, seat)
    free = _gifts(state, turn, seat) if quiet else _gifts(state, turn, seat) + _deals(state, turn, seat, hand)
    if turn.seat != seat:
        return tuple(free)
    if quiet:
        return (_PASS, *free)
    return (_placing(state, seat), *_plays(state, seat, hand), _PASS, *free)


def _placing(state: State, seat: Seat) -> Choice:
    prohibited = {each.on for each in state.lying if each.card == "PROHIBERE"}
    doubled = {each.on for each in state.lying if each.card == "MURMUR"}
    names = tuple([each.name for each in state.candidates if each.out is None and each.name not in prohibited])
    return _place(names, tuple([name for name in names if name in doubled]), state.reserves[seat])


def _place(names: tuple[str, ...], doubled: tuple[str, ...], reserve: int) -> Choice:
    most = {name: reserve // 2 if name in doubled else reserve for name in names}
    if not any(most.values()):
        return Choice("place", barred=Reason("HP-4.2", "refuse.place.poor", {"reserve": reserve}))
    return Choice("place", (Amounts("influence", most),), (_AT_LEAST_ONE, _payable(doubled, reserve)))


_AT_LEAST_ONE = Limit((Term("influence"),), least=1)


@lru_cache(maxsize=1 << 12)
def _payable(doubled: tuple[str, ...], reserve: int) -> Limit:
    """The reserve pays for all of a placing, twice for some."""
    return Limit((Term("influence"), *(Term("influence", key=name) for name in doubled)), most=reserve)


def _plays(state: State, seat: Seat, hand: Counts) -> list[Choice]:
    plays: list[Choice] = []
    for card, _ in hand:
        found = aims(state, seat, card)
        plays += _paid(state, seat, card, found, without(hand, card)) if found else [_barred(card)]
    return plays


@lru_cache
def _barred(card: str) -> Choice:
    return Choice("play", (OneOf("card", (card,)),), barred=no_target(card))


def _paid(state: State, seat: Seat, card: str, found: tuple[Aim, ...], rest: Counts) -> list[Choice]:
    reserve = state.reserves[seat]
    means, asked = reserve + len(state.hands[seat]) - 1, cost(state, card, 1)
    if means < asked:
        why = Reason("HP-4.3", "refuse.pay.poor", {"card": card, "cost": asked})
        return [Choice("play", (_one_of("card", (card,)),), barred=why)]
    if card == "MOVERE":
        return [_move(aim, rest, reserve, min(aim.most or 0, means - 1)) for aim in found]
    return [_play(card, aim, rest, min(reserve, asked), asked) for aim in found]


def _move(aim: Aim, rest: Counts, reserve: int, most: int) -> Choice:
    """Movere costs the amount and 1."""
    fields = (_MOVERE, _one_of("on", aim.on), _one_of("to", aim.to), _number("amount", 1, most))
    return Choice("play", (*fields, _number("influence", 0, reserve), _amounts("cards", rest)), _costs(None))


def _play(card: str, aim: Aim, rest: Counts, most: int, asked: int) -> Choice:
    fields = (_one_of("card", (card,)), _one_of("on", aim.on), _one_of("to", aim.to), _one_of("amount", _NONE))
    return Choice("play", (*fields, _number("influence", 0, most), _amounts("cards", rest)), _costs(asked))


@lru_cache
def _costs(asked: int | None) -> tuple[Limit, ...]:
    """Influence and cards make up the cost exactly (HP-4.3); None: the amount and 1."""
    paid = (Term("influence"), Term("cards"))
    if asked is None:
        return (Limit((*paid, Term("amount", -1)), least=1, most=1),)
    return (Limit(paid, least=asked, most=asked),)


def _gifts(state: State, turn: Turn, seat: Seat) -> list[Choice]:
    if not state.reserves[seat]:
        return []
    to = _one_of("to", partners(state, turn, seat))
    return [Choice("gift", (to, _number("influence", 1, state.reserves[seat])), free=f"turn-{state.turns}")]


def partners(state: State, turn: Turn, seat: Seat) -> tuple[Seat, ...]:
    """With whom this seat may make gifts and deals on this turn: one of the two is on turn (HP-4.9, HP-4.10)."""
    return _partners(state.seats, turn.seat, seat)


@lru_cache
def _partners(seats: int, on_turn: Seat, seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in range(seats) if other != seat and on_turn in (seat, other))


def _deals(state: State, turn: Turn, seat: Seat, hand: Counts) -> list[Choice]:
    if not state.options.card_deals:
        return []
    taken = [offer.to for offer in state.offers if offer.by == seat]
    gives, given = _number("gives", 0, state.reserves[seat]), _amounts("cards", hand)
    free, room = f"turn-{state.turns}", room_for(state, seat)
    offers = []
    for to in partners(state, turn, seat):
        if to not in taken:
            theirs = len(state.hands[to])
            fields = (_one_of("to", (to,)), gives, given, _ASKS, _wants(theirs))
            offers.append(Choice("offer", fields, _fits(theirs, room, room_for(state, to)), free=free))
    return offers + [answer for offer in state.offers for answer in _answers(state, offer, seat)]


_ASKS = Number("asks", 0, MOST_ASKED)


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
    name, number = f"offer-{offer.number}", _one_of("offer", (offer.number,))
    if offer.by == seat:
        return [Choice("withdraw", (number,), free=name)]
    if offer.to != seat:
        return []
    return [_accept(state, offer, seat, name), Choice("decline", (number,), free=name)]


def _accept(state: State, offer: Offer, seat: Seat, name: str) -> Choice:
    number, hand = _one_of("offer", (offer.number,)), held(state, seat)
    if why := why_not_accept(state, offer, seat):
        return Choice("accept", (number,), free=name, barred=why)
    asked = offer.asks
    each = tuple(Limit((Term("cards", key=card),), least=least_) for card, least_ in asked.cards.items() if card != ANY)
    whole = Limit((Term("cards"),), least=asked.size, most=asked.size)
    return Choice("accept", (number, Amounts("cards", dict(hand))), (whole, *each), free=name)


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
