"""Sections 6 and 7 of the rules: the start, the map, and what Own and Control mean."""

import pytest

from games.papal_curia import GAME
from games.papal_curia.box import AREAS, CROWNS, HOME, PROVINCES, ROUNDS, turns_a_round
from games.papal_curia.curia import Excommunication
from games.papal_curia.land import land_of
from games.papal_curia.rules.war import reach
from games.papal_curia.state import Campaign, DeclareWar, Excommunicate, Options, PlaceInfluence, War
from tests.games.clauses import rule
from tests.games.papal_curia.positions import C, bar, done, options, owner, position, refused, replace
from tests.games.walks import seed_of


@rule("PC-6.1")
@pytest.mark.parametrize("seats", range(2, 7))
def test_realms_are_dealt_and_cardinals_stand_in_the_order_of_the_table(seats: int) -> None:
    dealt = [GAME.setup(seats, Options(), seed_of(number), "").state for number in range(8)]
    assert len({tuple(mat.realm for mat in state.mats) for state in dealt}) > 1
    for state in dealt:
        realms = [state.mats[seat].realm for seat in state.order[::-1]]
        assert realms == [realm for realm in CROWNS if realm in realms]
        assert len(realms) == seats


@rule("PC-6.1")
def test_realms_are_picked_each_at_most_once() -> None:
    state = GAME.setup(3, Options(realms=(None, "VENICE")), seed_of(1), "").state
    assert state.mats[1].realm == "VENICE"
    assert len({mat.realm for mat in state.mats}) == 3
    assert GAME.misfit(3, Options(realms=("VENICE", "VENICE"))).key == "refuse.realms.twice"
    assert GAME.misfit(2, Options(realms=(None, None, "VENICE"))).key == "refuse.realms.seats"


@rule("PC-6.2")
@pytest.mark.parametrize(("seats", "step"), [(2, 2), (3, 2), (4, 1), (6, 1)])
def test_each_starts_alike_but_for_ducats(seats: int, step: int) -> None:
    outcome = GAME.setup(seats, Options(realms=CROWNS[:seats]), seed_of(3), "")
    for seat, mat in enumerate(outcome.state.mats):
        assert mat.catholic
        assert (mat.stability, mat.prestige, mat.dip, mat.mil, mat.advisors) == (0, 0, 3, 3, ())
        assert [(army.area, army.regulars, army.mercenaries) for army in mat.armies] == [(HOME[mat.realm], 3, 0)]
        assert set(mat.influence) == {0}
        assert len(outcome.state.hands[seat].cards) == 3, "two, and the one of the first round"
        change = {"PLAGUE": -2, "JUBILEE": 2}.get(outcome.state.event, 0)
        assert mat.ducats - change - (6 + step * seat) in (0, 2), "Concordat and a death move a Cardinal in Jubilee"


@rule("PC-6.3")
def test_the_home_of_a_crown_without_a_player_is_closed() -> None:
    state = position(2)
    assert owner(state, "PARIS") is None
    assert "FRANCE" not in options(state, "declare_war")
    assert "ILE_DE_FRANCE" not in options(state, "influence")
    marched = done(state, Campaign("CASTILE", "ILE_DE_FRANCE", {"regulars": 3}, None, 0, 0)).state
    assert marched.mats[C].army("ILE_DE_FRANCE").regulars == 3


@rule("PC-6.4")
def test_what_goes_over_a_limit_is_lost() -> None:
    state = position(influence={C: {"NAPLES": 4}})
    assert done(state, PlaceInfluence("NAPLES", 2)).state.mats[C].influence_in("NAPLES") == 5
    full = position(influence={C: {"NAPLES": 5}})
    assert refused(full, PlaceInfluence("NAPLES", 1)).key == "refuse.influence"
    assert bar(position(mats={C: {"stability": 3, "adm": 9}}), "increase_stability").clause == "PC-6.4"


@rule("PC-6.5")
def test_all_dice_and_shuffles_come_from_the_seed_and_are_shown() -> None:
    attack = position()
    war = done(attack, DeclareWar("GRANADA")).state
    war = replace(war, question=attack.question)
    one, two = (done(war, Campaign("CASTILE", "ANDALUCIA", {"regulars": 3}, "GRANADA", 0, 0)) for _ in range(2))
    assert one == two
    (fight,) = [event.public.arguments for event in one.events if event.public.key == "event.attack"]
    assert len(fight["dice"]) == 3  # type: ignore[arg-type]
    assert len(fight["defence"]) == 5  # type: ignore[arg-type]


@rule("PC-7.1")
def test_an_occupied_province_is_owned_by_nobody_and_controlled_by_its_occupier() -> None:
    state = position(occupied={"GRANADA": "CASTILE"}, wars=(War(C, "GRANADA", None),))
    land = land_of(state)
    assert "ANDALUCIA" not in land.areas.get("CASTILE", ())
    assert [province.code for province in land.controlled_in("CASTILE", "ANDALUCIA")] == ["GRANADA"]
    assert [province.code for province in land.owned_in("GRANADA", "ANDALUCIA")] == ["MALAGA", "ALMERIA"]


@rule("PC-7.2")
def test_nprs_are_where_they_are_printed_and_never_asked() -> None:
    state = position()
    assert {realm for realm in state.owners if realm not in CROWNS} - {None} == {
        *("PAPAL_STATES", "FLORENCE", "NAPLES", "HUNGARY", "ARAGON", "BURGUNDY", "SAXONY"),
        *("GRANADA", "TUNIS", "OTTOMANS", "MAMLUKS"),
    }
    assert sum(province.tax for province in PROVINCES if province.owner == "GRANADA") == 5


@rule("PC-7.3")
def test_faith_belongs_to_areas_and_conquest_changes_none() -> None:
    state = position(reformed=True, age=2, event="REFORMATION", owners={"BRUGGE": "CASTILE", "GRANADA": "CASTILE"})
    faith = {area.code: area.faith for area in GAME.view(state, None).areas}
    assert (faith["LOW_COUNTRIES"], faith["ELBE"], faith["ANDALUCIA"]) == ("protestant", "protestant", "muslim")
    assert (faith["CASTILE"], faith["CENTRAL_ITALY"]) == ("catholic", "catholic")
    assert not {"BURGUNDY", "SAXONY", "GRANADA"} & options(state, "excommunicate")
    assert {"PAPAL_STATES", "HUNGARY"} <= options(state, "excommunicate")


@rule("PC-7.4")
def test_who_owns_no_province_is_left_in_peace() -> None:
    state = position(owners={"FIRENZE": "CASTILE"})
    assert "FLORENCE" not in options(state, "declare_war") | options(state, "excommunicate")
    assert refused(state, Excommunicate("FLORENCE")).clause == "PC-4.2"


@rule("PC-7.4")
def test_a_token_lies_on_the_capital_or_else_on_a_province_that_is_owned() -> None:
    lies_on = [
        GAME.view(position(owners=owners, token=Excommunication("HUNGARY")), None).token.province
        for owners in ({}, {"PEST": "AUSTRIA"}, {"PEST": "AUSTRIA", "POZSONY": "OTTOMANS"})
    ]
    assert lies_on == ["PEST", "POZSONY", "ZAGREB"]


@rule("PC-7.5")
def test_steps_lead_to_neighbours_and_from_coast_to_coast() -> None:
    assert all(area in AREAS[other].neighbours for area in AREAS for other in AREAS[area].neighbours)
    assert not any(AREAS[area].coast for area in ("AUSTRIA", "HUNGARY", "ELBE"))
    assert all(len(reach(area)) == 15 for area in AREAS), "two steps lead anywhere on this map"


def test_length_is_as_the_table_says() -> None:
    assert ROUNDS == {1: 2, 2: 3, 3: 1}
    assert [turns_a_round(seats) for seats in range(2, 7)] == [4, 4, 4, 3, 3]


def test_the_map_is_the_printed_one() -> None:
    assert len(PROVINCES) == 45
    assert sum(province.capital for province in PROVINCES) == 17
