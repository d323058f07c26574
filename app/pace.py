"""How often one caller may do a thing that costs the house more than a page: counted in this process, refused in words
of the thing's own."""

import time
from math import ceil

from limits import RateLimitItem

from app.house import House
from app.problems import TooMany


async def keep(house: House, limit: RateLimitItem, *who: str, sentence: str) -> None:
    """Counts it once for this caller. Raises TooMany with the sentence, and the seconds until the next one may come."""
    if not await house.limits.hit(limit, *who):
        window = await house.limits.get_window_stats(limit, *who)
        raise TooMany(sentence, wait=max(1, ceil(window.reset_time - time.time())))
