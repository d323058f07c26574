"""A nudge for whom the table waits: a line, a sound or a notice on their open pages, at most once a minute a table.

It tells nothing that the table doesn't: whom it waits for stands on everybody's page.
"""

from collections.abc import Sequence
from datetime import timedelta
from math import ceil
from uuid import UUID

from sqlalchemy import func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.chat import service, store
from app.chat.notices import Notice
from app.chat.service import Company
from app.database import tables
from app.house import House
from app.language import gettext
from app.problems import Conflict, NotYours, TooMany
from app.tables import questions, sharing
from app.tables.store import SeatRow

PAUSE = timedelta(minutes=1)
"""Between two nudges at one table, whoever gives them."""


async def nudge(house: House, code: str, player_id: UUID) -> tuple[str, ...]:
    """Nudges the people the table waits for: their names. Raises NoSuchTable, Gone, NotYours, Conflict, TooMany."""
    async with house.engine.begin() as connection:
        company = await service.join(connection, code, player_id)
        mine = company.seat_of(player_id)
        if mine is None:
            raise NotYours(gettext("Only those who play nudge. Take a seat first."))
        asleep = _people(_waited_for(company), mine)
        await _expect_pause(connection, company.table.id)
        only = tuple({who for row in asleep for who in (row.player_id, row.device_id) if who is not None})
        await store.announce(connection, Notice(company.table.id, "nudged", only, mine.number).payload)
    return tuple(row.name for row in asleep)


def _waited_for(company: Company) -> Sequence[SeatRow]:
    """In the lobby whoever isn't ready, in play whoever is asked, as the page shows it."""
    match company.table.status:
        case "lobby":
            return [row for row in company.seats if not row.ready]
        case "playing":
            asked = questions.read(company.table.questions).asked
            return [row for row in company.seats if row.number in asked]
        case _:
            return []


def _people(waited_for: Sequence[SeatRow], mine: SeatRow) -> Sequence[SeatRow]:
    """Those of them who can be nudged. Raises Conflict."""
    if not waited_for:
        raise Conflict(gettext("The table waits for nobody, so there is nobody to nudge."))
    if any(row.number == mine.number for row in waited_for):
        raise Conflict(gettext("The table waits for you as well. Choose first, then nudge the others."))
    people = [row for row in waited_for if row.bot is None]
    if not people:
        raise Conflict(gettext("The table waits for a bot, and bots need no nudge. It plays in a moment."))
    elsewhere = [row for row in people if sharing.device_of(row) != sharing.device_of(mine)]
    if not elsewhere:
        raise Conflict(gettext("Whom the table waits for plays on this device. Hand it on."))
    return elsewhere


async def _expect_pause(connection: AsyncConnection, table_id: int) -> None:
    """Notes the nudge, if the last one is long ago. Two at once: one waits here, and is too early. Raises TooMany."""
    now = (await connection.execute(select(func.clock_timestamp()))).scalar_one()
    rested = or_(tables.c.nudged_at.is_(None), tables.c.nudged_at <= now - PAUSE)
    row = update(tables).where(tables.c.id == table_id, rested).values(nudged_at=now)
    if await connection.scalar(row.returning(tables.c.id)) is None:
        before = await connection.scalar(select(tables.c.nudged_at).where(tables.c.id == table_id))
        rest = max(1, ceil((PAUSE - (now - (before or now))).total_seconds()))
        raise TooMany(gettext("Somebody nudged within the last minute. Wait {seconds} seconds.", seconds=rest), rest)
