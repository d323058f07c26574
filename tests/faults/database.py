"""The PostgreSQL of a run: on a small disk of its own, which can be filled; it can be killed and stopped, and comes
back by itself, as with an operator's supervisor."""

import contextlib
import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.postgres import Server, running
from tests.conftest import execute

ROOM = "400m"
"""Size of the small disk: a fresh cluster, its log of 64 MB, and some hundred games."""
SETTINGS = ("max_wal_size = '64MB'", "min_wal_size = '32MB'", "checkpoint_timeout = '30s'")


class Database:
    """A running PostgreSQL and its folder. `small`: the folder is a disk by itself."""

    def __init__(self, folder: Path, server: Server, small: bool) -> None:
        self.small = small
        self.url = server.url()
        self.socket = str(server.sockets / ".s.PGSQL.5432")
        self._folder = folder
        self._ballast = folder / "ballast"

    def signal(self, how: signal.Signals) -> None:
        """To the first process of PostgreSQL: SIGKILL is a crash, SIGINT a fast stop."""
        with contextlib.suppress(OSError, IndexError, ValueError):  # it is starting just now: then it is down already
            os.kill(int((self._folder / "postgres/cluster/postmaster.pid").read_text().split()[0]), how)

    def fill(self) -> None:
        """Not a byte is left on the disk."""
        with contextlib.suppress(OSError), self._ballast.open("ab", buffering=0) as out:
            while True:
                out.write(bytes(4096))

    def empty(self) -> None:
        """The disk has room again."""
        self._ballast.unlink(missing_ok=True)


@contextmanager
def database() -> Iterator[Database]:
    """A PostgreSQL that keeps what it commits, for the length of a block."""
    folder = Path(tempfile.mkdtemp(prefix="conclave-faults-"))
    small = _mounted(folder)
    try:
        with running(folder / "postgres", durable=True) as server:
            for setting in SETTINGS:
                execute(server.url(), f"ALTER SYSTEM SET {setting}")
            execute(server.url(), "SELECT pg_reload_conf()")
            yield Database(folder, server, small)
    finally:
        if small:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)
        subprocess.run(["rm", "-rf", str(folder)], check=True)


def _mounted(folder: Path) -> bool:
    """Makes the folder a small disk in memory; False where only root could."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "conclave-faults", str(folder)]
    return os.geteuid() == 0 and subprocess.run(mount, check=False, capture_output=True).returncode == 0
