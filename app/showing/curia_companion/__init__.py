"""The companion on the page: `court` for everybody, `dock` with the reports for a seat that may report."""

from app.showing.curia_companion.court import court
from app.showing.curia_companion.dock import dock, slots
from app.showing.curia_companion.foresight import foresee

__all__ = ["court", "dock", "foresee", "slots"]
