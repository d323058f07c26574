"""What guests do in the chat of a table. Nothing here knows of requests: pages and programs call the same.

A line is written without the table's lock, so that words don't wait for moves; lines of one table are written one
after the other, so that who has read up to one has read all before it.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

import msgspec
from limits import RateLimitItem, RateLimitItemPerMinute, RateLimitItemPerSecond
from sqlalchemy.ext.asyncio import AsyncConnection

from app import pace
from app.chat import store, words
from app.chat.notices import Notice
from app.chat.store import LineRow, Reader
from app.engine import vouch
from app.house import House
from app.identity.store import name_of
from app.language import gettext, later
from app.lobby.service import expect_welcome
from app.problems import Conflict, KeyReused, Malformed, NoSuchTable, NotYours
from app.tables import sharing
from app.tables.service import KEY
from app.tables.store import SeatRow, TableRow, is_admitted, seats_of
from app.tables.store import find as find_table

PACE: tuple[RateLimitItem, ...] = (
    RateLimitItemPerSecond(8, 10, namespace="words at once"),
    RateLimitItemPerMinute(30, namespace="words"),
)
"""Lines of one guest, at all tables: as fast as one talks, not as fast as a program does."""

STRANGER = later("You are not at this table, so you can't write here. Join it first.")
WATCHERS_READ = later("At this table only players write. Take a seat, or read along.")
NO_SUCH_LINE = later("There is no such message here. Load the page again.")


class Speech(msgspec.Struct, frozen=True):
    """What somebody wants to say: the words as typed, the form's key, and whom it is for (None: everybody)."""

    words: str
    key: str
    to: UUID | None = None


class Company(msgspec.Struct, frozen=True):
    """A table, its seats, and a guest who may see it."""

    table: TableRow
    seats: Sequence[SeatRow]
    player_id: UUID

    @property
    def is_shared(self) -> bool:
        """Whether others play on the guest's device."""
        return sharing.is_shared(self.seats, self.player_id)

    @property
    def reader(self) -> Reader:
        """The guest as a reader of the table's chat."""
        return Reader(self.table.id, self.player_id)

    def seat_of(self, player_id: UUID) -> SeatRow | None:
        """The seat of this guest, or None."""
        return next((row for row in self.seats if row.player_id == player_id), None)


async def join(connection: AsyncConnection, code: str, player_id: UUID) -> Company:
    """The guest among those at the table. Raises NoSuchTable, Gone, NotYours."""
    table = await find_table(connection, code)
    if table is None:
        raise NoSuchTable
    await expect_welcome(connection, table, player_id)
    company = Company(table, await seats_of(connection, table.id), player_id)
    watches = company.seat_of(player_id) is None and not company.is_shared
    if watches and not (table.watchers and await is_admitted(connection, table.id, player_id)):
        raise NotYours(gettext(STRANGER))
    return company


async def say(house: House, code: str, player_id: UUID, speech: Speech) -> None:
    """Says it, once for each key. Raises NoSuchTable, Gone, NotYours, Conflict, KeyReused, Malformed, TooMany."""
    said = words.normal(speech.words)
    if not KEY.fullmatch(speech.key):
        raise Malformed(gettext("A message needs a key of 1 to 40 letters and digits. Load the page again."))
    await _keep_pace(house, player_id)
    async with house.engine.begin() as connection:
        company = await join(connection, code, player_id)
        name = await _writer(connection, company)
        only = _pair(company, speech.to)
        await store.take_turns(connection, company.table.id)
        line = {"words": said, "key": speech.key, "to_player_id": speech.to, "private": bool(only)}
        whose = {"table_id": company.table.id, "player_id": player_id, "name": name}
        if await store.add(connection, token=uuid4(), **whose, **line):
            await store.announce(connection, Notice(company.table.id, "said", only).payload)
        else:
            await vouch(connection)
            _expect_same(await store.sent_with(connection, company.reader, speech.key), line)


async def _keep_pace(house: House, player_id: UUID) -> None:
    for limit in PACE:
        sentence = gettext("That was too much at once. Wait a minute, then send it again.")
        await pace.keep(house, limit, player_id.hex, sentence=sentence)


async def _writer(connection: AsyncConnection, company: Company) -> str:
    """What the guest is called here, who may write. Raises NotYours."""
    seat = company.seat_of(company.player_id)
    if seat is not None:
        return str(seat.name)
    if not company.table.watchers_chat:
        raise NotYours(gettext(WATCHERS_READ))
    return await name_of(connection, company.player_id) or "A guest"


def _pair(company: Company, to: UUID | None) -> tuple[UUID, ...]:
    """The two who may read it; nobody named, if everybody may. Raises NotYours, Malformed, Conflict."""
    if to is None:
        return ()
    if company.seat_of(company.player_id) is None:
        raise NotYours(gettext("Private words are between players. Write to everybody, or take a seat."))
    if to == company.player_id:
        raise Malformed(gettext("These words would be for yourself. Choose somebody else, or everybody."))
    if company.seat_of(to) is None:
        raise left()
    return company.player_id, to


def left() -> Conflict:
    """The problem that whom the words are for sits here no more."""
    return Conflict(gettext("Whom these words are for has left the table. Choose somebody else, or everybody."))


def _expect_same(row: LineRow, line: dict[str, Any]) -> None:
    """Sent again, and removed meanwhile: so be it. Raises KeyReused."""
    if (row.words not in (None, line["words"])) or row.to_player_id != line["to_player_id"]:
        raise KeyReused(gettext("This form was sent before with other words. Send it again, and these follow them."))


async def read_up_to(house: House, code: str, player_id: UUID, token: UUID) -> None:
    """This line, and all before it, have been on the guest's screen. Raises NoSuchTable, Gone, NotYours, Malformed."""
    async with house.engine.begin() as connection:
        company = await join(connection, code, player_id)
        line = await _line(connection, company, token)
        if await store.read_up_to(connection, company.reader, line.id):
            await store.announce(connection, Notice(company.table.id, "read", (player_id,)).payload)


async def mute(house: House, code: str, player_id: UUID, token: UUID) -> None:
    """The guest hears nothing more of whoever wrote this line. Raises NoSuchTable, Gone, NotYours, Conflict,
    Malformed."""
    async with house.engine.begin() as connection:
        company = await join(connection, code, player_id)
        line = await _line(connection, company, token)
        if line.player_id is None or line.player_id == player_id:
            raise Conflict(gettext("Nobody else wrote this, so there is nobody to mute."))
        await store.mute(connection, company.reader, line.player_id)
        await store.announce(connection, Notice(company.table.id, "muted", (player_id,)).payload)


async def muted(house: House, code: str, player_id: UUID) -> Sequence[UUID]:
    """Whom the guest has muted here. Raises NoSuchTable, Gone, NotYours."""
    async with house.reading.connect() as connection:
        company = await join(connection, code, player_id)
        return [who for who, _ in await store.muted(connection, company.reader)]


async def unmute(house: House, code: str, player_id: UUID, muted_id: UUID) -> None:
    """The guest hears this one again. Raises NoSuchTable, Gone, NotYours."""
    async with house.engine.begin() as connection:
        company = await join(connection, code, player_id)
        await store.unmute(connection, company.reader, muted_id)
        await store.announce(connection, Notice(company.table.id, "muted", (player_id,)).payload)


async def remove(house: House, code: str, player_id: UUID, token: UUID) -> None:
    """The host takes the words of a line away, for good. Raises NoSuchTable, Gone, NotYours, Malformed."""
    async with house.engine.begin() as connection:
        company = await join(connection, code, player_id)
        if company.table.host_id != player_id:
            raise NotYours(gettext("Only the host removes messages. Ask whoever holds the chair, or mute the writer."))
        line = await _line(connection, company, token)
        await store.remove(connection, line.id)
        only = tuple(who for who in (line.player_id, line.to_player_id) if who) if line.private else ()
        await store.announce(connection, Notice(company.table.id, "removed", only).payload)


async def _line(connection: AsyncConnection, company: Company, token: UUID) -> LineRow:
    line = await store.find(connection, company.reader, token)
    if line is None:
        raise Malformed(gettext(NO_SUCH_LINE))
    return line
