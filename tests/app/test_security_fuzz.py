"""Forms filled with nonsense, sent to every address that takes one: refused or carried out, never a failure of ours."""

import random
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.routing import BaseRoute

from app.lobby.routes import DEEDS
from tests.app.conftest import Guest, row_of, seats_at

NASTY = [
    "",
    " ",
    "0",
    "1",
    "-1",
    "1e9",
    "9" * 40,
    "yes",
    "no",
    "up",
    "novice",
    "pope-or-nope",
    "Livia",
    "<script>alert(1)</script>",
    "'; DROP TABLE tables; --",
    "{{ 7 * 7 }}",
    "%s%n{0}",
    "\0",
    "\r\nSet-Cookie: a=b",
    "\u202e",
    "\ufffe",
    "🜏" * 30,
    "x" * 4001,
    "../../etc/passwd",
    "FUMUS-ALBA-ROTA-27",
    "open",
    "play",
    "pass",
    "DEED-1",
    "opening",
    "null",
    "true",
    "[]",
    "٣",
]
LOBBY = ("ready", "target", "teams", "first", "chairs", "private", "watchers", "password", "bot", "seat", "to", "sure")
HOME = ("game", "name", "code", "password", "theme", "path", "\0", "é")
MOVE = ("question", "key", "move", "deed", "card", "pile", "sure", "type")
SEEDS = range(6)


def _forms(routes: list[BaseRoute]) -> list[str]:
    """Every address that takes a form."""
    found = []
    for route in routes:
        below = getattr(getattr(route, "original_router", None), "routes", None)
        found += _forms(below) if below else []
        found += [route.path] if "POST" in (getattr(route, "methods", None) or ()) else []  # type: ignore[attr-defined]
    return found


def _nonsense(path: str, chance: random.Random) -> dict[str, Any]:
    """Fields that the address knows, mostly, with values that it mostly doesn't."""
    known = MOVE if path.endswith("moves") else LOBBY if "lobby" in path else HOME
    fields = chance.sample(known, chance.randint(0, len(known)))
    return {name: chance.choice(NASTY) if chance.random() < 0.95 else chance.sample(NASTY, 2) for name in fields}


@pytest.mark.parametrize("seed", SEEDS)
async def test_nonsense_is_never_our_failure(app: FastAPI, livia: Guest, teo: Guest, seed: int) -> None:
    chance = random.Random(seed)
    paths = _forms(app.routes)
    assert {"/tables", "/join", "/me/name", "/me/theme", "/t/{code}/moves", "/t/{code}/lobby/{deed}"} <= set(paths)
    code = await livia.open_table(name="Livia")
    await teo.join(code, "Teo")
    if seed % 2:
        await livia.do(code, "start", sure="yes")
    for _ in range(150):
        path = chance.choice(paths).replace("{deed}", chance.choice([*DEEDS, "x"]))
        path = path.replace("{code}", code if chance.random() < 0.97 else "x")
        guest, htmx = chance.choice([livia, teo]), chance.random() < 0.5
        answer = await guest.send_form(path, htmx=htmx, **_nonsense(path, chance))
        assert answer.status_code < 500, path
        assert answer.status_code != 200 or "sure" in answer.text or path.endswith("/nudge")
        page = await guest.get(f"/t/{code}")
        assert page.status_code in (200, 403, 410)
        assert "<script>alert" not in answer.text + page.text
    row = await row_of(livia.house, code)
    assert [seat.number for seat in await seats_at(livia.house, code)] == list(
        range(len(await seats_at(livia.house, code)))
    )
    assert row.status in ("lobby", "playing", "over", "ended")
