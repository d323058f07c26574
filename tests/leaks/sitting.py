"""Three people and a watcher at a served table, with a hand in its rows: for what goes over real sockets."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import msgspec
from sqlalchemy import select
from websockets.asyncio.client import ClientConnection, connect

from app.database import seats, tables
from app.tables import questions, store
from app.tables.questions import Questions
from games import GAMES
from games.kernel.contract import Game, decode, encode
from games.kernel.events import Seat, Viewer
from tests.served import Guest, Served

NAMES = ("Anna", "Bruno", "Carla")
SILENCE = 0.15
"""Seconds in which nothing comes, once the house has heard of a change."""


@dataclass
class Sitting:
    """The table, its people by seat, and the watcher."""

    served: Served
    code: str
    people: list[Guest]
    watcher: Guest
    before: list[str]
    """Pages from before the deal: Home, the lobby, and the way in; and the lobby as programs see it."""
    keys: dict[Viewer, str]
    """What the programs of these people show; the watcher's shows nothing."""

    @property
    def game(self) -> Game:
        """The game as it is registered now."""
        return GAMES["pope-or-nope"]

    def who(self, viewer: Viewer) -> Guest:
        """The seat's person, or the watcher."""
        return self.watcher if viewer is None else self.people[viewer]

    async def row(self) -> Any:
        """The table's row."""
        async with self.served.house.engine.connect() as connection:
            return (await connection.execute(select(tables).where(tables.c.code == self.code))).one()

    async def state(self) -> Any:
        """The state as it is kept."""
        row = await self.row()
        return decode(self.game, row.state, row.schema)

    async def players(self) -> dict[Seat, Any]:
        """Seat -> the id of its player."""
        query = select(seats).join(tables, tables.c.id == seats.c.table_id).where(tables.c.code == self.code)
        async with self.served.house.engine.connect() as connection:
            return {row.number: row.player_id for row in await connection.execute(query)}

    async def become(self, state: Any) -> None:
        """Puts another state into the row, with the questions that belong to it, and tells every process; returns when
        this one has shown it to its sockets."""
        house = self.served.house
        async with house.engine.begin() as connection:
            row = await store.lock(connection, self.code)
            assert row is not None
            known = questions.read(row.questions)
            words = {seat: self.game.question(state, seat) for seat in known.asked}
            asked = {seat: msgspec.structs.replace(known.asked[seat], words=words[seat]) for seat in words}
            kept = questions.plain(Questions(asked, known.made))
            await store.save(connection, row.id, seq=row.seq + 1, state=encode(state), questions=kept)
            await store.announce(connection, row.id, row.seq + 1)
        await self.shown(row.seq + 1)

    async def shown(self, seq: int | None = None) -> None:
        """Waits until the house has offered this write (else the last one) to its sockets."""
        row = await self.row()
        async with asyncio.timeout(10):
            hub, wanted = self.served.house.hub, row.seq if seq is None else seq
            while hub._heard_of.get(row.id, -1) < wanted or row.id in hub._refreshing:
                await asyncio.sleep(0.01)

    @asynccontextmanager
    async def sockets(self) -> AsyncIterator[dict[Viewer, ClientConnection]]:
        """Everybody's page is open, and has got its first frame."""
        async with AsyncExitStack() as stack:
            found: dict[Viewer, ClientConnection] = {}
            for viewer in (*range(len(self.people)), None):
                found[viewer] = await stack.enter_async_context(self.who(viewer).socket(self.code))
                await frame(found[viewer])
            yield found

    def bearer(self, viewer: Viewer) -> dict[str, str]:
        """The header that this person's program sends."""
        return {"Authorization": f"Bearer {self.keys[viewer]}"} if viewer in self.keys else {}

    async def document(self, viewer: Viewer) -> str:
        """The table as this person's program sees it."""
        return await _document(self.served.url, self.code, self.bearer(viewer))

    @asynccontextmanager
    async def programs(self) -> AsyncIterator[dict[Viewer, ClientConnection]]:
        """Everybody's program listens, and has got its first document."""
        address = f"{self.served.url.replace('http', 'ws', 1)}/api/tables/{self.code}/live"
        async with AsyncExitStack() as stack:
            found: dict[Viewer, ClientConnection] = {}
            for viewer in (*range(len(self.people)), None):
                opening = connect(address, additional_headers=self.bearer(viewer))
                found[viewer] = await stack.enter_async_context(opening)
                await frame(found[viewer])
            yield found


async def _document(url: str, code: str, headers: dict[str, str]) -> str:
    async with httpx.AsyncClient(base_url=url, headers=headers) as http:
        answer = await http.get(f"/api/tables/{code}")
        assert answer.status_code == 200, answer.text
        return answer.text


async def frame(socket: ClientConnection) -> str:
    """The next frame, which must come."""
    return str(await asyncio.wait_for(socket.recv(), 10))


async def frames_until_silence(socket: ClientConnection, seconds: float = SILENCE) -> list[str]:
    """Whatever comes until nothing has come for a while."""
    found = []
    with contextlib.suppress(TimeoutError):
        while True:
            found.append(str(await asyncio.wait_for(socket.recv(), seconds)))
    return found


async def sit_down(served: Served, **rules: str) -> Sitting:
    """Opens a table with these house rules, and starts it."""
    people = [served.guest() for _ in NAMES]
    code = await people[0].open(name=NAMES[0])
    assert (await people[0].deed(code, "clock", kind="bank")).status_code == 204
    if rules:
        assert (await people[0].deed(code, "rules", **rules)).status_code == 204
    for person, name in zip(people[1:], NAMES[1:], strict=True):
        assert (await person.join(code, name)).status_code == 303
    watcher = served.guest()
    before = [await guest.page(code) for guest in (*people, watcher)]
    await watcher.http.post(f"/t/{code}/watch", data={"name": "Wilma"})
    before += [await watcher.page(code), (await people[0].http.get("/")).text]
    keys: dict[Viewer, str] = {seat: await _key(person, code) for seat, person in enumerate(people)}
    before += [await _document(served.url, code, {"Authorization": f"Bearer {key}"}) for key in keys.values()]
    started = await people[0].deed(code, "start", sure="yes")
    assert started.status_code == 204, started.text
    return Sitting(served, code, people, watcher, before, keys)


async def _key(person: Guest, code: str) -> str:
    answer = await person.http.post(f"/api/tables/{code}/key")
    assert answer.status_code == 201, answer.text
    return str(answer.json()["key"])
