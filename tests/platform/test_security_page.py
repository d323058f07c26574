"""docs/security.md names a test for each threat, and each of them is there."""

import re

from tests.platform.conftest import PROJECT

PAGE = PROJECT / "docs" / "security.md"
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
DEFINED = re.compile(r"^(?:async )?def (\w+)\(", re.MULTILINE)


def test_every_named_test_is_there() -> None:
    named = NAMED.findall(PAGE.read_text())
    assert len(named) > 40
    missing = [f"{file}::{name}" for file, name in named if name not in _functions(file)]
    assert not missing


def test_every_threat_has_a_defence_and_a_test() -> None:
    rows = [line.strip("| ").split(" | ") for line in PAGE.read_text().splitlines() if line.startswith("| ")]
    for threat, defence, *tests in rows[1:]:
        assert defence, threat
        assert NAMED.search(" ".join(tests)), threat


def _functions(file: str) -> set[str]:
    """The names of the file's functions; none if it isn't there."""
    path = PROJECT / file
    return set(DEFINED.findall(path.read_text())) if path.exists() else set()
