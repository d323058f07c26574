"""The embedded PostgreSQL by itself: one owner, no remains, other accounts, other places."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from app.engine import connect
from app.postgres import PostgresError, account, binaries, cluster, running
from tests.platform.conftest import PROJECT, processes, surroundings, until

OWNER = """
import sys, time
from pathlib import Path
from app.postgres import running
with running(Path(sys.argv[1]), durable=False) as server:
    print(server.url(), flush=True)
    time.sleep(600)
"""


def version(url: str) -> str:
    """What the server there says it is."""

    async def ask() -> str:
        engine = connect(url, pool=1)
        async with engine.connect() as connection:
            told = str(await connection.scalar(text("SHOW server_version")))
        await engine.dispose()
        return told

    return asyncio.run(ask())


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGSEGV])
def test_it_ends_with_an_owner_who_was_killed(tmp_path: Path, by: signal.Signals) -> None:
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER, str(tmp_path)], cwd=PROJECT, env=surroundings(), stdout=subprocess.PIPE
    )
    assert owner.stdout is not None
    assert owner.stdout.readline()
    owner.send_signal(by)
    owner.wait()
    owner.stdout.close()
    until(lambda: processes(tmp_path) == [], "the end of PostgreSQL")


def test_it_is_started_again_until_it_can_be(tmp_path: Path) -> None:
    """A server whose disk is full ends, and can't start either, until there is room: here a file is missing for long
    enough that a first try fails."""
    kept, away = tmp_path / "cluster/global/pg_control", tmp_path / "pg_control"
    with running(tmp_path, durable=False) as server:
        kept.rename(away)
        number = int((tmp_path / "cluster/postmaster.pid").read_text().split()[0])
        os.kill(number, signal.SIGKILL)
        until(lambda: "could not find the database system" in (tmp_path / "log").read_text(), "a start that fails")
        away.rename(kept)
        until(lambda: _answers(server.url()), "an answer from the database")


def _answers(url: str) -> bool:
    async def ask() -> bool:
        engine = connect(url, pool=1)
        try:
            async with engine.connect() as connection:
                return await connection.scalar(text("SELECT 1")) == 1
        finally:
            await engine.dispose()

    try:
        return asyncio.run(ask())
    except (OSError, SQLAlchemyError):
        return False


def test_a_folder_with_a_long_or_odd_path(tmp_path: Path) -> None:
    folder = tmp_path / ("long " * 25) / "with, commas"
    with running(folder, durable=False) as server:
        assert version(server.url())
        assert not server.sockets.is_relative_to(folder)
    assert not server.sockets.exists()


def test_a_killed_attempt_to_make_the_folder_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / "cluster.new" / "half").mkdir(parents=True)
    with running(tmp_path, durable=False) as server:
        assert version(server.url())
    assert not (tmp_path / "cluster.new").exists()


def test_a_crash_leaves_a_number_that_is_now_somebody_else(tmp_path: Path) -> None:
    with running(tmp_path, durable=False):
        left = (tmp_path / "cluster/postmaster.pid").read_text().splitlines()
    left[0] = str(os.getppid())
    (tmp_path / "cluster/postmaster.pid").write_text("\n".join(left))
    with running(tmp_path, durable=False) as server:
        assert version(server.url())


def test_data_of_another_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cluster").mkdir()
    (tmp_path / "cluster" / "PG_VERSION").write_text("9\n")
    with pytest.raises(PostgresError, match="written by PostgreSQL 9, and here is "), running(tmp_path):
        pytest.fail("it started")


def test_a_damaged_folder_is_told_with_the_reason_and_the_log(tmp_path: Path) -> None:
    with running(tmp_path, durable=False):
        pass
    (tmp_path / "cluster" / "postgresql.conf").write_text("no_such_setting = 1\n")
    with pytest.raises(PostgresError, match="did not start") as refused, running(tmp_path):
        pytest.fail("it started")
    assert str(tmp_path / "log") in str(refused.value)
    assert 'postgresql.conf" contains errors' in str(refused.value)


def test_without_the_wheel_the_systems_programs_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, postgres_programs: Path
) -> None:
    monkeypatch.setattr(binaries, "find_spec", lambda _: None)
    monkeypatch.setattr(binaries, "_SYSTEM", (str(tmp_path / "postgresql"),))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PostgresError, match="No PostgreSQL was found"):
        binaries.find(None)
    place = tmp_path / "postgresql" / "18"
    place.mkdir(parents=True)
    (place / "bin").symlink_to(postgres_programs)
    assert binaries.find(None) == place / "bin"
    assert binaries.find(binaries.major(postgres_programs)) == place / "bin"


@pytest.fixture
def postgres_programs() -> Path:
    """The programs that this machine would use."""
    return binaries.find(None)


def test_as_nobody_where_root_has_no_user_namespace(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if os.geteuid() != 0:  # a normal user runs it as itself
        assert account.ours(binaries.find(None)) == account.Account()
        return
    open_to_all = Path("/var/tmp") / tmp_path.name / str(os.getpid())
    monkeypatch.setattr(account, "_NAMESPACE", ("/nonexistent/unshare",))
    try:
        with running(open_to_all, durable=False) as server:
            assert version(server.url())
            assert cluster.version(open_to_all / "cluster") is not None
            assert (open_to_all / "cluster").stat().st_uid != 0
    finally:
        shutil.rmtree(open_to_all.parent)


def test_root_without_any_account_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(account, "_NAMESPACE", ("/nonexistent/unshare",))
    monkeypatch.setattr(account, "nobody", lambda: ())
    with pytest.raises(PostgresError, match="does not run as root"):
        account.ours(binaries.find(None))
