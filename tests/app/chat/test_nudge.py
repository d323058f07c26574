"""A nudge: who may, whom it is for, and how often."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx
from sqlalchemy import func, select, update

from app.database import tables
from app.tables import questions
from tests.app.chat.conftest import gather
from tests.app.conftest import Guest, everything, row_of
from tests.served import hidden


async def nudge(guest: Guest, code: str) -> httpx.Response:
    """Presses the button."""
    return await guest.send_form(f"/t/{code}/nudge", htmx=True)


async def begin(*guests: Guest) -> str:
    """A table that has begun."""
    code = await gather(*guests)
    assert (await guests[0].do(code, "start", sure="yes")).status_code == 303
    return code


async def ask_only(guest: Guest, code: str, *seats: int) -> None:
    """The table waits for these seats alone."""
    row = await row_of(guest.house, code)
    open_ = questions.read(row.questions)
    one = next(iter(open_.asked.values()))
    asked = questions.plain(questions.Questions(dict.fromkeys(seats, one), open_.made))
    await put(guest, code, questions=asked)


async def put(guest: Guest, code: str, **values: Any) -> None:
    """Lays the row as the test wants it."""
    async with guest.house.engine.begin() as connection:
        await connection.execute(update(tables).where(tables.c.code == code).values(**values))


async def test_who_plays_nudges_whom_the_table_waits_for(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await begin(livia, teo, kofi)
    await ask_only(livia, code, 1, 2)
    answer = await nudge(livia, code)
    assert answer.status_code == 200
    assert "You have nudged Teo and Kofi." in answer.text


async def test_once_a_minute_whoever_nudges(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await begin(livia, teo, kofi)
    await ask_only(livia, code, 2)
    answers = await asyncio.gather(nudge(livia, code), nudge(teo, code))
    assert sorted(answer.status_code for answer in answers) == [200, 429]
    early = await nudge(livia, code)
    assert early.status_code == 429
    assert "Wait" in early.text
    await put(livia, code, nudged_at=func.now() - timedelta(seconds=61))
    assert (await nudge(teo, code)).status_code == 200


async def test_a_refused_nudge_keeps_nobody_from_nudging(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await begin(livia, teo, kofi)
    await ask_only(livia, code, 2)
    before = await everything(livia.house)
    assert (await nudge(kofi, code)).status_code == 409
    assert await everything(livia.house) == before
    assert (await nudge(livia, code)).status_code == 200


async def test_who_is_waited_for_chooses_first(livia: Guest, teo: Guest) -> None:
    code = await begin(livia, teo)
    await ask_only(livia, code, 0, 1)
    answer = await nudge(livia, code)
    assert answer.status_code == 409
    assert "waits for you as well" in answer.text


async def test_bots_and_nobody_are_not_nudged(livia: Guest) -> None:
    code = await gather(livia)
    nobody = await nudge(livia, code)  # alone in the lobby, and ready
    assert (nobody.status_code, "waits for nobody" in nobody.text) == (409, True)
    await livia.do(code, "bot", bot="novice")
    await livia.do(code, "start", sure="yes")
    await ask_only(livia, code, 1)
    answer = await nudge(livia, code)
    assert (answer.status_code, "bots need no nudge" in answer.text) == (409, True)
    await put(livia, code, status="over")
    assert (await nudge(livia, code)).status_code == 409


async def test_in_the_lobby_those_are_nudged_who_are_not_ready(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await gather(livia, teo, kofi)
    await kofi.do(code, "ready", ready="yes")
    assert "You have nudged Teo." in (await nudge(kofi, code)).text
    page = (await livia.get(f"/t/{code}")).text
    assert 'aria-label="Nudge Teo"' in page
    assert 'aria-label="Nudge' not in (await teo.get(f"/t/{code}")).text


async def test_watchers_and_strangers_nudge_nobody(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await begin(livia, teo)
    assert (await nudge(kofi, code)).status_code == 403
    await kofi.send_form(f"/t/{code}/watch", name="Kofi")
    answer = await nudge(kofi, code)
    assert answer.status_code == 403
    assert "Only those who play nudge" in answer.text
    async with livia.house.engine.connect() as connection:
        assert await connection.scalar(select(tables.c.nudged_at).where(tables.c.code == code)) is None


async def test_the_button_names_those_the_page_waits_for(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await begin(livia, teo, kofi)
    page = (await livia.get(f"/t/{code}")).text
    assert 'aria-label="Nudge' not in page  # she is asked herself
    moved = await livia.send_form(f"/t/{code}/moves", move="open", deed="", **hidden(page))
    assert moved.status_code == 303, moved.text
    assert 'aria-label="Nudge Teo and Kofi"' in (await livia.get(f"/t/{code}")).text
    assert 'aria-label="Nudge' not in (await teo.get(f"/t/{code}")).text
