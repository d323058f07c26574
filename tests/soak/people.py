"""Who sits at the tables: hosts who play by the API against bots, game after game, and whose pages and programs come
and go; and watchers. All of them are guests with cookies, as in browsers."""

import asyncio
import random
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from app.api import documents
from games import GAMES
from games.kernel.dice import Cup, dice_from
from tests.app.api.conftest import filling
from tests.served import Guest

GAMES_PLAYED = [slug for slug, game in GAMES.items() if not game.companion]
LEVELS = ("novice", "courtier")
AGAIN = 1.0
THOUGHT = (1.0, 10.0)
"""Seconds that a host thinks about a move."""


class BusyError(Exception):
    """The house said 503: its database doesn't answer, or answers too many at once."""


AWAY = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, httpx.TransportError, BusyError)


class Crowd:
    """What all of them have in common: chance, how long a connection lasts, and what they saw. `waits`: seconds of each
    move's request; `opened`: sockets; `busy`: answers with 503; `refused`: answers that nobody expected."""

    def __init__(self, url: str, seed: int, lasting: tuple[float, float]) -> None:
        self.url = url
        self.chance = random.Random(seed)
        self.lasting = lasting
        self.waits: list[float] = []
        self.opened = 0
        self.games = 0
        self.busy = 0
        self.refused: list[str] = []

    def expect(self, answer: httpx.Response, *expected: int) -> None:
        """Raises BusyError for a 503; whatever else is unexpected is kept for the verdict."""
        if answer.status_code == 503:
            self.busy += 1
            raise BusyError
        if answer.status_code not in expected:
            self.refused.append(f"{answer.request.url.path}: {answer.status_code}")

    async def come_and_go(self, open_: Callable[[], "connect"], stay: Callable[[ClientConnection], object]) -> None:
        """Opens a socket again and again; each lasts a while, and every second one is torn instead of closed."""
        while True:
            with suppress(*AWAY):
                socket = await open_()
                self.opened += 1
                try:
                    async with asyncio.timeout(self.chance.uniform(*self.lasting)):
                        await stay(socket)  # type: ignore[misc]
                except TimeoutError:
                    pass
                finally:
                    await self._part(socket)
            await asyncio.sleep(self.chance.uniform(0.1, 2.0))

    async def _part(self, socket: ClientConnection) -> None:
        if self.chance.random() < 0.5:
            socket.transport.abort()
        await socket.close()


class Host:
    """One table after the other, with the host at it."""

    def __init__(self, number: int, crowd: Crowd) -> None:
        self.number = number
        self._crowd = crowd
        self._guest = Guest(crowd.url)
        self._watcher = Guest(crowd.url) if number % 3 == 0 else None
        self._keys = count()
        self._code = self._key = ""
        self._seen: documents.Table | None = None

    async def play(self) -> None:
        """Plays until it is cancelled."""
        try:
            while True:
                try:
                    await self._game()
                except AWAY:
                    await asyncio.sleep(AGAIN)
        finally:
            for guest in filter(None, (self._guest, self._watcher)):
                await guest.http.aclose()

    async def _game(self) -> None:
        await self._open()
        looking = [self._crowd.come_and_go(self._program, self._play), self._crowd.come_and_go(self._page, _read)]
        if self._watcher is not None:
            looking.append(self._crowd.come_and_go(self._watching, _read))
        tasks = [asyncio.create_task(look) for look in looking]
        try:
            while self._seen is None or self._seen.result is None:
                await asyncio.sleep(0.5)
                for task in tasks:
                    if task.done():
                        task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        self._crowd.games += 1

    async def _open(self) -> None:
        slug = GAMES_PLAYED[self.number % len(GAMES_PLAYED)]
        least, most = GAMES[slug].seats
        self._seen = None
        opened = await self._guest.http.post("/tables", data={"game": slug, "name": "Anna"})
        self._crowd.expect(opened, 303)
        self._code = opened.headers["location"].removeprefix("/t/")
        for _ in range(max(least, min(4, most)) - 1):
            await self._deed("bot", bot=self._crowd.chance.choice(LEVELS))
        await self._deed("start", sure="yes")
        shown = await self._guest.http.post(f"/api/tables/{self._code}/key")
        self._crowd.expect(shown, 201)
        self._key = shown.json()["key"]
        if self._watcher is not None:
            watching = await self._watcher.http.post(f"/t/{self._code}/watch", data={"name": "Bea"})
            self._crowd.expect(watching, 303)

    async def _deed(self, deed: str, **fields: str) -> None:
        self._crowd.expect(await self._guest.deed(self._code, deed, **fields), 204)

    def _page(self) -> connect:
        return _socket(self._guest, f"/t/{self._code}/live?since=0&page=table&chat=")

    def _watching(self) -> connect:
        assert self._watcher is not None
        return _socket(self._watcher, f"/t/{self._code}/live?since=0&page=table")

    def _program(self) -> connect:
        since = 0 if self._seen is None else self._seen.log_length
        address = f"{self._crowd.url.replace('http', 'ws', 1)}/api/tables/{self._code}/live?since={since}"
        return connect(address, additional_headers={"Authorization": f"Bearer {self._key}"})

    async def _play(self, socket: ClientConnection) -> None:
        """Answers each question that a document asks, after a moment's thought."""
        async for told in socket:
            self._seen = msgspec.json.decode(told, type=documents.Table)
            open_ = [offer for offer in self._seen.choices if offer.barred is None and not offer.free]
            if open_:
                await asyncio.sleep(self._crowd.chance.uniform(*THOUGHT))
                await self._move(self._crowd.chance.choice(open_))

    async def _move(self, offer: documents.Offer) -> None:
        chance = Cup(dice_from(self._crowd.chance.randbytes(32)))
        move = {"type": offer.move, **filling(offer, chance)}
        body = {"question": offer.question, "move": move, "key": f"soak-{next(self._keys)}"}
        began = time.perf_counter()
        headers = {"Authorization": f"Bearer {self._key}"}
        answer = await self._guest.http.post(f"/api/tables/{self._code}/moves", json=body, headers=headers)
        self._crowd.expect(answer, 200, 409)  # the table may have moved on meanwhile
        self._crowd.waits.append(time.perf_counter() - began)


def _socket(guest: Guest, path: str) -> connect:
    cookies = "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())
    address = f"{guest.url.replace('http', 'ws', 1)}{path}"
    return connect(address, origin=guest.url, additional_headers={"Cookie": cookies})  # type: ignore[arg-type]


async def _read(socket: ClientConnection) -> None:
    async for _ in socket:
        pass
