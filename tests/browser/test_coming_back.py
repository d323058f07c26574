"""Coming back to a table: the log opens at what is new, the board is marked until the own move, the log is filtered."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Persons
from tests.browser.lobby import begin
from tests.browser.people import DESKTOP, PHONE, Person, Size
from tests.browser.play import open_with, settled, version
from tests.browser.test_pages import is_in_order


def lines(person: Person) -> Locator:
    """The lines of the log that show."""
    return person.page.locator("#log > [data-number]:visible")


def only(person: Person, name: str) -> None:
    """Chooses whose lines show, by the keyboard."""
    radio = person.page.get_by_role("group", name="Lines of the log").get_by_role("radio", name=name)
    radio.focus()
    person.page.keyboard.press("Space")
    expect(radio).to_be_checked()


def away_while_bruno_plays(anna: Person, bruno: Person) -> str:
    """Anna opens and goes home; then Bruno opens, and acts if it is his turn."""
    code = begin(anna, bruno)
    open_with(anna, True)
    expect(anna.prompt).not_to_contain_text("Your turn")
    bruno.page.wait_for_function("() => document.querySelector('#log').innerText.includes('Anna has chosen')")
    anna.go("/")
    open_with(bruno, True)
    expect(bruno.page.locator("#log")).to_contain_text("All turn up.")
    return code


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_log_opens_at_what_is_new(person: Persons, size: Size) -> None:
    anna, bruno = person("Anna", size=size), person("Bruno")
    code = away_while_bruno_plays(anna, bruno)
    anna.go(f"/t/{code}")
    told = anna.page.locator("#missed")
    if size == PHONE:
        expect(told).to_contain_text(re.compile(r"\d+ new lines since you looked"))
        expect(anna.page.locator("#unread")).to_have_text(re.compile(r"^\d+$"))
        anna.press(told.get_by_role("button", name="Show"))
        expect(told).to_be_empty()
    mark = anna.page.locator("#unseen")
    expect(mark).to_be_in_viewport()
    expect(mark).to_contain_text("since you looked")
    is_in_order(anna, "table", f"coming back {size[0]}")


def test_what_changed_is_marked_until_the_own_move_and_the_log_is_filtered(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    code = away_while_bruno_plays(anna, bruno)
    anna.go(f"/t/{code}")
    expect(anna.page.locator("#cards-1")).to_have_class(re.compile(r"\bfresh\b"))
    everything = lines(anna).count()
    only(anna, "Bruno")
    expect(lines(anna)).not_to_have_count(everything)
    shown_by = lines(anna).evaluate_all("all => all.map(one => one.dataset.by ?? one.className)")
    assert set(shown_by) <= {"1", "head"}, lines(anna).evaluate_all("all => all.map(one => one.outerHTML)")
    assert "1" in shown_by
    only(anna, "Mine")
    shown = lines(anna).count()
    after = version(anna)
    anna.press(anna.button("Pass", exact=True))  # the first to move is the host
    settled((anna, bruno), after)
    expect(lines(anna)).to_have_count(shown + 1)
    expect(lines(anna).last).to_contain_text("Anna passes.")
    expect(anna.page.locator(".fresh, #unseen")).to_have_count(0)
    after = version(anna)
    bruno.press(bruno.button("Pass", exact=True))
    settled((anna, bruno), after)
    expect(anna.page.locator("#log > [data-number]").last).to_be_attached()
    assert not [text for text in lines(anna).all_inner_texts() if text.startswith("Bruno passes")]
    only(anna, "All")
    expect(anna.page.locator("#log")).to_contain_text("Bruno passes.")
