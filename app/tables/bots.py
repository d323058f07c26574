"""Bots at the tables. Any process may play them: it takes a table whose bots nobody thinks about, lets them think
without holding its row, and writes the move by the same service as people's, if that is still what is due.

What is due, and who thinks about it until when, stands in the row. So whoever ends in the middle loses nothing, and
two who think about the same never both move. How long a bot waits never depends on what it holds.
"""

import asyncio
import secrets
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from app.house import House
from app.problems import Problem
from app.tables import pacing, questions, service, store
from app.tables.service import Ticket
from app.tables.store import SeatRow, TableRow
from app.tables.thinking import Fault, Meant, Thought, fault_of
from app.tables.writing import Written
from app.watching.log import logger
from games import GAMES
from games.kernel.bots import Asked, random_bot
from games.kernel.contract import decode
from games.kernel.dice import Cup, dice_from
from games.kernel.events import Seat

log = logger("bots")


class Errand(NamedTuple):
    """A table that this process has taken on, as it stood then, its seats, and when its next bot moves: as the table's
    row says it, and by `time.monotonic`."""

    table: TableRow
    seats: Sequence[SeatRow]
    due: datetime
    at: float


class Wish(NamedTuple):
    """The move that a seat's bot wants to make, and what it takes to think of it once more."""

    seat: Seat
    level: str
    chance: bytes
    ticket: Ticket


class Overtaken(Exception):  # noqa: N818 - nothing is wrong
    """Something else is due at the table by now."""


# --- what other parts of the house ask for ------------------------------------------------------------------------


async def answer_for(house: House, table: TableRow, seat: Seat, level: str) -> Ticket:
    """What a bot of this level would answer for this seat, which the table must wait for, whoever sits there. It may
    take seconds, so the row should not be locked; `service.carry_out` plays it, and refuses it if it is stale."""
    return (await _answer(house, table, seat, level)).ticket


def simple_answer(table: TableRow, seat: Seat) -> Ticket:
    """Any answer of this seat, filled at random: what is played where a bot fails."""
    game, open_ = GAMES[table.game], questions.read(table.questions)
    state = decode(game, table.state, table.schema)
    choice, filled = random_bot.answer(Asked(game, state, seat), Cup(dice_from(secrets.token_bytes(32))))
    return Ticket(str(open_.asked[seat].id), choice.move, filled, open_.key(seat))


# --- one move of a bot ---------------------------------------------------------------------------------------------


async def play_one(house: House) -> bool:
    """One move of a bot, thought of and made when it is due; False if no table waits for a process to think."""
    errand = await take(house)
    if errand is None:
        return False
    try:
        await play(house, *await consider(house, errand))
    except Overtaken:
        log.debug("the table has moved on", table=errand.table.id)
    return True


async def take(house: House) -> Errand | None:
    """The table whose bots move first of those that nobody thinks about; it is this process's for a while."""
    async with house.engine.begin() as connection:
        table = await store.lock_unthought(connection)
        if table is None:
            return None
        await store.lease(connection, table.id, table.bot_due, house.minds.limit, table.bot_due)
        at = time.monotonic() + (table.bot_due - table.now).total_seconds()
        return Errand(table, await store.seats_of(connection, table.id), table.bot_due, at)


async def consider(house: House, errand: Errand) -> tuple[Errand, Wish | None]:
    """What is done there, by a bot that makes a free move, or one that the table waits for; None: nothing. The errand
    may be due later than it was. Raises Overtaken."""
    return await _free_move(house, errand) or await _answers(house, errand)


async def _free_move(house: House, errand: Errand) -> tuple[Errand, Wish] | None:
    """Each bot that may is asked once, in an order by lot; what a search may take is shared among them."""
    table = errand.table
    asked = pacing.volunteers(GAMES[table.game], errand.seats, questions.read(table.questions))
    secrets.SystemRandom().shuffle(asked)
    for row in asked:
        await _hold(house, errand, errand.due)
        thought = _thought(table, row.number, row.bot, house.minds.seconds / len(asked), free=True)
        meant = await _think(house, table, thought)
        if meant is not None:
            return errand, _wish(table, thought, meant)
    return None


async def _answers(house: House, errand: Errand) -> tuple[Errand, Wish | None]:
    open_ = questions.read(errand.table.questions)
    due = [row for row in errand.seats if row.bot is not None and row.number in open_.asked]
    if not due:
        return errand, None
    row = due[secrets.randbelow(len(due))]
    wait = _time_to_reply(house, errand, open_, row.number)
    then = errand.due + wait
    await _hold(house, errand, then)
    later = errand._replace(due=then, at=errand.at + wait.total_seconds())
    return later, await _answer(house, errand.table, row.number, row.bot)


def _time_to_reply(house: House, errand: Errand, open_: questions.Questions, seat: Seat) -> timedelta:
    """A bot that has just made people an offer gives them the time to read it before it goes on."""
    if open_.offering != seat:
        return timedelta(0)
    return pacing.TIME_TO_REPLY * pacing.pause(house.settings, errand.table.pace)


async def _hold(house: House, errand: Errand, then: datetime) -> None:
    async with house.engine.begin() as connection:
        if not await store.lease(connection, errand.table.id, errand.due, house.minds.limit, then):
            raise Overtaken


async def _answer(house: House, table: TableRow, seat: Seat, level: str) -> Wish:
    thought = _thought(table, seat, level, house.minds.seconds)
    meant = await _think(house, table, thought)
    if meant is not None:
        return _wish(table, thought, meant)
    return Wish(seat, level, thought.chance, simple_answer(table, seat))


def _thought(table: TableRow, seat: Seat, level: str, seconds: float, free: bool = False) -> Thought:
    return Thought(table.game, table.schema, table.state, seat, level, free, secrets.token_bytes(32), seconds)


async def _think(house: House, table: TableRow, thought: Thought) -> Meant | None:
    """What the bot means to do; a bot that fails means nothing, and is told of."""
    found = await house.minds.think(thought)
    if not isinstance(found, Fault):
        return found
    _tell(table, thought.seat, thought.level, thought.chance, found, thought.free)
    return None


def _wish(table: TableRow, thought: Thought, meant: Meant) -> Wish:
    open_ = questions.read(table.questions)
    question = meant.free or str(open_.asked[thought.seat].id)
    ticket = Ticket(question, meant.tag, meant.filled, open_.key(thought.seat))
    return Wish(thought.seat, thought.level, thought.chance, ticket)


def _tell(table: TableRow, seat: Seat, level: str, chance: bytes, fault: Fault, free: bool) -> None:
    """All that it takes to have the bot think of it once more, and nothing that is hidden."""
    again = f"conclave tables think {table.id} {table.seq} {seat} {level} {chance.hex()}{' --free' if free else ''}"
    of = {"table": table.id, "game": table.game, "edition": table.edition}
    log.error("a bot failed", **of, fault=str(fault), again=again)


# --- when it is due ------------------------------------------------------------------------------------------------


async def play(house: House, errand: Errand, wish: Wish | None) -> None:
    """Makes the move when it is due. Where the bot's is refused, that is told of, and a simple answer made instead.
    Raises Overtaken."""
    if await _is_settled(house, errand, wish):
        return
    if wish is not None and wish.ticket.is_free:
        errand, wish = await _answers(house, errand)
        if await _is_settled(house, errand, wish):
            return
    if wish is not None:
        await _settle(house, errand, wish._replace(ticket=simple_answer(errand.table, wish.seat)))


async def _is_settled(house: House, errand: Errand, wish: Wish | None) -> bool:
    try:
        await _settle(house, errand, wish)
    except (SQLAlchemyError, OSError, Overtaken):
        raise
    except Exception as error:
        if wish is None:
            raise
        _tell(errand.table, wish.seat, wish.level, wish.chance, fault_of(error), wish.ticket.is_free)
        return False
    return True


async def _settle(house: House, errand: Errand, wish: Wish | None) -> None:
    """The move, once it is due and if it still is. Raises Overtaken, and what `service.carry_out` raises."""
    await asyncio.sleep(errand.at - time.monotonic())
    async with house.engine.begin() as connection:
        table = await store.lock(connection, errand.table.code)
        if table is None or table.bot_due != errand.due or table.status != "playing":
            raise Overtaken
        written = await _carry_out(house, connection, errand, table, wish)
    if written is not None:
        written.tell(house)


async def _carry_out(
    house: House, connection: AsyncConnection, errand: Errand, table: TableRow, wish: Wish | None
) -> Written | None:
    """The table after the move; None if there is none to make: nobody wants one, or it must be thought anew."""
    if wish is None:
        await store.no_bot_due(connection, table.id)
        return None
    seats = await store.seats_of(connection, table.id)
    try:
        return await service.carry_out(house, connection, table, seats, wish.seat, wish.ticket)
    except Problem:
        if table.seq == errand.table.seq:
            raise
        await store.end_leases(connection, [(table.id, errand.due)])
        return None
