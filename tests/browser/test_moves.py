"""Single moves at the page: what it asks first, what it explains, and what it does with a move that comes too late."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from games.pope_or_nope.state import Hand, Pile, Turn
from tests.browser.conftest import Persons
from tests.browser.house import Served
from tests.browser.lobby import begin
from tests.browser.people import Person
from tests.browser.play import cards, choose, open_with, turn_first

HELD = ("DEED-1", "CROSS-3", "DRAW", "NOPE")


@pytest.fixture
def two(person: Persons, house: Served) -> tuple[Person, Person, str]:
    """Anna, on turn with a Deed II of her own and a Deed II of Bruno's before her; Bruno; and the table's code."""
    anna, bruno = person("Anna"), person("Bruno")
    code = begin(anna, bruno)
    house.put(code, **position(house.state(code)))
    expect(anna.button("Pass")).to_be_visible()
    return anna, bruno, code


def position(state: Any) -> dict[str, Any]:
    """Fields of the State: the cards that lie and are held, and all others in the deck."""
    deck = sorted([*state.deck, *state.discards, *(card for hand in state.hands for card in hand.cards)])
    for card in (*HELD, "CROSS-1", "DEED-2", "DEED-2"):
        deck.remove(card)
    return {
        "piles": (Pile(1, 0, ("DEED-2",), (0,)), Pile(2, 1, ("DEED-2",), (1,))),
        "piles_made": 2,
        "hands": (Hand(HELD), Hand(("CROSS-1",))),
        "deck": tuple(deck),
        "discards": (),
        "question": Turn(0, 0),
    }


def hold(person: Person, code: str) -> None:
    """Chooses this card of the hand."""
    assert choose(person, cards(person).and_(person.page.locator(f"[value={code}]"))) == code


def test_a_nope_on_the_own_pile_is_asked_about_first(two: tuple[Person, Person, str], house: Served) -> None:
    anna, bruno, code = two
    hold(anna, "NOPE")
    own = anna.page.get_by_role("region", name="Your piles").get_by_role("button", name="Nope it")
    anna.press(own)
    question = anna.page.locator("#refusal")
    expect(question.get_by_role("alert")).to_contain_text("This seals your own pile for good.")
    assert question.get_by_role("link", name="PN-4.5").get_attribute("href") == "/rules/pope-or-nope#PN-4.5"
    anna.press(anna.link("Don’t do it"))
    expect(question).to_be_empty()
    assert house.state(code).piles[0].cards == ("DEED-2",)
    expect(anna.page.get_by_role("group", name="Your hand").get_by_role("radio", checked=True)).to_have_value("NOPE")
    anna.press(own)
    anna.press(anna.button("Do it"))
    expect(anna.page.get_by_role("region", name="Your piles").get_by_role("listitem")).to_contain_text("sealed")
    expect(bruno.page.get_by_text("Anna seals their own pile. Nope.").first).to_be_attached()


def test_a_rivals_pile_is_sealed_without_a_question(two: tuple[Person, Person, str], house: Served) -> None:
    anna, bruno, code = two
    hold(anna, "NOPE")
    anna.press(anna.page.get_by_role("article").get_by_role("button", name="Nope it"))
    expect(bruno.button("Pass")).to_be_visible()
    assert house.state(code).piles[1].cards == ("DEED-2", "NOPE")


def test_a_barred_card_says_why_and_leads_to_its_clause(two: tuple[Person, Person, str]) -> None:
    anna, _, _ = two
    hold(anna, "CROSS-3")
    expect(anna.prompt.get_by_role("heading", name="Cross III: not now")).to_be_visible()
    expect(anna.prompt).to_contain_text("Nobody else shows a deed of level III to cross.")
    expect(anna.button(re.compile("Cross it"))).to_have_count(0)
    clause = anna.prompt.get_by_role("link").filter(visible=True)
    number = clause.inner_text()
    anna.press(clause)
    expect(anna.page.locator(":target")).to_contain_text(number)
    expect(anna.page.locator(":target")).to_be_in_viewport()


def test_a_card_without_a_pile_has_a_button(two: tuple[Person, Person, str], house: Served) -> None:
    anna, bruno, code = two
    hold(anna, "DRAW")
    anna.press(anna.button("Draw 2", exact=True))
    expect(bruno.button("Pass")).to_be_visible()
    assert len(house.state(code).hands[0].cards) == 5
    expect(anna.page.get_by_text(re.compile(r"You draw ")).first).to_be_attached()
    expect(bruno.page.get_by_text("Anna draws 2 cards.").first).to_be_attached()
    expect(bruno.page.get_by_text(re.compile(r"You draw "))).to_have_count(0)


def test_a_double_click_counts_once(two: tuple[Person, Person, str], house: Served) -> None:
    anna, bruno, code = two
    anna.button("Pass").dblclick()
    expect(bruno.button("Pass")).to_be_visible()
    assert house.state(code).question == Turn(1, 1)
    expect(anna.page.locator("#refusal")).to_be_empty()


def test_a_tab_that_missed_the_news_is_told_and_changes_nothing(two: tuple[Person, Person, str], house: Served) -> None:
    anna, bruno, code = two
    late = anna.context.new_page()
    late.route_web_socket(re.compile("/live"), lambda socket: None)
    late.goto(anna.page.url)
    hold(anna, "DRAW")
    house.put(code, question=Turn(0, 1))
    expect(anna.prompt).to_contain_text("Play, or end the round?")
    late.get_by_role("button", name="Pass").click()
    expect(late.get_by_role("alert")).to_contain_text("This was answered or has changed meanwhile.")
    assert house.state(code).question == Turn(0, 1)
    hold(anna, "DRAW")
    anna.press(anna.button("Draw 2", exact=True))
    expect(bruno.button("Pass")).to_be_visible()
    late.get_by_role("button", name="Pass").click()
    expect(late.get_by_role("alert")).to_contain_text("This form was sent before with another move.")
    assert house.state(code).question == Turn(1, 0)


def test_a_pass_is_taken_back_and_stays_in_the_log_as_such(person: Persons, house: Served) -> None:
    people = person("Anna"), person("Bruno")
    code = begin(*people)
    for one in people:
        open_with(one, None)
    anna, bruno = turn_first(people)
    before = house.state(code)
    anna.press(anna.button("Pass"))
    expect(bruno.button("Pass")).to_be_visible()
    expect(bruno.button("Take my move back")).to_have_count(0)
    anna.press(anna.button("Take my move back"))
    expect(anna.button("Pass")).to_be_visible()
    expect(bruno.button("Pass")).to_have_count(0)
    assert house.state(code) == before
    for one in people:
        for _ in range(2):
            expect(one.page.locator("#log .undone").last).to_contain_text(f"{anna.name} passes")
            expect(one.page.locator("#log .takes-back")).to_contain_text(f"{anna.name} takes the last move back.")
            one.page.reload()
    expect(anna.button("Take my move back")).to_have_count(0)
