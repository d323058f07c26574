"""Who is told. Each process listens to the database on one connection of its own, and keeps its own sockets.

On a notice the newest state is loaded once and laid into each connection's slot; a newer one replaces an older, there
is no queue. Each connection has one writer of its own, so a reader that stalls holds up nobody, and is let go."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Generic, Protocol, TypeVar

import asyncpg

from app.engine import is_away, why_away
from app.tables.store import CHANNEL
from app.watching import figures
from app.watching.log import logger

log = logger("hub")

STALLED = 10.0
"""Seconds after which a browser that doesn't read is let go; it comes back by itself and gets the whole state."""
HEALTH = 5.0
"""Seconds between two looks at whether the listening connection still lives."""


class Stands(Protocol):
    """A table as it stands; the hub hands it on, and looks only at how new it is."""

    @property
    def seq(self) -> int:
        """Which write of the table it shows."""


S = TypeVar("S", bound=Stands)


class Connection(Generic[S]):
    """One socket: the viewer's latest scene, and the writer that sends what is new in it."""

    def __init__(self, table_id: int, send: Callable[[S], Awaitable[None]]) -> None:
        self.table_id = table_id
        self._send = send
        self._latest: S | None = None
        self._began: float | None = None
        self._gone = False
        self._woken = asyncio.Event()

    def offer(self, scene: S, began: float | None = None) -> None:
        """Lays the scene into the slot; an older one that was not sent yet is dropped, one that comes late as well:
        the read for a join may end after that for a move. `began`: when the move was asked for that it shows."""
        if self._latest is not None and scene.seq < self._latest.seq:
            return
        self._latest = scene
        self._began = began
        self._woken.set()

    def again(self) -> None:
        """There is something new beside the scene: it is sent with the one that was sent last."""
        if self._latest is not None:
            self._woken.set()

    def let_go(self) -> None:
        """The table was removed: there is nothing more to send."""
        self._gone = True
        self._woken.set()

    async def write(self) -> None:
        """Sends the newest scene, again and again, until the table is gone; raises if the socket breaks or stalls."""
        while not self._gone:
            await self._woken.wait()
            self._woken.clear()
            if self._latest is not None and not self._gone:
                began, self._began = self._began, None
                async with asyncio.timeout(STALLED):  # wait_for may swallow the end of this task (Python 3.11)
                    await self._send(self._latest)
                if began is not None:
                    figures.SHOWN.observe(time.perf_counter() - began)


class Hub(Generic[S]):
    """The connections of this process, by table."""

    def __init__(self, dsn: str, load: Callable[[int], Awaitable[S | None]]) -> None:
        self._dsn = dsn
        self._load = load
        self._catching_up: list[Callable[[], None]] = [self._catch_up]
        self._ears: dict[str, Callable[[str], None]] = {CHANNEL: self._heard}
        self._connections: defaultdict[int, set[Connection[S]]] = defaultdict(set)
        self._heard_of: dict[int, int] = {}
        self._began: dict[int, tuple[int, float]] = {}
        self._stale: set[int] = set()
        self._refreshing: dict[int, asyncio.Task[None]] = {}
        self.is_listening = False
        """Whether notices of the database are heard."""

    async def join(self, connection: Connection[S]) -> None:
        """From now on the connection is told; the first thing it is told is how the table stands now."""
        self._connections[connection.table_id].add(connection)
        scene = await self._load(connection.table_id)
        if scene is not None:
            connection.offer(scene)

    def leave(self, connection: Connection[S]) -> None:
        """The connection is gone."""
        watching = self._connections[connection.table_id]
        watching.discard(connection)
        if not watching:
            del self._connections[connection.table_id]
            self._heard_of.pop(connection.table_id, None)
            self._began.pop(connection.table_id, None)

    def notice(self, table_id: int, seq: int) -> None:
        """The table stands at `seq`: show it to whoever watches it here. May be told twice (by this process after its
        commit, and by the database), or late."""
        if table_id in self._connections and seq > self._heard_of.get(table_id, -1):
            self._heard_of[table_id] = seq
            self._show_again(table_id)

    def expect(self, table_id: int, seq: int, began: float) -> None:
        """A move is about to be committed as `seq`, that was asked for at `began` (time.perf_counter): how long it
        takes to each socket is counted. Said before the commit, for the database's notice may be the first."""
        if table_id in self._connections:
            self._began[table_id] = seq, began

    def hear(self, channel: str, react: Callable[[str], None], catch_up: Callable[[], None] | None = None) -> None:
        """From the next listening on, `react` is called with the payload of each notice on another channel. What was
        said while nobody listened is lost: so `catch_up` is called at the beginning of each listening."""
        self._ears[channel] = react
        if catch_up is not None:
            self._catching_up.append(catch_up)

    def connections(self, table_id: int) -> tuple[Connection[S], ...]:
        """The connections of this process that watch the table."""
        return tuple(self._connections.get(table_id, ()))

    def show_again(self, table_id: int) -> None:
        """Something about the table that no `seq` counts has changed, who is here for one: whoever watches it here gets
        it anew."""
        if table_id in self._connections:
            self._show_again(table_id)

    def _show_again(self, table_id: int) -> None:
        self._stale.add(table_id)
        if table_id not in self._refreshing:
            self._refreshing[table_id] = asyncio.create_task(self._refresh(table_id))

    async def _refresh(self, table_id: int) -> None:
        try:
            while table_id in self._stale:
                self._stale.discard(table_id)
                await self._show(table_id)
        finally:
            del self._refreshing[table_id]

    async def _show(self, table_id: int) -> None:
        try:
            scene = await self._load(table_id)
        except Exception as error:
            self._note(table_id, error)
            self._stale.add(table_id)
            await asyncio.sleep(1)
            return
        began = None if scene is None else self._asked_for(table_id, scene.seq)
        for connection in self.connections(table_id):
            connection.let_go() if scene is None else connection.offer(scene, began)

    def _asked_for(self, table_id: int, seq: int) -> float | None:
        """When the move was asked for that made this state, if that is to be counted yet."""
        if self._began.get(table_id, (None,))[0] != seq:
            return None
        return self._began.pop(table_id)[1]

    def _note(self, table_id: int, error: Exception) -> None:
        if is_away(error):
            log.warning(
                "a table could not be read, the database is away; trying again", table=table_id, why=why_away(error)
            )
        else:
            log.error("a table could not be read; trying again", table=table_id, exc_info=error)

    async def listen(self) -> None:
        """Listens for ever. What was said while it was down is made up for by reading each watched table."""
        while True:
            try:
                await self._listen_once()
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("not listening, the database is away; trying again", why=why_away(error))
            await asyncio.sleep(0.25)

    async def _listen_once(self) -> None:
        connection = await asyncpg.connect(self._dsn, timeout=HEALTH, command_timeout=HEALTH)
        broken = asyncio.Event()
        try:
            connection.add_termination_listener(lambda _: broken.set())
            for channel, react in self._ears.items():
                await connection.add_listener(channel, partial(_told, react))
            for catch_up in self._catching_up:
                catch_up()
            self.is_listening = True
            while not await _happens(broken, HEALTH):
                await connection.fetchval("SELECT 1", timeout=HEALTH)
        finally:
            self.is_listening = False
            connection.terminate()

    def _heard(self, payload: str) -> None:
        table_id, seq = payload.split()
        self.notice(int(table_id), int(seq))

    def _catch_up(self) -> None:
        for table_id in list(self._connections):
            self._show_again(table_id)


def _told(react: Callable[[str], None], _connection: object, _pid: int, channel: str, payload: object) -> None:
    figures.NOTICES.labels(channel).inc()
    react(str(payload))


async def _happens(event: asyncio.Event, seconds: float) -> bool:
    """Whether it happens within so many seconds."""
    try:
        async with asyncio.timeout(seconds):  # `wait_for` may swallow a cancellation (Python 3.11)
            await event.wait()
    except TimeoutError:
        return False
    return True
