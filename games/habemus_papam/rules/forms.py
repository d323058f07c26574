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
from games.habemus_papam.box import PAIRS, ROUNDS, in_order
from games.habemus_papam.hands import Counts
from games.habemus_papam.rules.asking import silenced
from games.habemus_papam.rules.deal_forms import deals, gifts
from games.habemus_papam.rules.decisions import least
from games.habemus_papam.rules.fields import amounts, held, number, one_of, without
from games.habemus_papam.rules.targets import Aim, aims, cost, no_target
from games.habemus_papam.state import (
    Converting,
    Copying,
    Discarding,
    Distributing,
    Eliminating,
    Keeping,
    Permitting,
    State,
    Trimming,
    Turn,
    Vetoing,
)
from games.kernel.choices import Amounts, Choice, Limit, OneOf, Term, Value
from games.kernel.events import Reason, Seat

_PASS = Choice("pass")
_NONE: tuple[Value, ...] = (None,)
_MOVERE = OneOf("card", ("MOVERE",))


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
            return Choice("keep_objective", (one_of("secret", both),))
        case Trimming(seat=seat):
            return _discard(held(state, seat), len(state.hands[seat]) - limit(seat, state.camarlengo), None)
        case Eliminating():
            return Choice("eliminate", (one_of("candidate", least(state.candidates)),))
        case Permitting():
            return Choice("permit", (one_of("answer", ("allow", "refuse")),))
        case Vetoing():
            vetoed = [veto.pair for veto in state.vetoes]
            return Choice("veto", (one_of("pair", tuple(pair for pair in PAIRS if pair not in vetoed)),))
        case Copying(seat=seat):
            others = tuple(other for other in range(state.seats) if other != seat)
            return Choice("copy", (one_of("player", (None, *others)),))
        case _:
            raise TypeError(f"no such question: {asked!r}")


@lru_cache(maxsize=1 << 10)
def _distribute(names: tuple[str, ...], most: int) -> Choice:
    limit = Limit((Term("influence"),), most=most)
    return Choice("distribute", (Amounts("influence", dict.fromkeys(names, most)),), (limit,))


def _keeping(state: State, seat: Seat, answered: tuple[bool, ...]) -> tuple[Choice, ...]:
    if not state.hands[seat]:
        return ()
    titles = tuple(card for card, _ in held(state, seat))
    free = f"keep-{state.round}" if answered[seat] else None
    return (Choice("keep", (one_of("card", (None, *titles)),), free=free),)


def _discarding(state: State, seat: Seat, answered: tuple[bool, ...]) -> tuple[Choice, ...]:
    above = len(state.hands[seat]) - limit(seat, state.camarlengo)
    if above <= 0:
        return ()
    return (_discard(held(state, seat), above, f"discard-{state.round}" if answered[seat] else None),)


@lru_cache(maxsize=1 << 12)
def _discard(hand: Counts, above: int, free: str | None) -> Choice:
    exactly = Limit((Term("cards"),), least=above, most=above)
    return Choice("discard", (amounts("cards", hand),), (exactly,), free=free)


def _in_a_turn(state: State, turn: Turn, seat: Seat) -> tuple[Choice, ...]:
    quiet, hand = silenced(state, turn.seat), held(state, seat)
    free = gifts(state, turn, seat) if quiet else gifts(state, turn, seat) + deals(state, turn, seat, hand)
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
        return [Choice("play", (one_of("card", (card,)),), barred=why)]
    if card == "MOVERE":
        return [_move(aim, rest, reserve, min(aim.most or 0, means - 1)) for aim in found]
    return [_play(card, aim, rest, min(reserve, asked), asked) for aim in found]


def _move(aim: Aim, rest: Counts, reserve: int, most: int) -> Choice:
    """Movere costs the amount and 1."""
    fields = (_MOVERE, one_of("on", aim.on), one_of("to", aim.to), number("amount", 1, most))
    return Choice("play", (*fields, number("influence", 0, reserve), amounts("cards", rest)), _costs(None))


def _play(card: str, aim: Aim, rest: Counts, most: int, asked: int) -> Choice:
    fields = (one_of("card", (card,)), one_of("on", aim.on), one_of("to", aim.to), one_of("amount", _NONE))
    return Choice("play", (*fields, number("influence", 0, most), amounts("cards", rest)), _costs(asked))


@lru_cache
def _costs(asked: int | None) -> tuple[Limit, ...]:
    """Influence and cards make up the cost exactly (HP-4.3); None: the amount and 1."""
    paid = (Term("influence"), Term("cards"))
    if asked is None:
        return (Limit((*paid, Term("amount", -1)), least=1, most=1),)
    return (Limit(paid, least=asked, most=asked),)
