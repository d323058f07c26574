"""Starts real servers as a person would, and leaves none behind."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

PROJECT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds until something that must happen is given up, on a very busy machine."""

OURS = (
    "DATABASE_URL",
    "CONCLAVE_DATA",
    "HOST",
    "PORT",
    "WORKERS",
    "PUBLIC_URL",
    "SECRET_KEY",
    "BOT_PAUSE",
    "BOT_SECONDS",
    "METRICS_HOST",
    "METRICS_PORT",
    "LOG_FORMAT",
    "MAKELEVEL",
)


def surroundings(**given: str) -> dict[str, str]:
    """The environment of this process without the settings of ours, and with those given."""
    return {**{name: value for name, value in os.environ.items() if name not in OURS}, **given}


def conclave(*arguments: str, **given: str) -> subprocess.CompletedProcess[str]:
    """Runs `conclave` to its end."""
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        cwd=PROJECT,
        env=surroundings(**given),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def workers_of(pid: int) -> set[int]:
    """The worker processes of a server's first one; multiprocessing's own tracker is none."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return {int(child) for child in found if b"spawn_main" in _command(child)}


def _command(pid: str) -> bytes:
    """The command line of a process; nothing of one that has just ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def until(happens: Callable[[], bool], what: str) -> None:
    """Waits for something, and fails in words if it never comes."""
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end, f"{what} did not happen"
        time.sleep(0.05)


def processes(of: Path) -> list[str]:
    """The command lines of all processes that name this path (PostgreSQL and its watchdog name their folder)."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = entry.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if str(of) in line:
            found.append(line)
    return found


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


@dataclass
class Served:
    """A `conclave serve` that was started."""

    process: subprocess.Popen[str]
    port: int
    data: Path
    host: str = "127.0.0.1"
    said: list[str] = field(default_factory=list)

    def get(self, path: str) -> httpx.Response:
        """Asks for a page."""
        return httpx.get(f"http://{self.host}:{self.port}{path}", timeout=PATIENCE)

    def healthy(self) -> bool:
        """Whether it answers now. Fails in words if it has ended."""
        assert self.process.poll() is None, f"the server ended: {self.process.communicate()}"
        try:
            return self.get("/readyz").status_code == 200
        except httpx.TransportError:
            return False

    def end(self, by: signal.Signals) -> int:
        """Sends a signal and returns the exit status."""
        self.process.send_signal(by)
        status = self.process.wait(PATIENCE)
        self.said.append(self.process.stdout.read() if self.process.stdout else "")
        return status


Serve = Callable[..., Served]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts servers: `serve(data=folder, WORKERS="2")`. All are gone after the test."""
    started: list[Served] = []

    def start(data: Path = tmp_path / "data", port: int = 0, **given: str) -> Served:
        port = port or free_port()
        process = subprocess.Popen(
            [sys.executable, "-m", "app", "serve", "--port", str(port), "--data", str(data)],
            cwd=PROJECT,
            env=surroundings(**given),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        served = Served(process, port, data, given.get("HOST", "127.0.0.1"))
        started.append(served)
        until(served.healthy, "an answer from the server")
        return served

    yield start
    for served in started:
        if served.process.poll() is None:
            served.process.kill()
        served.process.wait()
        if served.process.stdout is not None:
            served.process.stdout.close()
    until(lambda: not processes(tmp_path), "the end of every process")
