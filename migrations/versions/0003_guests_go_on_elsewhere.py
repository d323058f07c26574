"""Guests go on elsewhere, look again, and go: how much of a log they have seen, who renewed a link, who was erased."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Guests go on elsewhere, look again, and go."""
    op.add_column("players", sa.Column("renewal", sa.String(length=40), nullable=True))
    op.add_column("seats", sa.Column("seen", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.execute("UPDATE seats SET seen = tables.log_length FROM tables WHERE tables.id = seats.table_id")
    op.create_table(
        "former_guests",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("erased_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_former_guests")),
    )
