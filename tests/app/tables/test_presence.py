"""Who is here, and since when somebody is away, on two servers of one database."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from sqlalchemy import func, select, text, update

from app.database import presence, tables
from app.presence import service, store
from app.tables import seating
from app.tables.store import find
from tests.app.tables.conftest import Seated, dealt, seat
from tests.app.tables.test_live import frame, silence, table_of
from tests.served import Served, serve_twice


@pytest.fixture(autouse=True)
def short_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits seconds here."""
    monkeypatch.setattr(service, "GRACE", 0.05)


@pytest.fixture
async def served(database_url: str) -> AsyncIterator[Served]:
    """A house with two servers."""
    async with serve_twice(database_url) as running:
        yield running


async def until(seen: Callable[[str], bool], socket: object) -> str:
    """The first frame that shows it."""
    async with asyncio.timeout(5):
        while True:
            came = await frame(socket)  # type: ignore[arg-type]
            if seen(came):
                return came


def is_away(name: str) -> Callable[[str], bool]:
    """Whether a frame says that this player is away."""
    return lambda came: f"{name} has no page open" in came


async def test_closing_the_last_page_shows_on_the_other_server_and_coming_back_too(served: Served) -> None:
    code, (anna, bruno) = await table_of(served)
    async with anna.socket(code) as watching:
        await frame(watching)
        async with bruno.socket(code), bruno.socket(code) as second:
            await frame(second)
        await until(is_away("Bruno"), watching)
        async with bruno.socket(code) as back:
            assert "Bruno has no page open" not in await frame(back)
            await until(lambda came: "Bruno has no page open" not in came, watching)


async def test_who_looks_at_the_past_is_here_and_is_sent_nothing(served: Served) -> None:
    code, (anna, bruno) = await table_of(served)
    async with anna.socket(code) as watching:
        await frame(watching)
        async with bruno.socket(code, page="replay") as past:
            await silence(watching, 0.3)
            await silence(past, 0.3)
        await until(is_away("Bruno"), watching)


async def test_a_page_loaded_anew_is_no_going_away(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "GRACE", 0.5)
    code, (anna, bruno) = await table_of(served)
    async with anna.socket(code) as watching:
        await frame(watching)
        async with bruno.socket(code) as first:
            await frame(first)
        async with bruno.socket(code) as again:
            await frame(again)
            await silence(watching, 0.8)


async def test_one_of_two_pages_closed_is_no_going_away(served: Served) -> None:
    code, (anna, bruno) = await table_of(served)
    async with anna.socket(code) as watching, bruno.socket(code) as kept:
        await frame(watching), await frame(kept)
        async with bruno.socket(code) as second:
            await frame(second)
        await silence(watching)


async def test_a_dead_process_is_swept_and_told(served: Served) -> None:
    code, (anna, bruno) = await table_of(served)
    async with anna.socket(code) as watching:
        await frame(watching)
        async with bruno.socket(code) as still_open:
            await frame(still_open)
            await _age(served, served.others[0].house.presence.process, 60)
            await served.house.presence.renew()
            await until(is_away("Bruno"), watching)
            # it was only slow: its next beat says that Bruno is here
            await served.others[0].house.presence.renew()
            await until(lambda came: "Bruno has no page open" not in came, watching)


async def _age(served: Served, process: UUID, seconds: int) -> None:
    then = func.now() - text(f"interval '{seconds} seconds'")
    async with served.house.engine.begin() as connection:
        await connection.execute(update(presence).where(presence.c.process == process).values(renewed_at=then))


async def test_the_lobby_shows_who_is_away(served: Served) -> None:
    anna, bruno = served.guest(), served.guest()
    code = await anna.open(name="Anna")
    await bruno.join(code, "Bruno")
    async with anna.socket(code, page="lobby") as watching:
        await frame(watching)
        async with bruno.socket(code, page="lobby") as there:
            await frame(there)
        since = re.compile(r'away <time class="since" datetime="([^"]+)">since \d\d:\d\d UTC</time>')
        found = since.search(await until(lambda came: since.search(came) is not None, watching))
    assert found is not None
    assert abs(datetime.now(UTC) - datetime.fromisoformat(found[1])) < timedelta(minutes=1)


async def test_a_stranger_counts_for_nothing(served: Served) -> None:
    code, _ = await table_of(served)
    async with served.house.engine.begin() as connection:
        row = await find(connection, code)
    async with served.house.presence.page(row.id, None), served.house.presence.page(row.id, uuid4()):
        assert await _rows(served) == []


async def _rows(served: Served) -> list[UUID]:
    async with served.house.engine.begin() as connection:
        return list((await connection.execute(select(presence.c.player_id))).scalars())


async def test_old_rows_of_dead_processes_go_when_the_guest_comes_back(seated: Seated) -> None:
    keeper, row = seated.house.presence, await seated.row()
    page = row.id, seated.people[0]
    for _ in range(3):
        process = uuid4()
        async with seated.house.engine.begin() as connection:
            await store.arrive(connection, process, page)
            await store.depart(connection, process, page)
    async with keeper.page(*page), seated.house.engine.begin() as connection:
        found = (await connection.execute(select(presence.c.process))).scalars().all()
        assert found == [keeper.process]
        assert await store.away(connection, row.id) == {}


# --- the chair ---------------------------------------------------------------------------------------------------


async def _gone_for(seated: Seated, number: int, seconds: int) -> None:
    """This player's page was closed so long ago."""
    row = await seated.row()
    then = func.now() - text(f"interval '{seconds} seconds'")
    async with seated.house.engine.begin() as connection:
        await store.arrive(connection, uuid4(), (row.id, seated.people[number]))
        mine = presence.c.player_id == seated.people[number]
        await connection.execute(update(presence).where(mine).values(left_at=then, renewed_at=then))


async def _host(seated: Seated) -> int:
    return seated.people.index((await seated.row()).host_id)


@pytest.mark.parametrize("made", [seat, dealt], ids=["lobby", "game"])
async def test_the_chair_moves_to_somebody_who_is_here(seated: Seated, made: object) -> None:
    table = await made(seated.house, 3)  # type: ignore[operator]
    await _gone_for(table, 0, 600)
    await _gone_for(table, 1, 600)
    row = await table.row()
    async with seated.house.presence.page(row.id, table.people[2]):
        await seated.house.presence.renew()
        assert await _host(table) == 2


async def test_the_chair_stays_for_a_short_walk_and_while_nobody_is_here(seated: Seated) -> None:
    row = await seated.row()
    await _gone_for(seated, 0, 20)
    async with seated.house.presence.page(row.id, seated.people[1]):
        await seated.house.presence.renew()
        assert await _host(seated) == 0
    await _gone_for(seated, 0, 600)
    await _gone_for(seated, 1, 600)
    await seated.house.presence.renew()
    assert await _host(seated) == 0


async def test_the_chair_of_a_host_who_came_back_stays(seated: Seated) -> None:
    row = await seated.row()
    keeper = seated.house.presence
    async with keeper.page(row.id, seated.people[0]), keeper.page(row.id, seated.people[1]):
        await seating.leave_the_chair(seated.house, seated.code)
        assert await _host(seated) == 0


async def test_a_host_who_never_opened_the_page_keeps_the_chair(seated: Seated) -> None:
    row = await seated.row()
    async with seated.house.presence.page(row.id, seated.people[1]):
        await seated.house.presence.renew()
    assert await _host(seated) == 0
    async with seated.house.engine.begin() as connection:
        assert await connection.scalar(select(func.count()).select_from(tables)) == 1
