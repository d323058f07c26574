"""What is swept away by itself, once a day: lobbies that never started, a week after anything last happened or was said
in them; and what an erasing that broke off has left. Each process sweeps; what one has swept the next doesn't find."""

import asyncio
from datetime import timedelta

from sqlalchemy import delete, exists, func, select
from sqlalchemy.exc import SQLAlchemyError

from app.database import chat, tables
from app.engine import why_away
from app.house import House
from app.identity import erasing
from app.lobby.store import forget_rematches
from app.problems import Problem
from app.tables.store import announce
from app.watching.log import logger

log = logger("sweeping")

DAY = 24 * 3600.0
AGAIN = 60.0
"""Seconds until it is tried again while the database is away."""
KEPT = timedelta(days=7)
"""How long a lobby is kept in which nothing happens."""


async def sweep_for_ever(house: House) -> None:
    """Sweeps now, and then once a day."""
    while True:
        try:
            await sweep(house)
            await asyncio.sleep(DAY)
        except (SQLAlchemyError, OSError, Problem) as error:
            log.warning("not everything could be swept; trying again", why=why_away(error))
            await asyncio.sleep(AGAIN)


async def sweep(house: House) -> int:
    """How many lobbies went. Tables that somebody is changing just now are passed over."""
    since = func.now() - KEPT
    talked = exists().where(chat.c.table_id == tables.c.id, chat.c.at >= since)
    old = select(tables.c.id).where(tables.c.status == "lobby", tables.c.changed_at < since, ~talked)
    gone = delete(tables).where(tables.c.id.in_(old.with_for_update(skip_locked=True)))
    async with house.engine.begin() as connection:
        rows = (await connection.execute(gone.returning(tables.c.id, tables.c.code, tables.c.seq))).all()
        await forget_rematches(connection, [row.code for row in rows])
        for row in rows:
            await announce(connection, row.id, row.seq + 1)
    if rows:
        log.warning("lobbies that never started were removed after a week", number=len(rows))
    left = await erasing.finish_all(house)
    if left:
        log.warning("the erasing of guests, which had broken off, was finished", number=left)
    return len(rows)
