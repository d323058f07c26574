"""A TCP proxy whose connections can be cut, held up and forgotten: between clients and a server, and between a server
and its database."""

import asyncio
import contextlib
import socket
import struct
from collections.abc import Awaitable, Callable, Sequence

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Reach = Callable[[], Awaitable[Streams]]
"""Opens a connection to what lies behind."""

RESET = struct.pack("ii", 1, 0)
"""SO_LINGER: a close sends a reset."""
SMALL = 4096
"""Bytes that the system keeps for a client that doesn't read, so that its server feels it soon."""


class Pair:
    """One connection through the proxy: two sockets, and what flows between them."""

    def __init__(self, near: Streams, far: Streams) -> None:
        self.near, self.far = near, far
        self.forgotten = False
        self.reading = asyncio.Event()
        self.reading.set()

    @property
    def writers(self) -> tuple[asyncio.StreamWriter, asyncio.StreamWriter]:
        """Both ends."""
        return self.near[1], self.far[1]

    def reset(self) -> None:
        """Both sides get a reset."""
        for writer in self.writers:
            sock = writer.get_extra_info("socket")
            if sock is not None and sock.family != socket.AF_UNIX:
                with contextlib.suppress(OSError):
                    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            writer.transport.abort()


def _give_up(pairs: Sequence[Pair]) -> None:
    for pair in pairs:
        pair.far[1].transport.abort()


class Proxy:
    """Listens at an address of its own, and passes on what comes, as long as it `flows`."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._pairs: set[Pair] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._flowing = asyncio.Event()
        self._flowing.set()

    async def open(self, host: str = "127.0.0.1", port: int = 0) -> None:
        """Begins to listen."""
        self._server = await asyncio.start_server(self._come, host, port)
        self.host, self.port = self._server.sockets[0].getsockname()[:2]

    async def close(self) -> None:
        """Ends all connections."""
        self._server.close()
        self.reset()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def reset(self) -> None:
        """Cuts every connection at once; new ones pass."""
        for pair in list(self._pairs):
            pair.reset()

    def hold(self) -> None:
        """A black hole: bytes are taken, and none comes out, until `flow`."""
        self._flowing.clear()

    def flow(self) -> None:
        """All that was held up goes on."""
        self._flowing.set()

    def forget(self, given_up: float | None = None) -> None:
        """Half-open: the connections of now stand for ever, and nothing passes; new ones do. `given_up`: seconds until
        what lies behind gives them up, as the keepalive of TCP does; the socket that leads there from here has none."""
        forgotten = list(self._pairs)
        for pair in forgotten:
            pair.forgotten = True
        if given_up is not None:
            asyncio.get_running_loop().call_later(given_up, _give_up, forgotten)

    def stall(self) -> None:
        """The clients of now read no more, until `read`; what they send still passes."""
        for pair in self._pairs:
            sock = pair.far[1].get_extra_info("socket")
            if sock is not None:
                with contextlib.suppress(OSError):  # closed a moment ago
                    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
            pair.reading.clear()

    def read(self) -> None:
        """They read again."""
        for pair in self._pairs:
            pair.reading.set()

    async def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self._flowing.wait()
            pair = Pair((reader, writer), await self._reach())
            await self._serve(pair)
        except (OSError, asyncio.CancelledError):
            pass  # nothing listens behind: the caller is told by the end of its connection
        finally:
            self._tasks.discard(task)
            writer.transport.abort()

    async def _serve(self, pair: Pair) -> None:
        self._pairs.add(pair)
        try:
            ways = (self._pass(pair, pair.near[0], pair.far[1]), self._pass(pair, pair.far[0], pair.near[1]))
            await asyncio.gather(*ways)
        finally:
            self._pairs.discard(pair)
            for writer in pair.writers:
                writer.transport.abort()

    async def _pass(self, pair: Pair, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while some := await source.read(65536):
            await self._let_pass(pair, target)
            target.write(some)
            await target.drain()
        await self._let_pass(pair, target)
        if target.can_write_eof():
            target.write_eof()

    async def _let_pass(self, pair: Pair, target: asyncio.StreamWriter) -> None:
        await self._flowing.wait()
        if target is pair.near[1]:
            await pair.reading.wait()
        if pair.forgotten:
            await asyncio.get_running_loop().create_future()
