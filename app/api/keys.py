"""Keys: what a program shows instead of a cookie (`Authorization: Bearer`). One key opens one seat; of 256 bits, and
kept as SHA-256 alone. A renewed key opens nothing from that moment on."""

import hashlib
import secrets
from typing import cast
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import HTTPConnection

from app.database import api_keys, tables
from app.house import House
from app.problems import NoSuchTable, NotYours, Problem
from app.tables import store
from app.tables.store import TableRow


class Locked(Problem):
    """No key, or one that opens nothing."""

    status = 401


NONE_SHOWN = "This needs the key of your seat. Send it as a header: Authorization: Bearer KEY."
UNKNOWN = "Nobody has this key. Send the one that your seat was given: Authorization: Bearer KEY."
RENEWED = "This key was renewed and opens nothing any more. Use the new one, or ask for another."
ELSEWHERE = "This key is for a seat at another table. Use the one that your seat here was given."


class Holder(msgspec.Struct, frozen=True):
    """Whose key it is, and at which table."""

    hash: bytes
    table_id: int
    code: str
    player_id: UUID
    expired: bool


def shown(connection: HTTPConnection) -> str | None:
    """The key that this request for the API shows; "" for other credentials, None for none at all."""
    given = connection.headers.get("authorization")
    if given is None or not connection.scope["path"].startswith("/api/"):
        return None
    scheme, _, key = given.partition(" ")
    return key.strip() if scheme.lower() == "bearer" else ""


async def holder(connection: HTTPConnection) -> Holder | None:
    """Whose key the request shows, expired or not; looked up once a request."""
    if "conclave.holder" not in connection.scope:
        connection.scope["conclave.holder"] = await _read(connection)
    return cast("Holder | None", connection.scope["conclave.holder"])


async def _read(connection: HTTPConnection) -> Holder | None:
    key = shown(connection)
    return await _find(connection.scope["app"].state.house, digest(key)) if key else None


def digest(key: str) -> bytes:
    """What is kept of a key."""
    return hashlib.sha256(key.encode()).digest()


async def _find(house: House, hashed: bytes) -> Holder | None:
    rows = select(api_keys, tables.c.code).join(tables, tables.c.id == api_keys.c.table_id)
    async with house.reading.connect() as connection:
        row = (await connection.execute(rows.where(api_keys.c.hash == hashed))).one_or_none()
    if row is None:
        return None
    return Holder(hashed, row.table_id, row.code, row.player_id, row.expired_at is not None)


async def player(connection: HTTPConnection, table: TableRow) -> UUID | None:
    """Whose key for this table the request shows; None: it shows none. Raises Locked, NotYours."""
    if shown(connection) is None:
        return None
    found = await holder(connection)
    if found is None:
        raise Locked(UNKNOWN)
    if found.expired:
        raise Locked(RENEWED)
    if found.table_id != table.id:
        raise NotYours(ELSEWHERE)
    return found.player_id


async def still_opens(house: House, hashed: bytes) -> bool:
    """Whether a key that was good still is."""
    found = await _find(house, hashed)
    return found is not None and not found.expired


async def renew(house: House, code: str, player_id: UUID) -> str:
    """A new key for the guest's seat; any older one expires with it. Raises NoSuchTable, NotYours."""
    key = secrets.token_urlsafe(32)
    async with house.engine.begin() as connection:
        table = await store.lock(connection, code)
        if table is None:
            raise NoSuchTable
        if all(row.player_id != player_id for row in await store.seats_of(connection, table.id)):
            raise NotYours("You have no seat at this table, and a key is for a seat. Join it first.")
        await expire(connection, player_id, api_keys.c.table_id == table.id)
        await connection.execute(insert(api_keys).values(hash=digest(key), table_id=table.id, player_id=player_id))
    return key


async def expire(connection: AsyncConnection, player_id: UUID, which: ColumnElement[bool] | None = None) -> None:
    """The guest's keys (`which`: those alone) open nothing any more."""
    mine = (api_keys.c.player_id == player_id) & api_keys.c.expired_at.is_(None)
    old = update(api_keys).where(mine if which is None else mine & which)
    await connection.execute(old.values(expired_at=func.now()))
