"""The sensible bot: it gets a View and choices, keeps to the forms, and knows a good thing from a bad one."""

from fractions import Fraction

import pytest

from games.kernel.bots import Asked, Bot, random_bot
from games.kernel.choices import admits
from games.kernel.dice import Cup, dice_from
from games.kernel.playouts import play_out
from games.papal_curia import GAME
from games.papal_curia.bot import fillings, sensible
from games.papal_curia.box import AREAS
from games.papal_curia.preview import cleared
from games.papal_curia.rules.war import Battle
from games.papal_curia.state import Keeping, State
from tests.games.papal_curia.positions import C, position, replace
from tests.games.walks import sample, seed_of


def chosen(state: State) -> str:
    """What the bot does in this position."""
    seat = GAME.deciders(state)[0]
    return sensible(Asked(GAME, state, seat), Cup(dice_from(seed_of(1))))[0].move


def test_its_fillings_keep_the_forms() -> None:
    for state in sample(GAME, 4, GAME.Options(), 5):
        for seat in GAME.deciders(state):
            for choice in Asked(GAME, state, seat).answers:
                found = list(fillings(choice))
                assert found
                assert all(admits(choice, filled) for filled in found)


def test_it_beats_players_at_random() -> None:
    for number in range(2):
        played = play_out(GAME, GAME.Options(), seed_of(number), [Bot(sensible), random_bot], check=True)
        assert played.result.winners == (0,)


def test_it_takes_the_alliance_that_brings_roma() -> None:
    state = position(influence={1: {"CENTRAL_ITALY": 2}, C: {"CENTRAL_ITALY": 1}}, mats={C: {"adm": 0}})
    assert chosen(state) == "influence"


def test_it_keeps_no_mercenaries_it_can_not_use() -> None:
    state = position(armies={C: {"CASTILE": (3, 2)}})
    state = replace(state, question=Keeping(C), phase="mercenaries")
    _, filled = sensible(Asked(GAME, state, C), Cup(dice_from(seed_of(1))))
    assert filled == {"mercenaries": {"CASTILE": 0}}


@pytest.mark.parametrize(("dice", "chance"), [(4, Fraction(0)), (5, Fraction(1, 32)), (6, Fraction(7, 64))])
def test_an_area_is_cleared_by_as_many_hits_as_it_has_tax_value(dice: int, chance: Fraction) -> None:
    assert cleared(Battle(9, dice, 0, 1, AREAS["ANDALUCIA"].provinces)) == chance
