"""Guests who use the application as browsers do, without a socket in between: the whole stack, on a real Postgres."""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

import httpx
import msgspec
import pytest
from fastapi import FastAPI
from sqlalchemy import func, select

from app.database import house_time, metadata, seats, tables
from app.house import House
from app.main import create_app
from games import GAMES
from tests.app.tables.aloud import Aloud
from tests.served import settings

HOST = "conclave.test"
FORM = {"content-type": "application/x-www-form-urlencoded"}


class Guest(httpx.AsyncClient):
    """One browser with its own cookies; `address` is where it calls from."""

    def __init__(self, app: FastAPI, address: str = "192.0.2.7", **headers: str) -> None:
        transport = httpx.ASGITransport(app, client=(address, 50000))
        self.house: House = app.state.house
        given = {"origin": f"http://{HOST}", "accept": "text/html", **headers}
        super().__init__(transport=transport, base_url=f"http://{HOST}", headers=given)

    async def send_form(self, path: str, /, *, htmx: bool = False, **fields: Any) -> httpx.Response:
        """Posts a form as the page does; a list sends its field several times."""
        headers = {**FORM, "hx-request": "true"} if htmx else FORM
        return await self.post(path, content=urlencode(fields, doseq=True), headers=headers)

    async def open_table(self, **fields: Any) -> str:
        """Opens a table of Pope or Nope: its code."""
        answer = await self.send_form("/tables", game="pope-or-nope", **fields)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/t/")

    async def join(self, code: str, name: Any, **fields: Any) -> httpx.Response:
        """Sits down at a table."""
        return await self.send_form(f"/t/{code}/join", name=name, **fields)

    async def do(self, code: str, deed: str, **fields: Any) -> httpx.Response:
        """A deed of the lobby."""
        return await self.send_form(f"/t/{code}/lobby/{deed}", **fields)


@pytest.fixture
async def app(database_url: str) -> AsyncIterator[FastAPI]:
    """The whole application on a database of its own; nobody listens on a port."""
    made = create_app(settings(database_url))
    made.state.house.minds = Aloud()
    yield made
    await made.state.house.engine.dispose()


@pytest.fixture
async def livia(app: FastAPI) -> AsyncIterator[Guest]:
    """A guest; the host in most tests."""
    async with Guest(app) as guest:
        yield guest


@pytest.fixture
async def teo(app: FastAPI) -> AsyncIterator[Guest]:
    """Another guest, elsewhere."""
    async with Guest(app, "198.51.100.9") as guest:
        yield guest


@pytest.fixture
async def kofi(app: FastAPI) -> AsyncIterator[Guest]:
    """A third guest, elsewhere again."""
    async with Guest(app, "203.0.113.4") as guest:
        yield guest


async def row_of(house: House, code: str) -> Any:
    """The table's row."""
    async with house.engine.connect() as connection:
        return (await connection.execute(select(tables).where(tables.c.code == code))).one()


async def seats_at(house: House, code: str) -> list[Any]:
    """The taken seats, in order."""
    async with house.engine.connect() as connection:
        rows = select(seats).join(tables, tables.c.id == seats.c.table_id).where(tables.c.code == code)
        return list(await connection.execute(rows.order_by(seats.c.number)))


async def names_at(house: House, code: str) -> list[str]:
    """Who sits there, in order."""
    return [row.name for row in await seats_at(house, code)]


async def everything(house: House) -> dict[str, list[Any]]:
    """All rows of all tables, but for the house's own time, which goes on: equal before and after what must change
    nothing."""
    kept = [table for table in metadata.sorted_tables if table is not house_time]
    async with house.engine.connect() as connection:
        return {table.name: sorted(map(str, await connection.execute(select(table)))) for table in kept}


async def count(house: House, table: Any) -> int:
    """How many rows a table has."""
    async with house.engine.connect() as connection:
        return int(await connection.scalar(select(func.count()).select_from(table)) or 0)


@contextmanager
def pope_or_nope_as(**changes: Any) -> Iterator[None]:
    """The game with some of its facts changed, for the length of a block."""
    kept = GAMES["pope-or-nope"]
    GAMES["pope-or-nope"] = msgspec.structs.replace(kept, **changes)
    try:
        yield
    finally:
        GAMES["pope-or-nope"] = kept
