"""What one process of the house holds: settings, the way to the database, the sockets, the limits."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from itsdangerous import URLSafeSerializer
from limits.aio.strategies import MovingWindowRateLimiter
from sqlalchemy.ext.asyncio import AsyncEngine

from app.config import Settings
from app.moments import Moments

if TYPE_CHECKING:
    from app.chat.live import Feeds
    from app.identity.devices import Devices
    from app.presence import Presence
    from app.tables.hub import Hub
    from app.tables.scene import Scene
    from app.tables.thinking import Minds


@dataclass(slots=True)
class House:
    """Handed to routes (`request.app.state.house`) and services."""

    settings: Settings
    engine: AsyncEngine
    """For what writes: transactions."""
    reading: AsyncEngine
    """For what reads: each statement by itself, which saves two ways to the database and back."""
    signer: URLSafeSerializer
    limits: MovingWindowRateLimiter
    hub: "Hub[Scene]"
    presence: "Presence"
    feeds: "Feeds"
    devices: "Devices"
    minds: "Minds"
    leaving: bool = False
    """Whether this process was told to end: it goes on, but nobody should be sent to it any more."""


def limiter() -> MovingWindowRateLimiter:
    """Limits are counted in this process alone: they guard it, they are no bookkeeping."""
    return MovingWindowRateLimiter(Moments())
