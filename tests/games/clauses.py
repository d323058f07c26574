"""The clauses of the rules pages, and where tests and code name them."""

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from games.kernel.contract import Game

ROOT = Path(__file__).resolve().parents[2]
CLAUSE = re.compile(r"\b[A-Z]{2}-\d+\.\d+[a-z]?\b")
_HEAD = re.compile(r"^- \*\*([A-Z]{2}-\d+\.\d+[a-z]?)\*\*", re.MULTILINE)

rule = pytest.mark.rule
"""`@rule("PN-4.3")`: this case checks that clause."""


def rules_page(game: Game) -> str:
    """A game's `rules.md`, which stands in its package."""
    folder = Path(inspect.getfile(game.setup)).parent
    return _read_near(folder)


@cache
def _read_near(folder: Path) -> str:
    return next(page for page in (folder / "rules.md", folder.parent / "rules.md") if page.exists()).read_text()


@cache
def clauses_of(page: str) -> tuple[str, ...]:
    """The clauses of a rules page, in its order."""
    return tuple(_HEAD.findall(page))


def clauses_with_a_case(folder: Path) -> set[str]:
    """What `@rule(...)` names in the tests below this folder."""
    return {clause for path in folder.rglob("test_*.py") for clause in _decorated(path)}


def _decorated(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "rule":
                    yield from (argument.value for argument in decorator.args if isinstance(argument, ast.Constant))


def cited(path: Path) -> set[str]:
    """Every clause that a file names, in code or in words."""
    return set(CLAUSE.findall(path.read_text()))
