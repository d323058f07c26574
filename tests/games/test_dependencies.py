"""Dependencies point one way: a game knows the kernel and msgspec, the kernel msgspec alone, and nobody the app."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.clauses import ROOT

MODULES = sorted((ROOT / "games").rglob("*.py"))
KERNEL = ROOT / "games" / "kernel"
CLOCKS_AND_DICE = {"random", "secrets", "uuid", "datetime", "asyncio", "threading", "os", "socket"}
"""What would bring in a clock, other dice than the game's own, or I/O. (Playouts time themselves.)"""

SHARED = {"games.curia_companion": ("games.papal_curia.curia",)}
"""Package -> modules of another game on which it stands: part A of Papal Curia's rules knows nothing of the rest."""


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, by their full names."""
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=module, level=0) if module is not None:
                yield module
            case ast.ImportFrom():
                raise AssertionError(f"{path} imports by a relative name")
            case _:  # other statements import nothing
                pass


def own_package(path: Path) -> str:
    """`games.pope_or_nope` for a file of that game."""
    return ".".join(path.relative_to(ROOT).parts[:2])


@pytest.mark.parametrize("path", MODULES, ids=[str(path.relative_to(ROOT)) for path in MODULES])
def test_rules_import_only_what_they_may(path: Path) -> None:
    for name in imported(path):
        top = name.partition(".")[0]
        if top == "games":
            own = () if path.is_relative_to(KERNEL) else (own_package(path), *SHARED.get(own_package(path), ()))
            allowed = ("games.kernel", *own)
            assert path == ROOT / "games" / "__init__.py" or name.startswith(allowed), f"{name} is another room's"
        else:
            assert top == "msgspec" or top in sys.stdlib_module_names, f"{name} is no part of the rules"
            assert top not in CLOCKS_AND_DICE, f"{name} would make a move depend on more than State and dice"


def test_there_are_modules_to_read() -> None:
    assert len(MODULES) > 15
