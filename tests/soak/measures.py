"""What is measured of the processes, from outside by /proc, from inside by /metrics, and in the database."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from tests.soak.house import House

OWN = re.compile(r"^RssAnon:\s+(\d+) kB$", re.MULTILINE)
RESIDENT = re.compile(r"^VmRSS:\s+(\d+) kB$", re.MULTILINE)
CONNECTIONS = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"


class Sample(msgspec.Struct, frozen=True):
    """One look. Memory in MB: `server` and `minds` resident, `postgres` what its processes have for themselves alone
    (what they share is bounded by its settings)."""

    minutes: float
    server: float
    minds: float
    postgres: float
    files: int
    tasks: int
    connections: int
    sockets: int
    moves: int
    processor: float
    """Seconds of the processor that the server's own process has used."""


async def sample(house: House, engine: AsyncEngine, minutes: float) -> Sample:
    """Looks now."""
    async with httpx.AsyncClient() as http:
        figures = _figures((await http.get(house.metrics)).text)
    async with engine.connect() as connection:
        connections = int(await connection.scalar(text(CONNECTIONS)) or 0)
    pid = house.process.pid
    below = {one: _line(one) for one in _family(pid) if one != pid}
    minds = [one for one, line in below.items() if "spawn_main" in line]
    postgres = [one for one, line in below.items() if line.startswith("postgres") or "/bin/postgres" in line]
    return Sample(
        round(minutes, 2),
        _memory([pid], RESIDENT),
        _memory(minds, RESIDENT),
        _memory(postgres, OWN),
        _files(pid),
        int(figures["conclave_tasks"]),
        connections,
        int(sum(value for name, value in figures.items() if name.startswith("conclave_sockets{"))),
        int(sum(value for name, value in figures.items() if name.startswith("conclave_moves_total{"))),
        figures["process_cpu_seconds_total"],
    )


def _figures(told: str) -> dict[str, float]:
    """The lines of Prometheus' text format: name with labels -> value."""
    lines = (line.rpartition(" ") for line in told.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


def _family(pid: int) -> Iterator[int]:
    """A process and all below it."""
    yield pid
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            yield from _family(int(child))


def _files(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def _line(pid: int) -> str:
    return _read(pid, "cmdline").replace("\0", " ")


def _memory(pids: list[int], of: re.Pattern[str]) -> float:
    found = (of.search(_read(pid, "status")) for pid in pids)
    return round(sum(int(one[1]) for one in found if one) / 1024, 1)


def _read(pid: int, name: str) -> str:
    try:
        return Path(f"/proc/{pid}/{name}").read_text(errors="replace")
    except OSError:  # it has ended since
        return ""
