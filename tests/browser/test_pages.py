"""Every page at three sizes, light and dark: axe-core finds nothing, nothing scrolls sideways, and thumbs find what
they look for. With SCREENSHOTS=folder each is written there, for people to look at."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games.pope_or_nope.state import Hand, Pile, Turn
from tests.browser.conftest import Persons
from tests.browser.house import Served
from tests.browser.lobby import begin, seat_of
from tests.browser.people import DESKTOP, PHONE, TABLET, Person, Size
from tests.browser.play import act, cards, choose, settled, version

SIZES = {"1440": DESKTOP, "1024": TABLET, "390": PHONE}
SMALL = """() => [...document.querySelectorAll('button, input:not([type=hidden]), select, summary, nav a, a.btn')]
    .filter(one => one.checkVisibility({opacityProperty: true, visibilityProperty: true}))
    .filter(one => !one.disabled && !one.closest('.visually-hidden, [popover]:not(:popover-open)'))
    .map(one => [one, (one.closest('label') ?? one).getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && (box.width < 43.5 || box.height < 43.5))
    .map(([one, box]) => `${one.outerHTML.slice(0, 120)} ${box.width}x${box.height}`)"""
SIDEWAYS = """() => [document.documentElement, ...document.querySelectorAll('body *')]
    .filter(one => one.scrollWidth > one.clientWidth + 1 && one.tabIndex !== 0)
    .filter(one => one.matches('html') || ['auto', 'scroll'].includes(getComputedStyle(one).overflowX))
    .map(one => one.outerHTML.slice(0, 120))"""
EVERY = tuple((size, scheme) for size in SIZES for scheme in ("light", "dark"))
LOOKS = EVERY if "SCREENSHOTS" in os.environ else tuple(look for look in EVERY if look != ("1024", "light"))


@pytest.fixture(params=LOOKS, ids="-".join)
def look(request: pytest.FixtureRequest, person: Persons) -> tuple[str, Size, Callable[..., Person]]:
    """A size, and how to make people who look at it in a scheme."""
    name, scheme = request.param
    return f"{name}-{scheme}", SIZES[name], lambda who: person(who, size=SIZES[name], color_scheme=scheme)


def is_in_order(one: Person, page: str, look: str) -> None:
    """What holds for every page, once it is whole and in its own letters."""
    one.comes_to_rest()
    one.page.wait_for_timeout(100)
    one.page.evaluate("document.fonts.ready.then(() => true)")
    folder = os.environ.get("SCREENSHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        one.page.screenshot(path=f"{folder}/{page}-{look}.png", full_page=True)
    assert (said := faults(one)) == "", f"{page} {look}: {said}"
    assert one.page.evaluate(SIDEWAYS) == [], f"{page} {look} scrolls sideways"
    assert one.page.evaluate(SMALL) == [], f"{page} {look}: too small for a thumb"


def faults(one: Person) -> str:
    """What axe-core finds on the page once it has come to rest. Contrast is read at the wider sizes: on a phone the
    dock lies over what scrolls under it, and axe takes the one's ground for the other's."""
    options = {"rules": {"color-contrast": {"enabled": not one.touch}}}
    found = Axe().run(one.page, options=options)
    for _ in range(2):
        if found.violations_count:
            one.page.wait_for_timeout(1000)
            found = Axe().run(one.page, options=options)
    return str(found.generate_report()) if found.violations_count else ""


def test_pages_before_and_around_a_game(look: tuple[str, Size, Callable[..., Person]]) -> None:
    name, _, make = look
    anna, bruno = make("Anna"), make("Bruno")
    anna.go("/")
    is_in_order(anna, "home", name)
    anna.go("/rules/pope-or-nope?q=infallible")
    is_in_order(anna, "rules", name)
    anna.go("/api/docs")
    is_in_order(anna, "api", name)
    anna.go("/t/FUMUS-ALBA-ROTA-27")
    is_in_order(anna, "problem", name)
    code = anna.open_table()
    bruno.go(f"/t/{code}")
    is_in_order(bruno, "join", name)
    bruno.join(code)
    is_in_order(anna, "lobby-host", name)
    is_in_order(bruno, "lobby-guest", name)
    anna.go("/")
    is_in_order(anna, "home-with-tables", name)


def test_the_table_and_the_result(look: tuple[str, Size, Callable[..., Person]], house: Served) -> None:
    name, size, make = look
    anna, bruno = make("Anna"), make("Bruno")
    code = begin(anna, bruno)
    is_in_order(anna, "opening", name)
    act(anna, None, "")
    is_in_order(anna, "laid", name)
    act(bruno, None, "")
    expect(anna.button("Pass")).to_be_visible()
    before = version(anna)
    house.put(code, **position(house, code))
    settled((anna, bruno), before)
    is_in_order(anna, "turn", name)
    is_in_order(bruno, "waiting", name)
    prompt = anna.page.locator("#prompt").bounding_box()
    assert prompt is not None
    assert 0 <= prompt["y"] < size[1], "what to do is seen without scrolling"
    if size == PHONE:
        dock = anna.page.locator("#dock").bounding_box()
        assert dock is not None
        assert abs(dock["y"] + dock["height"] - size[1]) < 2, "the dock stands where the thumb is"
    choose(anna, cards(anna).filter(has_not=anna.page.locator("[disabled]")).nth(cards(anna).count() - 1))
    own = anna.page.locator("#dock").get_by_role("button", name="Nope")
    anna.press(own.first)
    expect(anna.link("Don’t do it")).to_be_visible()
    is_in_order(anna, "caution", name)
    anna.press(anna.link("Don’t do it"))
    expect(anna.link("Don’t do it")).to_be_hidden()
    anna.page.locator("#send-pass [name=question]").evaluate("field => { field.value = '1' }")
    anna.press(anna.button("Pass"))
    expect(anna.page.get_by_role("alert")).to_contain_text("This was answered or has changed meanwhile.")
    is_in_order(anna, "refused", name)
    house.put(code, history=((4, 0),), question=Turn(0, 1))
    expect(anna.prompt).to_contain_text("Play, or end the round?")
    anna.press(anna.button("Pass"))
    expect(anna.page.get_by_role("region", name="Final score")).to_be_visible()
    is_in_order(anna, "result", name)


def test_a_device_with_several_seats(look: tuple[str, Size, Callable[..., Person]]) -> None:
    name, size, make = look
    anna = make("Anna")
    code = anna.open_table()
    anna.press(anna.page.get_by_text("Somebody plays on this device"))
    anna.page.get_by_label("Name", exact=True).fill("Bruno")
    is_in_order(anna, "lobby-one-device", name)
    anna.press(anna.button("Sit down"))
    expect(seat_of(anna, "Bruno")).to_contain_text("on this device")
    anna.post(f"/t/{code}/lobby/start", sure="yes")
    expect(anna.prompt).to_contain_text("Hand it to")
    is_in_order(anna, "curtain", name)
    if size == PHONE:
        button = anna.button("I am Bruno: show my hand").bounding_box()
        assert button is not None
        assert button["y"] + button["height"] <= size[1], "whoever takes the device sees what to press"
    anna.page.keyboard.press("Tab")
    anna.button("I am Bruno: show my hand").focus()
    with anna.leaving():
        anna.page.keyboard.press("Enter")
    expect(anna.page.locator(".handbar")).to_contain_text("The hand of Bruno")
    is_in_order(anna, "hand", name)
    anna.follow(anna.button("Hide"))
    expect(anna.prompt).to_contain_text("Hand it to")


def position(house: Served, code: str) -> dict[str, object]:
    """A turn of Anna's with piles of every standing; the rest of the 72 cards stay in the deck."""
    state = house.state(code)
    pool = sorted([*state.deck, *state.discards, *(card for hand in state.hands for card in hand.cards)])

    def take(*cards: str) -> tuple[str, ...]:
        for card in cards:
            pool.remove(card)
        return cards

    piles = (
        Pile(1, 0, take("DEED-2"), (0,)),
        Pile(2, 0, take("OPPORTUNITAS"), (0,)),
        Pile(3, 1, take("DEED-2", "CROSS-2"), (1, 0)),
        Pile(4, 1, take("OPPORTUNITAS", "DEED-4", "POPE"), (1, 1, 1)),
        Pile(5, 1, take("OPPORTUNITAS", "DEED-1", "REDUCO"), (1, 1, 0)),
    )
    hands = (
        Hand(take("DEED-1", "DEED-3", "CROSS-4", "REDUCO", "CANCELLO", "DRAW", "NOPE")),
        Hand(take("DEED-1", "CROSS-1", "CROSS-2")),
    )
    return {
        "piles": piles,
        "piles_made": 5,
        "hands": hands,
        "deck": tuple(pool),
        "discards": (),
        "question": Turn(0, 0),
    }
