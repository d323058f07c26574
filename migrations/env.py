"""How alembic runs our migrations: on a connection that `app.schema` hands over, under a lock of the database.

For a new revision: DATABASE_URL=postgresql+asyncpg://... alembic revision --autogenerate -m "..."
"""

import asyncio
import os

from alembic import context
from sqlalchemy import Connection, text

from app.database import metadata
from app.engine import connect

LOCK = 4_206_903_157  # any number that nobody else uses for an advisory lock

PATIENCE = 2000
"""Milliseconds that a migration waits for a table which somebody uses: while it waits, so does everybody after it. Then
it gives up, and `app.schema` tries again."""


def run(connection: Connection) -> None:
    """Runs what alembic was asked for in one transaction; a second process waits and then finds nothing to do."""
    context.configure(connection=connection, target_metadata=metadata)
    with context.begin_transaction():
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        connection.execute(text(f"SET LOCAL lock_timeout = {PATIENCE}"))
        context.run_migrations()


async def run_alone() -> None:
    """The same from alembic's own command line."""
    engine = connect(os.environ["DATABASE_URL"], pool=1)
    async with engine.begin() as connection:
        await connection.run_sync(run)
    await engine.dispose()


given = context.config.attributes.get("connection")
if given is None:
    asyncio.run(run_alone())
else:
    run(given)
