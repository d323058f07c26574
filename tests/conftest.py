"""What all tests share: one PostgreSQL a test process, and a database of its own for each test that asks for one.

The cluster lies in memory where there is room, without fsync; a database is a clone of a migrated template (about
20 ms). Each xdist worker has its own cluster.
"""

import asyncio
import itertools
import os
import random
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import hypothesis
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app.postgres import Server, running
from app.schema import upgrade
from app.watching.log import formatter

TEMPLATE = "migrated"
ROOM = 1 << 30
"""Bytes that must be free in memory before the cluster is put there."""

hypothesis.settings.register_profile("conclave", deadline=None)  # a busy machine is no failure
hypothesis.settings.load_profile("conclave")

_numbers = itertools.count()


def execute(url: str, statement: str) -> None:
    """Runs one statement outside of any transaction, and outside of any event loop that a test may run."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(_execute(url, statement))).result()


async def _execute(url: str, statement: str) -> None:
    engine = create_async_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(statement))
    await engine.dispose()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL for this test process, with the migrated template in it."""
    place = _place()
    _sweep(place)
    folder = Path(tempfile.mkdtemp(prefix=f"conclave-tests-{os.getpid()}-", dir=place))
    try:
        with running(folder, durable=False) as server:
            execute(server.url(), f"CREATE DATABASE {TEMPLATE}")
            with ThreadPoolExecutor(1) as thread:
                thread.submit(upgrade, server.url(TEMPLATE)).result()
            yield server
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(autouse=True)
def _dealt_by_the_name_of_the_test(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every run of a test shuffles, deals and makes codes alike: a rare deal must not fail it once in a thousand."""
    chance = random.Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "token_bytes", lambda number=32: chance.randbytes(number))
    monkeypatch.setattr(secrets, "randbelow", chance.randrange)
    monkeypatch.setattr(secrets, "choice", chance.choice)
    monkeypatch.setattr(secrets, "SystemRandom", lambda: chance)


@pytest.fixture
def caplog(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """The log as an operator reads it, with the fields of each line."""
    caplog.handler.setFormatter(formatter("text"))
    return caplog


@pytest.fixture
def database_url(postgres: Server) -> Iterator[str]:
    """The address of an empty, migrated database for one test."""
    name = f"test_{next(_numbers)}"
    execute(postgres.url(), f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
    yield postgres.url(name)
    execute(postgres.url(), f"DROP DATABASE {name} WITH (FORCE)")


def _place() -> Path:
    memory = Path("/dev/shm")
    roomy = memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > ROOM
    return memory if roomy else Path(tempfile.gettempdir())


def _sweep(place: Path) -> None:
    """Removes what killed test runs left."""
    for left in place.glob("conclave-tests-*"):
        if not Path("/proc", left.name.split("-")[2]).exists():
            shutil.rmtree(left, ignore_errors=True)
