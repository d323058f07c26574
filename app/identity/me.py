"""A guest's own page, and what is done there: the personal link renewed, what is kept taken along or erased; and what
a personal link opens."""

import re
import secrets
from collections.abc import Awaitable, Callable

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from app import forms, rendering
from app.house import House
from app.identity import cookies, erasing, keeping, personal, service, store
from app.identity.cookies import Visit
from app.identity.service import Player, guest, visitor
from app.language import gettext, later
from app.lobby import links
from app.lobby.figures import figures
from app.pages import ContinuePage, MePage, ProblemPage, Sure
from app.problems import Malformed, NotYours

router = APIRouter()

KEY = re.compile(r"[A-Za-z0-9_-]{1,40}")
NOBODY = later("There is no guest on this device. Open your personal link here, or give yourself a name first.")
UNSEEN = {"X-Robots-Tag": "noindex"}


def _house(request: Request) -> House:
    house: House = request.app.state.house
    return house


async def _guest(request: Request) -> Player:
    player = await guest(request)
    if player is None:
        raise NotYours(gettext(NOBODY))
    return player


@router.get("/me", response_class=HTMLResponse)
async def me(request: Request) -> Response:
    """The guest's own page; for a stranger the way to become one."""
    player, house = await guest(request), _house(request)
    if player is None:
        return HTMLResponse(rendering.me(MePage(await visitor(request))), headers=UNSEEN)
    link = personal.address(house.settings, request, cookies.visit(request))
    async with house.reading.connect() as connection:
        played = await figures(connection, player.id)
    page = MePage(await visitor(request), link.address, link.note, links.qr(link.address), played)
    return HTMLResponse(rendering.me(page), headers=UNSEEN)


@router.get("/me/download")
async def download(request: Request) -> Response:
    """What is kept of the guest, as a JSON file."""
    player = await _guest(request)
    async with _house(request).reading.connect() as connection:
        kept = await keeping.kept(connection, player.id)
    named = {"Content-Disposition": 'attachment; filename="conclave.json"'}
    return Response(kept, media_type="application/json", headers=named)


@router.post("/me/link")
async def renew(request: Request) -> Response:
    """Another personal link: form {key, sure}. Every other device is signed out."""
    sent = await forms.read(request)
    if forms.yes(sent, "sure") is not True:
        return await _ask(request, _renewal)
    key = forms.text(sent, "key", 40) or ""
    if not KEY.fullmatch(key):
        raise Malformed(gettext("This form has no key. Load your page again, and renew the link from there."))
    cookies.become(request, await service.renew(_house(request), cookies.claim(request), key))
    return forms.go(request, "/me")


def _renewal(player: Player) -> Sure:
    return Sure(
        gettext("Renew your personal link?"),
        gettext(
            "The old link stops working, and every other device of yours is signed out at once. This one stays "
            "{name}’s. The keys of your programs end with it.",
            name=player.name,
        ),
        "/me/link",
        "/me",
        yes=gettext("Renew it"),
        no=gettext("Keep the old one"),
        fields=(("key", secrets.token_urlsafe(16)),),
    )


@router.post("/me/erase")
async def erase(request: Request) -> Response:
    """Erases the guest: form {sure}."""
    sent = await forms.read(request)
    if forms.yes(sent, "sure") is not True:
        return await _ask(request, _erasure)
    player = await guest(request)
    if player is not None:  # else it was done already, or there is nobody to erase
        await erasing.erase(_house(request), player.id)
        cookies.become(request, cookies.stranger())
    return forms.go(request, "/me/erased")


def _erasure(player: Player) -> Sure:
    return Sure(
        gettext("Erase {name}?", name=player.name),
        gettext(
            "Your name, your link, your seats and your words in every chat go for good. A bot plays on in games that "
            "run, lobbies lose you, and finished games stay with the others, with “{former}” for your name. "
            "There is no way back.",
            former=erasing.FORMER,
        ),
        "/me/erase",
        "/me",
        yes=gettext("Erase me"),
        no=gettext("Stay"),
    )


@router.get("/me/erased", response_class=HTMLResponse)
async def erased(request: Request) -> Response:
    """Says that it is done; to anybody who asks."""
    return HTMLResponse(rendering.erased(MePage(await visitor(request))))


async def _ask(request: Request, question: Callable[[Player], Sure]) -> Response:
    asked = question(await _guest(request))
    return HTMLResponse(rendering.sure_page(await visitor(request), asked))


# --- the link itself ---------------------------------------------------------------------------------------------


@router.get("/me/link/{token}", response_class=HTMLResponse)
async def opened(request: Request, token: str) -> Response:
    """Asks whether to go on as the link's guest, and does nothing: a messenger that looks at a link gets here too."""
    return await _with_link(request, token, _asked)


@router.post("/me/link/{token}")
async def go_on(request: Request, token: str) -> Response:
    """From now on this device is the link's guest."""
    return await _with_link(request, token, _become)


Way = Callable[[Request, Visit, str], Awaitable[Response]]
"""What is done with a good link: (request, whose it is, under which name)."""


async def _with_link(request: Request, token: str, way: Way) -> Response:
    house = _house(request)
    whose = personal.read(house.settings, token)
    if whose is None:
        sentence = gettext("It is no personal link of this house. Copy it whole.")
        return await _useless(request, 404, gettext("This link is broken"), sentence)
    async with house.reading.connect() as connection:
        row = await store.find(connection, whose.id)
    if row is None:
        sentence = gettext("Nothing is kept of whose link this was.")
        return await _useless(request, 410, gettext("This guest was erased"), sentence)
    if row.epoch != whose.epoch:
        sentence = gettext(
            "There is a newer one. Open “Your page” on a device that still knows you, and take it from there."
        )
        return await _useless(request, 410, gettext("This link was renewed"), sentence)
    return await way(request, whose, row.name)


async def _useless(request: Request, status: int, title: str, sentence: str) -> Response:
    page = ProblemPage(await visitor(request), status, title, sentence)
    return HTMLResponse(rendering.problem(page), status, headers=UNSEEN)


async def _asked(request: Request, whose: Visit, name: str) -> Response:
    player, house = await guest(request), _house(request)
    if player is None:
        page = ContinuePage(await visitor(request), name, request.url.path)
    elif player.id == whose.id:
        return forms.go(request, "/me")
    else:
        own = personal.address(house.settings, request, cookies.visit(request)).address
        async with house.reading.connect() as connection:
            open_tables = await store.open_tables(connection, player.id)
        page = ContinuePage(await visitor(request), name, request.url.path, player.name, own, open_tables)
    return HTMLResponse(rendering.continue_as(page), headers=UNSEEN)


async def _become(request: Request, whose: Visit, name: str) -> Response:
    cookies.become(request, whose)
    return forms.go(request, "/")
