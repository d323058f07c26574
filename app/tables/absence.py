"""A seat whose player has gone: a bot sits in, by the host's word or by the vote of the others, until the player is
back. Nobody who is here can be voted out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from app.database import handovers
from app.house import House
from app.identity.service import Player
from app.language import gettext, ngettext
from app.presence.store import away
from app.problems import Conflict, NotYours
from app.tables import service, store
from app.tables.levels import expect_level
from app.tables.seating import STAND_IN, expect_bots, expect_running, stand_in
from app.tables.store import SeatRow, TableRow
from games import GAMES
from games.kernel.events import Seat

PATIENCE = timedelta(minutes=2)
"""How long somebody must be away before the others may vote; the host needn't wait."""


@dataclass(frozen=True)
class Room:
    """A running table, its seats, who is away and since when, and the seat of who wants to do something."""

    table: TableRow
    seats: Sequence[SeatRow]
    gone: Mapping[UUID, datetime]
    mine: SeatRow

    def seat(self, number: int, name: str) -> SeatRow:
        """The seat with this number; `name`: who sat there when the page was made. Raises Conflict."""
        if number >= len(self.seats) or self.seats[number].name != name:
            raise Conflict(gettext("The seats have changed meanwhile. Look again, then choose."))
        return self.seats[number]

    def voters(self) -> set[UUID]:
        """Who may vote: everybody who plays and is here."""
        people = (row for row in self.seats if row.bot is None)
        return {row.player_id for row in people if row.player_id is not None and row.player_id not in self.gone}


async def enter(connection: AsyncConnection, table: TableRow, player: Player) -> Room:
    """The room, for somebody who plays there. Raises Gone, Conflict, NotYours."""
    expect_running(table)
    rows = await store.seats_of(connection, table.id)
    mine = next((row for row in rows if row.player_id == player.id), None)
    if mine is None:
        raise NotYours(gettext("Only those who play decide that. You may look on."))
    return Room(table, rows, await away(connection, table.id), mine)


async def hand_to_bot(house: House, code: str, player: Player, number: int, name: str, level: str = STAND_IN) -> None:
    """A bot shall play for whoever sits there and has gone: the host's word is enough, and the host says of which
    level; else more than half of those who are here must want it. Raises NoSuchTable, Gone, Conflict, NotYours,
    Malformed."""
    async with service.changing(house, code) as (connection, table):
        room = await enter(connection, table, player)
        row = room.seat(number, name)
        expect_bots(table)
        expect_level(GAMES[table.game], level)
        since = _absent_since(room, row)
        host = table.host_id == player.id
        if not host and not await _carried(connection, room, row, since):
            return
        await connection.execute(delete(handovers).where(handovers.c.table_id == table.id, handovers.c.seat == number))
        await stand_in(house, connection, table, row, "house.away", level if host else STAND_IN)


def _absent_since(room: Room, row: SeatRow) -> datetime:
    if row.bot is not None or row.player_id is None:
        raise Conflict(gettext("A bot plays there already. Load the page again."))
    since = room.gone.get(row.player_id)
    if since is None:
        raise Conflict(
            gettext("{name} is here. Only a seat that somebody has left alone can go to a bot.", name=row.name)
        )
    return since


async def _carried(connection: AsyncConnection, room: Room, row: SeatRow, since: datetime) -> bool:
    """Takes the vote down, and whether there are enough. Raises Conflict, NotYours."""
    voter = room.mine.player_id
    if voter is None or room.mine.bot is not None:
        raise NotYours(gettext("A bot plays for you. Sit down again, then vote."))
    wait = since + PATIENCE - room.table.now
    if wait > timedelta(0):
        minutes = -(-wait // timedelta(minutes=1))
        told = ngettext("Vote in {number} minute.", "Vote in {number} minutes.", minutes)
        raise Conflict(gettext("{name} has been away for a moment only.", name=row.name) + " " + told)
    vote = insert(handovers).values(table_id=row.table_id, seat=row.number, player_id=voter, since=since)
    await connection.execute(
        vote.on_conflict_do_update(index_elements=["table_id", "seat", "player_id"], set_={"since": since})
    )
    votes = (await votes_at(connection, room.table.id, room.gone)).get(row.number, frozenset())
    return len(votes & room.voters()) >= needed(len(room.voters()))


def needed(voters: int) -> int:
    """How many make more than half."""
    return voters // 2 + 1


async def votes_at(
    connection: AsyncConnection, table_id: int, gone: Mapping[UUID, datetime]
) -> Mapping[Seat, frozenset[UUID]]:
    """Seat -> who has voted since its player went. Votes of an earlier absence count for nothing."""
    if not gone:
        return {}
    rows = (await connection.execute(select(handovers).where(handovers.c.table_id == table_id))).all()
    now = set(gone.values())
    seats = {row.seat for row in rows}
    return {seat: frozenset(row.player_id for row in rows if row.seat == seat and row.since in now) for seat in seats}
