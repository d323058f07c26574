"""What can be read from the Candidates alone: who is Papabile, what each still needs, how the indicators would
stand."""

from collections.abc import Iterable, Sequence

from games.habemus_papam.box import CANDIDATES, HAND_LIMIT, MARKED, PAIRS, ROUNDS, SPACES
from games.habemus_papam.state import Candidate, Lying, PublicObjective
from games.kernel.events import Seat

Candidates = Sequence[Candidate]
Indicators = tuple[int, int, int, int]

_FIRST_SIDES = {
    code: tuple(card.sides[at] == sides[0] for at, sides in enumerate(PAIRS.values()))
    for code, card in CANDIDATES.items()
}


def named(candidates: Candidates, name: object) -> Candidate | None:
    """The Candidate of this name in this game."""
    return next((candidate for candidate in candidates if candidate.name == name), None)


def face_up(candidates: Candidates) -> list[Candidate]:
    """Those who are not eliminated."""
    return [candidate for candidate in candidates if candidate.out is None]


def total(candidates: Candidates) -> int:
    """All Influence on Candidates; what an eliminated one keeps until Black Smoke counts too (HP-6.1)."""
    return sum([candidate.influence for candidate in candidates])


def enough(amount: int, round_: int) -> int:
    """The least Influence that makes Papabile when there is this much on all (HP-4.7, HP-4.8)."""
    return amount // 2 + 1 if round_ == ROUNDS else max(1, -(-2 * amount // 3))


def papabile(candidates: Candidates, round_: int, plurality: bool = False) -> str | None:
    """Who is Papabile, if anybody (HP-4.7, HP-4.8). `plurality`: the house rule `round5_plurality`."""
    amount = most = 0
    best: str | None = None
    for each in candidates:
        amount += each.influence
        if each.out is None and each.influence >= most:
            best = each.name if each.influence > most else None  # tied: nobody, not even by plurality
            most = each.influence
    if plurality and round_ == ROUNDS:
        return best
    return best if most >= enough(amount, round_) else None


def needs(candidates: Candidates, candidate: Candidate, round_: int, plurality: bool = False) -> int:
    """How much more on him alone makes him Papabile; 0: he is."""
    if papabile(candidates, round_, plurality) == candidate.name:
        return 0
    if round_ < ROUNDS:
        return max(1, 2 * total(candidates) - 3 * candidate.influence)
    if plurality:
        return _best_other(candidates, candidate) - candidate.influence + 1
    return max(1, total(candidates) - 2 * candidate.influence + 1)


def breaks(candidates: Candidates, candidate: Candidate, round_: int, plurality: bool = False) -> int:
    """How much placed on others ends his being Papabile (all on the strongest of them, with `plurality`)."""
    if round_ < ROUNDS:
        return 3 * candidate.influence // 2 - total(candidates) + 1
    if plurality:
        return candidate.influence - _best_other(candidates, candidate)
    return 2 * candidate.influence - total(candidates)


def _best_other(candidates: Candidates, candidate: Candidate) -> int:
    return max((other.influence for other in face_up(candidates) if other.name != candidate.name), default=0)


def would_stand(candidates: Candidates) -> Indicators:
    """How the indicators are set in phase 3, a number a pair, positive towards its first side (HP-5.1, HP-5.2)."""
    best = [[0, 0], [0, 0], [0, 0], [0, 0]]
    for candidate in candidates:
        if candidate.out is None and candidate.influence:
            for sides, first in zip(best, _FIRST_SIDES[candidate.name], strict=True):
                sides[not first] = max(sides[not first], candidate.influence)
    one, two, three, four = (max(-SPACES, min(SPACES, first - second)) for first, second in best)
    return one, two, three, four


def towards(indicators: Indicators, side: str) -> int:
    """How many spaces a marker stands towards this side; 0 if it stands at 0 or on the other."""
    for number, (first, second) in zip(indicators, PAIRS.values(), strict=True):
        if side in (first, second):
            return max(0, number if side == first else -number)
    raise ValueError(f"no such side: {side}")


def shared(objective: PublicObjective, name: str) -> tuple[str, ...]:
    """The characteristics that a Candidate shares with an objective."""
    return tuple(side for side in objective.sides if side in CANDIDATES[name].sides)


def same_order(objective: PublicObjective, name: str) -> bool:
    """Whether a Candidate is of the objective's order."""
    return objective.order == CANDIDATES[name].order


def markers(objectives: Iterable[PublicObjective], name: str) -> tuple[Seat, ...]:
    """The seats whose marker a Candidate carries: three of five traits, the order among them (HP-2.3)."""
    return tuple(
        seat
        for seat, objective in enumerate(objectives)
        if len(shared(objective, name)) + same_order(objective, name) >= MARKED
    )


def murmured(lying: Iterable[Lying], name: str) -> bool:
    """Whether Influence from a reserve costs 2 on this Candidate."""
    return any(card.card == "MURMUR" and card.on == name for card in lying)


def prohibited_by(lying: Iterable[Lying], name: str) -> Seat | None:
    """The seat whose Prohibere keeps placings off this Candidate."""
    return next((card.by for card in lying if card.card == "PROHIBERE" and card.on == name), None)


def changed(candidates: tuple[Candidate, ...], changes: dict[str, int]) -> tuple[Candidate, ...]:
    """The Candidates with more (or less) Influence on some of them."""
    if not changes:
        return candidates
    return tuple(
        Candidate(each.name, each.influence + changes[each.name], each.out) if changes.get(each.name) else each
        for each in candidates
    )


def limit(seat: Seat, camarlengo: Seat) -> int:
    """How many cards a seat may hold: the Camarlengo card counts as one (HP-7.6)."""
    return HAND_LIMIT - (seat == camarlengo)
