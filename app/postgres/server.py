"""Starts PostgreSQL in a folder, and stops it."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import msgspec

from app.postgres import account, binaries, cluster, lock
from app.postgres.problems import PostgresError

LONGEST_SOCKET = 100
"""Bytes of a socket's path; the system's limit is about 107."""

_SETTINGS = (
    "listen_addresses=",
    "unix_socket_permissions=0700",
    "max_connections=200",
    "log_checkpoints=off",
    "log_error_verbosity=terse",  # else a refused row stands in its log, seed, hands and all
)
_FLEETING = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


class Server(msgspec.Struct, frozen=True):
    """A running PostgreSQL: the folder of its socket, and the watchdog that holds it."""

    sockets: Path
    watchdog: subprocess.Popen[bytes]

    def url(self, database: str = "postgres") -> str:
        """The address of one of its databases, as SQLAlchemy takes it."""
        return self.address(self.sockets, database)

    @staticmethod
    def address(sockets: Path, database: str = "postgres") -> str:
        """The address of a database of the server whose socket lies in this folder."""
        return f"postgresql+asyncpg://{cluster.OWNER}@/{database}?host={quote(str(sockets), safe='')}"

    def stop(self) -> None:
        """Stops it and waits for its end."""
        if self.watchdog.stdin is not None and self.watchdog.stdout is not None:
            self.watchdog.stdin.close()
            self.watchdog.wait()
            self.watchdog.stdout.close()


@contextmanager
def running(folder: Path, durable: bool = True) -> Iterator[Server]:
    """A PostgreSQL in this folder, made if there is none. `durable=False` is for tests: a crash may lose everything.

    Raises PostgresError.
    """
    held = _locked(folder)
    try:
        server = _start(folder, held, durable)
    finally:
        os.close(held)  # the watchdog keeps it
    try:
        yield server
    finally:
        server.stop()


def _locked(folder: Path) -> int:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise PostgresError(
            f"Can't make the data folder {folder}: {error.strerror}. Name another with CONCLAVE_DATA."
        ) from error
    return lock.take(folder)


def _start(folder: Path, held: int, durable: bool) -> Server:
    home = folder / "cluster"
    programs = binaries.find(cluster.version(home))
    runs_as = account.ours(programs)
    runs_as.pass_through(folder)
    if cluster.version(home) is None:
        cluster.make(home, programs, runs_as, durable)
    cluster.forget_dead_server(home)
    sockets, passing = _sockets(folder, runs_as)
    log = folder / "log"
    settings = (f"unix_socket_directories={sockets}", *_SETTINGS, *(() if durable else _FLEETING))
    command = [*runs_as.prefix, str(programs / "postgres"), "-D", str(home), *_options(settings)]
    server = Server(sockets, _watchdog(home, log, runs_as, str(sockets) if passing else "", command, held))
    _await_ready(server, log)
    return server


def _options(settings: Sequence[str]) -> list[str]:
    return [word for setting in settings for word in ("-c", setting)]


def _sockets(folder: Path, runs_as: account.Account) -> tuple[Path, bool]:
    """The folder for the socket, and whether it is a passing one: a path that is long or odd can't hold a socket."""
    inside = folder / "sockets"
    passing = len(os.fsencode(inside / ".s.PGSQL.5432")) > LONGEST_SOCKET or not set(",\"'").isdisjoint(str(inside))
    if passing:
        inside = Path(tempfile.mkdtemp(prefix="conclave-", dir="/tmp"))  # a long TMPDIR is what we flee
    inside.mkdir(mode=0o700, exist_ok=True)
    runs_as.own(inside)
    return inside, passing


def _watchdog(
    home: Path, log: Path, runs_as: account.Account, passing: str, command: list[str], held: int
) -> subprocess.Popen[bytes]:
    program = Path(__file__).with_name("watchdog.py")
    uid, gid = (-1 if number is None else number for number in (runs_as.uid, runs_as.gid))
    return subprocess.Popen(
        [sys.executable, "-I", "-S", str(program), str(home), str(log), str(uid), str(gid), passing, *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for us; the watchdog sees the pipe close
        pass_fds=(held,),
        cwd="/",
    )


def _await_ready(server: Server, log: Path) -> None:
    out = server.watchdog.stdout
    if out is None or out.readline() != b"ready\n":
        server.stop()
        said = log.read_text(errors="replace").strip().splitlines() if log.exists() else []
        reason = next((line.partition("FATAL:")[2] for line in reversed(said) if "FATAL:" in line), "no reason given")
        raise PostgresError(f"PostgreSQL did not start ({reason.strip()}). Its log is {log}.")
