"""Tables in words and columns, for an operator at a terminal."""

from collections.abc import Sequence
from datetime import UTC, datetime

from app.operating.tables import SeatTold, TableTold

HEADS = ("CODE", "GAME", "STATUS", "SEATS", "AGE", "LAST CHANGE", "REPORTS")


def listed(tables: Sequence[TableTold]) -> str:
    """A line for each table."""
    if not tables:
        return "There are no tables."
    rows = [HEADS, *(_row(table) for table in tables)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADS))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def _row(table: TableTold) -> tuple[str, ...]:
    seats = f"{len(table.seats)} of {table.chairs}"
    ages = since(table.created_at), f"{since(table.changed_at)} ago"
    return table.code, table.game, table.status, seats, *ages, str(table.reports or "")


def shown(table: TableTold) -> str:
    """All that an operator may know of one table, line by line."""
    ways = [
        "private" if table.private else "listed",
        "with a password" if table.password else "without a password",
        "watchers may look on" if table.watchers else "no watchers",
    ]
    rows = [
        ("table", table.code),
        ("game", table.game),
        ("status", table.status),
        ("open to", ", ".join(ways)),
        ("host", table.host or "nobody"),
        *((f"seat {seat.seat}", _seat(seat)) for seat in table.seats),
        ("waits for", ", ".join(table.waits_for) or "nobody"),
        ("log", f"{table.log_lines} lines"),
        ("reports", f"{table.reports}, in the file of conclave export {table.code}" if table.reports else "none"),
        *_moments(table),
    ]
    return "\n".join(f"{name:<12}{told}" for name, told in rows)


def _seat(seat: SeatTold) -> str:
    return f"{seat.name} ({seat.who}{', ready' if seat.ready and seat.who == 'player' else ''})"


def _moments(table: TableTold) -> list[tuple[str, str]]:
    moments = {
        "opened": table.created_at,
        "started": table.started_at,
        "ended": table.ended_at,
        "last change": table.changed_at,
    }
    return [(name, f"{at:%Y-%m-%d %H:%M} UTC, {since(at)} ago") for name, at in moments.items() if at is not None]


def since(then: datetime) -> str:
    """How long ago, in the largest unit that fits: "3 days"."""
    minutes = int((datetime.now(UTC) - then).total_seconds() // 60)
    for unit, length in (("day", 1440), ("hour", 60), ("minute", 1)):
        if minutes >= length:
            number = minutes // length
            return f"{number} {unit}{'' if number == 1 else 's'}"
    return "a moment"
