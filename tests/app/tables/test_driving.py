"""Bots that think while the table goes on: nothing is lost or doubled by who ends in the middle or overtakes."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update

from app.database import actions, tables
from app.house import House
from app.main import open_house
from app.tables import bots, driving, seating, service
from app.tables.bots import Overtaken
from app.tables.thinking import Minds, Thought
from games.kernel.events import Fact
from tests.app.tables import odd_ways
from tests.app.tables.aloud import Aloud
from tests.app.tables.conftest import Seated, dealt
from tests.app.tables.test_moves import lay
from tests.served import settings


async def moves_of(table: Seated) -> list[int]:
    """Whose move each action was, without the deal."""
    row = await table.row()
    moves = select(actions.c.seat).where(actions.c.table_id == row.id, actions.c.seat.is_not(None))
    async with table.house.engine.connect() as connection:
        return list(await connection.scalars(moves.order_by(actions.c.seq)))


async def set_row(table: Seated, **values: Any) -> None:
    """Changes columns of the table's row."""
    async with table.house.engine.begin() as connection:
        await connection.execute(update(tables).where(tables.c.code == table.code).values(**values))


def paused(house: House, low: float, high: float) -> None:
    """The house's bots wait so many seconds."""
    house.settings = msgspec.structs.replace(house.settings, bot_pause=(low, high))


async def while_it_thinks(house: House, deed: Callable[[], Awaitable[Any]]) -> None:
    """From now on this is done once, while a bot thinks."""
    left = [deed]

    async def before(_: Thought) -> None:
        if left:
            await left.pop()()

    house.minds = Aloud(before)


async def test_what_one_process_thinks_about_no_other_takes(house: House) -> None:
    await dealt(house, 2, bots=(0, 1))
    first = await bots.take(house)
    assert first is not None
    assert await bots.take(house) is None


async def test_killed_between_thought_and_move_nothing_is_lost_or_doubled(house: House) -> None:
    table = await dealt(house, 2, bots=(0, 1))
    errand = await bots.take(house)
    assert errand is not None
    killed = await bots.consider(house, errand)
    assert not await bots.play_one(house), "its lease holds"
    await set_row(table, bot_lease=datetime.now(UTC) - timedelta(seconds=1))
    assert await bots.play_one(house)
    assert len(await moves_of(table)) == 1
    with pytest.raises(Overtaken):
        await bots.play(house, *killed)
    assert len(await moves_of(table)) == 1


async def test_two_that_think_about_the_same_make_one_move(house: House) -> None:
    table = await dealt(house, 2, bots=(0, 1))
    one = await bots.take(house)
    await set_row(table, bot_lease=None)
    other = await bots.take(house)
    assert one is not None
    assert other is not None
    wishes = [await bots.consider(house, errand) for errand in (one, other)]
    done = await asyncio.gather(*(bots.play(house, *wish) for wish in wishes), return_exceptions=True)
    assert sorted(type(end).__name__ for end in done) == ["NoneType", "Overtaken"]
    assert len(await moves_of(table)) == 1


async def test_whoever_closes_leaves_its_errands_to_others_at_once(house: House) -> None:
    paused(house, 30, 30)
    table = await dealt(house, 2, bots=(0, 1))
    driving_ = asyncio.create_task(driving.play_for_ever(house))
    async with asyncio.timeout(10):
        while (await table.row()).bot_lease is None:
            await asyncio.sleep(0.02)
    driving_.cancel()
    with suppress(asyncio.CancelledError):
        await driving_
    row = await table.row()
    assert row.bot_lease is None
    assert row.bot_due is not None


async def test_two_processes_play_whole_games_together(house: House, database_url: str) -> None:
    other = open_house(settings(database_url))
    other.minds = aloud = Aloud()
    playing = [asyncio.create_task(driving.play_for_ever(one)) for one in (house, other)]
    tables = []
    async with asyncio.timeout(120):
        while not aloud.thoughts or len(tables) < 2:  # until the other has played as well
            tables.append(await dealt(house, 3, bots=(0, 1, 2), target=1))
            while (await tables[-1].row()).status == "playing":
                await asyncio.sleep(0.05)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for table in tables:
        seqs = [action.seq for action in await table.actions() if action.table_id == (await table.row()).id]
        assert seqs == list(range(1, len(seqs) + 1))
    await other.engine.dispose()


async def test_people_move_while_a_bot_thinks(house: House) -> None:
    table = await dealt(house, 3, bots=(2,))
    await while_it_thinks(house, lambda: asyncio.wait_for(table.move(0, lay(None)), 5))
    assert await bots.play_one(house)
    assert await moves_of(table) == [0, 2], "what the bot is asked has not changed"


async def test_who_comes_back_while_a_bot_thinks_is_not_played_for(house: House) -> None:
    table = await dealt(house, 2, bots=())
    await stand_in(table, 1)
    await while_it_thinks(house, lambda: come_back(table, 1))
    assert await bots.play_one(house)
    assert await moves_of(table) == []
    assert (await table.row()).bot_due is None


async def stand_in(table: Seated, seat: int, level: str = "novice") -> None:
    """A bot sits in there."""
    async with service.changing(table.house, table.code) as (connection, row):
        seats = await bots.store.seats_of(connection, row.id)
        await seating.stand_in(table.house, connection, row, seats[seat], "house.left", level)


async def come_back(table: Seated, seat: int) -> None:
    """Its player sits down again."""
    async with service.changing(table.house, table.code) as (connection, row):
        await connection.exec_driver_sql(f"UPDATE seats SET bot = NULL WHERE table_id = {row.id} AND number = {seat}")
        await service.tell(table.house, connection, row, Fact("house.returned", {"who": seat}))


async def test_a_table_ended_while_a_bot_thinks_stays_as_it_is(house: House) -> None:
    table = await dealt(house, 2, bots=(0, 1))
    await while_it_thinks(house, lambda: set_row(table, status="ended"))
    assert await bots.play_one(house)
    assert await moves_of(table) == []


async def test_a_table_whose_bot_thinks_long_holds_up_no_other(house: House) -> None:
    slow = await dealt(house, 2, bots=(0, 1))
    go_on = asyncio.Event()
    await while_it_thinks(house, go_on.wait)
    waiting = asyncio.create_task(bots.play_one(house))
    async with asyncio.timeout(10):
        while (await slow.row()).bot_lease is None:
            await asyncio.sleep(0.01)
    quick = await dealt(house, 2, bots=(0, 1), target=1)
    for _ in range(3):
        assert await bots.play_one(house)
    assert len(await moves_of(quick)) == 3
    go_on.set()
    assert await waiting
    assert len(await moves_of(slow)) == 1


async def test_bots_think_at_once_and_move_when_the_pause_is_over(house: House) -> None:
    paused(house, 0.6, 0.6)
    table = await dealt(house, 2, bots=(0, 1))
    due = (await table.row()).bot_due
    thought: list[datetime] = []

    async def before(_: Thought) -> None:
        thought.append(datetime.now(UTC))

    house.minds = Aloud(before)
    assert await bots.play_one(house)
    move = (await table.actions())[-1]
    assert thought[0] < due <= move.at


async def test_thinking_elsewhere_costs_the_pause_no_time(house: House) -> None:
    house.minds = Minds(1, 0.01, odd_ways.takes_its_time)
    await house.minds.think(_any_thought())  # the process is there
    paused(house, 1.0, 1.0)
    table = await dealt(house, 2, bots=(0, 1))
    due = (await table.row()).bot_due
    assert await bots.play_one(house)
    house.minds.close()
    assert (await table.actions())[-1].at - due < timedelta(seconds=0.4)


def _any_thought() -> Thought:
    return Thought("pope-or-nope", 0, b"", 0, "novice", False, bytes(32), 0.01)


async def test_a_bot_answers_for_whoever_sits_there(house: House) -> None:
    table = await dealt(house, 2)
    row = await table.row()
    ticket = await bots.answer_for(house, row, 0, "cardinal")
    async with house.engine.begin() as connection:
        locked = await bots.store.lock(connection, table.code)
        seats = await bots.store.seats_of(connection, row.id)
        await service.carry_out(house, connection, locked, seats, 0, ticket)
    assert await moves_of(table) == [0]
