"""Two processes of one house (WORKERS=2): pages are live whichever process they hang on, and a rolling restart
loses nothing that was acknowledged."""

import asyncio
import signal
from uuid import UUID

import httpx
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine
from websockets.exceptions import ConnectionClosed

from app.database import actions, presence
from app.engine import connect
from tests.platform.conftest import Serve, workers_of
from tests.served import Guest

AWAKE = 30.0
"""Seconds within which everything here must happen."""


async def table_of(url: str) -> tuple[str, Guest, Guest]:
    """A table in play with two people."""
    anna, bruno = Guest(url), Guest(url)
    code = await anna.open()
    assert (await bruno.join(code, "Bruno")).status_code == 303
    assert (await bruno.deed(code, "ready", ready="yes")).status_code == 204
    assert (await anna.deed(code, "start", sure="yes")).status_code == 204
    return code, anna, bruno


async def processes(engine: AsyncEngine) -> set[UUID]:
    """The processes that show a page now."""
    async with engine.connect() as connection:
        return set(await connection.scalars(select(presence.c.process).where(presence.c.left_at.is_(None))))


async def test_a_move_reaches_pages_on_both_processes(serve: Serve, database_url: str) -> None:
    served = serve(WORKERS="2", DATABASE_URL=database_url)
    code, anna, bruno = await table_of(f"http://127.0.0.1:{served.port}")
    engine = connect(database_url, pool=1)
    async with asyncio.timeout(AWAKE), anna.socket(code) as here:
        await here.recv()
        while True:  # the kernel chooses the process: until it was the other
            async with bruno.socket(code) as there:
                await there.recv()
                if len(await processes(engine)) == 2:
                    assert (await anna.move(code, "open", deed="")).status_code == 204
                    assert 'hx-target="#public"' in str(await there.recv())
                    break
    await engine.dispose()
    for guest in (anna, bruno):
        await guest.http.aclose()


async def test_a_rolling_restart_loses_nothing(serve: Serve, database_url: str) -> None:
    served = serve(WORKERS="2", DATABASE_URL=database_url)
    code, anna, bruno = await table_of(f"http://127.0.0.1:{served.port}")
    before = workers_of(served.process.pid)
    served.process.send_signal(signal.SIGHUP)
    said = 0
    async with asyncio.timeout(2 * AWAKE):
        watching = asyncio.create_task(_watch(bruno, code))
        while workers_of(served.process.pid) & before:
            said += await _change_of_mind(anna, code)
        watching.cancel()
        assert (await anna.move(code, "open", deed="")).status_code in (204, 409)
        async with bruno.socket(code) as back:
            await back.recv()
    assert said > 0
    assert await _written(database_url) >= said
    assert served.healthy()
    for guest in (anna, bruno):
        await guest.http.aclose()


async def _watch(guest: Guest, code: str) -> None:
    """A page that stays open, and comes back as browsers do when its process ends."""
    while True:
        try:
            async with guest.socket(code) as page:
                while True:
                    await page.recv()
        except (ConnectionClosed, OSError):
            await asyncio.sleep(0.05)


async def _change_of_mind(guest: Guest, code: str) -> int:
    """Chooses anew what is laid secretly; 1 if it was acknowledged. Sent again, as browsers do, if nobody answered."""
    for _ in range(5):
        try:
            return int((await guest.move(code, "open", deed="")).status_code == 204)
        except httpx.TransportError:
            await asyncio.sleep(0.05)
    raise AssertionError("nobody answers")


async def _written(database_url: str) -> int:
    """How many moves were written."""
    engine = connect(database_url, pool=1)
    async with engine.connect() as connection:
        found = await connection.scalar(select(func.count()).select_from(actions).where(actions.c.seat.is_not(None)))
    await engine.dispose()
    return int(found or 0)
