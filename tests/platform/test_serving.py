"""`conclave serve`, as a real process: it opens, tells where, ends whole, and goes on where it was."""

import asyncio
import os
import signal
import socket
from pathlib import Path

import pytest
from sqlalchemy import text

from app.engine import connect
from tests.platform.conftest import Serve, conclave, free_port, processes, until


def database_of(data: Path) -> str:
    """The embedded database of a data folder, where its server says its socket is (a long path has it elsewhere)."""
    sockets = (data / "postgres/cluster/postmaster.pid").read_text().splitlines()[4]
    return f"postgresql+asyncpg://conclave@/postgres?host={sockets}"


def names(url: str, new: str = "") -> list[str]:
    """The players' names, after adding one if it is given."""

    async def ask() -> list[str]:
        engine = connect(url, pool=1)
        async with engine.begin() as connection:
            if new:
                await connection.execute(
                    text("INSERT INTO players (id, name) VALUES (gen_random_uuid(), :name)"), {"name": new}
                )
            found = list(await connection.scalars(text("SELECT name FROM players ORDER BY name")))
        await engine.dispose()
        return found

    return asyncio.run(ask())


def postgres_of(data: Path) -> int:
    """The process number of the PostgreSQL that is ready in a data folder; 0 while there is none."""
    try:
        lines = (data / "postgres/cluster/postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return 0
    return int(lines[0]) if lines[7:] and lines[7].strip() == "ready" else 0


def test_it_tells_where_it_is_and_ctrl_c_ends_all_of_it(serve: Serve) -> None:
    served = serve()
    assert served.get("/readyz").text == "ready"
    assert served.end(signal.SIGINT) == 0
    said = served.said[0]
    assert f"http://127.0.0.1:{served.port}" in said
    assert f"make run HOST=0.0.0.0 PORT={served.port}" in said
    assert str(served.data) in said
    assert said.endswith(f"Everything has stopped, and every table is kept in {served.data}.\n")
    assert "Traceback" not in said
    assert processes(served.data) == []


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_polite_end_leaves_nothing(serve: Serve, workers: str) -> None:
    served = serve(WORKERS=workers)
    assert served.end(signal.SIGTERM) == 0
    assert "Traceback" not in served.said[0]
    assert served.said[0].count("Conclave is closed.") == 1
    assert processes(served.data) == []


def test_after_kill_9_nothing_is_left_and_the_next_start_goes_on(serve: Serve) -> None:
    served = serve(WORKERS="2")
    assert names(database_of(served.data), new="Ada") == ["Ada"]
    secret = (served.data / "secret_key").read_text()
    assert served.end(signal.SIGKILL) == -signal.SIGKILL
    until(lambda: processes(served.data) == [], "the end of PostgreSQL")
    until(lambda: _free(served.port), "the end of the workers")
    again = serve(data=served.data, port=served.port)
    assert names(database_of(again.data)) == ["Ada"]
    assert (again.data / "secret_key").read_text() == secret
    assert again.end(signal.SIGINT) == 0


def test_a_start_right_after_kill_9_waits_for_the_old_postgres(serve: Serve) -> None:
    served = serve()
    served.process.kill()
    again = serve(data=served.data)
    assert again.get("/readyz").text == "ready"
    assert again.end(signal.SIGINT) == 0


def test_postgres_crashing_is_started_again(serve: Serve) -> None:
    served = serve()
    before = postgres_of(served.data)
    os.kill(before, signal.SIGQUIT)
    until(lambda: postgres_of(served.data) not in (0, before), "a new PostgreSQL")
    until(served.healthy, "an answer from the server")
    assert names(database_of(served.data)) == []


def test_two_starts_in_one_folder_are_refused(serve: Serve) -> None:
    served = serve()
    second = conclave("serve", "--port", str(free_port()), "--data", str(served.data))
    assert second.returncode == 1
    assert second.stderr.startswith(
        f"The data folder {served.data}/postgres is in use by process {served.process.pid}."
    )
    assert second.stderr.count("\n") == 1
    assert served.healthy()


def test_another_database_is_used_and_no_postgres_started(serve: Serve, database_url: str) -> None:
    served = serve(DATABASE_URL=database_url)
    assert served.get("/readyz").text == "ready"
    assert names(database_url) == []
    assert not (served.data / "postgres").exists()
    assert served.end(signal.SIGTERM) == 0


def test_the_secret_key_is_for_our_eyes_only(serve: Serve) -> None:
    served = serve()
    assert (served.data / "secret_key").stat().st_mode & 0o777 == 0o600
    assert served.data.stat().st_mode & 0o077 == 0


def _free(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0
