"""A guest's own tables, as Home lists them: whose turn it is, how much has happened since the guest last looked, and
how the finished ones ended.

What has happened is counted in lines of the log, which are the same for everybody: a secret change of mind makes none.
"""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from app.language import gettext
from app.lobby import store
from app.pages import MyTable
from app.problems import Malformed
from app.tables import questions
from app.tables.sharing import held
from app.tables.store import SeatRow, TableRow
from games import GAMES
from games.kernel.contract import Result, decode

MOST_BACK = 10_000
"""Tables that may be passed over; nobody has sat at more."""


def skipped(typed: str | None) -> int:
    """How many tables the address of Home passes over (`?older=`). Raises Malformed."""
    if typed is None:
        return 0
    if not (typed.isascii() and typed.isdigit() and len(typed) < 6 and int(typed) <= MOST_BACK):
        raise Malformed(gettext("There is no such page of your tables. Start again at Home."))
    return int(typed)


async def my_tables(connection: AsyncConnection, player_id: UUID, skip: int) -> tuple[tuple[MyTable, ...], bool]:
    """One page of the list, and whether there are older ones."""
    rows = await store.mine(connection, player_id, skip)
    seats = await store.seats_of_all(connection, [row.id for row in rows])
    shown = rows[: store.MOST_SHOWN]
    still = [row for row in shown if held(seats[row.id], player_id)]  # not left meanwhile
    return tuple(_my_table(row, seats[row.id], player_id) for row in still), len(rows) > len(shown)


def _my_table(table: TableRow, seats: Sequence[SeatRow], player_id: UUID) -> MyTable:
    game = GAMES[table.game]
    here = held(seats, player_id)
    mine = next((row for row in here if row.player_id == player_id), here[0])
    asked = questions.read(table.questions).asked if table.status == "playing" else {}
    result = result_of(table)
    names = {row.number: gettext("you") if row is mine else row.name for row in seats}
    beside = [row.number for row in here if row is not mine]
    return MyTable(
        code=table.code,
        slug=table.game,
        title=game.title,
        status=table.status,
        others=tuple(row.name for row in seats if row is not mine),
        yours=mine.number in asked,
        beside=tuple(names[number] for number in beside if number in asked),
        waiting=tuple(names[number] for number in names if number in asked and number != mine.number),
        winners=() if result is None else tuple(names[seat] for seat in _first(result.winners, mine.number)),
        place=None if result is None or game.companion else _place(result, mine.number),
        news=max(0, table.log_length - mine.seen),
        changed=table.changed_at,
        companion=game.companion,
    )


def result_of(table: TableRow) -> Result | None:
    """How the game at this table ended; None while it hasn't."""
    game = GAMES[table.game]
    return game.result(decode(game, table.state, table.schema)) if table.status == "over" else None


def _first(winners: Sequence[int], mine: int) -> list[int]:
    """The winners, the guest before all others."""
    return sorted(winners, key=lambda seat: seat != mine)


def _place(result: Result, seat: int) -> int | None:
    return next((standing.place for standing in result.standings if standing.seat == seat), None)
