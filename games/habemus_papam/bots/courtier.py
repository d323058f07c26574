"""The courtier looks one action ahead: what it has if the phase ends so, or if the others undo it."""

from collections.abc import Callable, Sequence

from games.habemus_papam.bots import deciding
from games.habemus_papam.bots.acting import acted, world_seed
from games.habemus_papam.bots.deeds import Deed, deeds, done
from games.habemus_papam.bots.judging import GUESSES, beyond, guesses, value
from games.habemus_papam.bots.sketch import Lore, Sketch, sketch
from games.habemus_papam.bots.worth import Secrets
from games.habemus_papam.state import State, Turn
from games.kernel.bots import Asked, Taken
from games.kernel.dice import Chance
from games.kernel.events import Seat

Judged = tuple[float, Deed]

Worth = Callable[[Sketch, Seat, Sequence[Secrets], bool], float]
"""`value`, or `value_apart`."""


def courtier(asked: Asked, chance: Chance) -> Taken:
    """The action that looks best; any other decision by its own rule."""
    state: State = asked.worlds(world_seed(chance))
    if not isinstance(state.question, Turn):
        return deciding.decided(asked, state, chance)
    ranked = judged(state, Lore(state), asked.seat, chance, value)
    return acted(asked.answers, state, max(ranked, key=lambda each: each[0])[1])


def judged(state: State, lore: Lore, seat: Seat, chance: Chance, worth: Worth) -> list[Judged]:
    """Every action that is worth a thought, with what it is worth."""
    worlds = guesses(state, seat, GUESSES, chance)
    now = sketch(state, lore)
    found = []
    for deed in deeds(now, seat):
        after, over = done(now, seat, deed)
        found.append((worth(after, seat, worlds, over) + beyond(deed, state, seat), deed))
    return found
