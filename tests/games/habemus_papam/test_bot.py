"""What the bots of Habemus Papam do in positions where it is clear what is good."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.habemus_papam import GAME
from games.habemus_papam.moves import Accept, Copy, Decline, Gift, MakeOffer, Pass, Place, Play
from games.habemus_papam.state import ANY, Copying, Distributing, Keeping, Lying, Permitting, State
from games.kernel.bots import Asked, Patience, as_move
from games.kernel.dice import Cup, dice_from
from tests.games.habemus_papam.positions import done, held, position, with_

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


def volunteered(state: State, seat: int, level: str = "courtier") -> Any:
    """The free move that the bot makes, if any."""
    volunteer = GAME.bots[level].volunteer
    assert volunteer is not None
    taken = volunteer(Asked(GAME, state, seat, A_FEW), Cup(dice_from(bytes(range(32)), "bot")))
    return None if taken is None else as_move(GAME, taken)


def offered(move: MakeOffer, by: int, **more: Any) -> State:
    """A position of the first seat's turn with an open offer."""
    return done(position("GUY 3 JUN 4", **more), move, by).state


ANSWERING = pytest.mark.parametrize("level", ["novice", "courtier", "cardinal"])


@ANSWERING
def test_a_good_offer_is_accepted_with_the_card_that_is_worth_least(level: str) -> None:
    hands = {0: "PACTUM DISPENSATIO", 1: "ADDERE"}
    state = offered(MakeOffer(0, 5, {}, 0, {ANY: 1}), 1, hands=hands)
    assert volunteered(state, 0, level) == Accept(1, {"DISPENSATIO": 1})


@ANSWERING
def test_a_bad_offer_is_refused(level: str) -> None:
    state = offered(MakeOffer(0, 0, {"DISPENSATIO": 1}, 8, {}), 1, hands={1: "DISPENSATIO"})
    assert volunteered(state, 0, level) == Decline(1)


@ANSWERING
def test_what_cannot_be_accepted_is_refused_too(level: str) -> None:
    state = offered(MakeOffer(0, 0, {"PACTUM": 1}, 99, {}), 1, hands={1: "PACTUM"})
    assert volunteered(state, 0, level) == Decline(1)


def test_what_the_offerer_has_no_more_is_refused() -> None:
    state = offered(MakeOffer(0, 5, {"PACTUM": 1}, 1, {}), 1, hands={1: "PACTUM"})
    assert isinstance(volunteered(state, 0), Accept)
    assert volunteered(with_(state, reserves=(10, 4, 16, 10)), 0) == Decline(1)
    dealt_away = with_(state, hands=((), (), held("PACTUM"), ()))
    assert volunteered(dealt_away, 0) == Decline(1)


def test_a_card_is_offered_to_one_who_can_use_it() -> None:
    """Pactum takes 5 from the general reserve for seat 0, whose turn it is; seat 1 would have to wait for its own."""
    made = [
        volunteered(with_(position("GUY 9 JUN 8", round_=4, hands={1: "PACTUM"}), turns=turns), 1)
        for turns in range(10, 17)
    ]
    offers = [move for move in made if isinstance(move, MakeOffer)]
    assert len(offers) == 1
    assert offers[0].asks >= 1


def test_a_seat_on_turn_gives_and_offers_nothing() -> None:
    made = [volunteered(with_(position("GUY 9 JUN 8", hands={0: "PACTUM"}), turns=turns), 0) for turns in range(7)]
    assert made == [None] * 7


def test_whether_an_offer_is_thought_of_hangs_on_the_turn_alone() -> None:
    """Whatever is in the hand: an offer comes on one turn in seven at most, and on the same."""
    for hand in ("PACTUM", "TRIBUTUM ORATIO", "MOVERE MURMUR ADDERE"):
        states = [with_(position("GUY 9 JUN 8", hands={1: hand}), turns=turns) for turns in range(21)]
        thought = [turns for turns, state in enumerate(states) if isinstance(volunteered(state, 1), MakeOffer)]
        assert all(turns % 7 == 5 for turns in thought)


def test_influence_is_given_to_one_who_can_end_what_the_giver_cannot() -> None:
    """Bacon is elected if seat 0 passes; 5 on others would end it, and it has 4. Earlier the giver waits."""
    assert volunteered(position("BACON 9", passes=2, reserves=(4, 10, 10, 10)), 1) == Gift(0, 1)
    assert volunteered(position("BACON 9", passes=0, reserves=(4, 10, 10, 10)), 1) is None


@ANSWERING
def test_a_bot_that_made_an_offer_lets_it_stand(level: str) -> None:
    state = offered(MakeOffer(0, 1, {}, 0, {ANY: 1}), 1, hands={0: "PACTUM"})
    assert volunteered(state, 1, level) is None
