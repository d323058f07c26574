"""Reporting a problem; and every table of which one was reported, played again, shown to all, and played on."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from app.database import reports
from app.house import House
from app.moving.arriving import arrive
from app.moving.checking import expect_sound
from app.moving.file import MovedTable, read
from app.moving.leaving import leave
from app.operating import tables as operated
from app.pages import Visitor
from app.tables import bots, questions, service, store
from app.tables import scene as scenes
from games import GAMES
from games.kernel.contract import decode
from tests.app.conftest import Guest, everything, row_of
from tests.app.tables.conftest import house  # noqa: F401 - a fixture
from tests.reports.__main__ import main

KEPT = sorted((Path(__file__).parents[1] / "reports").glob("*.json"))


@pytest.mark.parametrize("data", [path.read_bytes() for path in KEPT], ids=[path.stem for path in KEPT])
async def test_a_reported_table(house: House, data: bytes) -> None:  # noqa: F811
    await played_again(house, read(data))


async def played_again(house: House, moved: MovedTable) -> None:  # noqa: F811
    """Each state is shown to everybody, the table taken in, shown, and played on by whoever is asked."""
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
    while await _goes_on(house, arrived.code):
        pass
    await _shown(house, arrived.code)


async def _goes_on(house: House, code: str) -> bool:  # noqa: F811
    """Some answer of whoever is asked first, a bot or not; False if nobody is."""
    async with house.engine.begin() as connection:
        table = await store.lock(connection, code)
        asked = sorted(questions.read(table.questions).asked)
        if asked:
            seats = await store.seats_of(connection, table.id)
            ticket = bots.simple_answer(table, asked[0])
            await service.carry_out(house, connection, table, seats, asked[0], ticket)
    return bool(asked)


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


@pytest.mark.parametrize("deed", ["", "leave", "end"])
@pytest.mark.parametrize("slug", GAMES)
async def test_whatever_is_exported_turns_into_a_test(
    livia: Guest, teo: Guest, slug: str, deed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a bot, a clock, a seat that was left, an end by the host."""
    answer = await livia.send_form("/tables", game=slug, name="Livia")
    code = answer.headers["location"].removeprefix("/t/")
    await teo.join(code, "Teo")
    await livia.do(code, "bot", bot="novice")
    await livia.do(code, "clock", kind="days", days="3")
    assert (await livia.do(code, "start", sure="yes")).status_code == 303
    for _ in range(5):
        await _goes_on(livia.house, code)
    if deed:
        path = f"/t/{code}/leave" if deed == "leave" else f"/t/{code}/lobby/end"
        await livia.send_form(path, sure="yes")
    async with livia.house.engine.begin() as connection:
        (tmp_path / "table.json").write_bytes(await leave(connection, code))
        await operated.remove(connection, code)
    monkeypatch.setattr("tests.reports.__main__.__file__", str(tmp_path / "made.py"))
    main(str(tmp_path / "table.json"), "made")
    await played_again(livia.house, read((tmp_path / "made.json").read_bytes()))


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
