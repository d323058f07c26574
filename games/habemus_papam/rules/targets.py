"""What each Action card may be aimed at (HP-12.4b), and what it costs (HP-4.3)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.habemus_papam.board import face_up, prohibited_by
from games.habemus_papam.box import ACTIONS, CANDIDATES, PAIRS, SIDES
from games.habemus_papam.rules.asking import silenced
from games.habemus_papam.state import Candidate, State
from games.kernel.events import Reason, Seat

CLAUSES = {
    "EXTRACTUM": "HP-12.4g",
    "SILENTIUM": "HP-12.4e",
    "SUFFRAGATIO": "HP-12.4f",
    "SPECULATORES": "HP-12.4a",
    "PROHIBERE": "HP-12.4d",
    "CONVERSIO": "HP-12.4h",
    "PERMUTATIO": "HP-12.4a",
    "TRIBUTUM": "HP-12.4a",
    "BENEDICTIO": "HP-12.4j",
    "ORATIO": "HP-4.4",
}
"""The clause that speaks of a card's targets, where it is not HP-12.4b."""


class Aim(NamedTuple):
    """Targets that go together: any of `on` with any of `to`. `most`: the largest amount; None: the card has none."""

    on: tuple[str | int | None, ...]
    to: tuple[str | None, ...] = (None,)
    most: int | None = None

    def takes(self, on: str | int | None, to: str | None, amount: int | None) -> bool:
        """Whether these are among the targets."""
        if on not in self.on or to not in self.to:
            return False
        return amount is None if self.most is None else amount is not None and 1 <= amount <= self.most


NOWHERE: tuple[Aim, ...] = ()
_UNAIMED = (Aim((None,)),)


def aims(state: State, seat: Seat, card: str) -> tuple[Aim, ...]:
    """Every legal target of a card that this seat plays; none: it can't be played (HP-4.4)."""
    match card:
        case "ADDERE" | "SUBTRAHERE":
            return _among(_sides(state, card))
        case "MOVERE":
            return _moving(tuple([(each.name, each.influence) for each in face_up(state.candidates)]))
        case "MURMUR" | "PACTUM" | "PROHIBERE" | "BENEDICTIO" | "RESURRECTIO":
            return _among([candidate.name for candidate in _candidates(state, card)])
        case "EXTRACTUM" | "SILENTIUM" | "PERMUTATIO" | "TRIBUTUM" | "SPECULATORES":
            looks = ("hand", "secret") if card == "SPECULATORES" else (None,)
            return _among(_players(state, seat, card), looks)
        case "DISPENSATIO":
            vetoed = [veto.pair for veto in state.vetoes]
            return _among(vetoed, tuple(pair for pair in PAIRS if pair not in vetoed))
        case "SUFFRAGATIO":
            return NOWHERE if any(lying.card == "SUFFRAGATIO" for lying in state.lying) else _UNAIMED
        case "CONVERSIO" | "ORATIO":
            return _UNAIMED
        case _:
            raise ValueError(f"no such card: {card}")


def _among(on: Sequence[str] | Sequence[Seat], to: tuple[str | None, ...] = (None,)) -> tuple[Aim, ...]:
    return (Aim(tuple(on), to),) if on and to else NOWHERE


def _sides(state: State, card: str) -> tuple[str, ...]:
    """Of at least one Candidate; for Subtrahere one with Influence."""
    least = int(card == "SUBTRAHERE")
    return _sides_of(tuple(each.name for each in face_up(state.candidates) if each.influence >= least))


@lru_cache(maxsize=1 << 12)
def _sides_of(names: tuple[str, ...]) -> tuple[str, ...]:
    found = {side for name in names for side in CANDIDATES[name].sides}
    return tuple(side for side in SIDES if side in found)


@lru_cache(maxsize=1 << 12)
def _moving(candidates: tuple[tuple[str, int], ...]) -> tuple[Aim, ...]:
    """From each with Influence to any other, 1 up to all he has."""
    return tuple(
        Aim((one,), tuple(other for other, _ in candidates if other != one), influence)
        for one, influence in candidates
        if influence
    )


def _candidates(state: State, card: str) -> list[Candidate]:
    up = face_up(state.candidates)
    match card:
        case "MURMUR":
            return up
        case "PACTUM":
            return [each for each in up if each.influence]
        case "PROHIBERE":
            return [each for each in up if prohibited_by(state.lying, each.name) is None]
        case "BENEDICTIO":
            most = max(each.influence for each in up)
            return [each for each in up if each.influence < most]
        case "RESURRECTIO":
            return [each for each in state.candidates if each.out is not None]
        case _:
            raise ValueError(f"{card} is played on no Candidate")


def _players(state: State, seat: Seat, card: str) -> list[Seat]:
    others = [other for other in range(state.seats) if other != seat]
    match card:
        case "EXTRACTUM":
            return [other for other in others if state.hands[other]]
        case "SILENTIUM":
            return [other for other in others if not silenced(state, other)]
        case _:
            return others


def cost(state: State, card: str, amount: int | None) -> int:
    """What a card costs now: as printed, or what its text says of the ? (HP-4.3)."""
    printed = ACTIONS[card].cost
    if printed is not None:
        return printed
    return state.round if card == "MURMUR" else (amount or 0) + 1


def no_target(card: str) -> Reason:
    """Why a card can't be played at present, or not on that."""
    return Reason(CLAUSES.get(card, "HP-12.4b"), f"refuse.target.{card}", {"card": card})
