"""What a host and guests do in a lobby."""

from collections.abc import Sequence
from contextlib import ExitStack

from playwright.sync_api import Locator, expect

from tests.browser.people import Person


def meet(host: Person, *guests: Person) -> str:
    """The host opens a table at the page, and the guests sit down there, ready; its code."""
    host.go("/")
    host.rename(host.name)
    code = host.open_table()
    for guest in guests:
        guest.join(code)
        guest.press(guest.button("I am ready"))
        expect(guest.button("Not yet, after all")).to_be_visible()
    return code


def gather(host: Person, *guests: Person) -> str:
    """The same by the forms alone, for tests of what comes later."""
    code = _seat(host, guests)
    for one in (host, *guests):
        one.go(f"/t/{code}")
    return code


def begin(host: Person, *guests: Person) -> str:
    """A table that has just begun, by the forms alone: these people, or one against a bot; its code."""
    code = _seat(host, guests)
    if not guests:
        host.post(f"/t/{code}/lobby/bot", bot="novice")
    host.post(f"/t/{code}/lobby/rules", first="0")
    host.post(f"/t/{code}/lobby/start", sure="yes")
    for one in (host, *guests):
        one.go(f"/t/{code}")
        expect(one.prompt).to_contain_text("Your turn")
        one.is_live()
    return code


def _seat(host: Person, guests: Sequence[Person]) -> str:
    code = host.post("/tables", game="pope-or-nope", name=host.name).rpartition("/t/")[2]
    for guest in guests:
        guest.post(f"/t/{code}/join", name=guest.name)
        guest.post(f"/t/{code}/lobby/ready", ready="yes")
    return code


def start(host: Person, *others: Person) -> None:
    """The host starts the game, and everybody is led to the table."""
    with ExitStack() as others_leave:
        for one in others:
            others_leave.enter_context(one.leaving())
        host.follow(host.button("Start", exact=True))
    for one in (host, *others):
        expect(one.page.get_by_role("heading", name="Pope or Nope", exact=False)).to_be_visible()
        expect(one.prompt).to_be_visible()
        one.is_live()


def seat_of(person: Person, name: str) -> Locator:
    """The line of the list of seats with this name."""
    seats = person.page.get_by_role("region", name="Seats").get_by_role("listitem")
    return seats.filter(has=person.page.get_by_text(name, exact=True))


def order(person: Person) -> list[str]:
    """The names in the list of seats, from the top."""
    names = person.page.get_by_role("region", name="Seats").locator("li[id^=chair-] > .grow > b")
    return names.all_inner_texts()


def choose_rule(host: Person, rule: str, setting: str) -> None:
    """The host sets a house rule."""
    box = host.page.get_by_role("combobox", name=rule, exact=True)
    host.comes_to_rest()
    box.select_option(label=setting)
    expect(host.form(rule, exact=True).get_by_text("changed", exact=True)).to_be_visible()
