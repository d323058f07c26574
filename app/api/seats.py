"""How programs get to a table: opening one as wanted, sitting down, and the next table after a game. All of it is done
by the lobby's own services, for a guest who is made for this one seat."""

from typing import Any
from uuid import UUID, uuid4

import msgspec
from starlette.requests import HTTPConnection

from app.api import keys
from app.api.bodies import NewClock, NewTable
from app.api.problems import short
from app.callers import address
from app.house import House
from app.identity import names
from app.identity.service import Player
from app.lobby import chairs, clocks, deeds, gathering, links, passwords, service
from app.lobby.service import Caller
from app.problems import Malformed
from app.tables import clock_setting, levels, seating
from app.tables.clock import Clock
from app.tables.service import Unchanged, changing
from app.tables.store import find, seats_of
from games import GAMES
from games.kernel.contract import Game, HouseRule
from games.kernel.events import Reason, Seat


class Taken(msgspec.Struct, frozen=True):
    """A seat of one's own: the table's `code` and `url`, for people too, the seat's number, and the `key` to it."""

    code: str
    url: str
    seat: Seat
    key: str


async def open_table(house: House, connection: HTTPConnection, wanted: NewTable) -> Taken:
    """A new table with the caller on its first chair. Everything is checked before it is opened. Raises Malformed,
    Conflict."""
    game = GAMES.get(wanted.game)
    if game is None:
        raise Malformed(f"There is no game “{short(wanted.game)}” here; there is {', '.join(GAMES)}.")
    options = house_rules(game, wanted.options)
    clock = _clock(game, wanted.clock)
    name = names.normal(wanted.name)
    if wanted.seats is not None:
        deeds.expect_chairs(game, wanted.seats, seated=1)
    if wanted.pace is not None:
        levels.expect_pace(wanted.pace)
    columns: dict[str, Any] = {"private": wanted.private, "watchers": wanted.watchers, "pace": wanted.pace}
    if wanted.password:
        await service.expect_patience(house, address(connection))
        columns["password_hash"] = await passwords.hashed(wanted.password)
    player_id = uuid4()
    await service.expect_few(house, player_id, address(connection))
    code = await service.open_table(house, player_id, game.slug, name)
    async with changing(house, code) as (database, table):
        lobby = await gathering.load(house, database, table, player_id)
        await deeds.settings(lobby, wanted.seats, **{key: value for key, value in columns.items() if value is not None})
        await deeds.rules(lobby, options)
        await clocks.set_clock(lobby, clock)
    return await take(house, connection, code, player_id)


def _clock(game: Game, wanted: NewClock | None) -> Clock | None:
    """The clock that a program sent. Raises Malformed, Conflict."""
    if wanted is None:
        return None
    clock = clock_setting.read(wanted.kind, wanted.model_dump(exclude={"kind"}))
    clocks.expect_clock(game, clock)
    return clock


def house_rules(game: Game, wanted: dict[str, Any]) -> dict[str, Any]:
    """The options that a program sent, each with one of the values that its house rule has, and `first`: the seat that
    starts, which at an empty table can be only 0. Raises Malformed."""
    rules = {rule.name: rule for rule in game.house_rules}
    for name, value in wanted.items():
        if name == "first" and game.first_clause:
            _expect_first(game, value)
        elif name not in rules:
            raise Malformed(f"{game.title} has no house rule “{short(name)}”; it has {', '.join(rules)}.")
        else:
            _expect_setting(rules[name], value)
    deeds.expect_playable(game, wanted)
    return wanted


def _expect_first(game: Game, value: Any) -> None:
    if value is not None and (type(value) is not int or value != 0):
        reason = Reason(game.first_clause, "first")
        raise Malformed("At a new table “first” is 0, your own seat, or null: drawn by lot.", reason)


def _expect_setting(rule: HouseRule, value: Any) -> None:
    if not any(type(value) is type(setting.value) and value == setting.value for setting in rule.settings):
        values = ", ".join(msgspec.json.encode(setting.value).decode() for setting in rule.settings)
        raise Malformed(f"“{rule.title}” has no such setting. Choose one of {values}.", Reason(rule.clause, rule.name))


async def join(house: House, connection: HTTPConnection, code: str, name: str, password: str) -> Taken:
    """The next free chair, ready to begin. Raises what `app.lobby.service.join` raises."""
    player_id = uuid4()
    await service.join(house, code, Caller(player_id, address(connection), name, password))
    return await take(house, connection, code, player_id)


async def take(house: House, connection: HTTPConnection, code: str, player_id: UUID) -> Taken:
    """The key to the guest's seat; a program is ready at once."""
    await _be_ready(house, code, player_id)
    key = await keys.renew(house, code, player_id)
    return Taken(code, links.link_to(house.settings, connection, code).address, await seat(house, code, player_id), key)


async def _be_ready(house: House, code: str, player_id: UUID) -> None:
    async with changing(house, code) as (database, table):
        rows = await seats_of(database, table.id)
        if table.status != "lobby" or any(row.player_id == player_id and row.ready for row in rows):
            raise Unchanged
        await deeds.ready(await gathering.load(house, database, table, player_id), True)


async def seat(house: House, code: str, player_id: UUID) -> Seat:
    """The number of the guest's seat now."""
    async with house.reading.connect() as database:
        table = await find(database, code)
        rows = () if table is None else await seats_of(database, table.id)
    found: Seat = next(row.number for row in rows if row.player_id == player_id)
    return found


async def seat_bot(house: House, code: str, player_id: UUID, level: str) -> Seat:
    """A bot on the next chair, by the host's wish. Raises what `app.lobby.chairs.seat_bot` raises."""
    async with changing(house, code) as (database, table):
        lobby = await gathering.load(house, database, table, player_id)
        await chairs.seat_bot(lobby, level)
    return len(lobby.seats)


async def rematch(house: House, connection: HTTPConnection, code: str, player: Player) -> Taken:
    """The same guest's seat at the next table, which whoever asks first opens. Raises Conflict, NotYours."""
    return await take(house, connection, await seating.rematch(house, code, player), player.id)
