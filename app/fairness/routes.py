"""The page about a table's fair dice, which checks them after the game; and the record, to check it elsewhere."""

import asyncio

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from app import rendering
from app.api import exports
from app.fairness.checking import Finding, check
from app.house import House
from app.identity.service import guest, visitor
from app.language import gettext
from app.lobby.show import find_table
from app.pages import FairPage, Spoken
from app.problems import Gone, NoSuchTable, NotYours
from app.tables import scene as scenes
from app.tables.live import may_see
from app.tables.routes import InHouse
from app.tables.scene import Scene
from games.kernel.dice import commitment

router = APIRouter()


@router.get("/t/{code}/fair", response_class=HTMLResponse)
async def explain(request: Request, house: InHouse, code: str) -> Response:
    """How this table's cards are shuffled; after the game, whether they were. Raises NoSuchTable, NotYours, Gone."""
    scene = await _scene(request, house, code)
    over = scene.status == "over"
    findings = await _checked(house, scene) if over else ()
    page = FairPage(
        await visitor(request),
        scene.table.code,
        scene.game.title,
        commitment(scene.table.seed),
        scene.table.seed.hex() if over else None,
        tuple(Spoken(row.name, row.words) for row in scene.seats if row.words),
        scene.status == "lobby",
        findings,
    )
    return HTMLResponse(rendering.fair(page))


@router.get("/t/{code}/record.json")
async def record(request: Request, house: InHouse, code: str) -> Response:
    """The record of a finished game, as a file. Raises Conflict before the end."""
    found = await exports.record(house, await _scene(request, house, code))
    name = f'attachment; filename="{found.code}.json"'
    return Response(msgspec.json.encode(found), media_type="application/json", headers={"content-disposition": name})


async def _checked(house: House, scene: Scene) -> tuple[Finding, ...]:
    """Plays a whole game again, outside of the event loop."""
    return await asyncio.to_thread(check, await exports.record(house, scene))


async def _scene(request: Request, house: House, code: str) -> Scene:
    async with house.reading.connect() as connection:
        table = await find_table(connection, code)
    scene, player = await scenes.load(house, table.id), await guest(request)
    if scene is None:
        raise NoSuchTable
    if scene.status == "ended":
        raise Gone
    if not await may_see(house, scene, None if player is None else player.id):
        raise NotYours(gettext("Only those at the table see this. Open the table's link and come in."))
    return scene
