"""A house for tests that need a database and no sockets, and one that is served."""

from collections.abc import AsyncIterator

import pytest

from app.house import House
from app.main import open_house
from tests.app.tables.aloud import Aloud
from tests.served import Served, serve, settings


@pytest.fixture
async def house(database_url: str) -> AsyncIterator[House]:
    """A house without routes: the services on a database of their own."""
    opened = open_house(settings(database_url))
    opened.minds = Aloud()
    yield opened
    await opened.engine.dispose()


@pytest.fixture
async def served(database_url: str) -> AsyncIterator[Served]:
    """A served house."""
    async with serve(database_url) as running:
        yield running
