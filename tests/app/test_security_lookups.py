"""Wrong codes: told as such, then to wait; and guessing them leads nowhere."""

import itertools
from typing import Any

import pytest
from fastapi import FastAPI
from limits import RateLimitItemPerMinute

from app import lookups
from app.database import seats
from tests.app.conftest import Guest, count
from tests.app.test_security import HERE, knock

_numbers = itertools.count()


def unknown() -> str:
    """A code that no table has, another each time."""
    return f"FUMUS-ALBA-ROTA-{next(_numbers) % 100:02d}"


async def told(guest: Guest, code: str, way: str) -> Any:
    """The answer to a code, told in one of the ways there are."""
    if way == "look":
        return await guest.get(f"/t/{code}")
    if way == "type":
        return await guest.send_form("/join", code=code)
    return await guest.send_form(f"/t/{code}/{way}", name="Teo")


WAYS = ("look", "type", "join", "watch", "moves")


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    """How many wrong codes the whole house takes: as many as a test can send in reasonable time."""
    monkeypatch.setattr(lookups, "GUESSES", RateLimitItemPerMinute(30, namespace="guesses"))
    return 30


def test_guessing_is_held_to_what_the_text_promises() -> None:
    assert (lookups.LOOKUPS.amount, lookups.GUESSES.amount) == (20, 300)
    assert lookups.LOOKUPS.get_expiry() == lookups.GUESSES.get_expiry() == 60
    a_year = lookups.GUESSES.amount * 60 * 24 * 365
    assert 7 < 12 / (1000 * a_year / (100 * 1024**3)) < 9


async def test_after_many_wrong_codes_a_right_one_still_works(app: FastAPI, livia: Guest, teo: Guest) -> None:
    code = await livia.open_table(name="Livia")
    await teo.get("/")
    for number in range(lookups.LOOKUPS.amount):
        assert (await told(teo, unknown(), WAYS[number % 4])).status_code == 404
    for way in WAYS[:4]:
        answer = await told(teo, unknown(), way)
        assert answer.status_code == 429
        assert answer.headers["retry-after"] == "60"
        assert "Too many codes" in answer.text
        assert "no table with this code" not in answer.text
    async with Guest(app, "198.51.100.9") as newcomer:
        assert (await newcomer.get(f"/t/{code}")).status_code == 200
        assert (await newcomer.join(code, "Nora")).status_code == 303
    assert (await told(teo, code, "type")).status_code == 303
    assert await count(livia.house, seats) == 2


async def test_who_guesses_cant_tell_a_right_code_from_a_wrong_one(
    app: FastAPI, livia: Guest, teo: Guest, kofi: Guest, few: int
) -> None:
    own, other = await livia.open_table(name="Livia"), await livia.open_table(name="Livia")
    assert (await teo.join(own, "Teo")).status_code == 303
    for _ in range(few):
        assert (await told(teo, unknown(), "look")).status_code in (404, 429)
    for way in WAYS:
        guess = unknown()
        right, wrong = await told(teo, other, way), await told(teo, guess, way)
        assert right.status_code == wrong.status_code == 429
        assert right.text.replace(other, guess) == wrong.text
    assert (await teo.get(f"/t/{own}")).status_code == 200
    assert (await teo.do(own, "ready", ready="yes")).status_code == 303
    async with Guest(app, "198.51.100.9") as same_address:
        assert (await same_address.get(f"/t/{other}")).status_code == 429
    assert (await kofi.get(f"/t/{other}")).status_code == 200
    assert (await told(kofi, unknown(), "look")).status_code == 404
    assert (await kofi.get(f"/t/{other}")).status_code == 429


async def test_guessing_by_socket_counts_as_well(app: FastAPI, livia: Guest, few: int) -> None:
    code = await livia.open_table()
    headers = [(b"origin", HERE.encode())]
    ends = [(await knock(app, f"/t/{unknown()}/live", headers))[-1]["code"] for _ in range(few)]
    assert ends == [4404] * lookups.LOOKUPS.amount + [1013] * (few - lookups.LOOKUPS.amount)
    for guess in (code, unknown()):
        last = await knock(app, f"/t/{guess}/live", headers)
        assert [(message["type"], message["code"]) for message in last] == [("websocket.close", 1013)]
