"""The server that is soaked: `conclave serve` as a process of its own, with everything as people get it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.served import free_port

PROJECT = Path(__file__).parents[2]
START = 60.0
"""Seconds within which it must answer."""


class House:
    """A running server: its process, where people reach it, where its figures are."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, metrics: int, data: Path) -> None:
        self.process = process
        self.url = f"http://127.0.0.1:{port}"
        self.metrics = f"http://127.0.0.1:{metrics}/metrics"
        self.data = data

    @property
    def database(self) -> str:
        """The address of its PostgreSQL, by the socket that it names."""
        sockets = (self.data / "postgres/cluster/postmaster.pid").read_text().splitlines()[4]
        return f"postgresql+asyncpg://conclave@/postgres?host={sockets}"


@contextmanager
def served(data: Path, pause: str) -> Iterator[House]:
    """A server on a fresh data folder, whose bots wait `pause` (BOT_PAUSE) before each move."""
    port, metrics = free_port(), free_port()
    ours = {"CONCLAVE_DATA": str(data), "HOST": "127.0.0.1", "PORT": str(port), "METRICS_PORT": str(metrics)}
    process = subprocess.Popen(
        [sys.executable, "-m", "app", "serve"],
        env={**os.environ, **ours, "BOT_PAUSE": pause, "BOT_SECONDS": "0.05", "WORKERS": "1"},
        cwd=PROJECT,
    )
    house = House(process, port, metrics, data)
    try:
        _await_answer(house)
        yield house
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def _await_answer(house: House) -> None:
    end = time.monotonic() + START
    while house.process.poll() is None and time.monotonic() < end:
        try:
            if httpx.get(f"{house.url}/readyz").status_code == httpx.get(house.metrics).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError("the server to be soaked did not start; see the lines above")
