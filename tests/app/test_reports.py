"""Reporting a problem; and every table of which one was reported, played again, shown to all, and played on."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from app.database import reports
from app.house import House
from app.moving.arriving import arrive
from app.moving.checking import expect_sound
from app.moving.file import read
from app.pages import Visitor
from app.tables import scene as scenes
from app.tables import store
from games import GAMES
from games.kernel.contract import decode
from tests.app.conftest import Guest, everything, row_of
from tests.app.tables.conftest import Seated, house  # noqa: F401 - a fixture

KEPT = sorted((Path(__file__).parents[1] / "reports").glob("*.json"))


@pytest.mark.parametrize("data", [path.read_bytes() for path in KEPT], ids=[path.stem for path in KEPT])
async def test_a_reported_table(house: House, data: bytes) -> None:  # noqa: F811
    moved = read(data)
    expect_sound(moved)
    game = GAMES[moved.game]
    for action in moved.actions:
        state = decode(game, bytes(action.state), action.schema)
        for viewer in (None, *range(len(moved.seats))):
            game.view(state, viewer)
            assert viewer is None or isinstance(game.choices(state, viewer), tuple)
    async with house.engine.begin() as connection:
        arrived = await arrive(connection, moved)
    await _shown(house, arrived.code)
    await Seated(house, arrived.code, [one for _, one in arrived.people]).play(6000)
    await _shown(house, arrived.code)


async def _shown(house: House, code: str) -> None:  # noqa: F811
    """The page of the table renders for everybody."""
    async with house.engine.connect() as connection:
        row = await store.find(connection, code)
    scene: Any = await scenes.load(house, row.id)
    for seat in (None, *range(len(scene.seats))):
        log = await scenes.log_for(house, scene, 0, seat)
        assert (
            scene.page(Visitor(), seat, log) if scene.status == "playing" else scene.result_page(Visitor(), seat, log)
        )


async def kept(guest: Guest, code: str) -> list[Any]:
    async with guest.house.engine.connect() as connection:
        found = await connection.execute(select(reports.c.seat, reports.c.words).order_by(reports.c.id))
        return [tuple(row) for row in found]


async def playing(livia: Guest, teo: Guest) -> str:
    code = await livia.open_table(name="Livia")
    await teo.join(code, "Teo")
    await livia.do(code, "start", sure="yes")
    return code


async def test_a_player_reports_a_problem(livia: Guest, teo: Guest) -> None:
    code = await playing(livia, teo)
    assert f'href="/t/{code}/report"' in (await teo.get(f"/t/{code}")).text
    assert "What went wrong" in (await teo.get(f"/t/{code}/report")).text
    answer = await teo.send_form(f"/t/{code}/report", words=" My <card> is gone. ")
    assert answer.status_code == 200
    assert "Thank you" in answer.text
    assert await kept(teo, code) == [(1, "My <card> is gone.")]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [("  ", "Say in a sentence what went wrong"), ("x" * 1001, "A report has at most 1000 characters")],
)
async def test_a_report_that_is_none(livia: Guest, teo: Guest, words: str, sentence: str) -> None:
    code = await playing(livia, teo)
    before = await everything(livia.house)
    answer = await teo.send_form(f"/t/{code}/report", words=words)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert words.strip() in answer.text, "what was typed is not lost"
    assert await everything(livia.house) == before


async def test_only_players_report_and_not_all_day(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await playing(livia, teo)
    assert (await kofi.send_form(f"/t/{code}/report", words="Hello")).status_code == 403
    assert (await kofi.get(f"/t/{code}/report")).status_code == 403
    assert (await livia.send_form("/t/FUMUS-ALBA-ROTA-27/report", words="Hello")).status_code == 404
    statuses = [(await teo.send_form(f"/t/{code}/report", words="Hello")).status_code for _ in range(11)]
    assert statuses == [*[200] * 10, 429]
    assert len(await kept(teo, code)) == 10


async def test_where_the_house_failed_is_kept_without_words(
    livia: Guest, teo: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await playing(livia, teo)

    def fail(*_: Any) -> None:
        raise RuntimeError("the hand is CROSS-3")

    monkeypatch.setattr("app.tables.scene.Scene.page", fail)
    assert (await livia.get(f"/t/{code}")).status_code == 500
    ((seat, words),) = await kept(livia, code)
    assert seat is None
    assert words.startswith("RuntimeError < tests/app/test_reports.py")
    assert "CROSS" not in words
    assert (await row_of(livia.house, code)).status == "playing"
