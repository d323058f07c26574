"""The calls of the API. Bodies are read by pydantic; answers are documents of ours, encoded as they are."""

from typing import Annotated, Any
from uuid import UUID

import msgspec
from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from app.api import documents, exports, keys, moves, seats, viewing
from app.api.bodies import NewMove, NewSeat, NewTable, Pick, Start, Words
from app.api.keys import Locked
from app.api.problems import Overtaken
from app.api.reading import Route
from app.api.seats import Taken
from app.house import House
from app.identity.service import Player, guest
from app.identity.store import name_of
from app.lobby import chairs, deeds, gathering
from app.lobby.show import find_table
from app.problems import Illegal, Malformed, NoSuchTable, Stale
from app.tables import clock_pause, seating, service, takeback
from app.tables import scene as scenes
from app.tables.live import Since
from app.tables.scene import Scene
from app.tables.service import changing
from app.tables.store import TableRow
from app.wording import Wording
from games.kernel.events import Seat

router = APIRouter(prefix="/api/tables", tags=["tables"], route_class=Route)


class SeatTaken(msgspec.Struct, frozen=True):
    """The seat's number, and its key; a bot has none."""

    seat: Seat
    key: str | None


class Version(msgspec.Struct, frozen=True):
    """The table's version after it."""

    version: int


def answers(status: int, kind: type) -> dict[int | str, dict[str, Any]]:
    """What OpenAPI says of a call's answer."""
    schema = {"$ref": f"#/components/schemas/{kind.__name__}"}
    described = (kind.__doc__ or "").partition("\n\n")[0]
    return {status: {"description": described, "content": {"application/json": {"schema": schema}}}}


def _document(found: msgspec.Struct, status: int = 200) -> Response:
    return Response(msgspec.json.encode(found), status, media_type="application/json")


def _house(request: Request) -> House:
    house: House = request.app.state.house
    return house


InHouse = Annotated[House, Depends(_house)]


async def _table(house: InHouse, code: str) -> TableRow:
    async with house.reading.connect() as connection:
        return await find_table(connection, code)


AtTable = Annotated[TableRow, Depends(_table)]


async def _viewer(request: Request, table: AtTable) -> UUID | None:
    return await keys.player(request, table)


Viewer = Annotated[UUID | None, Depends(_viewer)]


async def _holder(viewer: Viewer) -> UUID:
    if viewer is None:
        raise Locked(keys.NONE_SHOWN)
    return viewer


Holder = Annotated[UUID, Depends(_holder)]


async def _guest(request: Request, viewer: Viewer) -> UUID:
    """The key's holder; without a key the guest of the cookie, who was asked on a page of ours (app.security)."""
    known = await guest(request) if viewer is None else None
    return await _holder(viewer if known is None else known.id)


Guest = Annotated[UUID, Depends(_guest)]


async def _scene(house: House, table: TableRow) -> Scene:
    scene = await scenes.load(house, table.id)
    if scene is None:
        raise NoSuchTable
    return scene


@router.post("", status_code=201, responses=answers(201, Taken))
async def open_table(request: Request, house: InHouse, body: NewTable) -> Response:
    """Opens a table and takes its first seat."""
    return _document(await seats.open_table(house, request, body), 201)


@router.post("/{code}/seats", status_code=201, responses=answers(201, SeatTaken))
async def take_seat(request: Request, house: InHouse, table: AtTable, body: NewSeat) -> Response:
    """Takes the next seat by a name, or seats a bot there (with the host's key)."""
    if (body.name is None) == (body.bot is None):
        raise Malformed("Send a name to sit down yourself, or a bot's level to seat one: one of the two.")
    if body.bot is not None:
        host = await _holder(await keys.player(request, table))
        return _document(SeatTaken(await seats.seat_bot(house, table.code, host, body.bot), None), 201)
    taken = await seats.join(house, request, table.code, body.name or "", body.password or "")
    return _document(SeatTaken(taken.seat, taken.key), 201)


@router.post("/{code}/pick", status_code=204)
async def pick(house: InHouse, table: AtTable, holder: Holder, body: Pick) -> Response:
    """Picks what each seat may pick before the game, where the game has such a thing; each value once."""
    async with changing(house, table.code) as (connection, row):
        lobby = await gathering.load(house, connection, row, holder)
        await chairs.pick(lobby, lobby.mine() if body.seat is None else lobby.seat(body.seat, None), body.pick)
    return Response(status_code=204)


@router.post("/{code}/words", status_code=204)
async def say(house: InHouse, table: AtTable, holder: Holder, body: Words) -> Response:
    """Says what your seat mixes into the seed before the deal."""
    async with changing(house, table.code) as (connection, row):
        await deeds.say(await gathering.load(house, connection, row, holder), body.words)
    return Response(status_code=204)


@router.post("/{code}/start", responses=answers(200, Version))
async def start(house: InHouse, table: AtTable, holder: Holder, body: Start | None = None) -> Response:
    """Deals; only the host may. If somebody isn't ready, 409 until it is sent with `sure`."""
    async with changing(house, table.code) as (connection, row):
        lobby = await gathering.load(house, connection, row, holder)
        await deeds.start(lobby, body is not None and body.sure)
    return _document(Version(row.version + 1))


@router.get("/{code}", responses=answers(200, documents.Table))
async def look(house: InHouse, table: AtTable, viewer: Viewer, since: Since = 0) -> Response:
    """The table as your seat sees it; without a key as a spectator does, where the host allows them."""
    scene = await _scene(house, table)
    await viewing.expect_welcome(house, scene, viewer)
    return _document(await documents.table(house, scene, scene.seat_of(viewer), since))


@router.post("/{code}/moves", responses=answers(200, Version))
async def move(house: InHouse, table: AtTable, holder: Holder, body: NewMove) -> Response:
    """A move. 409 if its question is no longer open (the answer holds the new one), 422 if the rules refuse it."""
    scene = await _scene(house, table)
    try:
        version = await service.submit(house, table.code, holder, moves.ticket(scene.game, body))
    except Illegal as refused:
        if refused.reason is not None:
            refused.sentence = Wording(scene.game.words, scene.facts.seats).text(refused.reason)
        raise
    except Stale as stale:
        now = await _scene(house, table)
        raise Overtaken(stale.sentence, documents.question(now, now.seat_of(holder)), now.table.version) from stale
    return _document(Version(version))


@router.post("/{code}/takeback", responses=answers(200, Version))
async def take_back(house: InHouse, table: AtTable, holder: Holder) -> Response:
    """Takes your last move back, while `takeback` says that it can be."""
    return _document(Version(await takeback.take_back(house, table.code, await _player(house, holder))))


@router.get("/{code}/export", responses=answers(200, exports.Record))
async def export(house: InHouse, table: AtTable, viewer: Viewer) -> Response:
    """The record of a finished game: options, seed, and all that happened."""
    scene = await _scene(house, table)
    await viewing.expect_welcome(house, scene, viewer)
    return _document(await exports.record(house, scene))


@router.post("/{code}/key", status_code=201, responses=answers(201, SeatTaken))
async def renew(house: InHouse, table: AtTable, guest: Guest) -> Response:
    """A new key for your seat; the old one opens nothing from then on. A browser gets the first one by its cookie."""
    key = await keys.renew(house, table.code, guest)
    return _document(SeatTaken(await seats.seat(house, table.code, guest), key), 201)


@router.post("/{code}/rematch", status_code=201, responses=answers(201, Taken))
async def rematch(request: Request, house: InHouse, table: AtTable, holder: Holder) -> Response:
    """Your seat at the next table, after a game: same people, same rules. Whoever asks first opens it."""
    return _document(await seats.rematch(house, request, table.code, await _player(house, holder)), 201)


@router.post("/{code}/pause", status_code=204)
async def pause(house: InHouse, table: AtTable, holder: Holder) -> Response:
    """All clocks stand still, and the table takes no moves; only the host may."""
    await clock_pause.pause(house, table.code, await _player(house, holder))
    return Response(status_code=204)


@router.post("/{code}/resume", status_code=204)
async def resume(house: InHouse, table: AtTable, holder: Holder) -> Response:
    """The clocks go on from where they stood; only the host may."""
    await clock_pause.go_on(house, table.code, await _player(house, holder))
    return Response(status_code=204)


@router.post("/{code}/leave", status_code=204)
async def leave(house: InHouse, table: AtTable, holder: Holder) -> Response:
    """Gets up: in a lobby for good, in a game a bot sits in."""
    if table.status == "lobby":
        async with changing(house, table.code) as (connection, row):
            await deeds.leave(await gathering.load(house, connection, row, holder))
    else:
        await seating.get_up(house, table.code, await _player(house, holder))
    return Response(status_code=204)


@router.post("/{code}/return", status_code=204)
async def come_back(house: InHouse, table: AtTable, holder: Holder) -> Response:
    """Takes the seat again from the bot that sits in."""
    await seating.sit_down_again(house, table.code, await _player(house, holder))
    return Response(status_code=204)


async def _player(house: House, player_id: UUID) -> Player:
    async with house.reading.connect() as connection:
        return Player(player_id, await name_of(connection, player_id) or "")
