"""The cardinal: what it has learnt, what it foresees, and that it keeps to the forms."""

import pytest

from games.kernel.bots import Asked, Patience, Taken
from games.kernel.choices import admits
from games.kernel.dice import Cup, dice_from
from games.papal_curia import GAME
from games.papal_curia.bot import far_sighted
from games.papal_curia.experience import Experience
from games.papal_curia.foresight import foreseen
from games.papal_curia.prospects import Outlook
from games.papal_curia.rules import carry_out, move_of
from games.papal_curia.state import Keeping, State
from games.papal_curia.table import Table
from games.papal_curia.weighing import likely, options
from tests.games.papal_curia.positions import C, forms, position, replace
from tests.games.walks import sample, seed_of

A_FEW = Patience(playouts=32)


def taken(state: State, number: int = 1) -> Taken:
    """What the cardinal does in this position."""
    return far_sighted(Asked(GAME, state, GAME.deciders(state)[0], A_FEW), Cup(dice_from(seed_of(number))))


def the(state: State, move: str) -> Taken:
    """The form of this move without fields."""
    return forms(state, move)[0], {}


def test_likely_moves_keep_the_forms() -> None:
    for state in sample(GAME, 4, GAME.Options(), 5):
        for seat in GAME.deciders(state):
            found = likely(GAME.choices(state, seat))
            assert found
            assert all(admits(choice, filled) for choice, filled in found)


def test_likely_moves_are_not_rash() -> None:
    """Without a casus belli no war, without an enemy no march; who calls a crusade leads it; nobody is dismissed."""
    state = position(mats={C: {"advisors": ("MILITARY",)}})
    moves = {choice.move for choice, _ in likely(GAME.choices(state, C))}
    every = {choice.move for choice, _ in options(Asked(GAME, state, C).answers)}
    assert every - moves == {"declare_war", "campaign", "call_crusade", "dismiss_advisor", "dismiss_units"}


@pytest.mark.parametrize("outlook", [Outlook, Experience])
def test_what_a_move_leaves_alone_needs_no_second_look(outlook: type[Outlook]) -> None:
    for state in sample(GAME, 4, GAME.Options(), 5):
        for seat in GAME.deciders(state):
            for choice, filled in likely(GAME.choices(state, seat)):
                table = Table(state)
                carry_out(table, seat, move_of(choice.move, filled))
                after = table.state()
                assert outlook(state).after(after).worths == pytest.approx(outlook(after).worths)


def test_an_alliance_is_worth_more_when_the_game_ends() -> None:
    lies = {C: {"NAPLES": 3}}
    early, late = (
        Experience(position(influence=lies, age=age, round=1)).worths[C] - Experience(position(age=age)).worths[C]
        for age in (1, 3)
    )
    assert late > early


def test_it_foresees_the_end_of_the_game() -> None:
    """The last turn of all: one Cardinal more makes it the Controller, for 3 in 4 E and 4 at the end."""
    mats = {C: {"turns": 3, "adm": 3, "dip": 0, "mil": 0}, **{seat: {"turns": 4} for seat in (1, 2, 3)}}
    state = position(age=3, track="A C F E", mats=mats)
    gained = foreseen(C, state, the(state, "raise_cardinal")) - foreseen(C, state, the(state, "pass"))
    assert gained == pytest.approx(3 + 4 + 4 * 1.5 / 3.5)  # and Austria, which led, is the Controller no more
    assert taken(state)[0].move == "raise_cardinal"


def test_it_answers_what_it_is_asked_out_of_turn() -> None:
    state = replace(position(armies={C: {"CASTILE": (3, 2)}}, age=3), question=Keeping(C), phase="mercenaries")
    assert taken(state)[0].move == "keep"
