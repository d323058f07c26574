"""Section 1 of the rules: components and seats."""

from typing import Any

import pytest

from games.kernel.events import Reason
from games.pope_or_nope import GAME
from games.pope_or_nope.box import FULL_DECK, in_order
from games.pope_or_nope.state import Options
from tests.games.clauses import rule
from tests.games.pope_or_nope.positions import SEED, told

LEVELS = {"1": 9, "2": 7, "3": 5, "4": 3}


@rule("PN-1.1")
def test_the_box_holds_72_cards() -> None:
    assert len(FULL_DECK) == 72
    for level, copies in LEVELS.items():
        assert FULL_DECK.count(f"DEED-{level}") == FULL_DECK.count(f"CROSS-{level}") == copies
    assert [FULL_DECK.count(card) for card in ("DRAW", "CANCELLO", "REDUCO", "OPPORTUNITAS")] == [5, 5, 5, 5]
    assert [FULL_DECK.count(card) for card in ("POPE", "NOPE")] == [2, 2]


@rule("PN-1.1")
def test_a_deal_uses_every_card_once() -> None:
    state = GAME.setup(5, Options(), SEED, "").state
    dealt = [card for hand in state.hands for card in hand.cards]
    assert in_order([*dealt, *state.deck]) == FULL_DECK


@rule("PN-1.2")
@pytest.mark.parametrize("seats", range(2, 9))
def test_two_to_eight_may_play(seats: int) -> None:
    assert GAME.misfit(seats, Options()) is None
    assert GAME.setup(seats, Options(), SEED, "").state.seats == seats


@rule("PN-1.2")
@pytest.mark.parametrize("seats", [0, 1, 9])
def test_other_numbers_may_not(seats: int) -> None:
    assert GAME.misfit(seats, Options()) == Reason("PN-1.2", "refuse.seats", {"least": 2, "most": 8})
    with pytest.raises(ValueError, match=r"PN-1\.2"):
        GAME.setup(seats, Options(), SEED, "")


@rule("PN-1.2")
@pytest.mark.parametrize(("seats", "fits"), [(2, False), (3, False), (4, True), (5, False), (6, True), (8, True)])
def test_the_team_game_needs_an_even_number_of_four_or_more(seats: int, fits: bool) -> None:
    assert (GAME.misfit(seats, Options(teams=True)) is None) == fits


@rule("PN-1.2")
def test_teams_alternate_around_the_table() -> None:
    seen = GAME.view(GAME.setup(6, Options(teams=True), SEED, "").state, None)
    assert [seat.team for seat in seen.seats] == [0, 1, 0, 1, 0, 1]
    alone = GAME.view(GAME.setup(6, Options(), SEED, "").state, None)
    assert [seat.team for seat in alone.seats] == [None] * 6


@rule("PN-1.3")
def test_the_host_may_name_who_holds_the_token_first() -> None:
    dealt = GAME.setup(4, Options(first=2), SEED, "")
    assert dealt.state.token == 2
    assert told(dealt, "event.first.named")
    assert GAME.misfit(4, Options(first=4)) == Reason("PN-1.3", "refuse.first")


@rule("PN-1.3")
def test_else_the_seed_draws_the_first_holder() -> None:
    outcomes = [GAME.setup(4, Options(), bytes([number]) * 32, "") for number in range(40)]
    assert {outcome.state.token for outcome in outcomes} == {0, 1, 2, 3}
    assert all(told(outcome, "event.first.lot") for outcome in outcomes)
    assert all(outcome.draws[0] == (4, outcome.state.token) for outcome in outcomes)


@pytest.mark.parametrize(
    ("seats", "house", "minutes"),
    [
        (2, {}, (10, 14)),
        (4, {}, (30, 41)),
        (8, {}, (115, 162)),
        (4, {"target": 3}, (18, 25)),
        (4, {"teams": True}, (13, 21)),
    ],
)
def test_the_lobby_tells_how_long_it_takes(seats: int, house: dict[str, Any], minutes: tuple[int, int]) -> None:
    assert GAME.minutes(seats, Options(**house)) == minutes
