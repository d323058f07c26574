"""Programs that use the API over HTTP, through the whole application on a real Postgres."""

import secrets
from collections.abc import AsyncIterator
from typing import Any

import httpx
import msgspec
import pytest
from fastapi import FastAPI

from app.api import documents, problems
from app.house import House
from games.kernel.choices import Choice, Filled
from games.kernel.dice import Cup, dice_from
from games.kernel.filling import fill
from tests.app.conftest import HOST

PROBLEM = "application/problem+json"
UNKNOWN = "FUMUS-ALBA-ROTA-27"


class Program(httpx.AsyncClient):
    """A program at one seat, once it has one. No cookies, no Origin."""

    def __init__(self, app: FastAPI, address: str = "192.0.2.40") -> None:
        super().__init__(transport=httpx.ASGITransport(app, client=(address, 50000)), base_url=f"http://{HOST}")
        self.house: House = app.state.house
        self.code = UNKNOWN
        self.key = ""

    def bearer(self, key: str | None = None) -> dict[str, str]:
        """The header that shows this key, or the own one."""
        return {"authorization": f"Bearer {self.key if key is None else key}"}

    async def call(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        """POSTs to the own table, showing the own key if there is one."""
        headers = more.pop("headers", self.bearer() if self.key else {})
        return await self.post(f"/api/tables/{self.code}/{path}", json=body, headers=headers, **more)

    async def open(self, **wanted: Any) -> httpx.Response:
        """Opens a table of Pope or Nope, and keeps its code and key."""
        answer = await self.post("/api/tables", json={"game": "pope-or-nope", "name": "Ada", **wanted})
        if answer.status_code == 201:
            self.code, self.key = answer.json()["code"], answer.json()["key"]
        return answer

    async def join(self, code: str, name: str = "Bea", **wanted: Any) -> httpx.Response:
        """Takes a seat, and keeps its key."""
        self.code = code
        answer = await self.call("seats", {"name": name, **wanted}, headers={})
        if answer.status_code == 201:
            self.key = answer.json()["key"]
        return answer

    async def look(self, since: int = 0) -> documents.Table:
        """The table as this program sees it: exactly as documented."""
        headers = self.bearer() if self.key else {}
        answer = await self.get(f"/api/tables/{self.code}", params={"since": since}, headers=headers)
        assert answer.status_code == 200, answer.text
        return msgspec.json.decode(answer.content, type=documents.Table)

    def answer_to(self, seen: documents.Table, key: str | None = None) -> dict[str, Any]:
        """A random open answer to the own question, as the body of a move."""
        chance = Cup(dice_from(secrets.token_bytes(32)))
        offer = chance.pick([offer for offer in seen.choices if offer.barred is None and not offer.free])
        move = {"type": offer.move, **filling(offer, chance)}
        return {"question": offer.question, "move": move, "key": key or secrets.token_hex(8)}

    async def move(self, key: str | None = None) -> httpx.Response:
        """Plays at random."""
        return await self.call("moves", self.answer_to(await self.look(), key))


def filling(offer: documents.Offer, chance: Cup) -> Filled:
    """The offer's fields filled at random, as a kernel's choice is."""
    plain = msgspec.to_builtins(offer)
    for field in plain["fields"]:
        field.pop("cautions", None)
    return fill(msgspec.convert({**plain, "free": None, "barred": None}, Choice), chance)


def problem(answer: httpx.Response, status: int) -> problems.Document:
    """The refusal, which must be one of this status, in the form that is documented, and in a sentence."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == PROBLEM
    assert "set-cookie" not in answer.headers
    found = msgspec.json.decode(answer.content, type=problems.Document)
    assert found.status == status
    assert found.message == found.detail
    assert found.message[-1] in ".!?", found.message
    assert "Traceback" not in answer.text
    return found


@pytest.fixture
async def ada(app: FastAPI) -> AsyncIterator[Program]:
    """A program; the host in most tests."""
    async with Program(app) as program:
        yield program


@pytest.fixture
async def bea(app: FastAPI) -> AsyncIterator[Program]:
    """Another one, elsewhere."""
    async with Program(app, "198.51.100.40") as program:
        yield program


@pytest.fixture
async def table(ada: Program, bea: Program) -> list[Program]:
    """Two programs at a table that has begun."""
    assert (await ada.open(seats=2)).status_code == 201
    assert (await bea.join(ada.code)).status_code == 201
    assert (await ada.call("start")).status_code == 200
    return [ada, bea]
