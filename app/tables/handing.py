"""Who may act for which seat of a shared device: decided here and nowhere else.

`/t/{code}/as/{seat}-{times}/...` is the table's address for one hand. If the guest who asks holds that seat on this
device, the request goes on as the seat's own guest at `/t/{code}/...`, to the same routes as everybody's; behind a
curtain that has fallen meanwhile it does nothing.
"""

import re
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response
from sqlalchemy import select
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from app import forms
from app.database import players, seats, tables
from app.house import House
from app.identity import cookies
from app.identity.cookies import Visit
from app.identity.service import guest
from app.language import gettext
from app.problems import Conflict, NoSuchTable, NotYours, Problem
from app.refusals import refuse_early
from app.tables import sharing
from app.tables.hand import FALLEN, Hand, Showing, hand_of

router = APIRouter()

BELOW = "live|hide|moves|preview|takeback|leave|return|nudge|absent/(?:bot|link)|chat(?:/(?:read|mute|unmute|remove))?"
ADDRESS = re.compile(rf"/t/([^/]+)/as/([0-9]{{1,3}})-([0-9]{{1,9}})(?:/({BELOW}))?")
SHOWN_BY_THEMSELVES = ("live", "hide", "moves")
"""What sees for itself that the curtain has fallen: a move that is sent twice gets the first answer again."""
NAME = 200
"""Characters taken of a name."""


class Hands:
    """Lets the guest of a device act for the seats there, each below an address of its own."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = ADDRESS.fullmatch(scope["path"]) if scope["type"] in ("http", "websocket") else None
        if asked is None:
            await self.app(scope, receive, send)
            return
        code, seat, times, below = asked.groups()
        try:
            inner = await _handed(scope, code, Hand(int(seat), int(times)), below or "")
        except Problem as problem:
            await refuse_early(problem, scope, receive, send)
            return
        if inner is None:
            await RedirectResponse(f"/t/{code}", 303)(scope, receive, send)
        else:
            await self.app(inner, receive, send)


async def _handed(scope: Scope, code: str, hand: Hand, below: str) -> dict[str, Any] | None:
    """The request as one of the seat's guest; None: a page whose curtain has fallen. Raises NoSuchTable, NotYours,
    Conflict."""
    who = cookies.visit(HTTPConnection(scope))
    row = await _seat(scope["app"].state.house, code, hand.seat)
    if row.player_id is None or not who.known or who.id not in (row.player_id, row.device_id):
        raise NotYours(gettext("This hand is not on your device. Go to the table, and show one that is."))
    fallen = row.lowered != hand.times
    if fallen and below not in SHOWN_BY_THEMSELVES:
        if scope["method"] in ("GET", "HEAD"):
            return None
        raise Conflict(gettext(FALLEN))
    return {
        **scope,
        "path": f"/t/{code}/{below}".rstrip("/"),
        "conclave.visit": Visit(row.player_id, True, row.epoch),
        "conclave.name": row.name,
        "conclave.showing": Showing(hand, fallen, who),
    }


async def _seat(house: House, code: str, seat: int) -> Any:
    """Who sits there: `player_id`, `device_id`, `epoch`, `name`, `lowered`; all None if nobody does. Raises
    NoSuchTable."""
    there = (seats.c.table_id == tables.c.id) & (seats.c.number == seat)
    rows = select(seats.c.player_id, seats.c.name, seats.c.lowered, players.c.device_id, players.c.epoch)
    rows = rows.select_from(tables.outerjoin(seats, there).outerjoin(players, players.c.id == seats.c.player_id)).where(
        tables.c.code == code.replace("\0", " ")
    )
    async with house.reading.connect() as connection:
        row = (await connection.execute(rows)).one_or_none()
    if row is None:
        raise NoSuchTable
    return row


def _house(request: Request) -> House:
    house: House = request.app.state.house
    return house


InHouse = Annotated[House, Depends(_house)]


@router.post("/t/{code}/show")
async def show(request: Request, house: InHouse, code: str) -> Response:
    """Raises the curtain before a hand of this device: form {seat, name}."""
    sent = await forms.read(request)
    number, name = forms.given(forms.whole(sent, "seat"), "seat"), forms.given(forms.text(sent, "name", NAME), "name")
    player = await guest(request)
    if player is None:
        raise NotYours(gettext("You have no seat at this table. Join it first."))
    hand = await sharing.show(house, code, player.id, number, name)
    return forms.go(request, f"/t/{code}{hand.path}")


@router.post("/t/{code}/hide")
async def hide(request: Request, house: InHouse, code: str) -> Response:
    """The curtain falls before the hand that this address shows."""
    hand = hand_of(request)
    if hand is not None:
        await sharing.hide(house, code, hand)
    return forms.go(request, f"/t/{code}")
