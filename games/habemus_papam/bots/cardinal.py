"""The cardinal tries the actions that look best to the courtier, and plays the phase on in its mind."""

from games.habemus_papam.bots import deciding
from games.habemus_papam.bots.acting import acted, world_seed
from games.habemus_papam.bots.courtier import judged
from games.habemus_papam.bots.deeds import Deed, done
from games.habemus_papam.bots.rolling import rolled
from games.habemus_papam.bots.sketch import Lore, sketch
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
    ranked = sorted(judged(state, asked.seat, chance), key=lambda each: -each[0])[:TRIED]
    deeds = [deed for _, deed in ranked]
    takens = [acted(asked.answers, state, deed) for deed in deeds]

    def trial(world: State, taken: Taken, _seed: bytes) -> float:
        return tried(world, asked.seat, deeds[takens.index(taken)])

    return search(asked, chance, takens, trial)


def tried(world: State, seat: Seat, deed: Deed) -> float:
    """The seat's share of the wins when the phase is over, in this world."""
    now = sketch(world, Lore(world))
    titles = [each.title for each in world.secrets]
    return rolled(*done(now, seat, deed), titles)[seat]
