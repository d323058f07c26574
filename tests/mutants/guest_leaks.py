"""Leaks planted in what a guest alone may ask for, each with the check that must find it."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from app.database import actions
from app.identity import keeping
from app.lobby import mine
from tests.leaks import guest_checks
from tests.mutants.live_leaks import LiveMutant


def _the_download_holds_everybodys_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    async def moves(connection: Any, table: Any) -> list[Any]:
        rows = select(actions.c.at, actions.c.move).where(actions.c.table_id == table.id, actions.c.seat.is_not(None))
        return [keeping.Move(row.at, row.move) for row in await connection.execute(rows.order_by(actions.c.seq))]

    monkeypatch.setattr(keeping, "_moves", moves)


def _news_count_every_write(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = mine._my_table

    def my_table(table: Any, seats: Any, player_id: Any) -> Any:
        return replace(honest(table, seats, player_id), news=table.seq)

    monkeypatch.setattr(mine, "_my_table", my_table)


GUEST_LEAKS = (
    LiveMutant(
        "kept",
        "the download holds everybody's moves",
        _the_download_holds_everybodys_moves,
        guest_checks.the_download_holds_own_moves_only,
        "has others' moves",
    ),
    LiveMutant(
        "list",
        "news count every write",
        _news_count_every_write,
        guest_checks.home_counts_no_change_of_mind,
        "home tells",
    ),
)
"""Their checks want a served house."""
