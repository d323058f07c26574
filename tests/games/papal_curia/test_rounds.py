"""Section 8 of the rules: turn order, the phases of a round, what is paid, and how Ages follow each other."""

import pytest

from games.papal_curia import GAME
from games.papal_curia.box import CROWNS
from games.papal_curia.rules.rounds import pay_up
from games.papal_curia.state import Hire, Keep, Options, Pass, PlaceInfluence, Turn, War
from games.papal_curia.table import Table
from tests.games.clauses import rule
from tests.games.papal_curia.positions import A, C, E, F, after, all_pass, done, position, replace, told
from tests.games.walks import seed_of


@rule("PC-8.1")
def test_the_first_round_goes_through_the_curia_from_right_to_left() -> None:
    state = GAME.setup(4, Options(realms=CROWNS[:4]), seed_of(2), "").state
    assert state.order == (E, F, A, C)
    assert state.question == Turn(E)


@rule("PC-8.1")
def test_later_rounds_go_by_prestige_and_the_tied_keep_their_order() -> None:
    state = position(order=(E, F, A, C), turn=E, track="A C F E")
    earned = replace(
        state,
        mats=tuple(
            replace(m, earned=(points, *m.earned[1:])) for m, points in zip(state.mats, (2, 0, 0, 2), strict=True)
        ),
    )
    assert all_pass(earned).state.order == (E, C, F, A)


@rule("PC-8.2", "PC-13.1")
def test_phase_1_turns_up_an_event_and_deals_a_card_to_each_two_to_the_last() -> None:
    outcome = all_pass(position(order=(E, F, A, C), turn=E))
    assert told(outcome, "event.turned_up")[0].reveals
    assert {
        event.public.arguments["who"]: event.public.arguments["cards"] for event in told(outcome, "event.draw")
    } == {
        **dict.fromkeys((E, F, A), 1),
        C: 2,
    }
    (last,) = [event for event in told(outcome, "event.draw") if event.public.arguments["who"] == C]
    assert set(last.private) == {C}
    assert len(outcome.state.hands[C].cards) == 2
    first = GAME.setup(4, Options(), seed_of(2), "").state
    assert {len(hand.cards) for hand in first.hands} == {3}


@rule("PC-8.2")
def test_an_empty_deck_is_made_anew_from_the_discards() -> None:
    state = position(hands={A: "LEGATE EDICT"})
    emptied = replace(state, deck=(), discards=state.deck)
    outcome = all_pass(emptied)
    assert told(outcome, "event.shuffle")
    assert outcome.state.hands[A].older == ("LEGATE", "EDICT"), "surely not from the new deck"
    nothing = replace(state, deck=(), hands=(replace(state.hands[0], newer=tuple(state.deck)), *state.hands[1:]))
    assert not told(all_pass(nothing), "event.draw")


@rule("PC-8.3")
def test_turns_go_round_until_all_have_passed_or_are_done() -> None:
    state = position(2, mats={seat: {"dip": 10} for seat in (C, A)})
    for number in range(4):
        assert state.question == Turn(C)
        state = after(state, PlaceInfluence("NAPLES", 1))
        assert state.question == Turn(A)
        state = after(state, PlaceInfluence("HUNGARY", 1)) if number < 3 else state
    outcome = done(state, PlaceInfluence("HUNGARY", 1))
    assert outcome.state.round == state.round + 1
    assert not told(outcome, "event.pass.first"), "being done is not passing"


@rule("PC-8.3")
def test_passing_is_final_for_the_round() -> None:
    state = after(position(3), Pass(), PlaceInfluence("NAPLES", 1), PlaceInfluence("NAPLES", 1))
    assert state.question == Turn(A)


@rule("PC-8.3")
def test_with_five_or_six_players_there_are_three_turns_a_round() -> None:
    assert GAME.view(position(5), None).seats[0].turns_left == 3
    assert GAME.view(position(4), None).seats[0].turns_left == 4


@rule("PC-8.5")
def test_phase_3_ends_all_wars() -> None:
    assert all_pass(position(wars=(War(C, "GRANADA", None),))).state.wars == ()


@rule("PC-8.6")
@pytest.mark.parametrize(
    ("mat", "protestants", "sum_"),
    [
        ({}, (), 1 + 4 - 3),
        ({"stability": 1}, (), 1 + 4 + 2 - 3),
        ({"stability": -1}, (), 1 + 4 - 2 - 3),
        ({}, (A,), 1 + 4 + 2 - 3),
        ({"advisors": ("DIPLOMATIC", "MILITARY")}, (), 1 + 4 - 4 - 3),
        ({"stability": 3}, (), 1 + 4 + 2 - 3),
    ],
)
def test_4_b_pays_and_takes_all_in_one_sum(mat: dict[str, object], protestants: tuple[int, ...], sum_: int) -> None:
    outcome = all_pass(position(mats={A: mat}, protestants=protestants))
    paid = {event.public.arguments["who"]: event.public.arguments["ducats"] for event in told(outcome, "event.income")}
    assert paid[A] == sum_


@rule("PC-8.6", "PC-3.3")
def test_the_controllers_advisors_cost_1_less_and_it_gains_1_diplomatic() -> None:
    advisors = {"advisors": ("ADMINISTRATIVE", "MILITARY")}
    outcome = all_pass(position(mats={C: advisors, A: advisors}))
    paid = {event.public.arguments["who"]: event.public.arguments["ducats"] for event in told(outcome, "event.income")}
    assert (paid[C], paid[A]) == (0, -2)
    assert (outcome.state.mats[C].dip, outcome.state.mats[A].dip) == (5, 4)


@rule("PC-8.6")
def test_4_c_and_4_d_cap_ducats_and_add_power() -> None:
    outcome = all_pass(position(mats={A: {"ducats": 25, "adm": 9, "advisors": ("ADMINISTRATIVE",)}}))
    mat = outcome.state.mats[A]
    assert (mat.dip, mat.mil) == (4, 4)
    assert mat.adm == 10
    event = {"PLAGUE": -2, "JUBILEE": 2}.get(outcome.state.event, 0)
    assert mat.ducats in (20 + event, 20, 22)


@rule("PC-8.6")
def test_4_e_pays_a_protestant_1_prestige() -> None:
    assert all_pass(position(protestants=(E,), track="C A F")).state.mats[E].prestige == 1


@rule("PC-8.7")
def test_who_can_not_pay_dismisses_mercenaries_then_advisors_then_regulars() -> None:
    poor = {"ducats": 0, "stability": -1, "advisors": ("ADMINISTRATIVE", "MILITARY")}
    state = position(mats={A: poor}, armies={A: {"POLAND": (2, 0), "AUSTRIA": (1, 1)}})
    outcome = done(all_pass(state).state, Keep({"AUSTRIA": 1}))
    gone = [event.public for event in outcome.events if event.public.key.startswith("event.unpaid")]
    # 1 + 4 - 2 - 4 - 3 - 2 = -6: back come 2, 2 and 2
    assert [fact.arguments.get("advisor", fact.arguments.get("area")) for fact in gone] == [
        "AUSTRIA",
        "MILITARY",
        "ADMINISTRATIVE",
    ]
    assert outcome.state.mats[A].regulars == 3


@rule("PC-8.7")
def test_regulars_go_in_the_order_of_the_map_and_the_rest_is_forgiven() -> None:
    state = position(mats={A: {"ducats": 0, "stability": -1}}, armies={A: {"POLAND": (1, 0), "NAPLES": (2, 0)}})
    table = Table(replace(state, owners=tuple(None if o == "AUSTRIA" else o for o in state.owners)))
    pay_up(table, A)
    assert (table.mats[A].ducats, table.mats[A].armies) == (0, ()), "1 - 2 - 3 = -4, and 3 Regulars are all there is"


@rule("PC-8.8")
def test_ages_follow_each_other_and_the_game_ends_after_the_last_round() -> None:
    state = position(age=1, round=2)
    state = all_pass(state).state
    assert (state.age, state.round, state.event) == (2, 1, "REFORMATION")
    for _ in range(3):
        state = all_pass(state).state
    assert (state.age, state.round) == (3, 1)
    state = all_pass(state).state
    assert GAME.result(state) is not None
    assert GAME.deciders(state) == ()


@rule("PC-8.8")
def test_commitments_go_with_the_round_and_so_do_passes_and_attacks() -> None:
    state = position(committed=(C,), mats={C: {"attacked": ("NAPLES",)}})
    state = all_pass(state).state
    assert state.committed == ()
    assert {(mat.turns, mat.passed, mat.attacked) for mat in state.mats} == {(0, False, ())}


@rule("PC-8.4")
def test_an_advisor_works_in_the_round_in_which_it_is_hired() -> None:
    state = after(position(2), Hire("MILITARY"))
    assert all_pass(state).state.mats[C].mil == 5
