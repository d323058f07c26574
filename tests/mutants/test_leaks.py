"""Each kind of leak in docs/hidden-information.md, planted: the checks of the leak tests pass without it, and fail
with it for the right reason."""

import re
from pathlib import Path
from typing import Any

import pytest

from app.house import House
from tests.mutants.guest_leaks import GUEST_LEAKS
from tests.mutants.leaks import LEAKS, Mutant
from tests.mutants.live_leaks import HOUSE_LEAKS, LIVE_LEAKS, LOG_LEAKS, LiveMutant
from tests.served import Served

PAGE = Path(__file__).resolve().parents[2] / "docs" / "hidden-information.md"


def each(mutants: tuple[Any, ...]) -> pytest.MarkDecorator:
    """A test for each of them, named after it."""
    return pytest.mark.parametrize("mutant", mutants, ids=[f"{mutant.kind}: {mutant.name}" for mutant in mutants])


def test_every_kind_on_the_page_has_a_mutant_and_every_mutant_its_kind() -> None:
    kinds = set(re.findall(r"^\| `([a-z]+)` \|", PAGE.read_text(), re.MULTILINE))
    assert {mutant.kind for mutant in (*LEAKS, *LIVE_LEAKS, *GUEST_LEAKS, *HOUSE_LEAKS, *LOG_LEAKS)} == kinds


@each(LEAKS)
def test_a_leak_is_caught(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    mutant.check()
    mutant.plant(monkeypatch)
    with pytest.raises(AssertionError, match=mutant.says):
        mutant.check()


@each((*LIVE_LEAKS, *GUEST_LEAKS))
async def test_a_leak_of_a_served_house_is_caught(
    mutant: LiveMutant, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    await mutant.check(served)
    mutant.plant(monkeypatch)
    with pytest.raises(AssertionError, match=mutant.says):
        await mutant.check(served)


@each(HOUSE_LEAKS)
async def test_a_leak_through_a_bot_is_caught(
    mutant: LiveMutant, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await mutant.check(house)
    mutant.plant(monkeypatch)
    with pytest.raises(AssertionError, match=mutant.says):
        await mutant.check(house)


@each(LOG_LEAKS)
async def test_a_leak_into_the_log_is_caught(
    mutant: LiveMutant, house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await mutant.check(house, caplog)
    mutant.plant(monkeypatch)
    with pytest.raises(AssertionError, match=mutant.says):
        await mutant.check(house, caplog)
