"""`python -m tests.soak`: starts a server, fills it, prints a line a minute and a verdict, and exits 1 where it is
broken."""

import argparse
import asyncio
import shutil
import sys
import tempfile
import time
from pathlib import Path

import uvloop

from app.database import connect
from tests.soak.house import House, served
from tests.soak.measures import Sample, sample
from tests.soak.people import Crowd, Host
from tests.soak.verdict import Growth, judged

HEAD = (
    f"{'min':>6} {'server MB':>9} {'minds MB':>9} {'PG MB':>7} {'files':>6} {'tasks':>6} {'DB':>4} {'sockets':>8} "
    f"{'opened':>7} {'games':>6} {'moves/s':>8} {'p50 ms':>7} {'p99 ms':>7} {'CPU %':>6} {'busy':>5}"
)
ARRIVING = 0.5
"""Seconds between two tables that open."""


class Soak:
    """One run: the crowd, and what was seen of the house."""

    def __init__(self, house: House, minutes: float, tables: int, every: float) -> None:
        self._house = house
        self._minutes = minutes
        self._tables = tables
        self._every = every
        self.crowd = Crowd(house.url, 1, (2.0, min(240.0, minutes * 10)))
        self.samples: list[Sample] = []

    async def run(self) -> None:
        """Plays for as long as was asked; samples are there afterwards. Raises what makes a person give up."""
        engine = connect(self._house.database, pool=1)
        async with asyncio.TaskGroup() as group:
            playing = group.create_task(self._arrive())
            await self._watch(engine)
            playing.cancel()
        await engine.dispose()

    async def _arrive(self) -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(self._tables):
                group.create_task(Host(number, self.crowd).play())
                await asyncio.sleep(ARRIVING)

    async def _watch(self, engine: object) -> None:
        print(HEAD, flush=True)
        began = time.monotonic()
        while (passed := (time.monotonic() - began) / 60) < self._minutes:
            await asyncio.sleep(self._every)
            self.samples.append(await sample(self._house, engine, passed + self._every / 60))  # type: ignore[arg-type]
            print(self._line(), flush=True)
            self.crowd.waits.clear()

    def _line(self) -> str:
        now, before = self.samples[-1], self.samples[-2] if self.samples[1:] else None
        moves = now.moves - (0 if before is None else before.moves)
        used = now.processor - (0 if before is None else before.processor)
        waits = sorted(self.crowd.waits) or [0.0]
        return (
            f"{now.minutes:>6.1f} {now.server:>9.1f} {now.minds:>9.1f} {now.postgres:>7.1f} {now.files:>6} {now.tasks:>6} "
            f"{now.connections:>4} {now.sockets:>8} {self.crowd.opened:>7} {self.crowd.games:>6} {moves / self._every:>8.1f} "
            f"{waits[len(waits) // 2] * 1000:>7.1f} {waits[int(len(waits) * 0.99)] * 1000:>7.1f} {used / self._every * 100:>6.1f} {self.crowd.busy:>5}"
        )


def soak(minutes: float, tables: int, pause: str, every: float) -> tuple[list[Growth], list[str], int]:
    """What grew, what was refused, and how often the house was too busy."""
    scratch = Path(tempfile.mkdtemp(prefix="soak-"))
    try:
        with served(scratch / "data", pause) as house:
            run = Soak(house, minutes, tables, every)
            uvloop.run(run.run())
            return judged(run.samples), run.crowd.refused, run.crowd.busy
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--pause", default="8,24", help="BOT_PAUSE of the server")
    parser.add_argument("--every", type=float, default=60.0, help="seconds between two samples")
    given = parser.parse_args()
    growths, refused, busy = soak(given.minutes, given.tables, given.pause, given.every)
    print("\n".join(growth.told() for growth in growths))
    print(f"refused: {len(refused)} {refused[:5]}; busy: {busy}")
    if refused or not all(growth.is_sound for growth in growths):
        sys.exit("The soak is broken.")
    print("The soak is sound.")


if __name__ == "__main__":
    main()
