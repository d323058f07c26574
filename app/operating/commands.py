"""`conclave tables`: lists, shows, ends and removes tables in the database of the server, whether that runs or not.

Each command reaches the database as the environment says: DATABASE_URL, or the embedded PostgreSQL of the data folder,
which is the running server's, or is started for as long as the command lasts.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import asyncpg
import msgspec
from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from app import config, postgres, schema
from app.database import connect
from app.operating import tables as operated
from app.operating import telling
from app.operating.thinking import Again, once_more
from app.schema import DatabaseError

T = TypeVar("T")


def list_all(as_json: bool) -> str:
    """Every table, as JSON or for people."""
    found = _ask(operated.all_tables)
    return _json(found) if as_json else telling.listed(found)


def show(code: str, as_json: bool) -> str:
    """One table. Raises NoSuchTable."""
    found = _ask(lambda connection: operated.one_table(connection, code))
    return _json(found) if as_json else telling.shown(found)


def end(code: str) -> str:
    """Ends a table. Raises NoSuchTable, Conflict."""
    return f"{_ask(lambda connection: _do(connection, code, operated.end))} has ended."


def remove(code: str, sure: Callable[[operated.TableTold], bool]) -> str:
    """Removes a table, if `sure` says so of what would go. Raises NoSuchTable."""
    with _database() as url:
        found = _in(url, lambda connection: operated.one_table(connection, code))
        if not sure(found):
            return "Nothing was removed."
        return f"{_in(url, lambda connection: _do(connection, code, operated.remove))} was removed."


def think(asked: Again) -> str:
    """What a bot thinks of a moment that has been. Raises Malformed."""
    return _ask(lambda connection: once_more(connection, asked))


async def _do(connection: AsyncConnection, code: str, deed: Callable[[AsyncConnection, str], Awaitable[None]]) -> str:
    found = await operated.one_table(connection, code)
    await deed(connection, found.code)
    return found.code


def _ask(question: Callable[[AsyncConnection], Awaitable[T]]) -> T:
    with _database() as url:
        return _in(url, question)


@contextmanager
def _database() -> Iterator[str]:
    """The database's address. Raises SettingsError, PostgresError."""
    data, url = config.database()
    if url is not None:
        yield url
        return
    with postgres.reached(data / "postgres") as found:
        yield found


def _in(url: str, question: Callable[[AsyncConnection], Awaitable[T]]) -> T:
    """The answer, in a transaction of its own. Raises DatabaseError, and what the question raises."""
    try:
        return asyncio.run(_answer(url, question))
    except (OSError, TimeoutError, DBAPIError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        shown = make_url(url).set(drivername="postgresql").render_as_string(hide_password=True)
        raise DatabaseError(f"The database {shown} can't be used: {schema.reason(error)}.") from error


async def _answer(url: str, question: Callable[[AsyncConnection], Awaitable[T]]) -> T:
    engine = connect(url, pool=1)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(schema.expect_current)
            return await question(connection)
    finally:
        await engine.dispose()


def _json(found: object) -> str:
    return msgspec.json.format(msgspec.json.encode(found), indent=2).decode()
