"""Section 5 of the rules: points, and each way in which a game is won, shared, or goes on."""

from typing import Any

import pytest

from games.kernel.contract import Result
from games.kernel.events import Seat
from games.pope_or_nope import GAME
from games.pope_or_nope.state import Pass, State
from tests.games.clauses import rule
from tests.games.pope_or_nope.positions import done, passes, position, told

ONE, TWO, THREE, FOUR = "DEED-1", "DEED-2", "DEED-3", "DEED-4"


def last_pass(*piles: tuple[Seat, str], had: tuple[int, ...], further: int = 0, **options: Any) -> State:
    """These piles and points, and one pass to go until the round ends."""
    seats = len(had)
    return position(*piles, seats=seats, passes=seats - 1, history=(had,), further=further, **options)


def ended(state: State) -> Result:
    """The result of a round that one more pass ends. Fails if the game goes on."""
    over = passes(state)
    result = GAME.result(over)
    assert result is not None
    assert (GAME.deciders(over), GAME.choices(over, 0)) == ((), ())
    for standing in result.standings:
        assert standing.total == sum(part.points for part in standing.parts)
    return result


def goes_on(state: State) -> State:
    """The state after one more pass, which must not end the game."""
    after = passes(state)
    assert GAME.result(after) is None
    assert after.round == 3
    return after


@rule("PN-5.1")
def test_each_standing_pile_is_a_point_whatever_its_level() -> None:
    outcome = done(last_pass((0, ONE), (0, "DEED-4 POPE"), (2, "DEED-1 CROSS-1 DEED-2"), had=(0, 0, 0)), Pass())
    assert outcome.state.history[-1] == (2, 0, 1)
    (two,) = told(outcome, "event.scores")
    assert two.public.arguments == {"who": 0, "points": 2, "piles": (1, 2), "levels": (1, 5)}
    (one,) = told(outcome, "event.scores.one")
    assert one.public.arguments == {"who": 2, "points": 1, "piles": (3,), "levels": (2,)}


@rule("PN-5.2")
def test_crossed_sealed_zero_and_empty_piles_score_nothing() -> None:
    piles = ((0, "DEED-1 CROSS-1"), (1, "DEED-1 NOPE"), (2, "DEED-1 REDUCO"), (0, "OPPORTUNITAS"))
    outcome = done(last_pass(*piles, had=(0, 0, 0)), Pass())
    assert outcome.state.history[-1] == (0, 0, 0)
    assert told(outcome, "event.scores.none")


@rule("PN-5.3")
def test_points_count_only_at_the_end_of_a_round() -> None:
    state = position((0, ONE), (0, ONE), seats=3, history=((4, 0, 0),))
    assert GAME.view(state, None).projected == (6, 0, 0)
    assert GAME.result(passes(state, 2)) is None
    assert GAME.result(passes(state, 3)) is not None


@rule("PN-5.3")
def test_who_alone_reaches_the_target_wins() -> None:
    result = ended(last_pass((1, ONE), (0, ONE), had=(3, 4, 0)))
    assert (result.winners, result.how.key) == ((1,), "how.one.outright")
    assert [(standing.total, standing.place) for standing in result.standings] == [(4, 2), (5, 1), (0, 3)]


@rule("PN-5.3")
@pytest.mark.parametrize(("target", "over"), [("printed", True), (3, True), (6, False)])
def test_the_target_is_a_house_rule(target: object, over: bool) -> None:
    after = passes(last_pass((0, ONE), had=(4, 0, 0), target=target))
    assert (GAME.result(after) is not None) == over


@rule("PN-5.3")
def test_of_several_the_higher_total_wins_whatever_the_levels() -> None:
    result = ended(last_pass((0, ONE), (0, TWO), (1, FOUR), had=(4, 4, 0)))
    assert (result.winners, result.how.key) == ((0,), "how.one.total")


@rule("PN-5.3")
@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (THREE, TWO),
        ("DEED-2 POPE", TWO),
        ("DEED-4 POPE", FOUR),
        ("DEED-3 POPE POPE", FOUR),
        (TWO, "DEED-4 REDUCO REDUCO REDUCO"),
    ],
)
def test_level_on_points_the_highest_standing_deed_of_the_round_wins(mine: str, theirs: str) -> None:
    result = ended(last_pass((0, mine), (1, theirs), had=(4, 4, 0)))
    assert (result.winners, result.how.key) == ((0,), "how.one.level")
    assert [standing.place for standing in result.standings] == [1, 2, 3]


@rule("PN-5.3")
def test_the_highest_deed_counts_not_the_sum_and_only_if_it_stands() -> None:
    result = ended(last_pass((0, THREE), (0, ONE), (1, TWO), (1, TWO), (1, "DEED-4 CROSS-4"), had=(3, 3, 0)))
    assert result.winners == (0,)


@rule("PN-5.3")
def test_who_is_behind_on_points_has_no_part_in_the_comparison_of_levels() -> None:
    result = ended(last_pass((0, TWO), (0, ONE), (1, TWO), (1, THREE), (2, FOUR), had=(4, 4, 4)))
    assert (result.winners, result.how.key) == ((1,), "how.one.level")


@rule("PN-5.3")
@pytest.mark.parametrize("further", [0, 1, 2])
def test_still_level_there_are_up_to_three_further_rounds(further: int) -> None:
    state = last_pass((0, TWO), (1, TWO), had=(4, 4, 0), further=further)
    outcome = done(state, Pass())
    assert told(outcome, "event.further")[0].public.arguments == {"further": further + 1}
    after = goes_on(state)
    assert after.further == further + 1
    assert GAME.deciders(after) == (0, 1, 2), "in a further round everyone plays"


@rule("PN-5.3")
def test_after_the_third_further_round_those_still_level_share_the_win() -> None:
    result = ended(last_pass((0, TWO), (1, TWO), (2, ONE), had=(5, 5, 4), further=3))
    assert (result.winners, result.how.key) == ((0, 1), "how.one.shared")
    assert [standing.place for standing in result.standings] == [1, 1, 3]


@rule("PN-5.3")
def test_without_any_standing_deed_in_the_round_they_are_level_too() -> None:
    assert goes_on(last_pass(had=(5, 5, 0), further=1)).further == 2
    assert ended(last_pass(had=(5, 5, 0), further=3)).winners == (0, 1)


@rule("PN-5.3")
@pytest.mark.parametrize("further", [1, 2, 3])
def test_a_further_round_may_part_them_by_total(further: int) -> None:
    result = ended(last_pass((1, ONE), had=(5, 5, 0), further=further))
    assert (result.winners, result.how.key) == ((1,), "how.one.total.further")
    assert result.how.arguments["further"] == further


@rule("PN-5.3")
@pytest.mark.parametrize("further", [1, 2, 3])
def test_a_further_round_may_part_them_by_level(further: int) -> None:
    result = ended(last_pass((0, ONE), (1, TWO), had=(5, 5, 0), further=further))
    assert (result.winners, result.how.key) == ((1,), "how.one.level.further")


@rule("PN-5.3")
def test_in_a_further_round_whoever_has_the_target_by_then_takes_part() -> None:
    result = ended(last_pass((2, ONE), (2, TWO), had=(5, 5, 4), further=1))
    assert (result.winners, result.how.key) == ((2,), "how.one.total.further")
    caught_up = ended(last_pass((2, ONE), had=(5, 5, 4), further=2))
    assert (caught_up.winners, caught_up.how.key) == ((2,), "how.one.level.further"), "only this round's deeds count"
    assert goes_on(last_pass((0, TWO), (2, ONE), (1, TWO), had=(5, 5, 5), further=2)).further == 3


@rule("PN-5.4")
def test_teams_pool_their_points_and_seven_win() -> None:
    assert GAME.result(passes(last_pass((0, ONE), had=(3, 0, 2, 0), teams=True))) is None
    result = ended(last_pass((0, ONE), had=(3, 4, 3, 1), teams=True))
    assert (result.winners, result.how.key) == ((0, 2), "how.team.outright")
    assert [standing.total for standing in result.standings] == [7, 5, 7, 5]
    assert [standing.place for standing in result.standings] == [1, 3, 1, 3]
    assert result.standings[0].parts[-1].words.arguments == {"who": 2}


@rule("PN-5.4")
def test_both_teams_there_the_higher_total_wins() -> None:
    result = ended(last_pass((0, ONE), (2, ONE), (1, FOUR), had=(3, 3, 3, 3), teams=True))
    assert (result.winners, result.how.key) == ((0, 2), "how.team.total")


@rule("PN-5.4")
def test_teams_level_on_points_compare_the_sum_of_all_standing_deeds() -> None:
    piles = ((0, TWO), (2, THREE), (1, FOUR), (3, "DEED-1 CROSS-1"), (0, "DEED-1 REDUCO"))
    result = ended(last_pass(*piles, had=(3, 4, 3, 3), teams=True))
    assert (result.winners, result.how.key) == ((0, 2), "how.team.level")
    infallible = ended(last_pass((0, "DEED-4 POPE"), (1, FOUR), had=(3, 3, 3, 3), teams=True))
    assert infallible.winners == (0, 2)


@rule("PN-5.4")
def test_teams_tied_in_all_play_further_rounds_and_then_share() -> None:
    tied = ((0, TWO), (1, TWO))
    assert goes_on(last_pass(*tied, had=(3, 3, 3, 3), teams=True)).further == 1
    shared = ended(last_pass(*tied, had=(4, 4, 3, 3), teams=True, further=3))
    assert (shared.winners, shared.how.key) == ((0, 1, 2, 3), "how.team.shared")
    late = ended(last_pass((0, ONE), (1, TWO), had=(4, 4, 3, 3), teams=True, further=2))
    assert (late.winners, late.how.key) == ((1, 3), "how.team.level.further")
    total = ended(last_pass((0, ONE), had=(4, 4, 3, 3), teams=True, further=2))
    assert (total.winners, total.how.key) == ((0, 2), "how.team.total.further")
