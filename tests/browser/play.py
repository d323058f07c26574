"""How people play Pope or Nope at the page: look at the prompt, choose a card, choose where it goes."""

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, expect

from tests.browser.people import PATIENCE, Person

OPENING, TURN = "Open with which deed?", re.compile("Play a card, or pass|end the round|Nothing to play")


MOST_LOOKS, LOOK = 150, 100
"""How often it is looked who is on turn, and milliseconds between two looks."""


def is_asked(person: Person) -> bool:
    """Whether the table waits for this person."""
    return "Your turn" in person.prompt.inner_text()


def is_over(person: Person) -> bool:
    """Whether the page of the result is open."""
    return person.page.get_by_role("region", name="Final score").count() == 1


def version(person: Person) -> int:
    """Which version of the table the page shows."""
    return int(str(person.page.locator("#public").get_attribute("data-version")))


def settled(people: Sequence[Person], after: int) -> None:
    """Waits until all pages show the same version, newer than `after`, or the whole result."""
    for one in people:
        one.page.wait_for_function(
            "after => { const shown = document.querySelector('#public');"
            "return shown ? Number(shown.dataset.version) > after : document.querySelector('main.result') !== null }",
            arg=after,
        )
        one.comes_to_rest()


def question(person: Person) -> str:
    """The question that the page asks this person; after a move of their own it asks another one."""
    return str(person.prompt.get_attribute("data-question"))


def asked_anew(person: Person, before: str = "") -> None:
    """Waits until the table asks this person something else, or the game is over, however many moves bots make until
    then. Another version is not enough: it may be that of a bot, which moved before the own move came to the house."""
    person.page.wait_for_function(
        """before => {
            const prompt = document.querySelector('#prompt');
            return document.querySelector('main.result') !== null
                || prompt !== null && prompt.dataset.question !== before && prompt.innerText.includes('Your turn');
        }""",
        arg=before,
        timeout=PATIENCE * 1000,
    )
    person.comes_to_rest()


def turn_first(people: Sequence[Person]) -> list[Person]:
    """All of them, whoever may pass first: waits until the page of exactly one says so."""
    for _ in range(MOST_LOOKS):
        at = [one for one in people if one.button("Pass", exact=True).is_visible()]
        if len(at) == 1:
            return at + [one for one in people if one not in at]
        people[0].page.wait_for_timeout(LOOK)
    raise AssertionError("nobody came on turn")


def cards(person: Person) -> Locator:
    """The cards that may be chosen."""
    return person.page.get_by_role("group", name="Your hand").get_by_role("radio")


def choose(person: Person, card: Locator) -> str:
    """Chooses a card of the hand by pressing its picture; its code."""
    code = str(card.get_attribute("value"))
    person.press(person.page.locator(f"#hand-{code}"))
    expect(card).to_be_checked()
    return code


def open_with(person: Person, highest: bool | None) -> None:
    """Lays the highest Deed or the lowest; with None nothing, if it may."""
    deeds = cards(person).all()
    if highest is None or not deeds:
        person.press(person.button("Lay nothing"))
        return
    by_level = sorted(deeds, key=lambda card: str(card.get_attribute("value")))
    choose(person, by_level[-1 if highest else 0])
    person.press(person.button("Lay it"))


def play(person: Person, wanted: str) -> None:
    """Plays the first card whose flag or button says one of the wanted things, else passes."""
    for card in cards(person).all():
        if "0 targets" in str(card.get_attribute("aria-label")):
            continue
        choose(person, card)
        flags = person.button(re.compile(wanted)).filter(visible=True)
        if flags.count():
            person.press(flags.first)
            return
    person.press(person.button("Pass"))


def act(person: Person, highest: bool | None, wanted: str) -> None:
    """Answers whatever the page asks."""
    if "Pass" in person.prompt.get_by_role("button").all_inner_texts():
        play(person, wanted)
    else:
        open_with(person, highest)
