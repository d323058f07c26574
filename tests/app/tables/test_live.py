"""Live pages over real sockets: who is told what, when, and who is not."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI
from starlette.types import Message
from uvicorn.protocols.utils import ClientDisconnected
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from app.main import create_app
from app.tables import live
from tests.served import Guest, Served, serve, serve_twice, settings


@pytest.fixture(params=[serve, serve_twice], ids=["one server", "two servers"])
async def served(database_url: str, request: pytest.FixtureRequest) -> AsyncIterator[Served]:
    """A served house; or one with two servers, and neighbours at the table come to different ones."""
    async with request.param(database_url) as running:
        yield running


async def frame(socket: ClientConnection) -> str:
    """The next frame, which must come."""
    return str(await asyncio.wait_for(socket.recv(), 5))


async def silence(socket: ClientConnection, seconds: float = 0.4) -> None:
    """Nothing may come."""
    with contextlib.suppress(TimeoutError):
        surprise = await asyncio.wait_for(socket.recv(), seconds)
        raise AssertionError(f"a frame came: {surprise[:300]!r}")


async def table_of(served: Served, names: tuple[str, ...] = ("Anna", "Bruno")) -> tuple[str, list[Guest]]:
    """A table that has begun, with these people."""
    people = [served.guest() for _ in names]
    code = await people[0].open(name=names[0])
    for person, name in zip(people[1:], names[1:], strict=True):
        assert (await person.join(code, name)).status_code == 303
        assert (await person.deed(code, "ready", ready="yes")).status_code == 204
    started = await people[0].deed(code, "start", sure="yes")
    assert started.status_code == 204, started.text
    return code, people


async def test_a_move_reaches_every_socket(served: Served) -> None:
    code, (anna, bruno) = await table_of(served)
    async with anna.socket(code) as one, bruno.socket(code) as two:
        await frame(one), await frame(two)
        assert (await anna.move(code, "open", deed="")).status_code == 204
        assert 'hx-target="#public"' in await frame(two)
        assert 'hx-target="#dock"' in await frame(one)


async def test_a_change_of_mind_reaches_nobody_else(served: Served) -> None:
    code, (anna, bruno, carla) = await table_of(served, ("Anna", "Bruno", "Carla"))
    watcher = served.guest()
    await watcher.http.post(f"/t/{code}/watch", data={"name": "Wilma"})
    async with bruno.socket(code) as other, watcher.socket(code) as looking_on:
        await frame(other), await frame(looking_on)
        assert (await anna.move(code, "open", deed="")).status_code == 204
        await frame(other), await frame(looking_on)
        form = await anna.form(code)
        assert form["question"].startswith("opening")
        assert (await anna.move(code, "open", form, deed="")).status_code == 204
        await silence(other)
        await silence(looking_on)
        assert (await carla.move(code, "open", deed="")).status_code == 204
        await frame(other)


@pytest.mark.parametrize("heard", [0, 1, 2])
@pytest.mark.parametrize(
    "path", ["/t/{}/live", "/t/NO-SUCH-TABLE-27/live", "/api/tables/{}/live", "/api/tables/x/live"]
)
async def test_a_socket_that_closes_early_is_no_mishap(
    database_url: str, path: str, heard: int, caplog: pytest.LogCaptureFixture
) -> None:
    """It has got so many messages when it closes: the opening, the first frame or the reason why not."""
    async with serve(database_url) as served:
        code = await served.guest().open()
        await leave_early(create_app(settings(database_url)), path.format(code), heard)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def leave_early(app: FastAPI, path: str, heard: int) -> None:
    """A program that closes its socket after so many messages of the house."""
    sent: list[object] = []

    async def receive() -> Message:
        if not sent:
            return {"type": "websocket.connect"}
        while len(sent) <= heard:
            await asyncio.sleep(0.05)
        return {"type": "websocket.disconnect", "code": 1006}

    async def send(message: Message) -> None:
        sent.append(message)
        if len(sent) > heard:
            raise ClientDisconnected

    about = {"type": "websocket", "path": path, "query_string": b"", "headers": [(b"host", b"conclave.test")]}
    with contextlib.suppress(ClientDisconnected, TimeoutError):
        async with asyncio.timeout(2):
            await app({**about, "client": ("192.0.2.7", 50000), "scheme": "ws"}, receive, send)
    await app.state.house.engine.dispose()


async def test_a_socket_that_comes_late_gets_the_whole_state_and_the_missed_lines(served: Served) -> None:
    code, (anna, bruno) = await table_of(served)
    async with bruno.socket(code, since=0) as socket:
        first = await frame(socket)
    assert first.count("<li") >= 1
    assert (await anna.move(code, "open", deed="")).status_code == 204
    async with bruno.socket(code, since=1000) as socket:
        assert 'hx-target="#log"' not in await frame(socket)


async def test_strangers_and_unknown_tables_get_nothing(served: Served) -> None:
    code, _ = await table_of(served)
    for person, table in ((served.guest(), code), (served.guest(), "NO-SUCH-TABLE-00")):
        async with person.socket(table) as socket:
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    assert 'hx-target="#public"' not in await frame(socket)
            assert closed.value.rcvd is not None
            assert 4400 <= closed.value.rcvd.code < 4500


async def test_a_socket_from_another_site_is_refused(served: Served) -> None:
    code, (anna, _) = await table_of(served)
    cookies = "; ".join(f"{name}={value}" for name, value in anna.http.cookies.items())
    address = f"{served.url.replace('http', 'ws', 1)}/t/{code}/live"
    for origin in ("https://evil.example", "null"):
        with pytest.raises(InvalidStatus) as refused:
            await connect(address, origin=origin, additional_headers={"Cookie": cookies})  # type: ignore[arg-type]
        assert refused.value.response.status_code == 403


@pytest.mark.parametrize("word", ["hello", b"\0\xff"])
async def test_a_browser_that_talks_is_let_go(
    served: Served, word: str | bytes, caplog: pytest.LogCaptureFixture
) -> None:
    code, (anna, _) = await table_of(served)
    async with anna.socket(code) as socket:
        await frame(socket)
        await socket.send(word)
        with pytest.raises(ConnectionClosed):
            await frame(socket)
    assert not [record for record in caplog.records if record.name == "conclave.live"]


async def test_the_lobbys_pages_are_live_and_lead_to_the_table(served: Served) -> None:
    anna, bruno = served.guest(), served.guest()
    code = await anna.open(name="Anna")
    async with anna.socket(code, page="lobby") as socket:
        await frame(socket)
        await bruno.join(code, "Bruno <b>")
        assert "Bruno &lt;b&gt;" in await frame(socket)
        await bruno.deed(code, "ready", ready="yes")
        await frame(socket)
        assert (await anna.deed(code, "start")).status_code == 204
        await frame(socket)
        with pytest.raises(ConnectionClosed):
            await frame(socket)


async def test_a_kicked_guests_page_goes_away(served: Served) -> None:
    anna, bruno = served.guest(), served.guest()
    code = await anna.open(name="Anna")
    await bruno.join(code, "Bruno")
    async with bruno.socket(code, page="lobby") as socket:
        await frame(socket)
        assert (await anna.deed(code, "kick", seat="1")).status_code == 204
        await frame(socket)
        with pytest.raises(ConnectionClosed):
            await frame(socket)
    assert (await bruno.http.get(f"/t/{code}")).status_code == 403


async def test_two_tabs_of_one_guest_show_the_same(served: Served) -> None:
    code, (anna, _) = await table_of(served)
    async with anna.socket(code) as one, anna.socket(code) as two:
        assert await frame(one) == await frame(two)
        await anna.move(code, "open", deed="")
        assert await frame(one) == await frame(two)


async def test_markup_in_names_is_text_everywhere(served: Served) -> None:
    code, (anna, _) = await table_of(served, ("<script>x", "<img src=x>"))
    async with anna.socket(code) as socket:
        shown = await frame(socket) + await anna.page(code)
    assert "<script>x" not in shown
    assert "<img src=x>" not in shown


async def test_a_page_that_was_left_open_over_the_end_goes_to_the_result(served: Served) -> None:
    anna = served.guest()
    code = await anna.open(name="Anna")
    assert (await anna.deed(code, "rules", target="3")).status_code == 204
    await anna.deed(code, "bot", bot="novice")
    await anna.deed(code, "start")
    async with anna.socket(code) as socket:
        await frame(socket)
        await play_until_over(anna, code)
        with pytest.raises(ConnectionClosed):
            while True:
                await frame(socket)
    assert (await anna.http.get(f"/t/{code}")).status_code == 200


async def play_until_over(guest: Guest, code: str) -> None:
    """Lays nothing and passes for ever, until the bot has won."""
    async with asyncio.timeout(60):
        while True:
            answer: httpx.Response = await guest.http.get(f"/t/{code}")
            if 'name="question"' not in answer.text:
                if "rematch" in answer.text:
                    return
                await asyncio.sleep(0.02)
                continue
            move = "open" if 'name="deed"' in answer.text else "pass"
            fields = {"deed": ""} if move == "open" else {}
            await guest.move(code, move, None, **fields)


async def test_a_page_is_told_now_and_then_that_the_house_is_there(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BEAT_SECONDS", 0.1)
    code, (anna, _) = await table_of(served)
    async with anna.socket(code) as socket:
        assert "hx-partial" in await frame(socket)
        assert [await frame(socket), await frame(socket)] == ["null", "null"]
        await socket.send("anything")
        with pytest.raises(ConnectionClosed):
            while True:
                assert await frame(socket) == "null"
