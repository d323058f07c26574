"""The shape of the State that each action keeps, which may be older than its table's."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """The shape of the State that each action keeps; until now all games have had the first."""
    op.add_column("actions", sa.Column("schema", sa.Integer(), server_default=sa.text("1"), nullable=False))
