"""Company at a table: chat, keys for programs, who is here, and links that can be renewed."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Company at a table: chat, keys for programs, who is here, and links that can be renewed."""
    op.add_column("players", sa.Column("epoch", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("tables", sa.Column("watchers_chat", sa.Boolean(), server_default=sa.text("true"), nullable=False))
    op.add_column("tables", sa.Column("nudged_at", sa.DateTime(timezone=True), nullable=True))
    _chat()
    _keys()
    _presence()


def _moment(name: str) -> "sa.Column[object]":
    return sa.Column(name, sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False)


def _belongs(table: str, column: str, to: str, cascade: bool = True) -> sa.ForeignKeyConstraint:
    ondelete = "CASCADE" if cascade else None
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=op.f(f"fk_{table}_{column}"), ondelete=ondelete)


def _chat() -> None:
    op.create_table(
        "chat",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("token", sa.Uuid(), nullable=False),
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=True),
        sa.Column("to_player_id", sa.Uuid(), nullable=True),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("words", sa.String(length=500), nullable=True),
        sa.Column("key", sa.String(length=40), nullable=False),
        _moment("at"),
        _belongs("chat", "table_id", "tables"),
        _belongs("chat", "player_id", "players", cascade=False),
        _belongs("chat", "to_player_id", "players", cascade=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chat")),
        sa.UniqueConstraint("token", name=op.f("uq_chat_token")),
        sa.UniqueConstraint("table_id", "player_id", "key", name=op.f("uq_chat_table_id_player_id_key")),
    )
    op.create_index(op.f("ix_chat_table_id_id"), "chat", ["table_id", "id"])
    op.create_table(
        "chat_readers",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("read_id", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        _belongs("chat_readers", "table_id", "tables"),
        _belongs("chat_readers", "player_id", "players"),
        sa.PrimaryKeyConstraint("table_id", "player_id", name=op.f("pk_chat_readers")),
    )
    op.create_table(
        "chat_mutes",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("muted_id", sa.Uuid(), nullable=False),
        _belongs("chat_mutes", "table_id", "tables"),
        _belongs("chat_mutes", "player_id", "players"),
        _belongs("chat_mutes", "muted_id", "players"),
        sa.PrimaryKeyConstraint("table_id", "player_id", "muted_id", name=op.f("pk_chat_mutes")),
    )


def _keys() -> None:
    op.create_table(
        "api_keys",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        _moment("created_at"),
        sa.Column("expired_at", sa.DateTime(timezone=True), nullable=True),
        _belongs("api_keys", "table_id", "tables"),
        _belongs("api_keys", "player_id", "players"),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_api_keys")),
    )
    op.create_index(op.f("ix_api_keys_table_id_player_id"), "api_keys", ["table_id", "player_id"])


def _presence() -> None:
    op.create_table(
        "presence",
        sa.Column("process", sa.Uuid(), nullable=False),
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        _moment("renewed_at"),
        sa.Column("left_at", sa.DateTime(timezone=True), nullable=True),
        _belongs("presence", "table_id", "tables"),
        _belongs("presence", "player_id", "players"),
        sa.PrimaryKeyConstraint("process", "table_id", "player_id", name=op.f("pk_presence")),
    )
    op.create_index(op.f("ix_presence_table_id"), "presence", ["table_id"])
