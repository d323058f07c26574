"""The tables of the database. Core only: on the path of a move the ORM costs more than the game. Migrations in
`migrations/` build what stands here; `app/engine.py` reaches them."""

from datetime import datetime

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
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

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
