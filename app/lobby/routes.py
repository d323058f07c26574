"""Home, opening a table, joining one, and the deeds of its lobby. Every form works without JavaScript."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from app import forms, rendering
from app.callers import address
from app.house import House
from app.identity import cookies
from app.identity.service import guest, visitor
from app.language import gettext, later
from app.lobby import chairs, clocks, deeds, gathering, passwords, service, show
from app.lobby.gathering import Lobby
from app.lobby.service import Caller
from app.pages import Refusal, Sure
from app.problems import Conflict, Malformed, NoSuchTable, NotYours, Problem, TooMany
from app.tables import levels
from app.tables.service import changing
from app.tables.store import SeatRow
from app.wording import in_words
from games.kernel.contract import Game

router = APIRouter()

NAME, CODE, WORD = 200, 200, 40
"""Characters taken of a field; what is meant has fewer, and its own refusal."""


def _house(request: Request) -> House:
    house: House = request.app.state.house
    return house


@router.get("/", response_class=HTMLResponse)
async def home(request: Request) -> Response:
    """Home."""
    return HTMLResponse(await show.home_page(_house(request), await guest(request), request))


@router.post("/tables")
async def open_table(request: Request) -> Response:
    """A new table: form {game, name?, key?}."""
    sent = await forms.read(request)
    slug, name = forms.text(sent, "game", WORD) or "", forms.text(sent, "name", NAME) or ""
    key = forms.text(sent, "key", WORD) or ""
    who = cookies.settling(request).id
    await service.expect_few(_house(request), who, address(request))
    code = await service.open_table(_house(request), who, slug, name, key)
    return forms.go(request, f"/t/{code}")


@router.post("/join")
async def join_by_code(request: Request) -> Response:
    """To the table with this code: form {code}."""
    typed = forms.text(await forms.read(request), "code", CODE) or ""
    try:
        async with _house(request).reading.connect() as connection:
            table = await show.find_table(connection, typed)
    except NoSuchTable as problem:
        if forms.is_fragment(request):
            raise
        refusal = Refusal(problem.sentence)
        page = await show.home_page(_house(request), await guest(request), request, code=typed, refusal=refusal)
        return HTMLResponse(page, problem.status, problem.headers)
    return forms.go(request, f"/t/{table.code}")


@router.post("/t/{code}/join")
async def join(request: Request, code: str) -> Response:
    """Sits down: form {name, password?}."""
    return await _let_in(request, code, service.join)


@router.post("/t/{code}/watch")
async def watch(request: Request, code: str) -> Response:
    """Looks on: form {name?, password?}."""
    return await _let_in(request, code, service.watch)


async def _let_in(request: Request, code: str, way: Callable[[House, str, Caller], Awaitable[None]]) -> Response:
    sent = await forms.read(request)
    name = forms.text(sent, "name", NAME) or ""
    password = forms.text(sent, "password", passwords.LONGEST) or ""
    try:
        await way(_house(request), code, Caller(cookies.settling(request).id, address(request), name, password))
    except (Conflict, Malformed, NotYours, TooMany) as problem:
        if forms.is_fragment(request):
            raise
        return await _at_the_door(request, code, problem, name)
    return forms.go(request, f"/t/{code}")


async def _at_the_door(request: Request, code: str, problem: Problem, tried: str) -> Response:
    """The way in once more, with why it stayed shut."""
    house = _house(request)
    async with house.reading.connect() as connection:
        table = await show.find_table(connection, code)
    page = await show.join_page(house, table, await guest(request), request, Refusal(problem.sentence), tried)
    return HTMLResponse(page, problem.status, problem.headers)


@router.post("/t/{code}/lobby/{deed}")
async def do(request: Request, code: str, deed: str) -> Response:
    """A deed of the lobby: see `app.pages.LobbyPage` for the fields of each."""
    if deed not in DEEDS:
        raise Malformed(gettext("There is no such thing to do in a lobby. Load the page again."))
    sent = await forms.read(request)
    hashed = await _new_password(request, sent) if deed == "settings" else {}
    try:
        async with changing(_house(request), code) as (connection, table):
            who = cookies.visit(request).id
            lobby = await gathering.load(_house(request), connection, table, who, playing=deed == "end")
            await DEEDS[deed](lobby, sent, hashed)
    except gathering.AskFirst as question:
        return await _ask(request, code, deed, question)
    if deed in ("leave", "end"):
        return forms.go(request, "/")
    return forms.done(request, f"/t/{code}")


async def _new_password(request: Request, sent: forms.Sent) -> Mapping[str, str | None]:
    """What is kept of the password, made before the table is locked: nothing sent, nothing changed."""
    typed = forms.text(sent, "password", passwords.LONGEST)
    if not typed:
        return {} if typed is None else {"password_hash": None}
    await service.expect_patience(_house(request), address(request))
    return {"password_hash": await passwords.hashed(typed)}


async def _ask(request: Request, code: str, deed: str, asked: gathering.AskFirst) -> Response:
    action = f"/t/{code}/lobby/{deed}"
    question = Sure(asked.title, asked.sentence, action, f"/t/{code}", asked.yes, asked.no)
    if forms.is_fragment(request):
        return HTMLResponse(rendering.sure(question), asked.status)
    return HTMLResponse(rendering.sure_page(await visitor(request), question), asked.status)


def _seat(lobby: Lobby, sent: forms.Sent) -> SeatRow:
    number = forms.given(forms.whole(sent, "seat"), "seat")
    return lobby.seat(number, forms.text(sent, "name", WORD))


async def _ready(lobby: Lobby, sent: forms.Sent, _: Mapping[str, Any]) -> None:
    is_ready = forms.yes(sent, "ready")
    if is_ready is None:
        raise Malformed(gettext("Say whether you are ready: yes or no."))
    await deeds.ready(lobby, is_ready)


async def _rules(lobby: Lobby, sent: forms.Sent, _: Mapping[str, Any]) -> None:
    await deeds.rules(lobby, _chosen(lobby.game, sent))


def _chosen(game: Game, sent: forms.Sent) -> dict[str, Any]:
    """The house rules that were sent, as values. Raises Malformed for a value that no rule has."""
    chosen: dict[str, Any] = {}
    for rule in game.house_rules:
        typed = forms.text(sent, rule.name, WORD)
        if typed is not None:
            values = {show.as_text(setting.value): setting.value for setting in rule.settings}
            if typed not in values:
                sentence = later("“{rule}” has no such setting. Choose one of those that the page offers.")
                raise Malformed(gettext(sentence, rule=in_words(game, rule.title)))
            chosen[rule.name] = values[typed]
    if "first" in sent and game.first_clause:
        chosen["first"] = None if forms.text(sent, "first", WORD) == "" else forms.whole(sent, "first")
    return chosen


async def _pick(lobby: Lobby, sent: forms.Sent, _: Mapping[str, Any]) -> None:
    await chairs.pick(lobby, _seat(lobby, sent), forms.given(forms.text(sent, "pick", WORD), "pick") or None)


async def _clock(lobby: Lobby, sent: forms.Sent, _: Mapping[str, Any]) -> None:
    await clocks.set_clock(lobby, clocks.sent_clock(sent))


async def _say(lobby: Lobby, sent: forms.Sent, _: Mapping[str, Any]) -> None:
    await deeds.say(lobby, forms.given(forms.text(sent, "words", NAME), "words"))


async def _settings(lobby: Lobby, sent: forms.Sent, hashed: Mapping[str, Any]) -> None:
    columns = {name: forms.yes(sent, name) for name in ("private", "watchers", "watchers_chat")}
    given: dict[str, Any] = {name: value for name, value in columns.items() if value is not None}
    pace = forms.text(sent, "pace", WORD)
    if pace is not None:
        levels.expect_pace(pace)
        given["pace"] = pace
    await deeds.settings(lobby, forms.whole(sent, "chairs"), **given, **hashed)


async def _bot(lobby: Lobby, sent: forms.Sent, _: Mapping[str, Any]) -> None:
    await chairs.seat_bot(lobby, forms.text(sent, "bot", WORD) or "")


async def _beside(lobby: Lobby, sent: forms.Sent, _: Mapping[str, Any]) -> None:
    await chairs.seat_beside(lobby, forms.text(sent, "name", NAME) or "", forms.whole(sent, "colour"))


async def _leave(lobby: Lobby, sent: forms.Sent, _: Mapping[str, Any]) -> None:
    await deeds.leave(lobby, forms.yes(sent, "sure") is True)


async def _move(lobby: Lobby, sent: forms.Sent, _: Mapping[str, Any]) -> None:
    await chairs.move(lobby, _seat(lobby, sent), forms.text(sent, "to", WORD))


async def _start(lobby: Lobby, sent: forms.Sent, _: Mapping[str, Any]) -> None:
    await deeds.start(lobby, forms.yes(sent, "sure") is True)


async def _end(lobby: Lobby, sent: forms.Sent, _: Mapping[str, Any]) -> None:
    await deeds.end(lobby, forms.yes(sent, "sure") is True)


Deed = Callable[[Lobby, forms.Sent, Mapping[str, Any]], Awaitable[None]]

DEEDS: dict[str, Deed] = {
    "ready": _ready,
    "rules": _rules,
    "pick": _pick,
    "clock": _clock,
    "words": _say,
    "settings": _settings,
    "bot": _bot,
    "dismiss": lambda lobby, sent, _: chairs.dismiss(lobby, _seat(lobby, sent)),
    "kick": lambda lobby, sent, _: chairs.kick(lobby, _seat(lobby, sent)),
    "chair": lambda lobby, sent, _: deeds.pass_chair(lobby, _seat(lobby, sent)),
    "move": _move,
    "shuffle": lambda lobby, sent, _: chairs.shuffle(lobby),
    "start": _start,
    "end": _end,
    "leave": _leave,
    "beside": _beside,
    "remove": lambda lobby, sent, _: chairs.remove_beside(lobby, _seat(lobby, sent)),
}
"""Deed -> what it does with its form."""
