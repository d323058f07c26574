"""What is new to whoever comes back to a table: from where on the log, in short, and on the board."""

import json
import re
from html import unescape
from typing import Any

import pytest
from sqlalchemy import update

from app.database import seats
from app.rendering import numbers
from games.kernel.dice import Cup
from tests.app.conftest import Guest, row_of
from tests.app.tables.conftest import Seated, at_random
from tests.app.test_guest_home import seen_by
from tests.app.test_guest_kept import id_of, move, sit

MARK = re.compile(r'<li class="unseen" id="unseen">.*?</li>\s*<li id="log-(\d+)"', re.DOTALL)
LINES = re.compile(r"(\d+) new lines? since you looked")
WAS = re.compile(r'data-was="([^"]*)"')


def first_new(page: str) -> int | None:
    """The number of the line before which the mark stands."""
    found = MARK.search(page)
    return None if found is None else int(found[1])


def was(page: str) -> dict[str, str]:
    """What has changed on the board, as it was."""
    found = WAS.search(page)
    assert found is not None
    told: dict[str, str] = json.loads(unescape(found[1]))
    return told


async def look(guest: Guest, path: str) -> str:
    """The page, as it comes."""
    answer = await guest.get(path)
    assert answer.status_code == 200
    return answer.text


async def forget(guest: Guest, code: str, lines: int) -> None:
    """As if the guest had gone so long ago."""
    table = await row_of(guest.house, code)
    mine = (seats.c.table_id == table.id) & (seats.c.player_id == id_of(guest))
    async with guest.house.engine.begin() as connection:
        await connection.execute(update(seats).where(mine).values(seen=lines))


def boldly(choices: Any, chance: Cup) -> Any:
    """Anything but a pass, if it can be helped."""
    return at_random([one for one in choices if one.barred is None and one.move != "pass"] or choices, chance)


@pytest.fixture
async def code(livia: Guest, teo: Guest, kofi: Guest) -> str:
    """A table of three that has begun, and nobody has looked yet."""
    return await sit(livia, teo, kofi)


async def test_to_who_looks_first_nothing_is_marked(livia: Guest, code: str) -> None:
    page = await look(livia, f"/t/{code}")
    assert first_new(page) is None
    assert LINES.search(page) is None
    assert was(page) == {}


async def test_the_mark_stands_before_what_is_new_and_is_gone_the_next_time(
    livia: Guest, teo: Guest, code: str
) -> None:
    await look(livia, f"/t/{code}")
    before = (await row_of(livia.house, code)).log_length
    await move(teo, code)
    after = (await row_of(livia.house, code)).log_length
    page = await look(livia, f"/t/{code}")
    assert first_new(page) == before + 1
    found = LINES.search(page)
    assert found is not None
    assert int(found[1]) == after - before
    assert "unseen" not in await look(livia, f"/t/{code}")


async def test_each_looks_for_themselves(livia: Guest, teo: Guest, kofi: Guest, code: str) -> None:
    await look(livia, f"/t/{code}")
    await look(teo, f"/t/{code}")
    await move(kofi, code)
    assert first_new(await look(livia, f"/t/{code}")) is not None
    assert first_new(await look(teo, f"/t/{code}")) is not None


async def test_a_watcher_gets_no_mark(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await sit(livia, teo)
    assert (await kofi.send_form(f"/t/{code}/watch", name="Kofi")).status_code == 303
    await look(kofi, f"/t/{code}")
    await move(teo, code)
    page = await look(kofi, f"/t/{code}")
    assert first_new(page) is None
    assert WAS.search(page) is None


async def test_who_has_moved_on_another_device_knows_all_before(livia: Guest, teo: Guest, code: str) -> None:
    await move(livia, code)
    known = (await row_of(livia.house, code)).log_length
    await forget(livia, code, 1)
    assert first_new(await look(livia, f"/t/{code}")) is None
    await forget(livia, code, 1)
    await move(teo, code)
    assert first_new(await look(livia, f"/t/{code}")) == known + 1


async def test_a_long_absence_is_told_whole_and_in_short(livia: Guest, teo: Guest, kofi: Guest, code: str) -> None:
    await look(livia, f"/t/{code}")
    known = await seen_by(livia, code)
    seated = Seated(livia.house, code, [id_of(guest) for guest in (livia, teo, kofi)])
    await seated.play(120)
    async with livia.house.engine.begin() as connection:  # as if a bot had sat in for her
        await connection.execute(update(seats).where(seats.c.player_id == id_of(livia)).values(bot="novice"))
    table = await row_of(livia.house, code)
    assert table.status == "playing"
    assert table.log_length - known > 100
    page = await look(livia, f"/t/{code}")
    assert first_new(page) == known + 1
    told = page[page.index('id="unseen"') : page.index(f'<li id="log-{known + 1}"')]
    assert 'class="begun"' in told
    assert 1 <= told.count("seat-mark") <= 3, "one line of each seat"
    assert "data-number" not in told


async def test_what_changed_on_the_board_is_told_as_it_was(livia: Guest, teo: Guest, kofi: Guest, code: str) -> None:
    seated = Seated(livia.house, code, [id_of(guest) for guest in (livia, teo, kofi)])
    while await seated.deciders() != [0]:
        await seated.play(1)
    await seated.move(0)
    then = numbers(await look(livia, f"/t/{code}"))
    told: dict[str, str] = {}
    for _ in range(2):
        (seat,) = await seated.deciders()
        assert seat != 0
        await seated.move(seat, boldly)
        page = await look(livia, f"/t/{code}")
        now, told = numbers(page), was(page)
        assert now["round"] == then["round"]
        changed = {name for name in now if not name.startswith("my-") and then.get(name) != now[name]}
        assert told == {name: then.get(name, "") for name in changed}
    assert told, "something has changed"
    await seated.move(0)
    assert was(await look(livia, f"/t/{code}")) == {}, "the own move makes it the board of then"


async def test_a_curtain_is_not_a_look_and_each_hand_has_its_own_mark(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table(name="Livia")
    assert (await livia.do(code, "beside", name="Bruno", colour="4")).status_code == 303
    await teo.join(code, "Teo")
    assert (await livia.do(code, "start", sure="yes")).status_code == 303
    shown = await livia.send_form(f"/t/{code}/show", seat="0", name="Livia")
    await look(livia, shown.headers["location"])
    known = await seen_by(livia, code)
    assert (await livia.send_form(f"{shown.headers['location']}/hide")).status_code == 303
    await move(teo, code)
    assert first_new(await look(livia, f"/t/{code}")) is None, "the curtain is everybody's"
    assert await seen_by(livia, code) == known
    bruno = await livia.send_form(f"/t/{code}/show", seat="1", name="Bruno")
    assert first_new(await look(livia, bruno.headers["location"])) is None, "Bruno has not looked before"
    again = await livia.send_form(f"/t/{code}/show", seat="0", name="Livia")
    assert first_new(await look(livia, again.headers["location"])) == known + 1
