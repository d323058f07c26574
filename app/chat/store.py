"""All SQL of the chat. Each function takes the connection of the caller's transaction.

Whoever reads gets only lines that `_theirs` and `_heard` let through, so nobody else's private words, and nothing at
all without a seat or a watcher's leave, even in the moment in which somebody is sent away.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import BigInteger, ColumnElement, Select, delete, exists, func, literal, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from app.database import admissions, chat, chat_mutes, chat_readers, seats, tables

CHANNEL = "chat"
"""The channel of notices about the chat; the payload is made and read in `app.chat.notices`."""

LineRow = Any
"""A row of `chat`."""

_in_turn = text("SELECT pg_advisory_xact_lock(hashtextextended('chat ' || :table_id, 0))")
_notify = text("SELECT pg_notify('chat', :payload)")


class Reader(NamedTuple):
    """Who reads, at which table."""

    table_id: int
    player_id: UUID
    aloud: bool = False
    """Only what everybody may read: on a shared device, as long as no hand shows."""


def _theirs(reader: Reader) -> ColumnElement[bool]:
    """What was said to everybody, or by or to this reader, who is at the table."""
    meant = or_(~chat.c.private, *(who == reader.player_id for who in _named if not reader.aloud))
    return (chat.c.table_id == reader.table_id) & meant & _is_at_the_table(reader)


_named = (chat.c.player_id, chat.c.to_player_id)


def _is_at_the_table(reader: Reader) -> ColumnElement[bool]:
    seated = exists().where(seats.c.table_id == reader.table_id, seats.c.player_id == reader.player_id)
    mine = (admissions.c.table_id == reader.table_id) & (admissions.c.player_id == reader.player_id)
    let_in = select(admissions.c.player_id).join(tables, tables.c.id == admissions.c.table_id)
    return or_(seated, exists(let_in.where(mine, ~admissions.c.kicked, tables.c.watchers)))


def _heard(reader: Reader) -> ColumnElement[bool]:
    """By nobody whom the reader has muted."""
    return or_(chat.c.player_id.is_(None), chat.c.player_id.not_in(_muted_by(reader)))


def _muted_by(reader: Reader) -> Select[tuple[UUID]]:
    return select(chat_mutes.c.muted_id).where(
        chat_mutes.c.table_id == reader.table_id, chat_mutes.c.player_id == reader.player_id
    )


async def take_turns(connection: AsyncConnection, table_id: int) -> None:
    """Until the transaction ends nobody else writes in this table's chat: so numbers are committed in their order, and
    who has read up to one has missed none before it. Moves are not held up, nor do they hold this up."""
    await connection.execute(_in_turn, {"table_id": str(table_id)})


async def add(connection: AsyncConnection, **values: Any) -> bool:
    """Whether the line was added; not, if this guest has sent one with this key at this table."""
    row = insert(chat).values(**values)
    keys = [chat.c.table_id, chat.c.player_id, chat.c.key]
    return await connection.scalar(row.on_conflict_do_nothing(index_elements=keys).returning(chat.c.id)) is not None


async def sent_with(connection: AsyncConnection, reader: Reader, key: str) -> LineRow:
    """The line that this guest has sent with this key."""
    mine = (chat.c.table_id == reader.table_id) & (chat.c.player_id == reader.player_id) & (chat.c.key == key)
    return (await connection.execute(select(chat).where(mine))).one()


async def latest(
    connection: AsyncConnection, reader: Reader, most: int, after: int = 0, before: int | None = None
) -> Sequence[LineRow]:
    """The newest lines between these numbers that the reader hears, in order."""
    found = select(chat).where(_theirs(reader), _heard(reader), chat.c.id > after)
    if before is not None:
        found = found.where(chat.c.id < before)
    return (await connection.execute(found.order_by(chat.c.id.desc()).limit(most))).all()[::-1]


async def removed(connection: AsyncConnection, reader: Reader, most: int, until: int) -> Sequence[LineRow]:
    """Those of the newest lines up to this number that were removed."""
    newest = (
        select(chat.c.id)
        .where(_theirs(reader), _heard(reader), chat.c.id <= until)
        .order_by(chat.c.id.desc())
        .limit(most)
        .subquery()
    )
    found = select(chat).where(chat.c.id.in_(select(newest.c.id)), chat.c.words.is_(None))
    return (await connection.execute(found.order_by(chat.c.id))).all()


async def find(connection: AsyncConnection, reader: Reader, token: UUID) -> LineRow | None:
    """The line with this token, if the reader may see it."""
    return (await connection.execute(select(chat).where(_theirs(reader), chat.c.token == token))).one_or_none()


async def unread(connection: AsyncConnection, reader: Reader, most: int) -> int:
    """How many lines of others have not been on the reader's screen; counted up to so many."""
    mine = (chat_readers.c.table_id == reader.table_id) & (chat_readers.c.player_id == reader.player_id)
    read = func.coalesce(select(chat_readers.c.read_id).where(mine).scalar_subquery(), literal(0, BigInteger))
    others = chat.c.player_id.is_distinct_from(reader.player_id) & chat.c.words.is_not(None)
    found = select(chat.c.id).where(_theirs(reader), _heard(reader), others, chat.c.id > read).limit(most)
    return int(await connection.scalar(select(func.count()).select_from(found.subquery())) or 0)


async def read_up_to(connection: AsyncConnection, reader: Reader, number: int) -> bool:
    """The line with this number was on the reader's screen; whether it is the newest so far."""
    row = insert(chat_readers).values(table_id=reader.table_id, player_id=reader.player_id, read_id=number)
    newer = row.on_conflict_do_update(
        index_elements=[chat_readers.c.table_id, chat_readers.c.player_id],
        set_={"read_id": row.excluded.read_id},
        where=chat_readers.c.read_id < row.excluded.read_id,
    )
    return await connection.scalar(newer.returning(chat_readers.c.read_id)) is not None


async def remove(connection: AsyncConnection, number: int) -> None:
    """The words of this line are gone."""
    await connection.execute(update(chat).where(chat.c.id == number).values(words=None))


async def mute(connection: AsyncConnection, reader: Reader, muted_id: UUID) -> None:
    """The reader hears nothing of this guest from now on."""
    row = insert(chat_mutes).values(table_id=reader.table_id, player_id=reader.player_id, muted_id=muted_id)
    await connection.execute(row.on_conflict_do_nothing())


async def unmute(connection: AsyncConnection, reader: Reader, muted_id: UUID) -> None:
    """The reader hears this guest again."""
    mine = (chat_mutes.c.table_id == reader.table_id) & (chat_mutes.c.player_id == reader.player_id)
    await connection.execute(delete(chat_mutes).where(mine, chat_mutes.c.muted_id == muted_id))


async def muted(connection: AsyncConnection, reader: Reader) -> Sequence[tuple[UUID, str | None]]:
    """Whom the reader has muted: number, and the name on the last line that the reader may see; None if on none."""
    said = select(chat.c.name).where(chat.c.player_id == chat_mutes.c.muted_id, _theirs(reader))
    last = said.order_by(chat.c.id.desc()).limit(1).scalar_subquery()
    mine = (chat_mutes.c.table_id == reader.table_id) & (chat_mutes.c.player_id == reader.player_id)
    rows = await connection.execute(select(chat_mutes.c.muted_id, last.label("name")).where(mine))
    return [(row.muted_id, row.name) for row in rows]


async def announce(connection: AsyncConnection, payload: str) -> None:
    """Tells every process at commit."""
    await connection.execute(_notify, {"payload": payload})
