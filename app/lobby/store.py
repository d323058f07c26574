"""All SQL of the lobby and of Home. Each function takes the connection of the caller's transaction."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Row, case, delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from app.database import admissions, players, seats, tables
from app.lobby import codes
from app.tables.store import seats_with_devices

MOST_SHOWN = 30
"""Tables in one list on Home."""


def on_the_device_of(player_id: UUID) -> ColumnElement[bool]:
    """Seats of this guest, and of those who play on the guest's device, without one of their own."""
    beside = select(players.c.id).where(players.c.device_id == player_id)
    return or_(seats.c.player_id == player_id, seats.c.player_id.in_(beside))


async def open_table(connection: AsyncConnection, values: Mapping[str, Any]) -> int | None:
    """The number of a new table in its lobby, with a seed that nobody can foresee; None if its code is in use."""
    row = insert(tables).values(status="lobby", seed=secrets.token_bytes(32), **values)
    made = row.on_conflict_do_nothing(index_elements=[tables.c.code]).returning(tables.c.id)
    number: int | None = await connection.scalar(made)
    return number


async def open_anew(connection: AsyncConnection, values: Mapping[str, Any]) -> tuple[str, int]:
    """A new table in its lobby, under a code and with a seed that nobody can foresee: its code and number."""
    while True:
        code = codes.new()
        number = await open_table(connection, {**values, "code": code})
        if number is not None:
            return code, number


async def waits_with(connection: AsyncConnection, code: str, player_id: UUID) -> bool:
    """Whether this table has not begun yet, and the guest sits there."""
    here = seats.join(tables, tables.c.id == seats.c.table_id)
    mine = (tables.c.code == code) & (tables.c.status == "lobby") & (seats.c.player_id == player_id)
    return await connection.scalar(select(tables.c.id).select_from(here).where(mine)) is not None


async def forget_rematches(connection: AsyncConnection, ended: Sequence[str]) -> None:
    """These tables have ended or were removed: finished tables whose rematch they were to be may have another."""
    await connection.execute(update(tables).where(tables.c.rematch.in_(ended)).values(rematch=None))


async def which(connection: AsyncConnection, meant: Sequence[str]) -> str | None:
    """The one of these codes that a table has."""
    found: str | None = await connection.scalar(select(tables.c.code).where(tables.c.code.in_(meant)).limit(1))
    return found


async def take_seat(connection: AsyncConnection, table_id: int, number: int, **values: Any) -> None:
    """Seats a player (`player_id`) or a bot (`bot`) with a name and a colour."""
    await connection.execute(insert(seats).values(table_id=table_id, number=number, **values))


async def empty_seat(connection: AsyncConnection, table_id: int, number: int) -> None:
    """Nobody sits there any more."""
    await connection.execute(delete(seats).where(seats.c.table_id == table_id, seats.c.number == number))


async def arrange(connection: AsyncConnection, table_id: int, order: Sequence[int]) -> None:
    """Numbers the seats anew: seat `order[i]` becomes seat i. In two steps, because a number can be held only once."""
    if not order or list(order) == list(range(len(order))):
        return
    here = seats.c.table_id == table_id
    places = {old: -1 - new for new, old in enumerate(order)}
    await connection.execute(update(seats).where(here).values(number=case(places, value=seats.c.number)))
    await connection.execute(update(seats).where(here).values(number=-1 - seats.c.number))


async def mark_ready(connection: AsyncConnection, table_id: int, player_id: UUID, ready: bool) -> None:
    """The guest is ready, or not yet, and so are those who play on the guest's device."""
    mine = (seats.c.table_id == table_id) & on_the_device_of(player_id)
    await connection.execute(update(seats).where(mine).values(ready=ready))


async def say(connection: AsyncConnection, table_id: int, player_id: UUID, words: str) -> None:
    """What the guest wants to be mixed into the seed."""
    mine = (seats.c.table_id == table_id) & (seats.c.player_id == player_id)
    await connection.execute(update(seats).where(mine).values(words=words))


async def admit(connection: AsyncConnection, table_id: int, player_id: UUID, kicked: bool = False) -> None:
    """Notes that the guest was let in; or that the host sent the guest away."""
    row = insert(admissions).values(table_id=table_id, player_id=player_id, kicked=kicked)
    keys = [admissions.c.table_id, admissions.c.player_id]
    await connection.execute(row.on_conflict_do_update(index_elements=keys, set_={"kicked": kicked}))


async def is_kicked(connection: AsyncConnection, table_id: int, player_id: UUID) -> bool:
    """Whether the host sent this guest away."""
    mine = (admissions.c.table_id == table_id) & (admissions.c.player_id == player_id)
    return await connection.scalar(select(admissions.c.kicked).where(mine)) is True


async def watching(connection: AsyncConnection, table_id: int) -> int:
    """How many were let in and have no seat."""
    seated = select(seats.c.player_id).where(seats.c.table_id == table_id, seats.c.player_id.is_not(None))
    let_in = (admissions.c.table_id == table_id) & ~admissions.c.kicked & admissions.c.player_id.not_in(seated)
    return int(await connection.scalar(select(func.count()).select_from(admissions).where(let_in)) or 0)


async def belongs(connection: AsyncConnection, meant: Sequence[str], player_id: UUID) -> bool:
    """Whether the guest was let in at a table with one of these codes."""
    here = admissions.join(tables, tables.c.id == admissions.c.table_id)
    mine = select(tables.c.id).select_from(here).where(tables.c.code.in_(meant), admissions.c.player_id == player_id)
    return await connection.scalar(mine.limit(1)) is not None


async def mine(connection: AsyncConnection, player_id: UUID, skip: int) -> Sequence[Row[Any]]:
    """Tables at which the guest sits, or somebody on the guest's device, running ones first, then the newest; one more
    than is shown, if there are older ones. Ended ones are left out."""
    own = select(seats.c.table_id).where(on_the_device_of(player_id))
    first = case({"playing": 0, "lobby": 1}, value=tables.c.status, else_=2)
    rows = select(tables).where(tables.c.id.in_(own), tables.c.status != "ended")
    rows = rows.order_by(first, tables.c.changed_at.desc(), tables.c.id).offset(skip).limit(MOST_SHOWN + 1)
    return (await connection.execute(rows)).all()


async def listed(connection: AsyncConnection) -> Sequence[Row[Any]]:
    """Tables that their hosts show to everybody, with the host's name: lobbies first, then the newest."""
    rows = select(tables, players.c.name.label("host")).outerjoin(players, players.c.id == tables.c.host_id)
    rows = rows.where(~tables.c.private, tables.c.status.in_(("lobby", "playing")))
    return (
        await connection.execute(rows.order_by(tables.c.status, tables.c.changed_at.desc()).limit(MOST_SHOWN))
    ).all()


async def seats_of_all(connection: AsyncConnection, table_ids: Sequence[int]) -> dict[int, list[Row[Any]]]:
    """The taken seats of several tables, in order."""
    rows = seats_with_devices.where(seats.c.table_id.in_(table_ids)).order_by(seats.c.table_id, seats.c.number)
    found: dict[int, list[Row[Any]]] = {number: [] for number in table_ids}
    for row in await connection.execute(rows):
        found[row.table_id].append(row)
    return found
