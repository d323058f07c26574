"""Somebody closes the browser for good: a bot plays on, and a newcomer takes the seat over by a link."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Persons
from tests.browser.lobby import begin
from tests.browser.people import DESKTOP, PHONE, Size


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["at a desk", "on a phone"])
def test_a_seat_left_alone_goes_to_a_bot_and_to_a_newcomer(person: Persons, size: Size) -> None:
    anna, bruno, clara = person("Anna", size=size), person("Bruno"), person("Clara")
    code = begin(anna, bruno)
    bruno.page.goto("about:blank")
    left = anna.form("The seat of Bruno")
    expect(left).to_contain_text("Bruno is away.")
    anna.press(left.get_by_role("button", name="Let a bot play"))
    expect(left).to_contain_text("A bot plays for Bruno, who is away.")
    anna.press(left.get_by_role("button", name="Link for a newcomer"))
    link = anna.page.get_by_label("The link to this seat").input_value()
    anna.press(anna.link("Close"))
    expect(anna.page.get_by_label("The link to this seat")).to_be_hidden()
    clara.go(link.removeprefix(clara.url))
    expect(clara.page.get_by_role("heading", name="Play on for Bruno?")).to_be_visible()
    clara.page.get_by_label("Your name at the table").fill("Clara")
    clara.follow(clara.button("Take the seat over"))
    assert clara.code == code
    expect(clara.page.locator("#hand")).to_be_attached()
    expect(anna.page.locator("#public")).to_contain_text("Clara")
    expect(left).to_be_hidden()
