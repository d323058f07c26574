"""`/healthz`: the process is alive; and `/readyz`: it can do its work, so that visitors may be sent to it. Both are
open to everybody and under no limit, so the database is asked at most once a second, however often somebody asks us."""

import asyncio
import time

from alembic.script import ScriptDirectory
from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from app.house import House
from app.schema import MIGRATIONS

KEPT = 1.0
"""Seconds for which an answer of the database holds."""
ADDRESSES = ("/healthz", "/readyz")
"""Free of limits, and of the look at whose request it is."""

READY = "ready"
LEAVING = "leaving: this process is about to end"
AWAY = "the database does not answer"
BEHIND = "the database has not had all migrations of this version"
DEAF = "not listening to the database"

router = APIRouter()


class Readiness:
    """What the database last said, for one process."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._older = _older_revisions()
        self._asking = asyncio.Lock()
        self._until = 0.0
        self._said = READY

    async def word(self) -> str:
        """READY, or why not."""
        if self._house.leaving:
            return LEAVING
        async with self._asking:
            if time.monotonic() >= self._until:
                self._said = await self._database()
                self._until = time.monotonic() + KEPT
        if self._said == READY and not self._house.hub.is_listening:
            return DEAF
        return self._said

    async def _database(self) -> str:
        """A revision that this version doesn't know is a newer one's, beside which this process may play on."""
        try:
            async with self._house.reading.connect() as connection:
                found = await connection.scalar(text("SELECT version_num FROM alembic_version"))
        except (SQLAlchemyError, OSError, TimeoutError):
            return AWAY
        return BEHIND if found is None or found in self._older else READY


def _older_revisions() -> frozenset[str]:
    """All migrations of this version but the newest."""
    _, *older = ScriptDirectory(str(MIGRATIONS)).walk_revisions()
    return frozenset(script.revision for script in older)


@router.get("/healthz", include_in_schema=False)
async def alive() -> PlainTextResponse:
    """Alive, whatever the database does: a supervisor that restarted us for its sake would help nobody."""
    return PlainTextResponse("alive")


@router.get("/readyz", include_in_schema=False)
async def ready(request: Request) -> PlainTextResponse:
    """Ready, or 503 with a word why not."""
    readiness: Readiness = request.app.state.readiness
    word = await readiness.word()
    return PlainTextResponse(word, 200 if word == READY else 503)
