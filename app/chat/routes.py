"""What the chat's forms send. Every form works without JavaScript; what was typed is never lost to a refusal."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app import forms, rendering
from app.chat import nudge as nudging
from app.chat import service, show
from app.chat.pages import EarlierPage, RefusedPage
from app.chat.service import NO_SUCH_LINE, Company, Speech
from app.forms import Sent
from app.house import House
from app.identity.service import Player, guest, visitor
from app.language import gettext
from app.problems import Conflict, Gone, KeyReused, Malformed, NoSuchTable, NotYours, Problem
from app.tables import scene as scenes
from app.tables.hand import Hand, hand_of
from app.tables.scene import Scene
from app.wording import among

router = APIRouter()

WORD = 64
"""Characters of a key, token or handle."""
TYPED = 60_000
"""Characters taken of what was typed, so that the sentence can say how many are too many."""


def _house(request: Request) -> House:
    house: House = request.app.state.house
    return house


async def _player(request: Request) -> Player:
    player = await guest(request)
    if player is None:
        raise NotYours(gettext(service.STRANGER))
    return player


InHouse = Annotated[House, Depends(_house)]
Known = Annotated[Player, Depends(_player)]


async def _company(house: House, code: str, player: Player) -> Company:
    async with house.reading.connect() as connection:
        return await service.join(connection, code, player.id)


async def _scene(house: House, company: Company) -> Scene:
    scene = await scenes.load(house, company.table.id)
    if scene is None:
        raise NoSuchTable
    return scene


@router.get("/t/{code}/chat", response_class=HTMLResponse)
async def earlier(request: Request, house: InHouse, player: Known, code: str, before: str = "") -> Response:
    """The lines before one of them (none given: the last ones), on a page of their own."""
    company = await _company(house, code, player)
    scene = await _scene(house, company)
    chat = await show.chat_of(house, scene, player.id, hand_of(request), before)
    return HTMLResponse(rendering.chat_earlier(EarlierPage(await visitor(request), scene.game.title, chat)))


@router.post("/t/{code}/chat")
async def say(request: Request, house: InHouse, player: Known, code: str) -> Response:
    """Words: form {words, key, to?}; `to` is a handle from the page, "" for everybody."""
    sent = await forms.read(request)
    typed = forms.text(sent, "words", TYPED) or ""
    company = await _company(house, code, player)
    try:
        await service.say(house, code, player.id, _speech(house, company, hand_of(request), sent, typed))
    except NoSuchTable:
        raise
    except Problem as problem:
        return await _not_sent(request, house, company, sent, typed, problem)
    if forms.is_fragment(request):
        return HTMLResponse(rendering.chat_sent(show.new_key()))
    return RedirectResponse(f"{_address(request, code)}#chat-words", 303)


def _address(request: Request, code: str) -> str:
    """The page that the words came from."""
    hand = hand_of(request)
    return f"/t/{code}{'' if hand is None else hand.path}"


def _speech(house: House, company: Company, hand: Hand | None, sent: Sent, typed: str) -> Speech:
    called = forms.text(sent, "to", WORD) or ""
    if called and hand is None and company.is_shared:
        raise Conflict(gettext("Several play on this device. Show your hand first, then write to one alone."))
    guests = [row.player_id for row in company.seats if row.player_id is not None]
    to = show.meant(house, company.table.id, called, guests) if called else None
    if called and to is None:
        raise service.left()
    return Speech(typed, forms.text(sent, "key", WORD) or "", to)


async def _not_sent(
    request: Request, house: House, company: Company, sent: Sent, typed: str, problem: Problem
) -> Response:
    """The refusal; the field keeps what was typed. A form whose key is spent gets another."""
    if forms.is_fragment(request):
        if not isinstance(problem, KeyReused):
            raise problem
        return HTMLResponse(rendering.chat_refused(problem.sentence, show.new_key()), problem.status, problem.headers)
    if isinstance(problem, Gone):
        raise problem
    scene = await _scene(house, company)
    reader = show.reader_at(scene, company.player_id, hand_of(request))
    page = RefusedPage(
        visitor=await visitor(request),
        address=show.address(scene, reader),
        sentence=problem.sentence,
        words=typed,
        to=(sent.get("to") or [""])[0],
        recipients=show.standing(house, scene, reader, show.Around()).recipients,
        key=show.new_key(),
    )
    return HTMLResponse(rendering.chat_refused_page(page), problem.status, problem.headers)


@router.post("/t/{code}/chat/read")
async def read(request: Request, house: InHouse, player: Known, code: str) -> Response:
    """A line was on the screen: form {message}."""
    token = _message(await forms.read(request))
    aloud = hand_of(request) is None and (await _company(house, code, player)).is_shared
    if not aloud:  # before all who share a device nobody has read it
        await service.read_up_to(house, code, player.id, token)
    return forms.done(request, f"/t/{code}")


@router.post("/t/{code}/chat/mute")
async def mute(request: Request, house: InHouse, player: Known, code: str) -> Response:
    """Nothing more of whoever wrote this: form {message}."""
    await service.mute(house, code, player.id, _message(await forms.read(request)))
    return forms.done(request, f"/t/{code}")


@router.post("/t/{code}/chat/unmute")
async def unmute(request: Request, house: InHouse, player: Known, code: str) -> Response:
    """To hear somebody again: form {who}, a handle from the page."""
    called = forms.text(await forms.read(request), "who", WORD) or ""
    muted = await service.muted(house, code, player.id)
    company = await _company(house, code, player)
    who = show.meant(house, company.table.id, called, muted)
    if who is not None:  # else heard already: by another of the own pages
        await service.unmute(house, code, player.id, who)
    return forms.done(request, f"/t/{code}")


@router.post("/t/{code}/chat/remove")
async def remove(request: Request, house: InHouse, player: Known, code: str) -> Response:
    """The host takes words away: form {message}."""
    await service.remove(house, code, player.id, _message(await forms.read(request)))
    return forms.done(request, f"/t/{code}")


@router.post("/t/{code}/nudge")
async def nudge(request: Request, house: InHouse, player: Known, code: str) -> Response:
    """Nudges whom the table waits for."""
    names = await nudging.nudge(house, code, player.id)
    if forms.is_fragment(request):
        return HTMLResponse(rendering.told(gettext("You have nudged {names}.", names=among(names))))
    return RedirectResponse(f"/t/{code}", 303)


def _message(sent: Sent) -> UUID:
    return _token(forms.text(sent, "message", WORD) or "")


def _token(typed: str) -> UUID:
    try:
        return UUID(typed)
    except ValueError as error:
        raise Malformed(gettext(NO_SUCH_LINE)) from error
