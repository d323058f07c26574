"""Slips in the rules of Pope or Nope, each with the cases that must find it."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from games.kernel.events import Fact, Seat
from games.pope_or_nope import rules
from games.pope_or_nope.rules import cards, rounds, scoring
from games.pope_or_nope.rules.piles import Top
from games.pope_or_nope.state import Turn
from games.pope_or_nope.table import Table
from tests.games.pope_or_nope import test_cards, test_rounds, test_winning


class Slip(NamedTuple):
    """A slip: the clause that it breaks, a name, how it is planted, and the case that must fail."""

    clause: str
    name: str
    plant: Callable[[pytest.MonkeyPatch], None]
    case: Callable[[], None]


def _instead(module: Any, name: str, function: Any) -> Callable[[pytest.MonkeyPatch], None]:
    return lambda monkeypatch: monkeypatch.setattr(module, name, function)


_honest_cross, _honest_pope, _honest_deed = cards._ban_cross, cards._ban_pope, cards._ban_deed
_honest_closed, _honest_levels, _honest_reduco = cards._ban_closed, scoring._levels, cards._ban_reduco


def _passes_add_up(table: Table, turn: Turn, passed: bool) -> None:
    rounds._next_turn(table, (turn.seat + 1) % table.seats, turn.passes + passed)


def _draw_one(table: Table, seat: Seat) -> None:
    table.draw(seat)
    table.discards.append("DRAW")
    table.tell_some(Fact("event.draw.1", {"who": seat}), {})


def _lowest_first(*given: Any) -> dict[int, int]:
    return {side: -level for side, level in _honest_levels(*given).items()}


SLIPS = (
    Slip(
        "PN-4.2",
        "CROSS on the own deed",
        _instead(cards, "_ban_cross", lambda level, top, pile: _honest_cross(level, top, "rival")),
        test_cards.test_a_cross_goes_on_anothers_deed_of_its_level,
    ),
    Slip(
        "PN-4.3",
        "REDUCO below 0",
        _instead(cards, "_ban_reduco", lambda top: _honest_reduco(top) if top.level else None),
        test_cards.test_on_a_deed_at_level_zero_only_deed_one_pope_or_nope_may_follow,
    ),
    Slip(
        "PN-4.5",
        "a NOPE can be redeemed",
        _instead(cards, "_ban_closed", lambda top: None if top.kind == "NOPE" else _honest_closed(top)),
        test_cards.test_a_nope_seals_any_pile_and_only_a_nope_may_follow,
    ),
    Slip(
        "PN-4.1",
        "a DEED on any level",
        _instead(cards, "_ban_deed", lambda level, top, pile: _honest_deed(top.level + 1, top, pile)),
        test_cards.test_a_deed_raises_or_redeems_the_own_pile_by_one_level,
    ),
    Slip(
        "PN-4.4",
        "a POPE fills an OPPORTUNITAS",
        _instead(cards, "_ban_pope", lambda top, pile: None if top.kind == "OPPORTUNITAS" else _honest_pope(top, pile)),
        test_cards.test_a_pope_fills_no_opportunitas_but_goes_on_a_filled_one,
    ),
    Slip(
        "PN-4.7",
        "DRAW 2 draws 1",
        _instead(cards, "_draw_two", _draw_one),
        test_cards.test_draw_2_takes_the_turn_and_draws_two,
    ),
    Slip(
        "PN-2.6",
        "a card doesn't start the count of passes again",
        _instead(rules, "end_turn", _passes_add_up),
        test_rounds.test_a_card_starts_the_count_of_passes_again,
    ),
    Slip(
        "PN-5.1",
        "an infallible POPE scores nothing",
        _instead(Top, "stands", property(lambda top: top.kind == "DEED" and 0 < top.level < 5)),
        test_winning.test_each_standing_pile_is_a_point_whatever_its_level,
    ),
    Slip(
        "PN-5.3",
        "level on points, the lowest deed wins",
        _instead(scoring, "_levels", _lowest_first),
        test_winning.test_who_is_behind_on_points_has_no_part_in_the_comparison_of_levels,
    ),
    Slip(
        "PN-5.3",
        "no further round on a tie",
        _instead(scoring, "FURTHER_ROUNDS", 0),
        test_winning.test_in_a_further_round_whoever_has_the_target_by_then_takes_part,
    ),
)
