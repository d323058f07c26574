"""A person at a browser: an own context, whose every page is watched for whatever must not happen."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Request, Response, WebSocket, expect

from app.tables.live import BEAT

DESKTOP, TABLET, PHONE = (1440, 900), (1024, 768), (390, 844)
PATIENCE = 60.0
"""Seconds until another page is given up, on a very busy machine."""

ARRIVED = "!window.left && document.readyState === 'complete'"
AT_REST = "document.readyState === 'complete' && (typeof pending === 'undefined' || pending === 0)"
"""`pending`: how many answers static/table.js waits for."""

Size = tuple[int, int]


def _says(page: Page, expression: str) -> bool:
    """Whether it holds in the page; in one that is being left nothing does."""
    try:
        return bool(page.evaluate(expression))
    except Error:
        return False


class Person:
    """Somebody with a browser of their own. `frames`: all that the sockets of their pages have brought, but for the
    beats that only say that the house is there."""

    def __init__(self, browser: Browser, url: str, name: str, size: Size = DESKTOP, **options: Any) -> None:
        self.name = name
        self.url = url
        self.touch = size == PHONE
        self.problems: list[str] = []
        self.frames: list[str] = []
        self._outage = False
        self._live: set[Page] = set()
        self.context = browser.new_context(
            base_url=url,
            viewport={"width": size[0], "height": size[1]},
            has_touch=self.touch,
            is_mobile=self.touch,
            reduced_motion="reduce",
            **options,
        )
        self.context.set_default_timeout(15_000)
        self._watch()
        self.page = self.context.new_page()

    def _watch(self) -> None:
        self.context.on("console", self._on_console)
        self.context.on("weberror", lambda error: self._note(f"an error in the page: {error.error}"))
        self.context.on("request", self._on_request)
        self.context.on("response", self._on_response)
        self.context.on("page", self._on_page)

    def _note(self, problem: str) -> None:
        self.problems.append(f"{self.name}: {problem}")

    def _on_console(self, message: ConsoleMessage) -> None:
        refused = message.text.startswith("Failed to load resource")  # answers are judged by `_on_response`
        left = message.text.endswith("closed before the connection is established.")  # whoever goes on to another page
        if message.type in ("error", "warning") and not refused and not left and not self._outage:
            self._note(f"the console says: {message.text}")

    def _on_request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme != "data" and parts.netloc != urlsplit(self.url).netloc:
            self._note(f"something was asked of another host: {request.url}")

    def _on_response(self, response: Response) -> None:
        part_of_page = response.request.method == "GET" and response.request.resource_type != "document"
        if response.status >= (400 if part_of_page else 500):
            self._note(f"{response.status} for {response.request.method} {response.url}")

    def _on_page(self, page: Page) -> None:
        page.on("websocket", lambda socket: self._on_socket(page, socket))
        page.on("framenavigated", lambda _: self._live.discard(page))

    def _on_socket(self, page: Page, socket: WebSocket) -> None:
        if urlsplit(socket.url).netloc != urlsplit(self.url).netloc:
            self._note(f"a socket to another host: {socket.url}")
        socket.on("framereceived", lambda frame: self._on_frame(page, str(frame)))

    def _on_frame(self, page: Page, frame: str) -> None:
        if frame != BEAT:
            self.frames.append(frame)
            self._live.add(page)

    def may_lose_the_house(self) -> None:
        """From now on the console may say that the house can't be reached; a busy browser says so late."""
        self._outage = True

    def go(self, path: str) -> Response:
        """Opens the page."""
        answer = self.page.goto(path)
        assert answer is not None
        return answer

    def post(self, path: str, **form: str | float | bool) -> str:
        """Sends a form without a page, as this person; the address that it leads to."""
        answer = self.context.request.post(path, form=form)
        assert answer.ok, f"{answer.status} for {path}"
        return answer.url

    def press(self, what: Locator) -> None:
        """Clicks it, or taps it on a phone, once the page is whole: before that its forms lead to a page anew."""
        what.wait_for()  # it may be on another page, which isn't whole as soon as it is there
        self.comes_to_rest()
        if self.touch:
            what.tap()
        else:
            what.click()

    def follow(self, what: Locator) -> None:
        """Presses what leads to another page, and is there."""
        with self.leaving():
            self.press(what)

    @contextmanager
    def leaving(self, *pages: Page) -> Iterator[None]:
        """Waits for another page, whichever way is the first: a form's answer and a frame may both lead there. `pages`:
        those of several tabs that all lead on."""
        left = pages or (self.page,)
        for page in left:
            page.evaluate("window.left = true")
        yield
        for page in left:
            self._wait_until(partial(_says, page, ARRIVED), "came to no other page")

    def comes_to_rest(self) -> None:
        """Waits until the page is whole, and has the answer to whatever it has sent: a form that waits for one takes
        no second press, though a frame may have brought the next question before."""
        self._wait_until(partial(_says, self.page, AT_REST), "has a page that doesn't come to rest")

    def is_live(self, *pages: Page) -> None:
        """Waits until the page's socket has brought its first frame: from then on the house knows that somebody is
        here, and a frame tells of something new."""
        self._wait_until(lambda: self._live.issuperset(pages or (self.page,)), "has a page without a socket")

    def _wait_until(self, holds: Callable[[], bool], else_: str) -> None:
        # asked from here, not in the page: a page without scripts has no timers, and one that is left answers nothing
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, f"{self.name} {else_}"
            self.page.wait_for_timeout(20)

    def button(self, name: Any, **options: Any) -> Locator:
        """The button with this name."""
        return self.page.get_by_role("button", name=name, **options)

    def form(self, name: Any, **options: Any) -> Locator:
        """The form with this name."""
        return self.page.get_by_role("form", name=name, **options)

    def link(self, name: Any, **options: Any) -> Locator:
        """The link with this name."""
        return self.page.get_by_role("link", name=name, **options)

    @property
    def prompt(self) -> Locator:
        """What the page tells this person to do, or whom it waits for."""
        return self.page.locator("#prompt")

    @property
    def code(self) -> str:
        """The code of the table whose page is open."""
        return urlsplit(self.page.url).path.removeprefix("/t/")

    def open_table(self) -> str:
        """Opens a table of Pope or Nope from Home, with one click; its code."""
        self.go("/")
        self.follow(self.button("Open a table of Pope or Nope").first)
        expect(self.page.get_by_role("heading", name="Seats")).to_be_visible()
        return self.code

    def rename(self, name: str) -> None:
        """Takes a name, in the menu of every page."""
        self.press(self.page.get_by_role("navigation", name="Site").get_by_role("button"))
        self.page.get_by_label("Your name", exact=True).fill(name)
        self.follow(self.button("Rename"))
        expect(self.page.get_by_role("navigation", name="Site").get_by_role("button")).to_have_text(name)

    def join(self, code: str) -> None:
        """Takes a seat by the link."""
        self.go(f"/t/{code}")
        self.page.get_by_label("Your name at the table").fill(self.name)
        self.follow(self.button("Take the seat"))
        expect(self.page.get_by_role("heading", name="Seats")).to_be_visible()

    def watch(self, code: str) -> None:
        """Looks on, by the link."""
        self.go(f"/t/{code}")
        self.follow(self.button("Just watch").or_(self.button("Watch", exact=True)))
        expect(self.button("Take the seat")).to_be_hidden()

    def new_tab(self) -> Page:
        """Another tab of the same browser, at the same page."""
        tab = self.context.new_page()
        tab.goto(self.page.url)
        return tab

    def close(self) -> None:
        """Closes the browser of this person."""
        self.context.close()
