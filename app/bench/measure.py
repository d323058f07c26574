"""The figures of `conclave bench`, and the conditions under which they hold."""

import asyncio
import os
import platform
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import msgspec
import uvloop
from sqlalchemy import text

from app.bench.browser import RefusedError
from app.bench.table import NAMES, Table
from app.engine import connect
from app.postgres import running
from app.simulating import simulate
from games import GAMES

HOST = "127.0.0.1"
START_SECONDS = 60.0
WARM_SECONDS = 1.0
PLAYOUTS = 30


class Conditions(msgspec.Struct, frozen=True):
    """What the figures depend on."""

    machine: str
    cpus: int
    python: str
    database: str
    server_processes: int
    sockets_a_table: int
    client: str = "one process on the same machine"
    moves: str = "random, each table's next when its last reached all four sockets; committed before it is sent"


class Playouts(msgspec.Struct, frozen=True):
    """Games by random bots in one process, without server or database."""

    game: str
    seats: int
    moves_per_second: int


class Moves(msgspec.Struct, frozen=True):
    """Durable moves through the server. Times from POST to the last of the table's sockets."""

    tables: int
    seconds: float
    moves: int
    moves_per_second: float
    p50_ms: float
    p99_ms: float
    push_bytes: int
    """Bytes of a push on average, uncompressed."""


class Figures(msgspec.Struct, frozen=True):
    """Everything that was measured."""

    conditions: Conditions
    playouts: list[Playouts]
    durable_moves: list[Moves]


def bench(tables: Sequence[int], seconds: int, as_json: bool) -> None:
    """Measures on a scratch database beside the working folder, so on a real disk, and prints the figures."""
    workers = int(os.environ.get("WORKERS") or 1)
    scratch = Path(tempfile.mkdtemp(prefix="bench-", dir=Path.cwd()))
    try:
        with running(scratch / "postgres") as server, _served(scratch, server.url(), workers) as port:
            figures = uvloop.run(_measure(server.url(), port, tables, seconds, workers))
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    print(msgspec.json.format(msgspec.json.encode(figures)).decode() if as_json else told(figures))


@contextmanager
def _served(scratch: Path, url: str, workers: int) -> Iterator[int]:
    """The house in processes of its own; its port."""
    with socket.create_server((HOST, 0)) as door:
        port = int(door.getsockname()[1])
    ours = {"DATABASE_URL": url, "CONCLAVE_DATA": str(scratch), "HOST": HOST, "PORT": str(port)}
    process = subprocess.Popen(
        [sys.executable, "-m", "app.bench.house"],
        env={**os.environ, **ours, "WORKERS": str(workers)},
        stdout=subprocess.DEVNULL,
    )
    try:
        _await_health(process, f"http://{HOST}:{port}/readyz")
        yield port
    finally:
        process.terminate()
        process.wait()


def _await_health(process: subprocess.Popen[bytes], address: str) -> None:
    end = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < end:
        try:
            urlopen(address, timeout=1).close()
        except OSError:
            time.sleep(0.1)
            continue
        return
    sys.exit("The server to be measured did not start; see the lines above.")


async def _measure(url: str, port: int, tables: Sequence[int], seconds: int, workers: int) -> Figures:
    engine = connect(url, pool=2)
    async with engine.connect() as connection:
        version = str(await connection.scalar(text("SHOW server_version")))
        fsync = str(await connection.scalar(text("SHOW fsync")))
    conditions = Conditions(
        platform.machine(),
        os.cpu_count() or 1,
        platform.python_version(),
        f"embedded PostgreSQL {version}, fsync {fsync}",
        workers,
        len(NAMES),
    )
    playouts = [_playouts(slug) for slug in GAMES]
    slug = next(iter(GAMES))
    moves = [await _durable([Table(i, slug, HOST, port, engine) for i in range(many)], seconds) for many in tables]
    await engine.dispose()
    return Figures(conditions, playouts, moves)


def _playouts(slug: str) -> Playouts:
    least, most = GAMES[slug].seats
    seats = min(max(4, least), most)
    return Playouts(slug, seats, simulate(GAMES[slug], seats, PLAYOUTS, 1, "random").moves_per_second)


async def _durable(tables: list[Table], seconds: int) -> Moves:
    await _play(tables, WARM_SECONDS)
    for table in tables:
        table.start_counting()
    took = await _play(tables, seconds)
    for table in tables:
        await table.close()
    return _figures(tables, took)


async def _play(tables: list[Table], seconds: float) -> float:
    """Lets all tables play at once; how long it took until the last had ended its move. Raises RefusedError, at the
    first refusal."""
    began = time.perf_counter()
    try:
        async with asyncio.TaskGroup() as group:
            for table in tables:
                group.create_task(table.play(began + seconds))
    except* RefusedError as refusals:
        first = refusals.exceptions[0]
    else:
        return time.perf_counter() - began
    raise first


def _figures(tables: list[Table], took: float) -> Moves:
    moves = sum(table.moves for table in tables)
    waits = sorted(wait for table in tables for wait in table.waits)
    sizes = [size for table in tables for size in table.push_sizes]
    return Moves(
        len(tables),
        round(took, 2),
        moves,
        round(moves / took, 1),
        _milliseconds(waits, 0.5),
        _milliseconds(waits, 0.99),
        round(sum(sizes) / max(len(sizes), 1)),
    )


def _milliseconds(waits: list[float], part: float) -> float:
    """The wait that this part of all waits does not exceed; 0 if there was none."""
    return round(waits[min(len(waits) - 1, int(len(waits) * part))] * 1000, 2) if waits else 0.0


def told(figures: Figures) -> str:
    """The figures for people."""
    lines = [f"{one.game}, {one.seats} random bots: {one.moves_per_second:,} moves/s" for one in figures.playouts]
    lines.append(f"{'tables':>6} {'moves/s':>8} {'p50 ms':>8} {'p99 ms':>8} {'push bytes':>11}")
    for row in figures.durable_moves:
        lines.append(f"{row.tables:>6} {row.moves_per_second:>8} {row.p50_ms:>8} {row.p99_ms:>8} {row.push_bytes:>11,}")
    return "\n".join(lines)
