"""What stands around every request, further: sockets that are too many, HEAD, visitors who hang up,
and what a log line may say of a failure."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from fastapi import FastAPI
from websockets.exceptions import ConnectionClosed

from app import crowding
from app.lobby import show
from app.tables import live
from tests.app.conftest import HOST, Guest, everything
from tests.app.test_security import HERE, knock
from tests.served import serve

# --- sockets ---------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def held_open(app: FastAPI, most: int, headers: list[tuple[bytes, bytes]], address: str) -> AsyncIterator[None]:
    """So many sockets to whatever is under /t/x, which is patched to hold them until the block ends."""
    tasks = [asyncio.create_task(knock(app, "/t/x/live", headers, address)) for _ in range(most)]
    await asyncio.sleep(0.05)
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sockets that stay open as long as nobody ends them."""

    async def never(*_: Any) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(live, "guest", never)


def cookie_of(guest: Guest) -> list[tuple[bytes, bytes]]:
    """What the guest's browser sends."""
    return [(b"origin", HERE.encode()), (b"cookie", f"conclave={guest.cookies['conclave']}".encode())]


TOO_MANY = [("websocket.accept", None), ("websocket.close", 1013)]


def ends(said: list[Any]) -> list[tuple[str, Any]]:
    """What the house did with a socket."""
    return [(message["type"], message.get("code")) for message in said]


@pytest.mark.usefixtures("endless")
async def test_a_guest_holds_only_so_many_sockets(app: FastAPI, livia: Guest, teo: Guest) -> None:
    await livia.get("/"), await teo.get("/")
    async with held_open(app, crowding.GUEST, cookie_of(livia), "192.0.2.7"):
        for address in ("192.0.2.7", "203.0.113.77"):
            assert ends(await knock(app, "/t/x/live", cookie_of(livia), address)) == TOO_MANY
        async with held_open(app, 1, cookie_of(teo), "192.0.2.7"):
            pass
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(knock(app, "/t/x/live", cookie_of(teo), "192.0.2.7"), 0.1)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(knock(app, "/t/x/live", cookie_of(livia), "192.0.2.7"), 0.1)


@pytest.mark.usefixtures("endless")
async def test_strangers_of_one_address_hold_only_so_many(app: FastAPI, livia: Guest) -> None:
    await livia.get("/")
    stranger = [(b"origin", HERE.encode())]
    async with held_open(app, crowding.STRANGERS, stranger, "192.0.2.7"):
        assert ends(await knock(app, "/t/x/live", stranger, "192.0.2.7")) == TOO_MANY
        for headers, address in ((stranger, "203.0.113.77"), (cookie_of(livia), "192.0.2.7")):
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(knock(app, "/t/x/live", headers, address), 0.1)


@pytest.mark.usefixtures("endless")
async def test_an_address_holds_only_so_many(
    app: FastAPI, livia: Guest, teo: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowding, "ADDRESS", 5)
    await livia.get("/"), await teo.get("/")
    async with held_open(app, 5, cookie_of(livia), "2001:db8:1:2::3"):
        assert ends(await knock(app, "/t/x/live", cookie_of(teo), "2001:db8:1:2::4")) == TOO_MANY


async def test_a_browser_is_told_to_try_again_later(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowding, "GUEST", 1)
    async with serve(database_url) as served:
        anna = served.guest()
        code = await anna.open(name="Anna")
        async with anna.socket(code, "lobby") as first:
            await first.recv()
            async with anna.socket(code, "lobby") as second:
                with pytest.raises(ConnectionClosed) as closed:
                    await second.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013


async def test_a_socket_that_breaks_is_closed_and_noted_without_its_code(
    app: FastAPI, livia: Guest, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    code = await livia.open_table()

    async def fails(*_: Any) -> Any:
        raise RuntimeError("unforeseen")

    monkeypatch.setattr(live, "guest", fails)
    with caplog.at_level(logging.ERROR, "conclave"):
        said = await knock(app, f"/t/{code}/live", cookie_of(livia))
    assert ends(said) == [("websocket.accept", None), ("websocket.close", 1011)]
    assert "a request failed (what=socket, route=/t/{code}/live" in caplog.text
    assert code not in caplog.text


async def test_a_failure_is_noted_without_the_tables_code(
    livia: Guest, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    code = await livia.open_table()

    async def fails(*_: Any) -> Any:
        raise RuntimeError("unforeseen")

    monkeypatch.setattr(show, "lobby_page", fails)
    assert (await livia.get(f"/t/{code}")).status_code == 500
    assert "a request failed (what=GET, route=/t/{code}" in caplog.text
    assert code not in caplog.text


# --- HEAD, and who hangs up ------------------------------------------------------------------------------------------


async def test_where_get_is_head_is_too(livia: Guest) -> None:
    code = await livia.open_table()
    for path in ("/", f"/t/{code}", "/rules/pope-or-nope", "/healthz", "/static/tokens.css", "/nowhere", "/me/name"):
        head, got = await livia.head(path), await livia.get(path)
        assert head.status_code == got.status_code
        assert head.content == b""
        assert head.headers["content-type"] == got.headers["content-type"]
        assert head.headers["content-security-policy"] == got.headers["content-security-policy"]


async def test_head_over_the_wire(database_url: str) -> None:
    async with serve(database_url) as served:
        guest = served.guest().http
        for path in ("/", "/healthz", "/static/tokens.css", "/nowhere", "/"):
            head, got = await guest.head(path), await guest.get(path)
            assert (head.status_code, head.content) == (got.status_code, b"")


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=b"])
async def test_who_hangs_up_in_the_middle_of_a_form_is_no_failure(
    app: FastAPI, livia: Guest, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    code = await livia.open_table()
    before = await everything(livia.house)
    for path in ("/tables", "/join", "/me/name", f"/t/{code}/join", f"/t/{code}/moves", f"/t/{code}/lobby/end"):
        said = await hang_up(app, path, [*cookie_of(livia), (b"content-type", kind.encode())])
        assert said == []
    assert not caplog.records
    assert await everything(livia.house) == before


async def hang_up(app: FastAPI, path: str, headers: list[tuple[bytes, bytes]]) -> list[Any]:
    """Sends half a form, and goes: what the application says to that."""
    said: list[Any] = []
    coming = [{"type": "http.request", "body": b"--b", "more_body": True}, {"type": "http.disconnect"}]

    async def receive() -> Any:
        return coming.pop(0)

    async def send(message: Any) -> None:
        said.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [*headers, (b"host", HOST.encode())],
        "client": ("192.0.2.7", 1),
    }
    await app(scope, receive, send)
    return said
