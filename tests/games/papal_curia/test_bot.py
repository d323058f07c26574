"""The courtier and the novice: they keep to the forms, and know a good thing from a bad one, the novice not always."""

from fractions import Fraction

import pytest

from games.kernel.bots import Asked, Bot, Taken, random_bot
from games.kernel.choices import admits
from games.kernel.dice import Cup, dice_from
from games.kernel.playouts import play_out
from games.papal_curia import GAME
from games.papal_curia.bot import careless, sensible
from games.papal_curia.box import AREAS
from games.papal_curia.curia import Crusade, Excommunication
from games.papal_curia.preview import cleared
from games.papal_curia.rules.war import Battle
from games.papal_curia.state import Keeping, LosingCardinal, LosingInfluence, State, War
from games.papal_curia.weighing import fillings
from tests.games.papal_curia.positions import A, C, position, replace
from tests.games.walks import sample, seed_of

COURTIER, NOVICE = Bot(sensible), Bot(careless)


def taken(state: State, bot: Bot = COURTIER, number: int = 1) -> Taken:
    """What the bot does in this position, with this chance."""
    return bot.answer(Asked(GAME, state, GAME.deciders(state)[0]), Cup(dice_from(seed_of(number))))


def chosen(state: State) -> str:
    """The courtier's move."""
    return taken(state)[0].move


def test_its_fillings_keep_the_forms() -> None:
    for state in sample(GAME, 4, GAME.Options(), 5):
        for seat in GAME.deciders(state):
            for choice in Asked(GAME, state, seat).answers:
                found = list(fillings(choice))
                assert found
                assert all(admits(choice, filled) for filled in found)


@pytest.mark.parametrize(("better", "worse"), [(COURTIER, NOVICE), (NOVICE, random_bot)], ids=["courtier", "novice"])
def test_it_beats_the_level_below(better: Bot, worse: Bot) -> None:
    for number in range(2):
        played = play_out(GAME, GAME.Options(), seed_of(number), [better, worse], check=True)
        assert played.result.winners == (0,)


def test_it_takes_the_alliance_that_brings_roma() -> None:
    state = position(influence={1: {"CENTRAL_ITALY": 2}, C: {"CENTRAL_ITALY": 1}}, mats={C: {"adm": 0}})
    assert chosen(state) == "influence"


def test_it_keeps_no_mercenaries_it_can_not_use() -> None:
    state = position(armies={C: {"CASTILE": (3, 2)}})
    _, filled = taken(replace(state, question=Keeping(C), phase="mercenaries"))
    assert filled == {"mercenaries": {"CASTILE": 0}}


def test_it_keeps_a_mercenary_where_the_crusade_is_won() -> None:
    moors = dict.fromkeys(("GRANADA", "MALAGA", "ALMERIA"), "CASTILE")
    state = position(
        armies={C: {"ANDALUCIA": (0, 2)}},
        owners=moors,
        token=Crusade("ANDALUCIA", C),
        committed=(C,),
        mats={C: {"ducats": 0}},
    )
    _, filled = taken(replace(state, question=Keeping(C), phase="mercenaries"))
    assert filled == {"mercenaries": {"ANDALUCIA": 1}}


def test_it_gives_up_influence_that_holds_no_alliance() -> None:
    lies = {C: {"NAPLES": 2, "HUNGARY": 4}, A: {"HUNGARY": 5}}
    state = position(influence=lies, track="C A F", token=Excommunication("CASTILE"))
    _, filled = taken(replace(state, question=LosingInfluence(C, A)))
    assert filled == {"influence": {"NAPLES": 0, "HUNGARY": 4}}


def test_it_gives_up_the_cardinal_that_does_not_make_it_controller() -> None:
    state = replace(position(track="C A C A"), question=LosingCardinal(C, A, "disgrace"))
    _, filled = taken(state)
    assert filled == {"slot": 3}


def test_it_attacks_what_has_no_walls_left() -> None:
    state = position(armies={C: {"ANDALUCIA": (3, 2)}}, wars=(War(C, "GRANADA", None),), mats={C: {"dip": 0, "adm": 0}})
    choice, filled = taken(state)
    assert (choice.move, filled["on"]) == ("campaign", "GRANADA")


def test_power_that_is_left_becomes_stability_in_the_last_round() -> None:
    last = {"adm": 5, "dip": 0, "mil": 0, "turns": 3, "ducats": 0}
    assert chosen(position(age=3, mats={C: last}, track="A A F F E")) == "increase_stability"


def test_a_novice_looks_at_a_few_moves_only() -> None:
    state = position(influence={1: {"CENTRAL_ITALY": 2}, C: {"CENTRAL_ITALY": 1}}, mats={C: {"adm": 0}})
    assert len({repr(taken(state, NOVICE, number)) for number in range(12)}) > 3


def test_a_novice_overlooks_its_rivals() -> None:
    """A Disgrace does nothing for itself, so it keeps the card, whoever is the Controller."""
    state = position(track="A A C", hands={C: "DISGRACE"}, mats={C: {"adm": 0, "dip": 0, "mil": 0, "ducats": 0}})
    assert chosen(state) == "disgrace"
    assert {taken(state, NOVICE, number)[0].move for number in range(12)} == {"pass"}


@pytest.mark.parametrize(("dice", "chance"), [(4, Fraction(0)), (5, Fraction(1, 32)), (6, Fraction(7, 64))])
def test_an_area_is_cleared_by_as_many_hits_as_it_has_tax_value(dice: int, chance: Fraction) -> None:
    assert cleared(Battle(9, dice, 0, 1, AREAS["ANDALUCIA"].provinces)) == chance
