"""`make run` where something is missing: one sentence, and a status that is not 0. And how `make test` closes."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.platform.conftest import PATIENCE, PROJECT, surroundings

NEEDED = ("Makefile", "pyproject.toml", "requirements.txt", "requirements-dev.txt")
TOOLS = ("cat", "cksum", "dirname", "rm", "sh", "id")

OLD = """#!/bin/sh
[ "$1" = --version ] && { echo "Python 3.9.2"; exit 0; }
exit 1
"""
NO_VENV = """#!/bin/sh
case "$*" in
    *version_info*) exit 0 ;;
    *) exit 1 ;;
esac
"""


def make(place: Path, target: str, **programs: str) -> subprocess.CompletedProcess[str]:
    """Runs make in a copy of the project, on a machine that has only the tools of a shell and these programs."""
    path = place / "bin"
    path.mkdir()
    for tool in TOOLS:
        (path / tool).symlink_to(shutil.which(tool) or "")
    for name, text in programs.items():
        (path / name).write_text(text)
        (path / name).chmod(0o755)
    for file in NEEDED:
        shutil.copy(PROJECT / file, place)
    shutil.copytree(PROJECT / "tools", place / "tools")
    return subprocess.run(
        [shutil.which("make") or "make", target],
        cwd=place,
        env=surroundings(PATH=str(path)),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize("target", ["run", "check", "bench"])
@pytest.mark.parametrize(
    ("programs", "said"),
    [
        ({"python3": OLD}, "Conclave needs Python 3.11 or later; here is Python 3.9.2. Install a newer one."),
        ({}, "Conclave needs Python 3.11 or later; here is no python3. Install a newer one."),
        (
            {"python3": NO_VENV},
            "Python's venv module is missing: on Debian and Ubuntu, apt-get install python3-venv.",
        ),
        (
            {"python3": OLD, "python3.12": NO_VENV},
            "Python's venv module is missing: on Debian and Ubuntu, apt-get install python3-venv.",
        ),
    ],
    ids=["too old", "none", "no venv", "a newer one beside it"],
)
def test_a_machine_that_lacks_something(tmp_path: Path, target: str, programs: dict[str, str], said: str) -> None:
    ended = make(tmp_path, target, **programs)
    assert ended.returncode != 0
    assert [line for line in ended.stderr.splitlines() if not line.startswith("make: ***")] == [said]
    assert not (tmp_path / ".venv").exists()


def test_chromium_can_not_be_installed(tmp_path: Path) -> None:
    shutil.copytree(PROJECT / "tools", tmp_path / "tools")
    (tmp_path / "sh").symlink_to(shutil.which("sh") or "")
    ended = subprocess.run(
        [tmp_path / "tools/chromium"],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode == 1
    assert ended.stderr == (
        "The browser tests need chromium: install it with your system's packages, so that 'chromium' is a command.\n"
    )


def test_the_last_thing_that_make_test_runs_is_pytest() -> None:
    told = subprocess.run(
        [shutil.which("make") or "make", "--dry-run", "test"],
        cwd=PROJECT,
        env=surroundings(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    steps = [line for line in told.stdout.splitlines() if "make[" not in line]
    assert "-m pytest" in steps[-1]
    assert "tests/browser" in steps[-1]
    assert [step for step in steps if "ruff check" in step or "mypy" in step]


def test_ci_calls_make_test_and_can_be_run() -> None:
    script = PROJECT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert script.read_text().startswith("#!/bin/bash\n")
    assert "timeout --foreground 3600 make test" in script.read_text()
