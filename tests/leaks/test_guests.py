"""What a guest alone may ask for: Home, and the file of what is kept."""

from tests.leaks import guest_checks
from tests.served import Served


async def test_the_download_holds_own_moves_only(served: Served) -> None:
    await guest_checks.the_download_holds_own_moves_only(served)


async def test_home_counts_no_change_of_mind_as_news(served: Served) -> None:
    await guest_checks.home_counts_no_change_of_mind(served)
