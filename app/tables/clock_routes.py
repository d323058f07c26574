"""What the host sends about the clocks of a running table: that they stop, and that they go on."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.forms import done
from app.tables import clock_pause
from app.tables.routes import InHouse, Known

router = APIRouter()


@router.post("/t/{code}/clocks/pause")
async def pause(request: Request, house: InHouse, player: Known, code: str) -> Response:
    """All clocks stand still, and the table takes no moves."""
    await clock_pause.pause(house, code, player)
    return done(request, f"/t/{code}")


@router.post("/t/{code}/clocks/resume")
async def resume(request: Request, house: InHouse, player: Known, code: str) -> Response:
    """They go on from where they stood."""
    await clock_pause.go_on(house, code, player)
    return done(request, f"/t/{code}")
