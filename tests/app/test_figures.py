"""The figures: what is counted, in how many series at most, and that nothing of a table or a guest is in them."""

import asyncio
import re
from collections.abc import AsyncIterator

import httpx
import msgspec
import pytest
from prometheus_client import REGISTRY, generate_latest
from sqlalchemy import select

from app.database import players, tables
from app.watching import exposing
from app.watching.exposing import Within
from tests.served import Served, free_port, serve


@pytest.fixture
async def served(database_url: str) -> AsyncIterator[Served]:
    """A house that people can reach."""
    async with serve(database_url) as found:
        yield found


def figure(name: str, **labels: str) -> float:
    """One figure as it stands; 0 where nothing was counted yet."""
    return REGISTRY.get_sample_value(name, labels) or 0.0


async def test_a_move_is_counted_from_its_request_to_the_sockets(served: Served) -> None:
    anna = served.guest()
    code = await anna.open(name="Anna")
    assert (await anna.deed(code, "bot", bot="novice")).status_code == 204
    assert (await anna.deed(code, "start", sure="yes")).status_code == 204
    before = {
        name: figure(name) for name in ("conclave_move_commit_seconds_count", "conclave_move_shown_seconds_count")
    }
    moves = figure("conclave_moves_total", game="pope-or-nope", by="person")
    async with asyncio.timeout(60), anna.socket(code) as page:
        await page.recv()
        assert figure("conclave_sockets", kind="page") == 1
        assert (await anna.move(code, "open", deed="")).status_code == 204
        while figure("conclave_move_shown_seconds_count") == before["conclave_move_shown_seconds_count"]:
            await asyncio.sleep(0.05)
    assert figure("conclave_move_commit_seconds_count") > before["conclave_move_commit_seconds_count"]
    assert figure("conclave_moves_total", game="pope-or-nope", by="person") > moves
    assert figure("conclave_requests_total", method="POST", route="/t/{code}/moves", status="204") > 0
    assert figure("conclave_notices_total", channel="tables") > 0


async def test_whatever_is_asked_for_makes_no_series_of_its_own(served: Served) -> None:
    http = served.guest().http
    await http.get("/nowhere/0")
    await http.request("BREW", "/nowhere/0")
    await http.get("/static/nothing-0.css")
    series = len(generate_latest().splitlines())
    for number in range(1, 20):
        await http.get(f"/nowhere/{number}")
        await http.get(f"/t/FUMUS-ALBA-ROTA-{number}")
        await http.request(f"BREW{number}", "/")
        await http.get(f"/static/nothing-{number}.css")
    assert len(generate_latest().splitlines()) <= series + 4


async def test_they_tell_of_no_table_and_no_guest(served: Served) -> None:
    anna = served.guest()
    code = await anna.open(name="Annabella")
    async with anna.socket(code, "lobby") as page:
        await page.recv()
        await exposing.count(served.house)
        told = generate_latest().decode()
    async with served.house.engine.connect() as connection:
        (guest,) = (await connection.scalars(select(players.c.id))).all()
        (seed,) = (await connection.scalars(select(tables.c.seed))).all()
    assert 'conclave_tables{game="pope-or-nope",status="lobby"} 1.0' in told
    for secret in (code, "Annabella", str(guest), guest.hex, seed.hex()):
        assert secret not in told
    assert not re.search(r"[A-Z]{4,}-[A-Z]{4,}", told)


async def test_each_process_answers_at_the_first_port_that_is_free(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    served.house.settings = msgspec.structs.replace(served.house.settings, metrics_port=port, workers=2)
    first = asyncio.create_task(exposing.expose_for_ever(served.house))
    async with httpx.AsyncClient() as http, asyncio.timeout(60):
        for at in (port, port + 1):
            monkeypatch.setattr(Within, "describe", lambda _: (), raising=False)  # two processes in one
            while True:
                try:
                    told = (await http.get(f"http://127.0.0.1:{at}/metrics")).text
                    break
                except httpx.TransportError:
                    await asyncio.sleep(0.05)
            assert "conclave_tasks" in told
            assert 'conclave_pool_connections{state="idle"}' in told
            if at == port:
                second = asyncio.create_task(exposing.expose_for_ever(served.house))
    for task in (first, second):
        task.cancel()
    await asyncio.gather(first, second, return_exceptions=True)
