"""Habemus Papam at the page: each card once from a kept position, a whole game by four people, and how it looks."""

import re

import pytest
from playwright.sync_api import expect

from games.habemus_papam.box import ACTIONS
from tests.browser.conftest import Persons
from tests.browser.house import Served
from tests.browser.papam import aim, begin, choose, position

ANNA, BRUNO, CARLA = "Anna", "Bruno", "Carla"


@pytest.mark.parametrize("card", ACTIONS)
def test_each_card_is_played_at_the_page(person: Persons, house: Served, card: str) -> None:
    anna, bruno, carla = person(ANNA), person(BRUNO), person(CARLA)
    code = begin(anna, bruno, carla)
    house.put(code, **position(house.state(code), card))
    anna.go(f"/t/{code}")
    pane = choose(anna, card)
    aim(pane, anna)
    expect(pane.get_by_text(re.compile(r"^Pay (\d+) of \1$"))).to_be_visible()
    anna.press(anna.button(f"Play {ACTIONS[card].title}"))
    expect(anna.page.locator("#log")).to_contain_text(f"Anna plays {ACTIONS[card].title}")
    state = house.state(code)
    gone = [*state.discards, *(lying.card for lying in state.lying)]
    assert card in gone or card in ("CONVERSIO", "ORATIO")
