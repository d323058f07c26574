"""What the bots of Habemus Papam do in positions where it is clear what is good."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.habemus_papam import GAME
from games.habemus_papam.moves import Copy, Pass, Place, Play
from games.habemus_papam.state import Copying, Distributing, Keeping, Lying, Permitting, State
from games.kernel.bots import Asked, Patience, as_move
from games.kernel.dice import Cup, dice_from
from tests.games.habemus_papam.positions import position, with_

A_FEW = Patience(playouts=24)
THOUGHTFUL = pytest.mark.parametrize("level", ["courtier", "cardinal"])


def answer(state: State, level: str = "courtier", seat: int = 0) -> Any:
    """What the bot does."""
    cup = Cup(dice_from(bytes(range(32)), "bot"))
    return as_move(GAME, GAME.bots[level].answer(Asked(GAME, state, seat, A_FEW), cup))


def last_turn(on: str, reserves: Sequence[int] = (10, 10, 10, 10), **more: Any) -> State:
    """The last turn before the phase ends, unless this seat does something."""
    return position(on, passes=2, reserves=reserves, **more)


@THOUGHTFUL
def test_a_pope_who_wins_is_let_be(level: str) -> None:
    """Trofob shares all four sides with seat 0; one pass more elects him."""
    assert answer(last_turn("TROFOB 9 JUN 1"), level) == Pass()


@THOUGHTFUL
def test_a_pope_who_loses_is_fought(level: str) -> None:
    """Bacon would bring all others far more than seat 0, which alone can still pay."""
    state = last_turn("BACON 9 JUN 1", reserves=(10, 0, 0, 0), objectives={0: "N I So Nov Jesuits"})
    moved = answer(state, level)
    assert isinstance(moved, Place | Play)
    assert GAME.view(GAME.resolve(state, 0, moved).state, 0).board.papabile != "BACON"


def test_cards_that_are_of_no_use_pay_before_influence_does() -> None:
    """Pactum brings 5 now; the other cards are good for nothing here but to pay."""
    moved = answer(position("GUY 10 JUN 9", passes=0, hands={0: "PACTUM DISPENSATIO"}))
    assert moved == Play("PACTUM", "GUY", None, None, 0, {"DISPENSATIO": 1})


def test_a_silenced_seat_passes() -> None:
    assert answer(position("BACON 9", lying=[Lying("SILENTIUM", 1, 8, 0)])) == Pass()


def test_the_camarlengo_places_where_the_own_sides_gain() -> None:
    moved = answer(position(camarlengo=0, question=Distributing(0), round_=1))
    assert moved.influence.get("TROFOB", 0) >= 3


def test_the_best_card_is_kept() -> None:
    asked = Keeping((False, True, True, True), (None,) * 4)
    assert answer(position(hands={0: "DISPENSATIO PACTUM"}, question=asked)).card == "PACTUM"


def test_corrupt_copies_what_pays_most() -> None:
    """Fanatic pays 25 for any Pope of round 2."""
    secrets = {0: "CORRUPT", 1: "FANATIC", 2: "ANTIPOPE", 3: "HEIR"}
    state = with_(position("GUY 9", secrets=secrets, question=Copying(0)), pope="GUY", revealed=True)
    assert answer(state) == Copy(1)


def test_the_dean_takes_what_is_offered_by_a_camarlengo_far_behind() -> None:
    question = Permitting(1, 4)
    state = position("GUY 8", seats=3, round_=5, camarlengo=0, dean=1, question=question, reserves=(1, 10, 12))
    assert answer(state, seat=1).answer == "allow"
