"""Two languages at one table: each page in its reader's, from Home to the log, also as things happen."""

import pytest
from playwright.sync_api import expect

from games import GAMES
from tests.browser.conftest import Persons
from tests.browser.people import PHONE
from tests.browser.test_pages import is_in_order


def test_a_german_guest_plays_beside_an_english_one(person: Persons) -> None:
    anna, kaethe = person("Anna"), person("Käthe", size=PHONE, locale="de-DE")
    kaethe.go("/")
    expect(kaethe.page.locator("html")).to_have_attribute("lang", "de")
    is_in_order(kaethe, "home", "german")
    code = anna.open_table()
    kaethe.go(f"/t/{code}")
    kaethe.page.get_by_label("Dein Name am Tisch").fill("Käthe")
    kaethe.press(kaethe.button("Platz nehmen"))
    expect(kaethe.page.get_by_role("heading", name="Plätze")).to_be_visible()
    is_in_order(kaethe, "lobby", "german")
    kaethe.press(kaethe.button("Ich bin bereit"))
    expect(anna.page.get_by_text("All are ready.")).to_be_visible()
    anna.press(anna.button("Start", exact=True))
    expect(kaethe.prompt).to_contain_text("röffne")  # with a Deed, or without one
    is_in_order(kaethe, "table", "german")
    kaethe.press(kaethe.button("Nichts legen"))
    expect(anna.page.locator("#log")).to_contain_text("Käthe has chosen.")
    anna.press(anna.button("Lay nothing"))
    expect(kaethe.page.locator("#log")).to_contain_text("Alle decken auf.")
    expect(anna.page.locator("#log")).to_contain_text("All turn up.")
    assert not [frame for frame in kaethe.frames if "has chosen" in frame]
    assert not [frame for frame in anna.frames if "hat gewählt" in frame]


def test_a_language_is_chosen_on_ones_own_page(person: Persons) -> None:
    anna = person("Anna")
    anna.go("/me")
    box = anna.page.get_by_role("main").get_by_role("combobox", name="Language")
    box.select_option(label="Deutsch")
    anna.follow(anna.page.get_by_role("main").get_by_role("form", name="Language").get_by_role("button"))
    expect(anna.page.get_by_role("main").get_by_role("combobox", name="Sprache")).to_have_value("de")
    anna.go("/rules")
    expect(anna.page.get_by_text("Die Regeln selbst sind auf Englisch.")).to_be_visible()


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug != "pope-or-nope"])
def test_tables_in_german_fit_a_phone(person: Persons, slug: str) -> None:
    kaethe = person("Käthe", size=PHONE, locale="de-DE")
    code = kaethe.post("/tables", game=slug, name="Käthe").rpartition("/t/")[2]
    for _ in range(GAMES[slug].seats[0] - 1):
        kaethe.post(f"/t/{code}/lobby/bot", bot="novice")
    kaethe.go(f"/t/{code}")
    expect(kaethe.page.locator("html")).to_have_attribute("lang", "de")
    is_in_order(kaethe, f"lobby {slug}", "german")
    kaethe.post(f"/t/{code}/lobby/start", sure="yes")  # and the page goes to the table by itself
    expect(kaethe.prompt).to_be_visible()
    is_in_order(kaethe, f"table {slug}", "german")
