"""The language of pages: asked for by the browser, chosen, kept; and whom it leaves alone."""

import asyncio

import httpx
import pytest
from fastapi import FastAPI
from websockets.asyncio.client import ClientConnection

from tests.app.conftest import Guest, everything
from tests.app.test_guest_devices import link_of
from tests.served import Guest as Browser
from tests.served import Served, serve

GERMAN = {"accept-language": "de-CH,de;q=0.9,en;q=0.8"}


def tag(page: str) -> str:
    """What a page says its language is."""
    return page.partition('<html lang="')[2].partition('"')[0]


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("de-CH,de;q=0.9,en;q=0.8", "de"),
        ("DE", "de"),
        ("fr,de;q=0.5,en;q=0.3", "de"),
        ("en-US,en;q=0.9,de;q=0.8", "en-GB"),
        ("de;q=0,en", "en-GB"),
        ("fr", "en-GB"),
        ("", "en-GB"),
        ("de" * 2000 + ",;q=,=;de;q=x", "en-GB"),
    ],
)
async def test_a_stranger_reads_what_the_browser_asks_for(livia: Guest, asked: str, language: str) -> None:
    assert tag((await livia.get("/", headers={"accept-language": asked})).text) == language


async def test_a_stranger_may_choose_and_this_device_keeps_it(livia: Guest) -> None:
    answer = await livia.send_form("/me/language", language="de", path="/rules/pope-or-nope")
    assert (answer.status_code, answer.headers["location"]) == (303, "/rules/pope-or-nope")
    page = (await livia.get("/rules/pope-or-nope")).text
    assert tag(page) == "de"
    assert "Die Regeln selbst sind auf Englisch." in page
    assert '<section class="rule" id="PN-1.1" lang="en">' in page
    assert await everything(livia.house) == {name: [] for name in await everything(livia.house)}
    await livia.send_form("/me/language", language="en")
    assert tag((await livia.get("/", headers=GERMAN)).text) == "en-GB"


async def test_a_guests_choice_goes_along_to_other_devices(app: FastAPI, livia: Guest) -> None:
    await livia.open_table(name="Livia")
    await livia.send_form("/me/language", language="de")
    async with Guest(app, "203.0.113.77") as phone:
        await phone.send_form("/me/language", language="en")
        await phone.send_form(await link_of(livia))
        assert tag((await phone.get("/")).text) == "de"
        await phone.send_form("/me/language", language="en")
    assert tag((await livia.get("/")).text) == "en-GB"


async def test_a_new_guest_keeps_the_language_of_the_first_pages(livia: Guest, teo: Guest) -> None:
    await livia.send_form("/me/language", language="de")
    await livia.open_table(name="Livia")
    await livia.send_form("/me/name", name="Olivia")
    livia.cookies.delete("language")
    assert tag((await livia.get("/")).text) == "de"
    await teo.open_table(name="Teo")
    assert tag((await teo.get("/", headers=GERMAN)).text) == "de"


@pytest.mark.parametrize("fields", [{"language": "xx"}, {"language": ""}, {}, {"language": ["de", "en"]}])
async def test_no_other_language_can_be_chosen(livia: Guest, fields: dict[str, str]) -> None:
    await livia.open_table(name="Livia")
    before = await everything(livia.house)
    answer = await livia.send_form("/me/language", **fields)
    assert answer.status_code == 422
    assert "There are no pages in this language." in answer.text or "came more than once" in answer.text
    assert "language=" not in answer.headers.get("set-cookie", "")
    assert await everything(livia.house) == before


async def test_nonsense_in_the_cookie_is_no_choice(livia: Guest) -> None:
    livia.cookies.set("language", "../de", domain="conclave.test")
    assert tag((await livia.get("/", headers=GERMAN)).text) == "de"


async def test_refusals_are_in_the_language_of_whoever_is_refused(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table(name="Livia")
    await teo.send_form("/me/language", language="de")
    await teo.join(code, "Teo")
    assert "Das darf nur, wer den Tisch leitet." in (await teo.do(code, "shuffle")).text
    assert "Only the host may do that." in (await _second_chair(livia, teo, code)).text
    early = await teo.post("/me/name", content="", headers={"origin": "http://elsewhere.test"})
    assert "Das kam von einer fremden Website" in early.text
    lost = await teo.get("/t/FUMUS-ALBA-ROTA-27")
    assert (lost.status_code, tag(lost.text)) == (404, "de")


async def _second_chair(livia: Guest, teo: Guest, code: str) -> httpx.Response:
    """Teo takes the chair, and Livia does what only the host may."""
    await livia.do(code, "chair", seat=1, name="Teo")
    return await livia.do(code, "shuffle")


async def test_programs_are_answered_in_english(livia: Guest) -> None:
    await livia.send_form("/me/language", language="de")
    answer = await livia.post("/api/tables", json={"game": "chess", "name": "Livia"}, headers=GERMAN)
    assert "There is no game “chess” here" in answer.json()["message"]
    page = (await livia.get("/api/docs")).text
    assert tag(page) == "de"
    assert '<main id="main" class="rules api" lang="en">' in page


async def table_in_two_languages(served: Served) -> tuple[str, Browser, Browser]:
    """A table that has begun: Anna reads English, Bruno German."""
    anna, bruno = served.guest(), served.guest()
    code = await anna.open(name="Anna")
    await bruno.http.post("/me/language", data={"language": "de"})
    await bruno.join(code, "Bruno")
    assert (await anna.deed(code, "start", sure="yes")).status_code == 204
    return code, anna, bruno


async def test_at_one_table_everybody_reads_the_own_language_live(database_url: str) -> None:
    async with serve(database_url) as served:
        code, anna, bruno = await table_in_two_languages(served)
        async with anna.socket(code) as hers, bruno.socket(code) as his:
            await _each_reads_the_own(code, hers, his)
            for guest in (bruno, anna):
                assert (await guest.move(code, "open", deed="")).status_code == 204
                await _each_reads_the_own(code, hers, his)


async def _each_reads_the_own(code: str, hers: ClientConnection, his: ClientConnection) -> None:
    english, german = [str(await asyncio.wait_for(socket.recv(), 5)) for socket in (hers, his)]
    assert f"Table {code}" in english
    assert f"Tisch {code}" not in english
    assert f"Tisch {code}" in german
    assert f"Table {code}" not in german


async def test_a_sockets_frames_are_in_the_language_of_its_page(database_url: str) -> None:
    async with serve(database_url) as served:
        code, _, bruno = await table_in_two_languages(served)
        page = await bruno.page(code)
        assert f'hx-ws:connect="/t/{code}/live?since=' in page
        assert "&amp;language=de" in page
        await bruno.http.post("/me/language", data={"language": "en"})
        async with bruno.socket(code, page="table&language=de") as old, bruno.socket(code) as new:
            assert f"Tisch {code}" in str(await asyncio.wait_for(old.recv(), 5))
            assert f"Table {code}" in str(await asyncio.wait_for(new.recv(), 5))
