"""The embedded database for a second program: that of the server which runs in the folder, else one of our own."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.postgres import cluster, lock
from app.postgres.problems import PostgresError
from app.postgres.server import Server, running

STARTING_SECONDS = 20.0


@contextmanager
def reached(folder: Path) -> Iterator[str]:
    """The address of the database in this folder, for as long as the block lasts. Raises PostgresError if there is
    none, or if its server doesn't get ready."""
    if cluster.version(folder / "cluster") is None:
        raise PostgresError(f"There is no database in {folder}. Name the data folder with CONCLAVE_DATA or --data.")
    if lock.is_taken(folder):
        yield _of_running(folder)
        return
    with running(folder) as server:
        yield server.url()


def _of_running(folder: Path) -> str:
    end = time.monotonic() + STARTING_SECONDS
    while time.monotonic() < end:
        lines = _told(folder / "cluster" / "postmaster.pid")
        if len(lines) >= 8 and lines[7].strip() == "ready":
            return Server.address(Path(lines[4]))
        time.sleep(0.05)
    raise PostgresError(f"The server of {folder} is starting or stopping. Try again in a moment.")


def _told(file: Path) -> list[str]:
    try:
        return file.read_text().splitlines()
    except OSError:
        return []
