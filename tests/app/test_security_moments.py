"""Where limits count: no more than the limit in any window, and nothing kept of who stayed away."""

import pytest
from limits import RateLimitItemPerMinute
from limits.aio.strategies import MovingWindowRateLimiter

from app import moments
from app.moments import Moments


class Clock:
    """A clock that a test winds on."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def time(self) -> float:
        return self.now + 1e9


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time that limits go by."""
    made = Clock()
    monkeypatch.setattr(moments, "time", made)
    return made


FIVE = RateLimitItemPerMinute(5)


async def test_in_any_minute_the_limit_holds(clock: Clock) -> None:
    limiter, taken = MovingWindowRateLimiter(Moments()), []
    for _ in range(600):
        if await limiter.hit(FIVE, "livia"):
            taken.append(clock.now)
        clock.now += 1
    assert len(taken) == 50
    assert all(sum(1 for moment in taken if start <= moment < start + 60) <= 5 for start in taken)


async def test_keys_do_not_count_for_each_other(clock: Clock) -> None:
    limiter = MovingWindowRateLimiter(Moments())
    assert [await limiter.hit(FIVE, "livia") for _ in range(6)] == [True] * 5 + [False]
    assert await limiter.hit(FIVE, "teo")
    assert not await limiter.test(FIVE, "livia")
    assert await limiter.test(FIVE, "teo")


async def test_a_look_counts_for_nothing(clock: Clock) -> None:
    limiter = MovingWindowRateLimiter(Moments())
    for _ in range(10):
        assert await limiter.test(FIVE, "livia")
    assert (await limiter.get_window_stats(FIVE, "livia")).remaining == 5


async def test_when_it_is_free_again_can_be_told(clock: Clock) -> None:
    limiter = MovingWindowRateLimiter(Moments())
    began = clock.time()
    await limiter.hit(FIVE, "livia")
    clock.now += 20
    await limiter.hit(FIVE, "livia")
    assert await limiter.get_window_stats(FIVE, "livia") == (began + 60, 3)


async def test_who_stayed_away_is_forgotten(clock: Clock) -> None:
    storage = Moments()
    limiter = MovingWindowRateLimiter(storage)
    for number in range(100):
        await limiter.hit(FIVE, str(number))
    clock.now += 61
    assert await limiter.test(FIVE, "7")
    await limiter.hit(FIVE, "livia")
    assert len(storage._moments) == 1
