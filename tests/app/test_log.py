"""The log: one line an event, whose sentence never changes, with the number of the request; no words of errors, and
nothing that a visitor sent outside of a field."""

import io
import json
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest

from app.lobby import show
from app.watching import log
from tests.app.conftest import Guest

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
