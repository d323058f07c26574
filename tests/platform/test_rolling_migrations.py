"""Migrations run while processes of the version before play on: so they only add, hold no table for long, and give way.
docs/operations.md has the rule."""

import ast
import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from app import schema
from app.engine import connect
from app.watching import health
from tests.conftest import execute
from tests.served import serve

ALONE = ("0003", "0006", "0008", "0010")
"""Migrations from before the rule: they came with a stop of the whole house, and no process of their time is left."""
SMALL = {"reports"}
"""Tables of few rows, seldom written: an index or a foreign key on them is made in a moment."""
ADDS = {"create_table", "create_index", "create_foreign_key", "add_column", "f"}
"""Operations that leave what the version before uses as it is; f only names a constraint."""


def misdeeds(code: str) -> list[str]:
    """What a migration must not do beside a running house: each in words."""
    calls = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call) and _of(node.func) == "op"]
    made = SMALL | {_first(call) for call in calls if _name(call) == "create_table"}
    found = [f"op.{_name(call)}" for call in calls if _name(call) not in ADDS]
    for call in calls:
        if _name(call) in ("create_index", "create_foreign_key") and _table(call) not in made:
            found.append(f"{_name(call)} on {_table(call)}, which holds up its writers")
        if _name(call) == "add_column" and not _may_be_left_out(call):
            found.append(f"a column of {_first(call)} that old processes don't fill")
    return found


def _of(func: ast.expr) -> str:
    return func.value.id if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) else ""


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def _first(call: ast.Call) -> str:
    return str(call.args[0].value) if isinstance(call.args[0], ast.Constant) else ast.unparse(call.args[0])


def _table(call: ast.Call) -> str:
    return str(call.args[1].value) if isinstance(call.args[1], ast.Constant) else ast.unparse(call.args[1])


def _may_be_left_out(call: ast.Call) -> bool:
    told = ast.unparse(call.args[1])
    return "nullable=True" in told or "server_default=" in told


@pytest.mark.parametrize("file", sorted((schema.MIGRATIONS / "versions").glob("*.py")), ids=lambda file: file.stem)
def test_a_migration_only_adds(file: Path) -> None:
    found = misdeeds(file.read_text())
    assert bool(found) is (file.stem.partition("_")[0] in ALONE), found


@pytest.mark.parametrize(
    "wrong",
    [
        "op.drop_column('tables', 'code')",
        "op.alter_column('tables', 'code', new_column_name='name')",
        "op.execute('UPDATE seats SET bot = 1')",
        "op.create_index('ix', 'actions', ['at'])",
        "op.create_foreign_key('fk', 'actions', 'reports', ['id'], ['id'])",
        "op.add_column('tables', sa.Column('new', sa.Integer(), nullable=False))",
    ],
)
def test_what_would_break_the_version_before_is_seen(wrong: str) -> None:
    assert len(misdeeds(wrong)) == 1


async def test_a_house_plays_on_while_a_newer_version_migrates(database_url: str) -> None:
    """What a coming migration may do is done to a running house: moves go on, and it stays ready."""
    async with serve(database_url, bot_pause=(60.0, 60.0)) as served, asyncio.timeout(120):
        anna = served.guest()
        code = await anna.open()
        assert (await anna.deed(code, "bot", bot="novice")).status_code == 204
        assert (await anna.deed(code, "start")).status_code == 204
        for step in (
            "ALTER TABLE tables ADD COLUMN later integer DEFAULT 0 NOT NULL",
            "ALTER TABLE seats ADD COLUMN later text",
            "ALTER TABLE actions ADD COLUMN later integer DEFAULT 1 NOT NULL",
            "CREATE TABLE later (id bigint PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE)",
            "UPDATE alembic_version SET version_num = '9999'",
        ):
            await asyncio.to_thread(execute, database_url, step)
            assert (await anna.move(code, "open", deed="")).status_code == 204
            assert "<main" in await anna.page(code)
        while (await anna.http.get("/readyz")).text != health.READY:
            await asyncio.sleep(0.1)


async def test_a_migration_gives_way_to_whoever_uses_a_table(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It tries again until the table is free, and meanwhile nobody waits for it."""
    monkeypatch.setattr(schema, "AGAIN", 0.05)
    for left in ("DROP TABLE reports", "UPDATE alembic_version SET version_num = '0010'"):
        await asyncio.to_thread(execute, database_url, left)
    engine = connect(database_url, pool=2)
    async with asyncio.timeout(120):
        async with engine.begin() as holding:
            await holding.execute(text("LOCK TABLE tables IN SHARE ROW EXCLUSIVE MODE"))
            migrating = asyncio.create_task(asyncio.to_thread(schema.upgrade, database_url))
            async with engine.connect() as looking:
                waits = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
                for waiting in (1, 0, 1):  # it waits, gives up, and tries again
                    while bool(await looking.scalar(waits)) is not bool(waiting):
                        await looking.rollback()
                        await asyncio.sleep(0.01)
        await migrating
    async with engine.connect() as connection:
        assert await connection.scalar(text("SELECT count(*) FROM reports")) == 0
    await engine.dispose()
