"""Whose a report is: it is told to that guest among what is kept, and goes with the guest."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0011"


def upgrade() -> None:
    """Whose a report is; of those that are there nobody knows."""
    op.add_column("reports", sa.Column("player_id", sa.Uuid(), nullable=True))
    op.create_foreign_key(op.f("fk_reports_player_id"), "reports", "players", ["player_id"], ["id"], ondelete="CASCADE")
    op.create_index(
        op.f("ix_reports_player_id"), "reports", ["player_id"], postgresql_where=sa.text("player_id IS NOT NULL")
    )
