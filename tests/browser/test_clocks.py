"""A clock from the lobby to the end of a turn: the host sets it, everybody sees it count, a pause stops it, a bot
plays."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Persons
from tests.browser.house import Served
from tests.browser.lobby import gather, start
from tests.browser.people import PHONE, Person


def clock_of(person: Person, name: str) -> Locator:
    """The clock of this player on the page; one's own is called "you"."""
    return person.page.get_by_role("region", name="Clocks").get_by_role("listitem").filter(has_text=name)


def seconds(clock: Locator) -> int:
    """What the clock shows."""
    found = re.search(r"(\d+):(\d\d)", clock.inner_text())
    assert found is not None, clock.inner_text()
    return 60 * int(found[1]) + int(found[2])


def test_a_clock_counts_down_and_a_bot_plays_when_it_is_out(person: Persons, house: Served) -> None:
    anna, bruno = person("Anna"), person("Bruno", size=PHONE)
    gather(anna, bruno)
    anna.page.get_by_role("combobox", name="Clock", exact=True).select_option(label="A fixed time for each turn")
    length = anna.page.get_by_label("Seconds a turn")
    expect(length).to_have_value("60")
    length.fill("45")
    length.press("Tab")
    expect(bruno.page.get_by_text("45 seconds a turn")).to_be_visible()
    anna.post(f"/t/{anna.code}/lobby/rules", first="1")
    start(anna, bruno)

    own, others = clock_of(anna, "you"), clock_of(anna, "Bruno")
    expect(own).to_contain_text(re.compile(r"0:[34]\d"))
    first, frames = seconds(own), len(anna.frames)
    expect(own).not_to_contain_text(f"{first // 60}:{first % 60:02}")
    assert seconds(own) < first
    assert len(anna.frames) == frames, "the page counts by itself"
    latest, theirs, soonest = seconds(own), seconds(clock_of(bruno, "Anna")), seconds(own)
    assert soonest - 1 <= theirs <= latest + 1, "both count alike"

    anna.press(anna.button("Pause"))
    for one in (anna, bruno):
        expect(one.page.get_by_text("paused")).to_be_visible()
    stands = seconds(own)
    anna.page.wait_for_timeout(1500)
    assert seconds(own) == stands
    anna.press(anna.button("Lay nothing"))
    expect(anna.page.get_by_role("alert")).to_contain_text("stopped the clocks")
    anna.press(anna.button("Go on"))
    expect(bruno.page.get_by_text("paused")).to_be_hidden()

    anna.press(anna.button("Lay nothing"))
    expect(own).to_be_hidden()
    house.let_pass(seconds=40)
    expect(bruno.page.locator("#log")).to_contain_text("Time ran out for Bruno: a bot played for them.")
    expect(others).to_have_class(re.compile(r"\bturn\b"))


def test_who_listens_is_warned_once_when_time_is_short(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    gather(anna, bruno)
    anna.post(f"/t/{anna.code}/lobby/clock", kind="turn", seconds="12")
    start(anna, bruno)
    said = anna.page.locator("#clock-said")
    expect(said).to_have_text(re.compile(r"^0:0[123] left on your clock\.$"))  # 0:03 at best: a busy page looks late
    once = said.inner_text()
    expect(clock_of(anna, "you")).to_have_class(re.compile(r"\bnear\b"))
    anna.page.wait_for_timeout(1100)
    assert said.inner_text() == once
