"""Brings a database up to the tables that this version needs: the migrations in `migrations/`, forward only."""

import asyncio
import os
from pathlib import Path

import asyncpg
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, make_url
from sqlalchemy.exc import DBAPIError

from app.engine import connect

MIGRATIONS = Path(__file__).parents[1] / "migrations"


TRIES, AGAIN = 20, 1.0
"""How often a migration is tried, and the seconds between, where processes of before hold what it must change."""


class DatabaseError(Exception):
    """The database can't be used; the message is a sentence for the person who starts the server."""


def upgrade(url: str) -> None:
    """Runs the migrations that this database has not had. Several processes may call it at once.

    Raises DatabaseError if it can't be reached, refuses us, or was written by a newer version.
    """
    try:
        asyncio.run(_upgrade(url))
    except CommandError as error:
        raise DatabaseError("The database was written by a newer version of Conclave: start that one.") from error
    except (OSError, TimeoutError, DBAPIError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        shown = make_url(url).set(drivername="postgresql").render_as_string(hide_password=True)
        raise DatabaseError(f"The database {shown} can't be used: {reason(error)}.") from error


async def _upgrade(url: str) -> None:
    for _ in range(TRIES - 1):
        try:
            await _upgrade_once(url)
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) != asyncpg.LockNotAvailableError.sqlstate:
                raise
            await asyncio.sleep(AGAIN)
        else:
            return
    await _upgrade_once(url)


async def _upgrade_once(url: str) -> None:
    engine = connect(url, pool=1, patience=None)  # a migration takes its time
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_run)
    finally:
        await engine.dispose()


def _run(connection: Connection) -> None:
    command.upgrade(settings(connection), "head")


def expect_current(connection: Connection) -> None:
    """Raises DatabaseError if the tables are not those of this version."""
    head = ScriptDirectory.from_config(settings(connection)).get_current_head()
    if MigrationContext.configure(connection).get_current_revision() != head:
        raise DatabaseError(
            "The database is of another version of Conclave. Start a server of this version on it first."
        )


def settings(connection: Connection) -> Config:
    """Alembic's settings, for `migrations/env.py` to work on this connection."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def reason(error: BaseException) -> str:
    """Why the database can't be used, in a few words."""
    told = error.__cause__ or error  # what the driver said, below our own words and SQLAlchemy's
    if isinstance(told, OSError) and told.errno and told.errno > 0:
        return os.strerror(told.errno)
    lines = str(told).strip().splitlines()
    return lines[0].rstrip(".") if lines else "no answer in time"
