"""`/metrics`: the figures of this process at an address of their own, which no proxy of the house leads to: so they
need no password, and no rule that somebody could forget.

Each process has a port: the first one that is free of METRICS_PORT and those that follow, as many as there are
WORKERS. During a rolling restart a new process waits until an old one has left its port.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from threading import Thread
from wsgiref.simple_server import WSGIServer

from prometheus_client import REGISTRY, start_http_server
from prometheus_client.core import GaugeMetricFamily, Metric
from sqlalchemy import QueuePool, func, select
from sqlalchemy.exc import SQLAlchemyError

from app.database import STATUSES, tables
from app.house import House
from app.watching import figures
from app.watching.log import logger
from games import GAMES

log = logger("figures")

AGAIN = 1.0
"""Seconds until the next try for a port."""
LOOK = 15.0
"""Seconds between two counts of the tables."""

Exposed = tuple[WSGIServer, Thread]


class Within:
    """What can be seen of this process at any moment: its tasks and its connections to the database."""

    def __init__(self, house: House, loop: asyncio.AbstractEventLoop) -> None:
        self._house = house
        self._loop = loop

    def collect(self) -> Iterable[Metric]:
        """For prometheus_client, which asks in a thread of its own."""
        yield GaugeMetricFamily("conclave_tasks", "Tasks of this process", len(asyncio.all_tasks(self._loop)))
        pool = self._house.engine.pool
        assert isinstance(pool, QueuePool)
        connections = GaugeMetricFamily(
            "conclave_pool_connections", "Connections to the database: at work, and idle", labels=["state"]
        )
        connections.add_metric(["busy"], pool.checkedout())
        connections.add_metric(["idle"], pool.checkedin())
        yield connections


async def expose_for_ever(house: House) -> None:
    """Answers at METRICS_PORT until it is cancelled; not at all where there is none."""
    if house.settings.metrics_port is None:
        return
    within = Within(house, asyncio.get_running_loop())
    REGISTRY.register(within)
    server, thread = await _opened(house)
    try:
        await _count_for_ever(house)
    finally:
        REGISTRY.unregister(within)
        server.shutdown()
        server.server_close()
        thread.join()


async def _opened(house: House) -> Exposed:
    settings = house.settings
    assert settings.metrics_port is not None
    ports = range(settings.metrics_port, settings.metrics_port + settings.workers)
    while True:
        for port in ports:
            with suppress(OSError):
                return _quiet(start_http_server(port, settings.metrics_host))
        await asyncio.sleep(AGAIN)


def _quiet(exposed: Exposed) -> Exposed:
    """The server prints nothing, past the log, about somebody who hangs up in the midst of a request."""
    server, _ = exposed
    setattr(server, "handle_error", lambda request, client: log.debug("a reader of the figures failed"))  # noqa: B010
    return exposed


async def _count_for_ever(house: House) -> None:
    while True:
        with suppress(SQLAlchemyError, OSError):
            await count(house)
        await asyncio.sleep(LOOK)


async def count(house: House) -> None:
    """Counts the tables of each game and status."""
    how_many = select(tables.c.game, tables.c.status, func.count()).group_by(tables.c.game, tables.c.status)
    async with house.reading.connect() as connection:
        found = {(game, status): number for game, status, number in await connection.execute(how_many)}
    for game in GAMES:
        for status in STATUSES:
            figures.TABLES.labels(game, status).set(found.get((game, status), 0))
