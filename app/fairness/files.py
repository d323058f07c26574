"""`conclave verify FILE`: the check of a record that lies on the disk."""

from app.fairness.checking import Finding, check, read
from app.operating.reading import content

LARGEST = 64 * 1024 * 1024
"""Bytes of a record; the longest games have a hundredth of that."""

_MARKS = {True: "right", False: "WRONG", None: "not checked"}


def verify(file: str) -> tuple[Finding, ...]:
    """What holds of the record in this file. Raises RecordError, UnreadableError."""
    return check(read(content(file, LARGEST)))


def told(findings: tuple[Finding, ...]) -> str:
    """The findings for the terminal, a line each."""
    return "\n".join(f"{_MARKS[finding.right]:<12} {finding.sentence}" for finding in findings)
