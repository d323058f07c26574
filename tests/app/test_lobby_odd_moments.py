"""What happens in the lobby at odd moments: seats left between two reads, passwords by the hundred, rematches gone."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from limits import RateLimitItemPerMinute
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.database import tables
from app.lobby import passwords, service, store
from app.operating import tables as operated
from app.operating.sweeping import sweep
from tests.app.conftest import Guest, everything


async def test_home_outlives_a_seat_that_is_left_while_it_is_read(
    livia: Guest, teo: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, left = await livia.open_table(name="Livia"), await livia.open_table(name="Livia")
    await teo.join(kept, "Teo"), await teo.join(left, "Teo")
    read = store.seats_of_all

    async def late(*given: Any) -> Any:
        await teo.do(left, "leave")
        return await read(*given)

    monkeypatch.setattr(store, "seats_of_all", late)
    page = await teo.get("/")
    assert page.status_code == 200
    assert kept in page.text
    assert left not in page.text


async def test_passwords_by_the_hundred_are_not_all_hashed(
    livia: Guest, teo: Guest, kofi: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "HASHES", RateLimitItemPerMinute(5, namespace="hashes"))
    locked = [await livia.open_table(name="Livia") for _ in range(2)]
    for code in locked:
        assert (await livia.do(code, "settings", password="habemus")).status_code == 303
    before = await everything(livia.house)
    made = 0

    async def counted(*_: Any) -> Any:
        nonlocal made
        made += 1
        return False

    monkeypatch.setattr(passwords, "hashed", counted)
    monkeypatch.setattr(passwords, "fits", counted)
    answers = [await teo.do(code, "settings", password="mine") for code in locked * 2]
    answers += [await teo.join(code, "Teo", password="wrong") for code in locked * 2]
    assert [answer.status_code for answer in answers] == [403] * 5 + [429] * 3
    assert made == 5
    assert "too many passwords" in answers[-1].text
    assert await everything(livia.house) == before
    assert (await kofi.join(locked[0], "Kofi", password="wrong")).status_code == 403
    assert (await teo.do(locked[0], "settings", password="")).status_code == 403


async def _ended(code: str, connection: AsyncConnection) -> None:
    await operated.end(connection, code)


async def _removed(code: str, connection: AsyncConnection) -> None:
    await operated.remove(connection, code)


async def _aged(code: str, connection: AsyncConnection) -> None:
    long_ago = datetime.now(UTC) - timedelta(days=30)
    await connection.execute(update(tables).where(tables.c.code == code).values(changed_at=long_ago))


@pytest.mark.parametrize("way", [_ended, _removed, _aged])
async def test_a_rematch_that_is_gone_leaves_room_for_another(
    livia: Guest, way: Callable[[str, AsyncConnection], Awaitable[None]]
) -> None:
    over = await livia.open_table(name="Livia")
    async with livia.house.engine.begin() as connection:
        await connection.execute(update(tables).where(tables.c.code == over).values(status="over"))
    first = (await livia.send_form(f"/t/{over}/rematch")).headers["location"]
    async with livia.house.engine.begin() as connection:
        await way(first.removeprefix("/t/"), connection)
    await sweep(livia.house)
    assert (await livia.get(first)).status_code in (404, 410)
    second = (await livia.send_form(f"/t/{over}/rematch")).headers["location"]
    assert second != first
    assert (await livia.get(second)).status_code == 200
