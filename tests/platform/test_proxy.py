"""The Caddyfile of docker-compose.yml, run by Debian's caddy on loopback, before two servers of one database. What the
network of the containers does, a small server of names does here: the name of the app has two addresses."""

import asyncio
import os
import re
import signal
import socket
import ssl
import struct
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

import httpx
import pytest
from sqlalchemy import func, select
from websockets.asyncio.client import connect as dial
from websockets.exceptions import ConnectionClosed

from app.database import actions
from app.engine import connect
from tests.platform.conftest import PATIENCE, PROJECT, Serve, Served, free_port, until
from tests.served import Guest

HOSTS = ("127.0.0.2", "127.0.0.3")
UNREACHED = (502, 503)
"""What the proxy itself answers to a form: the door was shut, or it knows of none that is open."""

QUESTION = 12
"""Bytes of a DNS message before its question (RFC 1035, 4.1.1)."""


def answered(asked: bytes) -> bytes:
    """The answer of a server that knows one name: both addresses, to whoever asks for addresses of version 4."""
    end = asked.index(b"\0", QUESTION) + 5
    found = HOSTS if asked[end - 4 : end - 2] == b"\0\1" else ()
    head = asked[:2] + struct.pack("!5H", 0x8180, 1, len(found), 0, 0)
    records = (b"\xc0\x0c" + struct.pack("!HHIH", 1, 1, 1, 4) + socket.inet_aton(host) for host in found)
    return head + asked[QUESTION:end] + b"".join(records)


@contextmanager
def names() -> Iterator[int]:
    """A server of names; its port."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        door.bind(("127.0.0.1", 0))

        def serve() -> None:
            while (asked := door.recvfrom(512))[0] != b"end":
                door.sendto(answered(asked[0]), asked[1])

        thread = Thread(target=serve)
        thread.start()
        yield door.getsockname()[1]
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ender:
            ender.sendto(b"end", door.getsockname())
        thread.join()


@dataclass
class Proxy:
    """A running proxy."""

    http: int
    https: int
    folder: Path
    guests: list[Guest] = field(default_factory=list)

    @property
    def url(self) -> str:
        """Where people come in."""
        return f"https://localhost:{self.https}"

    def trust(self) -> ssl.SSLContext:
        """What trusts the certificate that Caddy has made for localhost."""
        return ssl.create_default_context(cafile=str(self.folder / "caddy/pki/authorities/local/root.crt"))

    def guest(self, address: str = "127.0.0.1") -> Guest:
        """Somebody new, from this address."""
        guest = Guest(self.url)
        transport = httpx.AsyncHTTPTransport(verify=self.trust(), local_address=address)
        guest.http = httpx.AsyncClient(
            base_url=self.url, headers={"Origin": self.url}, transport=transport, timeout=PATIENCE
        )
        self.guests.append(guest)
        return guest

    def answers(self) -> bool:
        """Whether it leads to a server now."""
        try:
            return httpx.get(f"{self.url}/readyz", verify=self.trust()).status_code == 200
        except (OSError, httpx.TransportError):
            return False


def for_older(text: str) -> str:
    """The Caddyfile as Caddy before 2.11.2 can serve by it, Debian's 2.6.2 too: that loses the body of a form with the
    first door, and then takes the second app for gone, so a form is tried once; and it can't leave out IPv6."""
    version = subprocess.run(["caddy", "version"], capture_output=True, text=True, check=True).stdout
    if tuple(int(number) for number in re.findall(r"\d+", version)[:3]) >= (2, 11, 2):
        return text
    once = "\t@form method POST\n\treverse_proxy @form {\n\t\timport app\n\t}\n"
    for whole, changed in (("\t\tversions ipv4\n", ""), ("\treverse_proxy {\n", f"{once}\treverse_proxy {{\n")):
        assert text.count(whole) == 1
        text = text.replace(whole, changed)
    return text


@contextmanager
def proxied(folder: Path, app_port: int, proxy: Proxy) -> Iterator[None]:
    """Runs the Caddyfile, with another port of the app, and our server of names."""
    with names() as port:
        text = for_older((PROJECT / "Caddyfile").read_text())
        assert text.count("port 8000\n") == 1
        config = folder / "Caddyfile"
        config.write_text(text.replace("port 8000\n", f"port {app_port}\n\t\tresolvers udp/127.0.0.1:{port}\n"))
        ours = {"HTTP_PORT": str(proxy.http), "HTTPS_PORT": str(proxy.https), "XDG_DATA_HOME": str(folder)}
        with (folder / "log").open("w") as log:
            process = subprocess.Popen(
                ["caddy", "run", "--config", config, "--adapter", "caddyfile"],
                env={**os.environ, **ours, "XDG_CONFIG_HOME": str(folder)},
                stderr=log,
            )
        try:
            until(lambda: process.poll() is not None or proxy.answers(), "an answer by the proxy")
            assert process.poll() is None, (folder / "log").read_text()
            yield
        finally:
            process.terminate()
            process.wait()


House = tuple[Proxy, list[Served]]


@pytest.fixture
async def house(serve: Serve, database_url: str, tmp_path: Path) -> AsyncIterator[House]:
    """Two servers behind the proxy. Whatever happens, its guests go home."""
    proxy, port, folder = Proxy(free_port(), free_port(), tmp_path / "caddy"), free_port(), tmp_path / "caddy"
    folder.mkdir()
    given = {"DATABASE_URL": database_url, "TRUSTED_PROXIES": "127.0.0.1", "PUBLIC_URL": proxy.url}
    served = [serve(port=port, HOST=host, **given) for host in HOSTS]
    with proxied(folder, port, proxy):
        yield proxy, served
        for guest in proxy.guests:
            await guest.http.aclose()


async def test_people_come_in_by_tls_and_each_counts_by_the_own_address(house: House) -> None:
    proxy, _ = house
    anna, eve = proxy.guest(), proxy.guest("127.0.0.9")
    async with httpx.AsyncClient() as http:
        plain = await http.get(f"http://localhost:{proxy.http}/rules/pope-or-nope")
    assert plain.status_code == 308
    assert plain.headers["location"] == "https://localhost/rules/pope-or-nope"
    code = await anna.open()
    shown = await anna.http.get(f"/t/{code}")
    assert f"{proxy.url}/t/{code}" in shown.text
    assert all("secure" in cookie.lower() for cookie in shown.headers.get_list("set-cookie"))
    found = [(await eve.http.get(f"/t/FUMUS-ALBA-ROTA-{number}")).status_code for number in range(10, 70)]
    assert set(found) == {404, 429}
    assert (await anna.http.get("/t/FUMUS-ALBA-ROTA-27")).status_code == 404


async def test_one_of_two_is_taken_away_and_no_move_is_lost(house: House, database_url: str) -> None:
    proxy, (leaving, _) = house
    anna, bruno = proxy.guest(), proxy.guest()
    code = await anna.open()
    assert (await bruno.join(code, "Bruno")).status_code == 303
    assert (await anna.deed(code, "start", sure="yes")).status_code == 204
    said = 0
    async with asyncio.timeout(2 * PATIENCE), watched(proxy, bruno, code):
        while said < 40 or leaving.process.poll() is None:
            if said == 10:
                leaving.process.send_signal(signal.SIGTERM)
            await change_of_mind(anna, code)
            said += 1
        assert leaving.process.returncode == 0
        seen = await bruno.page(code)
        assert 'id="prompt"' in seen
    engine = connect(database_url, pool=1)
    async with engine.connect() as connection:
        written = await connection.scalar(select(func.count()).select_from(actions).where(actions.c.seat.is_not(None)))
    await engine.dispose()
    assert written == said


async def change_of_mind(guest: Guest, code: str) -> None:
    """A move through the proxy. What reached nobody is sent again as it was, as people do; it counts once."""
    form = await guest.form(code)
    while (answer := await guest.move(code, "open", form, deed="")).status_code != 204:
        assert answer.status_code in UNREACHED, answer.text
        assert "The house doesn’t answer" in answer.text
        await asyncio.sleep(0.1)


@asynccontextmanager
async def watched(proxy: Proxy, guest: Guest, code: str) -> AsyncIterator[None]:
    """While the block lasts, the guest's page is open."""
    watching = asyncio.create_task(watch(proxy, guest, code))
    try:
        yield
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)


async def watch(proxy: Proxy, guest: Guest, code: str) -> None:
    """A page by a socket through the proxy, that comes back as browsers do."""
    address = f"{proxy.url.replace('https', 'wss')}/t/{code}/live?since=0&page=table"
    cookies = "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())
    while True:
        try:
            async with dial(
                address, ssl=proxy.trust(), origin=proxy.url, additional_headers={"Cookie": cookies}
            ) as page:  # type: ignore[arg-type]
                while True:
                    await page.recv()
        except (ConnectionClosed, OSError):
            await asyncio.sleep(0.05)
