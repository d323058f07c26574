"""Section 11 of the rules and HP-1.6: who sees what, and who can be certain of what. The twins of test_twins.py search
for what these cases don't name."""

import msgspec
import pytest

from games.habemus_papam import GAME
from games.habemus_papam.moves import (
    Discard,
    Keep,
    MakeOffer,
    Pass,
)
from games.habemus_papam.state import (
    Discarding,
    Keeping,
    SecretObjective,
    State,
    Turn,
)
from tests.games.clauses import rule
from tests.games.habemus_papam.positions import after, card, cards, done, held, position, with_

SEEDS = [bytes([number]) * 32 for number in range(40)]


def shown(state: State, viewer: int | None) -> str:
    """All that a viewer is handed, as text."""
    return msgspec.json.encode(GAME.view(state, viewer)).decode()


@rule("HP-1.6", "HP-11.1")
def test_reserves_are_behind_the_screen() -> None:
    state = position(reserves=(101, 102, 103, 104))
    assert GAME.view(state, 1).mine.reserve == 102
    for viewer in (0, 1, 2, 3, None):
        assert [number for number in range(101, 105) if str(number) in shown(state, viewer)] == (
            [] if viewer is None else [101 + viewer]
        )


@rule("HP-11.3")
def test_the_house_rule_opens_reserves() -> None:
    seen = GAME.view(position(reserves=(1, 2, 3, 4), open_reserves=True), None)
    assert [seat.reserve for seat in seen.seats] == [1, 2, 3, 4]
    assert [seat.secret for seat in seen.seats] == [None] * 4


@rule("HP-11.1")
def test_hands_and_secret_objectives_are_their_owners() -> None:
    state = position(hands={0: "ADDERE", 1: "MURMUR", 2: "PACTUM", 3: "ORATIO"})
    for viewer in range(4):
        mine = GAME.view(state, viewer).mine
        text = shown(state, viewer)
        assert [title for title in ("ADDERE", "MURMUR", "PACTUM", "ORATIO") if title in text] == list(mine.hand)
        assert mine.secret == state.secrets[viewer].title
        assert [each.title for each in state.secrets if each.title in text] == [mine.secret]


@rule("HP-11.2")
def test_nobody_sees_the_deck_or_the_leftover_objectives() -> None:
    state = position(deck="ADDERE MOVERE")
    turned = with_(state, deck=state.deck[::-1], pile=state.pile[::-1])
    for viewer in (0, 1, 2, 3, None):
        assert GAME.view(state, viewer) == GAME.view(turned, viewer)
        assert state.dice.key.hex() not in shown(state, viewer)


@rule("HP-11.3", "HP-11.4")
def test_everyone_sees_the_board_the_counts_and_what_lies() -> None:
    state = after(
        position("GUY 3", hands={0: "MURMUR ADDERE", 1: "ORATIO"}), card("MURMUR", "GUY", cards_="ADDERE", pay=1)
    )
    seen = GAME.view(state, None)
    assert seen.mine is None
    assert [seat.hand for seat in seen.seats] == [0, 1, 0, 0]
    assert [each.card for each in seen.lying] == ["MURMUR"]
    assert (seen.discards, seen.deck, seen.pile) == (1, 53, 5)
    assert seen.board.candidates[0].influence == 1
    assert (seen.turn, seen.passes, seen.camarlengo, seen.round) == (1, 0, 3, 2)
    assert [seat.asked for seat in seen.seats] == [False, True, False, False]


@rule("HP-11.5")
def test_counts_stand_still_while_a_secret_choice_is_open() -> None:
    hands = {0: "ADDERE MOVERE", 1: "MURMUR PACTUM", 2: "ORATIO"}
    state = position(hands=hands, question=Keeping((False, False, False, True), (None,) * 4))
    one, other = done(state, Keep(None), 0), done(state, Keep("ADDERE"), 0)
    assert one.events == other.events
    for viewer in (1, 2, 3, None):
        assert GAME.view(one.state, viewer) == GAME.view(other.state, viewer)
    assert [seat.hand for seat in GAME.view(one.state, None).seats] == [2, 2, 1, 0]
    assert GAME.view(other.state, 0).mine.kept == "ADDERE"
    assert GAME.view(other.state, 0).mine.answered


@rule("HP-11.5")
def test_discards_stand_still_too() -> None:
    hands = {0: "ADDERE ADDERE MOVERE MURMUR PACTUM", 1: "ORATIO ORATIO ORATIO PACTUM PACTUM"}
    state = position(hands=hands, question=Discarding((False, False, True, True), ({},) * 4))
    thrown = done(state, Discard(cards("ADDERE")), 0).state
    assert [seat.hand for seat in GAME.view(thrown, 1).seats] == [5, 5, 0, 0]
    assert GAME.view(thrown, 1).discards == GAME.view(state, 1).discards
    assert GAME.view(thrown, 0).mine.discarded == {"ADDERE": 1}
    changed = done(thrown, Discard(cards("MURMUR")), 0)
    assert changed.events == ()
    assert GAME.view(changed.state, 1) == GAME.view(thrown, 1)


# What is certain though it is hidden


@rule("HP-12.4h", "HP-11.1")
def test_a_redeal_keeps_what_was_looked_at_until_the_hand_loses_a_card_unseen() -> None:
    state = after(
        position(hands={0: "SPECULATORES", 1: "ADDERE MOVERE ORATIO"}), card("SPECULATORES", 1, "hand", pay=1)
    )
    worlds = [GAME.redeal(state, 0, seed) for seed in SEEDS]
    assert {tuple(each.card for each in world.hands[1]) for world in worlds} == {("ADDERE", "MOVERE", "ORATIO")}
    assert len({tuple(each.card for each in GAME.redeal(state, 2, seed).hands[1]) for seed in SEEDS}) > 10
    seen_go = after(state, card("ADDERE", "N", pay=1))
    assert GAME.view(seen_go, 0).mine.memories[0].hand == ("MOVERE", "ORATIO")
    unseen = after(state, card("ADDERE", "N", cards_="MOVERE"))
    assert GAME.view(unseen, 0).mine.memories[0].hand == ()


@rule("HP-12.4g", "HP-12.4h")
def test_the_robbed_know_what_was_taken_and_of_two_copies_one_fewer_when_one_goes() -> None:
    state = after(position(hands={0: "EXTRACTUM ADDERE", 1: "ADDERE"}), card("EXTRACTUM", 1, pay=1))
    assert GAME.view(state, 1).mine.memories[0].hand == ("ADDERE",)
    assert GAME.view(state, 2).mine.memories[0].hand == ()
    back = after(with_(state, question=Turn(0, 0)), card("ADDERE", "N", pay=1))
    assert [each.card for each in back.hands[0]] == ["ADDERE"]
    assert GAME.view(back, 1).mine.memories[0].hand == ()


@rule("HP-4.10", "HP-12.4h")
def test_an_offer_shows_its_cards_to_the_other_and_a_redeal_keeps_them() -> None:
    state = done(position(hands={0: "PACTUM ADDERE", 1: "ORATIO"}), MakeOffer(1, 0, cards("PACTUM"), 2, {}), 0).state
    assert GAME.view(state, 1).mine.memories[0].hand == ("PACTUM",)
    for seed in SEEDS:
        assert "PACTUM" in [each.card for each in GAME.redeal(state, 1, seed).hands[0]]
    assert len({str(GAME.redeal(state, 2, seed).offers[0].gives.cards) for seed in SEEDS}) > 3
    assert all(GAME.redeal(state, 2, seed).offers[0].gives.size == 1 for seed in SEEDS)


@rule("HP-7.7", "HP-11.2")
def test_a_redeal_keeps_held_cards_apart_from_a_deck_that_was_shuffled_since() -> None:
    """Seats 1 and 2 held their cards before the shuffle; what lay face up is in the new deck for certain."""
    state = position(hands={0: "ORATIO", 1: "SUFFRAGATIO", 2: "PERMUTATIO"}, deck="PACTUM")
    state = after(state, card("ORATIO", pay=1))
    assert len(state.unseen) == 52
    for seed in SEEDS:
        world = GAME.redeal(state, 3, seed)
        GAME.check(world)
        assert {world.hands[seat][0].card for seat in (1, 2)} <= {"SUFFRAGATIO", "PERMUTATIO", "PACTUM"}


@rule("HP-7.7", "HP-11.1")
def test_who_buried_a_card_is_certain_that_it_is_in_the_new_deck() -> None:
    """Seat 0 paid with a Suffragatio that is shuffled in; seat 1 holds one card from before and can't hold that one."""
    state = position(hands={0: "ORATIO SUFFRAGATIO", 1: "PERMUTATIO"}, deck="PACTUM")
    state = after(state, card("ORATIO", cards_="SUFFRAGATIO"))
    assert state.unseen_own == (("SUFFRAGATIO",), (), (), ())
    mine = {GAME.redeal(state, 0, seed).hands[1][0].card for seed in SEEDS}
    theirs = {GAME.redeal(state, 2, seed).hands[1][0].card for seed in SEEDS}
    assert mine == {"PERMUTATIO"}
    assert {"SUFFRAGATIO", "PERMUTATIO"} <= theirs


def test_a_new_card_that_is_played_is_no_longer_waited_for() -> None:
    state = position(hands={0: "ORATIO"}, deck="PACTUM")
    state = after(state, card("ORATIO", pay=1))
    drawn = next(each.card for each in state.hands[0] if each.newer)
    target = with_(position(hands={0: drawn}), hands=state.hands)
    assert target.hands[0] == state.hands[0]
    ready = with_(state, question=Turn(0, 0), hands=(held("ORATIO"), *state.hands[1:]))
    left = GAME.resolve(ready, 0, card("ORATIO", pay=1)).state
    assert left.unseen.count("ORATIO") == state.unseen.count("ORATIO") - 1


@rule("HP-12.4h")
def test_a_redeal_deals_unseen_objectives_anew_and_keeps_those_known() -> None:
    state = position()
    known = with_(state, secrets=(state.secrets[0], SecretObjective(state.secrets[1].title, (0,)), *state.secrets[2:]))
    worlds = [GAME.redeal(known, 0, seed) for seed in SEEDS]
    assert {world.secrets[0] for world in worlds} == {state.secrets[0]}
    assert {world.secrets[1].title for world in worlds} == {state.secrets[1].title}
    assert len({world.secrets[2].title for world in worlds}) > 4
    assert len({world.pile for world in worlds}) > 10


@rule("HP-1.6")
def test_a_redeal_keeps_reserves_and_takes_other_dice() -> None:
    state = position(reserves=(3, 7, 11, 15))
    for viewer in (0, None):
        world = GAME.redeal(state, viewer, SEEDS[1])
        assert world.reserves == state.reserves
        assert world.dice != state.dice


@pytest.mark.parametrize("secret", ["SUFFRAGATIO", "PERMUTATIO", "MACHIAVELLI", "ORATIO"])
def test_nothing_hidden_is_in_a_repr(secret: str) -> None:
    state = position(hands={0: "SUFFRAGATIO PERMUTATIO", 1: "ORATIO"}, secrets={0: "MACHIAVELLI"})
    open_ = done(state, MakeOffer(1, 1, cards("SUFFRAGATIO"), 0, {}), 0).state
    for shown_ in (repr(open_), repr(open_.hands), repr(open_.secrets), repr(open_.offers)):
        assert secret not in shown_
    keeping = Keeping((True, False, True, True), ("PERMUTATIO", None, None, None))
    assert secret not in repr(keeping)
    assert after(state, Pass()).question == Turn(1, 1)
