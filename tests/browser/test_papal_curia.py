"""Papal Curia at the page: how it looks, a game by three people to its end, and the map by keys, mouse and list."""

import msgspec
import pytest
from playwright.sync_api import expect

from games import GAMES
from games.papal_curia.state import Keeping, LosingInfluence, State
from tests.browser.conftest import Persons
from tests.browser.curia import begin, choose, in_list, lay, lens, on_map
from tests.browser.house import Served
from tests.browser.people import PHONE, Person
from tests.browser.test_pages import LOOKS, SIDEWAYS, SIZES, is_in_order
from tests.games.papal_curia.positions import position
from tests.pages.curia import rich

ANNA, BRUNO, CARLA, DINO = "Anna", "Bruno", "Carla", "Dino"


@pytest.mark.parametrize("look", LOOKS, ids="-".join)
def test_a_turn_is_in_order(look: tuple[str, str], person: Persons, house: Served) -> None:
    anna = seated(look, person, house)[0]
    choose(anna, "influence")
    anna.press(on_map(anna, "NAPLES"))
    expect(anna.prompt).to_contain_text("Your Diplomatic 9 → 8")
    is_in_order(anna, "curia-influence", "-".join(look))
    longer = "document.documentElement.scrollHeight > innerHeight"
    assert anna.page.evaluate(longer) == anna.touch, "the board scrolls, not the page; on a phone the page does"
    anna.press(anna.button("Back: nothing chosen"))
    assert anna.page.evaluate(SIDEWAYS) == [], "the tiles scroll sideways"


@pytest.mark.parametrize("look", [("1440", "dark"), ("390", "light")], ids="-".join)
def test_other_moments_are_in_order(look: tuple[str, str], person: Persons, house: Served) -> None:
    anna, bruno, code = seated(look, person, house)
    name = "-".join(look)
    is_in_order(bruno, "curia-waiting", name)
    choose(anna, "campaign")
    anna.press(anna.page.locator("summary", has_text="From Castile (2 Regulars) attack Granada"))
    expect(anna.prompt).to_contain_text("Chance to take")
    is_in_order(anna, "curia-campaign", name)
    house.put(code, question=LosingInfluence(0, 1), wars=())
    expect(anna.prompt).to_contain_text("Which Influence do you lose?")
    anna.press(in_list(anna, "CENTRAL_ITALY"))
    expect(anna.page.get_by_role("spinbutton", name="Central Italy")).to_have_value("1")
    is_in_order(anna, "curia-losing", name)
    lay(house, code, last_question(rich(age=3, event="ABSOLUTISM", wars=())))
    expect(anna.prompt).to_contain_text("How many Mercenaries stay?")
    anna.press(anna.button("Keep them"))
    expect(anna.page.get_by_role("region", name="Final score")).to_be_visible()
    is_in_order(anna, "curia-result", name)


def seated(look: tuple[str, str], person: Persons, house: Served) -> tuple[Person, Person, str]:
    """Anna on a rich turn, and Bruno who waits, at their pages; the code."""
    size, scheme = look
    anna, bruno, carla, dino = (
        person(one, size=SIZES[size], color_scheme=scheme) for one in (ANNA, BRUNO, CARLA, DINO)
    )
    code = begin(anna, bruno, carla, dino)
    lay(house, code, rich())
    for one in (anna, bruno):
        one.go(f"/t/{code}")
    return anna, bruno, code


def test_a_table_is_opened_and_a_crown_picked(person: Persons) -> None:
    anna = person(ANNA, size=PHONE)
    anna.go("/")
    anna.rename(ANNA)
    anna.follow(anna.button("Open a table of Papal Curia").first)
    expect(anna.page.get_by_role("heading", name="Seats")).to_be_visible()
    is_in_order(anna, "curia-lobby", "390-light")
    anna.page.get_by_role("combobox", name=f"Crown of {ANNA}").select_option("France")
    anna.press(anna.button("Seat a bot").first)
    expect(anna.page.locator("#lobby")).to_contain_text("2 of 4 seats taken")
    anna.follow(anna.form("Start the game").get_by_role("button"))
    expect(anna.page.locator("#player-0")).to_contain_text("France")


def last_question(state: State) -> State:
    """The last thing that anybody is asked: the first seat's Mercenaries, in phase 4 of Age III."""
    return msgspec.structs.replace(state, phase="mercenaries", question=Keeping(0))


def last_turns(state: State) -> State:
    """Everybody has one turn left of the game."""
    mats = tuple(msgspec.structs.replace(mat, turns=3) for mat in state.mats)
    return msgspec.structs.replace(state, mats=mats)


def test_three_people_play_to_the_end(person: Persons, house: Served) -> None:
    anna, bruno, carla = person(ANNA), person(BRUNO, size=PHONE), person(CARLA)
    everybody = [anna, bruno, carla]
    code = begin(*everybody)
    hands = {1: "DISGRACE"}
    armies = {2: {"ILE_DE_FRANCE": (1, 2)}}
    lay(house, code, last_turns(position(3, track="C A C", hands=hands, armies=armies, age=3, event="ABSOLUTISM")))
    for one in everybody:
        one.go(f"/t/{code}")
    expect(anna.page.locator("#player-0 .seat-mark")).to_have_text("C")  # Castile's letter, not Anna's
    choose(anna, "influence")
    anna.press(on_map(anna, "CENTRAL_ITALY"))
    anna.press(anna.button("One more"))
    expect(anna.prompt).to_contain_text("Roma: nobody → Castile")
    anna.press(anna.button("Put it there"))
    expect(bruno.prompt).to_contain_text("Your turn")
    choose(bruno, "disgrace")
    expect(bruno.prompt).to_contain_text("Castile says which Cardinal it loses")
    bruno.press(bruno.button("Play it"))
    expect(anna.prompt).to_contain_text("Which Cardinal do you lose?")
    anna.press(anna.page.locator(".pane:visible .option", has_text="Slot 3"))
    anna.press(anna.button("Send him home"))
    expect(carla.prompt).to_contain_text("Turns left this round: 1.")
    carla.press(carla.button("Pass"))
    expect(carla.prompt).to_contain_text("How many Mercenaries stay?")
    carla.press(carla.button("One less"))
    carla.press(carla.button("Keep them"))
    expect(carla.page.get_by_role("region", name="Final score")).to_be_visible()
    result_is_whole(everybody, house.state(code))


def result_is_whole(people: list[Person], state: State) -> None:
    """Each part of each score, its two sums and its total, is on everybody's page."""
    final = GAMES["papal-curia"].result(state)
    assert final is not None
    for one in people:
        table = one.page.get_by_role("region", name="Final score")
        expect(table).to_be_visible()
        one.comes_to_rest()
        for standing in final.standings:
            row = table.get_by_role("row").filter(has_text=people[standing.seat].name)
            shown = [int(text.replace("−", "-")) for text in row.locator(".num").all_inner_texts()]
            assert sorted(shown) == sorted(
                [standing.total, *(part.points for part in standing.parts), *sums(standing.parts)]
            )


def sums(parts: tuple[object, ...]) -> tuple[int, int]:
    """Points in play, and points at the end."""
    last = ("part.land", "part.alliances", "part.controller", "part.stability")
    ended = sum(part.points for part in parts if part.words.key in last)  # type: ignore[attr-defined]
    return sum(part.points for part in parts) - ended, ended  # type: ignore[attr-defined]


def test_the_map_comes_nearer_by_keys_and_stays_so_when_others_move(person: Persons, house: Served) -> None:
    anna, bruno = person(ANNA), person(BRUNO)
    code = begin(anna, bruno)
    lay(house, code, position(2, turn=1))
    for one in (anna, bruno):
        one.go(f"/t/{code}")
    anna.page.locator("#m-CENTRAL_ITALY").focus()
    anna.page.keyboard.press("+")
    near = lens(anna)
    assert near[2] < 900
    anna.page.keyboard.press("ArrowRight")
    moved = lens(anna)
    assert moved[0] > near[0]
    bruno.press(bruno.button("Pass"))
    expect(anna.prompt).to_contain_text("Your turn")
    assert lens(anna) == moved
    anna.page.keyboard.press("0")
    assert lens(anna) == [0, 0, 900, 620]
    anna.press(anna.button("Nearer"))
    assert lens(anna) == near


def test_a_turn_by_keys(person: Persons, house: Served) -> None:
    anna, bruno = person(ANNA), person(BRUNO)
    code = begin(anna, bruno)
    lay(house, code, rich_for_two(0))
    anna.go(f"/t/{code}")
    keys = anna.page.keyboard
    anna.page.locator("#pick-influence").focus()
    keys.press("Enter")
    expect(anna.page.locator("#m-ELBE")).to_have_class("area legal")
    keys.press("Escape")
    expect(anna.page.locator("#m-ELBE")).to_have_class("area")
    anna.page.locator("#pick-raise_cardinal").focus()
    keys.press("Enter")
    expect(anna.prompt).to_contain_text("Your Administrative 3 → 0")
    expect(anna.button("Raise him")).to_be_focused()
    keys.press("Enter")
    expect(anna.page.locator("#log")).to_contain_text("Anna gains a Cardinal.")


def test_the_map_is_moved_by_the_mouse_and_that_chooses_nothing(person: Persons, house: Served) -> None:
    anna, bruno = person(ANNA), person(BRUNO)
    code = begin(anna, bruno)
    lay(house, code, rich_for_two(0))
    anna.go(f"/t/{code}")
    choose(anna, "influence")
    box = on_map(anna, "CENTRAL_ITALY").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    anna.page.mouse.move(x, y)
    anna.page.mouse.wheel(0, -100)
    anna.page.wait_for_function("() => document.querySelector('.mapwrap.near') !== null")
    near = lens(anna)
    anna.page.mouse.down()
    anna.page.mouse.move(x - 60, y - 40, steps=4)
    anna.page.mouse.up()
    moved = lens(anna)
    assert (moved[0] > near[0], moved[1] > near[1], moved[2:]) == (True, True, near[2:])
    assert anna.page.locator(".pane :checked").count() == 0
    anna.press(on_map(anna, "NAPLES"))
    expect(anna.page.get_by_role("radio", name="Naples")).to_be_checked()


def test_an_area_is_chosen_on_the_map_and_in_the_list(person: Persons, house: Served) -> None:
    anna, bruno = person(ANNA), person(BRUNO, size=PHONE)
    code = begin(anna, bruno)
    lay(house, code, rich_for_two(0))
    for one in (anna, bruno):
        one.go(f"/t/{code}")
    assert in_list(anna, "NAPLES").count() == 0
    choose(anna, "influence")
    anna.page.locator("#m-NAPLES").focus()
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_role("radio", name="Naples")).to_be_checked()
    anna.press(in_list(anna, "ELBE"))
    expect(anna.page.get_by_role("radio", name="Elbe")).to_be_checked()
    anna.press(anna.button("Back: nothing chosen"))
    choose(anna, "declare_war")
    anna.press(anna.page.locator("#m-CENTRAL_ITALY [data-realm=FLORENCE]").first)
    expect(anna.page.get_by_role("radio", name="Florence")).to_be_checked()
    lay(house, code, rich_for_two(1))
    expect(bruno.prompt).to_contain_text("Your turn")
    choose(bruno, "influence")
    bruno.press(in_list(bruno, "HUNGARY"))
    bruno.press(bruno.button("Put it there"))
    expect(bruno.page.locator("#area-HUNGARY")).to_contain_text("Austria 1")


def rich_for_two(turn: int) -> State:
    """Two crowns with some Power."""
    return position(2, turn=turn, age=2, event="COUNCIL_OF_TRENT", mats={turn: {"dip": 5, "mil": 5}})
