"""Files that are given to a command."""

from pathlib import Path


class UnreadableError(ValueError):
    """A file that can't be read; the message is a sentence."""


def content(file: str, largest: int) -> bytes:
    """What is in the file, of `largest` bytes at most. Raises UnreadableError."""
    path = Path(file)
    try:
        if path.stat().st_size > largest:
            raise UnreadableError(f"{path} has more than {largest:,} bytes, and nothing that is read here has so many.")
        return path.read_bytes()
    except OSError as error:
        raise UnreadableError(f"Can't read {path}: {error.strerror}.") from error
