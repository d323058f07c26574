"""Several seats on one device, with a curtain between: pass and play.

Whoever is seated may seat others on the same device. Each of them is a guest of its own, whose row names the guest on
whose device it plays (`players.device_id`), and has no browser. While such a table is played, its address shows that
device what everybody sees, and whom to hand it to. A hand stands behind an address of its own: `seats.lowered` counts
how often its curtain has fallen, and the address holds that count. Once the curtain falls, the address leads nowhere:
in the history, in other tabs, and for open sockets alike.
"""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.database import seats
from app.house import House
from app.language import gettext
from app.presence.store import tell
from app.problems import Conflict, Gone, NoSuchTable, NotYours
from app.tables import store
from app.tables.hand import Hand
from app.tables.store import SeatRow
from games.kernel.events import Seat


def held(rows: Sequence[SeatRow], player_id: UUID | None) -> list[SeatRow]:
    """The seats on this guest's device: the guest's own, and those of others who play there."""
    return [row for row in rows if player_id is not None and player_id in (row.player_id, row.device_id)]


def is_shared(rows: Sequence[SeatRow], player_id: UUID | None) -> bool:
    """Whether others play on this guest's device: then no hand shows there unless it is asked for."""
    return any(row.player_id != player_id for row in held(rows, player_id))


def device_of(row: SeatRow) -> UUID | None:
    """On whose device the seat's player plays; None for a bot of the table's own."""
    device: UUID | None = row.device_id or row.player_id
    return device


def hand_at(rows: Sequence[SeatRow], seat: Seat) -> Hand | None:
    """The hand of this seat as an address names it now; None if nobody shares its device."""
    row = rows[seat]
    return Hand(seat, row.lowered) if is_shared(rows, device_of(row)) else None


async def show(house: House, code: str, player_id: UUID, number: int, name: str) -> Hand:
    """Raises the curtain before the hand of whoever sits there on the guest's device. `name`: who did when the page was
    made. Raises NoSuchTable, Gone, Conflict, NotYours."""
    async with house.reading.connect() as connection:
        table = await store.find(connection, code)
        if table is None:
            raise NoSuchTable
        rows = await store.seats_of(connection, table.id)
    if table.status == "ended":
        raise Gone
    if table.status != "playing":
        raise Conflict(gettext("Hands are shown while the game goes on. Load the page again."))
    if number >= len(rows) or rows[number].name != name:
        raise Conflict(gettext("The seats have changed meanwhile. Look again, then choose."))
    if rows[number] not in held(rows, player_id):
        raise NotYours(gettext("{name} doesn’t play on this device. Choose somebody whom the page offers.", name=name))
    return Hand(number, rows[number].lowered)


async def hide(house: House, code: str, hand: Hand) -> None:
    """The curtain falls before this hand, on all pages that show it; twice is as good as once."""
    async with house.engine.begin() as connection:
        table = await store.find(connection, code)
        if table is None:
            raise NoSuchTable
        mine = (seats.c.table_id == table.id) & (seats.c.number == hand.seat) & (seats.c.lowered == hand.times)
        await connection.execute(update(seats).where(mine).values(lowered=hand.times + 1))
        await tell(connection, table.id)


_answered = text(
    """
    UPDATE seats SET lowered = lowered + 1
    WHERE table_id = :table_id AND number = :seat AND NOT EXISTS (
        SELECT 1 FROM tables WHERE id = :table_id AND jsonb_exists(questions -> 'asked', CAST(:seat AS text)))
    """
)


async def fall_after(connection: AsyncConnection, table_id: int, seat: Seat) -> None:
    """The seat has answered: the curtain falls before its hand, unless it is asked something more at once."""
    await connection.execute(_answered, {"table_id": table_id, "seat": seat})


async def is_up(house: House, code: str, hand: Hand) -> bool:
    """Whether the hand is shown still."""
    async with house.reading.connect() as connection:
        table = await store.find(connection, code)
        rows = () if table is None else await store.seats_of(connection, table.id)
    return hand.seat < len(rows) and bool(rows[hand.seat].lowered == hand.times)
