"""Pope or Nope on the page: `court` for everybody, `slots` for their targets, `dock` for one seat."""

from app.showing.pope_or_nope.court import court
from app.showing.pope_or_nope.dock import dock
from app.showing.pope_or_nope.targets import foresee, slots, targets

__all__ = ["court", "dock", "foresee", "slots", "targets"]
