"""The address of a replay: `/t/{code}/replay?at=N&as=SEAT`, where `as` may be `table` or `all` as well, and `line=N`
leads to the moment in which the log got that line."""

import re
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app import rendering
from app.forms import is_fragment
from app.house import House
from app.identity.service import guest, visitor
from app.language import gettext
from app.lobby import links
from app.lobby.show import find_table
from app.problems import Conflict, Gone, Malformed, NotYours
from app.tables import history, replay
from app.tables import scene as scenes
from app.tables.history import Course
from app.tables.live import may_see
from app.tables.replay import Past
from app.tables.routes import InHouse
from app.tables.scene import Scene
from games.kernel.events import Viewer

router = APIRouter()

LINES = 60
"""Moments of which the log shows what happened."""

_NUMBER = re.compile(r"[0-9]{1,9}")


@router.get("/t/{code}/replay", response_class=HTMLResponse)
async def show(
    request: Request,
    house: InHouse,
    code: str,
    at: str | None = None,
    line: str | None = None,
    eyes: Annotated[str | None, Query(alias="as")] = None,
) -> Response:
    """One moment: the whole page, or to htmx what changes of it. Who isn't at the table is led to its door. Raises
    NoSuchTable, Malformed, NotYours, Conflict, Gone."""
    player = await guest(request)
    scene = await _scene(house, code)
    if not await may_see(house, scene, None if player is None else player.id):
        if is_fragment(request):
            raise NotYours(gettext("Only those at the table see this. Open the table's link and come in."))
        return RedirectResponse(f"/t/{code}", 303)  # there one comes in
    if scene.status == "lobby":
        raise Conflict(gettext("The game has not begun, so there is nothing to see again yet."))
    past = await _past(house, scene, scene.seat_of(None if player is None else player.id), (at, line), eyes)
    page = past.page(await visitor(request))
    page = replace(page, link=links.link(house.settings, request, f"{page.address}{page.number}").address)
    html = rendering.replay_frame(page) if is_fragment(request) else rendering.replay(page)
    return HTMLResponse(html, headers={"vary": "HX-Request"})


async def _scene(house: House, code: str) -> Scene:
    async with house.reading.connect() as connection:
        scene = await scenes.without_log(connection, await find_table(connection, code))
    if scene.status == "ended":
        raise Gone
    return scene


async def _past(
    house: House, scene: Scene, seat: Viewer, asked: tuple[str | None, str | None], wanted: str | None
) -> Past:
    eyes, table_id = replay.choose(scene, seat, wanted), scene.table.id
    async with house.reading.connect() as connection:
        course = await history.course(connection, table_id)
        at, line = asked
        if at is None and line is not None:
            number = _within(line, scene.log_length, course)
            at = str(await history.holding(connection, table_id, number))
        if at is None:
            at = "1" if scene.status == "over" else str(course.moments)
        number = _within(at, course.moments, course)
        moment = await history.moment(connection, table_id, number)
        entries = await history.lines(connection, table_id, number, LINES)
    return Past(scene, course, moment, entries, replay.eyes_of(scene, seat), eyes)


def _within(typed: str, most: int, course: Course) -> int:
    """A number from 1 to the most. Raises Malformed."""
    if not _NUMBER.fullmatch(typed) or not 1 <= int(typed) <= most:
        raise Malformed(gettext("There is no such moment: this game has had {number}.", number=course.moments))
    return int(typed)
