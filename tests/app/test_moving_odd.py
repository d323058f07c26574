"""Tables that are moved after what may happen at them: guests who were erased, a companion joined late, moves taken
back, a clock, two imports at once."""

import asyncio
import json
from typing import Any

import pytest

from app.identity.service import Player
from app.moving.file import FileError
from app.problems import Conflict
from app.tables import bots, clock_pause
from tests.app.conftest import Guest, row_of, seats_at
from tests.app.tables.clocks import faces, left
from tests.app.tables.conftest import Seated
from tests.app.test_companion import opened, report
from tests.app.test_moving import exported, gone, played, sit, taken_in
from tests.app.test_takeback import does


async def moved(guest: Guest, code: str) -> Any:
    """The table's file, after it has gone and come back."""
    data = await exported(guest, code)
    await gone(guest, code)
    await taken_in(guest, data)
    again = await exported(guest, code)
    assert json.loads(again) == json.loads(data), "it is the same"
    return json.loads(data)


@pytest.mark.parametrize("moves", [0, 9, 6000])
async def test_a_table_that_erased_guests_played_at(livia: Guest, teo: Guest, kofi: Guest, moves: int) -> None:
    code = await sit(livia, teo, kofi, "pope-or-nope")
    await livia.do(code, "start", sure="yes")
    await played(livia, code, moves)
    await teo.send_form(f"/t/{code}/chat", words="Habemus", key="k1")
    for guest in (teo, livia):
        assert (await guest.send_form("/me/erase", sure="yes")).status_code in (200, 303)
    table = await moved(kofi, code)
    assert [seat["person"] for seat in table["seats"]] == [False, False, True]


async def test_a_companion_that_was_joined_late(livia: Guest, teo: Guest) -> None:
    code = await opened(livia)
    await report(livia, code, "gained", crown="FRANCE")
    assert (await teo.join(code, "Teo")).status_code == 303
    await report(teo, code, "gained", crown="ENGLAND")
    await moved(livia, code)
    assert [row.name for row in await seats_at(livia.house, code)] == ["Livia", "Teo"]


async def test_a_move_that_was_taken_back(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await sit(livia, teo, kofi, "pope-or-nope")
    await livia.do(code, "start", sure="yes")
    table = Seated(livia.house, code, [row.player_id for row in await seats_at(livia.house, code)])
    await table.play(3)
    people = (livia, teo, kofi)
    (seat,) = await table.deciders()
    await table.move(seat, does("pass"))
    await people[seat - 1].send_form(f"/t/{code}/leave")
    assert (await people[seat].send_form(f"/t/{code}/takeback")).status_code == 303
    await people[seat - 1].send_form(f"/t/{code}/return")
    await moved(livia, code)


async def test_two_imports_at_once_make_one_table(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await sit(livia, teo, kofi, "pope-or-nope")
    await livia.do(code, "start", sure="yes")
    data = await exported(livia, code)
    await gone(livia, code)
    done = await asyncio.gather(*[taken_in(livia, data) for _ in range(4)], return_exceptions=True)
    refused = [str(one) for one in done if isinstance(one, FileError)]
    assert refused == [f"There is a table {code} here already."] * 3
    assert json.loads(await exported(livia, code)) == json.loads(data)


async def test_a_clock_comes_back_stopped_and_full(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await sit(livia, teo, kofi, "pope-or-nope")
    await livia.do(code, "clock", kind="bank", minutes="5", increment="10")
    lobby = json.loads(await exported(livia, code))
    assert lobby["clock"] == {"kind": "bank", "seconds": 300, "increment": 10}
    await livia.do(code, "start", sure="yes")
    data = await exported(livia, code)
    await gone(livia, code)
    people = await taken_in(livia, data)
    table = Seated(livia.house, code, people)
    assert (await row_of(livia.house, code)).paused_at is not None
    with pytest.raises(Conflict, match="The host has stopped the clocks"):
        await table.move(0)
    await clock_pause.go_on(livia.house, code, Player(people[0], "Livia"))
    assert [await left(table, seat) for seat in range(3)] == [pytest.approx(300, abs=60)] * 3
    await table.move(0)
    assert await left(table, 0) is None
    assert (await faces(table))[0].left == pytest.approx(310, abs=60)


async def test_without_a_host_no_clock_waits_for_one(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await sit(livia, teo, kofi, "pope-or-nope")
    await livia.do(code, "clock", kind="turn", seconds="60")
    await livia.do(code, "start", sure="yes")
    table = json.loads(await exported(livia, code))
    await gone(livia, code)
    people = await taken_in(livia, json.dumps({**table, "host": None}).encode())
    await Seated(livia.house, code, people).play(5)
    assert (await row_of(livia.house, code)).clock is None


async def test_where_all_people_have_gone_no_bot_plays(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await sit(livia, teo, kofi, "pope-or-nope")
    await livia.do(code, "start", sure="yes")
    for guest in (teo, kofi, livia):
        assert (await guest.send_form(f"/t/{code}/leave")).status_code == 303
    assert (await row_of(livia.house, code)).bot_due is None
    await moved(livia, code)
    assert not await bots.play_one(livia.house)
