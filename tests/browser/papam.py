"""How people play Habemus Papam at the page: steppers at the Candidates, cards of the hand, gifts, deals, decisions."""

import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, expect

from games.habemus_papam.board import limit
from games.habemus_papam.box import ACTIONS, FULL_DECK
from games.habemus_papam.state import Candidate, Held, SecretObjective, Turn, Veto
from tests.browser.people import Person


def begin(host: Person, *guests: Person, options: dict[str, str] | None = None) -> str:
    """A table that has just begun, by the forms alone; its code. The host is the first Camarlengo."""
    code = host.post("/tables", game="habemus-papam", name=host.name).rpartition("/t/")[2]
    for guest in guests:
        guest.post(f"/t/{code}/join", name=guest.name)
        guest.post(f"/t/{code}/lobby/ready", ready="yes")
    host.post(f"/t/{code}/lobby/rules", first="0", **(options or {}))
    host.post(f"/t/{code}/lobby/start", sure="yes")
    return code


def is_asked(person: Person) -> bool:
    """Whether the table waits for this person."""
    return person.page.locator("#prompt .turn-flag", has_text="Your turn").count() == 1


def candidate(person: Person, at: int) -> Locator:
    """The Candidate at this place of those who lie face up."""
    return person.page.locator(".cand:not(.out)").nth(at)


def add(person: Person, at: int, number: int) -> None:
    """Drafts Influence on a Candidate with the stepper's buttons."""
    for _ in range(number):
        person.press(candidate(person, at).get_by_role("button", name=re.compile("^One more on")))


def choose(person: Person, card: str) -> Locator:
    """Chooses a card of the hand; the pane with its form."""
    person.press(person.page.locator(f"#hand-{card}"))
    expect(person.page.locator(f"#pick-{card}")).to_be_checked()
    return person.page.get_by_role("region", name=f"Play {ACTIONS[card].title}")


def aim(pane: Locator, person: Person) -> None:
    """Takes the first open option of each question of the card."""
    for field in pane.locator("fieldset.one").all():
        person.press(field.locator("label:has(input:not(:disabled))").first)


def position(state: Any, card: str) -> dict[str, Any]:
    """Round 3, the first seat on turn with this card and two others; Influence, vetoes, one who was eliminated."""
    pool = list(FULL_DECK)

    def take(*cards: str) -> tuple[Held, ...]:
        for each in cards:
            pool.remove(each)
        return tuple(Held(each, newer=False) for each in cards)

    others = [title for title in ("ADDERE", "PACTUM", "ORATIO") if title != card][:2]
    hands = (
        take(card, *others),
        *(take("TRIBUTUM" if seat == 1 else "MOVERE", "MURMUR") for seat in range(1, state.seats)),
    )
    names = [each.name for each in state.candidates]
    amounts = (5, 3, 1, 0, 0, 0, 0, 0)
    return {
        "round": 3,
        "camarlengo": state.seats - 1,
        "question": Turn(0, 0),
        "candidates": tuple(
            Candidate(name, amount, 1 if name == names[-1] else None)
            for name, amount in zip(names, amounts, strict=True)
        ),
        "vetoes": (Veto("N-C", 1, 1), Veto("I-S", 2, 2)),
        "hands": hands,
        "reserves": (12,) * state.seats,
        "deck": tuple(sorted(pool)),
        "discards": (),
        "buried": (),
        "lying": (),
    }


def secrets_of(state: Any, *titles: str) -> dict[str, Any]:
    """These Secret Objectives in the players' hands, the others in the pile."""
    every = sorted([*(each.title for each in state.secrets), *(each.title for each in state.pile)])
    rest = [title for title in every if title not in titles]
    return {
        "secrets": tuple(SecretObjective(title) for title in titles),
        "pile": tuple(SecretObjective(title) for title in rest),
    }


def last_pass(state: Any) -> dict[str, Any]:
    """The pass that ends the phase of round 3, with a Papabile, one Candidate who has least, and nobody Corrupt."""
    names = [each.name for each in state.candidates]
    amounts = (30, 2, 2, 2, 2, 2, 0, 0)
    candidates = tuple(
        Candidate(name, amount, 1 if name == names[-1] else None) for name, amount in zip(names, amounts, strict=True)
    )
    return {"candidates": candidates, "question": Turn(0, 1), **secrets_of(state, "FANATIC", "HEIR", "SHOWMAN")}


def shows(people: Sequence[Person], words: str) -> None:
    """Everybody reads this in the log."""
    for one in people:
        expect(one.page.locator("#log")).to_contain_text(words)


def room(state: Any, seat: int) -> int:
    """How many cards the seat may hold."""
    return limit(seat, state.camarlengo)


def answer(person: Person, name: str | re.Pattern[str]) -> None:
    """Waits until the table waits for this person, and presses this button of the dock."""
    expect(person.prompt).to_contain_text("Your turn")
    person.press(person.page.locator("#dock").get_by_role("button", name=name).filter(visible=True).first)


def give(person: Person, to: str, number: int) -> None:
    """Gives Influence, in the small dialogue."""
    person.press(person.button("Gift", exact=True))
    dialogue = person.page.get_by_role("dialog", name="A gift")
    expect(dialogue).to_be_visible()
    if dialogue.get_by_role("radio").count():
        person.press(dialogue.locator("label").filter(has_text=to))
    dialogue.get_by_role("spinbutton").fill(str(number))
    person.press(dialogue.get_by_role("button", name="Give"))
    expect(dialogue).to_be_hidden()


def offer(person: Person, to: str, gives: int, own_cards: int, asks: int, any_cards: int) -> None:
    """Offers a deal: Influence and the first own cards, for Influence and any cards."""
    person.press(person.button("Deal", exact=True))
    dialogue = person.page.get_by_role("dialog", name="A deal")
    expect(dialogue).to_be_visible()
    form = dialogue.get_by_role("form", name=f"A deal with {to}")
    if not form.is_visible():
        person.press(dialogue.locator("summary").filter(has_text=to))
    form.get_by_role("spinbutton", name="Influence you give").fill(str(gives))
    form.get_by_role("spinbutton", name="Influence you ask").fill(str(asks))
    for label in form.locator("label.option").all()[:own_cards]:
        person.press(label)
    form.get_by_role("spinbutton", name="any cards").fill(str(any_cards))
    person.press(form.get_by_role("button", name=f"Offer it to {to}"))
    expect(dialogue).to_be_hidden()


def discard(person: Person) -> None:
    """Discards as many as are asked for, from the first card on."""
    button = person.button("Discard", exact=True)
    expect(button).to_be_visible()  # until then the page may show the hand of before
    for card in person.page.locator("#hand .acard").all():
        if button.is_disabled():
            person.press(card)
    person.press(button)


def keep(person: Person) -> None:
    """Keeps the first card of the hand, as soon as the table asks for it."""
    expect(person.prompt).to_contain_text("Keep which card?")
    person.press(person.page.locator("#hand .acard").first)
    person.press(person.button(re.compile("^Keep (?!no card)")).filter(visible=True))


def is_over(person: Person) -> bool:
    """Whether the page of the result is open."""
    return person.page.locator("main.result").count() == 1
