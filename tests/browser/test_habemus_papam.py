"""Habemus Papam at the page: each card once from a kept position, a whole game by four people, and how it looks."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, expect

from games import GAMES
from games.habemus_papam.box import ACTIONS
from games.habemus_papam.state import Keeping, State
from tests.browser.conftest import Persons
from tests.browser.house import Served
from tests.browser.papam import (
    add,
    aim,
    answer,
    begin,
    candidate,
    choose,
    discard,
    give,
    is_asked,
    is_over,
    keep,
    last_pass,
    offer,
    position,
    room,
    shows,
)
from tests.browser.people import PHONE, Person
from tests.browser.test_pages import LOOKS, SIZES, is_in_order

ANNA, BRUNO, CARLA, DINO = "Anna", "Bruno", "Carla", "Dino"


@pytest.mark.parametrize("card", ACTIONS)
def test_each_card_is_played_at_the_page(person: Persons, house: Served, card: str) -> None:
    anna, bruno, carla = person(ANNA), person(BRUNO), person(CARLA)
    code = begin(anna, bruno, carla)
    house.put(code, **position(house.state(code), card))
    anna.go(f"/t/{code}")
    pane = choose(anna, card)
    aim(pane, anna)
    expect(pane.get_by_text(re.compile(r"^Pay (\d+) of \1$"))).to_be_visible()
    anna.press(anna.button(f"Play {ACTIONS[card].title}"))
    expect(anna.page.locator("#log")).to_contain_text(f"Anna plays {ACTIONS[card].title}")
    state = house.state(code)
    gone = [*state.discards, *(lying.card for lying in state.lying)]
    assert card in gone or card in ("CONVERSIO", "ORATIO")


@pytest.mark.parametrize("look", LOOKS, ids="-".join)
def test_the_table_is_in_order(look: tuple[str, str], person: Persons, house: Served) -> None:
    size, scheme = look
    name = f"{size}-{scheme}"
    anna, bruno, carla = (person(one, size=SIZES[size], color_scheme=scheme) for one in (ANNA, BRUNO, CARLA))
    code = begin(anna, bruno, carla)
    for one in (anna, bruno):
        one.go(f"/t/{code}")
    is_in_order(anna, "papam-distribute", name)
    house.put(code, **position(house.state(code), "MOVERE"))
    expect(anna.button("Pass")).to_be_visible()
    is_in_order(anna, "papam-turn", name)
    is_in_order(bruno, "papam-waiting", name)
    add(anna, 1, 2)
    expect(anna.prompt).to_contain_text("→")
    is_in_order(anna, "papam-placing", name)
    choose(anna, "MOVERE")
    is_in_order(anna, "papam-card", name)
    anna.press(anna.button("Back: no card"))
    for dialogue in ("Gift", "Deal"):
        anna.press(anna.button(dialogue, exact=True))
        is_in_order(anna, f"papam-{dialogue}", name)
        anna.page.keyboard.press("Escape")
    house.put(code, question=Keeping((False,) * 3, (None,) * 3))
    expect(anna.prompt).to_contain_text("Keep which card?")
    is_in_order(anna, "papam-keeping", name)
    house.put(code, **last_pass(house.state(code)))
    expect(anna.prompt).to_contain_text("Act, or end the phase?")
    anna.press(anna.button("Pass"))
    expect(anna.page.get_by_role("region", name="Final score")).to_be_visible()
    is_in_order(anna, "papam-result", name)


@pytest.mark.rule("HP-4.2", "HP-4.7")
def test_what_is_enough_counts_what_is_drafted_and_what_is_left(person: Persons, house: Served) -> None:
    anna, bruno, carla = person(ANNA), person(BRUNO), person(CARLA)
    code = begin(anna, bruno, carla)
    house.put(code, **position(house.state(code), "MURMUR"))
    anna.go(f"/t/{code}")
    second = candidate(anna, 1)
    enough = second.get_by_role("button", name="enough to make")
    expect(enough).to_have_accessible_name(re.compile("^Place 9: enough to make"))
    add(anna, 0, 1)
    expect(enough).to_have_accessible_name(re.compile("^Place 11: enough to make"))
    expect(second).to_contain_text("11 more to be Papabile")
    anna.press(enough)
    expect(second).to_contain_text("That makes him Papabile")
    expect(anna.prompt).to_contain_text("Place 12 Influence?")
    for at in range(7):
        expect(candidate(anna, at).get_by_role("button", name=re.compile("^One more on"))).to_be_disabled()
    second.get_by_role("spinbutton").fill("12")
    expect(anna.prompt).to_contain_text("That costs 13 Influence, more than you have.")
    expect(anna.button(re.compile("^Place 13"))).to_be_disabled()
    anna.press(anna.button("Clear what is drafted"))
    expect(enough).to_have_accessible_name(re.compile("^Place 9: enough to make"))


def test_four_people_play_to_a_white_smoke(person: Persons, house: Served) -> None:
    anna, bruno = person(ANNA), person(BRUNO)
    carla, dino = person(CARLA, size=PHONE), person(DINO, size=PHONE)
    everybody = [anna, bruno, carla, dino]
    code = begin(*everybody)
    for one in everybody:
        one.go(f"/t/{code}")
    before = house.state(code).reserves
    answer(anna, "Place none")  # so on an empty board nobody is Papabile
    gifts_and_deals(everybody)
    add(bruno, 0, 1)
    add(bruno, 1, 1)
    expect(bruno.prompt).to_contain_text("Place 2 Influence?")
    expect(bruno.prompt).to_contain_text("0 → 2 on board")
    answer(bruno, "Place 2")
    for one in (carla, dino, anna):
        answer(one, "Pass")
    expect(anna.prompt).to_contain_text("Eliminate which Candidate?")
    assert house.state(code).reserves[:3] == (before[0], before[1] + 2 - 1 - 2, before[2] - 2)
    black_smoke(everybody, house, code)
    white_smoke(everybody)
    result_is_whole(everybody, house.state(code))


def gifts_and_deals(people: list[Person]) -> None:
    """On Bruno's turn: Carla gives 2; Dino accepts a deal, Anna refuses one, and one is taken back."""
    _, bruno, carla, dino = people
    expect(bruno.prompt).to_contain_text("Your turn")
    give(carla, BRUNO, 2)
    shows(people, "Carla gives 2 Influence to Bruno")
    offer(bruno, DINO, gives=1, own_cards=1, asks=0, any_cards=1)
    theirs = dino.page.get_by_role("region", name="An offer of Bruno")
    dino.press(theirs.locator("label.option").first)
    dino.press(theirs.get_by_role("button", name="Accept"))
    shows(people, "Bruno and Dino deal")
    offer(bruno, CARLA, gives=1, own_cards=0, asks=3, any_cards=0)
    carla.press(carla.page.get_by_role("region", name="An offer of Bruno").get_by_role("button", name="Refuse"))
    shows(people, "Carla declines")
    offer(bruno, CARLA, gives=2, own_cards=0, asks=3, any_cards=0)
    bruno.press(bruno.page.get_by_role("region", name="Your offer to Carla").get_by_role("button", name="Take it back"))
    shows(people, "Bruno withdraws")


def black_smoke(people: list[Person], house: Served, code: str) -> None:
    """The Camarlengo eliminates, and puts a veto; everyone sees the smoke, keeps a card in secret, and discards."""
    anna = people[0]
    expect(anna.prompt).to_contain_text("Eliminate which Candidate?")
    anna.press(anna.page.get_by_role("button", name=re.compile("on the board$")).first)
    for one in people:
        expect(one.page.locator(".fumata[data-smoke=black]")).to_be_visible()
    answer(anna, re.compile("^Novator or"))
    for one in people:
        expect(one.prompt).to_contain_text("Keep which card?")
    for one in people:
        keep(one)
        if one is not people[-1]:
            expect(one.prompt).to_contain_text("Until then you may change it")
    for one in people:
        expect(one.prompt).not_to_contain_text("Keep which card?")
    for seat, one in enumerate(people):
        state = house.state(code)
        if state.round == 1 and len(state.hands[seat]) > room(state, seat):
            discard(one)
    expect(people[1].prompt).to_contain_text("Place up to 3 Influence?")


def white_smoke(people: list[Person]) -> None:
    """Bruno opens, Carla presses what is enough, all others pass; whoever is asked then says the first there is."""
    anna, bruno, carla, dino = people
    add(bruno, 0, 1)
    answer(bruno, re.compile("^Place 1"))
    expect(carla.prompt).to_contain_text("Your turn")
    carla.press(candidate(carla, 1).get_by_role("button", name="enough to make"))
    answer(carla, re.compile("^Place 2"))
    for one in people:
        expect(candidate(one, 1)).to_contain_text("Papabile")
    for one in (dino, anna, bruno):
        answer(one, "Pass")
    while not is_over(anna):
        for one in people:
            first = one.page.locator("#dock .answer:not(.sending)").first
            if is_asked(one) and first.is_visible():
                one.comes_to_rest()
                with suppress(Error):  # a frame may have taken it away just now
                    first.click(timeout=2_000)
        anna.page.wait_for_timeout(200)
    for one in people:
        expect(one.page.get_by_role("heading", name="Habemus Papam!")).to_be_visible()


def result_is_whole(people: list[Person], state: State) -> None:
    """Each part of each score, and its sum, is on everybody's page."""
    final = GAMES["habemus-papam"].result(state)
    assert final is not None
    for one in people:
        one.comes_to_rest()
        table = one.page.get_by_role("region", name="Final score")
        for standing in final.standings:
            row = table.get_by_role("row").filter(has=one.page.get_by_text(people[standing.seat].name, exact=True))
            points = [part.points for part in standing.parts]
            shown = [int(text) for text in row.locator("td .num").all_inner_texts()]
            assert shown == [points[0], points[1], sum(points[2:6]), points[6], standing.total]
