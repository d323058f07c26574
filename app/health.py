"""`/health`: whether the house can do its work. Asked of the database at most once a second, however often it is asked
of us: the question is open to everybody, and under no limit."""

import asyncio
import time

from fastapi.responses import PlainTextResponse
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

KEPT = 1.0
"""Seconds for which an answer holds."""


class Health:
    """What the database last said."""

    def __init__(self, reading: AsyncEngine) -> None:
        self._reading = reading
        self._asking = asyncio.Lock()
        self._until = 0.0
        self._well = False

    async def answer(self) -> PlainTextResponse:
        """Well while the database answers; 503 while it does not."""
        async with self._asking:
            if time.monotonic() >= self._until:
                self._well = await self._answers()
                self._until = time.monotonic() + KEPT
        return PlainTextResponse("well") if self._well else PlainTextResponse("the database does not answer", 503)

    async def _answers(self) -> bool:
        try:
            async with self._reading.connect() as connection:
                await connection.execute(text("SELECT 1"))
        except (SQLAlchemyError, OSError, TimeoutError):
            return False
        return True
