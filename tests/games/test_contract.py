"""The contract, over every game, number of seats, house rule, and several seeds: random play by people who make no
mistakes, and by people who do."""

from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from games import RULED
from games.kernel.bots import random_bot
from games.kernel.choices import Amounts, Answer, Choice, Filled, OneOf, admits
from games.kernel.contract import Game, decode, encode
from games.kernel.dice import Cup, dice_from
from games.kernel.events import Fact, IllegalMove
from games.kernel.filling import fill
from games.kernel.playouts import play_out
from tests.games.sentences import explains, says, tells
from tests.games.walks import chance_of, counts, fillings, houses, open_choices, sample, seed_of, tables, values_in

TABLES = [table for game in RULED.values() for table in tables(game)]
NAMES = [f"{game.slug}-{seats}-{at}" for at, (game, seats, _) in enumerate(TABLES)]
TABLE = pytest.mark.parametrize(("game", "seats", "options"), TABLES, ids=NAMES)
JUNK: list[Answer] = [None, "", "DEED-9", "💥", -1, 0, 1, 99, 10**30, True, "1", [], ["DEED-1"], {}, {"DEED-1": 1}]

State = Any
Options = Any


@TABLE
def test_random_games_end_with_a_result_and_lose_nothing(game: Game, seats: int, options: Options) -> None:
    for number in range(3):
        played = play_out(game, options, seed_of(number), [random_bot] * seats, check=True)
        assert {standing.seat for standing in played.result.standings} == set(range(seats))
        assert set(played.result.winners) <= set(range(seats))
        for standing in played.result.standings:
            assert standing.total == sum(part.points for part in standing.parts)
            assert (standing.place == 1) >= (standing.seat in played.result.winners)
            assert all(says(game, part.words) for part in standing.parts)
        assert says(game, played.result.how)


@TABLE
def test_exactly_the_deciders_are_asked_and_can_answer(game: Game, seats: int, options: Options) -> None:
    for state in sample(game, seats, options, 1):
        deciders = game.deciders(state)
        assert list(deciders) == sorted(set(deciders))
        assert not (deciders and game.result(state))
        for seat in range(seats):
            asked = game.question(state, seat)
            assert (asked is not None) == (seat in deciders) == bool(open_choices(game, state, seat, free=False))
            if asked is not None:
                assert says(game, asked)
                assert says(game, Fact(asked.key + ".more", asked.arguments))
                assert asked.key.replace("ask.", "wait.") in game.words
        assert game.question(state, seats) is None
        assert game.choices(state, seats) == game.choices(state, -1) == ()


@TABLE
def test_a_filled_choice_is_never_refused(game: Game, seats: int, options: Options) -> None:
    chance = Cup(dice_from(seed_of(seats)))
    for state in sample(game, seats, options, 1):
        for seat in range(seats):
            for choice in game.choices(state, seat):
                if choice.barred is not None:
                    assert explains(game, choice.barred)
                    continue
                for filled in fillings(choice, chance):
                    assert admits(choice, filled)
                    outcome = game.resolve(state, seat, game.move(choice.move, filled))
                    game.check(outcome.state)
                    assert all(tells(game, event) for event in outcome.events)


@TABLE
def test_cautions_are_about_options_and_cite_a_clause(game: Game, seats: int, options: Options) -> None:
    for state in sample(game, seats, options, 1):
        for seat in range(seats):
            for choice in game.choices(state, seat):
                for field in choice.fields:
                    for option, caution in field.cautions if isinstance(field, OneOf) else ():
                        assert option in field.options  # type: ignore[union-attr]
                        assert explains(game, caution)


@TABLE
def test_wrong_moves_are_refused_with_a_clause_and_change_nothing(game: Game, seats: int, options: Options) -> None:
    chance = Cup(dice_from(seed_of(seats), "fuzzer"))
    for state in sample(game, seats, options, 1):
        before = encode(state)
        known = {seat: game.choices(state, seat) for seat in range(seats)}
        offered = _different([choice for choices in known.values() for choice in choices])
        for seat in (*range(seats), seats, -1):
            for tag, filled in _attempts(offered, chance):
                admitted = any(choice.move == tag and admits(choice, filled) for choice in known.get(seat, ()))
                assert _accepts(game, state, seat, tag, filled) == admitted, (seat, tag, filled)
        assert encode(state) == before


def _different(choices: list[Choice]) -> list[Choice]:
    """What several seats are offered alike is tried once."""
    return list({msgspec.json.encode(choice): choice for choice in choices}.values())


def _attempts(choices: list[Choice], chance: Cup) -> Iterator[tuple[str, Filled]]:
    """Fillings of anybody's forms, and the same with one field gone wrong."""
    values = [*JUNK, *(value for choice in choices for value in values_in(choice))]
    for choice in choices:
        filled: Filled = {field.name: chance_of(values_in(choice) or JUNK, chance) for field in choice.fields}
        if choice.barred is None:
            filled = next(fillings(choice, chance), {})
        yield choice.move, filled
        yield choice.move, {**filled, "more": 1}
        for name in filled:
            yield choice.move, {**filled, name: chance_of(values, chance)}
            yield choice.move, {other: value for other, value in filled.items() if other != name}
        yield "no such move", filled


def _accepts(game: Game, state: State, seat: int, tag: str, filled: Filled) -> bool:
    """Whether the game takes this move. What is not even of a move's shape it never sees."""
    if filled.keys() - _fields(game, tag):
        return False
    try:
        move = game.move(tag, filled)
    except msgspec.ValidationError:
        return False
    try:
        game.resolve(state, seat, move)
    except IllegalMove as refusal:
        return not explains(game, refusal.reason)
    return True


def _fields(game: Game, tag: str) -> set[str]:
    moves = {move.__struct_config__.tag: move.__struct_fields__ for move in get_args(game.Move) or (game.Move,)}
    return set(moves.get(tag, ()))


@TABLE
def test_the_order_of_amounts_says_nothing(game: Game, seats: int, options: Options) -> None:
    chance = Cup(dice_from(seed_of(seats)))
    for state in sample(game, seats, options, 1):
        for seat in range(seats):
            for choice in open_choices(game, state, seat, free=False) + open_choices(game, state, seat, free=True):
                if any(isinstance(field, Amounts) for field in choice.fields):
                    filled = fill(choice, chance)
                    turned = {name: _turned(answer) for name, answer in filled.items()}
                    one, other = (game.move(choice.move, answers) for answers in (filled, turned))
                    assert game.resolve(state, seat, one) == game.resolve(state, seat, other)
                    assert encode(one) == encode(other)


def _turned(answer: Answer) -> Answer:
    return dict(reversed(answer.items())) if isinstance(answer, dict) else answer


@TABLE
def test_a_saved_game_goes_on_as_if_it_had_not_been_saved(game: Game, seats: int, options: Options) -> None:
    chance = Cup(dice_from(seed_of(seats)))
    for state in sample(game, seats, options, 1):
        loaded = decode(game, encode(state), game.schema)
        assert loaded == state
        for seat in game.deciders(state):
            choice = chance_of(open_choices(game, state, seat, free=False), chance)
            move = game.move(choice.move, next(fillings(choice, chance)))
            assert game.resolve(loaded, seat, move) == game.resolve(state, seat, move)


@TABLE
def test_free_moves_end_no_question(game: Game, seats: int, options: Options) -> None:
    chance = Cup(dice_from(seed_of(seats)))
    for state in sample(game, seats, options, 1):
        for seat in range(seats):
            for choice in open_choices(game, state, seat, free=True):
                move = game.move(choice.move, next(fillings(choice, chance)))
                outcome = game.resolve(state, seat, move)
                assert game.deciders(outcome.state) == game.deciders(state)
                assert all(game.question(outcome.state, at) == game.question(state, at) for at in range(seats))


@TABLE
def test_the_same_seed_deals_the_same_and_another_does_not(game: Game, seats: int, options: Options) -> None:
    one, again, other = (game.setup(seats, options, seed_of(number), "") for number in (1, 1, 2))
    assert one == again
    assert one.state != other.state
    assert game.setup(seats, options, seed_of(1), "words of the players").state != one.state


@pytest.mark.parametrize("game", RULED.values(), ids=RULED.keys())
def test_the_seed_is_in_no_repr(game: Game) -> None:
    state = game.setup(game.seats[0], game.Options(), seed_of(7), "").state
    assert repr(state.dice.key) not in repr(state)
    assert state.dice.key.hex() not in repr(state)


@pytest.mark.parametrize("game", RULED.values(), ids=RULED.keys())
def test_what_does_not_fit_is_explained_and_not_dealt(game: Game) -> None:
    for options in houses(game):
        for seats in range(game.seats[1] + 3):
            unfit = game.misfit(seats, options)
            assert (unfit is None) <= (seats in counts(game))
            if unfit is not None:
                assert explains(game, unfit)
                with pytest.raises(ValueError, match=unfit.clause):
                    game.setup(seats, options, seed_of(1), "")


@TABLE
def test_expected_minutes_are_a_span(game: Game, seats: int, options: Options) -> None:
    least, most = game.minutes(seats, options)
    assert 1 <= least <= most
