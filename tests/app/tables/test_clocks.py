"""Clocks at the table: when they run, what happens to whoever is out of time, and what stops them."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from app.database import house_time, seats, tables
from app.house import House
from app.identity.service import Player
from app.main import open_house
from app.problems import Conflict, NotYours, Stale
from app.tables import clock_pause, clock_store, clock_work, seating, service, takeback
from app.tables.clock import LEAST, Clock
from games import GAMES
from games.kernel.contract import decode
from tests.app.tables.clocks import BANK, DAYS, MINUTE, clocked, faces, left, passes, play_late, runs, silence, told
from tests.app.tables.conftest import Seated, dealt
from tests.app.tables.test_moves import lay
from tests.app.test_takeback import does
from tests.served import settings


def person(table: Seated, seat: int) -> Player:
    """Who sits there."""
    return Player(table.people[seat], f"P{seat}")


async def bots_at(table: Seated) -> list[str | None]:
    """Which bot plays at each seat."""
    async with table.house.engine.connect() as connection:
        return list(await connection.scalars(select(seats.c.bot).order_by(seats.c.number)))


async def test_each_seat_that_is_asked_has_a_clock_of_its_own(house: House) -> None:
    table = await clocked(house)
    assert await table.deciders() == [0, 1, 2]
    await passes(house, seconds=20)
    await table.move(0, lay(None))
    assert await left(table, 0) is None
    assert await left(table, 1) == pytest.approx(40, abs=2)
    assert (await faces(table))[1] == (await faces(table))[2]


async def test_a_table_without_a_clock_has_none(house: House) -> None:
    table = await dealt(house, 3)
    await passes(house, days=400)
    assert await play_late(house) == 0
    row = await table.row()
    assert (row.clock, row.clocks, row.clock_due) == (None, {}, None)


async def test_who_is_out_of_time_has_a_bot_play_that_turn_and_keeps_the_seat(house: House) -> None:
    table = await clocked(house)
    await table.move(0, lay(None))
    await table.move(1, lay(None))
    asked = (await table.ticket(2)).question
    await passes(house, seconds=59)
    assert await play_late(house) == 0
    await passes(house, seconds=2)
    assert await play_late(house) == 1
    said, played = (await table.actions())[-2:]
    assert (said.seat, said.move) == (None, {"type": "house.late"})
    assert (played.seat, played.key) == (2, f"late-{asked}")
    assert await bots_at(table) == [None, None, None]
    assert (await faces(table))[2].missed == 1


async def test_all_who_are_late_with_a_secret_choice_are_played_for(house: House) -> None:
    table = await clocked(house)
    await passes(house, seconds=61)
    assert await play_late(house) == 3
    assert (await told(table)).count("house.late") == 3


async def test_a_form_that_comes_after_the_bot_is_told_so_and_the_next_one_counts(house: House) -> None:
    table = await clocked(house)
    late = await table.ticket(0)
    await passes(house, seconds=61)
    await play_late(house)
    with pytest.raises(Stale):
        await service.submit(house, table.code, table.people[0], late)
    await table.play(3)
    assert (await faces(table))[0].missed in (0, 1)


async def test_after_three_turns_in_a_row_a_bot_sits_in_until_the_owner_is_back(house: House) -> None:
    table = await clocked(house, 2)
    while await bots_at(table) == [None, None]:
        waiting = await table.deciders()
        if 0 in waiting:
            await table.move(0)
        else:
            await passes(house, seconds=61)
            await play_late(house)
    assert await bots_at(table) == [None, "courtier"]
    assert (await told(table)).count("house.late") == 3
    assert (await told(table))[-1] == "house.gone"
    assert await left(table, 1) is None
    await seating.sit_down_again(house, table.code, person(table, 1))
    assert await bots_at(table) == [None, None]
    assert (await faces(table))[1].missed == 0


async def test_the_host_who_lets_three_turns_go_by_passes_the_chair(house: House) -> None:
    table = await clocked(house, 2)
    while await bots_at(table) == [None, None]:
        if 1 in await table.deciders():
            await table.move(1)
        else:
            await passes(house, seconds=61)
            await play_late(house)
    assert (await table.row()).host_id == table.people[1]


async def test_an_own_move_ends_the_row(house: House) -> None:
    table = await clocked(house, 2)
    for _ in range(2):
        while 1 not in await table.deciders():
            await table.move(0)
        await passes(house, seconds=61)
        await play_late(house)
    missed = (await faces(table))[1].missed
    assert missed == 2
    while 1 not in await table.deciders():
        await table.move(0)
    await table.move(1)
    assert (await faces(table))[1].missed == 0


async def test_a_secret_change_of_mind_moves_no_clock_and_ends_no_row(house: House) -> None:
    table = await clocked(house, 2)
    await passes(house, seconds=61)
    await play_late(house)
    while await table.deciders() != [0, 1]:
        await table.play(1)
    await table.move(0, lay(None))
    before = await table.row()
    game, state = GAMES[before.game], decode(GAMES[before.game], before.state, before.schema)
    change = next(choice for choice in game.choices(state, 0) if choice.free is not None)
    ticket = service.Ticket(str(change.free), change.move, {"deed": None}, "again")
    await passes(house, seconds=5)
    await service.submit(house, table.code, table.people[0], ticket)
    after = await table.row()
    assert after.seq > before.seq
    assert (after.clocks, after.clock_due) == (before.clocks, before.clock_due)


async def test_a_bank_holds_what_a_turn_leaves_and_grows_with_each(house: House) -> None:
    table = await clocked(house, 2, BANK)
    await passes(house, seconds=100)
    await table.move(0, lay(None))
    face = (await faces(table))[0]
    assert face.deadline is None
    assert face.left == pytest.approx(210, abs=2)
    await table.move(1, lay(None))
    while 0 not in await table.deciders():
        await table.play(1)
    assert await left(table, 0) == pytest.approx((await faces(table))[0].left, abs=2)


async def test_an_empty_bank_leaves_a_few_seconds_for_each_turn(house: House) -> None:
    table = await clocked(house, 2, Clock("bank", 60))
    await passes(house, seconds=61)
    await play_late(house)
    assert (await faces(table))[0].left == 0
    while 0 not in await table.deciders():
        await table.play(1)
    assert await left(table, 0) == pytest.approx(LEAST, abs=2)
    await table.move(0)
    assert (await faces(table))[0].left == 0, "what every turn has is not saved"


async def test_days_for_a_turn(house: House) -> None:
    await clocked(house, 2, DAYS)
    await passes(house, days=2, hours=23)
    assert await play_late(house) == 0
    await passes(house, hours=2)
    assert await play_late(house) == 2


async def test_no_clock_runs_for_a_bot(house: House) -> None:
    table = await clocked(house, 3, bots=(1, 2))
    assert set(await faces(table)) == {0}
    await table.move(0, lay(None))
    assert (await table.row()).clock_due is None
    await passes(house, hours=1)
    assert await play_late(house) == 0


async def test_the_clock_of_who_leaves_stands_and_of_who_returns_runs(house: House) -> None:
    table = await clocked(house, 3, BANK)
    await passes(house, seconds=50)
    await seating.get_up(house, table.code, person(table, 1))
    assert await left(table, 1) is None
    assert (await faces(table))[1].left == pytest.approx(250, abs=2)
    await passes(house, seconds=1000)
    await seating.sit_down_again(house, table.code, person(table, 1))
    assert await left(table, 1) == pytest.approx(250, abs=2)


async def test_lines_of_the_house_start_no_clock_anew(house: House) -> None:
    table = await clocked(house)
    await passes(house, seconds=30)
    await seating.get_up(house, table.code, person(table, 2))
    assert await left(table, 0) == pytest.approx(30, abs=2)


async def test_two_processes_play_each_turn_once(house: House) -> None:
    lots = [await clocked(house, 3) for _ in range(3)]
    await passes(house, seconds=61)
    other = open_house(settings(house.settings.database_url or ""))
    try:
        await asyncio.gather(*[clock_work.play_one(one) for one in (house, other) * 12])
        await play_late(house)
    finally:
        await other.engine.dispose()
    for table in lots:
        actions = [action for action in await table.actions() if action.table_id == (await table.row()).id]
        assert [action.seq for action in actions] == list(range(2, 2 + len(actions)))
        late = [action.key for action in actions if action.key is not None]
        assert len(late) == 3
        assert all(key.startswith("late-") for key in late)


async def test_a_move_and_the_clock_at_once_count_once(house: House) -> None:
    table = await clocked(house, 2)
    ticket = await table.ticket(0)
    await passes(house, seconds=61)
    moving = service.submit(house, table.code, table.people[0], ticket)
    await asyncio.gather(clock_work.play_one(house), clock_work.play_one(house), moving, return_exceptions=True)
    await play_late(house)
    assert sum(action.seat == 0 for action in await table.actions()) == 1


async def test_no_clock_runs_while_no_server_does(house: House) -> None:
    table = await clocked(house)
    await passes(house, seconds=30)
    await silence(house, hours=1)
    assert await play_late(house) == 0, "nobody is late before the first beat"
    async with house.engine.begin() as connection:
        await clock_store.beat(connection)
    assert await left(table, 0) == pytest.approx(30, abs=2)
    assert await play_late(house) == 0
    await passes(house, seconds=31)
    assert await play_late(house) == 3


async def test_several_processes_that_start_again_count_a_silence_once(house: House) -> None:
    table = await clocked(house)
    await silence(house, hours=1)

    async def start() -> None:
        async with house.engine.begin() as connection:
            await clock_store.beat(connection)

    await asyncio.gather(*[start() for _ in range(6)])
    assert await left(table, 0) == pytest.approx(60, abs=2)


async def test_a_quick_restart_is_no_silence(house: House) -> None:
    table = await clocked(house)
    await silence(house, seconds=clock_store.SILENT - 2)
    async with house.engine.begin() as connection:
        await clock_store.beat(connection)
    assert await left(table, 0) == pytest.approx(60 - clock_store.SILENT + 2, abs=2)


async def test_a_restart_loses_no_clock(house: House) -> None:
    table = await clocked(house)
    await passes(house, seconds=30)
    again = open_house(settings(house.settings.database_url or ""))
    try:
        await passes(again, seconds=31)
        assert await play_late(again) == 3
    finally:
        await again.engine.dispose()
    assert (await told(table)).count("house.late") == 3


async def test_in_a_pause_no_clock_runs_and_nobody_moves(house: House) -> None:
    table = await clocked(house, 3, bots=(2,))
    await passes(house, seconds=20)
    ticket = await table.ticket(0)
    await clock_pause.pause(house, table.code, person(table, 0))
    with pytest.raises(Conflict, match="stopped the clocks"):
        await service.submit(house, table.code, table.people[0], ticket)
    await passes(house, hours=5)
    assert await play_late(house) == 0
    await clock_pause.go_on(house, table.code, person(table, 0))
    assert await left(table, 0) == pytest.approx(40, abs=2)
    await service.submit(house, table.code, table.people[0], ticket)
    assert await told(table) == ["house.paused", "house.resumed"]


async def test_who_returns_in_a_pause_has_the_whole_turn_after_it(house: House) -> None:
    table = await clocked(house, 3)
    await seating.get_up(house, table.code, person(table, 1))
    await clock_pause.pause(house, table.code, person(table, 0))
    await passes(house, minutes=10)
    await seating.sit_down_again(house, table.code, person(table, 1))
    await passes(house, minutes=10)
    await clock_pause.go_on(house, table.code, person(table, 0))
    assert await left(table, 1) == pytest.approx(60, abs=2)


async def test_a_pause_and_a_silence_together(house: House) -> None:
    table = await clocked(house)
    await clock_pause.pause(house, table.code, person(table, 0))
    await silence(house, hours=3)
    async with house.engine.begin() as connection:
        await clock_store.beat(connection)
    await clock_pause.go_on(house, table.code, person(table, 0))
    assert await left(table, 0) == pytest.approx(60, abs=2)


async def test_who_may_stop_the_clocks_and_when(house: House) -> None:
    table = await clocked(house)
    free = await dealt(house, 2)
    with pytest.raises(NotYours):
        await clock_pause.pause(house, table.code, person(table, 1))
    with pytest.raises(Conflict, match="running already"):
        await clock_pause.go_on(house, table.code, person(table, 0))
    with pytest.raises(Conflict, match="no clock"):
        await clock_pause.pause(house, free.code, person(free, 0))
    await clock_pause.pause(house, table.code, person(table, 0))
    with pytest.raises(Conflict, match="stand still already"):
        await clock_pause.pause(house, table.code, person(table, 0))


async def test_a_bot_that_fails_holds_up_no_other_table(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, well = await clocked(house, 2), await clocked(house, 2)
    answer_for, broken_id = clock_work.bots.answer_for, (await broken.row()).id

    async def fail(house: House, table: Any, seat: int, level: str) -> service.Ticket:
        if table.id == broken_id:
            raise RuntimeError("a bot's mistake")
        return await answer_for(house, table, seat, level)

    monkeypatch.setattr(clock_work.bots, "answer_for", fail)
    before = (await broken.row()).seq
    await passes(house, seconds=61)
    assert await play_late(house) == 3
    assert (await broken.row()).seq == before
    assert (await well.row()).seq > 4
    monkeypatch.setattr(clock_work.bots, "answer_for", answer_for)
    assert await play_late(house) == 0
    await passes(house, seconds=31)
    assert await play_late(house) == 2


async def test_who_moves_while_the_bot_thinks_has_moved(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await clocked(house, 2)
    answer_for = clock_work.bots.answer_for

    async def slow(*given: Any) -> service.Ticket:
        thought = await answer_for(*given)
        if 0 in await table.deciders():
            await table.move(0, lay(None))
        return thought

    monkeypatch.setattr(clock_work.bots, "answer_for", slow)
    await passes(house, seconds=61)
    await play_late(house)
    assert [action.key for action in await table.actions() if action.seat == 0] == ["m0"]
    assert (await told(table)).count("house.late") == 1


async def test_a_table_that_is_over_has_no_clock_running(house: House) -> None:
    table = await clocked(house, 2, target=1)
    for _ in range(200):
        await passes(house, seconds=61)
        await play_late(house)
        async with house.engine.begin() as connection:
            await connection.execute(update(seats).values(bot=None))
        if (await table.row()).status == "over":
            break
    row = await table.row()
    assert row.status == "over"
    assert row.clock_due is None


async def test_clocks_outlive_whatever_goes_wrong(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await clocked(house, 2)
    failures = [AttributeError("unforeseen"), OSError("away")]
    play_one = clock_work.play_one

    async def fail_at_first(house: House) -> bool:
        if failures:
            raise failures.pop()
        return await play_one(house)

    monkeypatch.setattr(clock_work, "play_one", fail_at_first)
    monkeypatch.setattr(clock_work, "AFTER_A_FAILURE", 0.01)
    await passes(house, seconds=61)
    working = asyncio.create_task(clock_work.play_for_ever(house))
    async with asyncio.timeout(10):
        while (await table.row()).seq < 5:
            await asyncio.sleep(0.02)
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)


async def test_beats_keep_the_time_running(house: House) -> None:
    await runs(house)
    async with house.engine.connect() as connection:
        before = await connection.scalar(select(house_time.c.beat_at))
    beating = asyncio.create_task(clock_work.beat_for_ever(house))
    async with asyncio.timeout(10):
        while True:
            async with house.engine.connect() as connection:
                beat, lost = (await connection.execute(select(house_time))).one()
            if beat > before:
                break
            await asyncio.sleep(0.02)
    beating.cancel()
    await asyncio.gather(beating, return_exceptions=True)
    assert lost == timedelta(0)


async def asked_alone(table: Seated) -> int:
    """Plays on until one seat alone is asked, and may pass; the seat."""
    for seat in (0, 1):
        await table.move(seat, lay(None))
    (waiting,) = await table.deciders()
    return waiting


@pytest.mark.parametrize("set_", [MINUTE, BANK], ids=["a turn", "a bank"])
async def test_no_time_is_won_by_taking_a_move_back(house: House, set_: Clock) -> None:
    table = await clocked(house, 2, set_)
    seat = await asked_alone(table)
    await passes(house, seconds=20)
    before, stood = await left(table, seat), (await faces(table))[seat].left
    await table.move(seat, does("pass"))
    await passes(house, seconds=5)
    await takeback.take_back(house, table.code, person(table, seat))
    assert await left(table, seat) == pytest.approx(before, abs=2)
    assert (await faces(table))[seat].left == stood
    assert (await left(table, 1 - seat)) is None


async def test_what_a_bot_played_out_of_time_is_not_taken_back(house: House) -> None:
    table = await clocked(house, 2)
    seat = await asked_alone(table)
    await passes(house, seconds=61)
    assert await clock_work.play_one(house)
    with pytest.raises(Conflict):
        await takeback.take_back(house, table.code, person(table, seat))


async def test_a_rematch_is_played_with_the_same_clock(house: House) -> None:
    table = await clocked(house, 2, MINUTE)
    async with house.engine.begin() as connection:
        await connection.execute(update(tables).values(status="over"))
    code = await seating.rematch(house, table.code, person(table, 0))
    row = await Seated(house, code, table.people).row()
    assert row.clock == {"kind": "turn", "seconds": 60, "increment": 0}
    assert row.clocks == {}
