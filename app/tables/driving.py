"""The bots of this process, for as long as it lives: it looks for tables whose bots nobody thinks about, and takes on
as many at once as it has processes to think."""

import asyncio
import contextlib

from sqlalchemy.exc import SQLAlchemyError

from app.engine import why_away
from app.house import House
from app.tables import bots, store
from app.tables.bots import Errand, Overtaken, Wish
from app.tables.thinking import fault_of
from app.watching.log import logger

log = logger("bots")

IDLE = 0.1
"""Seconds between two looks, where nothing of one's own has happened."""
AFTER_A_FAILURE = 1.0
"""Seconds until the next look, where the last one failed."""


async def play_for_ever(house: House) -> None:
    """Plays bots until it is cancelled; others may then take on at once what it had."""
    driver = _Driver(house)
    try:
        while True:
            await driver.look()
    finally:
        await driver.stop()


class _Driver:
    def __init__(self, house: House) -> None:
        self._house = house
        self._room = asyncio.Semaphore(house.minds.number)
        self._stirred = asyncio.Event()
        self._errands: dict[asyncio.Task[None], Errand] = {}

    async def look(self) -> None:
        """Takes one table on, if there is one; else waits a little."""
        await self._room.acquire()
        self._stirred.clear()
        errand = await self._taken()
        if errand is not None:
            task = asyncio.create_task(self._run(errand))
            self._errands[task] = errand
            task.add_done_callback(self._done)
            return
        self._room.release()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(IDLE):  # `wait_for` may swallow a cancellation (Python 3.11)
                await self._stirred.wait()

    async def _taken(self) -> Errand | None:
        try:
            return await bots.take(self._house)
        except (SQLAlchemyError, OSError) as error:
            log.warning("the database is away; bots wait", why=why_away(error))
        except Exception as error:
            log.error("bots could not play; they try again", fault=str(fault_of(error)))
        await asyncio.sleep(AFTER_A_FAILURE)
        return None

    def _done(self, task: asyncio.Task[None]) -> None:
        del self._errands[task]
        self._stirred.set()

    async def _run(self, errand: Errand) -> None:
        """What fails is left until its lease has run out."""
        try:
            await bots.play(self._house, *await self._considered(errand))
        except Overtaken:
            log.debug("the table has moved on", table=errand.table.id)
        except (SQLAlchemyError, OSError) as error:
            log.warning("the database is away; bots wait", why=why_away(error))
        except Exception as error:
            log.error("bots could not play at a table", table=errand.table.id, fault=str(fault_of(error)))

    async def _considered(self, errand: Errand) -> tuple[Errand, Wish | None]:
        """Only to think takes room; to wait and to move takes none."""
        try:
            errand, wish = await bots.consider(self._house, errand)
        finally:
            self._room.release()
        task = asyncio.current_task()
        if task is not None:
            self._errands[task] = errand
        return errand, wish

    async def stop(self) -> None:
        """Ends what is under way, and leaves it to others."""
        left = dict(self._errands)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        if left:
            with contextlib.suppress(SQLAlchemyError, OSError):
                async with self._house.engine.begin() as connection:
                    await store.end_leases(connection, [(one.table.id, one.due) for one in left.values()])
