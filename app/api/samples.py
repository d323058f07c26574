"""What a move of each kind looks like: choices met in games played at random, with a filling of each. So the page about
the API shows every game of the registry as it is, and a new game appears by itself."""

from collections.abc import Iterator
from functools import cache

import msgspec

from app.api import documents, moves
from app.api.documents import Offer
from app.pages import SeatFacts
from app.wording import Wording
from games import GAMES
from games.kernel.choices import Choice, Filled
from games.kernel.contract import Game
from games.kernel.dice import Cup, dice_from
from games.kernel.filling import fill

NAMES = ("Ada", "Bea", "Cem", "Dov", "Eve", "Fay", "Gil", "Hal")
MOST_GAMES, MOST_MOVES = 8, 2000


class Sample(msgspec.Struct, frozen=True):
    """A choice as a seat was offered it, and a move that takes it."""

    tag: str
    offer: Offer
    move: dict[str, object]


@cache
def of_game(slug: str) -> tuple[Sample, ...]:
    """One sample of each move that was met, in the order of the game's Move."""
    game, found = GAMES[slug], dict[str, Sample]()
    wanted = moves.shapes(game)
    for seed in range(MOST_GAMES):
        for choice, filled in _played(game, seed):
            if choice.move not in found:
                found[choice.move] = _sample(choice, filled, game)
            if found.keys() == wanted.keys():
                break
    return tuple(found[tag] for tag in wanted if tag in found)


def _played(game: Game, seed: int) -> Iterator[tuple[Choice, Filled]]:
    """What is chosen in one game by seats that answer at random, free moves among it; one more seat with each seed."""
    chance, (least, most) = Cup(dice_from(bytes([seed]) * 32)), game.seats
    seats = least + seed % (most - least + 1)
    state = game.setup(seats, game.Options(), bytes([seed]) * 32, "").state
    for _ in range(MOST_MOVES):
        if game.result(state) is not None:
            return
        open_ = [(seat, choice) for seat in range(seats) for choice in game.choices(state, seat)]
        seat, choice = chance.pick([(seat, choice) for seat, choice in open_ if choice.barred is None])
        filled = fill(choice, chance)
        yield choice, filled
        state = game.resolve(state, seat, game.move(choice.move, filled)).state


def _sample(choice: Choice, filled: Filled, game: Game) -> Sample:
    seats = [SeatFacts(seat, name, name[0], seat + 1) for seat, name in enumerate(NAMES[: game.seats[1]])]
    offer = documents.offer(choice, "12", Wording(game.words, seats))
    return Sample(choice.move, offer, {"type": choice.move, **filled})
