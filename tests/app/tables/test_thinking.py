"""The processes in which bots think: what is sent and comes back, and what becomes of one that hangs or dies."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from app.tables import thinking
from app.tables.thinking import Fault, Meant, Minds, Thought
from games import GAMES
from games.kernel.bots import Asked, Bot
from games.kernel.choices import admits
from games.kernel.contract import encode
from tests.app.tables import odd_ways
from tests.app.tables.aloud import novices
from tests.games.walks import seed_of

GAME = GAMES["pope-or-nope"]
STATE = GAME.setup(3, GAME.Options(first=0), seed_of(1), "").state
ASKED = GAME.deciders(STATE)[0]


def thought(seat: int = ASKED, **changes: Any) -> Thought:
    """What is asked of a novice at a table that has just begun."""
    made = Thought(GAME.slug, GAME.schema, encode(STATE), seat, "novice", False, seed_of(7), 0.05)
    return made._replace(**changes)


@asynccontextmanager
async def minds(number: int = 1, way: Callable[[Thought], Any] = thinking.think) -> AsyncIterator[Minds]:
    """So many processes, which end with the block."""
    made = Minds(number, 0.05, way)
    try:
        yield made
    finally:
        made.close()


async def process_of(made: Minds, seat: int = 1) -> int:
    """The process that thinks next."""
    found = await made.think(thought(seat))
    assert isinstance(found, Meant)
    return int(found.tag)


def is_alive(pid: int) -> bool:
    """Whether there is such a process, and it is no zombie."""
    try:
        with open(f"/proc/{pid}/stat") as stat:  # noqa: PTH123 - no file
            return stat.read().split()[2] != "Z"
    except FileNotFoundError:
        return False


async def until_dead(pid: int) -> None:
    """Waits for the end of a process."""
    async with asyncio.timeout(10):
        while is_alive(pid):
            await asyncio.sleep(0.02)


async def test_a_thought_comes_back_as_a_move_that_the_seat_may_make() -> None:
    async with minds() as made:
        found = await made.think(thought())
    assert isinstance(found, Meant)
    assert any(admits(one, found.filled) and one.move == found.tag for one in Asked(GAME, STATE, ASKED).answers)
    assert found.free is None


async def test_the_same_chance_gives_the_same_thought_here_and_there() -> None:
    async with minds() as made:
        assert await made.think(thought()) == thinking.think(thought())


async def test_it_is_thought_elsewhere_and_by_as_many_as_there_are() -> None:
    async with minds(2, odd_ways.which_process) as made:
        found = {await process_of(made)}
        assert await process_of(made) in found, "the last used is warm"
        found |= set(await asyncio.gather(*(process_of(made) for _ in range(2))))
        assert len(found) == 2
        assert os.getpid() not in found
    for pid in found:
        await until_dead(pid)


async def test_a_process_that_hangs_is_replaced_and_holds_up_no_other() -> None:
    async with minds(2, odd_ways.never_ends) as made:
        other = await process_of(made)
        hanging = asyncio.create_task(made.think(thought(0)))
        await asyncio.sleep(0.05)
        assert await process_of(made) != other, "the warm one hangs"
        assert isinstance(await asyncio.wait_for(hanging, 30), Fault)
        await until_dead(other)
        assert await process_of(made) != other


async def test_a_process_that_dies_at_a_thought_is_a_fault_and_is_replaced() -> None:
    async with minds(1, odd_ways.dies) as made:
        assert await made.think(thought()) == Fault("its process died")
        assert await made.think(thought()) == Fault("its process died")


async def test_a_process_that_was_killed_while_it_rested_is_replaced() -> None:
    async with minds(1, odd_ways.which_process) as made:
        first = await process_of(made)
        os.kill(first, signal.SIGKILL)
        await until_dead(first)
        assert await process_of(made) != first


async def test_whoever_stops_waiting_ends_the_thought() -> None:
    async with minds(1, odd_ways.never_ends) as made:
        pid = await process_of(made)
        task = asyncio.create_task(made.think(thought(0)))
        await asyncio.sleep(0.1)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await until_dead(pid)


def test_a_bot_that_raises_is_told_without_its_words() -> None:
    def fails(asked: Asked, chance: Any) -> Any:
        raise ValueError("my hand holds a NOPE")

    with novices(Bot(fails)):
        found = thinking.think(thought())
    assert isinstance(found, Fault)
    assert str(found).startswith("ValueError < app/tables/test_thinking.py:")
    assert "NOPE" not in str(found)


def test_a_bot_that_never_volunteers_has_no_free_move() -> None:
    assert thinking.think(thought(free=True)) is None


def test_a_level_that_does_not_exist_is_a_fault() -> None:
    found = thinking.think(thought(level="abbot"))
    assert isinstance(found, Fault)
    assert found.kind == "KeyError"


def test_a_thought_hides_the_state() -> None:
    assert msgspec.json.encode(repr(thought())) == b'"Thought(pope-or-nope, seat=0, level=novice, free=False)"'
