"""What a seat may do on its turn, as a bot thinks of it, and what that does to a Sketch."""

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from games.habemus_papam.bots.sketch import NOBODY, Sketch, with_antipope
from games.habemus_papam.box import ACTIONS, ROUNDS
from games.habemus_papam.rules.asking import passes_to_end
from games.habemus_papam.rules.effects import BENEDICTIO_BRINGS, PACTUM_MOST, RESURRECTIO_BRINGS, TRIBUTUM_MOST
from games.kernel.events import Seat

T = TypeVar("T")

UNKNOWN = "?"
"""A card that is drawn: good to pay with."""

HELD = {
    "ADDERE": 1.3,
    "MOVERE": 2.0,
    "MURMUR": 1.8,
    "EXTRACTUM": 1.2,
    "SILENTIUM": 1.6,
    "SUFFRAGATIO": 2.2,
    "PACTUM": 2.6,
    "SPECULATORES": 1.0,
    "PROHIBERE": 1.2,
    "CONVERSIO": 1.0,
    "PERMUTATIO": 0.8,
    "RESURRECTIO": 1.1,
    "TRIBUTUM": 2.3,
    "SUBTRAHERE": 1.1,
    "BENEDICTIO": 1.8,
    "DISPENSATIO": 0.6,
    "ORATIO": 1.4,
    UNKNOWN: 1.3,
}
"""What a card in hand is worth, in Influence: no other use of it is as sure as paying 1 with it."""


class Deed(NamedTuple):
    """An action. `card`: None for a placing or a pass. `on`: a Candidate or side by its place, or a seat; `to`: a
    Candidate, or for Speculatores and Dispensatio nothing that a Sketch shows; `amount`: what is placed or moved.
    `influence`, `cards`: what pays for a card."""

    card: str | None = None
    on: int = NOBODY
    to: int = NOBODY
    amount: int = 0
    influence: int = 0
    cards: tuple[str, ...] = ()


PASS = Deed()


def deeds(sketched: Sketch, seat: Seat) -> Iterator[Deed]:
    """What is worth a thought."""
    yield PASS
    if sketched.silenced[seat]:
        return
    yield from placings(sketched, seat)
    for card in dict.fromkeys(sketched.hands[seat]):
        if card != UNKNOWN:
            yield from plays(sketched, seat, card)


def placings(sketched: Sketch, seat: Seat) -> Iterator[Deed]:
    """On one Candidate: a little, or what makes or ends a Papabile, and some to spare."""
    reserve, whole = sketched.reserves[seat], sum(sketched.influence)
    ends = ending(sketched)
    for at, amount in enumerate(sketched.influence):
        if not sketched.up[at] or sketched.closed[at] != NOBODY:
            continue
        makes = needed(sketched, amount, whole)
        most = reserve // 2 if sketched.doubled[at] else reserve
        sizes = {1, 2, 3, 5, makes, makes + 1, makes + 3, ends, ends + 1, max(1, 5 - amount)}
        for size in sorted(sizes):
            if 0 < size <= most:
                yield Deed(on=at, amount=size)


def needed(sketched: Sketch, amount: int, whole: int) -> int:
    """How much more makes a Candidate Papabile."""
    if sketched.lore.round < ROUNDS:
        return max(1, 2 * whole - 3 * amount)
    return max(1, whole - 2 * amount + 1)


def ending(sketched: Sketch) -> int:
    """How much placed on others ends that somebody is Papabile; 1 if nobody is."""
    pope = sketched.lore.board(sketched.influence, sketched.up, sketched.open).pope
    if pope == NOBODY:
        return 1
    amount, whole = sketched.influence[pope], sum(sketched.influence)
    if sketched.lore.round < ROUNDS:
        return 3 * amount // 2 - whole + 1
    return max(1, 2 * amount - whole)


def plays(sketched: Sketch, seat: Seat, card: str) -> Iterator[Deed]:
    """A card at each target, paid in both ways."""
    for on, to, amount in aims(sketched, seat, card):
        for influence, cards in payments(sketched, seat, card, cost(sketched, card, amount)):
            yield Deed(card, on, to, amount, influence, cards)


def cost(sketched: Sketch, card: str, amount: int) -> int:
    """As in HP-4.3."""
    printed = ACTIONS[card].cost
    if printed is not None:
        return printed
    return sketched.lore.round if card == "MURMUR" else amount + 1


def payments(sketched: Sketch, seat: Seat, card: str, asked: int) -> list[tuple[int, tuple[str, ...]]]:
    """With the cards that are worth least, as far as they go; and with as much Influence as there is."""
    left = sketched.hands[seat][:]
    left.remove(card)
    left.sort(key=HELD.__getitem__)
    reserve, ways = sketched.reserves[seat], []
    for number in {min(len(left), asked), max(0, asked - reserve)}:
        if number <= len(left) and asked - number <= reserve:
            ways.append((asked - number, tuple(left[:number])))
    return ways


def aims(sketched: Sketch, seat: Seat, card: str) -> list[tuple[int, int, int]]:
    """Targets as (on, to, amount) (HP-12.4b)."""
    up = [at for at, face_up in enumerate(sketched.up) if face_up]
    influence = sketched.influence
    match card:
        case "ADDERE" | "SUBTRAHERE":
            least = int(card == "SUBTRAHERE")
            sides = {side for at in up if influence[at] >= least for side in sketched.lore.halves[at]}
            return [(side, NOBODY, 0) for side in sorted(sides)]
        case "MOVERE":
            return _moving(sketched, seat, up)
        case "MURMUR":
            return [(at, NOBODY, 0) for at in up if influence[at]]
        case "PACTUM":
            most = max(influence[at] for at in up)
            return [(influence.index(most), NOBODY, 0)] if most and sketched.up[influence.index(most)] else []
        case "PROHIBERE":
            return [(at, NOBODY, 0) for at in up if sketched.closed[at] == NOBODY and influence[at]]
        case "BENEDICTIO":
            most = max(influence[at] for at in up)
            return [(at, NOBODY, 0) for at in up if influence[at] < most]
        case "RESURRECTIO":
            return [(at, NOBODY, 0) for at, face_up in enumerate(sketched.up) if not face_up]
        case "SUFFRAGATIO":
            return [] if sketched.closing != NOBODY else [(NOBODY, NOBODY, 0)]
        case "CONVERSIO" | "ORATIO":
            return [(NOBODY, NOBODY, 0)]
        case "DISPENSATIO":
            return _shifting(sketched)
        case _:
            return [(other, NOBODY, 0) for other in _players(sketched, seat, card)]


def _players(sketched: Sketch, seat: Seat, card: str) -> list[Seat]:
    others = [other for other in range(sketched.lore.seats) if other != seat]
    if card == "EXTRACTUM":
        return [other for other in others if sketched.hands[other]]
    if card == "SILENTIUM":
        return [other for other in others if not sketched.silenced[other]]
    return others


def _shifting(sketched: Sketch) -> list[tuple[int, int, int]]:
    pairs = range(len(sketched.open))
    return [(one, to, 0) for one in pairs if not sketched.open[one] for to in pairs if sketched.open[to]]


def _moving(sketched: Sketch, seat: Seat, up: list[int]) -> list[tuple[int, int, int]]:
    """Movere: a little, half, or all that can be paid for."""
    means = sketched.reserves[seat] + len(sketched.hands[seat]) - 2
    found = []
    for one in up:
        most = min(sketched.influence[one], means)
        sizes = sorted({1, 2, (most + 1) // 2, most} & set(range(1, most + 1)))
        found += [(one, to, size) for to in up if to != one for size in sizes]
    return found


def done(sketched: Sketch, seat: Seat, deed: Deed) -> tuple[Sketch, bool]:
    """The Sketch after an action of the seat on turn, and whether the phase is over."""
    after = sketched.copy()
    passed = False
    if deed.card is not None:
        _play(after, seat, deed)
    elif deed.amount:
        after.influence[deed.on] += deed.amount
        after.reserves[seat] -= deed.amount * 2 if after.doubled[deed.on] else deed.amount
    else:
        passed = True
        if after.silenced[seat]:
            after.silenced = _set(after.silenced, seat, False)
    return after, _over(after, seat, passed)


def _over(after: Sketch, seat: Seat, passed: bool) -> bool:
    """The next seat is on turn, or the phase is over (HP-4.6, HP-10.1, HP-12.4f)."""
    lore = after.lore
    after.passes = after.passes + 1 if passed else 0
    if (after.closing == seat and after.due) or after.passes == passes_to_end(lore.seats):
        return True
    after.due = True
    if lore.antipope and seat == lore.camarlengo:
        after.influence = with_antipope(after)
    after.turn = (seat + 1) % lore.seats
    if after.turn in after.closed:
        after.closed = [NOBODY if by == after.turn else by for by in after.closed]
    return False


def _play(after: Sketch, seat: Seat, deed: Deed) -> None:
    """The card is paid for and acts (HP-4.3, HP-4.12)."""
    hand = after.hands[seat][:]
    hand.remove(str(deed.card))
    for card in deed.cards:
        hand.remove(card)
    after.hands[seat] = hand
    after.reserves[seat] -= deed.influence
    _act(after, seat, deed)


def _act(after: Sketch, seat: Seat, deed: Deed) -> None:
    influence, on = after.influence, deed.on
    match deed.card:
        case "ADDERE":
            for at, halves in enumerate(after.lore.halves):
                influence[at] += after.up[at] and on in halves
        case "SUBTRAHERE":
            for at, halves in enumerate(after.lore.halves):
                influence[at] -= after.up[at] and on in halves and influence[at] > 0
        case "MOVERE":
            influence[on] -= deed.amount
            influence[deed.to] += deed.amount
        case "MURMUR":
            influence[on] //= 2
            after.doubled = _set(after.doubled, on, True)
        case "BENEDICTIO":
            influence[on] += BENEDICTIO_BRINGS
        case "RESURRECTIO":
            influence[on] += RESURRECTIO_BRINGS
            after.up = _set(after.up, on, True)
        case "PACTUM":
            after.reserves[seat] += min(PACTUM_MOST, (influence[on] + 1) // 2)
        case "TRIBUTUM":
            after.reserves[on] -= min(TRIBUTUM_MOST, (after.reserves[on] + 1) // 2)
        case "EXTRACTUM":
            _extract(after, seat, on)
        case "SILENTIUM":
            after.silenced = _set(after.silenced, on, True)
        case "PROHIBERE":
            after.closed = _set(after.closed, on, seat)
        case "SUFFRAGATIO":
            after.closing, after.due = seat, False
        case "DISPENSATIO":
            after.open = _set(_set(after.open, on, True), deed.to, False)
        case "ORATIO":
            after.hands[seat] = [*after.hands[seat], UNKNOWN, UNKNOWN]
        case "SPECULATORES":
            after.hands[seat] = [*after.hands[seat], UNKNOWN]
        case _:  # Conversio, Permutatio: a Sketch has no Secret Objectives
            pass


def _extract(after: Sketch, seat: Seat, other: Seat) -> None:
    """A card in the middle of the hand, for a random one."""
    theirs = after.hands[other][:]
    if theirs:
        after.hands[seat] = [*after.hands[seat], theirs.pop(len(theirs) // 2)]
        after.hands[other] = theirs


def _set(row: list[T], at: int, value: T) -> list[T]:
    changed = row[:]
    changed[at] = value
    return changed
