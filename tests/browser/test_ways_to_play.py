"""Other ways to be at a table: by keys alone, without JavaScript, over a killed server and a closed laptop."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Persons
from tests.browser.house import Served
from tests.browser.lobby import gather, start
from tests.browser.people import Person
from tests.browser.play import act, is_over, version

MOST_KEYS = 60
MOST_MOVES = 60


def walk_to(one: Person, name: str) -> None:
    """Presses Tab until the control with this name has the focus."""
    for _ in range(MOST_KEYS):
        one.page.keyboard.press("Tab")
        told = one.page.evaluate(
            "(one => one.getAttribute('aria-label') || one.labels?.[0]?.innerText || one.innerText || '')"
            "(document.activeElement)"
        )
        if re.search(name, told):
            return
    raise AssertionError(f"no Tab leads to {name}")


def test_a_table_is_opened_and_a_round_played_by_keys_alone(person: Persons) -> None:
    anna = person("Anna")
    anna.go("/")
    walk_to(anna, "^Open a table")
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_role("heading", name="Seats")).to_be_visible()
    walk_to(anna, "^Seat a bot")
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_text("2 of 4 seats taken")).to_be_visible()
    walk_to(anna, "^Start$")
    anna.page.keyboard.press("Enter")
    expect(anna.prompt).to_contain_text("Your turn")
    walk_to(anna, "^Lay nothing")
    anna.page.keyboard.press("Enter")
    expect(anna.button("Pass")).to_be_visible()
    for _ in range(MOST_MOVES):
        if anna.page.get_by_text("Round 2", exact=False).count():
            return
        before = version(anna)
        _play_by_keys(anna)
        anna.page.wait_for_function(
            "before => Number(document.querySelector('#public').dataset.version) > before", arg=before
        )
        expect(anna.prompt).to_contain_text("Your turn")
    raise AssertionError("the round never ended")


def _play_by_keys(anna: Person) -> None:
    """Chooses the first card that may be played and sends it, or passes."""
    anna.page.keyboard.press("Escape")
    if anna.button("Lay nothing").count():
        walk_to(anna, "^Lay nothing")
    else:
        walk_to(anna, "^Pass")
    anna.page.keyboard.press("Enter")


def test_a_card_is_chosen_and_aimed_by_keys(person: Persons, house: Served) -> None:
    anna = person("Anna")
    code = _against_a_bot(anna)
    state = house.state(code)
    deed = next((card for card in state.hands[0].cards if card.startswith("DEED")), None)
    hand = anna.page.get_by_role("group", name="Your hand").get_by_role("radio")
    if deed is None:
        assert hand.count() == 0
        return
    hand.first.focus()
    anna.page.keyboard.press("Space")
    expect(hand.first).to_be_checked()
    walk_to(anna, "^Lay it")
    anna.page.keyboard.press("Enter")
    expect(anna.button("Pass")).to_be_visible()
    assert house.state(code).piles


def _against_a_bot(anna: Person) -> str:
    code = anna.open_table()
    anna.press(anna.button(re.compile("^Seat a bot")).first)
    expect(anna.page.get_by_text("2 of 4 seats taken")).to_be_visible()
    anna.press(anna.button("Start", exact=True))
    expect(anna.prompt).to_contain_text("Your turn")
    return code


def test_a_round_is_played_without_javascript(person: Persons) -> None:
    anna = person("Anna", java_script_enabled=False)
    anna.go("/")
    anna.page.get_by_role("button", name="Open a table").click()
    anna.page.get_by_role("button", name=re.compile("^Seat a bot")).first.click()
    anna.page.get_by_role("button", name="Start", exact=True).click()
    anna.page.get_by_role("button", name="Lay nothing").click()
    for _ in range(MOST_MOVES):
        if anna.page.get_by_text("Round 2", exact=False).count() or is_over(anna):
            return
        anna.page.reload()
        passing = anna.page.get_by_role("button", name="Pass")
        if passing.count():
            passing.first.click()
    raise AssertionError("the round never ended")


def test_a_killed_house_is_seen_and_comes_back_with_the_newest_state(person: Persons, frail: Served) -> None:
    anna, bruno = person("Anna", url=frail.url), person("Bruno", url=frail.url)
    gather(anna, bruno)
    start(anna, bruno)
    with anna.outage(), bruno.outage():
        frail.kill()
        expect(anna.page.locator("#connection")).to_be_visible()
        frail.start()
        expect(anna.page.locator("#connection")).to_be_hidden(timeout=30_000)
        expect(bruno.page.locator("#connection")).to_be_hidden(timeout=30_000)
        act(anna, None, "")
        expect(bruno.page.get_by_text("Anna has chosen")).to_be_attached()
        act(bruno, None, "")
        expect(anna.page.get_by_text("Bruno opens", exact=False).first).to_be_attached()


def test_a_closed_laptop_catches_up(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    code = gather(anna, bruno)
    start(anna, bruno)
    with anna.outage():
        anna.page.goto("about:blank")
        act(bruno, None, "")
        anna.go(f"/t/{code}")
    expect(anna.page.get_by_text("Bruno has chosen")).to_be_attached()
    act(anna, None, "")
    expect(bruno.page.get_by_text("Anna opens with nothing").or_(bruno.button("Pass")).first).to_be_attached()


def test_two_tabs_of_one_guest_play_together(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    gather(anna, bruno)
    start(anna, bruno)
    other = anna.new_tab()
    act(anna, None, "")
    expect(other.get_by_text("Anna has chosen")).to_be_attached()
    expect(other.locator("#prompt")).to_contain_text("You open with nothing")
