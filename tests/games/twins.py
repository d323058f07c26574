"""Twins: for a state and a viewer another state that this viewer must not be able to tell from it. What a viewer is
shown (a view, a page, a socket's frame) must be the same for both: `twins_of` and `sampled` serve the rules' own leak
tests and those of the app, which compare rendered bytes."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from games.kernel.choices import Choice
from games.kernel.contract import Game
from games.kernel.dice import Cup, dice_from
from games.kernel.events import Fact, Seat, Viewer
from tests.games.walks import sample, seed_of

State = Any

Screen = Callable[[State, Viewer, bytes], Iterator[State]]
"""(state, viewer, seed) -> states in which something is altered that arithmetic could tell and the page must not."""


def other_reserves(state: State, viewer: Viewer, seed: bytes) -> Iterator[State]:
    """Habemus Papam: who counts knows every reserve, but the page shows nobody another's (HP-1.6)."""
    if state.revealed or state.options.open_reserves:
        return
    chance = Cup(dice_from(seed, "screen"))
    reserves = tuple(had if seat == viewer else chance.below(2 * had + 3) for seat, had in enumerate(state.reserves))
    issued = state.issued + sum(reserves) - sum(state.reserves)
    yield msgspec.structs.replace(state, reserves=reserves, issued=issued)


SCREENS: dict[str, Screen] = {"habemus-papam": other_reserves}
"""Slug -> what stands behind a screen in that game. Pope or Nope has none: all that can be counted is open (PN-6.2)."""


OPEN = {"curia-companion"}
"""Slugs of games in which nothing is hidden: a twin differs by its dice alone."""


class Twin(NamedTuple):
    """A state, and what this viewer could take for it. `screened`: equal to the eye only, so no move may follow."""

    game: Game
    state: State
    viewer: Viewer
    twin: State
    screened: bool = False


class Seen(NamedTuple):
    """All that a viewer is handed, before any rendering."""

    view: Any
    choices: tuple[Choice, ...]
    question: Fact | None
    deciders: tuple[Seat, ...]
    result: Any


def seen(game: Game, state: State, viewer: Viewer) -> Seen:
    """What this viewer is handed."""
    own = () if viewer is None else game.choices(state, viewer)
    asked = None if viewer is None else game.question(state, viewer)
    return Seen(game.view(state, viewer), own, asked, game.deciders(state), game.result(state))


def viewers(seats: int) -> tuple[Viewer, ...]:
    """Everyone at the table, and a spectator."""
    return (*range(seats), None)


def twins_of(game: Game, state: State, seats: int, seed: bytes) -> Iterator[Twin]:
    """A twin of this state for each viewer, and those of the game's screen."""
    for viewer in viewers(seats):
        yield Twin(game, state, viewer, game.redeal(state, viewer, seed))
        if game.slug in SCREENS:
            for altered in SCREENS[game.slug](state, viewer, seed):
                yield Twin(game, state, viewer, altered, screened=True)


def sampled(game: Game, seats: int, options: Any, number: int) -> Iterator[Twin]:
    """Twins of states spread over one random game, the first and the last among them."""
    for at, state in enumerate(sample(game, seats, options, number)):
        yield from twins_of(game, state, seats, seed_of(1000 + at))


def with_dice_of(twin: Twin) -> State:
    """The twin with the dice of the original: what is drawn from here on is the same for both."""
    return msgspec.structs.replace(twin.twin, dice=twin.state.dice)
