"""Section 8 of the rules and 12.3: what each has at the end, line by line, and who has won."""

from collections.abc import Sequence

import msgspec

from games.habemus_papam.board import Indicators, same_order, shared, towards
from games.habemus_papam.box import (
    ANTIPOPE_PAYS,
    ANTIPOPE_SEATS,
    CANDIDATES,
    FANATIC_PAYS,
    LOSS_OF_FAITH_MIN_SHARED,
    MACHIAVELLI_MAX_SHARED,
    ORDER_PAYS,
    RICHEST_PAYS,
    ROUNDS,
    SECRETS,
    SIDE_PAYS,
)
from games.habemus_papam.state import State
from games.kernel.contract import Part, Result, Standing
from games.kernel.events import Fact, Seat

WHITE_SPACE, BLACK_SPACE = 2, 1
"""What a space of an indicator is worth at the end, with a Pope and without (HP-8.3, HP-8.7)."""


class Line(msgspec.Struct, frozen=True):
    """What a seat has at the end: the reserve as it is, the Secret Objective (for Corrupt the copied one) and what it
    pays, for each pair the points of the own side, and those for the order."""

    reserve: int
    secret: str
    secret_points: int
    sides: tuple[int, ...]
    order: int

    @property
    def total(self) -> int:
        """The final score (HP-8.5)."""
        return self.reserve + self.secret_points + sum(self.sides) + self.order


def fulfilled(secret: str, pope: str | None, both: int, round_: int) -> bool:
    """Whether a Secret Objective's condition holds with this Pope, who shares so many characteristics with its owner,
    as far as it doesn't speak of reserves (12.3)."""
    match secret:
        case "MACHIAVELLI":
            return pope is not None and both <= MACHIAVELLI_MAX_SHARED
        case "FANATIC":
            return pope is not None and round_ < ROUNDS
        case "LOSS-OF-FAITH":
            return pope is not None and both >= LOSS_OF_FAITH_MIN_SHARED
        case "ANTIPOPE":
            return pope is None
        case "CORRUPT":
            return False
        case _:
            return pope is not None and SECRETS[secret].side in CANDIDATES[pope].sides


def holds(state: State, seat: Seat, secret: str) -> bool:
    """Whether this seat fulfils that Secret Objective: a copied one is judged by the copier (HP-12.3d)."""
    both = 0 if state.pope is None else len(shared(state.objectives[seat], state.pope))
    return fulfilled(secret, state.pope, both, state.round)


def secret_of(state: State, seat: Seat) -> str:
    """The Secret Objective that a seat scores: its own, or what its Corrupt copies."""
    own = state.secrets[seat].title
    return state.secrets[state.copied].title if own == "CORRUPT" and state.copied is not None else own


def lines(state: State) -> tuple[Line, ...]:
    """What each seat has, once Machiavelli and Corrupt are done."""
    return tuple(_line(state, seat) for seat in range(state.seats))


def _line(state: State, seat: Seat) -> Line:
    objective = state.objectives[seat]
    both = objective.sides if state.pope is None else shared(objective, state.pope)
    order = ORDER_PAYS if state.pope is not None and same_order(objective, state.pope) else 0
    return Line(
        reserve=state.reserves[seat],
        secret=secret_of(state, seat),
        secret_points=_secret_points(state, seat),
        sides=tuple(
            _side_points(state.indicators, side, state.pope is not None) * (side in both) for side in objective.sides
        ),
        order=order,
    )


def _side_points(indicators: Indicators, side: str, elected: bool) -> int:
    return towards(indicators, side) * (WHITE_SPACE if elected else BLACK_SPACE)


def _secret_points(state: State, seat: Seat) -> int:
    secret, reserve = secret_of(state, seat), state.reserves[seat]
    return pays(secret, reserve, max(state.reserves)) if holds(state, seat, secret) else 0


def pays(secret: str, reserve: int, richest: int) -> int:
    """What a Secret Objective whose condition holds brings the owner of this reserve. `richest`: the largest of all."""
    match secret:
        case "MACHIAVELLI":
            return 0
        case "FANATIC":
            return FANATIC_PAYS
        case "LOSS-OF-FAITH":
            return reserve
        case "ANTIPOPE":
            return ANTIPOPE_PAYS
        case _:  # a side of the Pope, and then the largest reserve, alone or tied (HP-12.3b)
            return SIDE_PAYS + RICHEST_PAYS * (reserve == richest)


def antipope_wins(state: State) -> bool:
    """Three players, and no Pope (HP-10.5)."""
    return state.seats == ANTIPOPE_SEATS and state.pope is None


def result(state: State) -> Result | None:
    """The end, once no question is left."""
    if state.question is not None:
        return None
    if antipope_wins(state):
        lost = tuple(Standing(seat, 2, 0, ()) for seat in range(state.seats))
        return Result((), lost, Fact("how.antipope"))
    scores = lines(state)
    totals = [line.total for line in scores]
    winners = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
    standings = tuple(
        Standing(seat, 1 + sum(other > line.total for other in totals), line.total, _parts(state, seat, line))
        for seat, line in enumerate(scores)
    )
    return Result(winners, standings, _how(state, winners, max(totals)))


def _parts(state: State, seat: Seat, line: Line) -> tuple[Part, ...]:
    """The same seven lines for everybody, in the order of the rulebook's example (HP-8.6)."""
    own = state.secrets[seat].title
    copied = own != line.secret
    secret = Fact("part.secret.copied" if copied else "part.secret", {"card": line.secret, "own": own})
    sides = zip(state.objectives[seat].sides, line.sides, strict=True)
    return (
        Part(Fact("part.reserve"), line.reserve),
        Part(secret, line.secret_points),
        *(Part(Fact("part.side", {"side": side}), points) for side, points in sides),
        Part(Fact("part.order", {"order": state.objectives[seat].order}), line.order),
    )


def _how(state: State, winners: Sequence[Seat], total: int) -> Fact:
    key = "how.pope" if state.pope is not None else "how.none"
    shared_win = ".shared" if len(winners) > 1 else ""
    who = tuple(winners)
    return Fact(f"{key}{shared_win}", {"who": who, "candidate": state.pope, "round": state.round, "total": total})
