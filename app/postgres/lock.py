"""One owner a folder: a file lock that the watchdog holds with us, until PostgreSQL has stopped."""

import contextlib
import fcntl
import os
import time
from pathlib import Path

from app.postgres.problems import PostgresError

STOPPING_SECONDS = 30.0


def take(folder: Path) -> int:
    """Locks the folder and returns the open file. Waits for a killed owner's PostgreSQL to stop.

    Raises PostgresError if somebody else uses the folder, or if it can't be written.
    """
    try:
        file = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise PostgresError(
            f"Can't write in the data folder {folder}: {error.strerror}. Name another with CONCLAVE_DATA."
        ) from error
    _wait_for(file, folder)
    os.ftruncate(file, 0)
    os.pwrite(file, f"{os.getpid()}\n".encode(), 0)
    return file


def is_taken(folder: Path) -> bool:
    """Whether a server uses the folder now."""
    try:
        file = os.open(folder / "lock", os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        return not _locked(file)
    finally:
        os.close(file)


def _wait_for(file: int, folder: Path) -> None:
    end = time.monotonic() + STOPPING_SECONDS
    while not _locked(file):
        owner = os.pread(file, 20, 0).decode().strip()
        if _alive(owner) or time.monotonic() > end:
            os.close(file)
            raise PostgresError(
                f"The data folder {folder} is in use by process {owner}. Stop that one first, or name another folder "
                "with CONCLAVE_DATA."
            )
        time.sleep(0.05)


def _locked(file: int) -> bool:
    with contextlib.suppress(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


def _alive(number: str) -> bool:
    try:
        os.kill(int(number), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return True
