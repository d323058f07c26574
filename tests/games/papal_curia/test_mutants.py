"""Deliberate slips in the rules, and leaks, each of which a case of this folder or of the suites must catch."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games.kernel.events import IllegalMove
from games.papal_curia import GAME, curia, land
from games.papal_curia.curia import Curia, Turned
from games.papal_curia.rules import cards, events, papal, rounds, war
from games.papal_curia.state import Options, State
from tests.games import test_contract, test_twins
from tests.games.papal_curia import test_actions as on_actions
from tests.games.papal_curia import test_cards as on_cards
from tests.games.papal_curia import test_curia as on_curia
from tests.games.papal_curia import test_events as on_events
from tests.games.papal_curia import test_papal_actions as on_papal_actions
from tests.games.papal_curia import test_rounds as on_rounds
from tests.games.papal_curia import test_war as on_war

Case = Callable[[], None]

replace = msgspec.structs.replace
_prizes = curia.phase_4_e


def gain_at_the_right(now: Curia, crown: int) -> Turned:
    slid = (*now.slots, crown)
    return Turned(replace(now, slots=slid[: now.open]), slid[now.open :])


def ruler_keeps_the_others(now: Curia, crown: int | None) -> Turned:
    return Turned(replace(now, ruler=crown))


def nobody_is_barred(now: Curia, crown: int) -> None:
    return None


def crusade_before_the_prize(*told: Any) -> Any:
    return _prizes(*told)[::-1]


def threes_hit(dice: tuple[int, ...]) -> int:
    return sum(die >= 3 for die in dice)


def everybody_is_asked(now: Curia, crown: int) -> int:
    return 2


def the_leftmost_dies(now: Curia) -> int | None:
    tied = curia.control(now).tied
    return min((slot for crown in tied for slot in now.places(crown)), default=None)


def order_stands_still(table: Any) -> Any:
    return table.order


RULES: list[tuple[Any, str, Any, Case]] = [
    (curia, "gain", gain_at_the_right, on_actions.test_raise_a_cardinal_costs_3_administrative),
    (curia, "enthrone", ruler_keeps_the_others, on_curia.test_who_takes_roma_returns_all_other_cardinals_at_once),
    (curia, "barred_from_gaining", nobody_is_barred, on_curia.test_only_catholics_have_cardinals),
    (
        curia,
        "phase_4_e",
        crusade_before_the_prize,
        on_papal_actions.test_in_4_e_the_uncontested_prize_comes_before_the_crusade,
    ),
    (curia, "LOST_INFLUENCE", 3, on_papal_actions.test_the_struck_crown_chooses_its_cardinal_then_its_influence),
    (
        curia,
        "losses",
        everybody_is_asked,
        on_papal_actions.test_a_struck_crown_loses_prestige_a_cardinal_and_influence_all_independent,
    ),
    (war, "hits", threes_hit, on_war.test_the_defender_throws_for_what_it_owns_there_and_for_its_units),
    (war, "open_war", lambda *told: None, on_war.test_war_on_a_christian_npr_takes_back_all_influence_there),
    (events, "dying", the_leftmost_dies, on_events.test_plague_kills_first_and_takes_2_ducats),
    (
        rounds,
        "later_order",
        order_stands_still,
        on_rounds.test_later_rounds_go_by_prestige_and_the_tied_keep_their_order,
    ),
    (rounds, "make_peace", lambda table: None, on_rounds.test_phase_3_ends_all_wars),
    (rounds, "MOST_DUCATS", 99, on_rounds.test_4_c_and_4_d_cap_ducats_and_add_power),
    (
        papal,
        "is_catholic_realm",
        lambda state, realm: True,
        on_papal_actions.test_one_does_not_excommunicate_oneself_nor_a_protestant,
    ),
    (
        cards,
        "catholic_courts_for",
        cards.courts_for,
        on_cards.test_man_of_the_church_brings_a_cardinal_and_influence_each_half_alone_if_need_be,
    ),
]


@pytest.mark.parametrize(("module", "name", "slip", "case"), RULES, ids=[name for _, name, _, _ in RULES])
def test_a_slip_in_the_rules_is_caught(
    module: Any, name: str, slip: Any, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    case()
    for home in (module, curia, land, war, papal, rounds, events, cards, on_war, on_curia, on_events):
        if getattr(home, name, None) is getattr(module, name) and home is not module:
            monkeypatch.setattr(home, name, slip)
    monkeypatch.setattr(module, name, slip)
    with pytest.raises((AssertionError, IllegalMove, ValueError)):
        case()


def view_shows_the_next_event(state: State, viewer: int | None) -> Any:
    return replace(GAME.view(state, viewer), event=(state.events or ("",))[-1])


def view_counts_bold_strokes(state: State, viewer: int | None) -> Any:
    seen = GAME.view(state, viewer)
    return replace(seen, deck=sum(card == "BOLD_STROKE" for card in state.deck))


def resolve_loses_a_card(state: State, seat: int, move: Any) -> Any:
    outcome = GAME.resolve(state, seat, move)
    return replace(outcome, state=replace(outcome.state, discards=outcome.state.discards[:-1]))


@pytest.mark.parametrize(
    ("field", "mutant", "suite"),
    [
        ("view", view_shows_the_next_event, (test_twins.test_twins_look_the_same,)),
        ("view", view_counts_bold_strokes, (test_twins.test_twins_look_the_same,)),
        ("resolve", resolve_loses_a_card, (test_contract.test_random_games_end_with_a_result_and_lose_nothing,)),
    ],
    ids=["next-event", "bold-strokes", "lost-card"],
)
def test_a_leak_or_a_loss_is_caught(field: str, mutant: Callable[..., Any], suite: tuple[Any, ...]) -> None:
    changed = replace(GAME, **{field: mutant})
    with pytest.raises(AssertionError):
        for case in suite:
            case(changed, 3, Options())
