"""Other ways to be at a table: without JavaScript, over a killed server, a closed laptop, a slow line, in two tabs."""

import re
import time

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from tests.browser.conftest import Persons
from tests.browser.house import Served
from tests.browser.lobby import begin, meet, start
from tests.browser.people import Person
from tests.browser.play import LOOK, MOST_LOOKS, act, cards, choose


def test_a_round_is_played_without_javascript(person: Persons, house: Served) -> None:
    anna = person("Anna", java_script_enabled=False)
    anna.go("/")
    anna.follow(anna.button("Open a table of Pope or Nope").first)
    anna.follow(anna.button(re.compile("^Seat a bot")).first)
    anna.page.get_by_role("combobox", name="Points to win").select_option(label="3 points")
    anna.follow(anna.form("Points to win").get_by_role("button", name="Save"))
    expect(anna.form("Points to win").get_by_text("changed", exact=True)).to_be_visible()
    anna.follow(anna.button("Start", exact=True))
    expect(anna.prompt).to_contain_text("Your turn")
    with anna.leaving():
        act(anna, True, "")
    for _ in range(MOST_LOOKS):
        ended = house.state(anna.code).round == 2
        anna.page.reload()
        if ended:
            expect(anna.page.get_by_text("Round 2").first).to_be_visible()
            return
        if anna.button("Pass").count():
            with anna.leaving():
                act(anna, None, "^(Raise|Redeem|Fill|Crown|Cross) it|^Draw 2|^Place it")
        else:
            anna.page.wait_for_timeout(LOOK)  # a bot is on turn
    raise AssertionError("the round never ended")


def test_a_killed_house_is_seen_and_comes_back_with_the_newest_state(person: Persons, frail: Served) -> None:
    anna, bruno = person("Anna", url=frail.url), person("Bruno", url=frail.url)
    for _ in range(20):
        begin(anna, bruno)
        if cards(anna).count():
            break
    draft = choose(anna, cards(anna).first)
    anna.may_lose_the_house()
    bruno.may_lose_the_house()
    frail.kill()
    expect(anna.page.get_by_text("Reconnecting. What you see may be old.")).to_be_visible()
    anna.press(anna.button("Lay it"))
    expect(anna.page.get_by_role("alert")).to_contain_text("the house doesn’t answer")
    frail.start()
    expect(anna.page.locator("#connection")).to_be_hidden(timeout=30_000)
    expect(bruno.page.locator("#connection")).to_be_hidden(timeout=30_000)
    expect(anna.page.get_by_role("group", name="Your hand").get_by_role("radio", checked=True)).to_have_value(draft)
    anna.press(anna.button("Lay it"))
    expect(bruno.page.get_by_text("Anna has chosen")).to_be_attached()
    act(bruno, None, "")
    expect(anna.page.get_by_text("Bruno opens", exact=False).first).to_be_attached()


@pytest.mark.parametrize("status", [502, 503])
def test_a_proxy_that_finds_nobody_is_no_answer(person: Persons, status: int) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    for _ in range(20):
        begin(anna, bruno)
        if cards(anna).count():
            break
    choose(anna, cards(anna).first)
    anna.may_lose_the_house()
    anna.page.route("**/moves", lambda route: route.fulfill(status=status, body="<h1>Bad Gateway</h1>"))
    anna.press(anna.button("Lay it"))
    expect(anna.page.get_by_role("alert")).to_contain_text("the house doesn’t answer")
    expect(anna.page.get_by_text("Bad Gateway")).to_be_hidden()
    assert anna.problems.pop().startswith(f"Anna: {status} for POST")
    anna.page.unroute_all()
    anna.press(anna.button("Lay it"))
    expect(bruno.page.get_by_text("Anna has chosen")).to_be_attached()


class Lid:
    """The lid of a laptop: closed, no request and no socket gets through (chromium's own switch spares sockets)."""

    def __init__(self, person: Person) -> None:
        self._context = person.context
        self._closed = False
        self._sockets: list[WebSocketRoute] = []
        person.page.route_web_socket(re.compile("/live"), self._on_socket)

    def _on_socket(self, socket: WebSocketRoute) -> None:
        if self._closed:
            socket.close(code=1001)
            return
        socket.connect_to_server()
        self._sockets.append(socket)

    def close(self) -> None:
        """Goes offline."""
        self._closed = True
        self._context.set_offline(True)
        for socket in self._sockets:
            socket.close(code=1001)

    def open(self) -> None:
        """Is back."""
        self._closed = False
        self._context.set_offline(False)


def test_a_closed_laptop_catches_up(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    lid = Lid(anna)
    begin(anna, bruno)
    anna.may_lose_the_house()
    lid.close()
    expect(anna.page.get_by_text("Reconnecting. What you see may be old.")).to_be_visible()
    act(bruno, None, "")
    expect(bruno.prompt).to_contain_text("You open with nothing")
    expect(anna.page.get_by_text("Bruno has chosen")).to_have_count(0)
    lid.open()
    expect(anna.page.locator("#connection")).to_be_hidden(timeout=30_000)
    expect(anna.page.get_by_text("Bruno has chosen")).to_have_count(1)
    act(anna, None, "")
    expect(anna.button("Pass")).to_be_visible()


def test_a_page_whose_scripts_come_late_is_live(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    anna.page.route("**/hx-ws.min.js*", _slowly)
    meet(anna, bruno)
    expect(anna.page.get_by_text("2 of 4 seats taken")).to_be_visible()
    start(anna, bruno)


def _slowly(route: Route) -> None:
    time.sleep(0.5)
    route.continue_()


def test_two_tabs_of_one_guest_play_together(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    begin(anna, bruno)
    other = anna.new_tab()
    act(anna, None, "")
    expect(other.get_by_text("Anna has chosen")).to_be_attached()
    expect(other.locator("#prompt")).to_contain_text("You open with nothing")


def test_who_closes_the_browser_is_away_for_all_until_the_page_is_open_again(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    code = begin(anna, bruno)
    bruno.page.close()
    expect(anna.page.get_by_text("Bruno has no page open")).to_be_attached(timeout=30_000)
    bruno.page = bruno.context.new_page()
    bruno.go(f"/t/{code}")
    expect(anna.page.get_by_text("Bruno has no page open")).to_have_count(0)
