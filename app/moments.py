"""Where limits count, in this process's memory.

The storage that comes with `limits` tidies up all keys in a thread at every request, which costs more than a move. This
one keeps the moments of each key in order, so that the old ones fall off at the front, and tidies up once a minute.
"""

import time
from collections import deque

from limits.aio.storage import MemoryStorage

TIDY = 60.0
"""Seconds between two looks for keys that nobody has used meanwhile."""


class Moments(MemoryStorage):
    """For the moving window: when each key was last used, as often as its limit allows."""

    def __init__(self) -> None:
        super().__init__()
        self._moments: dict[str, tuple[int, deque[float]]] = {}
        self._tidied = time.monotonic()

    async def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Notes `amount` uses of the key, if no more than `limit` fall into `expiry` seconds."""
        now = time.monotonic()
        recent = self._recent(key, expiry, now)
        if len(recent) + amount > limit:
            return False
        recent.extend([now] * amount)
        self._moments[key] = expiry, recent
        if now - self._tidied > TIDY:
            self._tidy(now)
        return True

    async def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        """When the oldest use in the last `expiry` seconds was (by the clock on the wall), and how many there were."""
        now = time.monotonic()
        recent = self._recent(key, expiry, now)
        return time.time() - (now - recent[0] if recent else 0), len(recent)

    def _recent(self, key: str, expiry: int, now: float) -> deque[float]:
        _, moments = self._moments.get(key, (expiry, deque[float]()))
        while moments and moments[0] <= now - expiry:
            moments.popleft()
        return moments

    def _tidy(self, now: float) -> None:
        self._tidied = now
        for key, (expiry, moments) in list(self._moments.items()):
            if not moments or moments[-1] <= now - expiry:
                del self._moments[key]
