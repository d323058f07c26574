"""What a page could give away: bytes that differ where the viewer may see no difference."""

import pytest

from app import rendering
from games.kernel.contract import State
from games.kernel.events import Viewer
from tests.pages.contexts import GAME, facts_of, own_part, played

GAMES_PLAYED = [(2, 1, 9), (3, 2, 1), (4, 3, 3), (4, 4, 40), (5, 5, 77), (6, 6, 3), (8, 7, 60)]
"""Seats, seed, moves: openings and turns."""


def rendered(state: State, seats: int, viewer: Viewer) -> tuple[str, dict[str, str], str]:
    """All that this viewer's page is made of."""
    facts = facts_of(state, seats)
    return rendering.public(GAME, facts, GAME.view(state, None)), *own_part(state, facts, viewer)


@pytest.mark.parametrize(("seats", "seed", "moves"), GAMES_PLAYED)
def test_a_redealt_twin_renders_alike(seats: int, seed: int, moves: int) -> None:
    state, _ = played(seats, seed, moves)
    for viewer in (None, *range(seats)):
        for number in range(3):
            twin = GAME.redeal(state, viewer, bytes([number]) * 32)
            assert rendered(twin, seats, viewer) == rendered(state, seats, viewer)


def test_an_opening_answer_changes_only_that_a_seat_has_answered() -> None:
    state, _ = played(5, 4, 0)
    deeds = next(choice.fields[0].options for choice in GAME.choices(state, 0))
    assert len(deeds) > 1
    answers = [GAME.resolve(state, 0, GAME.move("open", {"deed": deed})).state for deed in deeds]
    for viewer in (None, 1, 2, 3, 4):
        assert len({str(rendered(answer, 5, viewer)) for answer in answers}) == 1
    assert len({str(rendered(answer, 5, 0)) for answer in answers}) == len(answers)


def test_the_public_part_is_the_same_whoever_may_do_what() -> None:
    state, _ = played(4, 4, 40)
    facts = facts_of(state, 4)
    public = rendering.public(GAME, facts, GAME.view(state, None))
    for seat in range(4):
        own_part(state, facts, seat)
        assert rendering.public(GAME, facts, GAME.view(state, None)) == public
    assert "<form" not in public
    assert 'form="move"' not in public


def test_a_spectator_has_no_controls() -> None:
    state, _ = played(4, 4, 40)
    slots, dock = own_part(state, facts_of(state, 4), None)
    assert set(slots.values()) == {""}
    assert "<input" not in dock
    assert "<button" not in dock


def test_only_the_seat_on_turn_can_send_a_move() -> None:
    state, _ = played(4, 4, 40)
    turn = GAME.view(state, None).turn
    for seat in range(4):
        slots, dock = own_part(state, facts_of(state, 4), seat)
        assert ('id="move"' in dock) == (seat == turn)
        assert any(slots.values()) <= (seat == turn)


def test_a_stuck_player_is_waited_for_in_the_same_words() -> None:
    """PN-2.5: who holds cards but can play none is told so alone."""
    docks = {False: set[str](), True: set[str]()}
    for seed in range(1, 60):
        state, _ = played(2, seed, 9)
        turn = GAME.view(state, None).turn
        if turn == 0:
            stuck = GAME.question(state, 0).key == "ask.stuck"
            docks[stuck].add(own_part(state, facts_of(state, 2), None)[1])
    assert docks[True] == docks[False]
    assert len(docks[True]) == 1
