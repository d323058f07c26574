"""Twins to the byte: over every game, number of seats and house rule, whatever leaves the server for a viewer is the
same for the real table and for one that this viewer can't tell from it."""

from functools import cache

import pytest

from games import GAMES
from tests.games.twins import OPEN
from tests.games.walks import tables
from tests.leaks import checks
from tests.leaks.kept import Kept, moments

TABLES = [
    table for game in GAMES.values() for table in tables(game) if game.slug not in OPEN or table[2] == game.Options()
]
"""Every house rule of every game; where nothing is hidden, each number of seats is enough."""
NAMES = [f"{game.slug}-{seats}-{at}" for at, (game, seats, _) in enumerate(TABLES)]
TABLE = pytest.mark.parametrize("at", range(len(TABLES)), ids=NAMES)


@cache
def some_of(at: int) -> list[Kept]:
    """Moments of one random game at this table."""
    game, seats, options = TABLES[at]
    return moments(game, seats, options, number=at, some=3)


@TABLE
def test_twins_look_the_same_to_the_byte(at: int) -> None:
    for kept in some_of(at):
        checks.twins_look_the_same(kept)


@TABLE
def test_refusals_cautions_and_previews_tell_nothing(at: int) -> None:
    for kept in some_of(at):
        checks.twins_answer_the_same(kept)


@TABLE
def test_twins_look_the_same_after_a_move_that_reveals_nothing(at: int) -> None:
    assert sum(checks.twins_play_on_the_same(kept) for kept in some_of(at)[1::2]), "not one move could be compared"


@TABLE
def test_a_secret_change_of_mind_changes_nothing_for_anybody_else(at: int) -> None:
    changes = sum(checks.changes_of_mind_are_unseen(kept) for kept in some_of(at)[::2])
    assert changes or TABLES[at][0].slug != "pope-or-nope", "nobody changed a mind"


@TABLE
def test_everybody_gets_the_same_public_part_and_an_own_part_of_nobody_else(at: int) -> None:
    for kept in some_of(at)[::2]:
        checks.each_gets_its_own(kept)
        checks.each_reads_the_own_language(kept)


@TABLE
def test_the_seed_shows_with_the_result_alone_and_nothing_hidden_in_a_repr(at: int) -> None:
    for kept in some_of(at)[::2]:
        checks.the_seed_is_unseen(kept)
        checks.reprs_tell_nothing(kept)


@TABLE
def test_twins_differ_where_something_is_hidden(at: int) -> None:
    checks.twins_differ(some_of(at))
