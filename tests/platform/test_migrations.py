"""The migrations build what `app/database.py` describes, once, whoever calls them and how often."""

import re
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from app.database import metadata
from app.engine import connect
from app.schema import MIGRATIONS, DatabaseError, settings, upgrade
from tests.conftest import execute


async def test_migrations_build_the_metadata(database_url: str) -> None:
    engine = connect(database_url)
    async with engine.connect() as connection:
        assert await connection.run_sync(_differences) == []
    await engine.dispose()


def _differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_server_default": True})
    return list(compare_metadata(context, metadata))


def test_an_empty_database_is_migrated_by_several_at_once(database_url: str) -> None:
    execute(database_url, "DROP SCHEMA public CASCADE")
    execute(database_url, "CREATE SCHEMA public")
    with ProcessPoolExecutor(3, mp_context=get_context("spawn")) as processes:
        list(processes.map(upgrade, [database_url] * 3))
    execute(database_url, "SELECT count(*) FROM actions")


async def test_a_second_upgrade_changes_nothing(database_url: str) -> None:
    engine = connect(database_url)
    async with engine.begin() as connection:
        await connection.execute(text("INSERT INTO players (id, name) VALUES (gen_random_uuid(), 'Ada')"))
    with ThreadPoolExecutor(1) as thread:
        thread.submit(upgrade, database_url).result()
    async with engine.connect() as connection:
        assert await connection.scalar(text("SELECT name FROM players")) == "Ada"
    await engine.dispose()


async def test_simple_bots_of_before_are_novices(database_url: str) -> None:
    execute(database_url, "DROP SCHEMA public CASCADE")
    execute(database_url, "CREATE SCHEMA public")
    engine = connect(database_url)
    async with engine.begin() as connection:
        await connection.run_sync(lambda found: command.upgrade(settings(found), "0005"))
    table = (
        "INSERT INTO tables (code, game, edition, schema, options, status, chairs, seed) "
        "VALUES ('A', 'pope-or-nope', 1, 1, '{}', 'playing', 3, '')"
    )
    execute(database_url, table)
    execute(database_url, "INSERT INTO seats (table_id, number, bot, name, colour) VALUES (1, 0, 'simple', 'Fra', 1)")
    with ThreadPoolExecutor(1) as thread:
        thread.submit(upgrade, database_url).result()
    async with engine.connect() as connection:
        assert await connection.scalar(text("SELECT bot FROM seats")) == "novice"
        assert await connection.scalar(text("SELECT pace FROM tables")) == "calm"
    await engine.dispose()


def test_a_newer_database_is_refused(database_url: str) -> None:
    execute(database_url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(DatabaseError, match="newer version of Conclave"):
        upgrade(database_url)


def test_migrations_only_go_forward_in_one_line() -> None:
    texts = [file.read_text() for file in sorted((MIGRATIONS / "versions").glob("*.py"))]
    assert texts
    assert not any("def downgrade" in one for one in texts)
    parents = [re.search(r"^down_revision = (.+)$", one, re.MULTILINE) for one in texts]
    assert len({parent[1] for parent in parents if parent}) == len(texts)
