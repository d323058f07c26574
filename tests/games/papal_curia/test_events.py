"""Sections 13 and 14 of the rules: the events, and the end."""

from typing import Any

import pytest

from games.papal_curia import GAME
from games.papal_curia.box import EVENTS
from games.papal_curia.curia import Crusade, Curia
from games.papal_curia.rules.events import dying, turn_up
from games.papal_curia.state import DeclareWar, State
from games.papal_curia.table import Table
from tests.games.clauses import rule
from tests.games.papal_curia.positions import A, C, E, F, after, all_pass, owner, position, replace, track
from tests.games.walks import seed_of


def befallen(turned: str, /, **made: Any) -> State:
    """The position after this event was turned up."""
    table = Table(replace(position(**made), events=(turned,)))
    turn_up(table)
    return table.state()


@rule("PC-13.1")
def test_events_are_shuffled_by_age_and_the_reformation_is_the_first_of_age_two() -> None:
    firsts = {GAME.setup(2, GAME.Options(), seed_of(number), "").state.event for number in range(40)}
    assert firsts == set(EVENTS[1])
    state = GAME.setup(2, GAME.Options(), seed_of(1), "").state
    assert {state.event, *state.events} == set(EVENTS[1])
    later = all_pass(position(round=2)).state
    assert (later.event, set(later.events)) == ("REFORMATION", set(EVENTS[2]) - {"REFORMATION"})


@rule("PC-13.1", "PC-13.2")
def test_plague_kills_first_and_takes_2_ducats() -> None:
    state = befallen("PLAGUE", track="C A C F", mats={A: {"ducats": 1}})
    assert track(state) == "C A F"
    assert [mat.ducats for mat in state.mats] == [4, 0, 4, 4]


@rule("PC-13.2")
@pytest.mark.parametrize(
    ("slots", "ally", "slot"),
    [
        ((C, A, C, F), None, 3),
        ((C, A, F), None, 3),
        ((C, A, C, A, F), None, 4),
        ((A, C, F, C), A, 4),
        ((A, F), A, 1),
        ((), A, None),
        ((), None, None),
    ],
)
def test_who_dies_is_the_rightmost_of_whoever_has_most(
    slots: tuple[int, ...], ally: int | None, slot: int | None
) -> None:
    assert dying(Curia((C, A, F, E), slots, ally)) == slot


@rule("PC-13.1")
def test_the_printing_press_adds_administrative() -> None:
    assert [mat.adm for mat in befallen("PRINTING_PRESS", mats={C: {"adm": 10}}).mats] == [10, 4, 4, 4]


@rule("PC-13.1")
def test_jubilee_pays_for_cardinals_and_roma() -> None:
    state = befallen("JUBILEE", track="C C A", influence={A: {"CENTRAL_ITALY": 2}})
    assert [mat.ducats for mat in state.mats] == [10, 10, 6, 6]
    assert state.mats[A].prestige == 1


@rule("PC-13.1")
def test_concordat_helps_the_weakest_catholic_that_does_not_control_roma() -> None:
    assert track(befallen("CONCORDAT", track="C A A F", protestants=(E,))) == "F C A A"
    less = befallen("CONCORDAT", track="C A A F E", mats={F: {"earned": (-1,) + (0,) * 10}})
    assert track(less)[0] == "F"
    assert track(befallen("CONCORDAT", track="A A C F E", order=(F, E, A, C)))[0] == "C", "later in turn order"
    assert track(befallen("CONCORDAT", track="C A A F", owners={"ROMA": "ENGLAND"}))[0] == "F"


@rule("PC-13.1")
def test_the_ottomans_take_zagreb_else_pozsony_if_hungary_owns_it() -> None:
    assert owner(befallen("OTTOMAN_ADVANCE"), "ZAGREB") == "OTTOMANS"
    second = befallen("OTTOMAN_ADVANCE", owners={"ZAGREB": "AUSTRIA"})
    assert (owner(second, "ZAGREB"), owner(second, "POZSONY")) == ("AUSTRIA", "OTTOMANS")
    none = befallen("OTTOMAN_ADVANCE", owners={"ZAGREB": "AUSTRIA", "POZSONY": "AUSTRIA"})
    assert owner(none, "POZSONY") == "AUSTRIA"


@rule("PC-13.1")
def test_the_reformation_trent_and_turmoil() -> None:
    assert befallen("REFORMATION", age=2, event="TURMOIL").reformed
    trent = befallen("COUNCIL_OF_TRENT", age=2, event="TURMOIL", track="C C A", influence={A: {"CENTRAL_ITALY": 2}})
    assert [mat.prestige for mat in trent.mats] == [1, 1, 0, 0]
    turmoil = befallen(
        "TURMOIL", age=2, event="REFORMATION", mats={A: {"ducats": 2}, F: {"ducats": 0, "stability": -3}}
    )
    assert [(mat.ducats, mat.stability) for mat in turmoil.mats[:3]] == [(3, 0), (2, -1), (0, -3)]


@rule("PC-13.1")
def test_a_holy_war_costs_no_military_in_the_round_of_the_holy_league() -> None:
    state = position(age=2, event="HOLY_LEAGUE", token=Crusade("BARBARY", E), mats={C: {"mil": 0}})
    assert after(state, DeclareWar("TUNIS")).committed == (C,)
    other = position(age=2, event="HOLY_LEAGUE", token=Crusade("BARBARY", E))
    assert after(other, DeclareWar("GRANADA")).mats[C].mil == 2


@rule("PC-13.1")
def test_absolutism_and_baroque_rome() -> None:
    state = befallen("ABSOLUTISM", age=3, event="PLAGUE", mats={C: {"stability": 2}, A: {"stability": -1}})
    assert [mat.prestige for mat in state.mats] == [2, 0, 0, 0]
    rome = befallen("BAROQUE_ROME", age=3, event="PLAGUE", influence={F: {"CENTRAL_ITALY": 2}})
    assert (rome.mats[F].ducats, rome.mats[F].prestige) == (8, 1)


def ended(**made: Any) -> State:
    return all_pass(position(age=3, event="PLAGUE", **made)).state


@rule("PC-14.1")
def test_the_end_scores_land_alliances_the_controller_and_stability() -> None:
    state = ended(
        track="C A", influence={A: {"CENTRAL_ITALY": 2, "NAPLES": 2}}, mats={F: {"stability": -2}}, protestants=(E,)
    )
    result = GAME.result(state)
    parts = {
        standing.seat: {part.words.key.removeprefix("part."): part.points for part in standing.parts}
        for standing in result.standings
    }
    assert parts[A] == {"uncontested": 2, "land": 4, "alliances": 6, "controller": 3}
    assert parts[F] == {"land": 4, "stability": -4}
    assert parts[E] == {"faith": 1, "land": 4}
    assert (result.winners, result.how.key) == ((A,), "how.prestige")
    assert [standing.place for standing in result.standings] == [3, 1, 4, 2]


@rule("PC-14.1")
@pytest.mark.parametrize(
    ("made", "winners", "how"),
    [
        ({"track": "C A A", "mats": {C: {"earned": (0, 9) + (0,) * 9}}}, (C,), "how.prestige"),
        ({"track": "C", "mats": {C: {"stability": -2}}}, (C,), "how.cardinals"),
        ({"track": "", "mats": {A: {"ducats": 9}}}, (A,), "how.ducats"),
        ({"track": "", "mats": {seat: {"ducats": 8} for seat in (A, F, E)}}, (C, A, F, E), "how.shared"),
    ],
)
def test_ties_go_to_cardinals_then_ducats_then_are_shared(
    made: dict[str, Any], winners: tuple[int, ...], how: str
) -> None:
    result = GAME.result(ended(**made))
    assert (result.winners, result.how.key) == (winners, how)
