"""Turns an exported table into a test: `python -m tests.reports FILE NAME`."""

import sys
from pathlib import Path

import msgspec

from app.moving.file import MovedTable, read

NAMES = ("Ada", "Bea", "Cem", "Dov", "Eva", "Fay", "Gil", "Hal")


def bare(moved: MovedTable) -> MovedTable:
    """The table without what people said, and with other names."""
    called = tuple(msgspec.structs.replace(seat, name=NAMES[seat.number]) for seat in moved.seats)
    return msgspec.structs.replace(moved, seats=called, chat=(), reports=())


def main(file: str, name: str) -> None:
    """Writes the test's file."""
    made = Path(__file__).parent / f"{name}.json"
    made.write_bytes(msgspec.json.encode(bare(read(Path(file).read_bytes()))))
    print(f"{made.name} is a test now: pytest tests/app/test_reports.py -k {name}")


if __name__ == "__main__":
    main(*sys.argv[1:])
