"""What a host sets, by the lobby or by a program; what can be wrong with it; and what pages and programs show."""

from datetime import timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import func, update

from app.database import house_time
from app.tables import clock_setting, clock_shown, clock_work
from app.tables.clock import Clock
from tests.app.api.conftest import Program
from tests.app.conftest import Guest, everything, row_of
from tests.app.tables.clocks import passes, runs

TURN = {"kind": "turn", "seconds": 60, "increment": 0}


async def started(host: Guest, *others: Guest, **clock: Any) -> str:
    """A running game of these people with this clock."""
    await runs(host.house)
    code = await host.open_table(name="Livia")
    for number, guest in enumerate(others):
        await guest.join(code, f"Guest {number}")
    assert (await host.do(code, "clock", **clock)).status_code == 303
    assert (await host.do(code, "start", sure="yes")).status_code == 303
    return code


@pytest.mark.parametrize(
    ("form", "clock", "words"),
    [
        ({"kind": "none"}, None, "No clock"),
        ({"kind": "turn"}, TURN, "60 seconds a turn"),
        ({"kind": "turn", "seconds": "10"}, {**TURN, "seconds": 10}, "10 seconds a turn"),
        ({"kind": "turn", "seconds": "900", "days": "3"}, {**TURN, "seconds": 900}, "900 seconds a turn"),
        (
            {"kind": "bank", "minutes": "1", "increment": "0"},
            {"kind": "bank", "seconds": 60, "increment": 0},
            "1 minute each",
        ),
        (
            {"kind": "bank"},
            {"kind": "bank", "seconds": 900, "increment": 10},
            "15 minutes each, 10 seconds more a turn",
        ),
        ({"kind": "days", "days": "2"}, {"kind": "days", "seconds": 172800, "increment": 0}, "2 days a turn"),
    ],
)
async def test_the_host_sets_a_clock_and_everybody_sees_it(
    livia: Guest, teo: Guest, form: dict[str, str], clock: Any, words: str
) -> None:
    code = await livia.open_table(name="Livia")
    await teo.join(code, "Teo")
    assert (await livia.do(code, "clock", **form)).status_code == 303
    assert (await row_of(livia.house, code)).clock == clock
    assert f"<dd>{words}</dd>" in (await teo.get(f"/t/{code}")).text


async def test_a_clock_can_be_taken_away_again(livia: Guest) -> None:
    code = await livia.open_table(name="Livia")
    await livia.do(code, "clock", kind="turn")
    await livia.do(code, "clock", kind="none")
    assert (await row_of(livia.house, code)).clock is None


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({}, "The field “kind” is missing."),
        ({"kind": ""}, "There is no such clock."),
        ({"kind": "sand"}, "There is no such clock."),
        ({"kind": "turn", "seconds": ""}, "A turn takes 10 to 900 seconds."),
        ({"kind": "turn", "seconds": "0"}, "A turn takes 10 to 900 seconds."),
        ({"kind": "turn", "seconds": "9"}, "A turn takes 10 to 900 seconds."),
        ({"kind": "turn", "seconds": "-60"}, "A turn takes 10 to 900 seconds."),
        ({"kind": "turn", "seconds": "6e9"}, "A turn takes 10 to 900 seconds."),
        ({"kind": "turn", "seconds": "9" * 30}, "A turn takes 10 to 900 seconds."),
        ({"kind": "turn", "seconds": "9" * 300}, "takes at most 40 characters"),
        ({"kind": "turn", "seconds": ["60", "61"]}, "came more than once"),
        ({"kind": "bank", "minutes": "0"}, "A bank holds 1 to 180 minutes."),
        ({"kind": "bank", "minutes": "5", "increment": "301"}, "A turn adds 0 to 300 seconds."),
        ({"kind": "days", "days": "0"}, "A turn takes 1 to 30 days."),
        ({"kind": "days", "days": "31"}, "A turn takes 1 to 30 days."),
    ],
)
async def test_what_is_no_clock(livia: Guest, form: Any, sentence: str) -> None:
    code = await livia.open_table(name="Livia")
    before = await everything(livia.house)
    answer = await livia.send_form(f"/t/{code}/lobby/clock", htmx=True, **form)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert await everything(livia.house) == before


async def test_only_the_host_sets_it_and_only_before_the_game(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table(name="Livia")
    await teo.join(code, "Teo")
    before = await everything(livia.house)
    assert (await teo.do(code, "clock", kind="turn")).status_code == 403
    assert await everything(livia.house) == before
    await livia.do(code, "start", sure="yes")
    before = await everything(livia.house)
    answer = await livia.send_form(f"/t/{code}/lobby/clock", htmx=True, kind="turn")
    assert (answer.status_code, "this is decided" in answer.text) == (409, True)
    assert await everything(livia.house) == before


async def test_a_companion_has_no_clock(livia: Guest) -> None:
    answer = await livia.send_form("/tables", game="curia-companion", name="Livia")
    code = answer.headers["location"].removeprefix("/t/")
    assert "clock-kind" not in (await livia.get(f"/t/{code}")).text
    refused = await livia.send_form(f"/t/{code}/lobby/clock", htmx=True, kind="turn")
    assert (refused.status_code, "waits for nobody" in refused.text) == (409, True)
    assert (await livia.do(code, "clock", kind="none")).status_code == 303


async def test_the_page_tells_whose_clock_runs_until_when(livia: Guest, teo: Guest) -> None:
    code = await started(livia, teo, kind="turn", seconds="60")
    for guest in (livia, teo):
        page = (await guest.get(f"/t/{code}")).text
        assert page.count('<time class="until num"') == 2
        assert "60 seconds a turn" in page
        assert "clocks.js" in page
    assert "/clocks/pause" in (await livia.get(f"/t/{code}")).text
    assert "/clocks/pause" not in (await teo.get(f"/t/{code}")).text


async def test_a_table_without_a_clock_shows_none(livia: Guest, teo: Guest) -> None:
    code = await started(livia, teo, kind="none")
    page = (await livia.get(f"/t/{code}")).text
    assert "clocks.js" not in page
    assert 'id="clocks"' not in page


async def test_a_page_counts_by_the_world_whatever_the_house_has_lost(livia: Guest, teo: Guest) -> None:
    code = await started(livia, teo, kind="turn", seconds="60")
    before = (await livia.get(f"/t/{code}")).text.partition('datetime="')[2][:16]
    async with livia.house.engine.begin() as connection:
        more = house_time.c.lost + timedelta(hours=1)
        await connection.execute(update(house_time).values(lost=more, beat_at=func.clock_timestamp()))
    after = (await livia.get(f"/t/{code}")).text.partition('datetime="')[2][:16]
    assert after > before


async def test_a_pause_is_shown_to_all_and_told(livia: Guest, teo: Guest) -> None:
    code = await started(livia, teo, kind="bank", minutes="5", increment="0")
    assert (await livia.send_form(f"/t/{code}/clocks/pause")).status_code == 303
    page = (await teo.get(f"/t/{code}")).text
    assert "paused" in page
    assert page.count(">5:00</span>") + page.count(">4:59</span>") == 2
    assert "stops the clocks." in page
    assert '<time class="until' not in page
    refused = await teo.send_form(f"/t/{code}/moves", htmx=True, question="1", key="k", move="open", deed="")
    assert (refused.status_code, "stopped the clocks" in refused.text) == (409, True)
    assert (await livia.send_form(f"/t/{code}/clocks/resume", htmx=True)).status_code == 204
    assert "lets the clocks go on." in (await teo.get(f"/t/{code}")).text


async def test_pauses_that_are_refused_change_nothing(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await started(livia, teo, kind="turn")
    before = await everything(livia.house)
    for guest in (teo, kofi):
        assert (await guest.send_form(f"/t/{code}/clocks/pause", htmx=True)).status_code == 403
    assert (await livia.send_form(f"/t/{code}/clocks/resume", htmx=True)).status_code == 409
    assert await everything(livia.house) == before
    await livia.send_form(f"/t/{code}/clocks/pause")
    before = await everything(livia.house)
    twice = await livia.send_form(f"/t/{code}/clocks/pause", htmx=True)
    assert (twice.status_code, "stand still already" in twice.text) == (409, True)
    assert (await teo.send_form(f"/t/{code}/clocks/resume", htmx=True)).status_code == 403
    assert await everything(livia.house) == before
    assert (await livia.send_form("/t/NEMO-NEMO-NEMO-10/clocks/pause", htmx=True)).status_code == 404


async def test_there_is_nothing_to_stop_in_a_lobby_and_without_a_clock(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table(name="Livia")
    await livia.do(code, "clock", kind="turn")
    assert (await livia.send_form(f"/t/{code}/clocks/pause", htmx=True)).status_code == 409
    free = await started(livia, teo, kind="none")
    assert (await livia.send_form(f"/t/{free}/clocks/pause", htmx=True)).status_code == 409


async def test_the_log_says_that_a_bot_played(livia: Guest, teo: Guest) -> None:
    code = await started(livia, teo, kind="turn", seconds="10")
    await passes(livia.house, seconds=11)
    await clock_work.play_all_due(livia.house)
    assert "Time ran out for" in (await teo.get(f"/t/{code}")).text
    german = (await teo.get(f"/t/{code}", headers={"accept-language": "de"})).text
    assert "Die Zeit von" in german


async def test_programs_set_see_and_stop_clocks(app: FastAPI) -> None:
    async with Program(app) as ada, Program(app, "192.0.2.41") as bea:
        await runs(ada.house)
        assert (await ada.open(clock={"kind": "bank", "minutes": 5})).status_code == 201
        await bea.join(ada.code)
        lobby = (await ada.look()).clock
        assert lobby is not None
        assert (lobby.kind, lobby.seconds, lobby.increment, lobby.paused, lobby.seats) == ("bank", 300, 10, False, ())
        assert (await ada.call("start", {"sure": True})).status_code == 200
        running = (await bea.look()).clock
        assert running is not None
        assert [one.left for one in running.seats] == [None, None]
        assert all(one.until is not None for one in running.seats)
        assert (await bea.call("pause")).status_code == 403
        assert (await ada.call("pause")).status_code == 204
        assert (await ada.call("pause")).status_code == 409
        paused = (await bea.look()).clock
        assert paused is not None
        assert paused.paused
        assert all(one.left in (299, 300) for one in paused.seats)
        assert (await ada.call("resume")).status_code == 204
        assert (await ada.open()).status_code == 201
        assert (await ada.look()).clock is None


@pytest.mark.parametrize(
    ("clock", "status"),
    [
        ({}, 422),
        ({"kind": "sand"}, 422),
        ({"kind": "turn", "seconds": 0}, 422),
        ({"kind": "turn", "seconds": "60"}, 422),
        ({"kind": "turn", "seconds": True}, 422),
        ({"kind": "turn", "seconds": 10**30}, 422),
        ({"kind": "turn", "days": 3}, 422),
        ({"kind": "none", "days": 3}, 422),
        ({"kind": "days", "days": -1}, 422),
        ({"kind": "turn", "hours": 1}, 422),
        ("turn", 422),
    ],
)
async def test_what_is_no_clock_for_a_program(app: FastAPI, clock: Any, status: int) -> None:
    async with Program(app) as ada:
        before = await everything(ada.house)
        answer = await ada.open(clock=clock)
        assert answer.status_code == status, answer.text
        assert answer.json()["message"]
        assert await everything(ada.house) == before
        companion = await ada.open(game="curia-companion", clock={"kind": "turn"})
        assert companion.status_code == 409
        assert await everything(ada.house) == before


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0:00"),
        (59, "0:59"),
        (61, "1:01"),
        (3600, "1:00:00"),
        (3 * 3600, "3:00:00"),
        (4 * 3600, "4 hours left"),
        (35 * 3600, "35 hours left"),
        (47 * 3600, "2 days left"),
        (30 * 86400, "30 days left"),
    ],
)
def test_time_in_words(seconds: int, words: str) -> None:
    assert clock_shown.in_words(seconds) == words


@pytest.mark.parametrize("kind", clock_setting.NUMBERS)
def test_numbers_come_back_as_they_were_set(kind: str) -> None:
    for end in ("least", "most", "usual"):
        given = {name: getattr(range_, end) for name, range_ in clock_setting.NUMBERS[kind].items()}
        clock = clock_setting.read(kind, given)
        assert isinstance(clock, Clock)
        assert clock_setting.numbers(clock) == given
