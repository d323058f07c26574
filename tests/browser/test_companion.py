"""The companion on phones laid beside a board: quick to open, in step, undone, refused, gone on with after the house
was away; by keys alone; and its pages in order."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Persons
from tests.browser.house import Served
from tests.browser.people import PHONE, TABLET, Person, Size
from tests.browser.test_by_keyboard import walk_to
from tests.browser.test_pages import LOOKS, SIZES, is_in_order


def opened(one: Person) -> str:
    """A companion that this person opens at Home and starts, two clicks in all; its code."""
    one.go("/")
    one.follow(one.button("Open a table of Curia Companion").first)
    one.follow(one.button("Start", exact=True))
    expect(one.prompt).to_be_visible()
    return one.code


def come_late(one: Person, code: str) -> None:
    """Takes a seat while it runs, by the link."""
    one.go(f"/t/{code}")
    one.page.get_by_label("Your name at the table").fill(one.name)
    one.follow(one.button("Take the seat"))
    expect(one.button("Undo")).to_be_visible()


def choose(one: Person, crown: str | None, report: str) -> None:
    """Drafts a report."""
    if crown is not None:
        one.page.get_by_role("radio", name=crown, exact=True).check()
    one.page.locator(f"#do-{report}").check()


def report(one: Person, crown: str | None, what: str) -> None:
    """Makes a report, and is asked for the next one."""
    before = one.prompt.get_attribute("data-question")
    choose(one, crown, what)
    one.press(one.button("Report", exact=True))
    expect(one.prompt).not_to_have_attribute("data-question", before or "")


def track(one: Person) -> Locator:
    """The slots as they stand on the page."""
    return one.page.get_by_role("list", name="The Curia, from the left").get_by_role("listitem")


def stands(one: Person, *names: str) -> None:
    """Waits until these stand in the slots, Roma first."""
    for slot, name in enumerate(names):
        expect(track(one).nth(slot)).to_contain_text(name)


def test_two_phones_stay_in_step_and_go_on_after_the_house_was_away(person: Persons, frail: Served) -> None:
    anna, bruno = (person(name, size=PHONE, url=frail.url) for name in ("Anna", "Bruno"))
    code = opened(anna)
    come_late(bruno, code)
    report(anna, "France", "gained")
    for one in (anna, bruno):
        stands(one, "open", "France", "Castile", "Austria", "France", "England")
        expect(one.page.get_by_text("France, uncontested with 4 Catholic realms")).to_be_visible()
    report(bruno, "Austria", "allied")
    for one in (anna, bruno):
        stands(one, "Austria")
        expect(one.page.get_by_role("heading", name="Due to Austria now")).to_be_visible()

    choose(anna, "England", "allied")
    expect(anna.page.locator("#foresee-move")).to_contain_text("Austria is the ally. Report first that")
    anna.press(anna.button("Report", exact=True))
    refused = anna.page.get_by_role("alert")
    expect(refused).to_contain_text("Report first that its alliance ended.")
    expect(refused.get_by_role("link", name="PC-2.1")).to_be_visible()

    anna.press(anna.button(re.compile("^Undo")))
    for one in (anna, bruno):
        stands(one, "open")
        reported = one.page.get_by_role("region", name="Reported")
        expect(reported.get_by_text("Taken back: Austria allied")).to_be_visible()

    anna.may_lose_the_house()
    bruno.may_lose_the_house()
    frail.kill()
    expect(anna.page.get_by_text("Reconnecting.")).to_be_visible()
    frail.start()
    expect(anna.page.get_by_text("Reconnecting.")).to_be_hidden()
    expect(bruno.page.get_by_text("Reconnecting.")).to_be_hidden()
    report(bruno, "England", "gained")
    for one in (anna, bruno):
        stands(one, "open", "England", "France", "Castile", "Austria", "France")


def test_a_draft_tells_what_it_gives_and_asks_no_more_than_it_must(person: Persons) -> None:
    anna = person("Anna", size=PHONE)
    opened(anna)
    expect(anna.button("Report", exact=True)).to_be_hidden()
    choose(anna, "France", "gained")
    expect(anna.page.locator("#foresee-move")).to_contain_text("Gives F C A F E")
    report(anna, "France", "gained")
    choose(anna, "France", "lost")
    anna.page.get_by_role("radio", name="slot 4").check()
    expect(anna.page.locator("#foresee-move")).to_contain_text("Gives F C A E")
    choose(anna, "Castile", "lost")
    expect(anna.page.get_by_role("radio", name="slot 4")).to_be_hidden()
    expect(anna.page.locator("#foresee-move")).to_contain_text("Gives F A F E")
    barred = anna.page.locator("label.rep", has=anna.page.locator("#do-crusade"))
    expect(barred).to_contain_text("France can")


def test_phase_4_is_ticked_and_the_game_ended(person: Persons) -> None:
    anna = person("Anna", size=PHONE)
    opened(anna)
    report(anna, "France", "gained")
    choose(anna, "France", "crusade")
    anna.page.get_by_label("Goes to war at once").select_option("Yes, is Committed")
    anna.press(anna.button("Report", exact=True))
    expect(anna.page.get_by_text("The token: a Crusade on Andalucia")).to_be_visible()
    report(anna, None, "phase_4")
    for step in ("4 D: France gains", "4 E: France scores", "4 E: the crusade", "4 E: the token leaves", "Round ends"):
        anna.press(anna.button("Done"))
        expect(anna.page.locator(".steps .next").or_(anna.page.locator(".ends"))).to_contain_text([step])
    anna.press(anna.button("Round ends"))
    expect(anna.page.get_by_text("Age I, round 2")).to_be_visible()
    choose(anna, None, "game_over")
    anna.press(anna.button("Report", exact=True))
    anna.press(anna.button("Do it"))
    expect(anna.page.get_by_text("France is the last Papal Controller")).to_be_visible()


def test_a_report_by_keys_alone(person: Persons) -> None:
    anna = person("Anna")
    code = opened(anna)
    anna.go(f"/t/{code}")
    press = anna.page.keyboard.press
    walk_to(anna, "Castile$")
    press("ArrowRight")
    press("ArrowRight")
    expect(anna.page.get_by_role("radio", name="France", exact=True)).to_be_checked()
    walk_to(anna, "Stands first$")
    press("ArrowRight")
    walk_to(anna, "^Report$")
    press("Enter")
    stands(anna, "open", "France", "Castile", "Austria", "France", "England")


@pytest.fixture(params=LOOKS, ids="-".join)
def look(request: pytest.FixtureRequest, person: Persons) -> tuple[str, Size, Callable[..., Person]]:
    """A size, and how to make people who look at it in a scheme."""
    name, scheme = request.param
    return f"{name}-{scheme}", SIZES[name], lambda who: person(who, size=SIZES[name], color_scheme=scheme)


def test_its_pages_are_in_order(look: tuple[str, Size, Callable[..., Person]]) -> None:
    name, size, make = look
    anna = make("Anna")
    opened(anna)
    report(anna, "France", "gained")
    choose(anna, "France", "lost")
    is_in_order(anna, "companion-pad", name)
    if size == PHONE:
        bruno = make("Bruno")
        bruno.watch(anna.code)
        is_in_order(bruno, "companion-watcher", name)
    report(anna, None, "phase_4")
    anna.page.get_by_text("Something else happened").click()
    is_in_order(anna, "companion-phase-4", name)
    if size == TABLET:
        return
    choose(anna, None, "game_over")
    anna.press(anna.button("Report", exact=True))
    anna.press(anna.button("Do it"))
    expect(anna.page.get_by_text("is the last Papal Controller")).to_be_visible()
    is_in_order(anna, "companion-result", name)
