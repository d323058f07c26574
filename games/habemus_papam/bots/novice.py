"""The novice thinks of a few actions only, takes the board as final, and decides the rest as it comes."""

from games.habemus_papam.bots import deciding
from games.habemus_papam.bots.acting import acted, world_seed
from games.habemus_papam.bots.deeds import Deed, deeds, done
from games.habemus_papam.bots.judging import guesses
from games.habemus_papam.bots.sketch import Lore, sketch
from games.habemus_papam.bots.worth import outlook
from games.habemus_papam.state import Converting, Copying, Distributing, State, Turn
from games.kernel.bots import Asked, Taken, at_random
from games.kernel.dice import Chance

THOUGHTS = 5
"""How many actions come to its mind."""


def novice(asked: Asked, chance: Chance) -> Taken:
    """The best of a few actions, as if nobody else would act after it."""
    state: State = asked.worlds(world_seed(chance))
    match state.question:
        case Turn():
            return acted(asked.answers, state, _thought(state, asked.seat, chance))
        case Distributing() | Converting() | Copying():
            return deciding.decided(asked, state, chance)
        case _:
            return at_random(asked.answers, chance)


def _thought(state: State, seat: int, chance: Chance) -> Deed:
    now, worlds = sketch(state, Lore(state)), guesses(state, seat, 1, chance)
    found = list(deeds(now, seat))
    some = [found[chance.below(len(found))] for _ in range(THOUGHTS)]
    return max(some, key=lambda deed: outlook(done(now, seat, deed)[0], worlds)[1][seat])
