"""The engine that reaches the database, and how it shows that the database can't be reached, or can't do its work."""

import socket
from typing import TypeGuard

import asyncpg
from sqlalchemy import event, make_url, text
from sqlalchemy.engine.interfaces import DBAPIConnection, ExceptionContext
from sqlalchemy.exc import DBAPIError, InterfaceError, InvalidatePoolError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine


class DatabaseAway(ConnectionError):  # noqa: N818 - where it is, not what broke
    """The database can't be reached just now, or can't do its work; the message says why, for a log."""


class DatabaseFull(DatabaseAway):
    """It has no room left to write to."""


PATIENCE = 10.0
"""Seconds after which a statement, or the way to the database, counts as dead: who asked is told to try again, which is
better than a page that hangs on a machine that is gone."""
_SESSION = """
SET idle_in_transaction_session_timeout = '15s';
SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 2;
SET tcp_user_timeout = '20s'
"""
"""So the database itself lets go of a machine that is gone, and of the rows it held locked. Set by a statement:
pgbouncer refuses such words at the start of a session."""


DIALECT = "postgresql+asyncpg://"
"""All that SQLAlchemy needs of an address: asyncpg reads the rest, several hosts and how to choose one of them too."""


def connect(url: str, pool: int = 10, patience: float | None = PATIENCE) -> AsyncEngine:
    """An engine for `postgresql+asyncpg://...`; connects when first used, and sees before each use whether a
    connection still lives. Raises DatabaseAway then, if it can't, and wherever a statement isn't answered in
    `patience` seconds (None: whenever it is), or the database has no means to do what it should.

    Errors never show what a statement was given: states and seeds are secret, in logs too.
    """
    dsn = plain_url(url)

    async def reach() -> asyncpg.Connection:
        try:
            return await _session(dsn, patience)
        except (OSError, TimeoutError, asyncpg.CannotConnectNowError, asyncpg.TooManyConnectionsError) as error:
            raise DatabaseAway(str(error) or "no answer") from error

    engine = create_async_engine(
        DIALECT, async_creator=reach, pool_size=pool, max_overflow=0, pool_timeout=PATIENCE, hide_parameters=True
    )
    event.listen(engine.sync_engine, "checkout", _expect_alive)
    event.listen(engine.sync_engine, "handle_error", _name_the_cause)
    return engine


async def _session(dsn: str, patience: float | None) -> asyncpg.Connection:
    connection = await asyncpg.connect(dsn, timeout=PATIENCE, command_timeout=patience)
    try:
        if patience is not None:
            await connection.execute(_SESSION)
    except BaseException:
        connection.terminate()
        raise
    return connection


def _name_the_cause(context: ExceptionContext) -> None:
    """What the database lacks is no fault of the statement: who asked may try again. A connection that doesn't answer
    is given up with all of its age, and one to a database that only reads (a standby, since a failover) as well."""
    error = context.original_exception
    code = str(getattr(error, "sqlstate", None) or "")
    if isinstance(error, TimeoutError):
        context.is_disconnect = True
        raise DatabaseAway("no answer in time") from error
    if code == asyncpg.ReadOnlySQLTransactionError.sqlstate:
        context.is_disconnect = True
        raise DatabaseAway("it only reads") from error
    if code == asyncpg.DiskFullError.sqlstate:
        raise DatabaseFull("its disk is full") from error
    if code[:2] in _NO_MEANS:
        raise DatabaseAway(f"it lacks what it needs ({code})") from error


AWAY = (
    OperationalError,
    InterfaceError,
    PoolTimeout,
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.InterfaceError,
    ConnectionError,
    TimeoutError,
    socket.gaierror,
)
"""How it shows that the database can't be reached, before SQLAlchemy or after."""


def is_away(error: BaseException | None) -> TypeGuard[BaseException]:
    """Whether the database couldn't be reached, or couldn't do its work: nobody's fault, and worth another try."""
    if isinstance(error, DBAPIError) and not isinstance(error, AWAY):
        # a line that is cut while a transaction begins or ends: only what the driver said tells so
        return error.connection_invalidated or isinstance(getattr(error.orig, "__cause__", None), AWAY)
    return isinstance(error, AWAY)


def why_away(error: BaseException) -> str:
    """Why not, for a log: nothing of what it was asked."""
    if isinstance(error, DatabaseAway):
        return str(error)
    if isinstance(error, PoolTimeout):
        return "all connections to it are in use"
    return type((getattr(error, "orig", None) or error).__cause__ or error).__name__


_NO_MEANS = ("53", "58")
"""Classes of SQLSTATE: insufficient resources, and errors of the system below."""


def _expect_alive(connection: DBAPIConnection, *_: object) -> None:
    """A connection that the server has closed is never handed out, nor any other of its age: the pool makes new ones.
    The driver knows without asking the server (the pool's own ping asks three times)."""
    if connection.driver_connection.is_closed():
        raise InvalidatePoolError


def reading(engine: AsyncEngine) -> AsyncEngine:
    """The same pool for statements that only read, each by itself."""
    return engine.execution_options(isolation_level="AUTOCOMMIT")


async def vouch(connection: AsyncConnection) -> None:
    """To be asked before something that was found is told as kept, where nothing else is written: the commit of this
    transaction then waits for standbys like that of a write, and so for all before it. A commit that was given up
    while it waited stands on the primary alone, where all can see it (PostgreSQL, 26.2.8, synchronous replication)."""
    await connection.execute(text("SELECT pg_logical_emit_message(true, 'conclave', 'kept'::text)"))


def plain_url(url: str) -> str:
    """The same address as asyncpg takes it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
