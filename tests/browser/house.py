"""A served house in a process of its own, which can be killed and started again; and its database, to look into."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import httpx

from app.house import House
from app.main import open_house
from app.tables import questions, store
from app.tables.service import changing
from games import GAMES
from games.kernel.contract import decode, encode
from tests.app.tables.clocks import passes
from tests.app.tables.conftest import Seated
from tests.platform.conftest import free_port, surroundings
from tests.served import settings

PROJECT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds until a server that doesn't answer is given up."""

T = TypeVar("T")


class Served:
    """`conclave serve` on a database and a port of its own."""

    def __init__(self, database_url: str, data: Path, bot_pause: str = "0,0") -> None:
        self.database_url = database_url
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._data = data
        self._given = {"DATABASE_URL": database_url, "BOT_PAUSE": bot_pause}
        self.start()

    def start(self) -> None:
        """Starts the server and waits until it answers."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "app", "serve", "--port", str(self.port), "--data", str(self._data)],
            cwd=PROJECT,
            env=surroundings(**self._given),
            stdout=subprocess.DEVNULL,
        )
        end = time.monotonic() + PATIENCE
        while not self._answers():
            assert self.process.poll() is None, "the server ended"
            assert time.monotonic() < end, "the server doesn't answer"
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/readyz").status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        self.process.wait()

    def state(self, code: str) -> Any:
        """The game's State at this table, secrets and all."""
        return self._ask(lambda house: state_of(house, code))

    def put(self, code: str, **changes: Any) -> None:
        """Lays the table as the test wants it: fields of the State are replaced, and everybody is told."""
        self._ask(lambda house: put(house, code, changes))

    def play_out(self, code: str) -> None:
        """People at this table play at random, to the end."""
        self._ask(lambda house: played_out(house, code))

    def let_pass(self, **length: float) -> None:
        """So much of the house's time passes, by which clocks run."""
        self._ask(lambda house: passes(house, **length))

    def _ask(self, question: Callable[[House], Coroutine[Any, Any, T]]) -> T:
        """Asks the database, outside of playwright's event loop."""
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(lambda: asyncio.run(_with_house(self.database_url, question))).result()


async def _with_house(database_url: str, question: Callable[[House], Coroutine[Any, Any, T]]) -> T:
    house = open_house(settings(database_url))
    try:
        return await question(house)
    finally:
        await house.engine.dispose()


async def state_of(house: House, code: str) -> Any:
    """The game's State at this table."""
    async with house.engine.connect() as connection:
        row = await store.find(connection, code)
    return decode(GAMES[row.game], row.state, row.schema)


async def put(house: House, code: str, changes: dict[str, Any]) -> None:
    """Replaces fields of the State, and tells everybody."""
    async with changing(house, code) as (connection, row):
        game = GAMES[row.game]
        state = type(decode(game, row.state, row.schema))(**{**_fields(game, row), **changes})
        now, before = datetime.now(UTC), questions.read(row.questions)
        asked = questions.asked_now(game, state, row.version + 1, now, before, None)
        await store.save(
            connection, row.id, state=encode(state), questions=questions.plain(asked), bot_due=datetime.now(UTC)
        )


async def played_out(house: House, code: str) -> None:
    """Plays for the people at this table, at random, to the end."""
    async with house.engine.connect() as connection:
        row = await store.find(connection, code)
        people = [seat.player_id for seat in await store.seats_of(connection, row.id)]
    await Seated(house, code, people).play(5000)


def _fields(game: Any, row: Any) -> dict[str, Any]:
    state = decode(game, row.state, row.schema)
    return {name: getattr(state, name) for name in state.__struct_fields__}
