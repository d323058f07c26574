"""Section 5 of the rules: what the piles are worth at the end of a round, and who has won."""

from typing import Literal

import msgspec

from games.kernel.contract import Part, Result, Standing
from games.kernel.events import Fact, Seat
from games.pope_or_nope.rules.piles import read
from games.pope_or_nope.state import Options, Pile, State

FURTHER_ROUNDS = 3
"""At most so many more rounds after a tie (PN-5.3)."""

By = Literal["outright", "total", "level", "shared"]


class Verdict(msgspec.Struct, frozen=True):
    """The seats that have won, and what decided it. No winners: tied, and there are rounds left to part them."""

    winners: tuple[Seat, ...]
    by: By | None


def scored(seats: int, piles: tuple[Pile, ...]) -> tuple[int, ...]:
    """The points each seat would have from these piles: one for each that stands (PN-5.1, PN-5.2)."""
    points = [0] * seats
    for pile in piles:
        points[pile.owner] += read(pile.cards).stands
    return tuple(points)


def verdict(options: Options, points: tuple[int, ...], piles: tuple[Pile, ...], further: int) -> Verdict | None:
    """Who has won at the end of a round with these points and piles (PN-5.3, PN-5.4); None: nobody is there yet."""
    totals = _pooled(options, points)
    sides = [side for side, total in totals.items() if total >= options.points_to_win()]
    if not sides:
        return None
    if len(sides) == 1:
        return Verdict(_members(options, len(points), sides), "outright")
    leading = _best(sides, totals)
    if len(leading) == 1:
        return Verdict(_members(options, len(points), leading), "total")
    leading = _best(leading, _levels(options, leading, piles))
    if len(leading) == 1:
        return Verdict(_members(options, len(points), leading), "level")
    if further < FURTHER_ROUNDS:
        return Verdict((), None)
    return Verdict(_members(options, len(points), leading), "shared")


def _pooled(options: Options, points: tuple[int, ...]) -> dict[int, int]:
    totals: dict[int, int] = {}
    for seat, own in enumerate(points):
        side = options.side(seat)
        totals[side] = totals.get(side, 0) + own
    return totals


def _best(sides: list[int], by: dict[int, int]) -> list[int]:
    most = max(by[side] for side in sides)
    return [side for side in sides if by[side] == most]


def _levels(options: Options, sides: list[int], piles: tuple[Pile, ...]) -> dict[int, int]:
    """Each side's highest standing deed of the round (PN-5.3), a team's sum of all of them (PN-5.4)."""
    combined = sum if options.teams else max
    tops = [(options.side(pile.owner), read(pile.cards)) for pile in piles]
    return {side: combined([0, *(top.level for owner, top in tops if owner == side and top.stands)]) for side in sides}


def _members(options: Options, seats: int, sides: list[int]) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(seats) if options.side(seat) in sides)


def result(state: State) -> Result | None:
    """The end, once no question is left: places, each point of each seat by round, and what decided."""
    if state.question is not None:
        return None
    points = state.points()
    final = verdict(state.options, points, state.piles, state.further)
    if final is None or final.by is None:
        raise ValueError("no question is left, and yet nobody has won")
    totals = _pooled(state.options, points)
    ranks = [(seat in final.winners, totals[state.options.side(seat)]) for seat in range(state.seats)]
    standings = tuple(
        Standing(seat, 1 + sum(other > rank for other in ranks), rank[1], _parts(state, seat))
        for seat, rank in enumerate(ranks)
    )
    return Result(final.winners, standings, _how(state, final, max(totals.values())))


def _parts(state: State, seat: Seat) -> tuple[Part, ...]:
    """The seat's points round by round, and in a team game those of its team-mates."""
    rounds = [
        Part(Fact("part.round" if piles == 1 else "part.rounds", {"round": number, "piles": piles}), piles)
        for number, piles in enumerate((points[seat] for points in state.history), 1)
        if piles
    ]
    mates = [
        Part(Fact("part.mate", {"who": mate}), points)
        for mate, points in enumerate(state.points())
        if mate != seat and state.options.side(mate) == state.options.side(seat)
    ]
    return (*rounds, *mates)


def _how(state: State, final: Verdict, total: int) -> Fact:
    side = "team" if state.options.teams else "one"
    late = ".further" if state.further and final.by != "shared" else ""
    return Fact(
        f"how.{side}.{final.by}{late}",
        {"who": final.winners, "total": total, "target": state.options.points_to_win(), "further": state.further},
    )
