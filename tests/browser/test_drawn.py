"""After every push all that lies on the table is drawn, stays where it was, and is covered by nothing."""

import pytest
from playwright.sync_api import expect

from games.pope_or_nope.state import Turn
from tests.browser import papam
from tests.browser.conftest import Persons
from tests.browser.house import Served
from tests.browser.lobby import begin
from tests.browser.people import DESKTOP, PHONE, Person, Size
from tests.browser.play import act, asked_anew, cards, choose, is_over, question
from tests.browser.test_pages import position

MOVES = 25
UNDRAWN = """() => [...document.querySelectorAll(
        '#dock, #prompt, .hcard, .held, .held .pcard, .court .area, .court .pile, .court .stack, .pile .eff, .mypiles')]
    .filter(one => !one.closest('.court .area') || getComputedStyle(one.closest('.court .area')).display !== 'none')
    .filter(one => { const box = one.getBoundingClientRect(); return box.width < 1 || box.height < 1 })
    .map(one => `${one.className || one.id} in ${one.parentElement.id || one.parentElement.className}`)"""
OVERLAPS = """() => { const boxes = [...document.querySelectorAll('.court .pile .stack')]
        .map(one => one.getBoundingClientRect()).filter(box => box.width);
    return boxes.some((a, i) => boxes.some((b, j) => i < j && a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 1 && b.top < a.bottom - 1)) }"""

both_sizes = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["at a desk", "on a phone"])


@both_sizes
def test_everything_is_drawn_after_every_push(person: Persons, size: Size) -> None:
    anna = person("Anna", size=size)
    code = anna.post("/tables", game="pope-or-nope", name="Anna").rpartition("/t/")[2]
    for _ in range(2):
        anna.post(f"/t/{code}/lobby/bot", bot="novice")
    anna.post(f"/t/{code}/lobby/start", sure="yes")
    anna.go(f"/t/{code}")
    asked_anew(anna)
    for _ in range(MOVES):
        assert anna.page.evaluate(UNDRAWN) == []
        before = question(anna)
        act(anna, True, r"^(Raise|Redeem|Fill|Crown|Cross) it with|^Draw 2$|^Place it$")
        asked_anew(anna, before)
        if is_over(anna):
            return


@pytest.fixture
def turn(person: Persons, house: Served, request: pytest.FixtureRequest) -> Person:
    """Anna, on turn before piles of every standing."""
    anna, bruno = (person(name, size=request.param) for name in ("Anna", "Bruno"))
    code = begin(anna, bruno)
    house.put(code, **position(house, code))
    expect(anna.button("Pass")).to_be_visible()
    anna.page.evaluate("document.fonts.ready.then(() => true)")
    return anna


at_both_sizes = pytest.mark.parametrize("turn", [DESKTOP, PHONE], ids=["at a desk", "on a phone"], indirect=True)


@at_both_sizes
def test_piles_lie_beside_each_other(turn: Person) -> None:
    assert not turn.page.evaluate(OVERLAPS)


@pytest.mark.parametrize("turn", [DESKTOP], ids=["at a desk"], indirect=True)
def test_the_board_stays_where_it_is_whatever_the_prompt_says(turn: Person, house: Served) -> None:
    board = turn.page.locator("#main")
    before = board.bounding_box()
    for number in range(cards(turn).count()):
        choose(turn, cards(turn).nth(number))
        assert board.bounding_box() == before
    house.put(turn.code, question=Turn(1, 0))
    expect(turn.prompt).to_contain_text("Bruno is on turn")
    assert board.bounding_box() == before


def test_the_board_stays_where_it_is_when_a_move_may_be_taken_back(person: Persons) -> None:
    anna, bruno, carla = (person(name) for name in ("Anna", "Bruno", "Carla"))
    anna.go(f"/t/{papam.begin(anna, bruno, carla)}")
    board = anna.page.locator("#main")
    anna.press(anna.button("Place none"))
    expect(anna.button("Take my move back")).to_be_in_viewport()
    offered = board.bounding_box()
    anna.page.locator("#takeback").evaluate("one => { one.hidden = true; }")
    assert board.bounding_box() == offered
    anna.page.locator("#takeback").evaluate("one => { one.hidden = false; }")
    anna.press(anna.button("Take my move back"))
    expect(anna.button("Place none")).to_be_visible()


@at_both_sizes
def test_a_question_stands_in_the_place_of_the_prompt(turn: Person) -> None:
    choose(turn, cards(turn).and_(turn.page.locator("[value=NOPE]")))
    flag = turn.page.locator("#dock").get_by_role("button", name="Nope it").first
    turn.press(flag)
    expect(turn.link("Don’t do it")).to_be_focused()
    expect(turn.prompt).to_be_hidden()
    expect(turn.page.get_by_role("heading", name="Are you sure?")).to_be_in_viewport()
    turn.press(turn.link("Don’t do it"))
    expect(turn.prompt).to_be_visible()


@pytest.mark.parametrize("turn", [PHONE], ids=["on a phone"], indirect=True)
def test_a_phone_shows_what_a_tap_would_do(turn: Person) -> None:
    choose(turn, cards(turn).and_(turn.page.locator("[value=NOPE]")))
    own = turn.page.get_by_role("region", name="Your piles")
    expect(own.locator(".then:visible").first).to_have_text("→ ✕ sealed, −1", use_inner_text=True)
    expect(own.get_by_role("heading", name="Anna")).to_be_in_viewport()
    expect(own.get_by_role("img", name="0 of 5 points, 1 more")).to_be_in_viewport()
