"""A whole game against a bot by keys alone: Tab, arrows, Space, Enter and Escape, from Home to the result."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Persons
from tests.browser.house import Served
from tests.browser.people import Person
from tests.browser.play import asked_anew, is_over, question, settled, version

MOST_KEYS = 80
MOST_MOVES = 80
NAME = """(one => (one.type === 'radio' ? 'radio ' : '')
            + (one.getAttribute('aria-label') || one.labels?.[0]?.innerText || one.innerText || ''))
          (document.activeElement)"""
WANTED = re.compile("^(Raise|Redeem|Fill|Crown|Cross) it|^Lay it|^Draw 2|^Place it")


def test_a_whole_game_by_keys_alone(person: Persons, house: Served) -> None:
    anna = person("Anna")
    press = anna.page.keyboard.press
    anna.go("/")
    walk_to(anna, r"^Open a table\s+of Pope or Nope")
    press("Enter")
    expect(anna.page.get_by_role("heading", name="Seats")).to_be_visible()
    walk_to(anna, "^Seat a bot")
    press("Enter")
    expect(anna.page.get_by_text("2 of 4 seats taken")).to_be_visible()
    walk_to(anna, "^Points to win")
    press("ArrowDown")
    expect(anna.form("Points to win").get_by_text("changed", exact=True)).to_be_visible()
    walk_to(anna, "^Start$")
    press("Enter")
    expect(anna.prompt).to_contain_text("Your turn")
    expect(anna.page.locator("#log")).to_contain_text("has chosen")  # the bot, so that nothing else changes
    before = version(anna)
    house.put(anna.code, history=((2, 0),))  # a point short of the end
    settled([anna], before)
    for _ in range(MOST_MOVES):
        if is_over(anna):
            break
        asked = question(anna)
        move(anna)
        asked_anew(anna, asked)
        if not is_over(anna):  # the focus is never lost
            anna.page.wait_for_function("() => document.activeElement !== document.body")
    walk_to(anna, "^Same table, again")
    press("Enter")
    expect(anna.page.get_by_role("heading", name="Seats")).to_be_visible()


def focus_name(one: Person) -> str:
    """What a screen reader would call the element that has the focus."""
    return str(one.page.evaluate(NAME))


def walk_to(one: Person, name: str) -> None:
    """Presses Tab until the control with this name has the focus, once the page is whole."""
    one.comes_to_rest()
    for _ in range(MOST_KEYS):
        one.page.keyboard.press("Tab")
        if re.search(name, focus_name(one)):
            return
    raise AssertionError(f"no Tab leads to {name}")


def move(anna: Person) -> None:
    """Plays the first card that fits somewhere, or passes; in the opening lays a Deed, or nothing."""
    hand = anna.page.get_by_role("group", name="Your hand").get_by_role("radio")
    if hand.count():
        walk_to(anna, "^radio ")
        anna.page.keyboard.press("Space")
        for _ in range(hand.count()):
            anna.page.keyboard.press("Enter")
            if WANTED.search(focus_name(anna)):
                anna.page.keyboard.press("Enter")
                return
            anna.page.keyboard.press("Escape")
            assert anna.page.evaluate("document.activeElement.type") == "radio"
            anna.page.keyboard.press("ArrowRight")
        anna.page.keyboard.press("Escape")
        assert hand.and_(anna.page.locator(":checked")).count() == 0
    walk_to(anna, "^(Pass|Lay nothing)$")
    anna.page.keyboard.press("Enter")
