"""Hosts, paths and headers that lead astray, or that are repeated where they shouldn't be."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.app.conftest import Guest
from tests.platform.conftest import PROJECT

EVIL = "evil.example"
PATHS = (
    "/",
    "/me",
    "/rules",
    "/rules/",
    "/me/",
    "/static",
    "/static/fonts",
    "/api/docs/",
    "/nowhere/",
    f"//{EVIL}",
    f"//{EVIL}/",
)


@pytest.mark.parametrize("path", PATHS)
async def test_no_answer_repeats_a_strange_host(livia: Guest, path: str) -> None:
    headers = {"x-forwarded-host": EVIL, "forwarded": f"host={EVIL}", "host": EVIL}
    answer = await livia.get(path, headers=headers)
    assert EVIL not in answer.headers.get("location", "")
    assert answer.headers["cache-control"] in ("no-store", "no-cache")


async def test_forwarded_headers_of_strangers_are_not_believed(livia: Guest) -> None:
    code = await livia.open_table()
    headers = {
        "x-forwarded-host": EVIL,
        "x-forwarded-proto": "https",
        "x-forwarded-for": "203.0.113.1",
        "forwarded": f"host={EVIL}",
    }
    for path in ("/", f"/t/{code}", "/me"):
        answer = await livia.get(path, headers=headers)
        assert EVIL not in answer.text
        assert "Secure" not in answer.headers.get("set-cookie", "")


OUTSIDE = (
    "../app/config.py",
    "%2e%2e/app/config.py",
    "..%2fapp/config.py",
    "..%5capp/config.py",
    "/etc/passwd",
    "%00",
    "x" * 5000,
    "fonts",
)


@pytest.mark.parametrize("path", OUTSIDE)
async def test_no_path_leads_out_of_static(livia: Guest, path: str) -> None:
    answer = await livia.get(f"http://conclave.test/static/{path}")
    assert answer.status_code == 404
    assert "class Settings" not in answer.text


NASTY = ("\r\nX-Evil: 1", "%0d%0aX-Evil:1", "é\u2028", "a\x85b")


@pytest.mark.parametrize("nasty", NASTY)
@pytest.mark.parametrize("htmx", [False, True])
async def test_no_header_repeats_what_was_sent(livia: Guest, nasty: str, htmx: bool) -> None:
    code = await livia.open_table(name="Livia")
    answers = [
        await livia.send_form("/me/name", htmx=htmx, name="Livia", path=f"/me{nasty}"),
        await livia.send_form("/me/theme", htmx=htmx, theme="dark", path=f"//{EVIL}{nasty}"),
        await livia.send_form("/join", htmx=htmx, code=f"{code}{nasty}"),
        await livia.send_form(f"/t/{code}%0d%0aX-Evil:1/join", htmx=htmx, name=nasty),
    ]
    for answer in answers:
        assert "x-evil" not in answer.headers
        assert not any("\n" in value or "\r" in value for value in answer.headers.values())
        assert EVIL not in str(answer.headers)


@pytest.mark.parametrize(
    "header", ["accept-language", "cookie", "range", "accept-encoding", "authorization", "content-type"]
)
async def test_strange_headers_break_nothing(livia: Guest, header: str) -> None:
    for value in (b"\xff\x80", b";=;,,=;q=", b"a" * 9000, b"\xb2", b" " * 5000 + b"x"):
        for path in ("/", "/static/tokens.css", "/api/tables/X"):
            answer = await livia.get(path, headers={header.encode(): value})
            assert answer.status_code < 500


def test_a_long_header_is_read_at_once() -> None:
    reading = "from app.language import asked_for; assert asked_for('a' + ' ' * 300_000 + '!') == 'en'"
    subprocess.run([sys.executable, "-c", reading], cwd=PROJECT, timeout=60, check=True)


def test_the_log_takes_words_as_arguments_alone() -> None:
    formats = [call.args[0] for file in (PROJECT / "app").rglob("*.py") for call in _lines_logged(file) if call.args]
    assert len(formats) > 10
    assert all(isinstance(text, ast.Constant) for text in formats)


def _lines_logged(file: Path) -> list[ast.Call]:
    """Every call of a logger in the file."""
    kinds = ("debug", "info", "warning", "error", "exception", "critical")
    calls = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call)]
    return [
        call
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and call.func.attr in kinds
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == "log"
    ]
