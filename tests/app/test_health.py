"""`/healthz` and `/readyz`: alive is alive; ready is only who can do the whole work."""

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace

import pytest
from sqlalchemy.exc import OperationalError

from app.watching import health
from tests.conftest import execute
from tests.served import Served, serve


class Database:
    """One that counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.away = False

    def connect(self) -> "Database":
        """A connection."""
        return self

    async def __aenter__(self) -> "Database":
        self.asked += 1
        await asyncio.sleep(0.01)
        if self.away:
            raise OperationalError("asked", {}, OSError("away"))
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    async def scalar(self, _: object) -> str:
        """A revision of a version after ours."""
        return "9999"


async def test_the_database_is_asked_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(health, "time", SimpleNamespace(monotonic=lambda: now))
    database = Database()
    house = SimpleNamespace(reading=database, leaving=False, hub=SimpleNamespace(is_listening=True))
    readiness = health.Readiness(house)  # type: ignore[arg-type]
    assert set(await asyncio.gather(*(readiness.word() for _ in range(50)))) == {health.READY}
    assert database.asked == 1
    database.away, now = True, 101.0
    assert set(await asyncio.gather(*(readiness.word() for _ in range(50)))) == {health.AWAY}
    assert database.asked == 2


@pytest.fixture
async def served(database_url: str) -> AsyncIterator[Served]:
    """A house that people can reach."""
    async with serve(database_url) as found:
        yield found


async def ready(served: Served, word: str) -> int:
    """Waits until the house says this, and says with which status."""
    http = served.guest().http
    async with asyncio.timeout(60):
        while (answer := await http.get("/readyz")).text != word:
            await asyncio.sleep(0.05)
    return answer.status_code


async def test_a_house_that_listens_is_ready(served: Served) -> None:
    assert await ready(served, health.READY) == 200


async def test_nobody_is_sent_to_a_house_that_leaves(served: Served) -> None:
    served.house.leaving = True
    assert await ready(served, health.LEAVING) == 503
    assert (await served.guest().http.get("/healthz")).text == "alive"


async def test_a_house_that_hears_no_notices_is_not_ready(served: Served) -> None:
    await ready(served, health.READY)
    served.house.hub._dsn = "postgresql://nobody@127.0.0.1:1/nowhere"
    async with served.house.engine.connect() as connection:
        await connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
    assert await ready(served, health.DEAF) == 503


async def test_a_database_that_lacks_a_migration_is_told_of(served: Served, database_url: str) -> None:
    await asyncio.to_thread(execute, database_url, "UPDATE alembic_version SET version_num = '0002'")
    assert await ready(served, health.BEHIND) == 503
    await asyncio.to_thread(execute, database_url, "UPDATE alembic_version SET version_num = '9999'")
    assert await ready(served, health.READY) == 200


async def test_both_are_under_no_limit(served: Served) -> None:
    http = served.guest().http
    for _ in range(700):
        assert (await http.get("/healthz")).status_code == 200
    assert (await http.get("/")).status_code == 200
