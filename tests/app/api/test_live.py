"""The live socket for programs: who is sent what, when, and how it is closed."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from app.api import documents
from app.api.keys import RENEWED
from app.api.live import NO_SINCE, NOTHING_TO_SAY, Watching
from app.tables import hub, live
from games.kernel.dice import Cup, dice_from
from tests.app.api.conftest import UNKNOWN, filling
from tests.served import Served, serve, serve_twice


@pytest.fixture(params=[serve, serve_twice], ids=["one server", "two servers"])
async def served(database_url: str, request: pytest.FixtureRequest) -> AsyncIterator[Served]:
    """A served house; or one with two servers, and programs come to different ones."""
    async with request.param(database_url) as running:
        yield running


class Seat:
    """A program at a served table."""

    def __init__(self, url: str, code: str = "", key: str = "") -> None:
        self.url, self.code, self.key = url, code, key

    async def post(self, path: str, body: Any = None) -> httpx.Response:
        """POSTs with the own key, if there is one."""
        headers = {"authorization": f"Bearer {self.key}"} if self.key else {}
        async with httpx.AsyncClient(base_url=f"{self.url}/api", headers=headers, timeout=20) as http:
            return await http.post(f"tables{path}", json=body)

    @asynccontextmanager
    async def socket(
        self, since: int | str = 0, key: str | None = None, **more: Any
    ) -> AsyncIterator[ClientConnection]:
        """The live socket with the own key, or this one."""
        shown = self.key if key is None else key
        headers = {"Authorization": f"Bearer {shown}"} if shown else {}
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{self.code}/live?since={since}"
        async with connect(address, additional_headers=headers, **more) as found:
            yield found

    async def answer(self, seen: documents.Table) -> httpx.Response:
        """Takes the first choice that the document offers, a free one too."""
        offer = next(offer for offer in seen.choices if offer.barred is None)
        move = {"type": offer.move, **filling(offer, Cup(dice_from(bytes(32))))}
        return await self.post(f"/{self.code}/moves", {"question": offer.question, "move": move, "key": uuid4().hex})


async def frame(socket: ClientConnection) -> documents.Table:
    """The next document, which must come, exactly as documented."""
    return msgspec.json.decode(await asyncio.wait_for(socket.recv(), 10), type=documents.Table)


async def silence(socket: ClientConnection, seconds: float = 0.4) -> None:
    """Nothing may come."""
    with contextlib.suppress(TimeoutError):
        surprise = await asyncio.wait_for(socket.recv(), seconds)
        raise AssertionError(f"a document came: {surprise[:300]!r}")


async def table_of(served: Served, *names: str, start: bool = True) -> list[Seat]:
    """Programs at a table that has begun; neighbours ask different servers."""
    urls = [served.url, *(other.url for other in served.others)]
    first, *others = [Seat(urls[at % len(urls)]) for at, _ in enumerate(names)]
    opened = (await first.post("", {"game": "pope-or-nope", "name": names[0], "seats": len(names)})).json()
    first.code, first.key = opened["code"], opened["key"]
    for seat, name in zip(others, names[1:], strict=True):
        taken = await seat.post(f"/{first.code}/seats", {"name": name})
        seat.code, seat.key = first.code, taken.json()["key"]
    if start:
        assert (await first.post(f"/{first.code}/start")).status_code == 200
    return [first, *others]


async def test_every_seat_gets_its_own_document_at_each_change(served: Served) -> None:
    ada, bea = await table_of(served, "Ada", "Bea", start=False)
    async with ada.socket() as one, bea.socket() as two, Seat(ada.url, ada.code).socket() as watching:
        assert [(await frame(socket)).status for socket in (one, two, watching)] == ["lobby"] * 3
        assert (await ada.post(f"/{ada.code}/start")).status_code == 200
        seen = [await frame(socket) for socket in (one, two, watching)]
        assert [document.seat for document in seen] == [0, 1, None]
        assert [document.view["mine"] and document.view["mine"]["seat"] for document in seen] == [0, 1, None]
        assert (await ada.answer(seen[0])).status_code == 200
        told = [await frame(socket) for socket in (one, two, watching)]
        assert {document.version for document in told} == {seen[0].version + 1}
        assert told[2].deciders == (1,)
        assert [line.number for line in told[1].log] == [told[1].log_length]  # only what is new


async def test_a_change_of_mind_wakes_no_other_socket(served: Served) -> None:
    ada, bea, cem = await table_of(served, "Ada", "Bea", "Cem")
    watcher = Seat(bea.url, bea.code)
    async with ada.socket() as own, bea.socket() as other, watcher.socket() as looking_on:
        assert (await ada.answer(await frame(own))).status_code == 200
        await frame(other), await frame(looking_on)
        await frame(other), await frame(looking_on)
        seen = await frame(own)
        assert all(offer.free for offer in seen.choices)
        wishes = [None, *(value for field in seen.choices[0].fields for value in field.options if value)]  # type: ignore[union-attr]
        for deed in wishes:
            body = {"question": seen.choices[0].question, "move": {"type": "open", "deed": deed}, "key": uuid4().hex}
            assert (await ada.post(f"/{ada.code}/moves", body)).status_code == 200
        await silence(other)
        await silence(looking_on)
        async with cem.socket() as third:
            assert (await frame(third)).version == seen.version


async def test_a_second_socket_of_one_key_is_fine(served: Served) -> None:
    ada, _ = await table_of(served, "Ada", "Bea")
    async with ada.socket() as one, ada.socket(since=1000) as two:
        seen = await frame(one)
        assert (await frame(two)).log == ()
        assert (await ada.answer(seen)).status_code == 200
        assert (await frame(one)).version == (await frame(two)).version == seen.version + 1


async def test_who_talks_is_told_that_nobody_listens(served: Served) -> None:
    ada, _ = await table_of(served, "Ada", "Bea")
    for said in ("hello", b"\x00\xff", "x" * 100_000):
        async with ada.socket() as socket:
            await frame(socket)
            await socket.send(said)
            with pytest.raises(ConnectionClosed) as closed:
                await frame(socket)
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, NOTHING_TO_SAY)


@pytest.mark.parametrize(
    ("case", "code"), [("unknown", 4401), ("elsewhere", 4403), ("none", 4403), ("no table", 4404), ("renewed", 4401)]
)
async def test_a_wrong_key_is_closed_with_a_code_and_a_sentence(served: Served, case: str, code: int) -> None:
    ada, _ = await table_of(served, "Ada", "Bea")
    key = ada.key
    match case:
        case "unknown":
            key = "nonsense"
        case "elsewhere":
            key = await _elsewhere(served)
        case "none":
            key = ""
            async with served.house.engine.begin() as connection:
                await connection.exec_driver_sql("UPDATE tables SET watchers = false")
        case "no table":
            ada.code = UNKNOWN
        case "renewed":
            assert (await ada.post(f"/{ada.code}/key")).status_code == 201
    async with ada.socket(key=key) as socket:
        with pytest.raises(ConnectionClosed) as closed:
            await frame(socket)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == code
    assert closed.value.rcvd.reason.endswith(".")


@pytest.mark.parametrize("since", ["abc", "", "%00", "-1", "1.5", "2147483648", "9" * 30])
async def test_a_since_that_is_none_is_closed_with_a_code_and_a_sentence(served: Served, since: str) -> None:
    ada, _ = await table_of(served, "Ada", "Bea")
    async with ada.socket(since) as socket:
        with pytest.raises(ConnectionClosed) as closed:
            await frame(socket)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4422
    assert closed.value.rcvd.reason == NO_SINCE
    async with ada.socket(2**31 - 1) as socket:
        assert (await frame(socket)).log == ()


async def _elsewhere(served: Served) -> str:
    """The key to a seat at another table."""
    opened = await Seat(served.url).post("", {"game": "pope-or-nope", "name": "Cem"})
    return str(opened.json()["key"])


async def test_a_renewed_key_ends_the_sockets_that_it_opened(served: Served) -> None:
    ada, bea = await table_of(served, "Ada", "Bea")
    async with ada.socket() as old, bea.socket() as other:
        await frame(old)
        seen = await frame(other)
        assert (await ada.post(f"/{ada.code}/key")).status_code == 201
        assert (await bea.answer(seen)).status_code == 200
        with pytest.raises(ConnectionClosed) as closed:
            await frame(old)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4401, RENEWED)


async def test_another_sites_page_opens_no_socket(served: Served) -> None:
    ada, _ = await table_of(served, "Ada", "Bea")
    with pytest.raises(InvalidStatus) as refused:
        async with ada.socket(key="", origin="https://evil.example"):
            pass
    assert refused.value.response.status_code == 403


class Stalling:
    """A socket whose program never reads."""

    def __init__(self) -> None:
        self.closed = False

    async def send_text(self, text: str) -> None:
        await asyncio.sleep(3600)

    async def receive(self) -> Any:
        await asyncio.sleep(3600)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        self.closed = True


async def test_a_socket_that_never_reads_is_let_go(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "STALLED", 0.2)
    await table_of(served, "Ada", "Bea")
    socket: Any = Stalling()
    async with served.house.engine.connect() as connection:
        table_id = (await connection.exec_driver_sql("SELECT id FROM tables")).scalar_one()
    watching = Watching(served.house, socket, None, None, 0)
    async with asyncio.timeout(10):
        await live.serve(served.house, table_id, watching, lambda stalling: stalling.receive())  # type: ignore[arg-type]
    assert socket.closed
