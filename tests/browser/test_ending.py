"""The host ends a running game from the table's menu, and everybody's page goes to the one that says so."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Persons
from tests.browser.lobby import begin
from tests.browser.people import DESKTOP, PHONE, Size


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_host_ends_a_running_game_after_a_question(person: Persons, size: Size) -> None:
    anna, bruno = person("Anna", size=size), person("Bruno", size=size)
    begin(anna, bruno)
    expect(bruno.form("End the table", include_hidden=True)).to_have_count(0)
    anna.press(anna.button("Table menu"))
    anna.press(anna.button("End the table"))
    question = anna.form("End this table?")
    expect(question).to_be_visible()
    expect(anna.page.get_by_text("The game ends unfinished for everybody")).to_be_visible()
    anna.press(question.get_by_role("link", name="Play on"))
    expect(anna.prompt).to_be_visible()
    anna.press(anna.button("Table menu"))
    anna.press(anna.button("End the table"))
    anna.press(question.get_by_role("button", name="End it"))
    expect(anna.page).to_have_url(f"{anna.url}/")
    expect(bruno.page.get_by_role("heading", name="This table has ended")).to_be_visible()
