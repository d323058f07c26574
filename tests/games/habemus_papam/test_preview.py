"""What a preview foretells is what the move then does."""

from typing import Any

import pytest

from games.habemus_papam import GAME
from games.habemus_papam.moves import (
    Discard,
    Distribute,
    Eliminate,
    Gift,
    Keep,
    Pass,
    Permit,
    PutVeto,
)
from games.habemus_papam.state import (
    Discarding,
    Distributing,
    Eliminating,
    Keeping,
    Lying,
    Permitting,
    State,
    Vetoing,
)
from tests.games.clauses import rule
from tests.games.habemus_papam.positions import card, cards, done, place, position

HANDS = {0: "ADDERE MOVERE MURMUR PACTUM", 1: "ORATIO"}
LYING = (Lying("MURMUR", 3, 1, "JUN"),)
ON = "GUY 5 JUN 2 HANNAH 1"


def on_turn(**more: Any) -> State:
    """Seat 0 is on turn, with every kind of card that changes the board within reach."""
    return position(ON, hands={**HANDS, **more.pop("hands", {})}, lying=LYING, out="TROFOB", vetoes="N-C", **more)


@pytest.mark.parametrize(
    ("hand", "move"),
    [
        ("", place("GUY 2 JUN 3")),
        ("ADDERE", card("ADDERE", "N", pay=1)),
        ("MOVERE", card("MOVERE", "GUY", "BACON", 3, pay=4)),
        ("MURMUR", card("MURMUR", "GUY", pay=2)),
        ("PACTUM PACTUM", card("PACTUM", "GUY", cards_="PACTUM")),
        ("PROHIBERE", card("PROHIBERE", "GUY", pay=2)),
        ("RESURRECTIO", card("RESURRECTIO", "TROFOB", pay=2)),
        ("SUBTRAHERE", card("SUBTRAHERE", "C", pay=1)),
        ("BENEDICTIO", card("BENEDICTIO", "HANNAH", pay=2)),
        ("DISPENSATIO", card("DISPENSATIO", "N-C", "I-S", pay=2)),
        ("TRIBUTUM ORATIO", card("TRIBUTUM", 1, pay=1, cards_="ORATIO")),
        ("SILENTIUM", card("SILENTIUM", 1, pay=1)),
        ("SUFFRAGATIO", card("SUFFRAGATIO", pay=3)),
        ("", Pass()),
    ],
)
def test_an_action_does_what_was_foretold(hand: str, move: Any) -> None:
    state = on_turn(hands={0: hand})
    before, after_it = GAME.view(state, 0), GAME.view(done(state, move).state, 0)
    told = GAME.preview(before, move)
    assert told.board == after_it.board
    assert (told.reserve, told.hand) == (after_it.mine.reserve, len(after_it.mine.hand))
    assert told.worth == after_it.mine.worth
    assert told.cost == getattr(move, "influence", 0) if not hasattr(move, "to") and hand else True
    assert not told.ends_phase


def test_a_placing_tells_its_cost_and_who_is_papabile_then() -> None:
    told = GAME.preview(GAME.view(on_turn(), 0), place("GUY 2 JUN 3"))
    assert (told.cost, told.cards, told.board.total, told.board.papabile) == (8, 0, 13, None)
    assert GAME.preview(GAME.view(on_turn(), 0), place("GUY 1")).board.papabile == "GUY"


def test_a_gift_and_the_answers_of_the_other_phases() -> None:
    state = on_turn()
    assert GAME.preview(GAME.view(state, 0), Gift(1, 4)).reserve == 6
    assert GAME.preview(GAME.view(state, 1), Gift(0, 4)).reserve == 6
    opened = position(question=Distributing(3))
    told = GAME.preview(GAME.view(opened, 3), Distribute({"GUY": 3}))
    assert (told.board.total, told.reserve, told.board.papabile) == (3, 10, "GUY")
    asked = position(ON, question=Eliminating(3))
    told = GAME.preview(GAME.view(asked, 3), Eliminate("BACON"))
    assert [each.name for each in told.board.candidates if each.out] == ["BACON"]
    told = GAME.preview(GAME.view(position(question=Vetoing(3)), 3), PutVeto("I-S"))
    assert [track.veto.by if track.veto else None for track in told.board.tracks] == [None, 3, None, None]


def test_hands_after_keeping_and_discarding() -> None:
    state = position(hands=HANDS, question=Keeping((False, False, True, True), (None,) * 4))
    assert GAME.preview(GAME.view(state, 0), Keep("ADDERE")).hand == 1
    assert GAME.preview(GAME.view(state, 0), Keep(None)).hand == 0
    full = {0: "ADDERE MOVERE MURMUR PACTUM ORATIO"}
    state = position(hands=full, question=Discarding((False, True, True, True), ({},) * 4))
    assert GAME.preview(GAME.view(state, 0), Discard(cards("ORATIO"))).hand == 4


@rule("HP-4.6", "HP-12.4f")
def test_a_preview_says_whether_the_phase_ends() -> None:
    assert GAME.preview(GAME.view(position(passes=2), 0), Pass()).ends_phase
    assert not GAME.preview(GAME.view(position(passes=2), 0), place("GUY 1")).ends_phase
    closing = position(lying=(Lying("SUFFRAGATIO", 0, 3),))
    assert GAME.preview(GAME.view(closing, 0), place("GUY 1")).ends_phase
    assert not GAME.preview(GAME.view(position(lying=(Lying("SUFFRAGATIO", 1, 3),)), 0), Pass()).ends_phase


@rule("HP-10.1", "HP-10.3", "HP-10.6")
@pytest.mark.parametrize(
    ("seat", "passes", "move", "papabile"),
    [
        (2, 0, place("GUY 4"), None),
        (2, 0, card("SILENTIUM", 1, pay=1), None),
        (2, 0, Pass(), None),
        (1, 0, place("GUY 4"), "GUY"),
        (1, 1, Pass(), None),
        (2, 0, card("CONVERSIO", pay=2), "GUY"),
    ],
)
def test_a_preview_counts_an_antipope_that_follows(seat: int, passes: int, move: Any, papabile: str | None) -> None:
    """Seat 2 is Camarlengo; the Antipope comes after its turn, or after the phase's last pass."""
    state = position("GUY 5", seats=3, turn=seat, passes=passes, hands={2: "SILENTIUM CONVERSIO"})
    told = GAME.preview(GAME.view(state, seat), move).board
    then = GAME.view(done(state, move).state, seat).board
    assert (told.papabile, told.candidates, told.total) == (papabile, then.candidates, then.total)


@rule("HP-9.2")
def test_a_preview_tells_the_dean_what_allowing_brings() -> None:
    state = position("GUY 9 JUN 3", seats=6, round_=5, dean=0, question=Permitting(0, 5))
    told = {answer: GAME.preview(GAME.view(state, 0), Permit(answer)).reserve for answer in ("allow", "refuse")}
    assert told == {"allow": 13, "refuse": 10}


def test_a_spectator_sees_the_board_alone() -> None:
    told = GAME.preview(GAME.view(on_turn(), None), place("GUY 2"))
    assert (told.board.total, told.reserve, told.hand, told.worth) == (10, None, None, ())


@pytest.mark.parametrize(
    ("secret", "fulfils", "pays"),
    [
        ("FANATIC", True, 25),
        ("LOSS-OF-FAITH", True, 10),
        ("MACHIAVELLI", False, 0),
        ("HEIR", True, 10),
        ("SHOWMAN", False, 0),
    ],
)
def test_what_a_candidate_is_worth_to_me_for_certain(secret: str, fulfils: bool, pays: int) -> None:
    """Guy leads by 3 in all four pairs; seat 0 shares Novator, Senex and Solemnis with him, and his order."""
    state = position(
        "GUY 5 JUN 2 HANNAH 2", objectives={0: "N S So Nov Franciscans", 2: "N S Ve Vet Jesuits"}, secrets={0: secret}
    )
    guy = GAME.view(state, 0).mine.worth[0]
    assert (guy.candidate, guy.shared, guy.order) == ("GUY", ("N", "S", "So"), True)
    assert (guy.points, guy.fulfils, guy.secret) == (3 * 6 + 10, fulfils, pays)
