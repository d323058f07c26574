"""What stands between a connection and the application, under everything that `app.security` sees: whoever sends too
slowly, too large a head, or anything much over a socket that only listens, is cut off; and whoever doesn't read.

Without it one machine could hold a process's connections for ever with a byte a minute (slowloris), fill its memory
with one endless header, or keep it busy answering pings. None of it takes a request that any limit counts.
"""

import asyncio
import resource
import socket

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

PATIENCE = 30.0
"""Seconds in which a request must be here, head and body; counted from the opening of the connection, or from the
request's first byte. A form of 64 KB comes in time at 18 kbit/s."""
UNREAD = 30_000
"""Milliseconds after which the system ends a connection whose other side takes nothing of what was sent to it."""
LARGEST_HEAD = 16 * 1024
"""Bytes of an address and all headers; browsers send about one."""
LARGEST_LINE, MOST_HEADERS = 8000, 100
"""Of a request for a socket: what the websocket library reads without failing."""
MOST_HEARD = 2 * 65_536
"""Bytes that a socket may send in a minute: ours send answers to pings, a dozen bytes each."""
MINUTE = 60.0
MOST_FILES = 10_000
"""Open files of a process, each connection one of them: more than 10,240 macOS never gives."""

TOO_SLOW = "The request came too slowly. Send it again."
UNREADABLE = "This can't be read as a request for a socket. Send it without a body, as RFC 6455 says."
TOO_LARGE = "The address and headers of this request are too large. Delete the cookies of this site and try again."


def expect_many() -> None:
    """As many connections at once as the system lets this process have, up to a limit of ours: the thousand that is
    usual could be held by one machine that says nothing."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def expect_readers(door: socket.socket) -> None:
    """Connections that come through this door end once their other side has read nothing for a while, however they
    were closed; what waits to be sent would be held for ever otherwise. Linux alone has it."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        door.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD)


class TooLarge(Exception):  # noqa: N818 - named as it reads
    """Raised inside the parser, which ends with it."""


class Requests(HttpToolsProtocol):
    """A connection whose requests must come whole, soon, and with a head of reasonable size."""

    _late: asyncio.TimerHandle | None = None
    _in_head = True
    """Whether a head is coming, or may come next."""
    _come = 0
    """Bytes that came while it was."""
    _read = 0
    """Bytes of it that were read: its whole lines."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begins to wait for a request."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Waits no longer."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Reads on; refuses a head that gets too large before a line of it has ended."""
        if self._in_head:
            self._come += len(data)
            self._wait()
        super().data_received(data)
        if self._in_head and self._come > 2 * LARGEST_HEAD and not self.transport.is_closing():
            self._refuse(431, TOO_LARGE)

    def on_url(self, url: bytes) -> None:
        """A part of the address."""
        self._count(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header."""
        self._count(name + value)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is here."""
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is here; the next one may be a while."""
        self._stop_waiting()
        self._in_head, self._come, self._read = True, 0, 0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """From now on it is a socket."""
        self._stop_waiting()
        if len(self.headers) > MOST_HEADERS or max(map(len, (self.url, *map(b": ".join, self.headers)))) > LARGEST_LINE:
            self._refuse(431, TOO_LARGE)
        else:
            super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """What can't be read is refused, and what was too large is told so."""
        if self._read > LARGEST_HEAD:
            self._refuse(431, TOO_LARGE)
        else:
            super().send_400_response(msg)

    def _count(self, part: bytes) -> None:
        self._read += len(part)
        if self._read > LARGEST_HEAD:
            raise TooLarge

    def _wait(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(PATIENCE, self._refuse, 408, TOO_SLOW)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _refuse(self, status: int, sentence: str) -> None:
        """Says why, unless an answer has begun, and hangs up."""
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(_answer(status, sentence))
        self.transport.close()


def _answer(status: int, sentence: str) -> bytes:
    """The last answer on a connection."""
    head = f"content-type: text/plain\r\ncontent-length: {len(sentence)}\r\nconnection: close\r\n\r\n"
    return STATUS_LINE[status] + head.encode() + sentence.encode()


class Sockets(WebSocketsSansIOProtocol):
    """A websocket that hears little: our pages and programs only listen."""

    _heard = 0
    _since = 0.0

    def data_received(self, data: bytes) -> None:
        """Reads on; hangs up on whoever talks on and on, be it only by pings, and on who asks for the socket in a way
        that its library can't read: that one would wait for ever, and be counted by nobody."""
        now = self.loop.time()
        if now - self._since > MINUTE:
            self._since, self._heard = now, 0
        self._heard += len(data)
        if self._heard > MOST_HEARD:
            self.transport.abort()
        else:
            super().data_received(data)
            self._expect_read()

    def _expect_read(self) -> None:
        if self.conn.handshake_exc is not None and not self.handshake_initiated and not self.transport.is_closing():
            self.transport.write(_answer(400, UNREADABLE))
            self.transport.close()
