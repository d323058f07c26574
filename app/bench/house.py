"""The server that is measured: the one that people get, but for the limits on how fast one guest may click, and on how
many pages one may have open.

The limits are counted as ever, so that they cost what they cost; they are only never reached.
"""

from fastapi import FastAPI
from limits import RateLimitItemPerMinute

from app import crowding, limiting, serving
from app.config import from_environment

NEVER = 1_000_000_000


def application() -> FastAPI:
    """The application of one worker process."""
    for name in ("GUEST", "STRANGERS", "ADDRESS"):
        setattr(limiting, name, RateLimitItemPerMinute(NEVER, namespace=name.lower()))
        setattr(crowding, name, NEVER)
    return serving.application()


if __name__ == "__main__":
    serving.serve(from_environment(), "app.bench.house:application")
