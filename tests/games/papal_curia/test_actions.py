"""Sections 9 and 10 of the rules: the actions at home, Influence and alliances."""

import pytest

from games.papal_curia import GAME
from games.papal_curia.state import (
    ChangeReligion,
    DismissAdvisor,
    DismissUnits,
    Hire,
    IncreaseStability,
    Pass,
    PlaceInfluence,
    RaiseCardinal,
    Recruit,
    Turn,
    War,
)
from tests.games.clauses import rule
from tests.games.papal_curia.positions import (
    A,
    C,
    E,
    F,
    after,
    bar,
    done,
    forms,
    options,
    position,
    refused,
    replace,
    told,
    track,
)


@rule("PC-9.1", "PC-1.3")
def test_raise_a_cardinal_costs_3_administrative() -> None:
    state = after(position(track="C A F E"), RaiseCardinal())
    assert track(state) == "C C A F E"
    assert state.mats[C].adm == 0
    assert refused(position(mats={C: {"adm": 2}}), RaiseCardinal()).key == "refuse.short.adm"


@rule("PC-9.1")
def test_what_would_change_nothing_is_not_offered() -> None:
    state = position(2, track="C C C")
    assert bar(state, "raise_cardinal").key == "refuse.cardinal.full"


@rule("PC-9.1")
def test_pass_is_always_offered() -> None:
    state = position(mats={C: {"adm": 0, "dip": 0, "mil": 0, "ducats": 0}})
    assert [
        choice.move for choice in GAME.choices(state, C) if choice.barred is None and "dismiss" not in choice.move
    ] == ["pass"]


@rule("PC-1.1", "PC-2.3")
def test_neither_protestants_nor_who_controls_roma_raise_cardinals() -> None:
    assert bar(position(protestants=(C,)), "raise_cardinal").clause == "PC-1.1"
    roma = position(owners={"ROMA": "CASTILE"}, track="A F E")
    assert bar(roma, "raise_cardinal").clause == "PC-2.3"


@rule("PC-9.1", "PC-3.3")
@pytest.mark.parametrize(
    ("stability", "controller", "cost"), [(0, False, 4), (0, True, 3), (2, True, 5), (-3, False, 1), (-3, True, 0)]
)
def test_stability_costs_more_the_higher_it_is_and_the_controller_less(
    stability: int, controller: bool, cost: int
) -> None:
    state = position(track="C A F E" if controller else "A C F E", mats={C: {"stability": stability, "adm": 9}})
    state = after(state, IncreaseStability())
    assert (state.mats[C].stability, state.mats[C].adm) == (stability + 1, 9 - cost)


@rule("PC-9.1")
def test_recruit_pays_for_units_and_never_has_more_than_three_regulars() -> None:
    state = position(armies={C: {"CASTILE": (1, 0)}}, mats={C: {"ducats": 7}})
    recruited = after(state, Recruit("CASTILE", {"regulars": 2, "mercenaries": 1})).mats[C]
    assert (recruited.ducats, recruited.mil, recruited.regulars) == (0, 2, 3)
    assert recruited.army("CASTILE").mercenaries == 1
    for units in ({"regulars": 3}, {"regulars": 2, "mercenaries": 2}, {}, {"mercenaries": 3}):
        assert refused(state, Recruit("CASTILE", units)).key == "refuse.recruit"
    assert refused(state, Recruit("NAPLES", {"regulars": 1})).key == "refuse.recruit"


@rule("PC-9.2")
def test_religion_changes_from_age_two_on_and_with_it_the_home_area() -> None:
    assert bar(position(), "change_religion").clause == "PC-9.2"
    state = position(age=2, event="TURMOIL", track="C A F C", influence={C: {"CENTRAL_ITALY": 2}})
    assert state.curia.roma == C
    changed = after(state, ChangeReligion())
    assert (track(changed), changed.curia.roma, changed.curia.open) == ("A F", None, 4)
    assert changed.mats[C].prestige == -2
    assert changed.curia.ally == C, "the alliance stays"
    assert next(area.faith for area in GAME.view(changed, None).areas if area.code == "CASTILE") == "protestant"
    back = done(replace(changed, question=Turn(C)), ChangeReligion())
    assert (back.state.curia.roma, back.state.mats[C].prestige) == (C, -4)
    assert told(back, "event.religion.catholic")


@rule("PC-8.4")
def test_advisors_and_units_are_hired_and_dismissed_before_the_action_of_a_turn() -> None:
    state = after(position(), Hire("MILITARY"))
    assert state.question == Turn(C)
    assert (state.mats[C].advisors, state.mats[C].ducats) == (("MILITARY",), 4)
    assert refused(state, Hire("MILITARY")).key == "refuse.hire"
    state = after(state, DismissAdvisor("MILITARY"), DismissUnits("CASTILE", {"regulars": 2}))
    assert (state.question, state.mats[C].advisors, state.mats[C].regulars) == (Turn(C), (), 1)
    assert refused(state, DismissUnits("CASTILE", {"regulars": 2})).key == "refuse.dismiss.units"
    assert not forms(state, "dismiss_advisor")


@rule("PC-8.4")
def test_who_has_acted_waits_for_the_next_turn_to_hire() -> None:
    state = after(position(), PlaceInfluence("NAPLES", 1))
    assert refused(state, Hire("MILITARY"), C).key == "refuse.not_asked"


@rule("PC-10.1")
def test_influence_goes_where_a_christian_npr_owns_a_province() -> None:
    state = position(owners={"DRESDEN": "FRANCE", "LEIPZIG": "FRANCE"})
    assert options(state, "influence") == {"CENTRAL_ITALY", "NAPLES", "HUNGARY", "GULF_OF_LION", "LOW_COUNTRIES"}
    assert refused(state, PlaceInfluence("ANDALUCIA", 1)).clause == "PC-10.1"
    assert after(state, PlaceInfluence("NAPLES", 2)).mats[C].dip == 1


@rule("PC-10.1")
def test_influence_does_not_go_where_an_enemy_owns_a_province() -> None:
    state = position(wars=(War(C, "ARAGON", None),))
    assert "GULF_OF_LION" not in options(state, "influence")
    assert "GULF_OF_LION" in options(position(wars=(War(A, "ARAGON", None),)), "influence")


@rule("PC-10.2")
@pytest.mark.parametrize(
    ("influence", "present", "ally"),
    [
        ({C: 1}, None, None),
        ({C: 2}, None, C),
        ({C: 2, A: 2}, None, None),
        ({C: 2, A: 2}, A, A),
        ({C: 3, A: 2}, A, C),
        ({C: 3, A: 3, F: 2}, F, F),
        ({C: 3, A: 3, F: 1}, F, None),
    ],
)
def test_the_ally_has_most_and_a_tie_leaves_things_as_they_are(
    influence: dict[int, int], present: int | None, ally: int | None
) -> None:
    allies = (None, None, present, *(None,) * 4)
    state = position(influence={seat: {"NAPLES": lies} for seat, lies in influence.items()}, allies=allies)
    assert state.allies[2] == ally


@rule("PC-10.2")
def test_an_nprs_areas_are_those_where_it_owns_a_province_counted_together() -> None:
    state = position(influence={C: {"CENTRAL_ITALY": 1, "GULF_OF_LION": 1}, A: {"CENTRAL_ITALY": 1}})
    assert state.allies[0] == C, "the Papal States own Provinces in both"
    lost = position(
        owners={"AVIGNON": "FRANCE"}, influence={C: {"CENTRAL_ITALY": 1, "GULF_OF_LION": 1}, A: {"CENTRAL_ITALY": 2}}
    )
    assert lost.allies[0] == A


@rule("PC-10.3", "PC-2.1")
def test_alliances_are_read_anew_at_once_and_roma_with_them() -> None:
    outcome = done(position(influence={A: {"CENTRAL_ITALY": 2}}), PlaceInfluence("CENTRAL_ITALY", 2))
    assert outcome.state.curia.roma == A, "a tie"
    state = position(influence={A: {"CENTRAL_ITALY": 2}, C: {"CENTRAL_ITALY": 1}})
    outcome = done(state, PlaceInfluence("CENTRAL_ITALY", 2))
    assert outcome.state.curia.roma == C
    assert {event.public.arguments["realm"] for event in told(outcome, "event.ally")} == {"PAPAL_STATES", "FLORENCE"}


@rule("PC-10.4")
def test_a_protestant_ally_of_the_papal_states_gives_nobody_roma() -> None:
    state = position(protestants=(E,), influence={E: {"CENTRAL_ITALY": 3}, C: {"CENTRAL_ITALY": 2}})
    assert (state.curia.ally, state.curia.roma) == (E, None)


@rule("PC-10.5")
def test_influence_stays_when_provinces_change_hands_or_faith() -> None:
    state = position(
        owners={"BRUGGE": "FRANCE", "ANTWERPEN": "FRANCE"}, influence={A: {"LOW_COUNTRIES": 4}}, reformed=True
    )
    assert state.mats[A].influence_in("LOW_COUNTRIES") == 4


@rule("PC-8.3")
def test_the_first_to_pass_gets_2_ducats() -> None:
    state = after(position(), Pass())
    assert (state.mats[C].ducats, state.mats[C].passed, state.question) == (8, True, Turn(A))
    assert after(state, Pass()).mats[A].ducats == 6
    assert refused(state, Pass(), C).key == "refuse.not_asked"
