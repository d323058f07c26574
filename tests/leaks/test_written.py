"""Nothing that is written down or raised holds a seed, a key, a hand or a secret move."""

import pytest

from app.house import House
from tests.leaks import written_checks


async def test_the_log_of_a_game_holds_no_secret(house: House, caplog: pytest.LogCaptureFixture) -> None:
    await written_checks.the_log_holds_no_secret(house, caplog)
