"""All SQL about guests. Each function takes the connection of the caller's transaction."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import delete, exists, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from app.database import admissions, chat, former_guests, players, seats, tables
from app.engine import vouch

CHANNEL = "guests"
"""The channel of notices about renewed links; the payload is "number, space, epoch": whatever is older is a
stranger's."""

_notify = text("SELECT pg_notify('guests', :payload)")


async def find(connection: AsyncConnection, player_id: UUID) -> Any | None:
    """The guest's row; None if there is no such guest yet, or any more."""
    return (await connection.execute(select(players).where(players.c.id == player_id))).one_or_none()


async def former(connection: AsyncConnection, player_ids: Collection[UUID]) -> Sequence[UUID]:
    """Those of these guests who were erased."""
    return (await connection.scalars(select(former_guests.c.id).where(former_guests.c.id.in_(player_ids)))).all()


async def epochs(connection: AsyncConnection, player_ids: Collection[UUID]) -> Mapping[UUID, int]:
    """The epoch of each of these guests; who was erased is not in it."""
    rows = select(players.c.id, players.c.epoch).where(players.c.id.in_(player_ids))
    return {row.id: row.epoch for row in await connection.execute(rows)}


async def renew(connection: AsyncConnection, player_id: UUID, epoch: int, key: str) -> int | None:
    """Raises the epoch, if it still is this one; the new one, also for the same key again. None: somebody else did."""
    old = update(players).where(players.c.id == player_id, players.c.epoch == epoch)
    new = await connection.scalar(old.values(epoch=epoch + 1, renewal=key).returning(players.c.epoch))
    if new is not None:
        await announce(connection, player_id, new)
        return int(new)
    again = select(players.c.epoch).where(players.c.id == player_id, players.c.renewal == key)
    known: int | None = await connection.scalar(again.where(players.c.epoch == epoch + 1))
    await vouch(connection)
    return known


async def open_tables(connection: AsyncConnection, player_id: UUID) -> int:
    """At how many tables that aren't finished the guest sits."""
    here = seats.join(tables, tables.c.id == seats.c.table_id)
    rows = select(func.count()).select_from(here).where(seats.c.player_id == player_id)
    return int(await connection.scalar(rows.where(tables.c.status.in_(("lobby", "playing")))) or 0)


async def announce(connection: AsyncConnection, player_id: UUID, epoch: int) -> None:
    """Tells every process at commit that whatever of this guest is older than the epoch is a stranger's."""
    await connection.execute(_notify, {"payload": f"{player_id.hex} {epoch}"})


async def name_of(connection: AsyncConnection, player_id: UUID) -> str | None:
    """What the guest is called; None if there is no such guest yet."""
    name: str | None = await connection.scalar(select(players.c.name).where(players.c.id == player_id))
    return name


async def keep(connection: AsyncConnection, player_id: UUID, name: str, language: str | None) -> None:
    """Makes the guest, who speaks this language if any; or gives one that there is this name."""
    row = insert(players).values(id=player_id, name=name, language=language)
    newer = {"name": row.excluded.name, "seen_at": func.now()}
    await connection.execute(row.on_conflict_do_update(index_elements=[players.c.id], set_=newer))


async def add_beside(connection: AsyncConnection, device_id: UUID, name: str) -> UUID:
    """Makes a guest who has no browser, and plays on this guest's device: its number."""
    player_id = uuid4()
    await connection.execute(insert(players).values(id=player_id, name=name, device_id=device_id))
    return player_id


async def forget_beside(connection: AsyncConnection, player_id: UUID) -> None:
    """Such a guest has no seat any more: nothing is kept of it, unless it has played or written elsewhere."""
    used = (seats.c.player_id, chat.c.player_id, chat.c.to_player_id, admissions.c.player_id)
    unused = [~exists().where(column == player_id) for column in used]
    await connection.execute(delete(players).where(players.c.id == player_id, *unused))


async def beside(connection: AsyncConnection, device_id: UUID) -> Sequence[UUID]:
    """Those who play on this guest's device, and have no browser."""
    return (await connection.scalars(select(players.c.id).where(players.c.device_id == device_id))).all()


async def choose_language(connection: AsyncConnection, player_id: UUID, language: str) -> None:
    """The guest's pages are in this language from now on, on every device; for a stranger it does nothing."""
    await connection.execute(update(players).where(players.c.id == player_id).values(language=language))


async def tables_under_other_names(connection: AsyncConnection, player_id: UUID, name: str) -> Sequence[str]:
    """Codes of the open tables at which the guest sits under another name."""
    here = seats.join(tables, tables.c.id == seats.c.table_id)
    rows = select(tables.c.code).select_from(here).where(seats.c.player_id == player_id, seats.c.name != name)
    return (await connection.scalars(rows.where(tables.c.status.in_(("lobby", "playing"))))).all()


async def rename_seat(connection: AsyncConnection, table_id: int, player_id: UUID, name: str) -> None:
    """The guest's seat at this table bears another name from now on."""
    mine = (seats.c.table_id == table_id) & (seats.c.player_id == player_id)
    await connection.execute(update(seats).where(mine).values(name=name))


# --- erasing -----------------------------------------------------------------------------------------------------


async def shut_out(connection: AsyncConnection, player_id: UUID) -> None:
    """From now on every cookie and link of this guest is a stranger's, for ever."""
    await connection.execute(insert(former_guests).values(id=player_id).on_conflict_do_nothing())
    await connection.execute(update(players).where(players.c.id == player_id).values(epoch=players.c.epoch + 1))


async def tables_of(connection: AsyncConnection, player_id: UUID) -> Sequence[Any]:
    """Code and status of each table at which the guest has a seat or the host's chair."""
    own = select(seats.c.table_id).where(seats.c.player_id == player_id)
    rows = select(tables.c.code, tables.c.status).where(or_(tables.c.id.in_(own), tables.c.host_id == player_id))
    return (await connection.execute(rows.order_by(tables.c.id))).all()


async def vacate(connection: AsyncConnection, seat: Any, name: str, bot: str | None) -> None:
    """The seat is no guest's any more: it bears this name, and a bot plays on, or nobody."""
    mine = (seats.c.table_id == seat.table_id) & (seats.c.number == seat.number)
    await connection.execute(update(seats).where(mine).values(player_id=None, name=name, bot=bot))


async def count_up(connection: AsyncConnection, table_id: int) -> None:
    """A write that others may notice, and that moves no table on Home."""
    counted = {"seq": tables.c.seq + 1, "version": tables.c.version + 1}
    await connection.execute(update(tables).where(tables.c.id == table_id).values(**counted))


async def take_words(connection: AsyncConnection, player_id: UUID, name: str) -> Sequence[Any]:
    """The guest's words in every chat are gone, and this name stands where they were: the lines, with `table_id`,
    `private` and `to_player_id`."""
    wrote = update(chat).where(chat.c.player_id == player_id).values(player_id=None, name=name, words=None)
    return (await connection.execute(wrote.returning(chat.c.table_id, chat.c.private, chat.c.to_player_id))).all()


async def forget(connection: AsyncConnection, player_id: UUID) -> None:
    """All that is left once tables and words are gone: chairs of the host, the guest's own row, and what goes with it.
    What others wrote stays theirs. Raises IntegrityError if a request has brought something new."""
    await connection.execute(update(tables).where(tables.c.host_id == player_id).values(host_id=None))
    await connection.execute(update(chat).where(chat.c.to_player_id == player_id).values(to_player_id=None))
    await connection.execute(delete(admissions).where(admissions.c.player_id == player_id))
    await connection.execute(delete(players).where(players.c.id == player_id))


async def half_erased(connection: AsyncConnection) -> Sequence[UUID]:
    """Guests whose erasing broke off."""
    return (await connection.scalars(select(players.c.id).where(players.c.id.in_(select(former_guests.c.id))))).all()
