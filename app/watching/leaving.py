"""How a process leaves: at SIGTERM it says so at `/readyz`, and only then is its server told to end. That lets moves in
flight finish, and closes sockets with 1012 (service restart), so that pages come back at once, to whoever is there.

Behind a proxy it first goes on for a moment, so that the proxy has looked at `/readyz` and sends people elsewhere. With
several WORKERS there is no need: they share a door, and those who stay answer for those who leave.
"""

import asyncio
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from app.house import House

LINGER = 3.0
"""Seconds until a proxy that looks every second has seen that this process leaves."""


@contextmanager
def leaving_in_order(house: House) -> Iterator[None]:
    """While the block lasts SIGTERM means: leave. Around it stands whatever handled the signal before."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop, then = asyncio.get_running_loop(), signal.getsignal(signal.SIGTERM)

    def leave(number: int, frame: FrameType | None) -> None:
        house.leaving = True
        if callable(then):
            loop.call_soon_threadsafe(loop.call_later, _linger(house), then, number, frame)

    signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, then)


def _linger(house: House) -> float:
    behind_a_proxy = bool(house.settings.trusted_proxies)
    return LINGER if behind_a_proxy and house.settings.workers == 1 else 0.0
