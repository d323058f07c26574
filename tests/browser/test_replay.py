"""A finished game is seen again in the browser: step, slider, keys, play, and a link to a moment."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Persons
from tests.browser.house import Served
from tests.browser.lobby import begin
from tests.browser.people import PHONE, Person


def finished(person: Persons, house: Served) -> tuple[Person, str]:
    """Anna, whose game with Dora is over, and the table's code."""
    anna, dora = person("Anna"), person("Dora")
    code = begin(anna, dora)
    house.play_out(code)
    expect(anna.link("Watch it again")).to_be_visible(timeout=60_000)
    return anna, code


def slider(person: Person) -> Locator:
    """Where one is in the game."""
    return person.page.get_by_role("slider", name="Moment")


def at(person: Person, number: int) -> None:
    """The page shows this moment, says so, and has its address."""
    expect(person.page.get_by_role("status").first).to_contain_text(f"Moment {number} of")
    expect(slider(person)).to_have_value(str(number))
    expect(person.page).to_have_url(re.compile(rf"at={number}$"))


def test_a_finished_game_is_seen_again(person: Persons, house: Served) -> None:
    anna, code = finished(person, house)
    anna.follow(anna.link("Watch it again"))
    last = int(str(slider(anna).get_attribute("max")))
    assert last > 10
    loaded = anna.page.evaluate("window.stays = true")
    assert loaded
    anna.press(anna.link("One moment on"))
    at(anna, 2)
    for _ in range(3):
        anna.page.keyboard.press("ArrowRight")
    at(anna, 5)
    anna.page.keyboard.press("ArrowLeft")
    at(anna, 4)
    anna.page.keyboard.press("End")
    at(anna, last)
    anna.page.keyboard.press("Home")
    at(anna, 1)
    slider(anna).fill("7")
    at(anna, 7)
    anna.button("Play").click()
    expect(slider(anna)).not_to_have_value("7")  # no number: it goes on while it is looked at
    anna.button("Play").click()
    expect(anna.button("Play")).to_have_attribute("aria-pressed", "false")
    at(anna, int(slider(anna).input_value()))
    anna.page.keyboard.press("End")
    at(anna, last)
    anna.page.keyboard.press("ArrowLeft")
    at(anna, last - 1)
    anna.button("Play").click()
    at(anna, last)
    expect(anna.button("Play")).to_have_attribute("aria-pressed", "false")
    assert anna.page.evaluate("window.stays"), "no step loaded the page"
    anna.follow(anna.link("Everything"))
    at(anna, last)
    expect(anna.page.get_by_role("region", name="What Anna held")).to_be_visible()
    bruno = person("Bruno", size=PHONE)
    bruno.post(f"/t/{code}/watch", name="Bruno")
    link = str(anna.page.get_by_role("button", name="Copy link").get_attribute("data-copy"))
    assert bruno.go(link).status == 200
    at(bruno, last)
    expect(bruno.page.get_by_role("region", name="What Anna held")).to_be_visible()


def test_it_works_without_scripts(person: Persons, house: Served) -> None:
    _, code = finished(person, house)
    plain = person("Carla", java_script_enabled=False)
    plain.post(f"/t/{code}/watch", name="Carla")
    plain.go(f"/t/{code}/replay")
    plain.follow(plain.link("One moment on"))
    expect(slider(plain)).to_have_value("2")
    slider(plain).press("End")
    plain.follow(plain.button("Show"))
    expect(plain.page.get_by_role("status").first).to_contain_text(f"Moment {slider(plain).get_attribute('max')} of")
