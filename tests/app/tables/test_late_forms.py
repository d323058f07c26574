"""Forms of moves that come too late, or that no page offers: what they are told, and that nobody is asked in vain."""

from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.tables import tickets
from games.kernel.events import Reason
from tests.app.conftest import Guest, everything
from tests.served import hidden


@pytest.fixture
async def code(livia: Guest, teo: Guest) -> str:
    """A game of two that has begun; both still choose their opening."""
    opened = await livia.open_table(name="Livia")
    await teo.join(opened, "Teo")
    assert (await livia.do(opened, "start", sure="yes")).status_code == 303
    return opened


async def form_of(guest: Guest, code: str) -> dict[str, str]:
    """The hidden fields of the guest's move form."""
    return hidden((await guest.get(f"/t/{code}")).text)


async def move(guest: Guest, code: str, **fields: Any) -> httpx.Response:
    """Sends a move as htmx does."""
    return await guest.send_form(f"/t/{code}/moves", htmx=True, **fields)


@pytest.mark.parametrize(
    "fields", [{"card": "POPE", "pile": "1"}, {"card": "x", "pile": "x"}, {}, {"card": ["a", "b"]}]
)
async def test_a_move_that_is_not_offered_now_is_stale(livia: Guest, code: str, fields: dict[str, Any]) -> None:
    form, before = await form_of(livia, code), await everything(livia.house)
    answer = await move(livia, code, **form, move="play", **fields)
    assert answer.status_code == 409
    assert "be done now" in answer.text
    assert await everything(livia.house) == before


async def test_what_is_no_move_of_the_game_cannot_be_read(livia: Guest, code: str) -> None:
    answer = await move(livia, code, **await form_of(livia, code), move="fly")
    assert answer.status_code == 422


async def test_a_late_form_is_told_so_and_not_asked_whether_it_is_sure(
    app: FastAPI, livia: Guest, teo: Guest, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = await form_of(livia, code)
    monkeypatch.setattr(tickets, "caution", lambda choices, made: Reason("PN-4.2", "caution.cross.mate"))
    asked = await move(livia, code, **form, move="open", deed="")
    assert (asked.status_code, 'value="yes"' in asked.text) == (200, True)
    assert (await move(livia, code, **form, move="open", deed="", sure="yes")).status_code == 204
    assert (await move(teo, code, **await form_of(teo, code), move="open", deed="", sure="yes")).status_code == 204
    late = {"question": form["question"], "key": "another", "move": "open", "deed": ""}
    answer = await move(livia, code, **late)
    assert answer.status_code == 409
    assert 'value="yes"' not in answer.text
    assert (await move(livia, code, **form, move="open", deed="")).status_code == 204
