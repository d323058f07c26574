"""Problems of a table, kept with it until its operator looks: what players report, and where the house failed. They
leave the server in the file of `conclave export` alone."""

import unicodedata
from datetime import UTC
from typing import Any

from limits import RateLimitItemPerHour
from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app import pace
from app.database import reports
from app.house import House
from app.identity.names import seen
from app.identity.service import Player
from app.language import gettext, later
from app.problems import Malformed, NoSuchTable, NotYours
from app.tables.store import TableRow, find, seats_of
from app.tables.thinking import Fault

LONGEST = 1000
MOST = 50
"""Of one table; older ones give way."""
PACE = RateLimitItemPerHour(10, namespace="reports")


async def report(house: House, code: str, player: Player, typed: str) -> None:
    """Keeps what a player says is wrong. Raises NoSuchTable, NotYours, Malformed, TooMany."""
    words = normal(typed)
    async with house.engine.begin() as connection:
        table = await find(connection, code)
        if table is None:
            raise NoSuchTable
        seat = next((row.number for row in await seats_of(connection, table.id) if row.player_id == player.id), None)
        if seat is None:
            raise NotYours(gettext("You have no seat at this table, so you can't report a problem of it."))
        sentence = gettext("Those were many reports in one hour. What you wrote before is kept.")
        await pace.keep(house, PACE, str(player.id), sentence=sentence)
        await _keep(connection, table, words, seat=seat, player_id=player.id)


def normal(typed: str) -> str:
    """The words as they are kept. Raises Malformed."""
    words = unicodedata.normalize("NFC", seen(typed)).strip()
    if not words:
        raise Malformed(gettext("Say in a sentence what went wrong, and what you had expected."))
    if len(words) > LONGEST:
        sentence = later("A report has at most {most} characters, and this one has {number}. Shorten it.")
        raise Malformed(gettext(sentence, most=LONGEST, number=len(words)))
    return words


async def note(house: House, code: str, fault: Fault) -> None:
    """Keeps where the house failed at a table, if there is one."""
    async with house.engine.begin() as connection:
        table = await find(connection, code)
        if table is not None:
            await _keep(connection, table, str(fault)[:LONGEST])


async def _keep(connection: AsyncConnection, table: TableRow, words: str, **who: Any) -> None:
    await connection.execute(insert(reports).values(table_id=table.id, seq=table.seq, words=words, **who))
    newest = select(reports.c.id).where(reports.c.table_id == table.id).order_by(reports.c.id.desc()).limit(MOST)
    await connection.execute(delete(reports).where(reports.c.table_id == table.id, reports.c.id.not_in(newest)))


async def told(connection: AsyncConnection, table_id: int) -> tuple[str, ...]:
    """The reports of a table in order, each a line: when, at which seq, by which seat or the house, and what."""
    rows = await connection.execute(select(reports).where(reports.c.table_id == table_id).order_by(reports.c.id))
    return tuple(
        f"{row.at.astimezone(UTC):%Y-%m-%d %H:%M} UTC, seq {row.seq}, "
        f"{'the house' if row.seat is None else f'seat {row.seat}'}: {row.words}"
        for row in rows
    )
