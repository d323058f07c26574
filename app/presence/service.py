"""Who has pages open in this process, told to all processes; and what follows when somebody stays away."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from uuid import UUID, uuid4

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.engine import why_away
from app.presence import store
from app.presence.store import Page
from app.watching.log import logger

log = logger("presence")

GRACE = 4.0
"""Seconds that a page may take to load anew before its guest counts as away."""
HEARTBEAT = 6.0
"""Seconds between two renewals of what is open here."""
SILENT = 15.0
"""Seconds after which rows that nobody renews are a dead process's."""
CHAIR_KEPT = 180.0
"""Seconds that a host may be away before the chair moves on to somebody who is here."""


class Presence:
    """The open pages of this process. `empty_chair` is called with the code of each table whose host stays away."""

    def __init__(self, engine: AsyncEngine, empty_chair: Callable[[str], Awaitable[None]]) -> None:
        self.process = uuid4()
        self._engine = engine
        self._empty_chair = empty_chair
        self._open: Counter[Page] = Counter()
        self._leaving: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def page(self, table_id: int, player_id: UUID | None) -> AsyncIterator[None]:
        """A page of this guest at this table is open while the block lasts; a stranger's counts for nothing."""
        if player_id is None:
            yield
            return
        page = table_id, player_id
        self._open[page] += 1
        try:
            await self._arrive(page)
            yield
        finally:
            self._open[page] -= 1
            self._later(page)

    async def _arrive(self, page: Page) -> None:
        if self._open[page] == 1:
            async with self._engine.begin() as connection:
                await store.arrive(connection, self.process, page)

    def _later(self, page: Page) -> None:
        if not self._open[page]:
            task = asyncio.create_task(self._depart(page))
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

    async def _depart(self, page: Page) -> None:
        await asyncio.sleep(GRACE)
        if self._open[page]:
            return
        del self._open[page]
        with contextlib.suppress(SQLAlchemyError, OSError):  # then its row is swept
            async with self._engine.begin() as connection:
                await store.depart(connection, self.process, page)

    async def keep(self) -> None:
        """Renews this process's rows, sweeps those of dead ones, and moves chairs, for ever. A process that ends
        leaves its rows as they are: browsers come back to another one before anybody notices."""
        while True:
            try:
                await self.renew()
            except (SQLAlchemyError, OSError) as error:
                log.warning("the database is away; who is here shows late", why=why_away(error))
            except Exception:
                log.exception("who is here could not be kept")
            await asyncio.sleep(HEARTBEAT)

    async def renew(self) -> None:
        """One beat of `keep`."""
        async with self._engine.begin() as connection:
            await store.renew(connection, self.process, [page for page, number in self._open.items() if number])
            await store.sweep(connection, SILENT)
            chairs = await store.empty_chairs(connection, CHAIR_KEPT)
        for code in chairs:
            await self._empty_chair(code)
