"""Section 4 of the rules at the table, and what is asked out of turn (PC-15.2)."""

import pytest

from games.papal_curia import GAME
from games.papal_curia.curia import Crusade, Excommunication
from games.papal_curia.state import (
    CallCrusade,
    DeclareWar,
    Excommunicate,
    Keep,
    Keeping,
    LeadCrusade,
    LoseCardinal,
    LoseInfluence,
    LosingCardinal,
    LosingInfluence,
    Pass,
    RaiseCardinal,
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
    all_pass,
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


@rule("PC-4.1", "PC-4.2")
def test_the_controller_excommunicates_once_a_round() -> None:
    state = after(position(), Excommunicate("HUNGARY"))
    assert (state.token, state.mats[C].dip, state.question) == (Excommunication("HUNGARY"), 1, Turn(A))
    new_controller = after(state, RaiseCardinal())
    assert GAME.view(new_controller, None).curia.control.controller == A
    again = replace(new_controller, question=Turn(A))
    assert bar(again, "excommunicate").key == "refuse.papal.token"
    assert bar(position(turn=A), "excommunicate").key == "refuse.papal.not_controller"
    assert bar(position(age=3, event="PLAGUE"), "call_crusade").key == "refuse.papal.age"


@rule("PC-4.2")
def test_a_struck_crown_loses_prestige_a_cardinal_and_influence_all_independent() -> None:
    state = position(track="C C F", influence={F: {"NAPLES": 3}})
    outcome = done(state, Excommunicate("FRANCE"))
    assert outcome.state.mats[F].prestige == -1
    assert track(outcome.state) == "C C"
    assert sum(outcome.state.mats[F].influence) == 0, "all of it, because it has less than 4"
    assert outcome.state.question == Turn(A), "with one answer it is not asked"
    poor = done(position(track="C C"), Excommunicate("ENGLAND")).state
    assert poor.mats[E].prestige == -1


@rule("PC-4.2", "PC-15.2")
def test_the_struck_crown_chooses_its_cardinal_then_its_influence() -> None:
    state = position(
        track="C F C F", influence={F: {"NAPLES": 3, "HUNGARY": 3, "ELBE": 2}}, reformed=True, age=2, event="TURMOIL"
    )
    state = after(state, Excommunicate("FRANCE"))
    assert state.question == LosingCardinal(F, C, "excommunication")
    assert GAME.deciders(state) == (F,)
    assert options(state, "lose_cardinal") == {2, 4}
    assert refused(state, LoseCardinal(1)).clause == "PC-15.2"
    assert refused(state, Pass()).key == "refuse.answer_first"
    state = after(state, LoseCardinal(4))
    assert track(state) == "C F C"
    assert state.question == LosingInfluence(F, C)
    assert options(state, "lose_influence") == {"NAPLES", "HUNGARY"}, "Elbe is Protestant"
    assert refused(state, LoseInfluence({"NAPLES": 3})).key == "refuse.lose_influence"
    state = after(state, LoseInfluence({"NAPLES": 3, "HUNGARY": 1}))
    assert [state.mats[F].influence_in(area) for area in ("NAPLES", "HUNGARY", "ELBE")] == [0, 2, 2]
    assert state.question == Turn(A)


@rule("PC-15.2")
@pytest.mark.parametrize(
    ("cardinals", "asked"), [("C F C F", True), ("C F F C", False), ("C F C", False), ("C C", False)]
)
def test_who_has_no_choice_is_not_asked(cardinals: str, asked: bool) -> None:
    state = after(position(track=cardinals), Excommunicate("FRANCE"))
    assert isinstance(state.question, LosingCardinal) == asked


@rule("PC-2.4")
def test_the_roma_cardinal_is_not_taken_by_an_excommunication() -> None:
    state = position(track="C C", influence={F: {"CENTRAL_ITALY": 6 - 1}, C: {"CENTRAL_ITALY": 0}})
    assert state.curia.roma == F
    struck = after(state, Excommunicate("FRANCE"))
    assert struck.curia.roma is None, "it went with the Influence, not with the Cardinal"
    held = after(position(track="C C A A", owners={"ROMA": "FRANCE"}), Excommunicate("FRANCE"))
    assert held.curia.roma == F


@rule("PC-4.2")
def test_one_does_not_excommunicate_oneself_nor_a_protestant() -> None:
    assert not {"CASTILE", "AUSTRIA", "OTTOMANS"} & options(position(protestants=(A,)), "excommunicate")


@rule("PC-4.2", "PC-11.2")
def test_every_catholic_realm_has_a_casus_belli_on_the_struck_until_4_e() -> None:
    state = after(position(protestants=(E,)), Excommunicate("HUNGARY"))
    assert after(state, DeclareWar("HUNGARY")).mats[A].stability == 0
    protestant = after(replace(state, question=Turn(E)), DeclareWar("HUNGARY"))
    assert protestant.mats[E].stability == -1
    assert all_pass(state).state.token is None


@rule("PC-4.3")
def test_a_crusade_is_called_where_muslim_realms_own_two_provinces() -> None:
    assert options(position(), "call_crusade") == {"ANDALUCIA", "BARBARY", "RUMELIA", "EGYPT"}
    state = position(
        occupied={"MALAGA": "AUSTRIA", "ALMERIA": "AUSTRIA"},
        wars=(War(A, "GRANADA", None),),
        owners={"ZAGREB": "OTTOMANS", "POZSONY": "OTTOMANS"},
    )
    assert options(state, "call_crusade") == {"HUNGARY", "BARBARY", "RUMELIA", "EGYPT"}
    assert refused(state, CallCrusade("ANDALUCIA")).clause == "PC-4.3"


@rule("PC-4.3", "PC-9.3")
def test_the_caller_may_go_at_once_for_prestige_and_mercenaries() -> None:
    outcome = done(position(), LeadCrusade("ANDALUCIA", "CASTILE"))
    state = outcome.state
    assert state.token == Crusade("ANDALUCIA", C)
    assert state.wars == (War(C, "GRANADA", "holy_war"),)
    assert (state.mats[C].mil, state.mats[C].dip, state.mats[C].prestige, state.mats[C].stability) == (3, 1, 1, 0)
    assert state.mats[C].army("CASTILE").mercenaries == 2
    assert state.committed == (C,)


@rule("PC-9.3")
def test_who_only_calls_gains_nothing_and_is_not_committed() -> None:
    state = after(position(), CallCrusade("ANDALUCIA"))
    assert (state.committed, state.mats[C].prestige, state.wars) == ((), 0, ())


@rule("PC-9.3")
def test_without_a_target_or_a_province_the_caller_gets_less() -> None:
    at_war = position(wars=(War(C, "GRANADA", None),))
    assert "ANDALUCIA" in options(at_war, "call_crusade")
    assert "ANDALUCIA" not in options(at_war, "lead_crusade")
    assert refused(at_war, LeadCrusade("ANDALUCIA", "CASTILE")).clause == "PC-9.3"
    landless = position(
        occupied=dict.fromkeys(("MADRID", "BURGOS", "MURCIA"), "AUSTRIA"), wars=(War(A, "CASTILE", None),)
    )
    assert options(landless, "lead_crusade", "to") == {None}
    assert after(landless, LeadCrusade("ANDALUCIA", None)).mats[C].army("CASTILE").mercenaries == 0


@rule("PC-4.4")
def test_a_holy_war_commits_whoever_uses_it() -> None:
    state = after(position(token=Crusade("ANDALUCIA", E)), DeclareWar("GRANADA"))
    assert (state.committed, state.mats[C].stability, state.mats[C].mil) == ((C,), 0, 2)
    state = after(state, DeclareWar("GRANADA"))
    assert state.committed == (C, A), "several may be"
    other = after(position(token=Crusade("ANDALUCIA", E)), DeclareWar("TUNIS"))
    assert (other.committed, other.mats[C].stability) == ((), -1)


@rule("PC-4.5")
@pytest.mark.parametrize(
    ("owners", "unit", "points"),
    [
        (dict.fromkeys(("GRANADA", "MALAGA", "ALMERIA"), "FRANCE"), True, 2),
        (dict.fromkeys(("GRANADA", "MALAGA", "ALMERIA"), "FRANCE"), False, -2),
        ({"GRANADA": "CASTILE"}, True, -2),
    ],
)
def test_a_committed_crown_scores_or_loses_2(owners: dict[str, str], unit: bool, points: int) -> None:
    army = {"ANDALUCIA": (1, 0)} if unit else {"CASTILE": (1, 0)}
    state = position(token=Crusade("ANDALUCIA", A), committed=(C,), owners=owners, armies={C: army})
    outcome = all_pass(state)
    (prize,) = [event for event in outcome.events if event.public.key.startswith("event.prize.crusade")]
    assert prize.public.arguments == {"who": C, "points": 2}
    assert dict(zip(range(4), (mat.prestige for mat in outcome.state.mats), strict=True))[C] == points
    assert (outcome.state.token, outcome.state.committed) == (None, ())


@rule("PC-4.5")
def test_a_crusade_with_nobody_committed_costs_the_controller_of_that_moment() -> None:
    state = position(token=Crusade("ANDALUCIA", C), track="E C A")
    outcome = all_pass(state)
    assert outcome.state.mats[E].prestige == -2, "tied, and leftmost: not the caller"
    assert outcome.state.mats[C].prestige == 0
    assert told(outcome, "event.prize.uncommitted")


@rule("PC-4.6")
def test_in_4_e_the_uncontested_prize_comes_before_the_crusade() -> None:
    state = position(track="F F C A", token=Crusade("ANDALUCIA", C), committed=(C,))
    keys = [event.public.key for event in all_pass(state).events if "prize" in event.public.key]
    assert keys == ["event.prize.uncontested", "event.prize.crusade_lost"]


@rule("PC-3.4", "PC-8.6")
def test_the_uncontested_controller_scores_each_round() -> None:
    assert all_pass(position(track="F F C A")).state.mats[F].prestige == 3
    assert all_pass(position(track="F F C A", protestants=(E,))).state.mats[F].prestige == 2


@rule("PC-15.2", "PC-8.6")
def test_only_those_with_mercenaries_are_asked_in_4_a() -> None:
    state = position(armies={A: {"AUSTRIA": (3, 2), "NAPLES": (0, 1)}})
    state = all_pass(state).state
    assert state.question == Keeping(A)
    assert len(forms(state, "keep")) == 1
    assert refused(state, Keep({"AUSTRIA": 3})).clause == "PC-8.6"
    kept = after(state, Keep({"AUSTRIA": 1, "NAPLES": 0})).mats[A]
    assert [(army.area, army.mercenaries) for army in kept.armies] == [("AUSTRIA", 1)]
