"""Sections 5, 6, 9 and 10 of the rules: indicators, the Camarlengo's and the Dean's decisions, the Antipope."""

from typing import Any

import pytest

from games.habemus_papam import GAME
from games.habemus_papam.moves import (
    Discard,
    Eliminate,
    Gift,
    Keep,
    MakeOffer,
    Pass,
    Permit,
)
from games.habemus_papam.state import (
    Discarding,
    Eliminating,
    Keeping,
    Lying,
    Permitting,
    State,
    Turn,
    Vetoing,
)
from tests.games.clauses import rule
from tests.games.habemus_papam.positions import (
    after,
    board,
    card,
    done,
    papabile,
    passed,
    place,
    position,
    refused,
    told,
)

ALL_ON_ONE = "GUY 9 SFACCIATO 2 PAVITR 1 AL-MUQADAS 1 BACON 1 JUN 1 HANNAH 1"
"""Trofob alone has the least."""
FOUR = ("GUARDA", "ANDPRAY", "SERIO", "CREED")
OUT = " ".join(FOUR)


def ended(on: str, **more: Any) -> State:
    """The state after the phase has ended with the last pass needed."""
    seats = more.get("seats", 4)
    return passed(position(on, passes=seats - 2, **more))


@rule("HP-5.1")
@pytest.mark.parametrize(
    ("on", "tracks"),
    [
        ("", [None, None, None, None]),
        ("GUY 3", [("N", 3), ("S", 3), ("So", 3), ("Vet", 3)]),
        ("SFACCIATO 5 JUN 2", [("N", 3), ("S", 3), ("Ve", 5), ("Vet", 5)]),
        ("GUY 4 PAVITR 4", [None, None, ("So", 4), ("Vet", 4)]),
        ("HANNAH 5 GUY 3 TROFOB 2", [("C", 2), ("S", 3), ("Ve", 2), ("Nov", 2)]),
    ],
)
def test_the_highest_of_one_side_minus_the_highest_of_the_other(on: str, tracks: list[Any]) -> None:
    seen = GAME.view(position(on), None).board.tracks
    assert [(track.next_side, track.next_spaces) if track.next_side else None for track in seen] == tracks
    after_it = GAME.view(ended(on), None).board.tracks
    assert [(track.side, track.spaces) if track.side else None for track in after_it] == tracks


@rule("HP-5.1")
def test_a_side_with_nobody_face_up_counts_nothing() -> None:
    state = ended("HANNAH 5 GUY 3 JUN 1", out="HANNAH")
    assert GAME.view(state, None).board.tracks[3].side == "Vet"


@rule("HP-5.2")
def test_a_difference_above_five_counts_five() -> None:
    assert [track.spaces for track in GAME.view(ended("GUY 40"), None).board.tracks] == [5, 5, 5, 5]


@rule("HP-5.3")
def test_vetoed_pairs_are_set_too() -> None:
    track = GAME.view(ended("GUY 3", vetoes="N-C"), None).board.tracks[0]
    assert (track.side, track.spaces, track.veto.pair) == ("N", 3, "N-C")


@rule("HP-6.1")
def test_a_single_one_with_the_least_goes_at_once_and_keeps_his_influence() -> None:
    state = passed(position("GUY 4 JUN 3 BACON 1 HANNAH 2", faces=("GUY", "JUN", "BACON", "HANNAH", *FOUR), out=OUT))
    bacon = next(each for each in state.candidates if each.name == "BACON")
    assert bacon.out is None
    state = passed(state, 2)
    assert told_out(state) == ["BACON"]
    assert state.question == Vetoing(3)


def told_out(state: State) -> list[str]:
    """Who was eliminated in this round."""
    return [each.name for each in state.candidates if each.out == state.round]


@rule("HP-6.1")
def test_among_several_the_camarlengo_chooses() -> None:
    state = ended("GUY 4 JUN 3")
    assert state.question == Eliminating(3)
    assert refused(state, Eliminate("GUY")).key == "refuse.eliminate"
    assert refused(state, Eliminate("CREED")).key == "refuse.eliminate"
    assert refused(state, Eliminate("BACON"), 0).key == "refuse.not_asked"
    assert refused(position(), Eliminate("BACON")).key == "refuse.when.eliminate"
    assert told_out(after(state, Eliminate("BACON"))) == ["BACON"]


@rule("HP-6.1")
def test_the_influence_of_the_eliminated_counts_in_the_total() -> None:
    """Of 14 on all, 9 is not two thirds, though it would be without the one who is eliminated."""
    on = "GUY 9 JUN 2 BACON 1 HANNAH 2"
    state = position(on, passes=2, faces=("GUY", "JUN", "BACON", "HANNAH", *FOUR), out=OUT)
    assert papabile(state) is None
    assert told_out(passed(state)) == ["BACON"]
    assert passed(state).pope is None


@rule("HP-6.2")
@pytest.mark.parametrize(("on", "income"), [("GUY 7 JUN 6", 4), ("GUY 6 JUN 6", 3), ("", 0)])
def test_the_camarlengo_takes_half_of_the_leaders_influence(on: str, income: int) -> None:
    outcome = done(ended(on), Eliminate("BACON"))
    taken = told(outcome, "event.income")
    assert [event.public.arguments["influence"] for event in taken] == ([income] if income else [])
    assert [event.public.arguments["who"] for event in taken] == ([3] if income else [])


@rule("HP-6.3", "HP-6.4")
@pytest.mark.parametrize(
    ("on", "round_", "smoke"),
    [
        ("GUY 8 JUN 4", 1, "event.smoke.white"),
        ("GUY 8 JUN 5", 1, "event.smoke.black"),
        ("GUY 8 JUN 5", 5, "event.smoke.white"),
        ("GUY 5 JUN 5", 5, "event.smoke.none"),
        ("", 4, "event.smoke.black"),
    ],
)
def test_a_papabile_makes_white_smoke(on: str, round_: int, smoke: str) -> None:
    outcome = done(ended(on, round_=round_), Eliminate("BACON"))
    assert next(event.public.key for event in outcome.events if ".smoke." in event.public.key) == smoke
    assert told(outcome, "event.eliminate")


@rule("HP-6.4")
def test_the_eliminated_one_is_never_papabile() -> None:
    for on in ("GUY 1", "GUY 9 JUN 9", ALL_ON_ONE):
        state = ended(on)
        assert papabile(state) not in (
            GAME.choices(state, 3)[0].fields[0].options if isinstance(state.question, Eliminating) else told_out(state)
        )


# Section 9: the Dean


@rule("HP-9.1", "HP-9.4")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_with_three_or_six_the_seat_left_of_round_5s_camarlengo_is_dean(seats: int) -> None:
    state = position(
        seats=seats,
        round_=4,
        camarlengo=0,
        hands={0: "ORATIO"},
        question=Keeping((False, *[True] * (seats - 1)), (None,) * seats),
    )
    state = done(state, Keep(None), 0).state
    while isinstance(state.question, Discarding):
        seat = GAME.deciders(state)[0]
        first = GAME.choices(state, seat)[0].fields[0].most
        state = done(state, Discard({next(iter(first)): 1}), seat).state
    assert state.round == 5
    assert state.dean == ((state.camarlengo + 1) % seats if seats in (3, 6) else None)
    assert [len(hand) for hand in state.hands] == [3 if seat == state.camarlengo else 4 for seat in range(seats)]


def deans_question(on: str = "GUY 7 JUN 6") -> State:
    """Six players in round 5, and the Dean is asked."""
    state = passed(position(on, seats=6, round_=5, passes=4, dean=0, reserves=(10,) * 6))
    return after(state, Eliminate("BACON"))


@rule("HP-9.2")
@pytest.mark.parametrize(("answer", "camarlengo", "dean"), [("allow", 14, 12), ("refuse", 10, 10)])
def test_the_dean_allows_or_refuses(answer: Any, camarlengo: int, dean: int) -> None:
    state = deans_question()
    assert state.question == Permitting(0, 4)
    assert GAME.view(state, None).income == 4
    state = done(state, Permit(answer)).state
    assert (state.reserves[5], state.reserves[0]) == (camarlengo, dean)


@rule("HP-9.3")
def test_the_dean_is_asked_only_if_there_is_something_and_only_once() -> None:
    assert isinstance(deans_question().question, Permitting)
    assert not isinstance(deans_question("").question, Permitting)
    assert refused(deans_question(), Permit("allow"), 1).key == "refuse.not_asked"
    answered = done(deans_question(), Permit("refuse")).state
    assert answered.question is None or not isinstance(answered.question, Permitting)
    assert refused(position(), Permit("allow")).key == "refuse.when.permit"


@rule("HP-9.4")
def test_who_is_dean_was_camarlengo_never_of_six_and_once_of_three() -> None:
    for seats, times in ((6, 0), (3, 1)):
        camarlengos = [round_ % seats for round_ in range(5)]
        dean = (camarlengos[-1] + 1) % seats
        assert camarlengos.count(dean) == times


# Section 10: three players


def three(on: str = "", **more: Any) -> State:
    """Three players; the last is Camarlengo."""
    return position(on, seats=3, **more)


@rule("HP-10.1", "HP-10.2")
def test_the_antipope_acts_after_each_of_the_camarlengos_turns() -> None:
    state = after(three(), place("GUY 2"), place("JUN 1"))
    assert board(state) == "GUY 2 JUN 1"
    outcome = done(state, place("PAVITR 1"))
    assert board(outcome.state) == "GUY 2 SFACCIATO 1 PAVITR 1 AL-MUQADAS 1 BACON 1 JUN 1 HANNAH 1 TROFOB 1"
    assert told(outcome, "event.antipope")[0].public.arguments == {"candidates": 5}
    assert outcome.state.reserves == (8, 9, 9)
    assert outcome.state.question == Turn(0, 0)


@rule("HP-10.2")
def test_the_antipope_passes_over_the_eliminated() -> None:
    state = done(three("GUY 1", out="JUN BACON", turn=2), place("GUY 1")).state
    assert board(state) == "GUY 2 SFACCIATO 1 PAVITR 1 AL-MUQADAS 1 HANNAH 1 TROFOB 1"


@rule("HP-10.3")
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_two_passes_bring_the_antipope_and_the_end(turn: int) -> None:
    outcome = done(three("GUY 3", turn=turn, passes=1), Pass())
    assert len(told(outcome, "event.antipope")) == 1
    assert told(outcome, "event.phase_over")


@rule("HP-10.3")
def test_its_turns_neither_count_as_a_pass_nor_break_a_run() -> None:
    state = passed(three("GUY 3", turn=2))
    assert state.question == Turn(0, 1)
    assert not isinstance(passed(state).question, Turn)


@rule("HP-10.4")
def test_it_is_never_camarlengo() -> None:
    for seats, number in ((3, 3), (4, 4)):
        assert len({(0 + at) % seats for at in range(9)}) == number
    assert GAME.view(three(), None).antipope
    assert not GAME.view(position(), None).antipope


@rule("HP-10.5")
def test_no_pope_after_round_5_and_all_three_lose() -> None:
    state = passed(three("GUY 5 JUN 5", round_=5, passes=1, secrets={0: "CORRUPT"}))
    state = after(state, *([Eliminate("BACON")] if isinstance(state.question, Eliminating) else []))
    result = GAME.result(state)
    assert (result.winners, result.how.key) == ((), "how.antipope")
    assert [(standing.place, standing.total) for standing in result.standings] == [(2, 0)] * 3
    assert state.revealed


@rule("HP-10.5")
def test_a_pope_in_round_5_beats_the_antipope() -> None:
    state = passed(three("GUY 40", round_=5, passes=1, dean=0, secrets={0: "FANATIC", 1: "HEIR", 2: "SHOWMAN"}))
    state = after(state, Eliminate("BACON"), Permit("refuse"))
    assert GAME.result(state).winners


@rule("HP-10.6")
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_it_acts_once_when_suffragatio_ends_the_phase(turn: int) -> None:
    outcome = done(three("GUY 3", turn=turn, lying=(Lying("SUFFRAGATIO", turn, 7),)), place("GUY 1"))
    assert told(outcome, "event.phase_over.suffragatio")
    assert len(told(outcome, "event.antipope")) == 1


@rule("HP-10.6")
def test_papabile_is_read_after_the_antipopes_turn() -> None:
    state = three("GUY 2", turn=0, passes=1)
    assert papabile(state) == "GUY"
    assert done(state, Pass()).state.pope is None


@rule("HP-10.7")
def test_nothing_can_name_the_antipope() -> None:
    state = three(hands={0: "TRIBUTUM EXTRACTUM", 1: "ORATIO"})
    for choice in GAME.choices(state, 0):
        for field in choice.fields:
            assert 3 not in getattr(field, "options", ())
    assert refused(state, card("TRIBUTUM", 3, pay=2)).key == "refuse.target.TRIBUTUM"
    assert refused(state, Gift(3, 1)).key == "refuse.not_on_turn"
    assert refused(state, MakeOffer(3, 1, {}, 0, {})).key == "refuse.not_on_turn"
