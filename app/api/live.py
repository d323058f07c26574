"""The live socket for programs: the table's document, each time it changes for this viewer. It only sends."""

import contextlib
from dataclasses import dataclass, field
from typing import ClassVar
from uuid import UUID

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from app.api import documents, keys, viewing
from app.api.keys import Locked
from app.house import House
from app.lobby.show import find_table
from app.problems import Malformed, Problem
from app.tables import live
from app.tables.scene import Scene

router = APIRouter()

CODES = {401: 4401, 403: 4403, 404: 4404, 410: 4404, 422: 4422}
"""Status of a problem -> the code with which the socket is closed, for good; the reason is the sentence."""
TALKED = 1008
NOTHING_TO_SAY = "Nothing is heard here: moves go by POST. Open the socket again and only listen."
NO_SINCE = "“since” is a whole number from 0 on, like the log_length of a document. Open the socket again with one."
LONGEST_REASON = 123
"""Bytes of a close frame's reason (RFC 6455)."""


@dataclass
class Watching:
    """One program that watches: with which key (None: a spectator), and what it has got already."""

    house: House
    socket: WebSocket
    player_id: UUID | None
    key: bytes | None
    since: int
    last: documents.Table | None = field(default=None)
    kind: ClassVar[str] = "program"

    async def send(self, scene: Scene) -> None:
        """Sends what is new to this viewer; nothing at all if it would repeat what was sent."""
        try:
            await self._expect_welcome(scene)
        except Problem as problem:
            await close(self.socket, problem)
            return
        found = await documents.table(self.house, scene, scene.seat_of(self.player_id), self.since)
        bare = msgspec.structs.replace(found, log=())
        if bare == self.last and not found.log:
            return
        await self.socket.send_text(msgspec.json.encode(found).decode())
        self.last, self.since = bare, max(self.since, scene.log_length)

    async def _expect_welcome(self, scene: Scene) -> None:
        if self.key is not None and not await keys.still_opens(self.house, self.key):
            raise Locked(keys.RENEWED)
        await viewing.expect_welcome(self.house, scene, self.player_id)


async def close(socket: WebSocket, problem: Problem) -> None:
    """Ends the socket with the problem's code and sentence."""
    reason = problem.sentence.encode()[:LONGEST_REASON].decode(errors="ignore")
    await socket.close(CODES.get(problem.status, 1011), reason)


@router.websocket("/api/tables/{code}/live")
async def listen(socket: WebSocket, code: str, since: live.Since = 0) -> None:
    """Serves one program until either side goes."""
    house: House = socket.app.state.house
    await socket.accept()
    try:
        async with house.reading.connect() as connection:
            table = await find_table(connection, code)
        player_id = await keys.player(socket, table)
    except Problem as problem:
        await close(socket, problem)
        return
    holder = await keys.holder(socket)
    watching = Watching(house, socket, player_id, None if holder is None else holder.hash, since)
    await live.serve(house, table.id, watching, _until_gone)


async def refuse_since(socket: WebSocket, _: Exception) -> None:
    """Ends a socket with a `since` that is none. Opened first: what is refused before that is told no reason."""
    await socket.accept()
    await close(socket, Malformed(NO_SINCE))


async def _until_gone(socket: WebSocket) -> None:
    """Ends when the program goes; one that talks is told that nobody listens."""
    with contextlib.suppress(WebSocketDisconnect):
        if (await socket.receive())["type"] == "websocket.receive":
            await socket.close(TALKED, NOTHING_TO_SAY)
