"""What people hold onto while others play: the draft, the focus, what they have opened, the place in the log."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Persons
from tests.browser.lobby import begin
from tests.browser.people import Person
from tests.browser.play import cards


def focused(one: Person) -> str:
    """The id of the element that has the focus; "" if it has none, "BODY" if none has."""
    return str(one.page.evaluate("document.activeElement === document.body ? 'BODY' : document.activeElement.id"))


def test_draft_focus_and_opened_details_survive_what_others_do(person: Persons) -> None:
    anna, bruno, carla = person("Anna"), person("Bruno"), person("Carla")
    for _ in range(20):
        begin(anna, bruno, carla)
        if cards(anna).count():
            break
    draft = str(cards(anna).first.get_attribute("value"))
    anna.page.locator(f"#hand-{draft}").click()
    anna.press(anna.button("Table menu"))
    anna.page.get_by_label("Your name").fill("Annunzi")
    anna.page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    opened = anna.page.locator("details[open]").count()
    for other in (bruno, carla):
        other.press(other.button("Lay nothing"))
        expect(anna.page.get_by_text(f"{other.name} has chosen").first).to_be_attached()
    expect(anna.page.get_by_label("Your name")).to_have_value("Annunzi")
    assert focused(anna) == "my-name"
    assert anna.page.locator("details[open]").count() == opened
    expect(anna.page.get_by_role("group", name="Your hand").get_by_role("radio", checked=True)).to_have_value(draft)


def somewhere(one: Person) -> None:
    """The focus is on an element, once whatever was swapped has come to rest."""
    one.page.wait_for_function("() => document.activeElement !== document.body")


def test_the_focus_is_never_lost(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    begin(anna, bruno)
    for one in (anna, bruno):
        one.button("Lay nothing").focus()
        one.page.keyboard.press("Enter")
        expect(one.page.get_by_text(f"{one.name} has chosen").first).to_be_attached()
    for one, other in ((anna, bruno), (bruno, anna)):
        expect(one.button("Pass")).to_be_visible()
        one.button("Pass").focus()
        one.page.keyboard.press("Enter")
        expect(other.page.get_by_text(f"{one.name} passes").first).to_be_attached()
        expect(one.prompt).to_be_focused()
        somewhere(other)


def test_the_focus_is_never_lost_in_a_lobby(person: Persons) -> None:
    anna = person("Anna")
    anna.open_table()
    anna.button("Seat a bot on chair 2").or_(anna.form("Seat a bot on chair 2").get_by_role("button")).press("Enter")
    away = anna.button(re.compile("^Send .* away"))
    expect(away).to_be_visible()
    somewhere(anna)
    away.press("Enter")
    expect(away).to_have_count(0)
    somewhere(anna)


def test_the_log_stays_where_one_reads_and_else_follows(person: Persons) -> None:
    anna, bruno, carla = (person(name) for name in ("Anna", "Bruno", "Carla"))
    begin(anna, bruno, carla)
    for one in (anna, bruno, carla):
        one.press(one.button("Lay nothing"))
        expect(one.button("Lay nothing")).to_have_count(0)
    boxes = [one.page.get_by_role("log") for one in (anna, bruno)]
    for one in (anna, bruno):
        expect(one.page.get_by_text("Carla opens with nothing").first).to_be_attached()
    for box in boxes:
        box.evaluate("box => { box.style.maxBlockSize = '9rem'; box.scrollTop = box.scrollHeight }")
    at_end = "box => box.scrollHeight - box.scrollTop - box.clientHeight < 8"
    assert boxes[0].evaluate(at_end)
    boxes[1].evaluate("box => { box.scrollTop = 10 }")
    anna.press(anna.button("Pass"))
    for one in (anna, bruno):
        expect(one.page.get_by_text("Anna passes").first).to_be_attached()
    assert boxes[0].evaluate(at_end)
    assert boxes[1].evaluate("box => box.scrollTop") == 10
