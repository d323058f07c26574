"""What was acknowledged is never lost, and what was not is never doubled: killed servers and a restarted database."""

import asyncio
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text

from app.engine import connect
from app.house import House
from app.postgres import running
from app.schema import upgrade
from tests.app.tables.conftest import dealt
from tests.served import Guest, free_port, serve

CUT = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE pid <> pg_backend_pid() AND datname = current_database()
"""
SERVER = """
import os, sys, uvicorn
from app.main import create_app
from app.tables.hub import Hub
from tests.served import settings
if sys.argv[3] == "die":
    Hub.notice = lambda *_: os._exit(9)  # after the commit, before anybody is told
port = int(sys.argv[2])
pause = (0, 0) if sys.argv[3] == "play" else (60, 60)
uvicorn.run(create_app(settings(sys.argv[1], port, pause)), port=port, ws="websockets-sansio")
"""


@asynccontextmanager
async def process(database_url: str, port: int, how: str = "live") -> AsyncIterator[subprocess.Popen[bytes]]:
    """A server in a process of its own; killed at the end. `die`: it dies as soon as it has committed something;
    `play`: its bots don't wait."""
    command = [sys.executable, "-c", SERVER, database_url, str(port), how]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=Path(__file__).parents[3]) as server:
        try:
            await _until_well(port)
            yield server
        finally:
            server.kill()


async def _until_well(port: int) -> None:
    async with asyncio.timeout(120), httpx.AsyncClient() as http:
        while True:
            try:
                if (await http.get(f"http://127.0.0.1:{port}/readyz")).status_code == 200:
                    return
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.05)


async def started(guest: Guest) -> str:
    """A table of one person and a bot that has begun; the bot takes its time."""
    code = await guest.open(name="Anna")
    assert (await guest.deed(code, "bot", bot="novice")).status_code == 204
    assert (await guest.deed(code, "start")).status_code == 204
    return code


async def test_a_server_killed_between_commit_and_telling_has_kept_the_move(database_url: str) -> None:
    port = free_port()
    guest = Guest(f"http://127.0.0.1:{port}")
    async with process(database_url, port):
        code = await started(guest)
        form = await guest.form(code)
    async with process(database_url, port, "die") as server:
        with pytest.raises(httpx.TransportError):
            await guest.move(code, "open", form, deed="")
        assert server.wait(10) == 9
    async with process(database_url, port):
        assert 'name="question" value="opening' in await guest.page(code)
        again = await guest.move(code, "open", form, deed="")
        assert again.status_code == 204, again.text
    assert await _moves_of(database_url) == 1
    await guest.http.aclose()


async def _moves_of(database_url: str) -> int:
    engine = connect(database_url)
    async with engine.connect() as connection:
        found = await connection.scalar(text("SELECT count(*) FROM actions WHERE seat = 0"))
    await engine.dispose()
    return int(found or 0)


async def test_a_server_killed_among_its_bots_loses_and_doubles_no_move(house: House, database_url: str) -> None:
    """Wherever it was with them: the next server's bots play the game to its end."""
    table = await dealt(house, 3, bots=(0, 1, 2), target=1)
    for played in (4, 9):
        async with asyncio.timeout(60), process(database_url, free_port(), "play"):
            while (row := await table.row()).seq < played and row.status == "playing":
                await asyncio.sleep(0.005)
    async with asyncio.timeout(60), process(database_url, free_port(), "play"):
        while (await table.row()).status == "playing":
            await asyncio.sleep(0.05)
    kept = await table.actions()
    assert [action.seq for action in kept] == list(range(1, len(kept) + 1))
    made = Counter(action.seat for action in kept[1:])
    assert {action.key for action in kept[1:] if action.seat == 0} == {f"m{number}" for number in range(made[0])}


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder whose path is short enough to hold a socket."""
    made = Path(tempfile.mkdtemp(prefix="conclave-"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


async def test_a_database_restarted_under_the_server_costs_nothing(folder: Path) -> None:
    with running(folder, durable=True) as server:
        url = server.url()
        await asyncio.to_thread(upgrade, url)
        async with serve(url, bot_pause=(60, 60)) as served:
            guest = served.guest()
            code = await started(guest)
            form = await guest.form(code)
            async with guest.socket(code) as socket:
                await asyncio.wait_for(socket.recv(), 5)
                await asyncio.to_thread(server.stop)
                away = await guest.move(code, "open", form, deed="")
                assert away.status_code == 503
                assert "again" in away.text
                assert "Traceback" not in away.text
                assert (await guest.http.get("/readyz")).status_code == 503
                with running(folder, durable=True):
                    again = await guest.move(code, "open", form, deed="")
                    assert again.status_code == 204, again.text
                    frame = await asyncio.wait_for(socket.recv(), 20)
                    assert 'hx-target="#public"' in str(frame)


async def test_moves_go_on_through_a_broken_pool(database_url: str) -> None:
    """All connections of the pool are cut: the next move is made all the same, once."""
    async with serve(database_url, bot_pause=(60, 60)) as served:
        guest = served.guest()
        code = await started(guest)
        form = await guest.form(code)
        async with served.house.engine.connect() as connection:
            await connection.execute(text(CUT))
        await asyncio.sleep(0.3)  # until the driver has heard of it
        answers = [await guest.move(code, "open", form, deed="") for _ in range(2)]
        assert [answer.status_code for answer in answers] == [204, 204]
    assert await _moves_of(database_url) == 1
