"""A machine of the house: `conclave serve` with some workers, a proxy before its door, a proxy on its way to the
database, and a clock of its own."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import httpx

from tests.faults.database import Database
from tests.faults.proxy import Proxy, Streams
from tests.platform.conftest import free_port, surroundings, workers_of

PROJECT = Path(__file__).parents[2]
PATIENCE = 120.0
"""Seconds until a server that doesn't get ready is given up."""
PUBLIC = "http://conclave.test"
"""How browsers know the house, whichever machine answers."""
SECRET = "for the harness of faults alone: it signs nothing else"
CLOCKS = ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu")
"""Where Debian puts libfaketime."""


def clock_library() -> str | None:
    """libfaketime, which moves the clock of one process; None where it isn't installed."""
    found = (Path(place) / "faketime/libfaketimeMT.so.1" for place in CLOCKS)
    return next((str(path) for path in found if path.exists()), None)


class Loopback:
    """A place for a machine: this one."""

    prefix: tuple[str, ...] = ()
    server = "127.0.0.1"
    """Where the machine's server listens."""
    database = "127.0.0.1"
    """Where the machine finds its way to the database."""


class Machine:
    """One of the house's machines, as an operator and the world treat it."""

    def __init__(
        self, name: str, database: Database, folder: Path, workers: int, place: Loopback | None = None
    ) -> None:
        self.name, self.workers = name, workers
        self.place = place or Loopback()
        self._database = database
        self._folder = folder / name
        self._folder.mkdir()
        self.log = self._folder / "log"
        self._clock = self._folder / "clock"
        self.set_clock(0)
        self._port = free_port()
        self.wire = Proxy(self._to_database)
        self.door = Proxy(self._to_server)
        self._process: subprocess.Popen[bytes] | None = None

    async def open(self) -> None:
        """Starts everything, and waits until the server answers."""
        await self.wire.open(self.place.database)
        await self.door.open()
        await self.start()

    async def start(self) -> None:
        """Starts the server anew until it stays: what a killed one left may hold the port for a moment."""
        end = time.monotonic() + PATIENCE
        while True:
            assert time.monotonic() < end, f"{self.name} doesn't start:\n{self.log.read_text()[-3000:]}"
            if self._process is None or self._process.poll() is not None:
                self._process = self._started()
            if await self.is_well():
                return
            await asyncio.sleep(0.1)

    async def close(self) -> None:
        """Ends it all."""
        await self.stop()
        for proxy in (self.door, self.wire):
            await proxy.close()

    async def stop(self) -> None:
        """SIGTERM, as an operator stops a server."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                await asyncio.to_thread(self._process.wait, 20)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def kill(self) -> None:
        """kill -9 of the whole server's first process; the others see it and end."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def hang_up(self) -> None:
        """SIGHUP: a rolling restart."""
        assert self._process is not None
        self._process.send_signal(signal.SIGHUP)

    def workers_now(self) -> list[int]:
        """The numbers of the processes that serve."""
        return sorted(workers_of(self._first()))

    def _first(self) -> int:
        assert self._process is not None
        return self._process.pid

    def set_clock(self, seconds: float) -> None:
        """The machine's clock goes so many seconds before the true one."""
        self._clock.write_text(f"{seconds:+.0f}s\n")

    async def is_well(self) -> bool:
        """Whether the server says that it can work."""
        try:
            async with httpx.AsyncClient(timeout=5) as http:
                return (await http.get(f"http://{self.place.server}:{self._port}/readyz")).status_code == 200
        except httpx.TransportError:
            return False

    def _started(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "app", "serve", "--port", str(self._port), "--data", str(self._folder)]
        with self.log.open("ab") as out:
            return subprocess.Popen(
                [*self.place.prefix, *command],
                cwd=PROJECT,
                env=surroundings(**self._settings(), **self._time()),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
            )

    def _settings(self) -> Mapping[str, str]:
        return {
            "DATABASE_URL": f"postgresql://conclave@{self.wire.host}:{self.wire.port}/postgres",
            "HOST": self.place.server,
            "WORKERS": str(self.workers),
            "PUBLIC_URL": PUBLIC,
            "SECRET_KEY": SECRET,
            "BOT_PAUSE": "0,0.2",
            "BOT_SECONDS": "0.2",
        }

    @property
    def has_clock(self) -> bool:
        """Whether its clock can be moved. The supervisor of several workers sleeps until a moment, and libfaketime
        moves that moment with the clock, which no real clock does."""
        return clock_library() is not None and self.workers == 1

    def _time(self) -> Mapping[str, str]:
        library = clock_library()
        if library is None or not self.has_clock:
            return {}
        return {
            "LD_PRELOAD": library,
            "FAKETIME_TIMESTAMP_FILE": str(self._clock),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "NO_FAKE_STAT": "1",
        }

    async def _to_database(self) -> Streams:
        return await asyncio.open_unix_connection(self._database.socket)

    async def _to_server(self) -> Streams:
        return await asyncio.open_connection(self.place.server, self._port)


def kill(pid: int) -> None:
    """kill -9 of one process."""
    os.kill(pid, signal.SIGKILL)
