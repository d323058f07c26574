"""What an Action card does to the Candidates, lying cards and vetoes: all of it is public, so the table carries it out
and a preview foretells it by the same functions."""

from collections.abc import Sequence

import msgspec

from games.habemus_papam.board import changed, face_up, murmured, named
from games.habemus_papam.box import ACTIONS, CANDIDATES, half
from games.habemus_papam.state import Candidate, Lying, Veto
from games.kernel.events import Seat

RESURRECTIO_BRINGS, BENEDICTIO_BRINGS = 2, 3
PACTUM_MOST = TRIBUTUM_MOST = 5


def having(candidates: Sequence[Candidate], side: object) -> list[Candidate]:
    """The face-up Candidates who have this characteristic."""
    return [candidate for candidate in face_up(candidates) if side in CANDIDATES[candidate.name].sides]


def changes(
    candidates: Sequence[Candidate], card: str, on: str | int | None, to: str | None, amount: int | None
) -> dict[str, int]:
    """How a card changes the Influence on Candidates, by name."""
    match card:
        case "ADDERE":
            return {candidate.name: 1 for candidate in having(candidates, on)}
        case "SUBTRAHERE":
            return {candidate.name: -1 for candidate in having(candidates, on) if candidate.influence}
        case "MOVERE":
            return {str(on): -(amount or 0), str(to): amount or 0}
        case "MURMUR":
            return {str(on): -half(_influence(candidates, on))}
        case "RESURRECTIO":
            return {str(on): RESURRECTIO_BRINGS}
        case "BENEDICTIO":
            return {str(on): BENEDICTIO_BRINGS}
        case _:
            return {}


def _influence(candidates: Sequence[Candidate], name: object) -> int:
    found = named(candidates, name)
    return found.influence if found else 0


def candidates_after(
    candidates: tuple[Candidate, ...], card: str, on: str | int | None, to: str | None, amount: int | None
) -> tuple[Candidate, ...]:
    """The Candidates after a card: their Influence, and who returns with Resurrectio."""
    after = changed(candidates, changes(candidates, card, on, to, amount))
    if card != "RESURRECTIO":
        return after
    return tuple(Candidate(each.name, each.influence) if each.name == on else each for each in after)


def lying_after(lying: tuple[Lying, ...], card: str, by: Seat, turn: int, on: str | int | None) -> tuple[Lying, ...]:
    """What lies after a card: itself, if its effect lasts."""
    return (*lying, Lying(card, by, turn, on)) if ACTIONS[card].lies else lying


def vetoes_after(vetoes: tuple[Veto, ...], card: str, on: str | int | None, to: str | None) -> tuple[Veto, ...]:
    """The vetoes after a card: Dispensatio moves one to another pair."""
    if card != "DISPENSATIO" or to is None:
        return vetoes
    return tuple(msgspec.structs.replace(veto, pair=to) if veto.pair == on else veto for veto in vetoes)


def pactum_takes(candidates: Sequence[Candidate], name: object) -> int:
    """What Pactum on this Candidate brings its player."""
    return min(PACTUM_MOST, half(_influence(candidates, name)))


def price(lying: Sequence[Lying], name: str) -> int:
    """What 1 Influence from a reserve costs on this Candidate."""
    return 2 if murmured(lying, name) else 1


def placing_costs(lying: Sequence[Lying], influence: dict[str, int]) -> int:
    """What a placing takes from the reserve: double on murmured Candidates."""
    if not lying:
        return sum(influence.values())
    return sum(amount * price(lying, name) for name, amount in influence.items() if amount)
