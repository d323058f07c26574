"""The rule by which a soak is judged. What grows by little and little shows in a straight line through the samples
after the warm-up: the median of the slopes between all pairs (Theil and Sen), which no single peak bends.

| | may grow, over the time that was judged, by |
|---|---|
| memory of the server, of the bots' processes, of PostgreSQL | a tenth of its level, or 24 MB |
| files, tasks, connections | a tenth of its level, or 60: of thousands of sockets that came and went |

When everybody has left, files, tasks and connections are as before anybody came, but for 32: the bots' processes and
the pool's connections stay. And no request may have been refused, but for a move whose table had moved on, or by a
house that was too busy just then.
"""

from collections.abc import Sequence
from itertools import combinations
from statistics import median
from typing import NamedTuple

from tests.soak.measures import Sample

MEMORY = ("server", "minds", "postgres")
NUMBERS = ("files", "tasks", "connections")
SHARE = 0.1
MEGABYTES, PIECES, LEFT = 24.0, 60.0, 32.0
WARM = 1 / 4
"""The part of a soak in which caches fill, pools open and every kind of page is drawn once: it isn't judged."""


class Growth(NamedTuple):
    """How much one figure grew along the line, and how much it may have."""

    name: str
    level: float
    grew: float
    allowed: float

    @property
    def is_sound(self) -> bool:
        """Whether that is within the rule."""
        return self.grew <= self.allowed

    def told(self) -> str:
        """For people."""
        verdict = "flat" if self.is_sound else "GROWS"
        figures = f"level {self.level:>8.1f}  grew {self.grew:>+7.1f}  allowed {self.allowed:>6.1f}"
        return f"{self.name:<16} {figures}  {verdict}"


def judged(samples: Sequence[Sample]) -> list[Growth]:
    """Every figure that the rule names, after the warm-up."""
    warm = samples[int(len(samples) * WARM) :]
    return [_growth(name, warm, MEGABYTES) for name in MEMORY] + [_growth(name, warm, PIECES) for name in NUMBERS]


def at_rest(before: Sample, after: Sample) -> list[Growth]:
    """What is left of everybody who has gone."""
    pairs = [(name, float(getattr(before, name)), float(getattr(after, name))) for name in NUMBERS]
    return [Growth(f"{name} left", there, left - there, LEFT) for name, there, left in pairs]


def _growth(name: str, samples: Sequence[Sample], least: float) -> Growth:
    points = [(one.minutes, float(getattr(one, name))) for one in samples]
    level = median(value for _, value in points)
    slope = median((b - a) / (then - now) for (now, a), (then, b) in combinations(points, 2))
    grew = slope * (points[-1][0] - points[0][0])
    return Growth(name, level, grew, max(least, SHARE * level))
