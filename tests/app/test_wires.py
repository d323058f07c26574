"""Under the application: who sends too slowly, too much, or reads nothing, is cut off, and nobody else waits for it."""

import asyncio
import contextlib
import itertools
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from websockets.exceptions import ConnectionClosed

from app import wires
from tests.platform.conftest import PROJECT
from tests.served import Served, serve

PATIENCE = 60
HEAD = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"


@pytest.fixture
async def served(database_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Served]:
    """A served house that waits for nobody for long."""
    monkeypatch.setattr(wires, "PATIENCE", 0.5)
    async with serve(database_url) as running:
        yield running


@asynccontextmanager
async def wire(served: Served) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A bare connection."""
    host, _, port = served.url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        yield reader, writer
    finally:
        writer.close()


async def told(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the house hangs up."""
    async with asyncio.timeout(PATIENCE):
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""


async def trickle(writer: asyncio.StreamWriter, first: bytes, more: bytes) -> None:
    """Sends something, and then a little again and again, as long as the house listens."""
    writer.write(first)
    with contextlib.suppress(ConnectionError):
        while True:
            writer.write(more)
            await writer.drain()
            await asyncio.sleep(0.05)


SLOW = {
    "silence": (b"", b""),
    "blank lines": (b"", b"\r\n"),
    "a head": (HEAD, b"A: b\r\n"),
    "one endless line": (HEAD + b"A: ", b"b"),
    "a form": (b"POST /me/name HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n", b"a"),
    "chunks": (b"POST /me/name HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n"),
    "a form that nobody reads": (
        b"POST / HTTP/1.1\r\nOrigin: http://y\r\nHost: x\r\nContent-Length: 5000\r\n\r\n",
        b"a",
    ),
}


@pytest.mark.parametrize("way", SLOW)
async def test_what_comes_too_slowly_is_cut_off(served: Served, way: str) -> None:
    async with wire(served) as (reader, writer):
        sending = asyncio.create_task(trickle(writer, *SLOW[way]))
        said = await told(reader)
        sending.cancel()
    assert said == b"" or said.endswith(wires.TOO_SLOW.encode()) or b" 403 Forbidden" in said  # empty: reset


async def test_who_is_cut_off_is_told_why(served: Served) -> None:
    async with wire(served) as (reader, writer):
        writer.write(HEAD)
        said = await told(reader)
    assert said.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
    assert said.endswith(wires.TOO_SLOW.encode())


async def test_a_connection_may_rest_between_requests_and_a_slow_answer_is_waited_for(served: Served) -> None:
    async with wire(served) as (reader, writer):
        for _ in range(2):
            writer.write(HEAD + b"\r\n")
            async with asyncio.timeout(PATIENCE):
                assert b"200 OK" in await reader.readuntil(b"\r\n\r\n")
            await asyncio.sleep(1)
    guest = served.guest()
    async with guest.socket(await guest.open(), "lobby") as page:
        await asyncio.sleep(1)
        await asyncio.wait_for(page.ping(), PATIENCE)


LARGE = {
    "one long line": HEAD + b"A: " + b"b" * 40_000,
    "one long line that ends": HEAD + b"A: " + b"b" * 40_000 + b"\r\n\r\n",
    "many lines": HEAD + b"A: bcd\r\n" * 9000,
    "a long address": b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\n\r\n",
    "a long line of a socket": HEAD + b"Connection: Upgrade\r\nUpgrade: websocket\r\nA: " + b"b" * 9000 + b"\r\n\r\n",
    "many lines of a socket": HEAD + b"Connection: Upgrade\r\nUpgrade: websocket\r\n" + b"A: b\r\n" * 200 + b"\r\n",
}


@pytest.mark.parametrize("way", LARGE)
async def test_a_head_that_is_too_large_is_refused(served: Served, way: str, caplog: pytest.LogCaptureFixture) -> None:
    async with wire(served) as (reader, writer):
        writer.write(LARGE[way])
        said = await told(reader)
    assert said == b"" or said.startswith(b"HTTP/1.1 431 ")  # empty: reset while it was still sending
    assert "Traceback" not in caplog.text
    assert (await served.guest().http.get("/healthz")).status_code == 200


async def test_who_talks_on_and_on_over_a_socket_is_cut_off(served: Served) -> None:
    guest = served.guest()
    async with guest.socket(await guest.open(), "lobby") as page:
        with pytest.raises(ConnectionClosed):
            async with asyncio.timeout(PATIENCE):
                for number in itertools.count():
                    await page.ping(number.to_bytes(100))
    assert (await guest.http.get("/healthz")).status_code == 200


@pytest.mark.parametrize("more", [b"Content-Length: 9", b"Transfer-Encoding: chunked"])
async def test_who_asks_for_a_socket_that_can_not_be_read_is_told_so_at_once(served: Served, more: bytes) -> None:
    """It would be neither a request, which must come soon, nor a socket, which is counted."""
    asked = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    key = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    async with wire(served) as (reader, writer):
        writer.write(b"GET /t/x/live HTTP/1.1\r\nHost: x\r\n" + asked + key + more + b"\r\n\r\n")
        answer = await told(reader)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.endswith(wires.UNREADABLE.encode())


def test_a_process_has_room_for_more_than_a_thousand_connections() -> None:
    asking = (
        "import resource as r; from app import wires; of = r.RLIMIT_NOFILE; r.setrlimit(of, (256, r.getrlimit(of)[1]));"
        "wires.expect_many(); print(r.getrlimit(r.RLIMIT_NOFILE)[0])"
    )
    ran = subprocess.run([sys.executable, "-c", asking], cwd=PROJECT, capture_output=True, check=True, timeout=PATIENCE)
    assert int(ran.stdout) > 256


async def test_a_connection_whose_other_side_reads_nothing_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wires, "UNREAD", 500)
    ended = asyncio.Event()

    class Talker(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, asyncio.Transport)
            transport.write(b"x" * 20_000_000)
            transport.close()

        def connection_lost(self, exc: Exception | None) -> None:
            ended.set()

    with socket.create_server(("127.0.0.1", 0)) as door, socket.socket() as caller:
        wires.expect_readers(door)
        async with await asyncio.get_running_loop().create_server(Talker, sock=door):
            caller.connect(door.getsockname())
            await asyncio.wait_for(ended.wait(), PATIENCE)
