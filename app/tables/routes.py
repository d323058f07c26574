"""The table's address, and what its players send: moves, leaving, coming back, a rematch."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app import rendering
from app.chat.show import chat_of
from app.forms import Sent, done, go, is_fragment, read
from app.house import House
from app.identity.service import Player, guest, visitor
from app.language import gettext
from app.lobby import show
from app.pages import Missed
from app.problems import Conflict, Gone, Illegal, NoSuchTable, NotYours
from app.tables import missed, seating, seen, service, sharing, store, takeback, tickets
from app.tables import scene as scenes
from app.tables.hand import FALLEN, hand_of, showing
from app.tables.live import may_see, page_for
from app.tables.scene import Scene
from app.tables.service import Ticket
from games.kernel.choices import Choice, admits
from games.kernel.events import Reason, Seat, Viewer

router = APIRouter()

PAGE_LOG = 100
"""How many log lines a freshly loaded page shows."""


def house_of(request: Request) -> House:
    """This process's house."""
    house: House = request.app.state.house
    return house


InHouse = Annotated[House, Depends(house_of)]


async def _scene(house: House, code: str) -> Scene:
    async with house.reading.connect() as connection:
        table = await store.find(connection, code)
        if table is None:
            raise NoSuchTable
        return await scenes.without_log(connection, table)


@router.get("/t/{code}", response_class=HTMLResponse)
async def table_page(request: Request, house: InHouse, code: str) -> Response:
    """Lobby, table, or result; for a stranger the way in."""
    async with house.reading.connect() as connection:
        table = await show.find_table(connection, code)
    if table.code != code:
        return RedirectResponse(f"/t/{table.code}", 303)
    player = await guest(request)
    scene = await scenes.load(house, table.id)
    if scene is None:
        raise NoSuchTable
    if scene.status == "ended":
        raise Gone
    if not await may_see(house, scene, None if player is None else player.id):
        return HTMLResponse(await show.join_page(house, scene.table, player, request))
    if hand_of(request) is not None and scene.status != "playing":
        return RedirectResponse(f"/t/{table.code}", 303)
    page = await _page(request, house, scene, player)
    if page_for(scene, None if player is None else player.id, hand_of(request)) != "curtain":  # nobody's own view
        await seen.note(house, table.id, None if player is None else player.id, scene.log_length)
    return HTMLResponse(page)


async def _page(request: Request, house: House, scene: Scene, player: Player | None) -> str:
    hand = hand_of(request)
    chat = None if player is None else await chat_of(house, scene, player.id, hand)
    if scene.status == "lobby":
        return await show.lobby_page(house, scene.table, player, request, chat)
    seat = scene.seat_of(None if player is None else player.id)
    covered = page_for(scene, None if player is None else player.id, hand) == "curtain"
    viewer = seat if hand is not None else scene.viewer_of(seat)
    new = await missed.missed(house, scene, viewer)
    since = _since(request, scene, new)
    log = await scenes.log_for(house, scene, since, viewer, new.seen)
    who = await visitor(request)
    if player is not None and covered:
        return scene.curtain_page(who, player.id, log, chat)
    if scene.status == "over":
        return rendering.result(scene.result_page(who, seat, log, chat))
    return scene.page(who, seat, log, chat, new)


def _since(request: Request, scene: Scene, new: Missed) -> int:
    """From which line on the page shows the log: all that is new stands there."""
    if "all" in request.query_params.getlist("log"):
        return 0
    newest = max(0, scene.log_length - PAGE_LOG)
    return min(newest, new.seen) if new.seen else newest


@router.post("/t/{code}/moves")
async def move(request: Request, house: InHouse, code: str) -> Response:
    """A move: question, key, move, the fields of its form, and `sure` where the page asked."""
    player = await guest(request)
    if player is None:
        raise NotYours(gettext("You have no seat at this table, so you can't move here."))
    sent = await read(request)
    scene = await _scene(house, code)
    choices = _choices(scene, player)
    ticket = tickets.ticket(sent, choices)
    await _expect_shown(request, house, scene, player, ticket)
    why = tickets.caution(choices, ticket)
    if why is not None and sent.get("sure") != ["yes"] and _is_current(scene, player, ticket):
        return await _ask(request, scene, scene.seat_of(player.id), why, sent)
    try:
        await service.submit(house, code, player.id, ticket)
    except Illegal as refused:
        if refused.reason is not None:
            refused.sentence = rendering.reason(scene.game, scene.facts, refused.reason).sentence
        raise
    return await _made(request, house, code)


async def _expect_shown(request: Request, house: House, scene: Scene, player: Player, ticket: Ticket) -> None:
    """Raises Conflict on a shared device while the curtain is down, but for a move that was made before it fell."""
    shown = showing(request)
    down = scene.is_shared(player.id) if shown is None else shown.fallen
    if down and not await service.was_made(house, scene.table.code, player.id, ticket.key):
        raise Conflict(gettext(FALLEN))


async def _made(request: Request, house: House, code: str) -> Response:
    """After a move: on a shared device to the curtain, if it has fallen with it."""
    hand = hand_of(request)
    if hand is None:
        return done(request, f"/t/{code}")
    if await sharing.is_up(house, code, hand):
        return done(request, f"/t/{code}{hand.path}")
    return go(request, f"/t/{code}")


@router.post("/t/{code}/takeback")
async def take_back(request: Request, house: InHouse, code: str) -> Response:
    """Takes the last move back, where that is offered."""
    player = await guest(request)
    if player is None:
        raise NotYours(gettext("You have no seat at this table, so you can't move here."))
    await takeback.take_back(house, code, player)
    return await _made(request, house, code)


@router.post("/t/{code}/preview", response_class=HTMLResponse)
async def preview(request: Request, house: InHouse, code: str) -> Response:
    """What a drafted move would surely do, for its place on the page; or why the rules bar it; nothing, as long as it
    can't be sent."""
    player = await guest(request)
    sent = await read(request)
    scene = await _scene(house, code)
    seat = scene.seat_of(None if player is None else player.id)
    if seat is None or scene.status != "playing":
        raise NotYours(gettext("You have no seat in a game here, so there is nothing to foresee."))
    if player is not None and hand_of(request) is None and scene.is_shared(player.id):
        raise Conflict(gettext(FALLEN))
    choices = scene.game.choices(scene.state, seat)
    drafted = tickets.ticket(sent, choices)
    return HTMLResponse(_foreseen(scene, seat, choices, drafted))


def _foreseen(scene: Scene, seat: Seat, choices: Sequence[Choice], drafted: Ticket) -> str:
    if not any(choice.move == drafted.tag and admits(choice, drafted.filled) for choice in choices):
        bar = tickets.bar(choices, drafted)
        return "" if bar is None else rendering.barred(scene.game, scene.facts, bar)
    move = scene.game.move(drafted.tag, drafted.filled)
    return rendering.foresee(scene.game, scene.facts, scene.game.view(scene.state, seat), move)


def _choices(scene: Scene, player: Player) -> Sequence[Choice]:
    seat = scene.seat_of(player.id)
    return () if seat is None or scene.status != "playing" else scene.game.choices(scene.state, seat)


def _is_current(scene: Scene, player: Player, ticket: Ticket) -> bool:
    """Whether there is still something to be sure about. What comes too late is told so, by the one writer."""
    seat = scene.seat_of(player.id)
    return seat is not None and service.is_current(scene.game, scene.state, scene.open, seat, ticket)


async def _ask(request: Request, scene: Scene, seat: Viewer, why: Reason, sent: Sent) -> Response:
    fields = {name: values[0] for name, values in sent.items() if name != "sure"}
    question = rendering.caution(scene.game, scene.facts_for(seat), why, fields)
    if is_fragment(request):
        return HTMLResponse(rendering.sure(question))
    return HTMLResponse(rendering.sure_page(await visitor(request), question))


@router.post("/t/{code}/leave")
async def leave(request: Request, house: InHouse, code: str) -> Response:
    """Gets up from a running game; a bot sits in."""
    await seating.get_up(house, code, await known(request))
    return done(request, f"/t/{code}")


@router.post("/t/{code}/return")
async def come_back(request: Request, house: InHouse, code: str) -> Response:
    """Takes the own seat again from the bot that sits in."""
    await seating.sit_down_again(house, code, await known(request))
    return done(request, f"/t/{code}")


@router.post("/t/{code}/rematch")
async def rematch(request: Request, house: InHouse, code: str) -> Response:
    """A new table with the same people and rules; who asks second is led to the first's."""
    return go(request, f"/t/{await seating.rematch(house, code, await known(request))}")


async def known(request: Request) -> Player:
    """The guest who asks. Raises NotYours for a stranger."""
    player = await guest(request)
    if player is None:
        raise NotYours(gettext("You have no seat at this table. Join it first."))
    return player


Known = Annotated[Player, Depends(known)]
