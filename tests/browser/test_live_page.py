"""A table's page under pushes, in a real chromium, without a server: its files from disk, its socket in our hands."""

import mimetypes
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

import msgspec
import pytest
from playwright.sync_api import Browser, Page, Request, Route, WebSocketRoute, expect

from app import rendering
from app.pages import Refusal
from games.kernel.contract import State
from games.kernel.events import Event
from tests.pages.contexts import CODE, GAME, facts_of, lines_of, own_part, played, table_page

pytestmark = pytest.mark.browser

ADDRESS = f"http://table.test/t/{CODE}"
POLICY = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'"


@dataclass
class Alone:
    """What answers the page: the page itself, what it posted, its sockets, and what went wrong in it."""

    page: Page
    html: str = ""
    answer: tuple[int, str] = (204, "")
    posts: list[str] = field(default_factory=list)
    sockets: list[WebSocketRoute] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def answers(self, route: Route, request: Request) -> None:
        """A file of static/, the page, or the answer to a form."""
        path = urlsplit(request.url).path
        if request.method == "POST":
            self.posts.append(request.post_data or "")
            headers = {"content-type": "text/html", "x-request-id": "1"}  # an answer of the house has a number
            route.fulfill(status=self.answer[0], body=self.answer[1], headers=headers)
        elif path.startswith("/static/"):
            kind = mimetypes.guess_type(path)[0]
            route.fulfill(body=(rendering.ROOT / path[1:]).read_bytes(), content_type=kind)
        else:
            headers = {"content-security-policy": POLICY, "content-type": "text/html; charset=utf-8"}
            route.fulfill(body=self.html, headers=headers)

    def shows(self, html: str) -> None:
        """Opens the page and waits for its socket."""
        self.html = html
        self.page.goto(ADDRESS)
        wait_until(self.page, lambda: bool(self.sockets))

    def pushes(self, state: State, seats: int, seat: int, log: str = "", version: int = 18) -> None:
        """Sends a frame, and waits until the page shows it."""
        facts = replace(facts_of(state, seats), version=version)
        slots, dock = own_part(state, facts, seat)
        public = rendering.public(GAME, facts, GAME.view(state, None))
        self.sockets[-1].send(rendering.frame(public, slots, dock, log))
        self.page.wait_for_selector(f'#public[data-version="{version}"]', state="attached")


def wait_until(page: Page, holds: Callable[[], bool]) -> None:
    """Lets the page go on until it holds."""
    for _ in range(750):
        if holds():
            return
        page.wait_for_timeout(20)
    raise AssertionError("waited in vain")


@pytest.fixture
def alone(browser: Browser) -> Iterator[Alone]:
    """A page whose every request ends here; it must not have complained at the end."""
    page = browser.new_page()
    alone = Alone(page)
    page.on("pageerror", lambda error: alone.wrong.append(str(error)))
    page.on("console", lambda line: alone.wrong.append(line.text) if "Policy" in line.text else None)
    page.route("**/*", alone.answers)
    page.route_web_socket(re.compile("/live"), lambda socket: alone.sockets.append(socket))
    yield alone
    page.close()
    assert alone.wrong == []


def on_turn(seats: int) -> tuple[State, list[Event], int, str]:
    """A game with a seat on turn that can play a card on somebody else's pile: and that card."""
    for seed in range(1, 60):
        state, events = played(seats, seed, 14)
        seat = GAME.view(state, None).turn
        for choice in GAME.choices(state, seat) if seat is not None else ():
            if choice.move == "play" and choice.barred is None and choice.fields[0].options[0].startswith("CROSS"):
                return state, events, seat, choice.fields[0].options[0]
    raise AssertionError("no game came to a Cross that fits")


def test_a_draft_survives_what_others_do(alone: Alone) -> None:
    state, events, seat, card = on_turn(4)
    alone.shows(table_page(state, events, 4, seat))
    page = alone.page
    page.locator(f'.pick[value="{card}"]').focus()
    page.keyboard.press("Space")
    details = page.locator("details").count()
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    flags = page.locator("button.tflag:visible").count()
    assert flags > 0
    for version in range(18, 38):
        alone.pushes(state, 4, seat, version=version)
    assert page.locator(".pick:checked").get_attribute("value") == card
    assert page.evaluate("document.activeElement.value") == card
    assert page.locator("details[open]").count() == details
    assert page.locator("button.tflag:visible").count() == flags


def test_enter_on_a_card_sends_nothing_and_leads_to_a_target(alone: Alone) -> None:
    state, events, seat, card = on_turn(4)
    alone.shows(table_page(state, events, 4, seat))
    alone.page.locator(f'.pick[value="{card}"]').focus()
    alone.page.keyboard.press("Enter")
    assert alone.posts == []
    assert alone.page.evaluate("document.activeElement.dataset.card") == card
    alone.page.keyboard.press("Enter")
    wait_until(alone.page, lambda: bool(alone.posts))
    assert re.fullmatch(rf"question=17&key=m3&move=play&card={card}&pile=\d+", alone.posts[0])


def test_a_pile_that_a_frame_brings_has_its_targets_at_once(alone: Alone) -> None:
    state, events, seat, _ = on_turn(4)
    rival = next(pile for pile in state.piles if pile.owner != seat)
    fewer = msgspec.structs.replace(state, piles=())
    alone.shows(table_page(fewer, events, 4, seat))
    assert alone.page.locator(f"#pile-{rival.number}").count() == 0
    alone.pushes(state, 4, seat)
    slots, _ = own_part(state, facts_of(state, 4), seat)
    wanted = {name: html.count("<button") for name, html in slots.items()}
    assert sum(wanted.values()) > 0
    assert {name: alone.page.locator(f"#{name} button").count() for name in wanted} == wanted


def test_a_refusal_is_shown_and_goes_with_the_question(alone: Alone) -> None:
    state, events, seat, card = on_turn(4)
    alone.shows(table_page(state, events, 4, seat))
    alone.answer = (422, rendering.refusal(Refusal("That won't do.", "PN-4.1", GAME.slug)))
    alone.page.locator(f'label:has(.pick[value="{card}"])').click()
    alone.page.locator("button.tflag:visible").first.click()
    assert "That won't do." in alone.page.get_by_role("alert").inner_text()
    assert alone.page.locator(".pick:checked").count() == 1
    alone.pushes(state, 4, (seat + 1) % 4)
    assert alone.page.locator("#refusal").inner_text() == ""


def test_reconnecting_is_seen_and_asks_for_the_lines_that_are_missing(alone: Alone) -> None:
    state, events, seat, _ = on_turn(4)
    alone.shows(table_page(state, events, 4, seat))
    facts = facts_of(state, 4)
    more = lines_of(facts, [*events, *events[:3]], seat)
    new = "".join(
        re.findall(rf'<li id="log-(?:{"|".join(str(len(events) + n) for n in (1, 2, 3))})".*?</li>', more, re.S)
    )
    alone.pushes(state, 4, seat, log=new)
    assert alone.page.locator("#log > [data-number]").count() == len(events) + 3
    alone.sockets[-1].close(code=1012, reason="restart")
    alone.page.wait_for_selector("#connection:has-text('being restarted')")
    wait_until(alone.page, lambda: len(alone.sockets) == 2)
    assert alone.sockets[1].url.endswith(f"since={len(events) + 3}&page=table&language=en")
    alone.page.wait_for_selector("#connection", state="hidden")


def test_a_line_that_died_in_silence_is_noticed_and_made_anew(alone: Alone) -> None:
    state, events, seat, _ = on_turn(4)
    alone.page.clock.install()
    alone.shows(table_page(state, events, 4, seat))
    board = alone.page.locator("#public").inner_html()
    alone.page.clock.fast_forward(30_000)
    now = alone.page.evaluate("Date.now()")
    alone.sockets[-1].send("null")
    wait_until(alone.page, lambda: bool(alone.page.evaluate("heard") >= now))
    alone.page.clock.fast_forward(30_000)
    alone.page.wait_for_timeout(500)
    assert len(alone.sockets) == 1, "whoever says that it is there is left alone"
    assert alone.page.locator("#public").inner_html() == board
    alone.page.clock.fast_forward(60_000)
    wait_until(alone.page, lambda: len(alone.sockets) == 2)
    alone.page.wait_for_selector("#connection", state="hidden")


def test_what_the_own_move_changed_is_not_new_whatever_comes_before_its_frame(alone: Alone) -> None:
    state, events, seat, _ = on_turn(4)
    alone.shows(table_page(msgspec.structs.replace(state, piles=state.piles[:-1]), events, 4, seat))
    with alone.page.expect_response("**/moves"):
        alone.page.get_by_role("button", name="Pass", exact=True).click()
    alone.sockets[-1].send('<hx-partial hx-target="#absent" hx-swap="innerMorph"><p>Somebody is away</p></hx-partial>')
    expect(alone.page.get_by_text("Somebody is away")).to_be_visible()
    alone.pushes(state, 4, (seat + 1) % 4)
    assert alone.page.locator(".fresh, .delta").count() == 0
    assert alone.page.locator("#log .new-line").count() == 1


def test_the_tab_says_whose_turn_it_is(alone: Alone) -> None:
    state, events, seat, _ = on_turn(4)
    alone.shows(table_page(state, events, 4, (seat + 1) % 4))
    assert "is on turn" in alone.page.title()
    alone.pushes(state, 4, seat)
    assert alone.page.title() == "Your turn · Pope or Nope · Conclave"


def test_a_table_that_has_moved_on_loads_its_page_again(alone: Alone) -> None:
    state, events, seat, _ = on_turn(4)
    alone.shows(table_page(state, events, 4, seat))
    with alone.page.expect_navigation():
        alone.sockets[-1].send(rendering.lobby_gone(CODE))
    assert alone.page.url == ADDRESS
