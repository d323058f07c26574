"""What a guest's finished games come to: how many, how many won, with whom, Popes made, the longest. No ratings."""

from collections import Counter
from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.database import actions, seats, tables
from app.lobby.mine import result_of
from app.lobby.store import seats_of_all
from app.pages import Figures, Longest
from app.tables.store import SeatRow, TableRow
from app.tables.writing import TAKEN_BACK
from games import GAMES
from games.kernel.contract import Result

MOST_GAMES = 500
"""The newest ones; nobody's older evenings are worth the wait."""
MOST_NAMES = 5
POPE = "how.pope"
"""How the words begin in which Habemus Papam says that somebody was elected."""

_moves = select(actions.c.table_id, func.count().label("moves")).where(
    actions.c.seat.is_not(None), actions.c.move["type"].astext != TAKEN_BACK
)


async def figures(connection: AsyncConnection, player_id: UUID) -> Figures | None:
    """The figures of this guest; None as long as no game is finished."""
    rows = await _finished(connection, player_id)
    if not rows:
        return None
    seated = await seats_of_all(connection, [row.id for row in rows])
    results = [_result(row) for row in rows]
    mine = [_seat(seated[row.id], player_id) for row in rows]
    company = Counter(name for row in rows for name in _others(seated[row.id], player_id))
    return Figures(
        games=len(rows),
        won=sum(seat in result.winners for seat, result in zip(mine, results, strict=True)),
        popes=sum(result.how.key.startswith(POPE) for result in results),
        company=tuple(company.most_common(MOST_NAMES)),
        longest=await _longest(connection, rows),
    )


async def _finished(connection: AsyncConnection, player_id: UUID) -> Sequence[TableRow]:
    own = select(seats.c.table_id).where(seats.c.player_id == player_id)
    ruled = [slug for slug, game in GAMES.items() if not game.companion]
    rows = select(tables).where(tables.c.id.in_(own), tables.c.status == "over", tables.c.game.in_(ruled))
    return (await connection.execute(rows.order_by(tables.c.ended_at.desc()).limit(MOST_GAMES))).all()


def _result(table: TableRow) -> Result:
    result = result_of(table)
    if result is None:
        raise AssertionError(f"table {table.id} is over without a result")
    return result


def _seat(rows: Sequence[SeatRow], player_id: UUID) -> int:
    return next(int(row.number) for row in rows if row.player_id == player_id)


def _others(rows: Sequence[SeatRow], player_id: UUID) -> list[str]:
    """The names of the other people, bots left out."""
    return [row.name for row in rows if row.player_id not in (None, player_id)]


async def _longest(connection: AsyncConnection, rows: Sequence[TableRow]) -> Longest:
    """The game that took the most moves."""
    here = actions.c.table_id.in_([row.id for row in rows])
    made = await connection.execute(_moves.where(here).group_by(actions.c.table_id))
    moves = {row.table_id: row.moves for row in made}
    longest = max(rows, key=lambda row: moves.get(row.id, 0))
    return Longest(longest.code, GAMES[longest.game].title, moves.get(longest.id, 0))
