"""What is done to a house, kind by kind. Each fault lasts until its function returns; then all must be well again."""

import asyncio
import random
import signal
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple

from app.serving import START_SECONDS
from tests.faults.database import Database
from tests.faults.machines import Machine, clock_library, kill

JUMPS = (-86_400, -3_600, -60, 60, 3_600, 86_400)
"""Seconds by which a machine's clock is moved: a day, an hour, a minute, both ways."""

KEPT_ALIVE = 20.0
"""Seconds after which the database's system gives up a line that says nothing: `tcp_keepalives_*` in app/engine.py."""
GIVEN_UP = 2.0 * START_SECONDS
"""Seconds after which a rolling restart has come to an end, whichever, of two workers one after the other."""


class House(NamedTuple):
    """What can be broken."""

    database: Database
    machines: Sequence[Machine]


Fault = Callable[[House, random.Random], Awaitable[None]]


async def server_killed(house: House, dice: random.Random) -> None:
    """kill -9 of a machine's first process; an operator's supervisor starts it again."""
    machine = dice.choice(house.machines)
    machine.kill()
    await asyncio.sleep(dice.uniform(0, 1))
    await machine.start()


async def worker_killed(house: House, dice: random.Random) -> None:
    """kill -9 of one of several workers."""
    machine = _of_several(house)
    kill(dice.choice(machine.workers_now()))
    await asyncio.sleep(dice.uniform(0, 1))


async def rolling_restart(house: House, dice: random.Random) -> None:
    """SIGHUP: every worker is replaced; a machine that was too busy and gave up is asked again."""
    machine = _of_several(house)
    before = {*machine.workers_now()}
    async with asyncio.timeout(900):
        while before & {*machine.workers_now()}:
            machine.hang_up()
            await _replaced(machine, before)


async def database_crashed(house: House, dice: random.Random) -> None:
    """kill -9 of PostgreSQL."""
    house.database.signal(signal.SIGKILL)
    await asyncio.sleep(dice.uniform(0, 2))


async def database_stopped(house: House, dice: random.Random) -> None:
    """A fast stop of PostgreSQL; its supervisor starts it again."""
    house.database.signal(signal.SIGINT)
    await asyncio.sleep(dice.uniform(0, 2))


async def clients_cut(house: House, dice: random.Random) -> None:
    """Every connection of clients is reset, several times."""
    await _several_times(dice.choice(house.machines).door.reset, dice)


async def database_cut(house: House, dice: random.Random) -> None:
    """Every connection of a machine to the database is reset, several times."""
    await _several_times(dice.choice(house.machines).wire.reset, dice)


async def clients_in_a_black_hole(house: House, dice: random.Random) -> None:
    """Nothing passes between clients and a machine."""
    door = dice.choice(house.machines).door
    door.hold()
    await asyncio.sleep(dice.uniform(1, 3))
    door.flow()


async def database_in_a_black_hole(house: House, dice: random.Random) -> None:
    """Nothing passes between a machine and the database."""
    await _held(dice.choice(house.machines), dice.uniform(1, 3))


async def database_long_in_a_black_hole(house: House, dice: random.Random) -> None:
    """The same, for longer than anybody waits for an answer."""
    await _held(dice.choice(house.machines), 12)


async def clients_half_open(house: House, dice: random.Random) -> None:
    """The connections of clients stand for ever, and nothing passes; new ones do."""
    dice.choice(house.machines).door.forget()
    await asyncio.sleep(0.5)


async def database_half_open(house: House, dice: random.Random) -> None:
    """A machine's connections to the database stand for ever, and nothing passes; new ones do. One that was cut in the
    middle of a request isn't idle: what lets go of its rows is the keepalive."""
    dice.choice(house.machines).wire.forget(KEPT_ALIVE)
    await asyncio.sleep(0.5)


async def clients_stall(house: House, dice: random.Random) -> None:
    """Nobody reads what a machine sends."""
    await _stalled(dice.choice(house.machines), dice.uniform(1, 3))


async def clients_stall_long(house: House, dice: random.Random) -> None:
    """The same, for so long that they are let go."""
    await _stalled(dice.choice(house.machines), 12)


async def disk_full(house: House, dice: random.Random) -> None:
    """The database has not a byte left to write to."""
    house.database.fill()
    await asyncio.sleep(dice.uniform(1, 4))
    house.database.empty()


async def clock_moved(house: House, dice: random.Random) -> None:
    """One machine's clock jumps, and jumps back."""
    machine = dice.choice([machine for machine in house.machines if machine.has_clock])
    machine.set_clock(dice.choice(JUMPS))
    await asyncio.sleep(dice.uniform(1.5, 3))
    machine.set_clock(0)


def _of_several(house: House) -> Machine:
    return next(machine for machine in house.machines if machine.workers > 1)


async def _replaced(machine: Machine, before: set[int]) -> None:
    end = time.monotonic() + GIVEN_UP
    while before & {*machine.workers_now()} and time.monotonic() < end:
        await asyncio.sleep(0.1)


async def _held(machine: Machine, seconds: float) -> None:
    machine.wire.hold()
    await asyncio.sleep(seconds)
    machine.wire.flow()


async def _stalled(machine: Machine, seconds: float) -> None:
    machine.door.stall()
    await asyncio.sleep(seconds)
    machine.door.read()


async def _several_times(cut: Callable[[], None], dice: random.Random) -> None:
    for _ in range(dice.randint(1, 4)):
        cut()
        await asyncio.sleep(dice.uniform(0.05, 0.5))


LISTENED = r"the database is away"

KINDS: Mapping[str, tuple[Fault, str]] = {
    "server killed": (server_killed, ""),
    "worker killed": (worker_killed, ""),
    "rolling restart": (rolling_restart, ""),
    "database crashed": (database_crashed, LISTENED),
    "database stopped": (database_stopped, LISTENED),
    "clients cut": (clients_cut, ""),
    "database cut": (database_cut, ""),  # where nobody was asking just then, new lines are made and nothing has failed
    "clients in a black hole": (clients_in_a_black_hole, ""),
    "database in a black hole": (database_in_a_black_hole, ""),
    "database long in a black hole": (database_long_in_a_black_hole, LISTENED),
    "clients half-open": (clients_half_open, ""),
    "database half-open": (database_half_open, LISTENED),
    "clients stall": (clients_stall, ""),
    "clients stall long": (clients_stall_long, ""),
    "disk full": (disk_full, ""),
    "clock moved": (clock_moved, ""),
}
"""Each fault, and what a log must then say."""
LONG = ("database long in a black hole", "clients stall long")
"""Those that take a quarter of a minute."""


def possible(house: House) -> list[str]:
    """The kinds that can be done here."""
    return [name for name in KINDS if name not in left_out(house)]


def left_out(house: House) -> dict[str, str]:
    """The kinds that can't be done here, and why."""
    found = {}
    if not house.database.small:
        found["disk full"] = "only root may mount a small disk"
    if clock_library() is None:
        found["clock moved"] = "libfaketime isn't installed (Debian: faketime)"
    return found
