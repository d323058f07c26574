"""The link that is passed on: as the browser reached us, from PUBLIC_URL, or from the local network."""

import re
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest
from starlette.requests import HTTPConnection

from app.lobby import links
from tests.app.conftest import Guest
from tests.served import settings

CODE = "FUMUS-ALBA-ROTA-27"


def _from(host: str | None, scheme: str = "http", kind: str = "http") -> HTTPConnection:
    headers = [] if host is None else [(b"host", host.encode("latin-1"))]
    return HTTPConnection(
        {"type": kind, "scheme": scheme, "path": "/", "headers": headers, "server": ("127.0.0.1", 8000)}
    )


def _link(asked: str | None, scheme: str = "http", network: str | None = None, **changes: Any) -> links.Link:
    decided = msgspec.structs.replace(settings("postgresql://x/y"), **changes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(links.addresses, "in_network", lambda: network)
        return links.link_to(decided, _from(asked, scheme), CODE)


@dataclass(frozen=True)
class Case:
    """How the page was asked for, and which link it must show."""

    host: str | None
    shown: str
    changes: dict[str, Any]
    scheme: str = "http"
    network: str | None = None
    note: str = ""


ONLY_HERE = links.ONLY_HERE.format(port=8000)

CASES = {
    "public address": Case("127.0.0.1:8000", "https://conclave.example", {"public_url": "https://conclave.example"}),
    "as in the browser": Case("192.168.1.5:8000", "http://192.168.1.5:8000", {"host": "0.0.0.0"}),
    "name in the browser": Case("games.example", "https://games.example", {}, "https"),
    "from a socket": Case("games.example", "https://games.example", {}, "wss"),
    "IPv6": Case("[2001:db8::1]:8000", "http://[2001:db8::1]:8000", {}),
    "listening to the network": Case(
        "127.0.0.1:8000", "http://192.168.1.5:8000", {"host": "0.0.0.0"}, network="192.168.1.5"
    ),
    "in no network": Case("localhost:8000", "http://localhost:8000", {"host": "0.0.0.0"}, note=links.NO_NETWORK),
    "listening here alone": Case("127.0.0.1:8000", "http://127.0.0.1:8000", {}, note=ONLY_HERE),
    "localhost, listening here alone": Case("localhost:8000", "http://localhost:8000", {}, note=ONLY_HERE),
    "IPv6 here": Case("[::1]:8000", "http://[::1]:8000", {}, note=ONLY_HERE),
    "no host": Case(None, "http://127.0.0.1:8000", {}),
    "a host that is none": Case("<script>", "http://127.0.0.1:8000", {}),
    "a host too long": Case("a" * 5000, "http://127.0.0.1:8000", {}),
    "a port that is none": Case("a.example:99999999", "http://127.0.0.1:8000", {}),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_the_link_leads_friends_here(case: Case) -> None:
    link = _link(case.host, case.scheme, case.network, **case.changes)
    assert link == links.Link(f"{case.shown}/t/{CODE}", case.note)


def test_the_note_says_how_to_listen() -> None:
    assert "make run HOST=0.0.0.0 PORT=8000" in ONLY_HERE


async def test_the_lobby_shows_link_and_note(livia: Guest) -> None:
    code = await livia.open_table()
    assert f'value="http://conclave.test/t/{code}"' in (await livia.get(f"/t/{code}")).text
    page = (await livia.get(f"/t/{code}", headers={"host": "localhost:8000"})).text
    assert f'value="http://localhost:8000/t/{code}"' in page
    assert "make run HOST=0.0.0.0 PORT=" in page


async def test_a_guest_is_not_told_how_to_start_the_server(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table()
    await teo.join(code, "Teo")
    page = (await teo.get(f"/t/{code}", headers={"host": "localhost:8000"})).text
    assert "I am ready" in page
    assert "make run" not in page


@pytest.mark.parametrize("host", ["", "<b>", "x" * 3000, "[::1", "a:b", "é"])
async def test_a_strange_host_breaks_nothing(livia: Guest, host: str) -> None:
    code = await livia.open_table()
    answer = await livia.get(f"/t/{code}", headers={"host": host.encode("latin-1")})
    assert answer.status_code == 200
    assert "<b>/t/" not in answer.text


def test_the_qr_code_keeps_to_the_policy() -> None:
    markup = links.qr(f"https://conclave.example/t/{CODE}")
    assert re.fullmatch(
        r'<svg viewBox="[\d ]+"><path (?:stroke|fill|d)="[^"]*"(?: (?:stroke|class|d)="[^"]*")*/></svg>', markup
    )
    for forbidden in ("style", "id=", "script", "href", "xmlns"):
        assert forbidden not in markup
