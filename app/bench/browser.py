"""A guest at the other end of the wire: forms by HTTP on one connection, and the page's socket.

Written on bare streams, so that the measuring takes little from what is measured.
"""

import asyncio
import base64
import os
import re
import struct
from collections.abc import Callable, Mapping
from html import unescape
from urllib.parse import urlencode

Form = dict[str, str | list[str]]
"""Field -> what it holds; several values are sent one after the other."""

VERSION = re.compile(rb'data-version="(\d+)"')
TAG = re.compile(r"<[^>]*>")
LONGEST_FRAME = 1 << 22
LONGEST_REFUSAL = 300
"""Characters told of a refusal."""
PONG = b"\x8a\x80\x00\x00\x00\x00"
CLOSE, PING = 0x8, 0x9
GONE = (asyncio.IncompleteReadError, ConnectionError)


class RefusedError(Exception):
    """The house did not do what was asked; the message is a sentence with its answer."""


class Browser:
    """One guest. `version`: of the newest push that came; `sizes`: how many bytes each push had."""

    def __init__(self, host: str, port: int, came: Callable[[], None]) -> None:
        self.version = 0
        self.sizes: list[int] = []
        self._at = (host, port)
        self._came = came
        self._cookies: dict[str, str] = {}
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._socket: asyncio.Task[None] | None = None

    async def post(self, path: str, fields: Form) -> str:
        """Sends a form as htmx does. The address it leads to, or "". Raises RefusedError."""
        body = urlencode(fields, doseq=True).encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))}
        form = self._head("POST", path, {**kind, "HX-Request": "true"}) + body
        try:
            status, headers, told = await self._ask(form)
        except GONE:  # the house closes what is idle; browsers ask again too
            status, headers, told = await self._ask_again(form)
        self._cookies |= _cookies(headers.get("set-cookie", ""))
        if status >= 400 or (status == 200 and told):
            raise RefusedError(f"The house refused {path} with {status}: {_words(told)}")
        return headers.get("hx-redirect", headers.get("location", ""))

    async def watch(self, path: str) -> None:
        """Opens a page's socket in place of the last one; what is pushed is read until the house or `close` ends it."""
        await self._leave()
        self.version = 0
        reader, writer = await asyncio.open_connection(*self._at, limit=LONGEST_FRAME)
        key = base64.b64encode(os.urandom(16)).decode()
        more = {
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": key,
        }
        writer.write(self._head("GET", path, more))
        status, _ = _answer(await reader.readuntil(b"\r\n\r\n"))
        if status != 101:
            raise RefusedError(f"The house refused the socket of {path} with {status}.")
        self._socket = asyncio.create_task(self._read(reader, writer))

    async def close(self) -> None:
        """Closes everything."""
        await self._leave()
        self._hang_up()

    async def _ask(self, form: bytes) -> tuple[int, dict[str, str], bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(*self._at, limit=LONGEST_FRAME)
        reader, writer = self._streams
        writer.write(form)
        status, headers = _answer(await reader.readuntil(b"\r\n\r\n"))
        return status, headers, await reader.readexactly(int(headers.get("content-length", "0")))

    async def _ask_again(self, form: bytes) -> tuple[int, dict[str, str], bytes]:
        self._hang_up()
        try:
            return await self._ask(form)
        except GONE as error:
            raise RefusedError("The house that is measured answers no more.") from error

    def _hang_up(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def _leave(self) -> None:
        if self._socket is not None:
            self._socket.cancel()
            await asyncio.gather(self._socket, return_exceptions=True)

    async def _read(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                kind, told = await _frame(reader)
                if kind == CLOSE:
                    return
                if kind == PING:
                    writer.write(PONG)
                    continue
                self._note(told)
        finally:
            writer.close()

    def _note(self, told: bytes) -> None:
        self.sizes.append(len(told))
        found = VERSION.search(told)
        if found is not None:
            self.version = int(found[1])
            self._came()

    def _head(self, method: str, path: str, more: Mapping[str, str]) -> bytes:
        host = f"{self._at[0]}:{self._at[1]}"
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        headers = {"Host": host, "Origin": f"http://{host}", "Cookie": cookies, **more}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()


def _words(page: bytes) -> str:
    """What a refusal says, without its markup."""
    return " ".join(unescape(TAG.sub(" ", page.decode(errors="replace"))).split())[:LONGEST_REFUSAL]


def _answer(head: bytes) -> tuple[int, dict[str, str]]:
    """The status, and the headers by name; of a header that comes several times each value on a line of its own."""
    first, *lines = head.decode("latin-1").splitlines()
    headers: dict[str, str] = {}
    for name, _, value in (line.partition(": ") for line in lines if line):
        headers[name.lower()] = f"{headers[name.lower()]}\n{value}" if name.lower() in headers else value
    return int(first.split()[1]), headers


def _cookies(told: str) -> dict[str, str]:
    """Name -> value of the cookies that an answer sets."""
    pairs = (line.partition(";")[0].partition("=") for line in told.splitlines())
    return {name: value for name, _, value in pairs}


async def _frame(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """One frame: its kind and what it holds. The house sends each push as one, and never masks."""
    first, size = await reader.readexactly(2)
    if size == 126:
        (size,) = struct.unpack("!H", await reader.readexactly(2))
    elif size == 127:
        (size,) = struct.unpack("!Q", await reader.readexactly(8))
    return first & 0x0F, await reader.readexactly(size)
