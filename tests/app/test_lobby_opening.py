"""Opening a table: one form, one table, however often it is sent; and what Home says of a table with a password."""

import asyncio

from app.database import tables
from app.lobby import codes
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
