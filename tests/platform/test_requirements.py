"""What is installed is pinned and hashed, and names no registry and no machine."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.platform.conftest import PROJECT

FILES = ("requirements.txt", "requirements-dev.txt")
PIN = re.compile(r"^(?P<name>[a-z0-9][a-z0-9._-]*)==(?P<version>[^ ;]+)( ; [^\\]+)?(?P<more> \\)?$")


def pins(file: str) -> dict[str, set[str]]:
    """The versions that a compiled file pins, by package."""
    found: dict[str, set[str]] = {}
    for line in (PROJECT / file).read_text().splitlines():
        if line and not line.startswith((" ", "#")):
            pin = PIN.match(line)
            assert pin, f"{file}: {line!r} is no pin"
            found.setdefault(pin["name"], set()).add(pin["version"])
    return found


def asked(file: str) -> set[str]:
    """The packages that people wrote down."""
    lines = (PROJECT / file).read_text().splitlines()
    return {re.split(r"[\[;<>= ]", line)[0] for line in lines if line and not line.startswith(("#", "-"))}


@pytest.mark.parametrize("file", FILES)
def test_every_pin_has_hashes(file: str) -> None:
    entries = re.split(r"\n(?=[a-z0-9])", (PROJECT / file).read_text())[1:]
    assert len(entries) > 10
    assert [entry.splitlines()[0] for entry in entries if "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize("file", FILES)
def test_no_host_and_no_path_of_a_machine(file: str) -> None:
    text = (PROJECT / file).read_text()
    assert re.findall(r"://|--index|--extra-index|--find-links|--trusted|file:|(?<![\w.])/\w+", text) == []


@pytest.mark.parametrize("file", FILES)
def test_what_was_asked_for_is_pinned(file: str) -> None:
    assert asked(file.replace(".txt", ".in")) <= set(pins(file)) | set(pins("requirements.txt"))


def test_both_files_pin_the_same_versions() -> None:
    run, dev = (pins(file) for file in FILES)
    assert {name: dev[name] for name in run.keys() & dev.keys()} == {
        name: run[name] for name in run.keys() & dev.keys()
    }


def test_the_project_needs_what_the_pins_give() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())
    assert project["tool"]["setuptools"]["dynamic"]["dependencies"]["file"] == ["requirements.in"]
    assert project["project"]["requires-python"] == ">=3.11"


def test_no_lock_file_with_addresses_is_kept() -> None:
    assert [name for name in ("uv.lock", "pylock.toml", "poetry.lock") if Path(PROJECT, name).exists()] == []
