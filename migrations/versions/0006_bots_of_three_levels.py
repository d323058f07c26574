"""Bots of three levels, which think apart from the table and keep its pace."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Bots of three levels, which think apart from the table and keep its pace."""
    op.add_column("tables", sa.Column("bot_lease", sa.DateTime(timezone=True), nullable=True))
    op.add_column("tables", sa.Column("pace", sa.String(10), server_default=sa.text("'calm'"), nullable=False))
    op.execute("UPDATE seats SET bot = 'novice' WHERE bot = 'simple'")
