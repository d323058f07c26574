"""Home of a guest: whose turn it is, what is new, how it ended, and older tables."""

import re
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import insert, select, update

from app.database import seats, tables
from app.lobby import store
from app.tables import seen
from games import GAMES
from games.kernel.contract import decode
from tests.app.conftest import Guest, row_of
from tests.app.tables.conftest import Seated
from tests.app.test_guest_kept import id_of, move, sit

ITEM = re.compile(r'<li(?: class="yours")?><a href="/t/([A-Z0-9-]+)">(.*?)</a></li>', re.DOTALL)
NEW = re.compile(r">(\d+) new<")


async def listed(guest: Guest, path: str = "/") -> dict[str, str]:
    """Code -> what Home says of this table of the guest's, without the pictures."""
    page = (await guest.get(path)).text
    own = page[page.index('id="mine-h"') : page.index('class="joincode"')]
    return {code: re.sub(r"<svg.*?</svg>", "", html) for code, html in ITEM.findall(own)}


async def news(guest: Guest, code: str) -> int:
    """How many things Home says are new at this table."""
    found = NEW.search((await listed(guest))[code])
    return int(found[1]) if found else 0


async def seen_by(guest: Guest, code: str) -> int:
    """How many lines the guest is held to have seen."""
    table = await row_of(guest.house, code)
    async with guest.house.engine.connect() as connection:
        mine = select(seats.c.seen).where(seats.c.table_id == table.id, seats.c.player_id == id_of(guest))
        return int(await connection.scalar(mine) or 0)


async def test_home_says_whose_turn_it_is(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await sit(livia, teo, kofi)
    assert "your turn" in (await listed(livia))[code]
    await move(livia, code)
    said = (await listed(livia))[code]
    assert "your turn" not in said
    assert "Teo and Kofi think" in said
    assert "with Teo and Kofi" in said


async def test_what_happened_since_one_last_looked_is_counted(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await sit(livia, teo, kofi)
    for guest in (livia, teo):
        await guest.get(f"/t/{code}")
        assert await news(guest, code) == 0
    before = (await row_of(livia.house, code)).log_length
    await move(teo, code)
    told = (await row_of(livia.house, code)).log_length - before
    assert told > 0
    assert await news(livia, code) == told
    assert await news(livia, code) == told, "looking at Home is not looking at the table"
    await livia.get(f"/t/{code}")
    assert await news(livia, code) == 0
    assert await news(kofi, code) == before + told, "never looked"


async def test_a_secret_change_of_mind_is_no_news(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await sit(livia, teo, kofi)
    await move(teo, code)
    before = await listed(livia)
    for deed in ("", "", ""):
        await move(teo, code, deed=deed)
    assert (await row_of(livia.house, code)).seq > (await row_of(livia.house, code)).version
    assert await listed(livia) == before


async def test_who_says_to_have_seen_more_than_there_is_misses_nothing(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await sit(livia, teo, kofi)
    table = await row_of(livia.house, code)
    await seen.note(livia.house, table.id, id_of(livia), 2_000_000_000)
    assert await seen_by(livia, code) == table.log_length
    await move(teo, code)
    assert await news(livia, code) > 0


async def test_looking_from_elsewhere_and_later_takes_nothing_back(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await sit(livia, teo, kofi)
    await livia.get(f"/t/{code}")
    looked, table = await seen_by(livia, code), await row_of(livia.house, code)
    await seen.note(livia.house, table.id, id_of(livia), 1)
    await seen.note(livia.house, table.id, UUID(int=7), 5)
    await seen.note(livia.house, table.id, None, 5)
    assert await seen_by(livia, code) == looked > 1


async def _play_out(guest: Guest, code: str, people: list[UUID]) -> Any:
    seated = Seated(guest.house, code, people)
    await seated.play(3000)
    row = await seated.row()
    game = GAMES[row.game]
    return game.result(decode(game, row.state, row.schema))


async def test_a_finished_game_says_who_won_and_which_place_one_has(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await sit(livia, teo, kofi, start=False)
    await livia.do(code, "rules", target="3", hand_size="3")
    assert (await livia.do(code, "start", sure="yes")).status_code == 303
    result = await _play_out(livia, code, [id_of(guest) for guest in (livia, teo, kofi)])
    assert result is not None
    for at, guest in enumerate((livia, teo, kofi)):
        said = (await listed(guest))[code]
        place = next(standing.place for standing in result.standings if standing.seat == at)
        assert f"place {place} of 3" in said
        assert ("you" in said.partition("won")[0].rpartition(">")[2]) == (at in result.winners)


async def _many(guest: Guest, number: int) -> list[str]:
    """So many lobbies of the guest's, the newest first."""
    codes = []
    async with guest.house.engine.begin() as connection:
        for at in range(number):
            values = {"code": f"OLD-{at}", "game": "pope-or-nope", "edition": 1, "schema": 1, "options": {}}
            row = insert(tables).values(**values, status="lobby", chairs=3, seed=b"s").returning(tables.c.id)
            table_id = await connection.scalar(row)
            seat = {"table_id": table_id, "number": 0, "player_id": id_of(guest), "name": "Livia", "colour": 1}
            await connection.execute(insert(seats).values(**seat))
            codes.insert(0, f"OLD-{at}")
            minutes = f"now() - interval '{number - at} minutes'"
            await connection.exec_driver_sql(f"UPDATE tables SET changed_at = {minutes} WHERE id = {table_id}")
    return codes


async def test_older_tables_are_a_page_away(livia: Guest) -> None:
    await livia.send_form("/me/name", name="Livia")
    made = await _many(livia, store.MOST_SHOWN * 2 + 5)
    shown = []
    for path, older, newer in (("/", True, False), ("/?older=30", True, True), ("/?older=60", False, True)):
        page = (await livia.get(path)).text
        assert ("Older tables" in page, "Newer tables" in page) == (older, newer)
        shown += list(await listed(livia, path))
    assert shown == made
    assert 'href="/?older=30">Newer' in (await livia.get("/?older=60")).text
    assert 'href="/">Newer' in (await livia.get("/?older=30")).text


async def test_few_tables_need_no_pages(livia: Guest) -> None:
    await livia.open_table()
    page = (await livia.get("/")).text
    assert "Older tables" not in page
    assert "Newer tables" not in page


@pytest.mark.parametrize("older", ["", "-1", "x", "1e3", "²", "10001", "9" * 400, "1 ", "%00"])
async def test_there_are_no_other_pages(livia: Guest, older: str) -> None:
    answer = await livia.get(f"/?older={older}")
    assert answer.status_code == 422
    assert "There is no such page of your tables" in answer.text


async def test_an_ended_table_is_left_out(livia: Guest) -> None:
    code = await livia.open_table()
    async with livia.house.engine.begin() as connection:
        await connection.execute(update(tables).values(status="ended"))
    assert code not in await listed(livia)
