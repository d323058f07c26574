"""Keys and passwords: how they are made and kept, and how often they may be tried."""

from fastapi import FastAPI
from sqlalchemy import select

from app.api import keys
from app.database import api_keys, tables
from app.lobby import service
from tests.app.api.conftest import Program, problem
from tests.app.conftest import Guest, count


async def test_keys_are_random_and_kept_as_digests(ada: Program) -> None:
    made = set()
    for _ in range(10):
        assert (await ada.open()).status_code == 201
        made.add(ada.key)
    assert len(made) == 10
    assert all(len(key) == 43 for key in made), "256 bits, as base64"
    async with ada.house.engine.connect() as connection:
        kept = (await connection.execute(select(api_keys))).all()
    assert {row.hash for row in kept} == {keys.digest(key) for key in made}
    assert not any(key in str(kept) for key in made)


async def test_passwords_are_limited_however_they_come(app: FastAPI, ada: Program, livia: Guest) -> None:
    """Set or tried, by a page or a program: they share one limit for each address."""
    most = service.HASHES.amount
    answers = [await ada.open(password="cum clave") for _ in range(most + 5)]
    assert [answer.status_code for answer in answers] == [201] * most + [429] * 5
    assert "passwords" in problem(answers[-1], 429).message
    assert await count(ada.house, tables) == most
    assert (await ada.open()).status_code == 201
    code = await livia.open_table()
    assert (await livia.do(code, "settings", password="another")).status_code == 303
