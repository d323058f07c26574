"""A move is counted once it is committed, and not before: what is rolled back was none."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import Connection, event

from app.house import House
from app.identity.service import Player
from app.tables import bots, clock_work, service, takeback
from tests.app.tables.clocks import clocked, passes
from tests.app.tables.conftest import Seated, dealt
from tests.app.tables.test_clocks import asked_alone
from tests.app.test_takeback import passed


class LineCutError(ConnectionError):
    """The database goes away just before the end."""


@contextmanager
def no_move_commits(house: House) -> Iterator[None]:
    """In the block every transaction that has written an action is undone at its end."""
    engine = house.engine.sync_engine

    def note(connection: Connection, _: object, statement: str, *rest: object) -> None:
        connection.info["wrote"] = connection.info.get("wrote", False) or "INTO actions" in statement

    def undo(connection: Connection) -> None:
        if connection.info.pop("wrote", False):
            raise LineCutError

    event.listen(engine, "before_cursor_execute", note)
    event.listen(engine, "commit", undo)
    try:
        yield
    finally:
        event.remove(engine, "before_cursor_execute", note)
        event.remove(engine, "commit", undo)


def counted() -> float:
    """All moves that were counted."""
    return sum(
        sample.value
        for metric in REGISTRY.collect()
        for sample in metric.samples
        if sample.name in ("conclave_moves_total", "conclave_clocks_run_out_total")
    )


async def of_a_person(house: House) -> tuple[Seated, Callable[[], Awaitable[object]]]:
    """Somebody's move."""
    table = await dealt(house, 2)
    ticket = await table.ticket(0)
    return table, lambda: service.submit(house, table.code, table.people[0], ticket)


async def of_a_bot(house: House) -> tuple[Seated, Callable[[], Awaitable[object]]]:
    """A bot's move, which it has thought of already."""
    table = await dealt(house, 2, bots=(0, 1))
    errand = await bots.take(house)
    assert errand is not None
    errand, wish = await bots.consider(house, errand)
    return table, lambda: bots.play(house, errand, wish)


async def of_a_clock(house: House) -> tuple[Seated, Callable[[], Awaitable[object]]]:
    """What is played for a seat that is out of time."""
    table = await clocked(house, 2)
    await asked_alone(table)
    await passes(house, seconds=61)
    return table, lambda: clock_work.play_one(house)


async def that_takes_back(house: House) -> tuple[Seated, Callable[[], Awaitable[object]]]:
    """A move taken back, which is one, too."""
    table, seat = await passed(house)
    return table, lambda: takeback.take_back(house, table.code, Player(table.people[seat], f"P{seat}"))


@pytest.mark.parametrize("move", [of_a_person, of_a_bot, of_a_clock, that_takes_back])
async def test_what_is_rolled_back_is_not_counted(
    house: House, move: Callable[[House], Awaitable[tuple[Seated, Callable[[], Awaitable[object]]]]]
) -> None:
    table, make = await move(house)
    before, kept = counted(), len(await table.actions())
    with no_move_commits(house), pytest.raises(LineCutError):
        await make()
    assert (counted(), len(await table.actions())) == (before, kept)
    if move is of_a_clock:
        await passes(house, seconds=clock_work.LEASE.total_seconds())
    await make()
    assert len(await table.actions()) > kept
    assert counted() > before
