"""What happens in the lobby at odd moments: seats left between two reads, and passwords by the hundred."""

from typing import Any

import pytest
from limits import RateLimitItemPerMinute

from app.lobby import passwords, service, store
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
