"""Section 2 of the rules: a round, from the deal to its end."""

from typing import Any

import pytest

from games.kernel.bots import random_bot
from games.kernel.choices import Choice, OneOf
from games.kernel.events import Fact, Reason
from games.kernel.playouts import play_out
from games.pope_or_nope import GAME
from games.pope_or_nope.box import FULL_DECK, in_order
from games.pope_or_nope.state import Open, Opening, Options, Pass, Play, State, Turn
from tests.games.clauses import rule
from tests.games.pope_or_nope.positions import (
    SEED,
    done,
    hand,
    lay,
    opening,
    passes,
    play,
    position,
    refused,
    stack,
    told,
)


def on_turn(state: State) -> int:
    assert isinstance(state.question, Turn)
    return state.question.seat


@rule("PN-2.1")
@pytest.mark.parametrize(("seats", "cards"), [(2, 7), (3, 5), (4, 5), (8, 5)])
def test_five_cards_each_or_seven_with_two(seats: int, cards: int) -> None:
    state = GAME.setup(seats, Options(), SEED, "").state
    assert [len(hand.cards) for hand in state.hands] == [cards] * seats


@rule("PN-2.1")
@pytest.mark.parametrize(("seats", "cards"), [(2, 3), (4, 9), (8, 9)])
def test_the_house_may_deal_another_number(seats: int, cards: int) -> None:
    state = GAME.setup(seats, Options(hand_size=cards), SEED, "").state
    assert [len(hand.cards) for hand in state.hands] == [cards] * seats


@rule("PN-2.2")
def test_openings_are_turned_up_together_when_the_last_has_chosen() -> None:
    state = opening("DEED-1 DEED-3", "DEED-2", "CROSS-1", "DEED-4 NOPE")
    for seat, deed in ((3, "DEED-4"), (0, "DEED-3"), (2, None)):
        outcome = done(state, Open(deed), seat)
        state = outcome.state
        assert [event.public for event in outcome.events] == [Fact("event.chosen", {"who": seat})]
        assert not any(event.reveals or event.private for event in outcome.events)
        assert not state.piles
    outcome = done(state, Open("DEED-2"), 1)
    assert [(pile.number, pile.owner, pile.cards) for pile in outcome.state.piles] == [
        (1, 0, ("DEED-3",)),
        (2, 1, ("DEED-2",)),
        (3, 3, ("DEED-4",)),
    ]
    assert told(outcome, "event.turn_up")[0].reveals
    assert hand(outcome.state, 0) == ("DEED-1",)


@rule("PN-2.2")
def test_only_a_deed_from_the_own_hand_may_open() -> None:
    state = opening("DEED-1 POPE", "DEED-2")
    assert refused(state, Open("POPE"), 0) == Reason("PN-2.2", "refuse.only_deeds", {"card": "POPE"})
    assert refused(state, Open("DEED-2"), 0) == Reason("PN-2.2", "refuse.not_held")
    assert refused(state, Play("DEED-1", None), 0) == Reason("PN-2.2", "refuse.opening_first")
    assert refused(state, Pass(), 0) == Reason("PN-2.2", "refuse.opening_first")


@rule("PN-2.2")
def test_none_may_be_laid_with_a_deed_in_hand_unless_the_house_rules_otherwise() -> None:
    hands = ("DEED-1 DEED-3", "CROSS-1")
    (choice,) = GAME.choices(opening(*hands), 0)
    assert choice == Choice("open", (OneOf("deed", (None, "DEED-1", "DEED-3")),))
    strict = opening(*hands, opening="compulsory")
    (choice,) = GAME.choices(strict, 0)
    assert choice == Choice("open", (OneOf("deed", ("DEED-1", "DEED-3")),))
    assert refused(strict, Open(None), 0) == Reason("PN-2.2", "refuse.must_open")
    assert lay(opening(*hands), None, None).piles == ()


@rule("PN-2.2")
@pytest.mark.parametrize("house", ["optional", "compulsory"])
def test_who_holds_no_deed_chooses_none_like_everyone_else(house: str) -> None:
    state = opening("CROSS-1 POPE", "DEED-1", opening=house)
    assert GAME.deciders(state) == (0, 1)
    assert GAME.choices(state, 0) == (Choice("open", (OneOf("deed", (None,)),)),)
    assert GAME.question(state, 0) == Fact("ask.open_none")
    assert GAME.question(state, 1) == Fact("ask.open")
    assert GAME.words["wait.open_none"] == GAME.words["wait.open"]
    assert done(state, Open(None), 0).events[0].public == Fact("event.chosen", {"who": 0})


@rule("PN-2.2")
def test_a_choice_may_be_changed_unseen_until_the_last_is_in() -> None:
    state = done(opening("DEED-1 DEED-2", "DEED-1", "DEED-1"), Open("DEED-1"), 0).state
    assert GAME.deciders(state) == (1, 2)
    (choice,) = GAME.choices(state, 0)
    assert choice == Choice("open", (OneOf("deed", (None, "DEED-1", "DEED-2")),), free="opening-1")
    changed = done(state, Open("DEED-2"), 0)
    assert changed.events == ()
    assert GAME.view(changed.state, 1) == GAME.view(state, 1)
    assert GAME.view(changed.state, 0).mine.laid == "DEED-2"
    last = lay(changed.state, "DEED-2", None, None)
    assert stack(last) == ("DEED-2",)
    assert refused(last, Open("DEED-1"), 0) == Reason("PN-2.2", "refuse.opening_over")


@rule("PN-2.3")
def test_without_an_opening_pile_one_plays_all_the_same() -> None:
    state = lay(opening("DEED-1 OPPORTUNITAS DEED-3", "DEED-2 CROSS-1"), None, "DEED-2")
    assert refused(state, Open("DEED-1"), 0) == Reason("PN-2.2", "refuse.opening_over")
    assert refused(state, Play("DEED-1", None)).clause == "PN-4.9"
    state = passes(play(state, "OPPORTUNITAS"))
    state = play(state, "DEED-3", 2)
    assert stack(state, 2) == ("OPPORTUNITAS", "DEED-3")


@rule("PN-2.4")
def test_turns_go_clockwise_from_the_token() -> None:
    state = lay(opening(*["DEED-1 CROSS-1"] * 4, token=2), None, None, None, None)
    order = []
    for _ in range(3):
        order.append(on_turn(state))
        state = passes(state)
    assert [*order, on_turn(state)] == [2, 3, 0, 1]


@rule("PN-2.4")
def test_a_turn_is_one_card_or_a_pass_of_the_seat_on_turn() -> None:
    state = position((1, "DEED-1"), hands={0: "CROSS-1 NOPE"})
    assert GAME.choices(state, 1) == ()
    assert refused(state, Pass(), 1) == Reason("PN-2.4", "refuse.not_your_turn", {"who": 0})
    assert refused(state, Play("POPE", 1)) == Reason("PN-2.4", "refuse.not_held")
    assert on_turn(play(state, "CROSS-1", 1)) == on_turn(passes(state)) == 1


@rule("PN-2.5")
def test_a_pass_is_always_open_and_not_final() -> None:
    state = position((1, "DEED-1"), hands={0: "CROSS-1 NOPE", 1: "DEED-2"})
    assert Choice("pass") in GAME.choices(state, 0)
    state = play(passes(state), "DEED-2", 1)
    state = passes(state, 2)
    assert on_turn(state) == 0
    assert stack(play(state, "NOPE", 1)) == ("DEED-1", "DEED-2", "NOPE")


@rule("PN-2.5")
def test_a_hand_without_a_card_passes_automatically() -> None:
    outcome = done(position((1, "DEED-1"), hands={0: "NOPE", 1: "", 2: ""}), Play("NOPE", 1))
    assert [event.public.arguments["who"] for event in told(outcome, "event.pass.empty")] == [1, 2]
    assert outcome.state.question == Turn(3, 2)


@rule("PN-2.5")
def test_who_can_play_nothing_is_told_so_alone_and_passes_by_hand() -> None:
    state = position((1, "DEED-1"), hands={0: "CROSS-4 DEED-2"})
    assert [choice.move for choice in GAME.choices(state, 0) if choice.barred is None] == ["pass"]
    assert GAME.question(state, 0) == Fact("ask.stuck")
    assert GAME.question(state, 1) is None
    waits = {GAME.words[f"wait.{name}"] for name in ("stuck", "turn", "last")}
    assert len(waits) == 1, "those who wait could tell a stuck seat from another"
    assert GAME.question(position((1, "DEED-1"), hands={0: "CROSS-1"}), 0) == Fact("ask.turn")


@rule("PN-2.6")
def test_the_round_ends_when_all_have_passed_in_succession() -> None:
    state = play(position((1, "DEED-1"), hands={0: "CROSS-1 NOPE"}), "CROSS-1", 1)
    state = passes(state, 3)
    assert GAME.question(state, 0) == Fact("ask.last")
    assert (on_turn(state), state.round) == (0, 1)
    outcome = done(state, Pass())
    assert told(outcome, "event.all_passed")
    assert outcome.state.round == 2


@rule("PN-2.6")
def test_a_card_starts_the_count_of_passes_again() -> None:
    state = passes(position((1, "DEED-1"), hands={0: "CROSS-1", 3: "CROSS-1 NOPE"}), 3)
    state = passes(play(state, "CROSS-1", 1), 3)
    assert (on_turn(state), state.round) == (3, 1)


@rule("PN-2.6")
def test_automatic_passes_count() -> None:
    state = position((1, "DEED-1"), hands={0: "CROSS-1", 1: "DRAW", 2: "", 3: ""}, turn=0)
    state = play(state, "CROSS-1", 1)
    outcome = done(state, Pass())
    assert len(told(outcome, "event.pass.empty")) == 3
    assert outcome.state.round == 2


@rule("PN-2.6")
def test_the_round_ends_when_no_hand_holds_a_card() -> None:
    outcome = done(position((1, "DEED-1"), hands={0: "CROSS-1", 1: "", 2: "", 3: ""}), Play("CROSS-1", 1))
    assert told(outcome, "event.hands_empty")
    assert not told(outcome, "event.pass.empty")
    assert outcome.state.round == 2


@rule("PN-2.6")
def test_without_a_card_after_the_turn_up_one_pass_each_ends_it() -> None:
    state = lay(opening(*["DEED-1 CROSS-1"] * 3, token=1), "DEED-1", "DEED-1", None)
    state = passes(state, 2)
    assert state.round == 1
    assert passes(state).history == ((1, 1, 0),)


@rule("PN-2.7")
def test_after_a_round_all_is_discarded_shuffled_and_dealt_and_the_token_passes() -> None:
    state = position((0, "DEED-1"), (2, "DEED-2 CROSS-2"), token=3, turn=1, passes=3, deck="NOPE")
    outcome = done(state, Pass())
    after = outcome.state
    assert (after.token, after.round, after.piles, after.discards, after.history) == (0, 2, (), (), ((1, 0, 0, 0),))
    assert isinstance(after.question, Opening)
    assert len(after.deck) == 72 - 4 * 5
    assert len(outcome.draws) == 71, "all 72 cards are shuffled"
    assert told(outcome, "event.scores.one")[0].public.arguments["piles"] == (1,)


@rule("PN-2.7")
def test_discarded_hands_are_not_shown_when_all_cards_are_shuffled() -> None:
    outcome = done(position((0, "DEED-1"), passes=3), Pass())
    assert not any(event.reveals or event.private for event in outcome.events)


@rule("PN-2.7", "PN-2.8")
def test_a_deck_that_lasts_takes_the_discards_only_when_it_runs_out() -> None:
    state = position((0, "DEED-1"), passes=3, reshuffle="when_short", deck=" ".join(["DEED-2"] * 7 + ["DEED-3"] * 5))
    before = list(state.discards)
    outcome = done(state, Pass())
    (shown,) = told(outcome, "event.hands_discarded")
    assert shown.reveals
    assert shown.public.arguments["cards"] == ("CROSS-4", "CROSS-4", "CROSS-4", "CROSS-1")
    (shuffled,) = told(outcome, "event.shuffle")
    assert shuffled.public.arguments["cards"] == len(before) + 5
    hands = outcome.state.hands
    assert in_order(card for hand in hands for card in hand.older) == ("DEED-2",) * 7 + ("DEED-3",) * 5
    assert [len(hand.cards) for hand in hands] == [5] * 4
    (dealt,) = told(outcome, "event.dealt")
    assert dealt.private[2].arguments["cards"] == hands[2].cards


@rule("PN-2.8")
def test_a_deck_that_suffices_is_dealt_from_as_it_lies() -> None:
    state = position((0, "DEED-1"), seats=2, hands={0: "POPE", 1: "POPE"}, passes=1, turn=1, reshuffle="when_short")
    outcome = done(state, Pass())
    assert not told(outcome, "event.shuffle")
    assert outcome.draws == ()
    assert outcome.state.deck == state.deck[:-14]
    assert outcome.state.discards == ("DEED-1", "POPE", "POPE")
    assert in_order([*outcome.state.hands[0].cards, *outcome.state.hands[1].cards]) == in_order(state.deck[-14:])


@rule("PN-2.9")
@pytest.mark.parametrize("house", [{}, {"hand_size": 9}, {"reshuffle": "when_short", "hand_size": 9}])
def test_rounds_end(house: dict[str, Any]) -> None:
    game = play_out(GAME, Options(**house), SEED, [random_bot] * 8, check=True)
    assert len(game.state.history) == game.state.round


@rule("PN-2.9")
def test_two_draw_2_can_not_draw_each_other_for_ever() -> None:
    others = " ".join(card for card in FULL_DECK if card != "DRAW")
    state = position(seats=2, hands={0: "DRAW", 1: others}, deck="")
    for spent in range(1, 6):
        state = play(state, "DRAW")
        assert state.discards.count("DRAW") == state.draws_spent == spent
        state = passes(state) if spent < 5 else state
    assert hand(state, 0) == ()
