"""A real process that fails now and then tells nothing hidden: not in what it writes to its two outputs, in either form
of the log, and not in the figures, as an operator's program fetches them."""

import asyncio
import json
import random
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from app.house import House
from app.main import open_house
from tests.app.tables.aloud import Aloud
from tests.fuzz.failing import GAME
from tests.fuzz.hidden import KEPT, cards_of, keys_of, seeds_of, told_in
from tests.fuzz.house import Person, rows
from tests.fuzz.rooms import Room, furnish
from tests.fuzz.sending import Sender
from tests.platform.conftest import PATIENCE, PROJECT, surroundings
from tests.served import free_port, settings

KEY = "for tests only, and long enough for it"
REQUESTS = 20


@pytest.fixture
async def house(database_url: str) -> AsyncIterator[House]:
    """The same house in this process, to look into its database."""
    opened = open_house(msgspec.structs.replace(settings(database_url), secret_key=KEY))
    opened.minds = Aloud()
    yield opened
    await opened.engine.dispose()


@asynccontextmanager
async def served(folder: Path, **given: str) -> AsyncIterator[tuple[int, int]]:
    """A process that serves, and its ports: for people, and for the figures. It writes to `out` and `err`."""
    port, metrics = free_port(), free_port()
    ports = {"PORT": str(port), "METRICS_PORT": str(metrics), "SECRET_KEY": KEY}
    command = [sys.executable, "-m", "tests.fuzz.process"]
    with (folder / "out").open("wb") as out, (folder / "err").open("wb") as err:
        process = subprocess.Popen(command, cwd=PROJECT, env=surroundings(**ports, **given), stdout=out, stderr=err)
        try:
            await _answers(process, f"http://127.0.0.1:{port}/readyz", f"http://127.0.0.1:{metrics}/metrics")
            yield port, metrics
        finally:
            process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(process.wait, PATIENCE)


async def _answers(process: subprocess.Popen[bytes], *urls: str) -> None:
    async with httpx.AsyncClient() as http, asyncio.timeout(PATIENCE):
        for url in urls:
            while True:
                assert process.poll() is None, "the process has ended"
                with suppress(httpx.TransportError):
                    if (await http.get(url)).status_code == 200:
                        break
                await asyncio.sleep(0.1)


async def _listens(port: int, who: Person, code: str) -> None:
    """Keeps a page's socket open, and opens it again."""
    address, headers = f"127.0.0.1:{port}", {"Cookie": who.cookie}
    while True:
        with suppress(OSError, TimeoutError, WebSocketException):
            opening: Any = connect(f"ws://{address}/t/{code}/live?page=table", additional_headers=headers)
            page: ClientConnection
            async with opening as page:
                async for _ in page:
                    pass
        await asyncio.sleep(0.2)


async def _fails(room: Room) -> None:
    """Looks at the table until that has gone wrong once."""
    async with asyncio.timeout(PATIENCE):
        while (await room.people["host"].get(f"/t/{room.code}")).status_code != 500:
            pass


async def _hidden(house: House, room: Room) -> set[str]:
    """What nobody should read anywhere now."""
    (row,) = await rows(house, KEPT, code=room.code)
    return keys_of(room) | seeds_of(row) | cards_of(row, None) | {room.code}


def _hang_up(port: int) -> None:
    """Somebody connects, and is gone with a reset."""
    with socket.create_connection(("127.0.0.1", port)) as gone:
        gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


async def _fuzz(house: House, room: Room, metrics: int, chance: random.Random) -> tuple[set[str], str, set[int]]:
    """Sends forms and calls: all that was hidden meanwhile, the figures, and with which status they came back."""
    sender, secrets, figures, came = Sender(chance), set[str](), "", set[int]()
    ways = (sender.form, sender.call)
    async with httpx.AsyncClient() as http:
        for number in range(REQUESTS):
            secrets |= await _hidden(house, room)
            with suppress(httpx.LocalProtocolError):  # what the client itself takes for no request
                came.add((await chance.choice(ways)(room, chance.choice(room.everybody()))).status)
            if number % 5 == 4:
                _hang_up(metrics)
                figures += (await http.get(f"http://127.0.0.1:{metrics}/metrics")).text
    return secrets | await _hidden(house, room), figures, came


@pytest.mark.parametrize("form", ["text", "json"])
async def test_a_process_that_fails_tells_nothing_hidden(
    house: House, database_url: str, tmp_path: Path, form: str
) -> None:
    fails = tmp_path / "fails"
    given = {"DATABASE_URL": database_url, "LOG_FORMAT": form, "FAILS": str(fails), "BOT_PAUSE": "0.1,0.2"}
    async with served(tmp_path, **given) as (port, metrics), AsyncExitStack() as stack:
        room = await furnish(port, house, GAME, "playing")
        stack.push_async_callback(room.close)
        fails.touch()
        await _fails(room)
        listening = [asyncio.create_task(_listens(port, who, room.code)) for who in room.everybody()]
        secrets, figures, came = await _fuzz(house, room, metrics, random.Random(11))
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
    out, err = (tmp_path / "out").read_text(), (tmp_path / "err").read_text()
    assert came & {200, 204, 303}
    assert "failed" in err
    assert "conclave_trouble_total" in figures
    assert len(secrets) > 20
    assert told_in(out + err + figures, secrets) == set()
    if form == "json":
        lines = [json.loads(line) for line in err.splitlines()]
        assert all({"event", "level", "logger", "timestamp"} <= line.keys() for line in lines)
