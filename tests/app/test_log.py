"""The log: one line an event, whose sentence never changes, with the number of the request; no words of errors, and
nothing that a visitor sent outside of a field."""

import io
import json
import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from app.lobby import show
from app.watching import log
from tests.app.conftest import Guest
from tests.platform.conftest import PROJECT

ALOUD = log.logger("tests")
SECRET = "Ada holds the CROSS"


@pytest.fixture
def lines(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """What is written in the form of the parameter."""
    told = io.StringIO()
    handler = logging.StreamHandler(told)
    handler.setFormatter(log.formatter(request.param))
    root = logging.getLogger()
    root.addHandler(handler)
    yield told
    root.removeHandler(handler)


def failing() -> Exception:
    """An error with a trace."""
    try:
        raise KeyError(SECRET)
    except KeyError as error:
        return error


@pytest.mark.parametrize("lines", ["json"], indirect=True)
def test_json_is_one_line_an_event(lines: io.StringIO) -> None:
    ALOUD.warning("what happened", table=12, name="Eve\n2026 error conclave: forged")
    ALOUD.error("what broke", exc_info=failing())
    first, second = map(json.loads, lines.getvalue().splitlines())
    assert first.pop("timestamp").endswith("Z")
    assert first == {
        "event": "what happened",
        "level": "warning",
        "logger": "conclave.tests",
        "table": 12,
        "name": "Eve\n2026 error conclave: forged",
    }
    assert second["event"] == "what broke"
    assert "KeyError" in second["trace"]
    assert SECRET not in lines.getvalue()


@pytest.mark.parametrize("lines", ["text"], indirect=True)
def test_text_is_for_people_and_forged_lines_are_none(lines: io.StringIO) -> None:
    ALOUD.warning("what happened", table=12, name="Eve\nforged")
    (line,) = lines.getvalue().splitlines()
    assert re.fullmatch(r"\S+Z warning conclave\.tests: what happened \(table=12, name='Eve\\nforged'\)", line)


FAILING = f"""
import sys, threading, warnings
from app.watching import log
log.write("json")
warnings.warn({SECRET!r})
def fails(*_):
    raise ValueError({SECRET!r})
thread = threading.Thread(target=fails)
thread.start()
thread.join()
class Gone:
    __del__ = fails
Gone()
fails()
"""
"""What Python prints by itself: a warning, and failures in a thread, in an end, and of the process."""


def test_what_python_says_by_itself_goes_into_the_log() -> None:
    ended = subprocess.run([sys.executable, "-c", FAILING], cwd=PROJECT, capture_output=True, text=True, timeout=60)
    warned, *failed = map(json.loads, ended.stderr.splitlines())
    assert (ended.returncode, ended.stdout) == (1, "")
    assert warned["logger"] == "py.warnings"
    assert [line["event"] for line in failed] == ["a failure that nobody waited for"] * 3
    assert all("ValueError" in line["trace"] for line in failed)
    assert SECRET not in str(failed)


def test_what_strangers_make_the_server_say_is_written_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    told, now = io.StringIO(), 1000.0
    monkeypatch.setattr(log.time, "monotonic", lambda: now)
    handler = logging.StreamHandler(told)
    handler.addFilter(log.Seldom())
    server = logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, "Invalid HTTP request received.", (), None)
    ours = logging.LogRecord("conclave.bots", logging.ERROR, "", 0, "a bot failed", (), None)
    for _ in range(100):
        handler.handle(server)
        handler.handle(ours)
    now += log.MINUTE
    handler.handle(server)
    assert told.getvalue().count("Invalid HTTP request received.") == 2
    assert told.getvalue().count("a bot failed") == 100


@pytest.mark.parametrize("lines", ["text", "json"], indirect=True)
def test_libraries_are_told_of_by_their_first_line_alone(lines: io.StringIO) -> None:
    logging.getLogger("asyncio").error(
        "Task exception was never retrieved\nfuture: <Task %s>", SECRET, exc_info=failing()
    )
    assert "Task exception was never retrieved" in lines.getvalue()
    assert "KeyError" in lines.getvalue()
    assert SECRET not in lines.getvalue()


@pytest.mark.parametrize("lines", ["json"], indirect=True)
async def test_whoever_sees_a_failure_can_name_its_line(
    livia: Guest, monkeypatch: pytest.MonkeyPatch, lines: io.StringIO
) -> None:
    code = await livia.open_table()

    async def fails(*_: Any) -> Any:
        raise RuntimeError(SECRET)

    monkeypatch.setattr(show, "lobby_page", fails)
    answer = await livia.get(f"/t/{code}")
    (line,) = map(json.loads, lines.getvalue().splitlines())
    assert answer.status_code == 500
    assert line["request"] == answer.headers["x-request-id"]
    assert f"Request {line['request']}." in answer.text
    assert line["route"] == "/t/{code}"
    assert code not in lines.getvalue()
    assert SECRET not in lines.getvalue()


async def test_each_answer_has_a_number_of_its_own(livia: Guest) -> None:
    first, second = await livia.get("/"), await livia.get("/nowhere")
    assert first.headers["x-request-id"] != second.headers["x-request-id"]
    assert second.headers["x-request-id"] not in second.text  # nothing broke: there is nothing to look for
