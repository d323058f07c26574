"""The open sockets of guests in this process: they end when the personal link is renewed, or when the guest is erased,
whichever process that happens in."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.engine import why_away
from app.identity import store
from app.identity.cookies import Visit
from app.watching.log import logger

log = logger("devices")

LOOK = 5.0
"""Seconds between two looks at all who are here, for notices that were lost while nobody listened."""
GONE = 2**31
"""Above every epoch: the guest was erased."""


class Devices:
    """Who has sockets open here, each with the event that ends it."""

    def __init__(self, reading: AsyncEngine) -> None:
        self._reading = reading
        self._open: dict[asyncio.Event, Visit] = {}

    @contextmanager
    def open(self, who: Visit) -> Iterator[asyncio.Event]:
        """A socket of this guest is open while the block lasts; the event is set once it must end."""
        over = asyncio.Event()
        self._open[over] = who
        try:
            yield over
        finally:
            del self._open[over]

    def heard(self, payload: str) -> None:
        """A notice on `store.CHANNEL`."""
        number, epoch = payload.split()
        self.end(UUID(number), int(epoch))

    def end(self, player_id: UUID, epoch: int) -> None:
        """Ends the sockets of this guest that are older than the epoch."""
        for over, who in self._open.items():
            if who.id == player_id and who.epoch < epoch:
                over.set()

    async def keep(self) -> None:
        """Looks at all who are here, again and again, for ever."""
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self.look()
            except (SQLAlchemyError, OSError) as error:
                log.warning("the database is away; renewed links are heard of late", why=why_away(error))

    async def look(self) -> None:
        """Ends whatever is older than what the database says. Somebody whose first form is still on its way has no
        row and nothing to lose; who had one and was erased has left a mark."""
        here = {who.id for who in self._open.values()}
        if not here:
            return
        async with self._reading.connect() as connection:
            for player_id, epoch in (await store.epochs(connection, here)).items():
                self.end(player_id, epoch)
            for player_id in await store.former(connection, here):
                self.end(player_id, GONE)
