"""Opening a table: one form, one table, however often it is sent; and what Home says of a table with a password."""

import asyncio

import pytest
from limits import RateLimitItemPerMinute

from app.database import tables
from app.lobby import codes, service
from tests.app.conftest import Guest, count, names_at, row_of
from tests.served import ATTRIBUTE, HIDDEN


async def key_of(guest: Guest) -> str:
    """The key in Home's forms that open a table."""
    inputs = [dict(ATTRIBUTE.findall(tag)) for tag in HIDDEN.findall((await guest.get("/")).text)]
    return next(field["value"] for field in inputs if field["name"] == "key")


async def test_a_double_click_opens_one_table(livia: Guest) -> None:
    key = await key_of(livia)
    opened = await asyncio.gather(*(livia.open_table(key=key) for _ in range(4)))
    assert len(set(opened)) == 1
    assert await count(livia.house, tables) == 1
    assert len(await names_at(livia.house, opened[0])) == 1


async def test_every_page_opens_a_table_of_its_own(livia: Guest) -> None:
    assert await livia.open_table(key=await key_of(livia)) != await livia.open_table(key=await key_of(livia))
    assert await livia.open_table() != await livia.open_table()


async def test_a_key_is_its_guests_own(livia: Guest, teo: Guest) -> None:
    await livia.get("/"), await teo.get("/")
    assert await livia.open_table(key="same") != await teo.open_table(key="same")


async def test_a_form_that_was_used_up_opens_another_table(livia: Guest, teo: Guest) -> None:
    key = await key_of(livia)
    first = await livia.open_table(key=key)
    await livia.do(first, "end", sure="yes")
    second = await livia.open_table(key=key)
    await teo.join(second, "Teo")
    await livia.do(second, "start", sure="yes")
    third = await livia.open_table(key=key)
    await teo.join(third, "Teo")
    await livia.do(third, "leave")
    fourth = await livia.open_table(key=key)
    assert len({first, second, third, fourth}) == 4
    assert await livia.open_table(key=key) == fourth


async def test_a_key_that_is_none_is_refused(livia: Guest) -> None:
    for key in (["x" * 41], ["a", "b"], ["a\0"]):
        assert (await livia.send_form("/tables", game="pope-or-nope", key=key)).status_code == 422
    assert await count(livia.house, tables) == 0


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits that a test can reach in reasonable time."""
    monkeypatch.setattr(service, "OPENED", RateLimitItemPerMinute(3, 10, namespace="opened"))
    monkeypatch.setattr(service, "OPENED_NEARBY", RateLimitItemPerMinute(5, 10, namespace="opened nearby"))


def test_nobody_needs_more_tables_than_the_limit_allows() -> None:
    for limit, most in ((service.OPENED, 60), (service.OPENED_NEARBY, 1000)):
        assert 20 <= limit.amount <= most
        assert limit.get_expiry() == 600


@pytest.mark.usefixtures("_few")
async def test_one_guest_opens_only_so_many(livia: Guest, teo: Guest) -> None:
    for _ in range(3):
        await livia.open_table()
    refused = await livia.send_form("/tables", game="pope-or-nope")
    assert refused.status_code == 429
    assert 540 <= int(refused.headers["retry-after"]) <= 600
    assert "Many tables have just been opened from here. Go on at one of them" in refused.text
    assert await count(livia.house, tables) == 3
    await teo.open_table()


@pytest.mark.usefixtures("_few")
async def test_from_one_address_only_so_many_are_opened(livia: Guest, teo: Guest) -> None:
    """By pages and programs together, and by who throws cookies away."""
    wanted = {"game": "pope-or-nope", "name": "Ada"}
    for _ in range(2):
        livia.cookies.clear()
        await livia.open_table()
        assert (await livia.post("/api/tables", json=wanted)).status_code == 201
    livia.cookies.clear()
    await livia.open_table()
    told = await livia.post("/api/tables", json=wanted)
    assert told.status_code == 429
    assert 540 <= int(told.headers["retry-after"]) <= 600
    assert "wait some minutes" in told.json()["message"]
    assert await count(livia.house, tables) == 5
    await teo.open_table()


def test_a_code_comes_from_all_of_its_chance() -> None:
    assert codes.made_of(bytes(16)) == "ABBAS-ABBAS-ABBAS-00"
    assert codes.made_of((99 + 100 * (1 + 2 * 1024 + 3 * 1024**2)).to_bytes(16)) == "ABIES-ACETUM-ACUTUS-99"


async def test_a_listed_table_with_a_password_names_nobody(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table(name="Livia")
    await livia.do(code, "settings", private="no")
    assert "Livia is the host" in (await teo.get("/")).text
    await livia.do(code, "settings", password="habemus")
    page = (await teo.get("/")).text
    assert code in page
    assert "password" in page
    assert "Livia" not in page
    assert not (await row_of(livia.house, code)).private
