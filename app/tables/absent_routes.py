"""What is sent about seats whose players have gone: that a bot shall play, the link for a newcomer, and its use."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from app import forms, rendering
from app.callers import address
from app.house import House
from app.identity import cookies
from app.identity.service import guest, visitor
from app.lobby import links
from app.lobby.service import Caller
from app.lobby.show import find_table
from app.pages import Refusal, TakeoverLink, TakeoverPage
from app.problems import Conflict, Malformed
from app.tables import absence, seating, takeover
from app.tables.marks import seat_facts
from app.tables.routes import InHouse, Known
from games import GAMES

router = APIRouter()

NAME, WORD = 200, 40
"""Characters taken of a name and a level; what is meant has fewer, and its own refusal."""


def _seat(sent: forms.Sent) -> tuple[int, str]:
    """The seat that is meant, and who sat there when the page was made."""
    name = forms.given(forms.text(sent, "name", NAME), "name")
    return forms.given(forms.whole(sent, "seat"), "seat"), name


@router.post("/t/{code}/absent/bot")
async def hand_to_bot(request: Request, house: InHouse, player: Known, code: str) -> Response:
    """A bot shall play for somebody who has gone: form {seat, name, bot?}. The host decides, also of which level;
    anybody else votes."""
    sent = await forms.read(request)
    number, name = _seat(sent)
    level = forms.text(sent, "bot", WORD)
    await absence.hand_to_bot(house, code, player, number, name, seating.STAND_IN if level is None else level)
    return forms.done(request, f"/t/{code}")


@router.post("/t/{code}/absent/link", response_class=HTMLResponse)
async def give_link(request: Request, house: InHouse, player: Known, code: str) -> Response:
    """A link for a newcomer to a seat that a bot keeps: form {seat, name}; for the host alone."""
    number, name = _seat(await forms.read(request))
    token = await takeover.token(house, code, player, number, name)
    made = links.link(house.settings, request, f"/t/{code}/takeover/{token}")
    shown = TakeoverLink(await visitor(request), code, name, made.address, made.note)
    return HTMLResponse(rendering.takeover_link(shown, whole=not forms.is_fragment(request)))


@router.get("/t/{code}/takeover/{token}", response_class=HTMLResponse)
async def ask(request: Request, house: InHouse, code: str, token: str) -> Response:
    """What such a link asks; nothing happens by looking at it."""
    return HTMLResponse(await _page(request, house, code, token))


async def _page(
    request: Request, house: House, code: str, token: str, refusal: Refusal | None = None, tried: str = ""
) -> str:
    offer, player = takeover.read(house.settings, token), await guest(request)
    async with house.reading.connect() as connection:
        table = await find_table(connection, code)
        row = await takeover.offered(house.settings, connection, table, offer, None if player is None else player.id)
    page = TakeoverPage(
        await visitor(request), table.code, GAMES[table.game].title, seat_facts([row])[0], token, refusal, tried
    )
    return rendering.takeover(page)


@router.post("/t/{code}/takeover/{token}")
async def take_over(request: Request, house: InHouse, code: str, token: str) -> Response:
    """Sits down on that seat: form {name}."""
    typed = forms.text(await forms.read(request), "name", NAME) or ""
    caller = Caller(cookies.settling(request).id, address(request), typed, "")
    try:
        await takeover.take_over(house, code, takeover.read(house.settings, token), caller)
    except (Conflict, Malformed) as problem:
        if forms.is_fragment(request):
            raise
        page = await _page(request, house, code, token, Refusal(problem.sentence), typed)
        return HTMLResponse(page, problem.status, problem.headers)
    return forms.go(request, f"/t/{code}")
