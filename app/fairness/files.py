"""`conclave verify FILE`: the check of a record that lies on the disk."""

from pathlib import Path

from app.fairness.checking import Finding, RecordError, check, read

LARGEST = 64 * 1024 * 1024
"""Bytes of a record; the longest games have a hundredth of that."""

_MARKS = {True: "right", False: "WRONG", None: "not checked"}


def verify(file: str) -> tuple[Finding, ...]:
    """What holds of the record in this file. Raises RecordError."""
    return check(read(_content(Path(file))))


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST:
            raise RecordError(f"{path} has more than {LARGEST:,} bytes, and no record of a game has so many.")
        return path.read_bytes()
    except OSError as error:
        raise RecordError(f"Can't read {path}: {error.strerror}.") from error


def told(findings: tuple[Finding, ...]) -> str:
    """The findings for the terminal, a line each."""
    return "\n".join(f"{_MARKS[finding.right]:<12} {finding.sentence}" for finding in findings)
