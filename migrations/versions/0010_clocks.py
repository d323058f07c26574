"""Clocks: what the host set, how they stand, when the next one is out of time; and the beat of the house's own time."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Clocks, and the house's own time, which begins now."""
    op.add_column("tables", sa.Column("clock", postgresql.JSONB(), nullable=True))
    clocks = sa.Column("clocks", postgresql.JSONB(), server_default=sa.text("'{}'::jsonb"), nullable=False)
    op.add_column("tables", clocks)
    op.add_column("tables", sa.Column("clock_due", sa.DateTime(timezone=True), nullable=True))
    op.add_column("tables", sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index(
        op.f("ix_tables_clock_due"), "tables", ["clock_due"], postgresql_where=sa.text("clock_due IS NOT NULL")
    )
    op.create_table(
        "house_time",
        sa.Column("beat_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("lost", sa.Interval(), server_default=sa.text("'0'"), nullable=False),
    )
    op.execute("INSERT INTO house_time DEFAULT VALUES")
