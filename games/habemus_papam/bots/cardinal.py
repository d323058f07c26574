"""The cardinal tries the actions that look best to the courtier, and plays the phase on in its mind."""

from games.habemus_papam.bots import deciding
from games.habemus_papam.bots.acting import acted, world_seed
from games.habemus_papam.bots.courtier import Judged, judged
from games.habemus_papam.bots.deeds import Deed, done
from games.habemus_papam.bots.rolling import rolled
from games.habemus_papam.bots.sketch import Lore, Sketch, sketch
from games.habemus_papam.state import State, Turn
from games.kernel.bots import Asked, Taken
from games.kernel.dice import Chance
from games.kernel.events import Seat
from games.kernel.search import search

TRIED = 6
"""How many actions are tried."""


def cardinal(asked: Asked, chance: Chance) -> Taken:
    """The action that does best when the phase is played on; any other decision as the courtier takes it."""
    state: State = asked.worlds(world_seed(chance))
    if not isinstance(state.question, Turn):
        return deciding.decided(asked, state, chance)
    lore = Lore(state)
    deeds = different(judged(state, lore, asked.seat, chance))
    takens = [acted(asked.answers, state, deed) for deed in deeds]

    def trial(world: State, taken: Taken, _seed: bytes) -> float:
        return tried(sketch(world, lore), asked.seat, deeds[takens.index(taken)], world)

    return search(asked, chance, takens, trial)


def different(found: list[Judged]) -> list[Deed]:
    """The best few, of each card and target the best way alone."""
    best: dict[tuple[str | None, int, int], Deed] = {}
    for _, deed in sorted(found, key=lambda each: -each[0]):
        best.setdefault((deed.card, deed.on, deed.to), deed)
    return list(best.values())[:TRIED]


def tried(now: Sketch, seat: Seat, deed: Deed, world: State) -> float:
    """The seat's share of the wins when the phase is over, in this world."""
    return rolled(*done(now, seat, deed), [each.title for each in world.secrets])[seat]
