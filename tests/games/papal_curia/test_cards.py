"""Section 12 of the rules: each card, who may play it, and what it does."""

import pytest

from games.papal_curia import GAME
from games.papal_curia.box import COUNTS, FULL_DECK
from games.papal_curia.state import (
    Benefice,
    Disgrace,
    Edict,
    Legate,
    LosingCardinal,
    ManOfTheChurch,
    RedHat,
    Turn,
    War,
    Whisperers,
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
    told,
    track,
)


@rule("PC-12.1")
def test_a_card_is_the_action_of_the_turn_and_is_discarded_face_up() -> None:
    outcome = done(position(hands={C: "BENEFICE EDICT"}), Benefice())
    assert (outcome.state.question, outcome.state.discards) == (Turn(A), ("BENEFICE",))
    assert outcome.state.hands[C].cards == ("EDICT",)
    assert outcome.state.mats[C].ducats == 10
    assert told(outcome, "event.play")[0].public.arguments["card"] == "BENEFICE"
    assert refused(position(), Benefice()).key == "refuse.not_held"


@rule("PC-12.1")
def test_bold_stroke_is_no_action_of_its_own() -> None:
    state = position(hands={C: "BOLD_STROKE"})
    assert "bold_stroke" not in {choice.move for choice in GAME.choices(state, C)}
    assert sum(COUNTS.values()) == len(FULL_DECK) == 36


@rule("PC-12.1")
@pytest.mark.parametrize(
    ("stability", "controller", "cost"), [(0, False, 2), (0, True, 1), (-2, False, 0), (-3, True, 0), (2, True, 3)]
)
def test_an_edict_costs_2_and_stability_and_never_less_than_nothing(
    stability: int, controller: bool, cost: int
) -> None:
    state = position(hands={C: "EDICT"}, track="C A" if controller else "A C", mats={C: {"stability": stability}})
    state = after(state, Edict())
    assert (state.mats[C].adm, state.mats[C].stability) == (3 - cost, stability + 1)


@rule("PC-12.2")
def test_a_protestant_plays_no_card_of_the_church() -> None:
    state = position(hands={C: "MAN_OF_THE_CHURCH RED_HAT"}, protestants=(C,))
    assert bar(state, "man_of_the_church").clause == "PC-12.2"
    assert bar(state, "red_hat").clause == "PC-1.1"


@rule("PC-12.1", "PC-2.3")
def test_man_of_the_church_brings_a_cardinal_and_influence_each_half_alone_if_need_be() -> None:
    state = position(hands={C: "MAN_OF_THE_CHURCH"}, reformed=True, age=2, event="TURMOIL")
    assert options(state, "man_of_the_church") == {"CENTRAL_ITALY", "NAPLES", "HUNGARY", "GULF_OF_LION"}
    both = after(state, ManOfTheChurch("NAPLES"))
    assert (track(both), both.mats[C].influence_in("NAPLES")) == ("C C A F E", 1)
    assert refused(state, ManOfTheChurch("ELBE")).key == "refuse.man_of_the_church"
    roma = position(hands={C: "MAN_OF_THE_CHURCH"}, owners={"ROMA": "CASTILE"}, track="A F")
    half = done(roma, ManOfTheChurch("NAPLES"))
    assert (track(half.state), half.state.mats[C].influence_in("NAPLES")) == ("A F", 1)
    assert told(half, "event.cardinal.none")
    full = dict.fromkeys(("CENTRAL_ITALY", "NAPLES", "HUNGARY", "GULF_OF_LION", "LOW_COUNTRIES", "ELBE"), 5)
    other = position(hands={C: "MAN_OF_THE_CHURCH"}, influence={C: full})
    assert options(other, "man_of_the_church") == {None}
    neither = position(hands={C: "MAN_OF_THE_CHURCH"}, influence={C: full}, owners={"ROMA": "CASTILE"}, track="A F")
    assert bar(neither, "man_of_the_church").clause == "PC-9.1"


@rule("PC-12.1", "PC-2.3")
def test_a_red_hat_costs_4_ducats() -> None:
    state = after(position(hands={C: "RED_HAT"}), RedHat())
    assert (state.mats[C].ducats, track(state)) == (2, "C C A F E")
    assert bar(position(hands={C: "RED_HAT"}, mats={C: {"ducats": 3}}), "red_hat").key == "refuse.short.ducats"
    assert bar(position(hands={C: "RED_HAT"}, owners={"ROMA": "CASTILE"}, track="A"), "red_hat").clause == "PC-2.3"


@rule("PC-12.1", "PC-15.2")
def test_disgrace_takes_a_cardinal_of_the_others_choice() -> None:
    state = position(hands={C: "DISGRACE"}, track="F A F C")
    assert options(state, "disgrace") == {A, F}
    assert track(after(state, Disgrace(A))) == "F F C"
    assert after(state, Disgrace(F)).question == LosingCardinal(F, C, "disgrace")
    assert refused(state, Disgrace(E)).key == "refuse.disgrace"
    assert bar(position(hands={C: "DISGRACE"}, track="C"), "disgrace").clause == "PC-9.1"


@rule("PC-12.1", "PC-10.1")
def test_a_legate_puts_influence_where_the_papal_states_own_a_province() -> None:
    state = position(hands={C: "LEGATE"})
    assert options(state, "legate") == {"CENTRAL_ITALY", "GULF_OF_LION"}
    assert after(state, Legate("GULF_OF_LION", 2)).mats[C].influence_in("GULF_OF_LION") == 2
    assert refused(state, Legate("NAPLES", 1)).key == "refuse.legate"
    enemy = position(hands={C: "LEGATE"}, wars=(War(C, "PAPAL_STATES", None),))
    assert bar(enemy, "legate").clause == "PC-10.1"


@rule("PC-12.1")
def test_whisperers_remove_up_to_2_of_one_opponent_in_one_area() -> None:
    state = position(
        hands={C: "WHISPERERS"}, influence={A: {"NAPLES": 3, "ELBE": 1}, F: {"HUNGARY": 1}, C: {"NAPLES": 2}}
    )
    assert [choice.fields[0].options for choice in forms(state, "whisperers")] == [(A,), (F,)]  # type: ignore[union-attr]
    whispered = after(state, Whisperers(A, "NAPLES", 2))
    assert (whispered.mats[A].influence_in("NAPLES"), whispered.allies[2]) == (1, C)
    assert after(state, Whisperers(F, "HUNGARY", 2)).mats[F].influence_in("HUNGARY") == 0
    assert refused(state, Whisperers(F, "NAPLES", 1)).key == "refuse.whisperers"
    assert bar(position(hands={C: "WHISPERERS"}), "whisperers").clause == "PC-9.1"
