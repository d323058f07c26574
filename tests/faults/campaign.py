"""Round after round: a fault by a seeded dice while all tables play, then all that must hold."""

import asyncio
import random
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from app.engine import connect, is_away
from tests.faults.audit import LostError, expect_kept, version_of
from tests.faults.database import Database
from tests.faults.kinds import KINDS, Fault, House, possible
from tests.faults.machines import Machine
from tests.faults.people import Person
from tests.faults.tables import SETTINGS, Table, gathered

PATIENCE = 180.0
"""Seconds within which everything must be well again, on a very busy machine."""


class Campaign:
    """A house under faults, and what came of it."""

    def __init__(self, database: Database, machines: Sequence[Machine], seed: str, most: int = len(SETTINGS)) -> None:
        self.house = House(database, machines)
        self.tally: Counter[str] = Counter()
        self.rounds: Counter[str] = Counter()
        self.longest = 0.0
        self._dice = random.Random(seed)
        self._tables = [self._gathered(setting) for setting in SETTINGS[:most]]
        self._engine = connect(database.url, pool=2)
        self._read: dict[Path, int] = {}

    def _gathered(self, setting: tuple[str, int, int]) -> Table:
        return gathered(setting, self._doors, self._dice, self.tally)  # type: ignore[arg-type]

    def _doors(self) -> list[str]:
        return [f"http://{machine.door.host}:{machine.door.port}" for machine in self.house.machines]

    async def open(self) -> None:
        """The house opens, and the tables."""
        await asyncio.gather(*(machine.open() for machine in self.house.machines))
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(table.open() for table in self._tables))

    async def close(self) -> None:
        """All is closed."""
        await asyncio.gather(*(table.close() for table in self._tables), return_exceptions=True)
        await asyncio.gather(*(machine.close() for machine in self.house.machines))
        await self._engine.dispose()

    async def round(self, kind: str | None = None) -> str:
        """One fault, and what must hold after it: its kind. Raises AssertionError with what doesn't."""
        kind = kind or self._dice.choice(possible(self.house))
        await self.after(kind, *KINDS[kind])
        return kind

    async def after(self, kind: str, break_it: Fault, told: str = "") -> None:
        """The same for a fault that no dice know; `told`: what a log must then say."""
        self.rounds[kind] += 1
        await break_it(self.house, self._dice)
        began = time.monotonic()
        await self._all_well()
        await self._everybody_is_quiet()
        await self._all_see_the_newest()
        self.longest = max(self.longest, time.monotonic() - began)
        await self._all_is_kept()
        await self._expect_good_logs(told)
        await self._play_on()

    async def _all_well(self) -> None:
        async def well() -> bool:
            return all([await machine.is_well() for machine in self.house.machines])

        await self._until(well, "the servers are not well")

    @property
    def _people(self) -> list[Person]:
        return [person for table in self._tables for person in table.people]

    async def _everybody_is_quiet(self) -> None:
        for person in self._people:
            person.playing.clear()

        async def quiet() -> bool:
            for person in self._people:
                person.expect_no_failure()
            return all(person.quiet.is_set() for person in self._people)

        await self._until(quiet, "moves are not answered")

    async def _all_see_the_newest(self) -> None:
        for table in self._tables:

            async def newest(table: Table = table) -> bool:
                version = await version_of(self._engine, table.code)
                return all(_sees(person, version) for person in table.people)

            await self._until(newest, f"{table.setting.game}: not everybody sees the newest state", table)

    async def _all_is_kept(self) -> None:
        for table in self._tables:

            async def kept(table: Table = table) -> bool:
                await expect_kept(self._engine, table.code, table.people)
                return True

            await self._until(kept, f"{table.setting.game}: the record can't be read", table)

    async def _play_on(self) -> None:
        before = {table.code: table.acknowledged for table in self._tables}
        over = [table for table in self._tables if table.is_over]
        for person in self._people:
            person.playing.set()
        await self._replace(over)
        for table in self._tables:

            async def goes_on(table: Table = table) -> bool:
                for person in table.people:
                    person.expect_no_failure()
                return table.is_over or table.acknowledged > before.get(table.code, 0)

            await self._until(goes_on, f"{table.setting.game} doesn't go on", table)

    async def _replace(self, over: Sequence[Table]) -> None:
        for table in over:
            await table.close()
            new = self._gathered(table.setting)
            self._tables[self._tables.index(table)] = new
            self.tally["games played to the end"] += 1
            async with asyncio.timeout(PATIENCE):
                await new.open()

    async def _until(self, holds: Callable[[], Awaitable[bool]], otherwise: str, table: Table | None = None) -> None:
        end = time.monotonic() + PATIENCE
        while not await _holds(holds):
            if time.monotonic() > end:
                raise LostError(f"{otherwise} after {PATIENCE:.0f} seconds. {await self._told(table)}")
            await asyncio.sleep(0.05)

    async def _told(self, table: Table | None) -> str:
        if table is None:
            return ""
        seen = [(one.seen.version if one.seen else None, one.page_version) for one in table.people]
        return f"The table is at {await version_of(self._engine, table.code)}, they saw {seen}"

    async def _expect_good_logs(self, told: str) -> None:
        logs = [""]

        async def tell() -> bool:
            logs.extend(self._new(machine.log) for machine in self.house.machines)
            everything = "\n".join(logs)
            if "Traceback" in everything:
                raise LostError(f"a log has an unforeseen failure:\n{everything[-6000:]}")
            return re.search(told, everything) is not None

        await self._until(tell, f"no log says {told!r}")

    def _new(self, log: Path) -> str:
        text = log.read_text(errors="replace")
        before = self._read.get(log, 0)
        self._read[log] = len(text)
        return text[before:]


def _sees(person: Person, version: int) -> bool:
    return person.seen is not None and person.seen.version >= version and person.page_version >= version


async def _holds(what: Callable[[], Awaitable[bool]]) -> bool:
    """Whether it does; while the database is away, or a machine that vanished holds a row yet, nothing does."""
    try:
        return await what()
    except Exception as error:
        if not is_away(error):
            raise
        return False
