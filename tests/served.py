"""A served house for tests: uvicorn with real sockets in this event loop, and guests who use it as browsers do."""

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import cycle
from pathlib import Path

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from app import wires
from app.config import Settings
from app.house import House
from app.main import create_app
from tests.app.tables.aloud import Aloud

HIDDEN = re.compile(r'<input[^>]*type="hidden"[^>]*>')
ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')


def settings(database_url: str, port: int = 8000, bot_pause: tuple[float, float] = (0.0, 0.0)) -> Settings:
    """Settings for a test: bots don't dawdle."""
    return Settings(
        data=Path("/nonexistent"),
        database_url=database_url,
        host="127.0.0.1",
        port=port,
        workers=1,
        public_url=None,
        secret_key="for tests only",
        bot_pause=bot_pause,
        bot_seconds=0.1,
        trusted_proxies=(),
        metrics_host="127.0.0.1",
        metrics_port=None,
        log_format="text",
        compression=False,
    )


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Served:
    """A running house and its address; or one that several servers serve, and guests come to them in turn."""

    def __init__(self, house: House, url: str, others: Sequence["Served"] = ()) -> None:
        self.house = house
        self.url = url
        self.others = others
        self._guests: list[Guest] = []
        self._doors = cycle([url, *(other.url for other in others)])

    def guest(self) -> "Guest":
        """Somebody new, without a cookie."""
        self._guests.append(Guest(next(self._doors)))
        return self._guests[-1]

    async def close(self) -> None:
        """Closes every guest's browser."""
        for guest in self._guests:
            await guest.http.aclose()


@asynccontextmanager
async def serve(database_url: str, bot_pause: tuple[float, float] = (0.0, 0.0)) -> AsyncIterator[Served]:
    """Serves the application until the block ends."""
    port = free_port()
    app = create_app(settings(database_url, port, bot_pause))
    app.state.house.minds = Aloud()
    config = uvicorn.Config(
        *(app, "127.0.0.1", port),
        http=wires.Requests,
        ws=wires.Sockets,
        log_level="warning",
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        if task.done():
            await task
        await asyncio.sleep(0.01)
    served = Served(app.state.house, f"http://127.0.0.1:{port}")
    try:
        yield served
    finally:
        await served.close()
        server.should_exit = True
        await task


@asynccontextmanager
async def serve_twice(database_url: str) -> AsyncIterator[Served]:
    """Two servers of one database, which know of each other by it alone."""
    async with serve(database_url) as one, serve(database_url) as other:
        both = Served(one.house, one.url, (other,))
        yield both
        await both.close()


class Guest:
    """A person with a browser: a cookie jar, and forms sent as htmx sends them."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.AsyncClient(base_url=url, headers={"Origin": url}, follow_redirects=False, timeout=20)

    async def open(self, game: str = "pope-or-nope", name: str = "Anna") -> str:
        """Opens a table; its code."""
        answer = await self.http.post("/tables", data={"game": game, "name": name})
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"]).removeprefix("/t/")

    async def join(self, code: str, name: str, **fields: str) -> httpx.Response:
        """Takes a seat."""
        return await self.http.post(f"/t/{code}/join", data={"name": name, **fields})

    async def deed(self, code: str, deed: str, **fields: str) -> httpx.Response:
        """Something in the lobby."""
        return await self.http.post(f"/t/{code}/lobby/{deed}", data=fields, headers={"HX-Request": "true"})

    async def page(self, code: str) -> str:
        """The table's page, which must be there."""
        answer = await self.http.get(f"/t/{code}")
        assert answer.status_code == 200, answer.text
        return answer.text

    async def form(self, code: str) -> dict[str, str]:
        """The hidden fields of the move form: question and key."""
        return hidden(await self.page(code))

    async def move(self, code: str, move: str, form: dict[str, str] | None = None, **fields: str) -> httpx.Response:
        """Sends a move with the form's question and key (those of the page as it stands, if none are given)."""
        form = form or await self.form(code)
        data = {"question": form["question"], "key": form["key"], "move": move, **fields}
        return await self.http.post(f"/t/{code}/moves", data=data, headers={"HX-Request": "true"})

    @asynccontextmanager
    async def socket(self, code: str, page: str = "table", since: int = 0) -> AsyncIterator[ClientConnection]:
        """The page's live socket."""
        address = f"{self.url.replace('http', 'ws', 1)}/t/{code}/live?since={since}&page={page}"
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        async with connect(address, origin=self.url, additional_headers={"Cookie": cookies}) as found:  # type: ignore[arg-type]
            yield found


def hidden(html: str) -> dict[str, str]:
    """The hidden fields named question and key, of the first form that has them."""
    found: dict[str, str] = {}
    for tag in HIDDEN.findall(html):
        attributes = dict(ATTRIBUTE.findall(tag))
        if attributes.get("name") in ("question", "key"):
            found.setdefault(attributes["name"], attributes.get("value", ""))
    return found
