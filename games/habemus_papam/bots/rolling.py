"""How a phase goes on in the cardinal's mind: each seat does the best of a few things that come to it, quickly."""

from collections.abc import Iterator

from games.habemus_papam.bots.deeds import PASS, UNKNOWN, Deed, aims, cost, done, ending, needed, payments
from games.habemus_papam.bots.judging import value
from games.habemus_papam.bots.sketch import NOBODY, Sketch
from games.habemus_papam.bots.worth import Secrets, outlook
from games.kernel.events import Seat

MOST_TURNS = 16
"""Of a phase in the mind; then it is taken as it stands."""


def rolled(sketched: Sketch, over: bool, titles: Secrets) -> list[float]:
    """What each seat has of it when the phase is over."""
    worlds = (titles,)
    for _ in range(MOST_TURNS):
        if over:
            break
        seat = sketched.turn
        best: tuple[Sketch, bool] = sketched, over
        most = float("-inf")
        for deed in thoughts(sketched, seat):
            after = done(sketched, seat, deed)
            worth = value(after[0], seat, worlds, after[1])
            if worth > most:
                best, most = after, worth
        sketched, over = best
    return outlook(sketched, worlds)[1]


def thoughts(sketched: Sketch, seat: Seat) -> Iterator[Deed]:
    """A pass; on the two Candidates who suit the seat best what makes a Papabile, or ends one; each card where it
    seems to do most."""
    yield PASS
    if sketched.silenced[seat]:
        return
    best = favourites(sketched, seat)
    yield from _placings(sketched, seat, best)
    for card in dict.fromkeys(sketched.hands[seat]):
        if card != UNKNOWN:
            yield from _plays(sketched, seat, card, best)


def _placings(sketched: Sketch, seat: Seat, best: list[int]) -> Iterator[Deed]:
    influence, reserve, whole = sketched.influence, sketched.reserves[seat], sum(sketched.influence)
    ends = ending(sketched)
    for at in best:
        most = reserve // 2 if sketched.doubled[at] else reserve
        for size in {ends, needed(sketched, influence[at], whole), 5 - influence[at]}:
            if 0 < size <= most:
                yield Deed(on=at, amount=size)


def favourites(sketched: Sketch, seat: Seat) -> list[int]:
    """The two open Candidates who share most with the seat."""
    same, order, influence = sketched.lore.same[seat], sketched.lore.order[seat], sketched.influence
    able = [
        (10 * same[at] + order[at] + min(9, influence[at]), at)
        for at, up in enumerate(sketched.up)
        if up and sketched.closed[at] == NOBODY
    ]
    able.sort(reverse=True)
    return [at for _, at in able[:2]]


def _plays(sketched: Sketch, seat: Seat, card: str, best: list[int]) -> Iterator[Deed]:
    """The card at its likeliest target, paid with cards as far as they go."""
    for on, to, amount in _target(sketched, seat, card, best):
        ways = payments(sketched, seat, card, cost(sketched, card, amount))
        if ways:
            yield Deed(card, on, to, amount, *ways[-1])


def _target(sketched: Sketch, seat: Seat, card: str, best: list[int]) -> list[tuple[int, int, int]]:
    influence, own = sketched.influence, sketched.lore.own[seat]
    leader = influence.index(max(influence))
    if card in ("MOVERE", "MURMUR", "PACTUM", "SUBTRAHERE") and not (sketched.up[leader] and influence[leader]):
        return []
    match card:
        case "ADDERE":
            sides = [side for side in own if side not in sketched.lore.halves[leader]] or own[:1]
            return [(sides[0], NOBODY, 0)]
        case "SUBTRAHERE":
            sides = [side for side in sketched.lore.halves[leader] if side not in own]
            return [(side, NOBODY, 0) for side in sides[:1]]
        case "MOVERE":
            to = next((at for at in best if at != leader), NOBODY)
            means = sketched.reserves[seat] + len(sketched.hands[seat]) - 2
            size = min(means, influence[leader], (ending(sketched) + 1) // 2 + 1)
            return [(leader, to, size)] if to != NOBODY and size > 0 else []
        case "MURMUR" | "PACTUM":
            return [(leader, NOBODY, 0)]
        case "TRIBUTUM" | "EXTRACTUM" | "SILENTIUM" | "SPECULATORES":
            others = aims(sketched, seat, card)
            return [max(others, key=lambda aim: sketched.reserves[aim[0]])] if others else []
        case "BENEDICTIO":
            return [(at, NOBODY, 0) for at in best[:1] if influence[at] < influence[leader]]
        case "SUFFRAGATIO" | "ORATIO":
            return aims(sketched, seat, card)
        case _:
            return []
