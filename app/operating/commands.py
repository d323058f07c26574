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

from app import addresses, config, postgres, schema
from app.engine import connect
from app.identity import personal
from app.identity.cookies import Visit
from app.moving.arriving import arrive
from app.moving.file import LARGEST, read
from app.moving.leaving import leave
from app.operating import tables as operated
from app.operating import telling
from app.operating.reading import content
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


def export(code: str) -> bytes:
    """A whole table as a file. Raises NoSuchTable."""
    return _ask(lambda connection: leave(connection, code))


def take_in(file: str) -> str:
    """Takes a table in from a file, and tells the personal links of its people. Raises UnreadableError,
    FileError, SettingsError."""
    moved = read(content(file, LARGEST))
    settings = config.from_environment()  # without its key there would be no links
    arrived = _ask(lambda connection: arrive(connection, moved))
    base = settings.public_url or addresses.web(settings.host, settings.port)
    links = [f"  {name}: {base}/me/link/{personal.token(settings, Visit(one, True))}" for name, one in arrived.people]
    return "\n".join((f"{arrived.code} is here. Give each player their own link, by which they go on:", *links))


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
    engine = connect(url, pool=1, patience=None)  # a large table takes its time
    try:
        async with engine.begin() as connection:
            await connection.run_sync(schema.expect_current)
            return await question(connection)
    finally:
        await engine.dispose()


def _json(found: object) -> str:
    return msgspec.json.format(msgspec.json.encode(found), indent=2).decode()
