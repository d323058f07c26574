"""Two people and one phone: they play a whole game on it, with a curtain between."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Persons
from tests.browser.house import Served
from tests.browser.lobby import choose_rule, seat_of
from tests.browser.people import PHONE, Person
from tests.browser.play import act, is_over, version

HABITS: dict[str, tuple[bool | None, str]] = {
    "Anna": (True, r"^(Raise|Redeem|Fill|Crown) it with|^Draw 2$|^Place it$"),
    "Bruno": (None, r"^(Cross|Reduce) it with .*Anna"),
}
MOST_MOVES = 400
PAST = """after => document.readyState === 'complete' && (document.querySelector('.handon, main.result')
    || Number(document.querySelector('#public')?.dataset.version) > after)"""


def test_two_people_play_a_whole_game_on_one_phone(person: Persons, house: Served) -> None:
    phone = person("Anna", size=PHONE)
    code = sit_down(phone)
    watch = Watch(house, code, phone)
    for _ in range(MOST_MOVES):
        if is_over(phone):
            break
        watch.curtain()
        name = asked(phone)
        show(phone, name)
        watch.hand(tuple(HABITS).index(name))
        while phone.page.locator("#hand").count():
            before = version(phone)
            act(phone, *HABITS[name])
            phone.page.wait_for_function(PAST, arg=before)
        watch.read = len(phone.frames)  # what came with the hand up was for its eyes
        watch.back()
    assert is_over(phone), "the game has an end"
    phone.follow(phone.button("Same table, again"))
    expect(seat_of(phone, "Bruno")).to_contain_text("on this device")


def sit_down(phone: Person) -> str:
    """Anna opens a table, seats Bruno on her phone, and starts."""
    phone.go("/")
    phone.rename("Anna")
    code = phone.open_table()
    phone.press(phone.page.get_by_text("Somebody plays on this device"))
    phone.page.get_by_label("Name", exact=True).fill("Bruno")
    phone.page.get_by_role("radio", name="Colour 5").check(force=True)
    phone.press(phone.button("Sit down"))
    expect(seat_of(phone, "Bruno")).to_contain_text("on this device")
    expect(phone.page.get_by_label("Name", exact=True)).to_have_value("")
    choose_rule(phone, "Points to win", "3 points")
    phone.follow(phone.button("Start", exact=True))
    expect(curtain(phone)).to_be_visible()
    return code


def curtain(phone: Person) -> Locator:
    """Who may show a hand."""
    return phone.page.get_by_role("group", name="Who plays on this device")


def asked(phone: Person) -> str:
    """To whom the phone is to be handed."""
    expect(phone.prompt).to_contain_text("Hand it to ")
    found = re.search(r"Hand it to (\w+)", phone.prompt.inner_text())
    assert found is not None
    expect(phone.page).to_have_title(re.compile(f"^{found[1]}(: your turn| and )"))
    return found[1]


def show(phone: Person, name: str) -> None:
    """Raises the curtain."""
    phone.follow(phone.button(f"I am {name}: show my hand"))
    expect(phone.page.locator(".handbar")).to_contain_text(f"The hand of {name}")


class Watch:
    """Whether the phone holds what it shows and nothing else, as long as the first round lasts."""

    def __init__(self, house: Served, code: str, phone: Person) -> None:
        self.house, self.code, self.phone = house, code, phone
        self.lain: set[str] = set()
        self.read = 0

    def curtain(self) -> None:
        """No hand is on the page, nor in what its socket has brought."""
        self._look(None)

    def back(self) -> None:
        """After a hand was shown, the back button brings none of it."""
        if self.house.state(self.code).round == 1:
            self.phone.page.go_back()
            expect(curtain(self.phone)).to_be_visible()
            assert self.phone.code == self.code
            self._look(None)

    def hand(self, seat: int) -> None:
        """The other's hand is not on the page, nor in what its socket has brought."""
        self._look(seat)

    def _look(self, shown: int | None) -> None:
        state = self.house.state(self.code)
        if state.round > 1:
            return
        self.lain |= {card for pile in state.piles for card in pile.cards} | set(state.discards)
        seen = self.lain | (set() if shown is None else set(state.hands[shown].cards))
        hidden = {card for hand in state.hands for card in hand.cards} - seen
        told = [self.phone.page.content(), *self.phone.frames[self.read :]]
        self.read = len(self.phone.frames)
        for card in hidden:
            assert not any(re.search(rf"\b{card}\b", text) for text in told), f"{card} can be read of"
