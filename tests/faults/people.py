"""Somebody who plays: in a browser, with its cookie and its page's socket, and by a program with a key of the same
seat. Both behave as our pages do: what wasn't answered is sent again with the same key, to whichever machine answers.
"""

import asyncio
import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from html import unescape
from typing import Any, NamedTuple

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from app.api import documents
from games.kernel.dice import Cup, dice_from
from tests.app.api.conftest import filling
from tests.faults.machines import PUBLIC

ANSWER = 15.0
"""Seconds after which a client gives a request up, and sends it again."""
THOUGHT = 0.2, 0.8
"""Least and most seconds between two moves of one person: the house is to be broken, not to be loaded."""
PAUSE = 0.2
"""Seconds until it is sent again."""
FREE = 0.1
"""How often something is done that answers no question, where both can be done."""
TWICE = 0.1
"""How often a move is sent once more although it was answered."""
LIVE = re.compile(r'hx-ws:connect="([^"]+)"')
VERSION = re.compile(r'data-version="(\d+)"')


class Sent(NamedTuple):
    """A move, and what it was answered: the version that it made; None: refused."""

    seat: int
    key: str
    move: dict[str, Any]
    version: int | None


class BrokenPromiseError(AssertionError):
    """The house has answered what it never may."""


class Person:
    """One guest at one table. `tally` counts for the whole run; `doors` are the addresses of all machines. `lines` are
    the kinds of lines that the log has, `shown` all that the page was sent."""

    def __init__(self, name: str, doors: Callable[[], Sequence[str]], dice: random.Random, tally: Counter[str]) -> None:
        self.name = name
        self.sent: list[Sent] = []
        self.seen: documents.Table | None = None
        self.lines: set[str] = set()
        self.shown = ""
        self.page_version = -1
        self.code, self.seat, self._key = "", -1, ""
        self.playing = asyncio.Event()
        self.quiet = asyncio.Event()
        self._doors, self._dice, self._tally = doors, dice, tally
        self._news = asyncio.Event()
        self._http = httpx.AsyncClient(timeout=ANSWER, headers={"Origin": PUBLIC, "Accept": "text/html"})
        self._tasks: list[asyncio.Task[None]] = []

    # --- asking, until it is answered -------------------------------------------------------------------------------

    async def ask(self, method: str, path: str, **sent: Any) -> httpx.Response:
        """The answer, however often it takes; 5xx and "later" are none."""
        while True:
            try:
                answer = await self._http.request(method, f"{self._door()}{path}", **sent)
            except httpx.TransportError:
                self._tally["no answer"] += 1
            else:
                if answer.status_code == 500:
                    raise BrokenPromiseError(
                        f"500 for {method} {path.replace(self.code or '-', 'CODE')}: {answer.text}"
                    )
                if answer.status_code < 500 and answer.status_code != 429:
                    return answer
                self._tally[f"answered {answer.status_code}"] += 1
            await asyncio.sleep(PAUSE)

    def _door(self) -> str:
        return self._dice.choice(list(self._doors()))

    async def open(self, game: str, **fields: str) -> str:
        """Opens a table; its code."""
        await self.ask("GET", "/")
        opened = await self.ask("POST", "/tables", data={"game": game, "name": self.name, **fields})
        self.code = opened.headers["location"].removeprefix("/t/")
        return self.code

    async def join(self, code: str) -> None:
        """Sits down."""
        self.code = code
        await self.ask("GET", "/")
        joined = await self.ask("POST", f"/t/{code}/join", data={"name": self.name})
        assert joined.status_code == 303, joined.text

    async def deed(self, deed: str, **fields: str) -> httpx.Response:
        """A deed of the lobby."""
        return await self.ask("POST", f"/t/{self.code}/lobby/{deed}", data=fields, headers={"HX-Request": "true"})

    async def api(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """A call of the program."""
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        answer = await self.ask(method, f"/api/tables/{self.code}{path}", json=body, headers=headers)
        if answer.status_code != 401:
            return answer
        await self.take_key()
        return await self.api(method, path, body)

    async def take_key(self) -> None:
        """Gets a key for the own seat's program, by the cookie. Asked for twice, because nobody answered in time, the
        first may be the one that counts: then another is asked for."""
        self._key = ""
        found = (await self.api("POST", "/key")).json()
        self.seat, self._key = found["seat"], found["key"]

    # --- watching, and playing --------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Opens both sockets, and plays whenever `playing` is set."""
        self.playing.set()
        self._tasks = [asyncio.create_task(work) for work in (self._listen(), self._look(), self._play())]

    async def close(self) -> None:
        """Goes away."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._http.aclose()

    def expect_no_failure(self) -> None:
        """Raises what ended one of the tasks."""
        for task in self._tasks:
            if task.done():
                task.result()

    @property
    def is_over(self) -> bool:
        """Whether the game is, as far as this program knows."""
        return self.seen is not None and self.seen.status in ("over", "ended")

    async def _listen(self) -> None:
        """The program's socket."""
        while not self.is_over:
            since = 0 if self.seen is None else self.seen.log_length
            address = f"{self._door().replace('http', 'ws', 1)}/api/tables/{self.code}/live?since={since}"
            await self._through(address, {"Authorization": f"Bearer {self._key}"}, self._told)

    def _told(self, text: str) -> None:
        told = msgspec.json.decode(text, type=documents.Table)
        self.lines |= {line.key for line in told.log}
        if self.seen is None or told.version >= self.seen.version:  # an answer may come after a newer frame
            self.seen = told
        self._news.set()

    async def _look(self) -> None:
        """The page, loaded anew when its socket is told to go, and its socket."""
        while True:
            page = await self.ask("GET", f"/t/{self.code}")
            found = LIVE.search(page.text)
            if found is None:
                return
            self._shown(page.text)
            if "page=result" in found[1]:
                self.page_version = 10**9
                return
            address = f"{self._door().replace('http', 'ws', 1)}{unescape(found[1])}"
            cookies = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
            await self._through(address, {"Cookie": cookies}, self._shown, origin=PUBLIC)

    def _shown(self, html: str) -> None:
        self.shown += html
        found = VERSION.search(html)
        if found is not None:
            self.page_version = int(found[1])

    async def _through(self, address: str, headers: dict[str, str], told: Callable[[str], None], **more: Any) -> None:
        """Listens until the socket ends, however it does."""
        try:
            async with connect(
                address,
                additional_headers=headers,
                open_timeout=ANSWER,
                close_timeout=1,
                ping_interval=2,
                ping_timeout=4,
                proxy=None,
                **more,
            ) as socket:
                await self._read(socket, told)
        except (WebSocketException, OSError, TimeoutError):
            self._tally["sockets opened again"] += 1
        await asyncio.sleep(PAUSE)

    async def _read(self, socket: ClientConnection, told: Callable[[str], None]) -> None:
        async for text in socket:
            told(str(text))

    async def _play(self) -> None:
        while not self.is_over:
            if not self.playing.is_set():
                self.quiet.set()
                await self.playing.wait()
            self.quiet.clear()
            if self.seen is None or not await self._move(self.seen):
                await self._wait_for_news()
            await asyncio.sleep(self._dice.uniform(*THOUGHT))
        self.quiet.set()

    async def _wait_for_news(self) -> None:
        self.quiet.set()
        try:
            async with asyncio.timeout(1):
                await self._news.wait()
        except TimeoutError:
            return
        self._news.clear()

    async def _move(self, seen: documents.Table) -> bool:
        """One move at random; False if there is none to make."""
        if any(one.seat == self.seat and one.away for one in seen.seats):
            await self.api("POST", "/return")
            return False
        offer = self._offer(seen)
        if offer is None:
            return False
        chance = Cup(dice_from(self._dice.randbytes(32)))
        body = {
            "question": offer.question,
            "move": {"type": offer.move, **filling(offer, chance)},
            "key": self._dice.randbytes(8).hex(),
        }
        await self._send(body)
        return True

    def _offer(self, seen: documents.Table) -> documents.Offer | None:
        open_ = [offer for offer in seen.choices if offer.barred is None]
        free, asked = [one for one in open_ if one.free], [one for one in open_ if not one.free]
        which = free if free and ((not asked and self._dice.random() < 0.3) or self._dice.random() < FREE) else asked
        return self._dice.choice(which) if which else None

    async def _send(self, body: dict[str, Any]) -> None:
        silent = self._tally["no answer"] + self._tally["answered 503"]
        answer = await self.api("POST", "/moves", body)
        self._tally["moves sent again"] += silent < self._tally["no answer"] + self._tally["answered 503"]
        version = answer.json()["version"] if answer.status_code == 200 else None
        if answer.status_code not in (200, 409, 410, 422):
            raise BrokenPromiseError(f"{answer.status_code} for a move: {answer.text}")
        self.sent.append(Sent(self.seat, body["key"], body["move"], version))
        if version is None:
            self._tally["moves refused"] += 1
            await self._look_again()
            return
        self._tally["moves acknowledged"] += 1
        if self._dice.random() < TWICE:
            await self._expect_the_same(body, version)

    async def _expect_the_same(self, body: dict[str, Any], version: int) -> None:
        self._tally["moves sent again"] += 1
        again = await self.api("POST", "/moves", body)
        if again.status_code == 200 and again.json()["version"] == version:
            return
        raise BrokenPromiseError(f"a move that made {version} was answered {again.status_code} the second time")

    async def _look_again(self) -> None:
        """After a refusal: where the table stands now."""
        answer = await self.api("GET", "")
        if answer.status_code == 200:
            self._told(answer.text)
