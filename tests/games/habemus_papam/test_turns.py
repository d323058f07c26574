"""Sections 3 and 4 of the rules: the Camarlengo's Influence, turns, placing, paying, passing, who is Papabile."""

import msgspec
import pytest

from games.habemus_papam import GAME
from games.habemus_papam.board import papabile as read_papabile
from games.habemus_papam.moves import Distribute, Pass
from games.habemus_papam.state import Distributing, Lying, Turn
from tests.games.clauses import rule
from tests.games.habemus_papam.positions import (
    after,
    board,
    card,
    done,
    hand,
    influence,
    papabile,
    passed,
    place,
    position,
    refused,
    told,
)


def opening(round_: int, **more: object) -> object:
    """The Camarlengo is asked in phase 1 of this round."""
    return position(round_=round_, question=Distributing(3), **more)  # type: ignore[arg-type]


@rule("HP-3.1")
@pytest.mark.parametrize(("round_", "most"), [(1, 4), (2, 3), (3, 2), (4, 1)])
def test_the_camarlengo_places_up_to_five_minus_the_round(round_: int, most: int) -> None:
    state = opening(round_)
    for amount in range(most + 1):
        placed = after(state, Distribute(influence(f"GUY {amount}")))
        assert placed.candidates[0].influence == amount
        assert placed.reserves == (10,) * 4
        assert placed.question == Turn(0, 0)
    assert refused(state, Distribute({"GUY": most, "JUN": 1})).key == "refuse.distribute.too_much"
    assert refused(state, Distribute({"GUY": -1})).key == "refuse.place.negative"
    assert refused(state, Distribute({"CREED": 0})).key == "refuse.candidate.absent"
    assert refused(opening(round_, out="GUY"), Distribute({"GUY": 1})).key == "refuse.candidate.out"


@rule("HP-3.1")
def test_others_don_t_place_in_phase_1() -> None:
    assert refused(opening(1), Distribute({}), 0).key == "refuse.not_asked"
    assert refused(opening(1), place("GUY 1"), 0).key == "refuse.when.turn"
    assert refused(position(), Distribute({})).key == "refuse.when.distribute"


@rule("HP-3.2")
def test_murmur_does_not_touch_what_the_camarlengo_places() -> None:
    state = opening(2, lying=(Lying("MURMUR", 0, 1, "GUY"),))
    assert after(state, Distribute({"GUY": 3})).candidates[0].influence == 3


@rule("HP-3.3")
def test_the_only_candidate_with_influence_is_papabile_at_once() -> None:
    outcome = done(opening(1), Distribute({"GUY": 1}))
    assert papabile(outcome.state) == "GUY"
    assert told(outcome, "event.papabile")


@rule("HP-4.1")
def test_turns_go_clockwise_from_the_camarlengos_left() -> None:
    state = after(position(round_=1, camarlengo=1, question=Distributing(1)), Distribute({}))
    seats = []
    for _ in range(5):
        seats.append(state.question.seat)
        state = after(state, place("GUY 1"))
    assert seats == [2, 3, 0, 1, 2]


@rule("HP-4.1")
def test_only_the_seat_on_turn_acts() -> None:
    state = position(hands={1: "ORATIO"})
    for move in (Pass(), place("GUY 1"), card("ORATIO", pay=1)):
        assert refused(state, move, 1).key == "refuse.not_asked"


@rule("HP-4.2")
def test_a_placing_splits_what_the_reserve_holds() -> None:
    state = after(position(reserves=(7, 0, 0, 0)), place("GUY 4 JUN 3"))
    assert (board(state), state.reserves[0]) == ("GUY 4 JUN 3", 0)


@rule("HP-4.2")
@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("GUY 11", "refuse.place.too_much"),
        ("GUY 6 JUN 5", "refuse.place.too_much"),
        ("GUY 0", "refuse.place.nothing"),
        ("", "refuse.place.nothing"),
        ("GUY -1 JUN 2", "refuse.place.negative"),
        ("CREED 1", "refuse.candidate.absent"),
        ("HANNAH 1", "refuse.candidate.out"),
    ],
)
def test_a_wrong_placing_is_refused(text: str, key: str) -> None:
    reason = refused(position(out="HANNAH"), place(text))
    assert (reason.clause, reason.key) == ("HP-4.2", key)


@rule("HP-4.2")
@pytest.mark.parametrize("amount", [1.5, "1", True, None, 1e300])
def test_influence_is_a_whole_number(amount: object) -> None:
    for tag, field in (("place", "influence"), ("distribute", "influence")):
        with pytest.raises(msgspec.ValidationError):
            GAME.move(tag, {field: {"GUY": amount}})
    with pytest.raises(msgspec.ValidationError):
        GAME.move("gift", {"to": 1, "influence": amount})


@rule("HP-4.2")
def test_without_influence_placing_is_barred() -> None:
    choice = GAME.choices(position(reserves=(0, 10, 10, 10)), 0)[0]
    assert (choice.move, choice.barred.key) == ("place", "refuse.place.poor")


@rule("HP-4.3")
@pytest.mark.parametrize(("pay", "with_cards"), [(2, ""), (1, "ORATIO"), (0, "ORATIO ORATIO"), (0, "ORATIO PACTUM")])
def test_a_cost_is_paid_with_influence_cards_or_both(pay: int, with_cards: str) -> None:
    state = position("GUY 1", hands={0: "TRIBUTUM ORATIO ORATIO PACTUM"})
    outcome = done(state, card("TRIBUTUM", 1, pay=pay, cards_=with_cards))
    assert outcome.state.reserves[0] == 10 - pay
    assert len(outcome.state.hands[0]) == 3 - len(with_cards.split())
    assert [each.card for each in outcome.state.buried] == with_cards.split()
    assert outcome.state.discards == ("TRIBUTUM",)


@rule("HP-4.3")
@pytest.mark.parametrize(
    ("pay", "with_cards", "key"),
    [
        (1, "", "refuse.pay.exactly"),
        (3, "", "refuse.pay.exactly"),
        (2, "ORATIO", "refuse.pay.exactly"),
        (1, "TRIBUTUM", "refuse.pay.cards"),
        (0, "ORATIO ORATIO", "refuse.pay.cards"),
        (1, "PACTUM", "refuse.pay.cards"),
        (-1, "ORATIO", "refuse.pay.influence"),
        (11, "", "refuse.pay.influence"),
    ],
)
def test_a_wrong_payment_is_refused(pay: int, with_cards: str, key: str) -> None:
    reason = refused(position(hands={0: "TRIBUTUM ORATIO"}), card("TRIBUTUM", 1, pay=pay, cards_=with_cards))
    assert (reason.clause, reason.key) == ("HP-4.3", key)


@rule("HP-4.3")
def test_others_learn_how_many_cards_paid_and_not_which() -> None:
    outcome = done(position(hands={0: "ADDERE MOVERE"}), card("ADDERE", "N", cards_="MOVERE"))
    event = told(outcome, "event.play.cards")[0]
    assert event.public.arguments == {"who": 0, "card": "ADDERE", "influence": 0, "cards": 1}
    assert event.private == {}


@rule("HP-4.3")
def test_what_is_marked_with_a_question_mark() -> None:
    state = position("GUY 5", round_=3, hands={0: "MURMUR MOVERE"}, reserves=(20, 0, 0, 0))
    assert refused(state, card("MURMUR", "GUY", pay=2)).arguments["cost"] == 3
    assert refused(state, card("MOVERE", "GUY", "JUN", 4, pay=4)).arguments["cost"] == 5
    assert after(state, card("MURMUR", "GUY", pay=3)).reserves[0] == 17
    assert board(after(state, card("MOVERE", "GUY", "JUN", 4, pay=5))) == "GUY 1 JUN 4"


@rule("HP-4.4")
def test_a_card_without_a_target_is_barred_and_a_played_one_is_discarded() -> None:
    state = position(hands={0: "PACTUM ADDERE SUFFRAGATIO"})
    barred = {choice.fields[0].options[0]: choice.barred for choice in GAME.choices(state, 0) if choice.move == "play"}
    assert barred["PACTUM"].key == "refuse.target.PACTUM"
    assert barred["ADDERE"] is None
    assert refused(state, card("PACTUM", "GUY", pay=1)).key == "refuse.target.PACTUM"
    assert after(state, card("ADDERE", "N", pay=1)).discards == ("ADDERE",)
    lying = after(state, card("SUFFRAGATIO", pay=3))
    assert (lying.discards, [each.card for each in lying.lying]) == ((), ["SUFFRAGATIO"])


@rule("HP-4.5")
def test_who_passed_may_act_again() -> None:
    state = passed(position())
    state = after(state, place("GUY 1"), place("GUY 1"), place("GUY 1"))
    assert after(state, place("GUY 1")).candidates[0].influence == 4


@rule("HP-4.6")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_all_but_one_passing_ends_the_phase(seats: int) -> None:
    state = passed(position("GUY 1", seats=seats), seats - 2)
    assert state.question == Turn(seats - 2, seats - 2)
    ended = passed(state)
    assert not isinstance(ended.question, Turn)
    assert isinstance(after(state, place("GUY 1")).question, Turn)


@rule("HP-4.6")
def test_another_action_starts_the_count_again_and_the_camarlengo_may_get_no_turn() -> None:
    state = after(passed(position(), 2), place("GUY 1"))
    assert state.question == Turn(3, 0)
    assert GAME.view(passed(position(), 2), None).passes_to_end == 3
    opened = after(position(round_=1, camarlengo=3, question=Distributing(3)), Distribute({}))
    assert not isinstance(passed(opened, 3).question, Turn)


@rule("HP-4.6")
def test_a_forced_pass_is_a_pass() -> None:
    state = position(passes=2, turn=1, lying=(Lying("SILENTIUM", 0, 5, 1),))
    assert not isinstance(passed(state).question, Turn)


@rule("HP-4.7")
def test_papabile_is_read_after_every_change_up_and_down() -> None:
    state = after(position("GUY 4 JUN 2", hands={1: "SUBTRAHERE"}), place("GUY 1"))
    assert papabile(state) == "GUY"
    outcome = done(after(state, card("SUBTRAHERE", "N", pay=1)), place("JUN 3"))
    assert papabile(outcome.state) is None
    assert told(outcome, "event.papabile.nobody")
    assert papabile(position()) is None


@rule("HP-4.8")
@pytest.mark.parametrize(
    ("text", "name"), [("GUY 6 JUN 5", "GUY"), ("GUY 5 JUN 5", None), ("GUY 4 JUN 3 BACON 1", None)]
)
def test_more_than_half_is_enough_in_round_5(text: str, name: str | None) -> None:
    assert papabile(position(text, round_=5)) == name


@rule("HP-4.8")
@pytest.mark.parametrize(("text", "name"), [("GUY 4 JUN 3 BACON 2", "GUY"), ("GUY 4 JUN 4", None), ("", None)])
def test_with_the_house_rule_most_influence_is_enough(text: str, name: str | None) -> None:
    assert papabile(position(text, round_=5, round5_plurality=True)) == name
    assert papabile(position("GUY 4 JUN 3 BACON 2", round_=4, round5_plurality=True)) is None


@rule("HP-4.7", "HP-4.8")
@pytest.mark.parametrize("plurality", [False, True])
@pytest.mark.parametrize("round_", [1, 5])
@pytest.mark.parametrize(
    "text", ["", "GUY 1", "GUY 4 JUN 2", "GUY 5 JUN 4 BACON 3", "GUY 9 JUN 1", "GUY 7 JUN 7 TROFOB 7"]
)
def test_what_each_needs_and_what_unmakes_are_exact(text: str, round_: int, plurality: bool) -> None:
    state = position(text, round_=round_, round5_plurality=plurality, reserves=(99, 0, 0, 0))
    for each in GAME.view(state, None).board.candidates:
        assert (each.needs == 0) == (papabile(state) == each.name)
        for more in (each.needs - 1, each.needs):
            if more > 0:
                made = papabile(after(state, place(f"{each.name} {more}")))
                assert (made == each.name) == (more == each.needs)
        if each.breaks is not None:
            rivals = [other for other in state.candidates if other.name != each.name]
            strongest = max(rivals, key=lambda other: other.influence).name
            assert papabile(after(state, place(f"{strongest} {each.breaks}"))) != each.name
            if each.breaks > 1:
                assert papabile(after(state, place(f"{strongest} {each.breaks - 1}"))) == each.name
        else:
            assert each.name != papabile(state)


@rule("HP-4.12")
def test_the_cost_is_paid_before_the_effect() -> None:
    """A card that paid is gone before the effect, and what an effect brings can't pay for it."""
    state = position(hands={0: "EXTRACTUM ORATIO", 1: "PACTUM"})
    after_it = after(state, card("EXTRACTUM", 1, cards_="ORATIO"))
    assert hand(after_it, 0) == "PACTUM"
    assert [each.card for each in after_it.buried] == ["ORATIO"]
    poor = position("GUY 9", hands={0: "PACTUM"}, reserves=(0, 9, 9, 9))
    barred = [choice for choice in GAME.choices(poor, 0) if choice.move == "play"]
    assert barred[0].barred.key == "refuse.pay.poor"
    assert refused(poor, card("PACTUM", "GUY", pay=1)).key == "refuse.pay.influence"


@rule("HP-4.13")
def test_every_turn_but_a_pass_uses_something_up() -> None:
    state = position(hands={0: "PACTUM"}, reserves=(1, 0, 0, 0))
    assert sum(after(state, place("GUY 1")).reserves) < sum(state.reserves)
    nothing_left = position(reserves=(0, 0, 0, 0))
    open_ = [choice.move for choice in GAME.choices(nothing_left, 0) if choice.barred is None and choice.free is None]
    assert open_ == ["pass"]


def test_who_is_out_is_never_papabile() -> None:
    state = position("GUY 9 JUN 1", out="GUY")
    assert read_papabile(state.candidates, 2) is None
