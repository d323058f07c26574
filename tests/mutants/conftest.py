"""The houses of the leak tests, and rules that remember nothing of a mutant."""

from collections.abc import Iterator

import pytest

from games.pope_or_nope import rules
from games.pope_or_nope.rules import cards, piles
from tests.leaks.conftest import house, served

__all__ = ["house", "served"]


def forget() -> None:
    """Empties what the rules keep of earlier answers."""
    for kept in (cards.ban, cards.caution, piles.read, rules._barred):
        kept.cache_clear()


@pytest.fixture(autouse=True)
def _no_memory() -> Iterator[None]:
    """Each mutant begins with rules that have answered nothing, and leaves such rules behind."""
    forget()
    yield
    forget()
