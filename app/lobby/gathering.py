"""A table before its game, locked, and who wants to do something there.

Every deed runs inside `changing`, and gets a `Lobby`; whatever it raises undoes it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from app.house import House
from app.language import gettext
from app.problems import Conflict, Gone, Malformed, NotYours
from app.tables.store import SeatRow, TableRow, save, seats_of
from games import GAMES
from games.kernel.contract import Game


class AskFirst(Conflict):
    """Nothing is wrong, but it needs a second "yes": the page asks, and sends `sure=yes`. `no`: what is done else."""

    def __init__(self, title: str, sentence: str, yes: str, no: str) -> None:
        super().__init__(sentence)
        self.title = title
        self.yes = yes
        self.no = no


@dataclass(frozen=True)
class Lobby:
    """A locked table before its game, its seats in playing order, and who wants to do something."""

    house: House
    connection: AsyncConnection
    table: TableRow
    seats: Sequence[SeatRow]
    player_id: UUID

    @property
    def game(self) -> Game:
        """The game that will be played."""
        return GAMES[self.table.game]

    def mine(self) -> SeatRow:
        """The guest's seat. Raises NotYours."""
        for row in self.seats:
            if row.player_id == self.player_id:
                return row
        raise NotYours(gettext("You have no chair at this table, so this is not for you to do."))

    def seat(self, number: int, name: str | None) -> SeatRow:
        """The seat with this number. `name`: who sat there when the page was made. Raises Malformed, Conflict."""
        if number >= len(self.seats):
            raise Malformed(gettext("Nobody sits on that chair. Look at the seats again."))
        if name is not None and self.seats[number].name != name:
            raise Conflict(gettext("The seats have changed meanwhile. Look again, then choose."))
        return self.seats[number]

    async def save(self, **values: Any) -> None:
        """Stores columns of the table's row."""
        await save(self.connection, self.table.id, **values)


async def load(
    house: House, connection: AsyncConnection, table: TableRow, player_id: UUID, playing: bool = False
) -> Lobby:
    """The lobby at this table; `playing`: or its running game. Raises Gone and Conflict if it is none any more."""
    if table.status == "ended":
        raise Gone
    if table.status == "over":
        raise Conflict(gettext("This game is over, and its result stays. Go to the table."))
    if table.status == "playing" and not playing:
        raise Conflict(gettext("The game has begun, and this is decided. Go to the table."))
    return Lobby(house, connection, table, await seats_of(connection, table.id), player_id)


def expect_host(lobby: Lobby) -> None:
    """Raises NotYours for everybody else."""
    if lobby.table.host_id != lobby.player_id:
        raise NotYours(gettext("Only the host may do that. Ask whoever holds the chair."))
