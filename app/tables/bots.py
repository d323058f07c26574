"""Bots at the tables. Any process may play them: the table whose bot has waited longest is picked with SKIP LOCKED,
and the move is written by the same service as people's. How long a bot waits never depends on what it holds."""

import asyncio
import logging
import secrets
from datetime import UTC, datetime, timedelta

from sqlalchemy.exc import SQLAlchemyError

from app.house import House
from app.tables import questions, service, store
from app.tables.service import Ticket
from games import GAMES
from games.kernel.bots import Asked, random_bot
from games.kernel.contract import decode
from games.kernel.dice import Cup, dice_from
from games.kernel.events import Seat

log = logging.getLogger("conclave.bots")

LEVELS = {"simple": random_bot}
"""Level -> how it plays."""

IDLE = 0.1
"""Seconds between two looks for a bot whose turn has come."""
AFTER_A_FAILURE = 1.0
"""Seconds until the next look, where the last one failed."""
AFTER_A_FAULT = timedelta(seconds=30)
"""How long a table waits whose bot has failed, so that it holds up no other."""


async def play_for_ever(house: House) -> None:
    """Plays every bot's move when it is due; a failure, of whatever kind, is logged and tried again."""
    while True:
        try:
            played = await play_due(house)
        except (SQLAlchemyError, OSError):
            log.warning("the database is away; bots wait")
            played = await asyncio.sleep(AFTER_A_FAILURE, False)
        except Exception:
            log.exception("bots could not play; they try again")
            played = await asyncio.sleep(AFTER_A_FAILURE, False)
        if not played:
            await asyncio.sleep(IDLE)


async def play_due(house: House) -> bool:
    """One bot's move; False if none is due. A bot that fails is logged, and its table comes last for a while."""
    try:
        return await play_one(house)
    except BotFault as fault:
        log.exception("table %s, seq %s: the bot of seat %s failed", fault.table_id, fault.seq, fault.seat)
        async with house.engine.begin() as connection:
            await store.save(connection, fault.table_id, bot_due=datetime.now(UTC) + AFTER_A_FAULT)
        return True


class BotFault(Exception):  # noqa: N818 - a bot's fault, not the database's
    """A bot raised, or made a move that was refused."""

    def __init__(self, table_id: int, seq: int, seat: int) -> None:
        super().__init__(table_id, seq, seat)
        self.table_id = table_id
        self.seq = seq
        self.seat = seat


async def play_one(house: House) -> bool:
    """The move of the bot that has waited longest; False if none is due. Raises BotFault."""
    async with house.engine.begin() as connection:
        table = await store.lock_due(connection)
        if table is None:
            return False
        seats = await store.seats_of(connection, table.id)
        open_ = questions.read(table.questions)
        due = [row for row in seats if row.bot is not None and row.number in open_.asked]
        if not due:
            await store.save(connection, table.id, bot_due=None)
            return False
        row = due[secrets.randbelow(len(due))]
        try:
            ticket = _ticket(table, row.number, row.bot)
            seq, _ = await service.carry_out(house, connection, table, seats, row.number, ticket)
        except (SQLAlchemyError, OSError):
            raise
        except Exception as error:
            raise BotFault(table.id, table.seq, row.number) from error
    house.hub.notice(table.id, seq)
    return True


async def answer_for(house: House, table: store.TableRow, seat: Seat, level: str) -> Ticket:
    """What a bot of this level would answer for this seat, which the table must wait for, whoever sits there."""
    return _ticket(table, seat, level)


def _ticket(table: store.TableRow, seat: Seat, level: str) -> Ticket:
    game, open_ = GAMES[table.game], questions.read(table.questions)
    state = decode(game, table.state, table.schema)
    chance = Cup(dice_from(secrets.token_bytes(32)))
    choice, filled = LEVELS[level].answer(Asked(game, state, seat), chance)
    return Ticket(str(open_.asked[seat].id), choice.move, filled, open_.key(seat))
