"""The page on which a player reports a problem of a table."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from app import forms, rendering
from app.identity.service import Player, guest, visitor
from app.language import gettext
from app.lobby.show import find_table
from app.moving import reports
from app.pages import Refusal, ReportPage
from app.problems import Malformed, NotYours
from app.tables.routes import InHouse
from games import GAMES

router = APIRouter()

WORDS = 4000
"""Characters taken of a report; what is kept has fewer, and its own refusal."""


@router.get("/t/{code}/report", response_class=HTMLResponse)
async def ask(request: Request, house: InHouse, code: str) -> Response:
    """The form. Raises NoSuchTable, NotYours."""
    await _player(request)
    return HTMLResponse(await _page(request, house, code))


@router.post("/t/{code}/report", response_class=HTMLResponse)
async def report(request: Request, house: InHouse, code: str) -> Response:
    """Keeps a report: form {words}."""
    typed = forms.text(await forms.read(request), "words", WORDS) or ""
    player = await _player(request)
    async with house.reading.connect() as connection:
        table = await find_table(connection, code)
    try:
        await reports.report(house, table.code, player, typed)
    except Malformed as problem:
        page = await _page(request, house, code, Refusal(problem.sentence), typed)
        return HTMLResponse(page, problem.status, problem.headers)
    return HTMLResponse(await _page(request, house, code, done=True))


async def _player(request: Request) -> Player:
    player = await guest(request)
    if player is None:
        raise NotYours(gettext("You have no seat at this table, so you can't report a problem of it."))
    return player


async def _page(
    request: Request, house: InHouse, code: str, refusal: Refusal | None = None, tried: str = "", *, done: bool = False
) -> str:
    async with house.reading.connect() as connection:
        table = await find_table(connection, code)
    title = GAMES[table.game].title
    return rendering.report(ReportPage(await visitor(request), table.code, title, done, refusal, tried))
