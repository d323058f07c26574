"""Several seats on one device, with a curtain between."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Several seats on one device, with a curtain between."""
    op.add_column("players", sa.Column("device_id", sa.Uuid(), nullable=True))
    op.create_foreign_key(op.f("fk_players_device_id"), "players", "players", ["device_id"], ["id"])
    op.create_index(
        op.f("ix_players_device_id"),
        "players",
        ["device_id"],
        postgresql_where=sa.text("device_id IS NOT NULL"),
    )
    op.add_column("seats", sa.Column("lowered", sa.Integer(), server_default=sa.text("0"), nullable=False))
