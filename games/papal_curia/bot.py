"""The bots of Papal Curia. The novice looks at a few moves, and only at what they bring itself. The courtier looks at
every move, one step ahead, and weighs it by what it makes of its own prospects and of its rivals'. The cardinal
weighs by experience, and looks ahead in worlds that it can't tell from the real one."""

from games.kernel.bots import Asked, Bot, Taken, at_random
from games.kernel.dice import Chance
from games.kernel.search import search
from games.papal_curia.experience import Experience
from games.papal_curia.foresight import foreseen
from games.papal_curia.prospects import Outlook
from games.papal_curia.seen import state_of
from games.papal_curia.weighing import Scales, likely, options

LOOKS = 8
"""So many moves a novice looks at."""

TRIED = 4
"""So many moves a cardinal tries."""


def careless(asked: Asked, chance: Chance) -> Taken:
    """The novice: the best of a few moves picked at random, by what they bring itself; rivals it overlooks."""
    scales = Scales(Outlook(state_of(asked.view)), asked.seat)
    seen = [at_random(asked.answers, chance) for _ in range(LOOKS)]
    return max(seen, key=lambda taken: scales.gain(*taken))


def sensible(asked: Asked, chance: Chance) -> Taken:
    """The courtier: the best of all choices and fillings; of equal ones any."""
    scales = Scales(Outlook(state_of(asked.view)), asked.seat)
    weighed = [(round(scales.worth(*taken), 6), taken) for taken in options(asked.answers)]
    most = max(worth for worth, _ in weighed)
    best = [taken for worth, taken in weighed if worth == most]
    return best[chance.below(len(best))]


def far_sighted(asked: Asked, chance: Chance) -> Taken:
    """The cardinal: what comes best out of the worlds, of the few moves that experience ranks highest."""
    scales = Scales(Experience(state_of(asked.view)), asked.seat)
    ranked = sorted(likely(asked.answers), key=lambda taken: -scales.worth(*taken))
    return search(asked, chance, ranked[:TRIED], lambda world, taken, _: foreseen(asked.seat, world, taken))


BOTS = {"novice": Bot(careless), "courtier": Bot(sensible), "cardinal": Bot(far_sighted)}
