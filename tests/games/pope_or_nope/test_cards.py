"""Section 4 of the rules: each card's targets and effect, and when the page asks first."""

from typing import Any

import pytest

from games.kernel.choices import OneOf
from games.kernel.events import Fact, Reason
from games.pope_or_nope import GAME
from games.pope_or_nope.rules.piles import read
from games.pope_or_nope.state import Play, State, Turn
from tests.games.clauses import rule
from tests.games.pope_or_nope.positions import done, hand, passes, play, position, refused, stack, told


def targets(state: State, card: str) -> tuple[object, ...]:
    """The piles that the seat on turn may play this card on; () if it is barred."""
    return tuple(option for field in _fields(state, card) if field.name == "pile" for option in field.options)


def asked_first(state: State, card: str) -> dict[object, Reason]:
    """The piles about which the page asks before this card is played there."""
    return dict(caution for field in _fields(state, card) for caution in field.cautions)


def _fields(state: State, card: str) -> list[OneOf]:
    assert isinstance(state.question, Turn)
    choices = GAME.choices(state, state.question.seat)
    fields = [choice.fields for choice in choices if choice.move == "play" and choice.fields[0].options == (card,)]  # type: ignore[union-attr]
    return [field for field in fields[0] if isinstance(field, OneOf)]


def barred(state: State, card: str) -> Reason:
    """Why this card of the seat on turn can go nowhere."""
    assert isinstance(state.question, Turn)
    for choice in GAME.choices(state, state.question.seat):
        if choice.move == "play" and choice.fields == (OneOf("card", (card,)),) and choice.barred is not None:
            return choice.barred
    raise AssertionError(f"{card} is not barred")


@rule("PN-4.1")
def test_a_deed_raises_or_redeems_the_own_pile_by_one_level() -> None:
    state = position((0, "DEED-1"), (0, "DEED-1 CROSS-1"), (0, "DEED-2"), (1, "DEED-1"), hands={0: "DEED-2"})
    assert targets(state, "DEED-2") == (1, 2)
    assert told(done(state, Play("DEED-2", 1)), "event.raise.own")
    assert told(done(state, Play("DEED-2", 2)), "event.redeem.own")
    assert refused(state, Play("DEED-2", 3)).key == "refuse.deed.level"


@rule("PN-4.1")
def test_a_raised_deed_is_still_one_point() -> None:
    state = position((0, "DEED-1"), hands={0: "DEED-2"})
    assert GAME.view(play(state, "DEED-2", 1), None).projected == (1, 0, 0, 0)


@rule("PN-4.1")
def test_a_deed_never_goes_on_an_opponents_pile() -> None:
    state = position((1, "DEED-1"), (2, "OPPORTUNITAS"), hands={0: "DEED-2"})
    for pile in (1, 2):
        assert refused(state, Play("DEED-2", pile)).key == "refuse.deed.rival"
    assert barred(state, "DEED-2").key == "refuse.nowhere.deed.own"


@rule("PN-4.2")
def test_a_cross_goes_on_anothers_deed_of_its_level() -> None:
    state = position(
        (0, "DEED-2"), (1, "DEED-2"), (2, "DEED-1 POPE"), (3, "DEED-3"), (1, "DEED-2 CROSS-2"), hands={0: "CROSS-2"}
    )
    assert targets(state, "CROSS-2") == (2, 3)
    assert refused(state, Play("CROSS-2", 1)) == Reason(
        "PN-4.2", "refuse.cross.own", {"card": "CROSS-2", "owner": 0, "level": 2, "needs": 1}
    )
    assert refused(state, Play("CROSS-2", 4)).key == "refuse.cross.level"
    assert refused(state, Play("CROSS-2", 5)).key == "refuse.cross.no_deed"
    crossed = done(state, Play("CROSS-2", 3))
    assert read(stack(crossed.state, 3)).standing == "crossed"
    assert told(crossed, "event.cross.other")


@rule("PN-4.2")
def test_a_team_mates_deed_may_be_crossed_and_the_page_asks_first() -> None:
    state = position((0, "DEED-2"), (1, "DEED-2"), (2, "DEED-2"), hands={0: "CROSS-2"}, teams=True)
    assert targets(state, "CROSS-2") == (2, 3)
    assert asked_first(state, "CROSS-2") == {3: Reason("PN-4.2", "caution.cross.mate")}
    assert refused(state, Play("CROSS-2", 1)).key == "refuse.cross.own"


@rule("PN-4.3")
def test_a_reduco_lowers_any_deed_or_cross_by_one_and_several_may_lie() -> None:
    state = position((1, "DEED-3"), (0, "DEED-2 CROSS-2"), hands={0: "REDUCO REDUCO REDUCO"}, seats=2)
    assert targets(state, "REDUCO") == (1, 2)
    state = passes(play(passes(play(state, "REDUCO", 1)), "REDUCO", 1))
    assert read(stack(state, 1)).level == 1
    outcome = done(state, Play("REDUCO", 1))
    assert told(outcome, "event.reduco.zero.other")
    assert read(stack(outcome.state, 1)).standing == "zero"


@rule("PN-4.3")
def test_on_a_deed_at_level_zero_only_deed_one_pope_or_nope_may_follow() -> None:
    state = position((0, "DEED-1 REDUCO"), hands={0: "DEED-1 DEED-2 POPE NOPE REDUCO CROSS-1"})
    for card in ("DEED-1", "POPE", "NOPE"):
        assert targets(state, card) == (1,)
    assert refused(state, Play("REDUCO", 1)).key == "refuse.reduco.zero"
    assert barred(state, "DEED-2").clause == "PN-4.1"


@rule("PN-4.3")
def test_a_reduced_cross_still_crosses_and_is_redeemed_above_its_reduced_level() -> None:
    state = position((0, "DEED-4 CROSS-4 REDUCO"), (0, "DEED-1 CROSS-1 REDUCO"), hands={0: "DEED-4 DEED-1"})
    assert GAME.view(state, None).projected == (0, 0, 0, 0)
    assert (targets(state, "DEED-4"), targets(state, "DEED-1")) == ((1,), (2,))


@rule("PN-4.3")
def test_a_pope_and_an_empty_opportunitas_can_not_be_reduced() -> None:
    state = position((1, "DEED-1 POPE"), (1, "OPPORTUNITAS"), (1, "DEED-1 CROSS-1 REDUCO"), hands={0: "REDUCO"})
    keys = [refused(state, Play("REDUCO", pile)).key for pile in (1, 2, 3)]
    assert keys == ["refuse.reduco.pope", "refuse.reduco.empty", "refuse.reduco.zero"]
    assert barred(state, "REDUCO") == Reason("PN-4.3", "refuse.nowhere.reduco")


@rule("PN-4.3")
def test_the_page_asks_before_an_own_standing_deed_is_reduced() -> None:
    piles = ((0, "DEED-2"), (0, "DEED-2 CROSS-2"), (1, "DEED-2"), (2, "DEED-2"))
    assert asked_first(position(*piles, hands={0: "REDUCO"}), "REDUCO") == {1: Reason("PN-4.3", "caution.reduco.own")}
    assert asked_first(position(*piles, hands={0: "REDUCO"}, teams=True), "REDUCO") == {
        1: Reason("PN-4.3", "caution.reduco.own"),
        4: Reason("PN-4.3", "caution.reduco.mate"),
    }


@rule("PN-4.4")
def test_a_pope_fills_no_opportunitas_but_goes_on_a_filled_one() -> None:
    state = position((0, "OPPORTUNITAS"), hands={0: "POPE"})
    assert refused(state, Play("POPE", 1)).clause == "PN-4.4"
    assert barred(state, "POPE") == Reason("PN-4.4", "refuse.nowhere.pope.own")
    filled = play(position((0, "OPPORTUNITAS DEED-2"), hands={0: "POPE"}), "POPE", 1)
    assert read(stack(filled)).level == 3


@rule("PN-4.4")
def test_a_pope_goes_on_any_own_deed_cross_or_pope() -> None:
    piles = ((0, "DEED-1"), (0, "DEED-1 CROSS-1"), (0, "DEED-1 POPE"), (1, "DEED-1"))
    state = position(*piles, hands={0: "POPE"})
    assert targets(state, "POPE") == (1, 2, 3)
    assert told(done(state, Play("POPE", 1)), "event.pope.own")
    assert told(done(state, Play("POPE", 2)), "event.pope.redeem.own")
    assert told(done(position((0, "DEED-4"), hands={0: "POPE"}), Play("POPE", 1)), "event.infallible.own")


@rule("PN-4.5")
def test_a_nope_seals_any_pile_and_only_a_nope_may_follow() -> None:
    piles = ((1, "DEED-4 POPE"), (2, "OPPORTUNITAS"), (3, "DEED-1 CROSS-1"))
    state = position(*piles, hands={0: "NOPE"})
    assert targets(state, "NOPE") == (1, 2, 3)
    for pile in (1, 2, 3):
        sealed = play(state, "NOPE", pile)
        assert read(stack(sealed, pile)).standing == "sealed"
    dead = position((0, "OPPORTUNITAS NOPE"), hands={0: "DEED-1 NOPE"})
    assert refused(dead, Play("DEED-1", 1)) == Reason(
        "PN-4.5", "refuse.sealed", {"card": "DEED-1", "owner": 0, "level": 0, "needs": 0}
    )
    assert told(done(dead, Play("NOPE", 1)), "event.nope.again.own")


@rule("PN-4.5")
def test_the_page_asks_before_a_nope_on_the_own_side_or_on_a_nope() -> None:
    state = position((0, "DEED-1"), (1, "DEED-1"), (2, "DEED-1"), (3, "DEED-1 NOPE"), hands={0: "NOPE"}, teams=True)
    assert asked_first(state, "NOPE") == {
        1: Reason("PN-4.5", "caution.nope.own"),
        3: Reason("PN-4.5", "caution.nope.mate"),
        4: Reason("PN-4.5", "caution.nope.nope"),
    }


@rule("PN-4.6")
def test_an_opportunitas_takes_a_turn_to_place_and_another_to_fill() -> None:
    state = position(hands={0: "OPPORTUNITAS OPPORTUNITAS DEED-3"}, seats=2)
    outcome = done(state, Play("OPPORTUNITAS", None))
    assert told(outcome, "event.opportunitas")
    assert outcome.state.question == Turn(1, 0)
    assert GAME.view(outcome.state, None).projected == (0, 0)
    state = passes(play(passes(outcome.state), "OPPORTUNITAS"))
    assert targets(state, "DEED-3") == (1, 2), "several at once are allowed"
    filled = done(state, Play("DEED-3", 2))
    assert told(filled, "event.fill.own")
    assert GAME.view(filled.state, None).projected == (1, 0)


@rule("PN-4.6")
def test_an_opportunitas_goes_before_oneself_only() -> None:
    state = position((1, "DEED-1"), hands={0: "OPPORTUNITAS"})
    assert targets(state, "OPPORTUNITAS") == (None,)
    assert refused(state, Play("OPPORTUNITAS", 1)) == Reason("PN-4.6", "refuse.no_pile", {"card": "OPPORTUNITAS"})


@rule("PN-4.7")
def test_draw_2_takes_the_turn_and_draws_two() -> None:
    state = position(hands={0: "DRAW"}, deck="POPE NOPE DEED-1")
    outcome = done(state, Play("DRAW", None))
    assert hand(outcome.state, 0) == ("POPE", "NOPE")
    (drawn,) = told(outcome, "event.draw.2")
    assert drawn.public == Fact("event.draw.2", {"who": 0})
    assert drawn.private == {0: Fact("event.draw.2.mine", {"first": "POPE", "second": "NOPE"})}
    assert outcome.state.question == Turn(1, 0)
    assert outcome.state.discards[-1] == "DRAW"
    assert refused(state, Play("DRAW", 1)).clause == "PN-4.7"


@rule("PN-4.7")
def test_there_is_no_hand_limit() -> None:
    state = position(hands={0: "DRAW " + "DEED-1 " * 9}, deck="POPE NOPE")
    assert len(hand(play(state, "DRAW"), 0)) == 11


@rule("PN-4.7")
def test_a_short_deck_takes_in_the_discards_without_the_draw_2_itself() -> None:
    state = position(hands={0: "DRAW", 1: "DEED-1"}, deck="POPE", seats=2)
    outcome = done(state, Play("DRAW", None))
    assert told(outcome, "event.shuffle")
    assert "POPE" in hand(outcome.state, 0)
    assert outcome.state.discards == ("DRAW",)
    assert len(outcome.state.deck) == len(state.discards) - 1
    assert (outcome.state.hands[0].older, outcome.state.hands[1].older) == (("POPE",), ("DEED-1",))


@rule("PN-4.7")
@pytest.mark.parametrize("left", [0, 1])
def test_if_deck_and_discards_are_short_one_draws_what_there_is(left: int) -> None:
    rest = " ".join(card for card in position(hands={0: "DRAW"}, deck="", seats=2).discards if card != "NOPE")
    state = position(hands={0: "DRAW", 1: rest + " CROSS-4" + " NOPE" * (2 - left)}, deck="NOPE" * left, seats=2)
    outcome = done(state, Play("DRAW", None))
    assert hand(outcome.state, 0) == ("NOPE",) * left
    assert told(outcome, f"event.draw.{left}")


@rule("PN-4.8")
def test_cancello_takes_an_uncovered_reduco_or_an_empty_opportunitas() -> None:
    piles = (
        (1, "DEED-3 REDUCO"),
        (1, "OPPORTUNITAS"),
        (1, "OPPORTUNITAS DEED-1"),
        (1, "DEED-2 POPE"),
        (1, "DEED-2 NOPE"),
    )
    state = position(*piles, hands={0: "CANCELLO"})
    assert targets(state, "CANCELLO") == (1, 2)
    outcome = done(state, Play("CANCELLO", 1))
    assert stack(outcome.state, 1) == ("DEED-3",)
    assert outcome.state.discards == ("REDUCO", "CANCELLO")
    assert told(outcome, "event.cancello.reduco.other")
    for pile in (3, 4, 5):
        assert refused(state, Play("CANCELLO", pile)).key == "refuse.cancello.unstamped"


@rule("PN-4.8")
def test_cancello_waits_for_the_own_turn() -> None:
    state = position((1, "DEED-3 REDUCO"), hands={0: "NOPE", 1: "CANCELLO"})
    assert refused(state, Play("CANCELLO", 1), 1).clause == "PN-2.4"


@rule("PN-4.8")
def test_broad_cancello_takes_a_pope_or_a_nope_too_and_uncovers_what_lay_under_it() -> None:
    piles = ((1, "DEED-2 POPE"), (1, "OPPORTUNITAS NOPE"), (1, "DEED-4 POPE"), (1, "DEED-1"))
    state = position(*piles, hands={0: "CANCELLO"}, cancello="broad")
    assert targets(state, "CANCELLO") == (1, 2)
    assert refused(state, Play("CANCELLO", 3)) == Reason(
        "PN-4.8", "refuse.cancello.infallible", {"card": "CANCELLO", "owner": 1, "level": 5, "needs": 0}
    )
    assert read(stack(play(state, "CANCELLO", 1), 1)).level == 2
    assert read(stack(play(state, "CANCELLO", 2), 2)).standing == "empty"


@rule("PN-4.8")
def test_the_page_asks_before_an_own_pope_is_cancelled() -> None:
    piles = ((0, "DEED-2 POPE"), (1, "DEED-2 POPE"))
    state = position(*piles, hands={0: "CANCELLO"}, cancello="broad")
    assert asked_first(state, "CANCELLO") == {1: Reason("PN-4.8", "caution.cancello.pope.own")}


@rule("PN-4.9")
@pytest.mark.parametrize(
    ("card", "clause"),
    [
        ("DEED-1", "PN-4.1"),
        ("DEED-4", "PN-4.1"),
        ("CROSS-3", "PN-4.2"),
        ("REDUCO", "PN-4.3"),
        ("POPE", "PN-4.4"),
        ("NOPE", "PN-4.5"),
        ("CANCELLO", "PN-4.8"),
    ],
)
@pytest.mark.parametrize("house", [{}, {"teams": True}, {"cancello": "broad"}], ids=["printed", "teams", "broad"])
def test_a_card_without_a_target_can_not_be_played_or_thrown_away(
    card: str, clause: str, house: dict[str, Any]
) -> None:
    state = position(hands={0: card}, **house)
    why = barred(state, card)
    assert why.clause == clause
    assert why.key in GAME.words
    assert refused(state, Play(card, None)) == Reason("PN-4.9", "refuse.which_pile", {"card": card})
    assert refused(state, Play(card, 1)).clause == "PN-4.9"


@rule("PN-4.10")
def test_in_teams_a_mates_pile_is_own_for_deed_and_pope() -> None:
    piles = ((2, "DEED-1"), (2, "OPPORTUNITAS"), (1, "DEED-1"), (2, "DEED-4 POPE"))
    state = position(*piles, hands={0: "DEED-2 POPE"}, teams=True)
    assert (targets(state, "DEED-2"), targets(state, "POPE")) == ((1, 2), (1,))
    filled = done(state, Play("DEED-2", 2))
    assert told(filled, "event.fill.other")
    assert GAME.view(filled.state, None).projected == (0, 1, 2 + 1, 0), "the point is the pile owner's"
    assert refused(state, Play("POPE", 3)).clause == "PN-4.10"
    assert refused(state, Play("POPE", 4)).clause == "PN-3.3"
    alone = position(*piles, hands={0: "DEED-2 POPE"})
    assert refused(alone, Play("DEED-2", 1)).key == "refuse.deed.rival"
    assert refused(alone, Play("POPE", 1)).key == "refuse.pope.rival"


@rule("PN-4.11")
def test_on_a_crossed_pope_the_cross_counts() -> None:
    state = position((0, "DEED-2 POPE CROSS-3"), hands={0: "DEED-4 REDUCO"})
    assert (targets(state, "DEED-4"), targets(state, "REDUCO")) == ((1,), (1,))
    assert told(done(state, Play("REDUCO", 1)), "event.reduco.cross.own")


@rule("PN-4.12")
def test_a_cancelled_opportunitas_is_gone_and_another_may_be_placed() -> None:
    state = position((0, "DEED-1"), (1, "OPPORTUNITAS"), hands={0: "CANCELLO", 1: "OPPORTUNITAS"})
    outcome = done(state, Play("CANCELLO", 2))
    assert [pile.number for pile in outcome.state.piles] == [1]
    assert outcome.state.discards == ("OPPORTUNITAS", "CANCELLO")
    assert told(outcome, "event.cancello.opportunitas.other")
    again = play(outcome.state, "OPPORTUNITAS")
    assert [(pile.number, pile.owner) for pile in again.piles] == [(1, 0), (3, 1)], "numbers are not used twice"


@rule("PN-4.12")
def test_a_cancelled_reduco_gives_the_level_back_on_a_cross_too() -> None:
    state = position((0, "DEED-1 CROSS-1 REDUCO"), (0, "DEED-1 REDUCO"), hands={0: "CANCELLO"})
    assert read(stack(play(state, "CANCELLO", 1), 1)).level == 1
    assert read(stack(play(state, "CANCELLO", 2), 2)).standing == "stands"


@rule("PN-4.12")
def test_the_page_asks_before_an_own_or_a_mates_opportunitas_is_cancelled() -> None:
    piles = ((0, "OPPORTUNITAS"), (1, "OPPORTUNITAS"), (2, "OPPORTUNITAS"))
    assert asked_first(position(*piles, hands={0: "CANCELLO"}, teams=True), "CANCELLO") == {
        1: Reason("PN-4.12", "caution.cancello.own"),
        3: Reason("PN-4.12", "caution.cancello.mate"),
    }


@rule("PN-4.13")
def test_with_broad_cancello_a_double_nope_takes_two() -> None:
    state = position((0, "DEED-1 NOPE NOPE"), hands={0: "CANCELLO CANCELLO"}, seats=2, cancello="broad")
    state = play(state, "CANCELLO", 1)
    assert read(stack(state)).standing == "sealed"
    assert read(stack(play(passes(state), "CANCELLO", 1))).standing == "stands"
