"""The ways to a table: opening one, finding one by its code, sitting down, looking on."""

import hmac
import itertools
from collections.abc import Iterator, Sequence
from typing import Any, cast
from uuid import UUID

import msgspec
from limits import RateLimitItemPerMinute
from sqlalchemy.ext.asyncio import AsyncConnection

from app import pace
from app.house import House
from app.identity import names
from app.identity.service import settle
from app.language import gettext, later
from app.lobby import codes, passwords, store
from app.problems import Conflict, Gone, Malformed, NoSuchTable, NotYours, TooMany
from app.tables.service import Unchanged, admit, changing, is_open
from app.tables.store import SeatRow, TableRow, find, is_admitted, seats_of
from games import GAMES
from games.kernel.contract import Game

CHAIRS = 4
"""Chairs of a new table, where the game takes so many."""
COLOURS = range(1, 9)
PASSWORDS = RateLimitItemPerMinute(20)
"""Passwords tried from one address at one table."""
WRONG = RateLimitItemPerMinute(100, namespace="wrong passwords")
"""Wrong passwords at one table, from everywhere. Beyond it somebody guesses from many addresses, and each of them has
one try a minute: so who tells the right one at the first try gets in, as with codes (`app.lookups`)."""
HASHES = RateLimitItemPerMinute(60, namespace="hashes")
"""Passwords set, and tried at all tables, from one address: each takes time that others need."""
OPENED = RateLimitItemPerMinute(30, 10, namespace="opened")
"""Tables that one guest opens in ten minutes: each is kept for weeks."""
OPENED_NEARBY = RateLimitItemPerMinute(600, 10, namespace="opened nearby")
"""Tables that are opened from one address in ten minutes: a whole school, or programs, or one who throws cookies
away."""

KICKED = later("The host has asked you to leave this table. Open one of your own, or join another.")


class Caller(msgspec.Struct, frozen=True):
    """Who asks to be let in: the guest's number, the address, and what the form says."""

    id: UUID
    address: str
    name: str = ""
    password: str = ""


async def expect_few(house: House, player_id: UUID, address: str) -> None:
    """To be asked before a table is opened. Raises TooMany."""
    sentence = gettext("Many tables have just been opened from here. Go on at one of them, or wait some minutes.")
    await pace.keep(house, OPENED, player_id.hex, sentence=sentence)
    await pace.keep(house, OPENED_NEARBY, address, sentence=sentence)


async def open_table(house: House, player_id: UUID, slug: str, typed: str, key: str = "") -> str:
    """A new table with this guest on its first chair: its code. The same form (`key`) sent again leads to the table
    that it opened, for as long as the guest waits there. Raises Malformed."""
    game = GAMES.get(slug)
    if game is None:
        raise Malformed(gettext("There is no such game here. Choose one of those on the first page."))
    async with house.engine.begin() as connection:
        player = await settle(connection, player_id, typed)
        code, table_id = await _new_table(connection, house, game, player.id, key)
        if table_id is not None:
            await store.take_seat(connection, table_id, 0, player_id=player.id, name=player.name, colour=1, ready=True)
            await store.admit(connection, table_id, player.id)
    return code


async def _new_table(
    connection: AsyncConnection, house: House, game: Game, host_id: UUID, key: str
) -> tuple[str, int | None]:
    """The table's code and number; no number if the form opened it before."""
    values = {**_as_printed(game), "host_id": host_id}
    if not key:
        return await store.open_anew(connection, values)
    for code in _codes_of(house, f"{host_id.hex} {game.slug} {key}"):
        table_id = await store.open_table(connection, {**values, "code": code})
        if table_id is not None or await store.waits_with(connection, code, host_id):
            return code, table_id
    raise AssertionError("there is always another code")


def _codes_of(house: House, form: str) -> Iterator[str]:
    """The codes that one form may open, in order: the same each time, and foreseen by nobody who lacks our secret."""
    for attempt in itertools.count():
        told = f"open a table: {attempt} {form}"
        yield codes.made_of(hmac.digest(house.settings.secret_key.encode(), told.encode(), "sha256"))


def _as_printed(game: Game) -> dict[str, Any]:
    """The columns of a table that plays by the printed rules."""
    least, most = game.seats
    return {
        "game": game.slug,
        "edition": game.edition,
        "schema": game.schema,
        "options": msgspec.to_builtins(game.Options()),
        "chairs": most if game.companion else max(least, min(CHAIRS, most)),
    }


async def join(house: House, code: str, caller: Caller) -> None:
    """Sits down on the first free chair; who sits already stays. Raises NoSuchTable, NotYours, Gone, Conflict,
    Malformed, TooMany."""
    name = names.normal(caller.name)
    key = await _unlock(house, code, caller)
    async with changing(house, code) as (connection, table):
        seated = await seats_of(connection, table.id)
        if any(row.player_id == caller.id for row in seated):
            raise Unchanged
        await expect_welcome(connection, table, caller.id)
        _expect_same_lock(table, key)
        _expect_chair(table, seated)
        if names.is_taken(name, [row.name for row in seated]):
            raise Conflict(gettext("Somebody at this table is called {name} already. Choose another name.", name=name))
        player = await settle(connection, caller.id, name)
        ready = GAMES[table.game].companion
        values = {"player_id": player.id, "name": name, "colour": free_colour(seated), "ready": ready}
        await store.take_seat(connection, table.id, len(seated), **values)
        await store.admit(connection, table.id, player.id)
        if table.status == "playing":
            await admit(house, connection, table, len(seated))


async def watch(house: House, code: str, caller: Caller) -> None:
    """Lets a guest look on. Raises NoSuchTable, NotYours, Gone, Malformed, TooMany."""
    key = await _unlock(house, code, caller)
    async with changing(house, code) as (connection, table):
        await expect_welcome(connection, table, caller.id)
        _expect_same_lock(table, key)
        if not table.watchers and caller.id not in {row.player_id for row in await seats_of(connection, table.id)}:
            raise NotYours(
                gettext("The host has closed this table to watchers. Ask for a chair, or open a table of your own.")
            )
        if await is_admitted(connection, table.id, caller.id):
            raise Unchanged
        player = await settle(connection, caller.id, caller.name)
        await store.admit(connection, table.id, player.id)


def free_colour(seated: Sequence[SeatRow]) -> int:
    """The first colour, 1 to 8, that nobody at the table has."""
    taken = {row.colour for row in seated}
    return next(colour for colour in COLOURS if colour not in taken)


def _expect_chair(table: TableRow, seated: Sequence[SeatRow]) -> None:
    instead = " " + gettext("You can still watch.") if table.watchers else ""
    if not is_open(table):
        raise Conflict(gettext("This game has begun, and no more can sit down.") + instead)
    if len(seated) >= table.chairs:
        raise Conflict(gettext("All chairs of this table are taken.") + instead)


async def _unlock(house: House, code: str, caller: Caller) -> str | None:
    """Checks before the table is locked who is let in at all; the password hash that was passed, or None."""
    async with house.reading.connect() as connection:
        table = await find(connection, code)
        if table is None:
            raise NoSuchTable
        await expect_welcome(connection, table, caller.id)
        if table.password_hash is None or await is_admitted(connection, table.id, caller.id):
            return cast("str | None", table.password_hash)
    await _check_password(house, table, caller)
    return str(table.password_hash)


async def expect_welcome(connection: AsyncConnection, table: TableRow, player_id: UUID | None) -> None:
    """Raises Gone for a table that has ended, NotYours for a guest whom the host sent away."""
    if table.status == "ended":
        raise Gone
    if player_id is not None and await store.is_kicked(connection, table.id, player_id):
        raise NotYours(gettext(KICKED))


async def expect_patience(house: House, address: str) -> None:
    """To be asked before a password is set or tried. Raises TooMany."""
    sentence = gettext("That was too many passwords at once. Wait a minute, then go on; nothing is lost.")
    await pace.keep(house, HASHES, address, sentence=sentence)


async def _check_password(house: House, table: Any, caller: Caller) -> None:
    sentence = gettext("Too many passwords tried. Wait a minute, and ask your host for the right one.")
    if not await house.limits.test(WRONG, table.code) and await _has_tried(house, table, caller):
        raise TooMany(sentence)
    await pace.keep(house, PASSWORDS, caller.address, table.code, sentence=sentence)
    await expect_patience(house, caller.address)
    if not await passwords.fits(table.password_hash, caller.password):
        await house.limits.hit(WRONG, table.code)
        raise NotYours(gettext("That is not the password of this table. Ask your host for it."))


async def _has_tried(house: House, table: Any, caller: Caller) -> bool:
    """Whether this address has told a password here within the last minute."""
    told = await house.limits.get_window_stats(PASSWORDS, caller.address, table.code)
    return told.remaining < PASSWORDS.amount


def _expect_same_lock(table: TableRow, key: str | None) -> None:
    if table.password_hash not in (None, key):
        raise Conflict(gettext("The host has just changed the password. Ask for the new one."))
