"""The socket of a table's page: `/t/{code}/live?since=N&page=lobby|table|curtain|result|replay`. To
who looks at the past of a running game nothing is sent: the socket says that somebody is here.

A socket joins the hub first and gets the table as it stands then, so nothing falls between the page and the socket.
Browsers have nothing to say here: moves go by POST."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, ClassVar, Protocol
from uuid import UUID

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect

from app import rendering
from app.chat.live import Feed
from app.chat.store import Reader
from app.engine import is_away, why_away
from app.house import House
from app.identity.service import guest
from app.lobby import show
from app.pages import Visitor
from app.tables import scene as scenes
from app.tables import seen, store
from app.tables.hand import Hand, device_of, hand_of
from app.tables.hub import Connection
from app.tables.scene import Scene
from app.watching import figures
from app.watching.log import logger
from games.kernel.events import Viewer

router = APIRouter()
log = logger("live")

GO_AWAY = 4403
"""Close code for "this page is no longer yours"; browsers don't try again."""
UNKNOWN = 4404
REPLAY = "replay"
BEAT, BEAT_SECONDS = "null", 15.0
"""A frame without anything in it, and how often a page gets it; `static/table.js` knows how long it may stay away."""

Since = Annotated[int, Query(ge=0, le=2**31 - 1)]
"""How many lines of the log somebody has already."""


@dataclass
class Watching:
    """One page that is watched: whose it is, what it shows, and what it has got already."""

    house: House
    socket: WebSocket
    player_id: UUID | None
    page: str
    since: int
    feed: Feed | None = None
    hand: Hand | None = None
    last: str = field(default="")
    kind: ClassVar[str] = "page"

    async def send(self, scene: Scene) -> None:
        """Sends what is new to this page; nothing at all if it would repeat what was sent."""
        if self.page == REPLAY:
            return
        seat = self._viewer(scene)
        if not self._still_shows(scene) or not await may_see(self.house, scene, self.player_id):
            await self.socket.send_text(rendering.lobby_gone(scene.table.code))
            await self.socket.close(GO_AWAY)
            return
        viewer = seat if self.page == "table" else scene.viewer_of(seat)
        lines = await scenes.log_for(self.house, scene, self.since, viewer)
        frame = await self._frame(scene, seat, lines)
        bare = frame if not lines else await self._frame(scene, seat, "")
        said = "" if self.feed is None else await self.feed.news(scene)
        if bare == self.last and not lines:
            frame = ""
        if frame or said:
            await self.socket.send_text(frame + said)
        self.last, self.since = bare, max(self.since, scene.log_length)

    def _viewer(self, scene: Scene) -> Viewer:
        return None if self.page == "curtain" else scene.seat_of(self.player_id)

    def _still_shows(self, scene: Scene) -> bool:
        """Whether the table still has this page for this guest, and the curtain before its hand is up."""
        if self.hand is not None and not scene.shows(self.hand, self.player_id):
            return False
        return page_for(scene, self.player_id, self.hand) == self.page

    async def _frame(self, scene: Scene, seat: Viewer, lines: str) -> str:
        if self.page == "lobby":
            return await show.lobby_frame(self.house, scene.table, self.player_id, self.socket)
        if self.page == "result":
            return rendering.result_frame(scene.result_page(Visitor(), seat, lines))
        slots, dock = scene.own(seat)
        if self.page == "curtain":
            dock = scene.curtain(self.player_id)
        around = scene.absent(seat), scene.back(seat), scene.clock_strip(seat)
        return rendering.frame(scene.public, slots, dock, lines, *around)


def page_of(scene: Scene) -> str:
    """Which page a table in this status has."""
    return {"lobby": "lobby", "playing": "table", "over": "result", "ended": "ended"}[scene.status]


def page_for(scene: Scene, player_id: UUID | None, hand: Hand | None) -> str:
    """Which page this guest has: on a shared device that of a running table is "curtain", unless a hand shows."""
    page = page_of(scene)
    return "curtain" if page == "table" and hand is None and scene.is_shared(player_id) else page


async def may_see(house: House, scene: Scene, player_id: UUID | None) -> bool:
    """Whether this guest may look on: a seat, or watchers are allowed and the guest was let in."""
    if scene.seat_of(player_id) is not None or scene.is_shared(player_id):
        return True
    if player_id is None or not scene.table.watchers:
        return False
    async with house.reading.connect() as connection:
        return await store.is_admitted(connection, scene.table.id, player_id)


@router.websocket("/t/{code}/live")
async def live(
    socket: WebSocket,
    code: str,
    since: Since = 0,
    page: str = "table",
    chat: str | None = None,
    mark: str | None = None,
) -> None:
    """Serves one page's socket until either side goes. `chat`: the last message on the page, "" if there is none; not
    sent by a page without a chat. `mark`: that of its list of messages."""
    house: House = socket.app.state.house
    await socket.accept()
    player = await guest(socket)
    async with house.reading.connect() as connection:
        table = await store.find(connection, code)
    if table is None:
        await socket.close(UNKNOWN)
        return
    hand, device = hand_of(socket), device_of(socket)
    feed = None if player is None or chat is None else Feed(house, Reader(table.id, player.id), chat, mark, hand)
    listening: Listening = nullcontext if feed is None else partial(house.feeds.page, feed)
    watching = Watching(house, socket, None if player is None else player.id, page, since, feed, hand)
    try:
        await serve(house, table.id, watching, _until_gone, listening, device)
    finally:
        if page not in ("curtain", REPLAY):  # there nobody looks for a seat of their own, or at what is new
            await seen.note(house, table.id, watching.player_id, watching.since)


Listening = Callable[[Callable[[], None]], AbstractContextManager[object]]
"""Something that hears of other news for as long as a page is open; it is given how to have them sent."""


class Watches(Protocol):
    """Who looks through a socket: a page or a program."""

    socket: WebSocket
    player_id: UUID | None
    kind: ClassVar[str]
    """What looks: a page or a program."""

    async def send(self, scene: Scene) -> None:
        """Sends what is new in the scene."""


async def serve(
    house: House,
    table_id: int,
    watching: Watches,
    until_gone: Callable[[WebSocket], Coroutine[None, None, None]],
    listening: Listening = nullcontext,
    device: UUID | None = None,
) -> None:
    """Shows the table to who watches, until `until_gone` ends, or the socket breaks or stalls. `device`: whose it is,
    and so who is here, where that is somebody else."""
    connection = Connection[Scene](table_id, watching.send)
    figures.SOCKETS.labels(watching.kind).inc()
    tasks = {asyncio.create_task(connection.write()), asyncio.create_task(until_gone(watching.socket))}
    try:
        async with house.presence.page(table_id, device or watching.player_id):
            with listening(connection.again):
                await house.hub.join(connection)
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        figures.SOCKETS.labels(watching.kind).dec()
        house.hub.leave(connection)
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        for error in ended:
            _note(error)
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await watching.socket.close()


async def _until_gone(socket: WebSocket) -> None:
    """Ends when the browser goes, or when it says anything, be it text or bytes. Until then the page is told now and
    then that the house is there: browsers keep the server's pings from scripts, and a page whose line has died in
    silence would never know."""
    said = asyncio.ensure_future(socket.receive())
    try:
        while not (await asyncio.wait({said}, timeout=BEAT_SECONDS))[0]:
            await socket.send_text(BEAT)
    finally:
        said.cancel()


def _note(error: BaseException | None) -> None:
    expected = (asyncio.CancelledError, WebSocketDisconnect, TimeoutError, RuntimeError)
    if is_away(error) and not isinstance(error, expected):
        log.warning("a socket ends, the database is away", why=why_away(error))
    elif error is not None and not isinstance(error, expected):
        log.error("a socket's writer failed", exc_info=error)
