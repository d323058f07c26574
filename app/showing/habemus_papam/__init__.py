"""Habemus Papam on the page: `court` for everybody, `slots` at Candidates and players, `dock` for one seat,
`foresee` for its drafts."""

from app.showing.habemus_papam.court import court
from app.showing.habemus_papam.dock import dock
from app.showing.habemus_papam.foresight import foresee
from app.showing.habemus_papam.slots import slots

__all__ = ["court", "dock", "foresee", "slots"]
