"""Getting up from a running game, coming back to it, and sitting down to the next one."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Table, insert, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.database import admissions, chat_mutes, players, seats
from app.house import House
from app.identity import names
from app.identity.service import Player
from app.language import gettext
from app.lobby.store import open_anew
from app.presence.store import present_heir
from app.problems import Conflict, Gone, NotYours
from app.tables import service, store
from app.tables.chair import pass_the_chair
from app.tables.levels import COURTIER
from app.tables.seatwise import reseated
from app.tables.store import SeatRow, TableRow
from games import GAMES
from games.kernel.events import Fact

STAND_IN = COURTIER
"""The level of the bot that sits in."""


async def get_up(house: House, code: str, player: Player) -> None:
    """The player leaves a running game: a bot sits in, the seat stays the player's. Raises Conflict, NotYours."""
    async with service.changing(house, code) as (connection, table):
        row = await own_seat(connection, table, player)
        if row.bot is not None:
            raise service.Unchanged
        expect_bots(table)
        await stand_in(house, connection, table, row, "house.left")


async def sit_down_again(house: House, code: str, player: Player) -> None:
    """The player takes the own seat back from the bot. Raises Conflict, NotYours."""
    async with service.changing(house, code) as (connection, table):
        row = await own_seat(connection, table, player)
        if row.bot is None:
            raise service.Unchanged
        await _seat_bot(connection, row, None)
        await service.tell(house, connection, table, Fact("house.returned", {"who": row.number}))


async def own_seat(connection: AsyncConnection, table: TableRow, player: Player) -> SeatRow:
    """The player's seat in a running game. Raises Gone, Conflict, NotYours."""
    expect_running(table)
    for row in await store.seats_of(connection, table.id):
        if row.player_id == player.id:
            return row
    raise NotYours(gettext("You have no seat at this table."))


def expect_running(table: TableRow) -> None:
    """Raises Gone, Conflict unless a game is going on."""
    if table.status == "ended":
        raise Gone
    if table.status != "playing":
        raise Conflict(gettext("This is only possible while the game is going on. Load the page again."))


def expect_bots(table: TableRow) -> None:
    """Raises Conflict at a companion, where no bot plays for anybody."""
    if GAMES[table.game].companion:
        raise Conflict(gettext("This table waits for nobody: who goes just closes the page, and keeps the seat."))


async def stand_in(
    house: House, connection: AsyncConnection, table: TableRow, row: SeatRow, told: str, level: str = STAND_IN
) -> None:
    """A bot sits in for the player of the seat, as the log tells by this key; a host's chair goes to somebody else."""
    await _seat_bot(connection, row, level)
    await service.tell(house, connection, table, Fact(told, {"who": row.number}))
    if table.host_id == row.player_id:
        await pass_the_chair(connection, table, table.host_id)


async def _seat_bot(connection: AsyncConnection, row: SeatRow, level: str | None) -> None:
    """A bot of this level sits in for the player of the seat; with None it gets up."""
    await connection.execute(
        update(seats).where(seats.c.table_id == row.table_id, seats.c.number == row.number).values(bot=level)
    )


async def leave_the_chair(house: House, code: str) -> None:
    """The host has been away for long: the chair goes to whoever sat down first of those who are here."""
    async with service.changing(house, code) as (connection, table):
        heir = await present_heir(connection, table.id, table.host_id)
        if heir is None or table.status not in ("lobby", "playing"):
            raise service.Unchanged
        await store.save(connection, table.id, host_id=heir)


async def rematch(house: House, code: str, player: Player) -> str:
    """The code of the next table: same people, rules, seats. Whoever asks first opens it and is its host, being here.
    Raises Conflict, NotYours."""
    async with service.changing(house, code) as (connection, table):
        if table.status == "ended":
            raise Gone
        if table.status != "over":
            raise Conflict(gettext("A rematch comes after the game. Finish this one first."))
        rows = await store.seats_of(connection, table.id)
        if all(row.player_id != player.id for row in rows):
            raise NotYours(gettext("Only those who played can ask for a rematch."))
        again = table.rematch
        if again is not None:
            raise service.Unchanged
        again = await _open_again(connection, table, rows, player)
    return str(again)


async def _open_again(connection: AsyncConnection, table: TableRow, rows: Any, player: Player) -> str:
    kept = {name: getattr(table, name) for name in _KEPT}
    coming = [row for row in rows if row.player_id is not None or row.bot is not None]  # not who was erased
    kept["options"] = reseated(GAMES[table.game], table.options, [row.number for row in coming])
    code, again = await open_anew(connection, {**kept, "host_id": player.id})
    called = await _called(connection, coming)
    taken = [_again(row, at, again, player, name) for at, (row, name) in enumerate(zip(coming, called, strict=True))]
    await connection.execute(insert(seats), taken)
    await _carry_over(connection, admissions, ("player_id", "kicked"), table.id, again)  # who was sent away stays away
    await _carry_over(connection, chat_mutes, ("player_id", "muted_id"), table.id, again)
    await store.save(connection, table.id, rematch=code)
    return code


_KEPT = (
    *("game", "edition", "schema", "options", "chairs", "pace", "clock"),
    *("private", "watchers", "watchers_chat", "password_hash"),
)


async def _called(connection: AsyncConnection, rows: Sequence[SeatRow]) -> list[str]:
    """How each of them is called at the next table: by the newest name, where nobody else is called so."""
    people = [row.player_id for row in rows if row.player_id is not None]
    found = await connection.execute(select(players.c.id, players.c.name).where(players.c.id.in_(people)))
    newest, called = {row.id: row.name for row in found}, [row.name for row in rows]
    for at, row in [*enumerate(rows)] * len(rows):  # one who gives a name up sets it free for others
        name = newest.get(row.player_id, row.name)
        if not names.is_taken(name, called[:at] + called[at + 1 :]):
            called[at] = name
    return called


async def _carry_over(connection: AsyncConnection, rows: Table, what: Sequence[str], old: Any, new: Any) -> None:
    """These columns of the table's rows, for the next table as well."""
    kept = select(literal(new), *(rows.c[name] for name in what)).where(rows.c.table_id == old)
    await connection.execute(insert(rows).from_select(["table_id", *what], kept))


def _again(row: SeatRow, number: int, table_id: Any, player: Player, name: str) -> dict[str, Any]:
    """The same seat at the next table: who sat out comes back, bots and whoever asked are ready."""
    bot = None if row.player_id is not None else row.bot
    return {
        "table_id": table_id,
        "number": number,
        "player_id": row.player_id,
        "bot": bot,
        "name": name,
        "colour": row.colour,
        "ready": bot is not None or player.id in (row.player_id, row.device_id),
    }
