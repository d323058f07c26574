"""Papal Curia on the page: `court` for everybody, `slots` at the Areas, `dock` for a seat, `foresee` for its drafts."""

from app.showing.papal_curia.court import court
from app.showing.papal_curia.dock import dock
from app.showing.papal_curia.foresight import foresee
from app.showing.papal_curia.slots import slots

__all__ = ["court", "dock", "foresee", "slots"]
