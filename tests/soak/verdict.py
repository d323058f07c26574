"""The rule by which a soak is judged. What grows by little and little shows in a straight line through the samples after
the warm-up: the median of the slopes between all pairs (Theil and Sen), which no single peak bends.

| | may grow, over the time that was judged, by |
|---|---|
| memory of the server, of the bots' processes, of PostgreSQL | a tenth of its level, or 24 MB |
| files, tasks, connections | a tenth of its level, or 12 |

and no request may have failed otherwise than because a table had moved on.
"""

from collections.abc import Sequence
from itertools import combinations
from statistics import median
from typing import NamedTuple

from tests.soak.measures import Sample

MEMORY = ("server", "minds", "postgres")
NUMBERS = ("files", "tasks", "connections")
SHARE = 0.1
MEGABYTES, PIECES = 24.0, 12.0
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
        return f"{self.name:<12} level {self.level:>8.1f}  grew {self.grew:>+7.1f}  allowed {self.allowed:>6.1f}  {verdict}"


def judged(samples: Sequence[Sample]) -> list[Growth]:
    """Every figure that the rule names, after the warm-up."""
    warm = samples[int(len(samples) * WARM) :]
    return [_growth(name, warm, MEGABYTES) for name in MEMORY] + [_growth(name, warm, PIECES) for name in NUMBERS]


def _growth(name: str, samples: Sequence[Sample], least: float) -> Growth:
    points = [(one.minutes, float(getattr(one, name))) for one in samples]
    level = median(value for _, value in points)
    slope = median((b - a) / (then - now) for (now, a), (then, b) in combinations(points, 2))
    grew = slope * (points[-1][0] - points[0][0])
    return Growth(name, level, grew, max(least, SHARE * level))
