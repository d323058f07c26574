"""The seats as everybody may know them, each with the letter on its mark: the initial, or two letters where a seat
before it has the same."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from app.pages import SeatFacts
from app.tables.levels import word
from app.tables.store import SeatRow


def seat_facts(rows: Sequence[SeatRow], gone: Mapping[UUID, datetime] = {}) -> tuple[SeatFacts, ...]:
    """What pages may show of the taken seats, in order. `gone`: who is away, and since when."""
    marks = letters([row.name for row in rows])
    return tuple(_facts(row, mark, gone.get(row.player_id)) for row, mark in zip(rows, marks, strict=True))


def lettered(seats: Sequence[SeatFacts], marks: Sequence[str]) -> tuple[SeatFacts, ...]:
    """The seats with these letters on their marks."""
    return tuple(replace(seat, letter=mark) for seat, mark in zip(seats, marks, strict=True))


def _facts(row: SeatRow, mark: str, gone: datetime | None) -> SeatFacts:
    return SeatFacts(
        seat=row.number,
        name=row.name,
        letter=mark,
        colour=row.colour,
        bot=row.bot is not None and row.player_id is None,
        away=row.bot is not None and row.player_id is not None,
        level=word(row.bot),
        gone=gone,
    )


def letters(names: Sequence[str]) -> list[str]:
    """One or two characters for each name, in order."""
    taken: set[str] = set()
    marks: list[str] = []
    for name in names:
        initials = _initials(name)
        mark = initials[0] if initials[0] not in taken else initials
        taken.add(mark)
        marks.append(mark)
    return marks


def _initials(name: str) -> str:
    """The first character as a capital, and the second letter or the next word's first."""
    words = name.split()
    if not words:
        return "?"
    first = words[0][0].upper()
    second = words[-1][0] if len(words) > 1 else words[0][1:2]
    return first + second.lower()
