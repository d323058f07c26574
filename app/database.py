"""The tables of the database, and the engine that reaches them. Core only: on the path of a move the ORM costs more
than the game. Migrations in `migrations/` build what stands here."""

import socket
from datetime import datetime
from typing import TypeGuard

import asyncpg
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Identity,
    Index,
    Integer,
    Interval,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    Uuid,
    event,
    func,
    make_url,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.engine.interfaces import DBAPIConnection, ExceptionContext
from sqlalchemy.exc import DBAPIError, InterfaceError, InvalidatePoolError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def _moment(name: str, default: bool = True) -> Column[datetime]:
    return Column(
        name,
        DateTime(timezone=True),
        nullable=not default,
        server_default=func.now() if default else None,
    )


players = Table(
    "players",
    metadata,
    Column("id", Uuid, primary_key=True),
    Column("name", String(24), nullable=False),
    # raised when the personal link is renewed: cookies and links of an older one are a stranger's
    Column("epoch", Integer, nullable=False, server_default=text("0")),
    # the key of the form that raised it last: the same form sent again gets the same answer
    Column("renewal", String(40), nullable=True),
    # of the pages; null as long as nothing was chosen: then each browser gets what it asks for
    Column("language", String(10), nullable=True),
    # on whose device this guest plays, who has no browser: app.tables.sharing
    Column("device_id", Uuid, ForeignKey("players.id"), nullable=True),
    _moment("created_at"),
    _moment("seen_at"),
    Index(None, "device_id", postgresql_where=text("device_id IS NOT NULL")),
)

# numbers of guests who were erased: nothing else is left of them, and their cookies and links are a stranger's for ever
former_guests = Table("former_guests", metadata, Column("id", Uuid, primary_key=True), _moment("erased_at"))

STATUSES = ("lobby", "playing", "over", "ended")
"""Of a table: over has a result, ended (by the host) has none."""

tables = Table(
    "tables",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("code", String(40), nullable=False, unique=True),
    Column("game", String(40), nullable=False),
    Column("edition", Integer, nullable=False),
    Column("schema", Integer, nullable=False),
    Column("options", JSONB, nullable=False),
    # one of STATUSES
    Column("status", String(10), nullable=False),
    Column("host_id", Uuid, ForeignKey("players.id"), nullable=True),
    Column("chairs", Integer, nullable=False),
    Column("private", Boolean, nullable=False, server_default=text("true")),
    Column("watchers", Boolean, nullable=False, server_default=text("true")),
    Column("password_hash", String(200), nullable=True),
    Column("seed", LargeBinary, nullable=False),
    # what the players had said when the cards were dealt: app.fairness.words
    Column("words", Text, nullable=False, server_default=text("''")),
    # seq counts every write; version only those that others may notice, and it alone is shown
    Column("seq", BigInteger, nullable=False, server_default=text("0")),
    Column("version", BigInteger, nullable=False, server_default=text("0")),
    # how many events the log has
    Column("log_length", Integer, nullable=False, server_default=text("0")),
    Column("state", LargeBinary, nullable=True),
    # who is asked what since when, and how many moves each seat has made: app.tables.questions
    Column("questions", JSONB, nullable=False, server_default=text("'{}'::jsonb")),
    Column("rematch", String(40), nullable=True),
    # when the next bot moves; and until when a process thinks about it, after which another may
    Column("bot_due", DateTime(timezone=True), nullable=True),
    Column("bot_lease", DateTime(timezone=True), nullable=True),
    # how long its bots wait: app.tables.pacing
    Column("pace", String(10), nullable=False, server_default=text("'calm'")),
    # whether watchers may write in the chat
    Column("watchers_chat", Boolean, nullable=False, server_default=text("true")),
    # when somebody last nudged whom the table waits for
    _moment("nudged_at", default=False),
    _moment("created_at"),
    # when others could last notice something: it orders the lists on Home
    _moment("changed_at"),
    _moment("started_at", default=False),
    _moment("ended_at", default=False),
    # what the host set, and how each seat's clock stands: app.tables.clock; null: no clock. In the house's own time:
    # when the first seat is out of time, and since when all clocks stand still
    Column("clock", JSONB(none_as_null=True), nullable=True),
    Column("clocks", JSONB, nullable=False, server_default=text("'{}'::jsonb")),
    _moment("clock_due", default=False),
    _moment("paused_at", default=False),
    Index(None, "bot_due", postgresql_where=text("bot_due IS NOT NULL")),
    Index(None, "clock_due", postgresql_where=text("clock_due IS NOT NULL")),
    Index(None, "status", "changed_at"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", BigInteger, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    # a player alone plays; a bot alone is a bot; both: the bot sits in while the player is away
    Column("player_id", Uuid, ForeignKey("players.id"), nullable=True),
    Column("bot", String(20), nullable=True),
    Column("name", String(24), nullable=False),
    Column("colour", Integer, nullable=False),
    Column("ready", Boolean, nullable=False, server_default=text("false")),
    # to be mixed into the seed
    Column("words", String(60), nullable=False, server_default=text("''")),
    # how many lines of the log its player had on the screen
    Column("seen", Integer, nullable=False, server_default=text("0")),
    # how often the curtain before its hand has fallen, on a device with several seats
    Column("lowered", Integer, nullable=False, server_default=text("0")),
    _moment("joined_at"),
    UniqueConstraint("table_id", "player_id"),
    UniqueConstraint("table_id", "name"),
    Index(None, "player_id"),
)

# what players reported of a table, and where the house failed at it (then without a seat): for its operator
reports = Table(
    "reports",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("table_id", BigInteger, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    # where the table stood
    Column("seq", BigInteger, nullable=False),
    Column("seat", Integer, nullable=True),
    # who reported it; what is reported goes with its guest
    Column("player_id", Uuid, ForeignKey("players.id", ondelete="CASCADE"), nullable=True),
    Column("words", String(1000), nullable=False),
    _moment("at"),
    Index(None, "table_id", "id"),
    Index(None, "player_id", postgresql_where=text("player_id IS NOT NULL")),
)

# one row: when a server last ran, and how much time has passed while none did (app.tables.clock_store)
house_time = Table(
    "house_time",
    metadata,
    _moment("beat_at"),
    Column("lost", Interval, nullable=False, server_default=text("'0'")),
)

# votes that a bot shall play for somebody who has been away since then
handovers = Table(
    "handovers",
    metadata,
    Column("table_id", BigInteger, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player_id", Uuid, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("since", DateTime(timezone=True), nullable=False),
)

admissions = Table(
    "admissions",
    metadata,
    Column("table_id", BigInteger, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", Uuid, ForeignKey("players.id"), primary_key=True),
    Column("kicked", Boolean, nullable=False, server_default=text("false")),
    _moment("at"),
)

actions = Table(
    "actions",
    metadata,
    Column("table_id", BigInteger, primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("version", BigInteger, nullable=False),
    # None: the deal, made by the house
    Column("seat", Integer, nullable=True),
    Column("move", JSONB, nullable=False),
    Column("events", JSONB, nullable=False),
    # how many events the table had before this action: events are numbered without gaps for everyone
    Column("first_event", Integer, nullable=False),
    Column("draws", JSONB, nullable=False),
    Column("key", String(40), nullable=True),
    Column("edition", Integer, nullable=False),
    # the State after it, JSON compressed with zlib, and its shape
    Column("state", LargeBinary, nullable=False),
    Column("schema", Integer, nullable=False, server_default=text("1")),
    _moment("at"),
    ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
    UniqueConstraint("table_id", "seat", "key"),
)

chat = Table(
    "chat",
    metadata,
    # counts every message of the house; it is shown to nobody, for private words count too
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    # what pages call the message by
    Column("token", Uuid, nullable=False, unique=True),
    Column("table_id", BigInteger, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    # None: a guest who was erased since
    Column("player_id", Uuid, ForeignKey("players.id"), nullable=True),
    # None: for the whole table
    Column("to_player_id", Uuid, ForeignKey("players.id"), nullable=True),
    Column("private", Boolean, nullable=False),
    # who wrote, by the name of that time; None: removed
    Column("name", String(24), nullable=False),
    Column("words", String(500), nullable=True),
    # the form's key: the same key twice is one message
    Column("key", String(40), nullable=False),
    _moment("at"),
    UniqueConstraint("table_id", "player_id", "key"),
    Index(None, "table_id", "id"),
)

# how a guest reads the chat of a table
chat_readers = Table(
    "chat_readers",
    metadata,
    Column("table_id", BigInteger, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", Uuid, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    # the newest message that was on the guest's screen
    Column("read_id", BigInteger, nullable=False, server_default=text("0")),
)

chat_mutes = Table(
    "chat_mutes",
    metadata,
    Column("table_id", BigInteger, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", Uuid, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("muted_id", Uuid, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
)

# what programs show instead of a cookie: one key for one seat
api_keys = Table(
    "api_keys",
    metadata,
    # SHA-256 of the key; the key itself is kept nowhere
    Column("hash", LargeBinary, primary_key=True),
    Column("table_id", BigInteger, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("player_id", Uuid, ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    _moment("created_at"),
    # when it was renewed: it opens nothing since
    _moment("expired_at", default=False),
    Index(None, "table_id", "player_id"),
)

# the open pages: which process holds how many of whom at which table. A process that is gone leaves rows behind that
# nobody renews
presence = Table(
    "presence",
    metadata,
    Column("process", Uuid, primary_key=True),
    Column("table_id", BigInteger, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", Uuid, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    _moment("renewed_at"),
    # when the last of the pages here was closed
    _moment("left_at", default=False),
    Index(None, "table_id"),
)


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


def plain_url(url: str) -> str:
    """The same address as asyncpg takes it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
