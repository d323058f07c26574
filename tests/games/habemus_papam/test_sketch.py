"""The bots' Sketch of a phase agrees with the rules: each action leaves in it what it leaves on the table."""

import pytest

from games.habemus_papam import GAME, board
from games.habemus_papam.bots.acting import acted
from games.habemus_papam.bots.deeds import Deed, deeds, done
from games.habemus_papam.bots.sketch import NOBODY, Board, Lore, Sketch, papabile, sketch, spaces
from games.habemus_papam.bots.worth import elected
from games.habemus_papam.rules.scoring import lines
from games.habemus_papam.state import State, Turn
from games.kernel.bots import Asked, as_move
from tests.games.habemus_papam.positions import position, with_
from tests.games.walks import seed_of, walk

HELD_BY_CHANCE = ("EXTRACTUM", "ORATIO", "SPECULATORES")
"""What these bring into a hand a Sketch doesn't know."""
ASKING = ("CONVERSIO", "ORATIO")
"""After these the turn may go on."""


def turns(seats: int) -> list[State]:
    """States of some random games in which somebody is on turn."""
    walked = [state for number in range(3) for state in walk(GAME, seats, GAME.Options(), seed_of(number))]
    return [state for state in walked if isinstance(state.question, Turn)][::3]


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_each_action_does_the_same_as_by_the_rules(seats: int) -> None:
    compared = 0
    for state in turns(seats):
        asked = Asked(GAME, state, state.question.seat)
        for deed in list(deeds(sketch(state, Lore(state)), asked.seat))[::7]:
            compared += _agrees(state, asked, deed)
    assert compared > 100


def _agrees(state: State, asked: Asked, deed: Deed) -> bool:
    """Whether the phase went on, so that there was something to compare."""
    after, over = done(sketch(state, Lore(state)), asked.seat, deed)
    real = GAME.resolve(state, asked.seat, as_move(GAME, acted(asked.answers, state, deed))).state
    assert over == (not isinstance(real.question, Turn) and deed.card not in ASKING)
    if over or not isinstance(real.question, Turn):
        return False
    expected = sketch(real, Lore(real))
    assert _public(after) == _public(expected), deed
    if deed.card not in HELD_BY_CHANCE:
        assert [sorted(hand) for hand in after.hands] == [sorted(hand) for hand in expected.hands], deed
    return True


def _public(drawn: Sketch) -> tuple[object, ...]:
    rows = (drawn.influence, drawn.up, drawn.reserves, drawn.doubled, drawn.closed, drawn.silenced, drawn.open)
    return (*rows, drawn.closing, drawn.turn, drawn.passes)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_indicators_and_papabile_are_those_of_the_board(seats: int) -> None:
    for state in turns(seats):
        lore = Lore(state)
        drawn = sketch(state, lore)
        towards = spaces(drawn.influence, drawn.up, lore)
        assert [towards[at] - towards[at + 1] for at in (0, 2, 4, 6)] == list(board.would_stand(state.candidates))
        found = papabile(drawn.influence, drawn.up, lore)
        assert (None if found == NOBODY else lore.names[found]) == board.papabile(state.candidates, state.round)


@pytest.mark.parametrize(
    ("secrets", "pope"), [("FANATIC HEIR SHOWMAN FIREBRAND", "JUN"), ("MACHIAVELLI HEIR SHOWMAN FIREBRAND", "HANNAH")]
)
def test_final_scores_are_those_of_the_rules(secrets: str, pope: str) -> None:
    state = position("JUN 4 GUY 3 HANNAH 2", secrets=dict(enumerate(secrets.split())), reserves=(7, 9, 3, 9))
    lore = Lore(state)
    drawn = sketch(state, lore)
    titles = [each.title for each in state.secrets]
    board_ = Board(lore.names.index(pope), spaces(drawn.influence, drawn.up, lore), [], 0)
    totals = elected(lore, board_, list(state.reserves), titles)
    emptied = (7, 0, 0, 0) if titles[0] == "MACHIAVELLI" else state.reserves
    over = with_(state, indicators=board.would_stand(state.candidates), pope=pope, reserves=emptied, question=None)
    assert totals == [line.total for line in lines(over)]
