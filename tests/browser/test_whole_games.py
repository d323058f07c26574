"""Whole games by three people and a watcher, each with a browser of their own: by mouse, and by touch at phone size."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Persons
from tests.browser.house import Served
from tests.browser.lobby import choose_rule, gather, meet, start
from tests.browser.people import DESKTOP, PHONE, Person, Size
from tests.browser.play import LOOK, MOST_LOOKS, act, is_asked, is_over, settled, version

HABITS: dict[str, tuple[bool | None, str]] = {
    "Anna": (True, r"^(Raise|Redeem|Fill|Crown) it with|^Draw 2$|^Place it$"),
    "Bruno": (False, r"^Cross it with .*Carla|^Draw 2$"),
    "Carla": (None, r"^(Cross|Reduce) it with .*Bruno"),
}
"""Who opens with the highest Deed, the lowest, or none; and what they do on their turns."""
MOST_MOVES = 400


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["by mouse at a desk", "by touch on a phone"])
def test_three_people_and_a_watcher_play_a_whole_game(person: Persons, house: Served, size: Size) -> None:
    anna, bruno, carla, wilma = everybody = [person(name, size=size) for name in ("Anna", "Bruno", "Carla", "Wilma")]
    players = everybody[:3]
    code = meet(anna, bruno, carla)
    choose_rule(anna, "Points to win", "3 points")
    wilma.watch(code)
    start(anna, bruno, carla, wilma)
    settled(everybody, 0)
    secrets = Secrets(house, code, everybody)
    for _ in range(MOST_MOVES):
        if is_over(anna):
            break
        secrets.check()
        shows_alike(everybody)
        tells_whom_it_waits_for(everybody)
        mover, before = next(one for one in players if is_asked(one)), version(anna)
        act(mover, *HABITS[mover.name])
        settled(everybody, before)
    result_is_whole(everybody, house.state(code))
    rematch(everybody)


class Secrets:
    """What each person may know of the first round, and a look whether their browsers were told more."""

    def __init__(self, house: Served, code: str, people: Sequence[Person]) -> None:
        self.house, self.code, self.people = house, code, people
        self.seen: dict[str, set[str]] = {one.name: set() for one in people}
        self.checked = {one.name: 0 for one in people}

    def check(self) -> None:
        """No frame and no page of anybody names a card that only others hold (while the first round lasts)."""
        state = self.house.state(self.code)
        if state.round > 1:
            return
        lie = {card for pile in state.piles for card in pile.cards} | set(state.discards)
        for seat, one in enumerate(self.people):
            self.seen[one.name] |= lie | (set(state.hands[seat].cards) if seat < state.seats else set())
            hidden = {card for hand in state.hands for card in hand.cards} - self.seen[one.name]
            self._look(one, hidden)

    def _look(self, one: Person, hidden: set[str]) -> None:
        told = [*one.frames[self.checked[one.name] :], one.page.content()]
        self.checked[one.name] = len(one.frames)
        for card in hidden:
            assert not any(re.search(rf"\b{card}\b", text) for text in told), f"{one.name} can read of {card}"


def shows_alike(people: Sequence[Person]) -> None:
    """The public part is the same for all, but for the own flags in its slots; the watcher can press nothing in it. A
    frame that says who has gone or come back may be under way to some of them."""
    public = """() => {
        const copy = document.querySelector('#public').cloneNode(true);
        copy.querySelectorAll('.slot').forEach(slot => slot.replaceChildren());
        copy.querySelectorAll('.delta').forEach(mark => mark.remove());
        copy.querySelector('#unread')?.remove();
        return copy.textContent.replace(/\\s+/g, ' ');
    }"""
    for _ in range(MOST_LOOKS):
        if len(shown := {str(one.page.evaluate(public)) for one in people}) == 1:
            break
        people[0].page.wait_for_timeout(LOOK)
    assert len(shown) == 1, shown
    watcher = people[-1].page
    assert watcher.locator("#public, #dock").get_by_role("radio").count() == 0
    assert watcher.locator("#dock").get_by_role("button").count() == 0
    assert watcher.locator("form[action$='/moves'], .slot button, [form=move][name]").count() == 0
    assert watcher.get_by_role("group", name="Your hand").count() == 0


def tells_whom_it_waits_for(people: Sequence[Person]) -> None:
    """Whoever isn't asked reads the names of all who are, and since when; the tab's title says so too."""
    asked = [one.name for one in people if is_asked(one)]
    assert asked
    for one in people:
        title = one.page.title()
        if one.name in asked:
            assert title.startswith("Your turn"), title
            continue
        said = one.prompt.inner_text()
        assert all(name in said for name in asked), f"{said!r} doesn't say that the table waits for {asked}"
        assert "since" in said or "for" in said
        assert not title.startswith("Your turn"), title


def result_is_whole(people: Sequence[Person], state: object) -> None:
    """The page of the result shows each point, and the seed, to everybody alike."""
    points = state.points()  # type: ignore[attr-defined]
    for one in people:
        table = one.page.get_by_role("region", name="Final score")
        for seat, player in enumerate(people[:3]):
            row = table.get_by_role("row").filter(has=one.page.get_by_text(player.name, exact=True))
            parts = [int(text) for text in row.get_by_role("listitem").locator("b").all_inner_texts() if "+" in text]
            assert sum(parts) == points[seat]
            expect(row.get_by_role("cell").last).to_have_text(str(points[seat]))
        expect(one.page.get_by_role("heading", name=re.compile("^Habemus "))).to_be_visible()
        one.press(one.page.get_by_text("Fair shuffles"))
        expect(one.page.locator("#fair dd").first).to_be_visible()


def rematch(people: Sequence[Person]) -> None:
    """Whoever asks opens the next table; the others are led to the same."""
    anna, *others = people
    anna.follow(anna.button("Same table, again"))
    expect(anna.page.get_by_role("heading", name="Seats")).to_be_visible()
    for one in others:
        one.follow(one.link("To the next table"))
        expect(one.page.get_by_role("heading", name="Seats")).to_be_visible()
    assert len({one.code for one in people}) == 1
    expect(anna.page.get_by_text("3 of 4 seats taken, 1 watching")).to_be_visible()


def test_a_hidden_tab_says_whose_turn_it_is(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    gather(anna, bruno)
    anna.page.get_by_role("combobox", name="Who starts").select_option(label="Bruno")
    start(anna, bruno)
    act(anna, None, "")
    expect(anna.prompt).to_contain_text("You open with nothing")
    assert not anna.page.title().startswith("Your turn")
    other = anna.context.new_page()
    other.goto("/")
    other.bring_to_front()
    act(bruno, None, "")
    expect(bruno.button("Pass")).to_be_visible()
    act(bruno, None, "^nothing$")
    expect(anna.page).to_have_title(re.compile("^Your turn"))
