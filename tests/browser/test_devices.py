"""One guest on two devices, by the personal link: both play the same seat, and renewing signs the other one out while
it looks on. The guest's own pages in every look."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Persons
from tests.browser.lobby import begin, gather
from tests.browser.people import PHONE, Person, Size
from tests.browser.play import open_with
from tests.browser.test_pages import LOOKS, SIZES, is_in_order

Look = tuple[str, Callable[[str], Person]]


def link_of(one: Person) -> str:
    """The personal link, from the page that the menu leads to."""
    one.press(one.page.get_by_role("navigation", name="Site").get_by_role("button"))
    one.press(one.link("Your page"))
    return one.page.get_by_role("textbox", name="Your personal link").input_value()


def go_on(device: Person, link: str, name: str) -> None:
    """Opens the link on another device, and says yes."""
    device.go(link.removeprefix(device.url))
    expect(device.page.get_by_role("heading", name=f"Continue as {name}?")).to_be_visible()
    device.press(device.button(f"Continue as {name}"))
    expect(device.page.get_by_role("heading", name="Your tables")).to_be_visible()


def test_two_devices_play_one_seat_until_the_link_is_renewed(person: Persons) -> None:
    anna, phone, bruno = person("Anna"), person("Anna's phone", size=PHONE), person("Bruno")
    code = begin(anna, bruno)
    anna.go("/")
    go_on(phone, link_of(anna), "Anna")
    phone.press(phone.link(code))
    anna.go(f"/t/{code}")
    for device in (anna, phone):
        expect(device.prompt).to_contain_text("Your turn")
    open_with(phone, None)
    for device in (anna, phone):
        expect(device.prompt).not_to_contain_text("Your turn")
    open_with(bruno, None)
    for device in (anna, phone):
        expect(device.prompt).to_contain_text("Your turn")
    for device in (anna, phone):
        device.is_live()
    with phone.leaving(), anna.leaving():
        _renew_elsewhere(anna)
    expect(phone.page.get_by_text("The game is under way.")).to_be_visible()
    expect(phone.page.locator("#dock")).to_have_count(0)
    expect(anna.prompt).to_contain_text("Your turn")
    anna.press(anna.button("Pass").first)
    expect(bruno.prompt).to_contain_text("Your turn")


def test_the_browser_that_renews_stays_the_guest_in_all_its_tabs(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    begin(anna, bruno)
    tab = anna.new_tab()
    for _ in range(4):
        anna.is_live(anna.page, tab)
        with anna.leaving(anna.page, tab):
            _renew_elsewhere(anna)
        for page in (anna.page, tab):
            expect(page.locator("[data-gone]")).to_have_count(0)
            expect(page.locator("#prompt")).to_contain_text("Your turn")
    anna.go("/me")
    expect(anna.page.get_by_role("navigation", name="Site").get_by_role("button")).to_have_text("Anna")


def _renew_elsewhere(one: Person) -> None:
    """In another tab, while the table stays open in the first; where it is open it soon loads itself again."""
    tab = one.context.new_page()
    tab.goto("/me")
    tab.get_by_role("button", name="Renew it").click()
    expect(tab.get_by_role("heading", name="Renew your personal link?")).to_be_visible()
    tab.get_by_role("button", name="Renew it").click()
    expect(tab.get_by_role("textbox", name="Your personal link")).to_be_visible()
    tab.close()


def test_a_device_that_is_somebody_keeps_its_own_link_first(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    code = gather(anna, bruno)
    anna.go("/")
    link = link_of(anna)
    bruno.go(link.removeprefix(bruno.url))
    expect(bruno.page.get_by_text("On this device you are Bruno, with a seat at 1 open table.")).to_be_visible()
    own = bruno.page.get_by_role("textbox", name="To come back as Bruno").input_value()
    bruno.press(bruno.link("Stay Bruno"))
    expect(bruno.link(code)).to_be_visible()
    go_on(bruno, link, "Anna")
    go_on(bruno, own, "Bruno")


def test_the_link_is_copied_and_the_file_is_taken_along(person: Persons) -> None:
    anna = person("Anna", permissions=["clipboard-read", "clipboard-write"])
    anna.open_table()
    anna.go("/")
    link = link_of(anna)
    anna.press(anna.button("Copy link"))
    expect(anna.button("Copied")).to_be_visible()
    assert anna.page.evaluate("navigator.clipboard.readText()") == link
    with anna.page.expect_download() as started:
        anna.press(anna.link("Download it"))
    assert started.value.suggested_filename == "conclave.json"
    assert len(json.loads(started.value.path().read_text())["tables"]) == 1


def test_an_erased_guest_leaves_a_bot_and_no_name(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    code = begin(anna, bruno)
    anna.go("/me")
    anna.press(anna.button("Erase it all"))
    expect(anna.page.get_by_role("heading", name="Erase Anna?")).to_be_visible()
    anna.press(anna.button("Erase me"))
    expect(anna.page.get_by_role("heading", name="Nothing is kept of you")).to_be_visible()
    expect(bruno.page.locator("#public")).to_contain_text("A former guest")
    expect(bruno.page.locator("#public")).not_to_contain_text("Anna")
    anna.go("/")
    expect(anna.link(code)).to_have_count(0)


@pytest.fixture(params=LOOKS, ids="-".join)
def look(request: pytest.FixtureRequest, person: Persons) -> Look:
    """A look, and how to make people with it."""
    name, scheme = request.param
    size: Size = SIZES[name]
    return f"{name}-{scheme}", lambda who: person(who, size=size, color_scheme=scheme)


def test_a_guests_own_pages(look: Look) -> None:
    name, someone = look
    anna, bruno, nobody = someone("Anna"), someone("Bruno"), someone("Nobody")
    begin(anna, bruno)
    gather(anna)
    for one in (nobody, anna):
        one.go("/me")
        is_in_order(one, f"me-{one.name.lower()}", name)
    link = anna.page.get_by_role("textbox", name="Your personal link").input_value().removeprefix(anna.url)
    for one in (nobody, bruno):
        one.go(link)
        is_in_order(one, f"me-continue-{one.name.lower()}", name)
    for button, page in (("Renew it", "me-renew"), ("Erase it all", "me-erase")):
        anna.go("/me")
        anna.follow(anna.button(button))
        is_in_order(anna, page, name)
    anna.go("/")
    is_in_order(anna, "me-home", name)
    anna.press(anna.page.get_by_role("navigation", name="Site").get_by_role("button"))
    is_in_order(anna, "me-menu", name)
    anna.go("/me/erased")
    is_in_order(anna, "me-erased", name)
    assert anna.go("/me/link/broken").status == 404
    is_in_order(anna, "me-broken", name)
