"""What every request passes: headers, origins, sizes, rates; and how whatever goes wrong is told."""

import asyncio
import logging
from typing import Any

import msgspec
import pytest
from fastapi import FastAPI
from limits import RateLimitItemPerMinute
from starlette.requests import HTTPConnection

from app import limiting, security
from app.callers import address
from app.database import players
from app.engine import connect, reading
from app.lobby import show
from tests.app.conftest import HOST, Guest, count, everything, row_of
from tests.served import settings

UNKNOWN = "FUMUS-ALBA-ROTA-27"
HERE = f"http://{HOST}"


async def test_every_answer_has_the_headers(livia: Guest) -> None:
    code = await livia.open_table()
    paths = ["/", f"/t/{code}", "/rules/pope-or-nope", "/healthz", "/static/tokens.css", "/nowhere", "/me/name"]
    for path in paths:
        answer = await livia.get(path)
        policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert "unsafe" not in str(policy)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        if answer.headers["content-type"].startswith("text/html"):
            assert answer.headers["cache-control"] == "no-store"


async def test_who_came_by_https_comes_so_again(livia: Guest) -> None:
    assert "strict-transport-security" not in (await livia.get("/")).headers
    for public, told in (("http://conclave.example", False), ("https://conclave.example", True)):
        livia.house.settings = msgspec.structs.replace(livia.house.settings, public_url=public)
        for path in ("/", "/static/tokens.css", "/nowhere"):
            assert ("strict-transport-security" in (await livia.get(path)).headers) is told


async def test_no_page_needs_what_the_policy_forbids(livia: Guest) -> None:
    code = await livia.open_table()
    for path in ("/", f"/t/{code}", "/rules/pope-or-nope", "/nowhere"):
        page = (await livia.get(path)).text
        assert " style=" not in page
        assert "<style" not in page
        assert " onclick=" not in page
        assert "<script>" not in page
        assert "javascript:" not in page


# --- where it comes from -----------------------------------------------------------------------------------------

ELSEWHERE = [
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": ""},
    {"origin": f"http://{HOST}.evil.example"},
    {"origin": f"http://evil.example/{HOST}"},
    {"origin": f"http://{HOST}:8000"},
    {"origin": HOST},
    {"origin": f"ftp://{HOST}"},
    {"origin": f"http://x@{HOST}"},
    {"origin": "http://[::1"},
    {"origin": HERE, "host": "evil.example"},
    {"origin": None, "sec-fetch-site": "cross-site"},
    {"origin": None, "sec-fetch-site": "same-site"},
    {"origin": None, "sec-fetch-site": "nonsense"},
]
OURS = [
    {"origin": HERE},
    {"origin": HERE, "sec-fetch-site": "same-origin"},
    {"origin": None, "sec-fetch-site": "same-origin"},
    {"origin": None, "sec-fetch-site": "none"},
    {"origin": None},
]


def _headers(guest: Guest, given: dict[str, Any]) -> dict[str, str]:
    guest.headers.pop("origin", None)
    return {name: value for name, value in given.items() if value is not None}


@pytest.mark.parametrize("given", ELSEWHERE)
async def test_a_form_from_another_site_does_nothing(livia: Guest, given: dict[str, Any]) -> None:
    headers = _headers(livia, given)
    for path in ("/tables", "/join", "/me/name", f"/t/{UNKNOWN}/join", f"/t/{UNKNOWN}/moves", "/nowhere"):
        answer = await livia.post(path, data={"game": "pope-or-nope", "name": "Livia"}, headers=headers)
        assert answer.status_code == 403
        assert "another site" in answer.text
    assert await count(livia.house, players) == 0


@pytest.mark.parametrize("given", OURS)
async def test_a_form_of_ours_is_taken(livia: Guest, given: dict[str, Any]) -> None:
    answer = await livia.post("/me/name", data={"name": "Livia"}, headers=_headers(livia, given))
    assert answer.status_code == 303


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "post", "BREW"])
async def test_every_unsafe_method_is_looked_at(livia: Guest, method: str) -> None:
    answer = await livia.request(method, "/me/name", headers={"origin": "https://evil.example"})
    assert answer.status_code == 403


async def test_pages_may_be_linked_from_anywhere(livia: Guest) -> None:
    headers = {"origin": "https://evil.example", "sec-fetch-site": "cross-site"}
    assert (await livia.get("/", headers=headers)).status_code == 200


class _Decided:
    """An application of which only the settings matter."""

    def __init__(self, public_url: str | None) -> None:
        self.state = self
        self.house = self
        self.settings = msgspec.structs.replace(settings("postgresql://x/y"), public_url=public_url)


@pytest.mark.parametrize(
    ("public", "origin", "allowed"),
    [
        ("https://conclave.example", "https://conclave.example", True),
        ("https://conclave.example", "http://127.0.0.1:8000", True),
        ("https://conclave.example", "http://conclave.example", False),
        ("https://conclave.example", "https://evil.example", False),
        (None, "https://conclave.example", False),
        (None, "null", False),
        (None, None, True),
    ],
)
@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_behind_a_proxy_the_public_address_is_ours(
    public: str | None, origin: str | None, allowed: bool, kind: str
) -> None:
    headers = [(b"host", b"127.0.0.1:8000")] + ([(b"origin", origin.encode())] if origin else [])
    connection = HTTPConnection({"type": kind, "headers": headers, "app": _Decided(public)})
    assert security.origin_allowed(connection) is allowed


async def knock(app: FastAPI, path: str, headers: list[tuple[bytes, bytes]], address: str = "192.0.2.9") -> list[Any]:
    """Tries to open a socket: what the application says."""
    said: list[Any] = []
    waiting = [{"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1000}]

    async def receive() -> Any:
        return waiting.pop(0)

    async def send(message: Any) -> None:
        said.append(message)

    scope = {
        "type": "websocket",
        "scheme": "ws",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [*headers, (b"host", HOST.encode())],
        "client": (address, 1),
        "subprotocols": [],
    }
    await app(scope, receive, send)
    return said


@pytest.mark.parametrize("given", ELSEWHERE[:-3])
async def test_a_socket_from_another_site_is_not_opened(app: FastAPI, livia: Guest, given: dict[str, Any]) -> None:
    code = await livia.open_table()
    headers = [(name.encode(), value.encode()) for name, value in given.items()]
    cookie = f"conclave={livia.cookies['conclave']}".encode()
    said = await knock(app, f"/t/{code}/live", [*headers, (b"cookie", cookie)])
    assert [(message["type"], message["code"]) for message in said] == [("websocket.close", 4403)]


async def test_a_socket_of_ours_is_opened_and_ends_with_its_browser(app: FastAPI, livia: Guest) -> None:
    code = await livia.open_table()
    headers = [(b"origin", HERE.encode()), (b"cookie", f"conclave={livia.cookies['conclave']}".encode())]
    async with asyncio.timeout(10):
        said = await knock(app, f"/t/{code}/live", headers)
    assert said[0]["type"] == "websocket.accept"


# --- how much and how often --------------------------------------------------------------------------------------


async def test_a_large_body_is_refused_by_what_it_says(livia: Guest) -> None:
    answer = await livia.send_form("/me/name", name="x" * 70_000)
    assert answer.status_code == 413
    assert "Shorten it" in answer.text
    assert await count(livia.house, players) == 0


async def test_a_large_body_is_refused_by_what_comes(livia: Guest) -> None:
    async def body() -> Any:
        for _ in range(80):
            yield b"name=" + b"x" * 1019

    headers = {"content-type": "application/x-www-form-urlencoded"}
    answer = await livia.post("/me/name", content=body(), headers=headers)
    assert answer.status_code == 413
    assert await count(livia.house, players) == 0


@pytest.mark.parametrize("length", [b"-1", b"x", b"", b"9" * 30, "²".encode("latin-1")])
async def test_a_length_that_is_none_is_refused(livia: Guest, length: bytes) -> None:
    headers = {b"content-length": length, b"content-type": b"application/x-www-form-urlencoded"}
    answer = await livia.post("/me/name", content=b"name=Livia", headers=headers)
    assert answer.status_code == 413


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits that a test can reach in reasonable time."""
    monkeypatch.setattr(limiting, "GUEST", RateLimitItemPerMinute(30, namespace="guest"))
    monkeypatch.setattr(limiting, "STRANGERS", RateLimitItemPerMinute(40, namespace="strangers"))
    monkeypatch.setattr(limiting, "ADDRESS", RateLimitItemPerMinute(90, namespace="address"))


def test_a_thousand_a_minute_are_too_many_and_a_game_is_not() -> None:
    for limit in (limiting.GUEST, limiting.STRANGERS):
        assert 300 <= limit.amount < 1000
        assert limit.get_expiry() == 60


async def test_a_thousand_requests_of_one_guest_hurt_nobody_else(app: FastAPI, livia: Guest, teo: Guest) -> None:
    code = await livia.open_table()
    await teo.get("/")
    before = await row_of(livia.house, code)
    answers = [await livia.send_form("/me/theme", theme="dark", htmx=True) for _ in range(1000)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert len(refused) >= 400
    assert {answer.status_code for answer in answers} == {204, 429}
    assert refused[-1].headers["retry-after"] == "60"
    assert "Wait a minute" in refused[-1].text
    assert (await livia.do(code, "ready", ready="no")).status_code == 429
    assert (await row_of(livia.house, code)) == before
    assert (await teo.get("/")).status_code == 200
    async with Guest(app) as neighbour:
        assert (await neighbour.get("/")).status_code == 200


@pytest.mark.usefixtures("few")
async def test_who_throws_cookies_away_is_counted_by_address(app: FastAPI, livia: Guest, teo: Guest) -> None:
    await livia.get("/healthz")
    await livia.open_table()
    statuses = []
    for _ in range(60):
        async with Guest(app) as stranger:
            statuses.append((await stranger.get("/rules")).status_code)
    assert statuses.count(429) >= 20
    assert (await livia.get("/rules")).status_code == 303
    assert (await teo.get("/rules")).status_code == 303


@pytest.mark.usefixtures("few")
async def test_many_guests_of_one_address_have_a_limit_too(app: FastAPI, teo: Guest) -> None:
    statuses = []
    for _ in range(5):
        async with Guest(app) as guest:
            await guest.get("/")
            statuses += [(await guest.get("/rules")).status_code for _ in range(25)]
    assert 0 < statuses.count(429) < 60
    assert (await teo.get("/rules")).status_code == 303


@pytest.mark.usefixtures("few")
async def test_static_files_and_health_are_free(livia: Guest) -> None:
    await livia.get("/")
    for _ in range(60):
        assert (await livia.get("/static/tokens.css")).status_code == 200
        assert (await livia.get("/healthz")).status_code == 200
    assert (await livia.get("/")).status_code == 200


@pytest.mark.usefixtures("few")
async def test_sockets_are_counted_as_well(app: FastAPI, livia: Guest) -> None:
    code = await livia.open_table()
    for _ in range(40):
        last = await knock(app, f"/t/{code}/live", [(b"origin", HERE.encode())], "192.0.2.50")
    assert [message["type"] for message in last] == ["websocket.close"] or last[0]["type"] == "websocket.accept"
    last = await knock(app, f"/t/{code}/live", [(b"origin", HERE.encode())], "192.0.2.50")
    assert [(message["type"], message["code"]) for message in last] == [("websocket.close", 1013)]


@pytest.mark.parametrize(
    ("client", "caller"),
    [
        (("192.0.2.7", 1), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 1), "2001:db8:1:2::/64"),
        (("", 0), ""),
        (("testclient", 1), "testclient"),
        (None, ""),
    ],
)
def test_a_household_is_one_caller(client: Any, caller: str) -> None:
    assert address(HTTPConnection({"type": "http", "headers": [], "client": client})) == caller


# --- what goes wrong ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/nowhere", "/t", "/t/", "/t/a/b/c/d", "/static/none.css", "/rules/x/y", "/%00", "/%ff"]
)
async def test_an_address_of_nothing_is_a_friendly_404(livia: Guest, path: str) -> None:
    answer = await livia.get(path)
    assert answer.status_code in (307, 404)
    if answer.status_code == 404:
        assert "<html" in answer.text
        assert 'href="/"' in answer.text


@pytest.mark.parametrize("code", ["%00", "%ff", "A" * 3000])
@pytest.mark.parametrize("deed", ["join", "watch", "leave", "return", "rematch", "moves", "lobby/ready"])
async def test_a_form_to_a_table_that_can_not_be_is_a_404(livia: Guest, code: str, deed: str) -> None:
    await livia.open_table(name="Livia")
    answer = await livia.send_form(f"/t/{code}/{deed}", name="L", question="1", key="k", move="pass", ready="yes")
    assert answer.status_code == 404


async def test_a_socket_to_a_table_that_can_not_be_is_closed(app: FastAPI, livia: Guest) -> None:
    await livia.open_table()
    said = await knock(app, "/t/\0/live", [(b"cookie", f"conclave={livia.cookies['conclave']}".encode())])
    assert [(message["type"], message.get("code")) for message in said[1:]] == [("websocket.close", 4404)]


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/tables"), ("GET", "/me/name"), ("POST", "/"), ("DELETE", "/me/theme"), ("PUT", "/t/X/lobby/ready")],
)
async def test_a_wrong_method_is_a_friendly_405(livia: Guest, method: str, path: str) -> None:
    answer = await livia.request(method, path)
    assert answer.status_code == 405
    assert answer.headers["allow"]
    assert "<html" in answer.text


async def test_htmx_gets_a_fragment_for_what_goes_wrong(livia: Guest) -> None:
    answer = await livia.send_form("/nowhere", htmx=True)
    assert answer.status_code == 404
    assert "<html" not in answer.text
    assert 'role="alert"' in answer.text


async def test_an_unforeseen_failure_is_told_without_its_inside(
    livia: Guest, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    words = "the secret of the failure"

    def fails(*_: Any) -> Any:
        raise RuntimeError(words)

    await livia.get("/")
    monkeypatch.setattr(show, "_card", fails)
    with caplog.at_level(logging.ERROR, "conclave"):
        answer = await livia.get("/")
    assert answer.status_code == 500
    assert "<html" in answer.text
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    assert "content-security-policy" in answer.headers
    assert words not in caplog.text
    assert "a request failed (what=GET, route=/" in caplog.text
    assert "builtins.RuntimeError" in caplog.text


async def test_when_pages_are_broken_the_sentence_is_still_told(livia: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> Any:
        raise RuntimeError("broken")

    monkeypatch.setattr("app.rendering.home", fails)
    monkeypatch.setattr("app.rendering.problem", fails)
    answer = await livia.get("/")
    assert answer.status_code == 500
    assert answer.text.startswith("This is our fault")


async def test_a_database_that_is_away_is_told_as_such(app: FastAPI, livia: Guest) -> None:
    house = livia.house
    kept, away = (house.engine, house.reading), connect("postgresql+asyncpg://nobody@127.0.0.1:1/none")
    house.engine, house.reading = away, reading(away)
    answer = await livia.get("/")
    form = await livia.send_form("/tables", game="pope-or-nope", htmx=True)
    await away.dispose()
    house.engine, house.reading = kept
    assert (answer.status_code, form.status_code) == (503, 503)
    assert "your table is safe" in answer.text
    assert "<html" in answer.text
    assert "<html" not in form.text
    assert (await livia.get("/")).status_code == 200


async def test_all_bad_things_at_once_change_nothing(app: FastAPI, livia: Guest, teo: Guest) -> None:
    code = await livia.open_table(name="Livia")
    before = await everything(livia.house)
    answers = await asyncio.gather(
        *(teo.do(code, deed, seat="0", sure="yes") for deed in ("kick", "start", "end", "leave", "chair", "shuffle")),
        teo.post(f"/t/{code}/join", content=b"\xff" * 1000),
        teo.get(f"/t/{code}/lobby/end"),
    )
    assert all(400 <= answer.status_code < 500 for answer in answers)
    assert await everything(livia.house) == before
