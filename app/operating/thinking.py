"""`conclave tables think`: what a bot thought at a move that has been, once more, for whoever looks into its failure.
What it prints may tell a hand, so it is for the operator's eyes."""

import traceback
import zlib
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.database import actions, tables
from app.problems import Malformed
from app.tables.thinking import Meant, Thought, meant_by
from games import GAMES
from games.kernel.contract import decode
from games.kernel.events import IllegalMove

SECONDS = 2.0
"""What a search may take."""


class Again(NamedTuple):
    """What the log says of a bot that failed: the table's number, its seq, the seat, the level, the chance as hex."""

    table: int
    seq: int
    seat: int
    level: str
    chance: str
    free: bool = False


async def once_more(connection: AsyncConnection, asked: Again) -> str:
    """What the bot does, in words. Raises Malformed if there was no such moment."""
    thought = await _thought(connection, asked)
    try:
        meant = meant_by(thought)
        return "It makes no free move." if meant is None else _judged(thought, meant)
    except Exception:
        return traceback.format_exc()


async def _thought(connection: AsyncConnection, asked: Again) -> Thought:
    table = (await connection.execute(select(tables).where(tables.c.id == asked.table))).one_or_none()
    if table is None:
        raise Malformed(f"There is no table {asked.table}.")
    then = select(actions).where(actions.c.table_id == asked.table, actions.c.seq <= asked.seq)
    kept = (await connection.execute(then.order_by(actions.c.seq.desc()).limit(1))).one_or_none()
    if kept is None:
        raise Malformed(f"Table {asked.table} has no move up to {asked.seq}.")
    state, chance = zlib.decompress(kept.state), bytes.fromhex(asked.chance)
    return Thought(table.game, kept.schema, state, asked.seat, asked.level, asked.free, chance, SECONDS)


def _judged(thought: Thought, meant: Meant) -> str:
    game = GAMES[thought.slug]
    try:
        state = decode(game, thought.state, thought.schema)
        game.resolve(state, thought.seat, game.move(meant.tag, meant.filled))
    except IllegalMove as refusal:
        return f"It chooses {meant.tag}, filled {meant.filled}. The rules refuse it: {refusal.reason.clause}."
    return f"It chooses {meant.tag}, filled {meant.filled}. The rules allow it."
