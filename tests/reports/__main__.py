"""Turns an exported table into a test: `python -m tests.reports FILE NAME`."""

import sys
from pathlib import Path

import msgspec

from app.moving.file import MovedTable, read

NAMES = ("Ada", "Bea", "Cem", "Dov", "Eva", "Fay", "Gil", "Hal")


def bare(moved: MovedTable) -> MovedTable:
    """The table without what people said, with other names, and as it can be played on: without a clock, and not ended
    by its host."""
    called = tuple(msgspec.structs.replace(seat, name=NAMES[seat.number]) for seat in moved.seats)
    made = msgspec.structs.replace(moved, seats=called, chat=(), reports=(), clock=None)
    return made if moved.status != "ended" else msgspec.structs.replace(made, status="playing", ended_at=None)


def main(file: str, name: str) -> None:
    """Writes the test's file."""
    moved = read(Path(file).read_bytes())
    if not moved.actions:
        raise SystemExit("This table is in its lobby: there is nothing to play again.")
    made = Path(__file__).parent / f"{name}.json"
    made.write_bytes(msgspec.json.encode(bare(moved)))
    print(f"{made.name} is a test now: pytest tests/app/test_reports.py -k {name}")


if __name__ == "__main__":
    main(*sys.argv[1:])
