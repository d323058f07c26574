"""Random walks through games by the contract alone: the states on which the suites that every game passes are run."""

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

from games.kernel.choices import Amounts, Choice, Filled, Number, OneOf, SomeOf, Text
from games.kernel.contract import Game
from games.kernel.dice import Chance, Cup, dice_from
from games.kernel.events import Seat
from games.kernel.filling import fill

State = Any
Options = Any


def seed_of(number: int) -> bytes:
    """A seed for tests, by number."""
    return number.to_bytes(32, "big")


def houses(game: Game) -> Iterator[Options]:
    """The printed rules, each other setting of each house rule alone, and all last settings together."""
    yield game.Options()
    for house_rule in game.house_rules:
        for setting in house_rule.settings[1:]:
            yield game.Options(**{house_rule.name: setting.value})
    yield game.Options(**{house_rule.name: house_rule.settings[-1].value for house_rule in game.house_rules})


def counts(game: Game) -> range:
    """The numbers of seats that the game takes."""
    return range(game.seats[0], game.seats[1] + 1)


def tables(game: Game) -> list[tuple[Game, int, Options]]:
    """The printed rules with each number of seats, and every house with some number of seats, turn about."""
    printed = [(game, seats, game.Options()) for seats in counts(game)]
    others = []
    for at, options in enumerate(houses(game)):
        fits = [seats for seats in counts(game) if game.misfit(seats, options) is None]
        others.append((game, fits[at % len(fits)], options))
    return printed + others[1:]


_SAMPLES: dict[tuple[str, int, Options, int], list[State]] = {}


def sample(game: Game, seats: int, options: Options, number: int, some: int = 24) -> list[State]:
    """About so many states of one random game: one for each kind of question, asked of each number of seats, and the
    rest spread over the game, the first and the last among them. Several tests share them."""
    key = (game.slug, seats, options, number)
    if key not in _SAMPLES:
        walked = list(walk(game, seats, options, seed_of(number)))
        kinds = {_kind(game, state): at for at, state in enumerate(walked)}
        more = max(2, some - len(kinds))
        spread = {at * (len(walked) - 1) // (more - 1) for at in range(more)}
        _SAMPLES[key] = [walked[at] for at in sorted(spread | {*kinds.values()})]
    return _SAMPLES[key]


def _kind(game: Game, state: State) -> tuple[int, frozenset[str]]:
    """How many seats are asked, and what."""
    asked = [game.question(state, seat) for seat in game.deciders(state)]
    return len(asked), frozenset(fact.key for fact in asked if fact is not None)


def walk(game: Game, seats: int, options: Options, seed: bytes, most: int = 5000) -> Iterator[State]:
    """Every state of a random game, the last included; now and then a free move, at most one between two answers."""
    chance = Cup(dice_from(seed, "walk"))
    state = game.setup(seats, options, seed, "").state
    yield state
    for _ in range(most):
        free = _moves(game, state, range(seats), free=True) if chance.below(4) == 0 else []
        if free:
            state = take(game, state, *chance_of(free, chance), chance)
            yield state
        moves = _moves(game, state, game.deciders(state), free=False) or _reports(game, state, seats)
        if not moves:
            return
        state = take(game, state, *chance_of(moves, chance), chance)
        yield state


def _reports(game: Game, state: State, seats: int) -> list[tuple[Seat, Choice]]:
    """The free moves of a game that waits for nobody, a companion."""
    return [] if game.deciders(state) else _moves(game, state, range(seats), free=True)


def _moves(game: Game, state: State, seats: Iterable[Seat], free: bool) -> list[tuple[Seat, Choice]]:
    return [(seat, choice) for seat in seats for choice in open_choices(game, state, seat, free)]


def chance_of(items: list[Any], chance: Chance) -> Any:
    """One of the items."""
    return items[chance.below(len(items))]


def take(game: Game, state: State, seat: Seat, choice: Choice, chance: Chance) -> State:
    """The state after this choice, filled at random."""
    return game.resolve(state, seat, game.move(choice.move, fill(choice, chance))).state


def open_choices(game: Game, state: State, seat: Seat, free: bool) -> list[Choice]:
    """The seat's choices that aren't barred: the free ones, or those that answer its question."""
    return [
        choice for choice in game.choices(state, seat) if choice.barred is None and (choice.free is not None) == free
    ]


def fillings(choice: Choice, chance: Chance, some: int = 3) -> Iterator[Filled]:
    """Every filling of a form of few OneOf fields; of any other form a few at random."""
    chosen = [field.options for field in choice.fields if isinstance(field, OneOf)]
    if len(chosen) == len(choice.fields) and not choice.limits:
        names = [field.name for field in choice.fields]
        yield from (dict(zip(names, values, strict=True)) for values in itertools.product(*chosen))
    else:
        yield from (fill(choice, chance) for _ in range(some))


def values_in(choice: Choice) -> list[Any]:
    """Every value that a form names, for putting it where it doesn't belong."""
    found: list[Any] = []
    for field in choice.fields:
        match field:
            case OneOf(options=options) | SomeOf(options=options):
                found += options
            case Amounts(most=most):
                found += most
            case Number(least=least, most=most):
                found += [least - 1, most + 1]
            case Text(longest=longest):
                found.append("x" * (longest + 1))
            case _:
                raise TypeError(f"no such field: {field!r}")
    return found
