"""Section 6 of the rules: who sees what. The twins of test_twins.py search for what these cases don't name."""

import msgspec

from games.pope_or_nope import GAME
from games.pope_or_nope.state import Hand, Open, Opening, Play, Turn
from games.pope_or_nope.view import LaidCard
from tests.games.clauses import rule
from tests.games.pope_or_nope.positions import done, hand, lay, opening, passes, play, position

SEED = bytes(range(32))


@rule("PN-6.1")
def test_hands_of_others_and_of_team_mates_are_hidden() -> None:
    state = position((0, "DEED-1"), hands={0: "NOPE", 1: "POPE", 2: "POPE", 3: "NOPE"}, teams=True)
    assert GAME.view(state, 0).mine.hand == ("NOPE",)
    text = msgspec.json.encode(GAME.view(state, None)).decode()
    assert "POPE" not in text
    assert "NOPE" not in text
    assert "POPE" not in msgspec.json.encode(GAME.view(state, 0)).decode()


@rule("PN-6.1")
def test_the_decks_order_and_the_dice_are_in_no_view() -> None:
    state = position(hands={0: "CROSS-1"}, deck="NOPE POPE DEED-4")
    upside_down = msgspec.structs.replace(state, deck=state.deck[::-1])
    for viewer in (None, 0, 1, 2, 3):
        assert GAME.view(state, viewer) == GAME.view(upside_down, viewer)
        assert state.dice.key.hex() not in msgspec.json.encode(GAME.view(state, viewer)).decode()


@rule("PN-6.1")
def test_nobody_sees_before_the_turn_up_whether_a_card_was_laid() -> None:
    state = opening("DEED-1 CROSS-1", "DEED-2", "DEED-3")
    with_deed, without = done(state, Open("DEED-1"), 0), done(state, Open(None), 0)
    assert with_deed.events == without.events
    for viewer in (1, 2, None):
        assert GAME.view(with_deed.state, viewer) == GAME.view(without.state, viewer)
    assert GAME.view(with_deed.state, 0).mine.laid == "DEED-1"


@rule("PN-6.2")
def test_everyone_sees_sizes_piles_discards_points_token_and_passes() -> None:
    state = position(
        (1, "DEED-2"), hands={0: "CROSS-2 NOPE", 1: "", 2: "DEED-1 DEED-1"}, token=3, history=((1, 0, 2, 0),)
    )
    seen = GAME.view(passes(play(state, "CROSS-2", 1)), None)
    assert [seat.hand for seat in seen.seats] == [1, 0, 2, 1]
    assert [seat.points for seat in seen.seats] == [1, 0, 2, 0]
    assert [seat.passed for seat in seen.seats] == [False, True, True, False]
    assert [seat.asked for seat in seen.seats] == [False, False, False, True]
    assert seen.piles[0].cards == (LaidCard("DEED-2", 1), LaidCard("CROSS-2", 0))
    assert (seen.deck, seen.discards, seen.token) == (len(state.deck), (), 3)
    assert (seen.turn, seen.passes, seen.passes_to_end, seen.round) == (3, 2, 2, 2)
    assert seen.mine is None


@rule("PN-6.3")
def test_hand_sizes_change_only_at_the_turn_up() -> None:
    state = opening("DEED-1 CROSS-1", "DEED-2 CROSS-1", "CROSS-2 CROSS-3")
    for seat, deed in ((0, "DEED-1"), (2, None)):
        state = done(state, Open(deed), seat).state
        assert [seen.hand for seen in GAME.view(state, 1).seats] == [2, 2, 2]
    state = done(state, Open("DEED-2"), 1).state
    assert [seen.hand for seen in GAME.view(state, 1).seats] == [1, 1, 2]


@rule("PN-6.1")
def test_a_redeal_keeps_what_a_shuffle_made_certain() -> None:
    dealt = position(hands={1: "DEED-4 POPE", 2: "CROSS-3"}, deck="NOPE NOPE CROSS-2 CROSS-2", seats=3)
    hands = (dealt.hands[0], Hand(older=("DEED-4",), newer=("POPE",)), Hand(older=("CROSS-3",)))
    state = msgspec.structs.replace(dealt, hands=hands)
    worlds = [GAME.redeal(state, 0, bytes([number]) * 32) for number in range(40)]
    assert {world.hands[1].older for world in worlds} == {("DEED-4",), ("CROSS-3",)}
    assert {world.hands[1].newer for world in worlds} == {("POPE",), ("NOPE",), ("CROSS-2",)}
    assert all(world.hands[0] == state.hands[0] for world in worlds)
    assert all(world.dice != state.dice for world in worlds)


@rule("PN-6.1")
def test_a_redeal_chooses_the_others_opening_anew_as_the_rules_allow() -> None:
    for house, least in (("optional", None), ("compulsory", "DEED-1")):
        state = opening("DEED-1", "DEED-1 CROSS-1", "DEED-1", opening=house)
        state = done(done(state, Open("DEED-1"), 0).state, Open("DEED-1"), 1).state
        worlds = [GAME.redeal(state, 0, bytes([number]) * 32) for number in range(60)]
        for world in worlds:
            GAME.check(world)
            assert isinstance(world.question, Opening)
            assert world.question.laid[0] == "DEED-1"
            holds = any(card.startswith("DEED") for card in hand(world, 1))
            assert world.question.laid[1] is not None or least is None or not holds
        assert len({world.question.laid[1] for world in worlds}) > 2


def test_the_older_copy_of_a_title_is_played_first() -> None:
    state = position((1, "DEED-1"), hands={0: "CROSS-1 CROSS-1"})
    state = msgspec.structs.replace(state, hands=(Hand(("CROSS-1",), ("CROSS-1",)), *state.hands[1:]))
    assert play(state, "CROSS-1", 1).hands[0] == Hand((), ("CROSS-1",))


def test_preview_tells_the_pile_and_the_points_after_a_play() -> None:
    state = position((0, "DEED-1"), (1, "DEED-2"), (1, "OPPORTUNITAS"), hands={0: "CROSS-2 CANCELLO OPPORTUNITAS DRAW"})
    seen = GAME.view(state, 0)
    for move in (Play("CROSS-2", 2), Play("OPPORTUNITAS", None), Play("CANCELLO", 3), Play("DRAW", None)):
        after = GAME.view(done(state, move).state, 0)
        told = GAME.preview(seen, move)
        assert told.projected == after.projected
        if told.pile is not None:
            assert told.pile in after.piles
    assert GAME.preview(seen, Play("CANCELLO", 3)).pile is None
    assert GAME.preview(seen, Play("CROSS-2", 9)).projected == seen.projected


def test_the_turn_up_numbers_piles_in_seat_order() -> None:
    state = lay(opening("DEED-1", "CROSS-1", "DEED-2 CROSS-1", token=2), "DEED-1", None, "DEED-2")
    assert [(pile.number, pile.owner) for pile in state.piles] == [(1, 0), (2, 2)]
    assert state.question == Turn(2, 0)
