"""Who wants a bot to play for whom, who has gone."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Who wants a bot to play for whom, who has gone."""
    op.create_table(
        "handovers",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_handovers_table_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_handovers_player_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seat", "player_id", name=op.f("pk_handovers")),
    )
