"""The cardinal weighs each guess at the Secret Objectives by itself, and plays the best actions on in its mind."""

from games.habemus_papam.bots import deciding
from games.habemus_papam.bots.acting import acted, world_seed
from games.habemus_papam.bots.courtier import Judged, judged
from games.habemus_papam.bots.deeds import Deed, done
from games.habemus_papam.bots.judging import value_apart
from games.habemus_papam.bots.rolling import rolled
from games.habemus_papam.bots.sketch import Lore, Sketch, sketch
from games.habemus_papam.state import Distributing, State, Turn
from games.kernel.bots import Asked, Taken
from games.kernel.dice import Chance
from games.kernel.events import Seat
from games.kernel.search import search

TRIED = 6
"""How many actions are tried, or ways to place in phase 1."""


def cardinal(asked: Asked, chance: Chance) -> Taken:
    """What does best when the phase is played on; decisions outside it are taken as the courtier takes them."""
    state: State = asked.worlds(world_seed(chance))
    match state.question:
        case Turn():
            return _acted(asked, state, chance)
        case Distributing():
            return _distributed(asked, state, chance)
        case _:
            return deciding.decided(asked, state, chance)


def _acted(asked: Asked, state: State, chance: Chance) -> Taken:
    lore = Lore(state)
    deeds = different(judged(state, lore, asked.seat, chance, value_apart))
    takens = [acted(asked.answers, state, deed) for deed in deeds]

    def trial(world: State, taken: Taken, _seed: bytes) -> float:
        deed = deeds[takens.index(taken)]
        return _outcome(*done(sketch(world, lore), asked.seat, deed), world, asked.seat)

    return search(asked, chance, takens, trial)


def _distributed(asked: Asked, state: State, chance: Chance) -> Taken:
    lore = Lore(state)
    splits = deciding.splits(state, lore, asked.seat, chance)[:TRIED]
    takens: list[Taken] = [(asked.answers[0], {"influence": deciding.named(split, lore)}) for split in splits]

    def trial(world: State, taken: Taken, _seed: bytes) -> float:
        split = splits[takens.index(taken)]
        return _outcome(deciding.placed(deciding.begun(world, lore), split), False, world, asked.seat)

    return search(asked, chance, takens, trial)


def _outcome(after: Sketch, over: bool, world: State, seat: Seat) -> float:
    """The seat's share of the wins when the phase is over, in this world."""
    return rolled(after, over, [each.title for each in world.secrets])[seat]


def different(found: list[Judged]) -> list[Deed]:
    """The best few, of each card and target the best way alone."""
    best: dict[tuple[str | None, int, int], Deed] = {}
    for _, deed in sorted(found, key=lambda each: -each[0]):
        best.setdefault((deed.card, deed.on, deed.to), deed)
    return list(best.values())[:TRIED]
