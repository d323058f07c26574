"""Taking back can never uncover or undo knowledge: a move that a table would let back has told nobody anything that the
state before it didn't tell them, and a twin takes it alike."""

from datetime import UTC, datetime
from typing import Any

import pytest

from app.tables.questions import Asked, Questions
from app.tables.writing import Deed, may_take_back
from games import GAMES
from games.kernel.contract import Game, State, encode
from games.kernel.dice import Cup, dice_from
from games.kernel.events import Viewer
from games.kernel.filling import fill
from tests.games.walks import chance_of, open_choices, seed_of

MOVES = 160
NOW = datetime(2026, 11, 30, tzinfo=UTC)

EVERY = pytest.mark.parametrize(
    ("game", "seats"), [(game, seats) for game in GAMES.values() if not game.companion for seats in game.seats]
)


@EVERY
def test_what_may_be_taken_back_told_nobody_anything(game: Game, seats: int) -> None:
    let = 0
    for number in range(3):
        for before, deed in _deeds(game, seats, number):
            if may_take_back(_asked(game, before), deed) is None:
                continue
            let += 1
            for viewer in (None, *range(seats)):
                _expect_nothing_learned(game, before, deed, viewer, number)
    assert let > 20


def _expect_nothing_learned(game: Game, before: State, deed: Deed, viewer: Viewer, number: int) -> None:
    """A state that the viewer can't tell from the one before the move takes the move as well, and shows the same."""
    twin = game.redeal(before, viewer, seed_of(number + 7))
    move = game.move(deed.move["type"], {name: value for name, value in deed.move.items() if name != "type"})
    after = game.resolve(twin, deed.seat or 0, move)
    assert game.view(after.state, viewer) == game.view(deed.outcome.state, viewer), deed.move
    assert [event.seen_by(viewer) for event in after.events] == [event.seen_by(viewer) for event in deed.outcome.events]


@EVERY
def test_a_draw_a_reveal_a_shown_card_or_a_common_question_stands(game: Game, seats: int) -> None:
    """Whatever is let back has none of them; and each of them was met."""
    met = {"draws": 0, "reveals": 0, "shows": 0, "common": 0}
    for number in range(6):
        for before, deed in _deeds(game, seats, number):
            is_met = {
                "draws": bool(deed.outcome.draws),
                "reveals": any(event.reveals or event.private for event in deed.outcome.events),
                "shows": deed.move["type"] in game.shows,
                "common": len(game.deciders(before)) > 1,
            }
            met = {kind: met[kind] + is_met[kind] for kind in met}
            back = may_take_back(_asked(game, before), deed)
            assert (back is None) == any(is_met.values())
            assert back in (None, deed.seat)
    assert all(met[kind] for kind in met if not (kind == "common" and game.slug == "papal-curia")), met


@EVERY
def test_the_state_before_is_whole(game: Game, seats: int) -> None:
    """What is put back is the very state, so the same move made again has the same outcome."""
    for before, deed in _deeds(game, seats, 1):
        move = game.move(deed.move["type"], {name: value for name, value in deed.move.items() if name != "type"})
        assert encode(game.resolve(before, deed.seat or 0, move).state) == encode(deed.outcome.state)


def _deeds(game: Game, seats: int, number: int) -> list[tuple[State, Deed]]:
    """A random game: each state with the answer that was given."""
    chance, found = Cup(dice_from(seed_of(number), "back")), []
    state = game.setup(seats, game.Options(), seed_of(number), "").state
    while len(found) < MOVES and game.result(state) is None:
        seat: Any = chance.pick(game.deciders(state))
        choice = chance_of(open_choices(game, state, seat, free=False), chance)
        filled = fill(choice, chance)
        outcome = game.resolve(state, seat, game.move(choice.move, filled))
        found.append((state, Deed(game, outcome, seat, {**filled, "type": choice.move})))
        state = outcome.state
    return found


def _asked(game: Game, state: State) -> Questions:
    """The open questions at this state."""
    return Questions({seat: _question(game, state, seat) for seat in game.deciders(state)})


def _question(game: Game, state: State, seat: int) -> Asked:
    words = game.question(state, seat)
    assert words is not None
    return Asked(1, NOW, words)
