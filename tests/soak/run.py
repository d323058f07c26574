"""One soak from its beginning to its verdict: the house at rest, filled, soaked, and at rest again."""

import asyncio
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import uvloop
from sqlalchemy.ext.asyncio import AsyncEngine

from app.engine import connect
from tests.soak.house import House, served
from tests.soak.measures import Sample, sample
from tests.soak.people import Crowd, Host
from tests.soak.verdict import Growth, at_rest, judged

COLUMNS = {
    "minute": 7,
    "server MB": 9,
    "minds MB": 8,
    "PG MB": 6,
    "files": 6,
    "tasks": 6,
    "DB": 3,
    "sockets": 7,
    "opened": 7,
    "games": 6,
    "moves/s": 7,
    "p50 ms": 8,
    "p99 ms": 8,
    "CPU %": 6,
    "busy": 5,
}
"""What is printed of each look, and how wide."""
ARRIVING = 0.5
"""Seconds between two tables that open."""
REST = 60.0
"""Seconds within which everything must have ended that people left behind."""


class Soak:
    """The crowd, and what was seen of the house."""

    def __init__(self, house: House, minutes: float, tables: int, every: float) -> None:
        self._house = house
        self._minutes = minutes
        self._tables = tables
        self._every = every
        self.crowd = Crowd(house.url, 1, (2.0, min(240.0, minutes * 10)))
        self.samples: list[Sample] = []

    async def run(self) -> bool:
        """Whether all was sound. Raises what makes a person give up."""
        engine = connect(self._house.database, pool=1)
        before = await sample(self._house, engine, 0)
        async with asyncio.TaskGroup() as group:
            playing = group.create_task(self._arrive())
            await self._watch(engine)
            playing.cancel()
        growths = judged(self.samples) + await self._rest(engine, before)
        await engine.dispose()
        print("\n".join(growth.told() for growth in growths))
        print(f"refused: {len(self.crowd.refused)} {self.crowd.refused[:5]}")
        return not self.crowd.refused and all(growth.is_sound for growth in growths)

    async def _arrive(self) -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(self._tables):
                group.create_task(Host(number, self.crowd).play())
                await asyncio.sleep(ARRIVING)

    async def _watch(self, engine: AsyncEngine) -> None:
        print(" ".join(f"{name:>{width}}" for name, width in COLUMNS.items()), flush=True)
        began = time.monotonic()
        last = await sample(self._house, engine, 0)
        while last.minutes < self._minutes:
            await asyncio.sleep(self._every)
            now = await sample(self._house, engine, (time.monotonic() - began) / 60)
            row = zip(self._row(last, now), COLUMNS.values(), strict=True)
            print(" ".join(f"{told:>{width}}" for told, width in row), flush=True)
            self.samples.append(now)
            self.crowd.waits.clear()
            last = now

    def _row(self, last: Sample, now: Sample) -> list[str]:
        seconds = (now.minutes - last.minutes) * 60
        waits = sorted(self.crowd.waits) or [0.0]
        return [
            f"{now.minutes:.1f}",
            *(f"{megabytes:.1f}" for megabytes in (now.server, now.minds, now.postgres)),
            *(str(number) for number in (now.files, now.tasks, now.connections, now.sockets)),
            *(str(number) for number in (self.crowd.opened, self.crowd.games)),
            f"{(now.moves - last.moves) / seconds:.1f}",
            *(f"{waits[int(len(waits) * part)] * 1000:.1f}" for part in (0.5, 0.99)),
            f"{(now.processor - last.processor) / seconds * 100:.1f}",
            str(self.crowd.busy),
        ]

    async def _rest(self, engine: AsyncEngine, before: Sample) -> list[Growth]:
        """How the house stands when everybody has left, compared with how it stood before anybody came."""
        growths = at_rest(before, await sample(self._house, engine, 0))
        with suppress(TimeoutError):
            async with asyncio.timeout(REST):
                while not all(growth.is_sound for growth in growths):
                    await asyncio.sleep(1)
                    growths = at_rest(before, await sample(self._house, engine, 0))
        return growths


def soak(minutes: float, tables: int, pause: str, every: float) -> bool:
    """Prints a line every so many seconds, and whether anything grew. Whether all was sound."""
    scratch = Path(tempfile.mkdtemp(prefix="soak-"))
    try:
        with served(scratch / "data", pause) as house:
            return uvloop.run(Soak(house, minutes, tables, every).run())
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
