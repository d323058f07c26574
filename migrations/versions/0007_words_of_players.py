"""What players say before the deal, to be mixed into the seed."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """What players say before the deal, to be mixed into the seed."""
    op.add_column("seats", sa.Column("words", sa.String(60), server_default=sa.text("''"), nullable=False))
    op.add_column("tables", sa.Column("words", sa.Text(), server_default=sa.text("''"), nullable=False))
