"""Section 11 of the rules: declaring, marching, attacking, and the peace."""

import pytest

from games.papal_curia import GAME
from games.papal_curia.box import AREAS
from games.papal_curia.curia import Crusade, Excommunication
from games.papal_curia.rules.war import hits, taken
from games.papal_curia.state import Campaign, DeclareWar, Turn, War
from tests.games.clauses import rule
from tests.games.papal_curia.positions import (
    A,
    C,
    E,
    F,
    after,
    all_pass,
    bar,
    done,
    forms,
    occupier,
    options,
    owner,
    position,
    refused,
    replace,
    thrown,
    told,
    track,
)

ON_GRANADA = (War(C, "GRANADA", None),)


def march(to: str, regulars: int = 3, on: str | None = None, extra: int = 0, bold: int = 0) -> Campaign:
    return Campaign("CASTILE", to, {"regulars": regulars}, on, extra, bold)


def stay(area: str, on: str, extra: int = 0) -> Campaign:
    return Campaign(area, area, {}, on, extra, 0)


@rule("PC-11.1")
def test_war_is_declared_on_who_owns_a_province_and_is_not_at_war_with_you() -> None:
    state = position(wars=(War(C, "GRANADA", None), War(A, "CASTILE", None)))
    assert not {"CASTILE", "GRANADA", "AUSTRIA", "POLAND"} & options(state, "declare_war")
    assert {"FRANCE", "PAPAL_STATES", "TUNIS"} <= options(state, "declare_war")
    assert refused(state, DeclareWar("GRANADA")).clause == "PC-11.1"


@rule("PC-11.1")
@pytest.mark.parametrize("mat", [{"passed": True}, {"turns": 4}])
def test_not_on_a_crown_that_has_passed_or_is_done_but_a_war_goes_on(mat: dict[str, object]) -> None:
    state = position(mats={F: mat}, wars=(War(C, "FRANCE", None),), armies={C: {"ILE_DE_FRANCE": (3, 0)}})
    assert "FRANCE" not in options(replace(state, wars=()), "declare_war")
    assert done(state, stay("ILE_DE_FRANCE", "FRANCE"))


@rule("PC-11.2")
def test_without_a_casus_belli_it_costs_1_stability_and_not_at_the_bottom() -> None:
    outcome = done(position(), DeclareWar("GRANADA"))
    assert (outcome.state.mats[C].stability, outcome.state.mats[C].mil) == (-1, 2)
    assert outcome.state.wars == (War(C, "GRANADA", None),)
    low = position(mats={C: {"stability": -3}})
    assert bar(low, "declare_war").key == "refuse.war.unstable"
    struck = position(mats={C: {"stability": -3}}, token=Excommunication("HUNGARY"))
    assert options(struck, "declare_war") == {"HUNGARY"}


@rule("PC-11.3")
def test_war_on_a_christian_npr_takes_back_all_influence_there() -> None:
    state = position(influence={C: {"CENTRAL_ITALY": 3, "GULF_OF_LION": 2, "NAPLES": 2}})
    (choice,) = forms(state, "declare_war")
    cautions = dict(choice.fields[0].cautions)  # type: ignore[union-attr]
    assert cautions["PAPAL_STATES"].clause == "PC-11.3"
    assert cautions["TUNIS"].clause == "PC-11.2"
    state = after(state, DeclareWar("PAPAL_STATES"))
    assert [state.mats[C].influence_in(area) for area in ("CENTRAL_ITALY", "GULF_OF_LION", "NAPLES")] == [0, 0, 2]
    assert state.curia.ally is None


@rule("PC-11.4")
def test_units_march_together_from_one_area_to_any_within_two_steps() -> None:
    state = after(position(), march("EGYPT", 2))
    assert [(army.area, army.regulars) for army in state.mats[C].armies] == [("CASTILE", 1), ("EGYPT", 2)]
    assert state.mats[C].mil == 2
    for wrong in (
        march("EGYPT", 4),
        march("EGYPT", 0),
        march("CASTILE", 2),
        Campaign("NAPLES", "EGYPT", {"regulars": 1}, None, 0, 0),
    ):
        assert refused(position(), wrong).clause == "PC-11.4"


@rule("PC-11.4")
def test_one_attacks_only_an_enemy_that_is_there_and_once_a_round_in_an_area() -> None:
    state = position(wars=(*ON_GRANADA, War(C, "TUNIS", None)), mats={C: {"mil": 9}})
    assert refused(state, march("BARBARY", 3, "GRANADA")).clause == "PC-11.4"
    assert refused(state, march("NAPLES", 3, "NAPLES")).clause == "PC-11.4"
    state = thrown(
        state, march("ANDALUCIA", 2, "GRANADA"), lambda outcome: bool(outcome.state.mats[C].army("ANDALUCIA").size)
    ).state
    state = replace(state, question=Turn(C))
    assert state.mats[C].attacked == ("ANDALUCIA",)
    assert refused(state, stay("ANDALUCIA", "GRANADA")).clause == "PC-11.4"
    assert refused(state, Campaign("CASTILE", "ANDALUCIA", {"regulars": 1}, "GRANADA", 0, 0)).clause == "PC-11.4"
    assert done(state, Campaign("CASTILE", "BARBARY", {"regulars": 1}, "TUNIS", 0, 0))


@rule("PC-11.4")
def test_with_no_step_one_must_attack() -> None:
    assert refused(position(), Campaign("CASTILE", "CASTILE", {}, None, 0, 0)).clause == "PC-11.4"


@rule("PC-11.5")
@pytest.mark.parametrize(("extra", "bold", "dice"), [(0, 0, 4), (1, 0, 5), (0, 1, 6), (1, 1, 7)])
def test_each_unit_throws_a_die_and_more_for_military_and_a_bold_stroke(extra: int, bold: int, dice: int) -> None:
    state = position(wars=ON_GRANADA, hands={C: "BOLD_STROKE"}, armies={C: {"CASTILE": (3, 0), "ANDALUCIA": (0, 1)}})
    outcome = done(state, march("ANDALUCIA", 3, "GRANADA", extra, bold))
    (fight,) = told(outcome, "event.attack")
    assert len(fight.public.arguments["dice"]) == dice  # type: ignore[arg-type]
    assert len(fight.public.arguments["defence"]) == 5, "1 for each Tax Value"  # type: ignore[arg-type]
    assert outcome.state.mats[C].mil == 2 - extra
    assert outcome.state.discards == (("BOLD_STROKE",) if bold else ())
    assert refused(position(wars=ON_GRANADA), march("ANDALUCIA", 3, "GRANADA", 0, 1)).clause == "PC-11.4"


@rule("PC-11.5")
def test_the_defender_throws_for_what_it_owns_there_and_for_its_units() -> None:
    state = position(
        wars=(War(C, "FRANCE", None), War(E, "FRANCE", None)),
        occupied={"PARIS": "ENGLAND"},
        armies={F: {"ILE_DE_FRANCE": (2, 1)}},
    )
    (fight,) = told(done(state, march("ILE_DE_FRANCE", 3, "FRANCE")), "event.attack")
    assert len(fight.public.arguments["defence"]) == 2 + 3  # type: ignore[arg-type]
    assert hits((1, 2, 3, 4, 5, 6)) == 3


@rule("PC-11.6")
def test_hits_take_units_first_mercenaries_before_regulars() -> None:
    state = position(wars=(War(C, "FRANCE", None),), armies={F: {"ILE_DE_FRANCE": (1, 1)}, C: {"CASTILE": (2, 1)}})
    move = Campaign("CASTILE", "ILE_DE_FRANCE", {"regulars": 2, "mercenaries": 1}, "FRANCE", 0, 0)
    outcome = thrown(state, move, lambda made: _hits(made) == (1, 2))
    assert outcome.state.mats[F].army("ILE_DE_FRANCE").regulars == 1
    assert outcome.state.mats[F].army("ILE_DE_FRANCE").mercenaries == 0
    assert (outcome.state.mats[C].army("ILE_DE_FRANCE").regulars, _occupied(outcome.state)) == (1, {})


def _hits(outcome: object) -> tuple[int, int]:
    (fight,) = told(outcome, "event.attack")  # type: ignore[arg-type]
    return fight.public.arguments["hits"], fight.public.arguments["losses"]  # type: ignore[return-value]


def _occupied(state: object) -> dict[str, str]:
    areas = GAME.view(state, None).areas
    return {p.code: p.occupier for area in areas for p in area.provinces if p.occupier is not None}


@rule("PC-11.6")
@pytest.mark.parametrize(
    ("left", "falls"),
    [
        (0, []),
        (1, ["MALAGA"]),
        (2, ["MALAGA", "ALMERIA"]),
        (3, ["GRANADA"]),
        (4, ["GRANADA", "MALAGA"]),
        (9, ["GRANADA", "MALAGA", "ALMERIA"]),
    ],
)
def test_further_hits_take_the_dearest_province_that_they_can_pay(left: int, falls: list[str]) -> None:
    assert [province.code for province in taken(AREAS["ANDALUCIA"].provinces, left)] == falls


@rule("PC-11.6")
def test_who_has_no_unit_left_takes_no_province() -> None:
    outcome = thrown(position(wars=ON_GRANADA), march("ANDALUCIA", 2, "GRANADA"), lambda made: _hits(made) == (2, 2))
    assert _occupied(outcome.state) == {}
    stands = thrown(position(wars=ON_GRANADA), march("ANDALUCIA", 3, "GRANADA"), lambda made: _hits(made) == (3, 2))
    assert _occupied(stands.state) == {"GRANADA": "CASTILE"}


@rule("PC-11.7")
def test_what_the_defender_itself_occupied_goes_back_to_its_owner() -> None:
    state = position(
        wars=(War(E, "GRANADA", None), War(C, "ENGLAND", None)),
        occupied={"GRANADA": "ENGLAND"},
        armies={E: {"ELBE": (1, 0)}},
    )
    outcome = thrown(state, march("ANDALUCIA", 3, "ENGLAND"), lambda made: _hits(made)[0] == 3)
    assert _occupied(outcome.state) == {}
    assert told(outcome, "event.freed")


@rule("PC-11.7", "PC-2.2", "PC-11.9")
def test_who_takes_roma_by_arms_drops_all_other_cardinals_at_once() -> None:
    state = position(wars=(War(C, "PAPAL_STATES", None),), influence={A: {"CENTRAL_ITALY": 3}}, track="C A C F")
    outcome = thrown(
        state, march("CENTRAL_ITALY", 3, "PAPAL_STATES"), lambda made: occupier(made.state, "ROMA") is not None
    )
    assert (outcome.state.curia.roma, track(outcome.state)) == (C, "A F")
    assert len(told(outcome, "event.returned.roma")) == 2
    over = all_pass(outcome.state).state
    assert (owner(over, "ROMA"), over.curia.roma) == ("CASTILE", C)


@rule("PC-11.8")
def test_in_the_peace_a_home_goes_back_for_prestige_and_the_rest_is_owned() -> None:
    state = position(
        wars=(War(C, "FRANCE", None), War(C, "GRANADA", None), War(A, "FRANCE", None)),
        occupied={"PARIS": "CASTILE", "GRANADA": "CASTILE", "BRUGGE": "AUSTRIA"},
        owners={"BRUGGE": "FRANCE"},
        track="E A",
    )
    outcome = all_pass(state)
    assert [owner(outcome.state, province) for province in ("PARIS", "GRANADA", "BRUGGE")] == [
        "FRANCE",
        "CASTILE",
        "AUSTRIA",
    ]
    assert _occupied(outcome.state) == {}
    assert (outcome.state.mats[C].prestige, outcome.state.mats[F].prestige) == (2, -2)
    assert outcome.state.mats[C].army("CASTILE").regulars == 3, "Units stay where they are"


@rule("PC-11.9")
def test_a_crusader_needs_a_unit_there_until_4_e() -> None:
    state = position(
        token=Crusade("ANDALUCIA", C),
        committed=(C,),
        wars=(War(C, "GRANADA", "holy_war"),),
        occupied=dict.fromkeys(("GRANADA", "MALAGA", "ALMERIA"), "CASTILE"),
        armies={C: {"ANDALUCIA": (1, 0)}},
    )
    assert all_pass(state).state.mats[C].prestige == 2
