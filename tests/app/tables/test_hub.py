"""Who is told, without a browser: joining, newest first, stalled readers, and notices that were lost."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from sqlalchemy import text

from app.house import House
from app.main import open_house
from app.tables import hub as hubs
from app.tables.hub import Connection, Hub
from tests.app.tables.conftest import dealt
from tests.served import settings


@dataclass
class Shown:
    """A scene of nothing but its number."""

    seq: int


@dataclass
class Reader:
    """Collects what its socket is sent."""

    seen: list[int] = field(default_factory=list)

    async def take(self, scene: Shown) -> None:
        """What a socket does with a scene."""
        self.seen.append(scene.seq)


class Table:
    """A table at a number, and how often it was read."""

    def __init__(self) -> None:
        self.seq = 1
        self.read = 0
        self.broken = False

    async def load(self, table_id: int) -> Shown | None:
        """What the hub reads."""
        self.read += 1
        if self.broken:
            self.broken = False
            raise OSError("the database is away")
        await asyncio.sleep(0.01)
        return Shown(self.seq)


async def until(true: Callable[[], bool]) -> None:
    """Waits for something that must come soon."""
    async with asyncio.timeout(5):
        while not true():
            await asyncio.sleep(0.005)


def watch(hub: Hub[Shown], send: Callable[[Shown], Awaitable[None]]) -> tuple[Connection[Shown], asyncio.Task[None]]:
    """A connection to table 7 with its writer running."""
    connection = Connection[Shown](7, send)
    return connection, asyncio.create_task(connection.write())


async def test_who_joins_is_told_how_the_table_stands() -> None:
    table, reader = Table(), Reader()
    hub = Hub("", table.load)
    connection, writer = watch(hub, reader.take)
    await hub.join(connection)
    await until(lambda: reader.seen == [1])
    writer.cancel()


async def test_a_notice_during_the_join_is_not_lost() -> None:
    table, reader = Table(), Reader()
    hub = Hub("", table.load)
    connection, writer = watch(hub, reader.take)
    joining = asyncio.create_task(hub.join(connection))
    await asyncio.sleep(0.005)
    table.seq = 2
    hub.notice(7, 2)
    await joining
    await until(lambda: reader.seen[-1:] == [2])
    writer.cancel()


async def test_a_join_that_was_read_slowly_hides_no_newer_state() -> None:
    reader = Reader()
    connection, writer = watch(Hub("", Table().load), reader.take)
    connection.offer(Shown(2))
    await until(lambda: reader.seen == [2])
    connection.offer(Shown(1))
    await asyncio.sleep(0.02)
    assert reader.seen == [2]
    writer.cancel()


async def test_many_notices_become_the_newest_state() -> None:
    table, reader = Table(), Reader()
    hub = Hub("", table.load)
    connection, writer = watch(hub, reader.take)
    await hub.join(connection)
    for seq in range(2, 50):
        table.seq = seq
        hub.notice(7, seq)
    await until(lambda: reader.seen[-1:] == [49])
    assert table.read < 10
    writer.cancel()


async def test_old_and_repeated_notices_are_no_news() -> None:
    table, reader = Table(), Reader()
    hub = Hub("", table.load)
    connection, writer = watch(hub, reader.take)
    await hub.join(connection)
    table.seq = 3
    hub.notice(7, 3)
    await until(lambda: reader.seen[-1:] == [3])
    read = table.read
    for seq in (1, 2, 3):
        hub.notice(7, seq)
    hub.notice(8, 9)
    await asyncio.sleep(0.05)
    assert table.read == read
    writer.cancel()


async def test_a_failed_read_is_tried_again() -> None:
    table, reader = Table(), Reader()
    hub = Hub("", table.load)
    connection, writer = watch(hub, reader.take)
    await hub.join(connection)
    table.broken, table.seq = True, 2
    hub.notice(7, 2)
    await until(lambda: reader.seen[-1:] == [2])
    writer.cancel()


async def test_a_reader_that_stalls_is_let_go_and_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "STALLED", 0.05)
    table, reader = Table(), Reader()
    hub = Hub("", table.load)

    async def stall(scene: Shown) -> None:
        await asyncio.sleep(60)

    stalled, stalled_writer = watch(hub, stall)
    connection, writer = watch(hub, reader.take)
    await hub.join(stalled)
    await hub.join(connection)
    table.seq = 2
    hub.notice(7, 2)
    await until(lambda: reader.seen[-1:] == [2])
    with pytest.raises(TimeoutError):
        await stalled_writer
    writer.cancel()


async def test_who_left_is_told_nothing() -> None:
    table, reader = Table(), Reader()
    hub = Hub("", table.load)
    connection, writer = watch(hub, reader.take)
    await hub.join(connection)
    await until(lambda: reader.seen == [1])
    hub.leave(connection)
    table.seq = 2
    hub.notice(7, 2)
    await asyncio.sleep(0.05)
    assert reader.seen == [1]
    writer.cancel()


async def test_another_processs_move_is_heard(house: House, database_url: str) -> None:
    """Two houses on one database are what two processes are: only the database connects them."""
    table = await dealt(house, 2)
    there = open_house(settings(database_url))
    reader = Reader()
    listener = asyncio.create_task(there.hub.listen())
    connection = Connection[Any]((await table.row()).id, reader.take)
    writer = asyncio.create_task(connection.write())
    await there.hub.join(connection)
    await asyncio.sleep(0.3)
    await table.play(3)
    await until(lambda: reader.seen[-1:] == [4])
    for task in (listener, writer):
        task.cancel()
    await there.engine.dispose()


async def test_what_was_said_while_nobody_listened_is_made_up_for(house: House, database_url: str) -> None:
    """The listening connection is killed, moves are made, and it comes back: the newest state is shown."""
    table = await dealt(house, 2)
    there = open_house(settings(database_url))
    reader = Reader()
    listener = asyncio.create_task(there.hub.listen())
    connection = Connection[Any]((await table.row()).id, reader.take)
    writer = asyncio.create_task(connection.write())
    await there.hub.join(connection)
    await asyncio.sleep(0.3)
    async with house.engine.begin() as database:
        await database.execute(
            text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        )
    await table.play(3)
    await until(lambda: reader.seen[-1:] == [4])
    for task in (listener, writer):
        task.cancel()
    await there.engine.dispose()
