"""Slips in the rules: the case of the clause passes without the slip, and fails with it."""

import pytest

from games.kernel.events import IllegalMove
from games.pope_or_nope import GAME
from tests.games.clauses import rules_page
from tests.mutants.conftest import forget
from tests.mutants.slips import SLIPS, Slip


@pytest.mark.parametrize("slip", SLIPS, ids=[f"{slip.clause}: {slip.name}" for slip in SLIPS])
def test_a_slip_is_caught(slip: Slip, monkeypatch: pytest.MonkeyPatch) -> None:
    assert f"**{slip.clause}**" in rules_page(GAME)
    slip.case()
    forget()
    slip.plant(monkeypatch)
    with pytest.raises((AssertionError, IllegalMove)):  # a case fails too where the game refuses what it plays
        slip.case()
