"""`conclave bench` in its smallest form: it plays through the front door and leaves nothing behind."""

import asyncio
import json
import os
import socket
from pathlib import Path
from typing import Any

import pytest

from app.bench import measure
from app.bench.browser import Browser, RefusedError
from app.cli import main
from tests.platform.conftest import PROJECT, conclave, processes

FIGURES = {"tables", "seconds", "moves", "moves_per_second", "p50_ms", "p99_ms", "push_bytes"}


def test_the_figures_as_json_with_their_conditions() -> None:
    before = set(PROJECT.glob("bench-*"))
    ended = conclave("bench", "--tables", "1", "2", "--seconds", "1", "--json")
    assert ended.returncode == 0, ended.stderr
    told = json.loads(ended.stdout)
    assert told["conditions"]["cpus"] == os.cpu_count()
    assert "fsync on" in told["conditions"]["database"]
    assert told["conditions"]["sockets_a_table"] == 4
    assert [row["tables"] for row in told["durable_moves"]] == [1, 2]
    for row in told["durable_moves"]:
        assert row.keys() == FIGURES
        assert row["moves"] > 0
        assert 0 < row["p50_ms"] <= row["p99_ms"]
        assert row["push_bytes"] > 1000
    assert all(row["moves_per_second"] > 0 for row in told["playouts"])
    assert set(PROJECT.glob("bench-*")) == before
    assert processes(Path(PROJECT, "bench-")) == []


def test_a_refusal_is_one_sentence_and_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any) -> None:
        raise RefusedError("The house refused /tables with 429: That was too much at once.")

    monkeypatch.setattr(measure, "bench", refused)
    with pytest.raises(SystemExit) as ended:
        main(["bench"])
    assert ended.value.code == "The house refused /tables with 429: That was too much at once."


def test_the_first_refusal_ends_the_measuring() -> None:
    class Refused:
        async def play(self, end: float) -> None:
            raise RefusedError("no")

    with pytest.raises(RefusedError, match="no"):
        asyncio.run(measure._play([Refused(), Refused()], 1.0))  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (
            b"HTTP/1.1 422 X\r\ncontent-length: 37\r\n\r\n<p class='refused'>No &amp; <b>no</b>",
            "The house refused /tables with 422: No & no",
        ),
        (b"", "The house that is measured answers no more."),
    ],
)
def test_what_the_house_says_is_told_without_its_markup(answer: bytes, told: str) -> None:
    async def ask() -> None:
        async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(answer)
            writer.close()

        async with await asyncio.start_server(refuse, "127.0.0.1", 0, family=socket.AF_INET) as server:
            browser = Browser("127.0.0.1", server.sockets[0].getsockname()[1], lambda: None)
            try:
                await browser.post("/tables", {"game": "x"})
            finally:
                await browser.close()

    with pytest.raises(RefusedError) as refused:
        asyncio.run(ask())
    assert str(refused.value) == told
