"""The language in which a guest's pages are."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """The language in which a guest's pages are."""
    op.add_column("players", sa.Column("language", sa.String(length=10), nullable=True))
