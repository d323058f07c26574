"""`conclave bench` in its smallest form: it plays through the front door and leaves nothing behind."""

import json
import os
from pathlib import Path

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
