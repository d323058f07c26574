"""The process between us and PostgreSQL: starts it, and stops it when the pipe to us closes, however we ended.

Run by its path with nothing but the standard library, so that it is up at once:
`watchdog.py CLUSTER LOG UID GID SOCKETS command...`. Says "ready" on its output, or ends. `UID` and `GID` of -1: as we
are. `SOCKETS` is removed at the end if it is a temporary folder's name, or is "".
"""

import contextlib
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn

START_SECONDS = 60.0
PAUSE = 0.5
"""Seconds between two looks at whether it still runs, and so between two tries to start it again."""
_STOPS = ((signal.SIGINT, 30.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0))


def main(arguments: list[str]) -> int:
    """Keeps PostgreSQL running until our input ends. Returns 1 if it does not start."""
    cluster, log, user, group, sockets, *command = arguments
    signal.signal(signal.SIGTERM, _leave)
    server = start(command, Path(log), int(user), int(group))
    try:
        if not ready(server, Path(cluster)):
            return 1
        print("ready", flush=True)
        while not owner_gone(PAUSE):
            if server.poll() is not None:  # it crashed, or its disk was full: the data is safe, so go on once it can
                server = start(command, Path(log), int(user), int(group))
                ready(server, Path(cluster))
        return 0
    finally:
        stop(server)
        if sockets:
            shutil.rmtree(sockets, ignore_errors=True)


def start(command: list[str], log: Path, user: int, group: int) -> subprocess.Popen[bytes]:
    """Starts PostgreSQL, its messages appended to the log."""
    with log.open("ab") as out:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            user=None if user < 0 else user,
            group=None if group < 0 else group,
            extra_groups=None if user < 0 else [],
        )


def ready(server: subprocess.Popen[bytes], cluster: Path) -> bool:
    """Waits until this very server takes connections: a probe could reach somebody else's."""
    end = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < end and not owner_gone(0.01):
        lines = []
        with contextlib.suppress(OSError):
            lines = (cluster / "postmaster.pid").read_text().splitlines()
        if len(lines) >= 8 and lines[0] == str(server.pid) and lines[7].strip() == "ready":
            return True
    return False


def owner_gone(seconds: float) -> bool:
    """Waits so long for the pipe to close; nothing is ever written to it."""
    return bool(select.select([sys.stdin], [], [], seconds)[0])


def stop(server: subprocess.Popen[bytes]) -> None:
    """Stops PostgreSQL: in order, then at once, then by force."""
    for sign, seconds in _STOPS:
        if server.poll() is not None:
            return
        server.send_signal(sign)
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(seconds)


def _leave(*_: object) -> NoReturn:
    sys.exit(0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
