"""Section 14 of the rules: what the end is worth, and who has won."""

from games.kernel.contract import Part, Result, Standing
from games.kernel.events import Fact, Seat
from games.papal_curia import curia
from games.papal_curia.land import land_of
from games.papal_curia.state import SOURCES, Source, State
from games.papal_curia.table import Table


def final_points(state: State, seat: Seat) -> dict[Source, int]:
    """What the game would give the seat if it ended now (PC-14.1)."""
    mat = state.mats[seat]
    controls = curia.control(state.curia).controller == seat
    return {
        "land": land_of(state).tax.get(mat.realm, 0),
        "alliances": 2 * state.allies.count(seat),
        "controller": len(state.curia.catholics) if controls else 0,
        "stability": 2 * mat.stability,
    }


def score_the_end(table: Table) -> None:
    """The last Prestige, and the game is over."""
    state = table.state()
    for seat in range(table.seats):
        for source, points in final_points(state, seat).items():
            if points:
                table.earn(seat, source, points)
                table.tell(f"event.end.{source}", who=seat, points=points)
    table.question, table.phase = None, "over"
    table.tell("event.over", winners=_winners(table.state()))


Rank = tuple[int, int, int]


def ranks(state: State) -> list[Rank]:
    """Prestige, then Cardinals, then Ducats."""
    return [(mat.prestige, state.curia.cardinals(seat), mat.ducats) for seat, mat in enumerate(state.mats)]


def _winners(state: State) -> tuple[Seat, ...]:
    ranked = ranks(state)
    return tuple(seat for seat, rank in enumerate(ranked) if rank == max(ranked))


def result(state: State) -> Result | None:
    """The end, once no question is left, and where each PR's Prestige came from."""
    if state.question is not None:
        return None
    ranked = ranks(state)
    standings = tuple(
        Standing(seat, 1 + sum(other > rank for other in ranked), rank[0], _parts(state, seat))
        for seat, rank in enumerate(ranked)
    )
    return Result(_winners(state), standings, _how(state, ranked))


def _parts(state: State, seat: Seat) -> tuple[Part, ...]:
    earned = zip(SOURCES, state.mats[seat].earned, strict=True)
    return tuple(Part(Fact(f"part.{source}"), points) for source, points in earned if points)


def _how(state: State, ranked: list[Rank]) -> Fact:
    """What decided it: Prestige, or the first tie-break that parted the first from the second; or nothing did."""
    first, second = sorted(ranked, reverse=True)[:2]
    decided = next((at for at in range(3) if first[at] != second[at]), 3)
    key = ("how.prestige", "how.cardinals", "how.ducats", "how.shared")[decided]
    return Fact(key, {"who": _winners(state), "total": first[0], "cardinals": first[1], "ducats": first[2]})
