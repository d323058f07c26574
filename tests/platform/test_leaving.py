"""A server that is told to end: it says so, finishes what was sent, tells pages to come back, and leaves bots to
others."""

import asyncio
import signal

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from app.engine import connect
from tests.platform.conftest import PATIENCE, Serve, Served
from tests.served import Guest

LEASED = "SELECT count(*) FROM tables WHERE bot_lease IS NOT NULL"
MOVES = "SELECT count(*) FROM actions WHERE seat = 0"
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"


async def until(engine: AsyncEngine, question: str, answer: int) -> None:
    """Waits until the database says so."""
    while True:
        async with engine.connect() as connection:
            if await connection.scalar(text(question)) == answer:
                return
        await asyncio.sleep(0.05)


async def until_it_leaves(served: Served) -> None:
    """Waits until it tells a proxy to send nobody any more."""
    while True:
        answer = await asyncio.to_thread(served.get, "/readyz")
        if answer.status_code == 503:
            assert answer.text.startswith("leaving")
            assert answer.headers["connection"] == "close"
            assert (await asyncio.to_thread(served.get, "/healthz")).status_code == 200
            return
        await asyncio.sleep(0.05)


async def until_closed(page: ClientConnection) -> int:
    """The code with which the page's socket is closed."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            await page.recv()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


async def test_a_move_in_flight_is_finished_and_everybody_sent_on(serve: Serve, database_url: str) -> None:
    served = serve(DATABASE_URL=database_url, TRUSTED_PROXIES="127.0.0.1", BOT_PAUSE="60,60")
    anna, engine = Guest(f"http://127.0.0.1:{served.port}"), connect(database_url, pool=2)
    anna.http.timeout = PATIENCE
    code = await anna.open()
    assert (await anna.deed(code, "bot", bot="novice")).status_code == 204
    assert (await anna.deed(code, "start")).status_code == 204
    async with asyncio.timeout(2 * PATIENCE), anna.socket(code) as page:
        await until(engine, LEASED, 1)
        form = await anna.form(code)
        async with engine.begin() as holding:
            await holding.execute(text("SELECT 1 FROM tables FOR UPDATE"))
            move = asyncio.create_task(anna.move(code, "open", form, deed=""))
            await until(engine, WAITING, 1)
            served.process.send_signal(signal.SIGTERM)
            await until_it_leaves(served)
            assert await until_closed(page) == 1012
        assert (await move).status_code == 204
        assert await asyncio.to_thread(served.process.wait, PATIENCE) == 0
        await until(engine, MOVES, 1)
        await until(engine, LEASED, 0)
    await anna.http.aclose()
    await engine.dispose()


@pytest.mark.parametrize("workers", ["1", "2"])
async def test_without_a_proxy_nobody_waits_for_one(serve: Serve, workers: str, database_url: str) -> None:
    served = serve(DATABASE_URL=database_url, WORKERS=workers)
    anna = Guest(f"http://127.0.0.1:{served.port}")
    code = await anna.open()
    async with asyncio.timeout(PATIENCE), anna.socket(code, "lobby") as page:
        await page.recv()
        served.process.send_signal(signal.SIGTERM)
        assert await until_closed(page) == 1012
    assert await asyncio.to_thread(served.process.wait, PATIENCE) == 0
    await anna.http.aclose()
