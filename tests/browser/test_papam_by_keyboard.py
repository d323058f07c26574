"""A game of Habemus Papam by keys alone: every kind of decision, from the first Influence to the next table."""

from typing import Any

from playwright.sync_api import expect

from games.habemus_papam.state import Eliminating, Held, Keeping, State, Turn
from tests.browser.conftest import Persons
from tests.browser.house import Served
from tests.browser.papam import begin, last_pass, position, secrets_of
from tests.browser.people import Person
from tests.browser.test_by_keyboard import walk_to

BRUNO, CARLA = "Bruno", "Carla"


def test_every_decision_by_keys_alone(person: Persons, house: Served) -> None:
    anna = person("Anna")
    code = begin(anna, person(BRUNO), person(CARLA))
    anna.go(f"/t/{code}")
    distributes(anna)
    house.put(code, **position(house.state(code), "ORATIO"))
    expect(anna.prompt).to_contain_text("Place, play a card, or pass?")
    gives(anna)
    offers(anna)
    places(anna)
    house.put(code, question=Turn(0, 0), **two_more(house.state(code)))
    prays(anna)
    laid = position(house.state(code), "ORATIO")
    house.put(code, **{**laid, "question": Eliminating(0), "camarlengo": 0})
    chooses(anna)
    house.put(code, question=Keeping((False, True, True), (None,) * 3))
    keeps(anna)
    state = house.state(code)
    house.put(code, **{**last_pass(state), **secrets_of(state, "CORRUPT", "FANATIC", "SHOWMAN"), "round": 3})
    ends(anna)


def two_more(state: State) -> dict[str, Any]:
    """Two cards more in the first hand, so that it passes its limit."""
    deck, more = list(state.deck), ("SILENTIUM", "PROHIBERE")
    for card in more:
        deck.remove(card)
    first = (*state.hands[0], *(Held(card, newer=False) for card in more))
    return {"hands": (first, *state.hands[1:]), "deck": tuple(deck)}


def press(anna: Person, *keys: str) -> None:
    for key in keys:
        anna.page.keyboard.press(key)


def told(anna: Person, words: str) -> None:
    expect(anna.page.locator("#log")).to_contain_text(words)


def distributes(anna: Person) -> None:
    """The arrow stops where the Camarlengo's Influence ends; who types more is told."""
    expect(anna.prompt).to_contain_text("Place up to 4 Influence?")
    walk_to(anna, r"on .+, up to 4$")
    press(anna, "9")
    expect(anna.prompt).to_contain_text("In this round 4 at most.")
    expect(anna.button("Place 9")).to_be_disabled()
    press(anna, "Backspace", *["ArrowUp"] * 3, "Tab", *["ArrowUp"] * 3)
    expect(anna.prompt).to_contain_text("Place 4 Influence?")
    walk_to(anna, r"^Place\s+4$")
    press(anna, "Enter")
    told(anna, "Anna opens the round: 3")
    told(anna, "Anna opens the round: 1")


def gives(anna: Person) -> None:
    walk_to(anna, "^Gift$")
    press(anna, "Enter")
    walk_to(anna, f"^radio {BRUNO}")
    press(anna, "Space", "Tab", "ArrowUp")
    walk_to(anna, "^Give$")
    press(anna, "Enter")
    told(anna, "Anna gives 2 Influence to Bruno")


def offers(anna: Person) -> None:
    walk_to(anna, "^Deal$")
    press(anna, "Enter")
    walk_to(anna, f"{CARLA}$")
    press(anna, "Enter")
    walk_to(anna, "^Oratio$")
    press(anna, "Space")
    walk_to(anna, "^Influence you ask")
    press(anna, "ArrowUp")
    walk_to(anna, f"^Offer it to {CARLA}")
    press(anna, "Enter")
    told(anna, "Anna offers Carla Oratio for 1 Influence.")


def places(anna: Person) -> None:
    walk_to(anna, "enough to make .+ Papabile$")
    press(anna, "Enter")
    walk_to(anna, r"^Place\s+\d+$")
    press(anna, "Enter")
    told(anna, "is Papabile")


def prays(anna: Person) -> None:
    """A card is chosen, paid for with another one, and played; what is too much is discarded."""
    expect(anna.prompt).to_contain_text("Place, play a card, or pass?")
    walk_to(anna, "^radio ")
    for _ in range(5):
        if anna.page.locator("#pick-ORATIO:checked").count():
            break
        press(anna, "ArrowDown")
    walk_to(anna, "^Addere$")
    press(anna, "Space")
    walk_to(anna, "^Play Oratio$")
    press(anna, "Enter")
    told(anna, "Anna plays Oratio and pays with 1 card, face down.")
    expect(anna.prompt).to_contain_text("Discard 1 card: which?")
    walk_to(anna, "^Discard ")
    press(anna, "Space", "Enter")
    told(anna, "Anna discards 1 card, face down.")


def chooses(anna: Person) -> None:
    """Who is eliminated, and which pair bears the veto."""
    expect(anna.prompt).to_contain_text("Eliminate which Candidate?")
    walk_to(anna, "^Eliminate .+, on the board$")
    press(anna, "Enter")
    told(anna, "is eliminated")
    expect(anna.prompt).to_contain_text("Put a veto on which pair?")
    walk_to(anna, "^Venustus or Solemnis$")
    press(anna, "Enter")
    told(anna, "Anna puts a veto on Venustus/Solemnis")


def keeps(anna: Person) -> None:
    """One card of the hand is kept; of the new ones what is too much goes."""
    expect(anna.prompt).to_contain_text("Keep which card?")
    walk_to(anna, "^radio ")
    press(anna, "Space", "Enter", "Enter")
    told(anna, "Anna keeps 1 card")
    expect(anna.prompt).to_contain_text("Discard 1 card: which?")
    walk_to(anna, "^Discard ")
    press(anna, "Space", "Enter")
    expect(anna.prompt).to_contain_text("You discard")


def ends(anna: Person) -> None:
    """The last pass, and whose objective Corrupt copies."""
    expect(anna.prompt).to_contain_text("Act, or end the phase?")
    walk_to(anna, "^Pass$")
    press(anna, "Enter")
    expect(anna.prompt).to_contain_text("Copy whose Secret Objective?")
    walk_to(anna, "Fanatic: 25 to you")
    press(anna, "Enter")
    expect(anna.page.get_by_role("region", name="Final score")).to_be_visible()
    walk_to(anna, "^Same table, again")
    press(anna, "Enter")
    expect(anna.page.get_by_role("heading", name="Seats")).to_be_visible()
