"""Rows of the chat made into what one guest's page shows.

Pages never hold a row's number, which counts everybody's private words, nor a guest's: a message goes by its token, a
guest by a handle that is good at one table only.
"""

import hmac
import secrets
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from app.chat import store
from app.chat.pages import Chat, Line, Named, Standing
from app.chat.service import WATCHERS_READ
from app.chat.store import LineRow, Reader
from app.house import House
from app.language import gettext, pgettext
from app.pages import SeatFacts
from app.tables.hand import Hand
from app.tables.scene import Scene

SHOWN = 100
"""Lines on a page; those before them stand on pages of their own."""
MOST_UNREAD = 99


class Around(NamedTuple):
    """Whom a reader has muted, by number and the name on the last line (None: there is none); and how many lines are
    unread."""

    muted: Sequence[tuple[UUID, str | None]] = ()
    unread: int = 0


def new_key() -> str:
    """A key for another form."""
    return secrets.token_hex(12)


def handle(house: House, table_id: int, player_id: UUID) -> str:
    """What pages of this table call the guest by: the same after a new name or another seat, and of no other use."""
    return _handle(house.settings.secret_key, table_id, player_id)


@lru_cache(maxsize=4096)  # asked anew for every page at every push
def _handle(secret: str, table_id: int, player_id: UUID) -> str:
    return hmac.digest(secret.encode(), f"chat {table_id} {player_id.hex}".encode(), "sha256").hex()[:24]


def reader_at(scene: Scene, player_id: UUID, hand: Hand | None) -> Reader:
    """The guest as a reader of a page that shows this hand, or none: on a shared device then nobody's private words."""
    return Reader(scene.table.id, player_id, hand is None and scene.is_shared(player_id))


async def chat_of(house: House, scene: Scene, player_id: UUID, hand: Hand | None, before: str = "") -> Chat:
    """The last lines as this guest reads them; those before one of them, if asked for. The guest may see the table."""
    reader = reader_at(scene, player_id, hand)
    async with house.reading.connect() as connection:
        until = await number_of(connection, reader, before) if before else None
        rows = await store.latest(connection, reader, SHOWN + 1, before=until)
        stands = standing(house, scene, reader, await around(connection, reader))
    return composed(scene, reader, rows, stands)


def composed(scene: Scene, reader: Reader, rows: Sequence[LineRow], stands: Standing) -> Chat:
    """A chat of the last of these rows; one more than fit says that there are others before them."""
    return Chat(
        address=address(scene, reader),
        lines=lines(scene, reader.player_id, rows[-SHOWN:]),
        standing=stands,
        earlier=str(rows[1].token) if len(rows) > SHOWN else None,
        key=new_key(),
    )


def address(scene: Scene, reader: Reader) -> str:
    """The table's, below which this reader's forms are sent."""
    return scene.facts_for(None if reader.aloud else scene.seat_of(reader.player_id)).address


async def number_of(connection: AsyncConnection, reader: Reader, token: str) -> int:
    """The number of the line with this token; 0 if the reader has no such line."""
    try:
        row = await store.find(connection, reader, UUID(token))
    except ValueError:
        return 0
    return 0 if row is None else int(row.id)


async def around(connection: AsyncConnection, reader: Reader) -> Around:
    """What the reader's own rows say. What is read aloud counts as read by nobody, and nothing is unread there."""
    if reader.aloud:
        return Around(await store.muted(connection, reader))
    return Around(await store.muted(connection, reader), await store.unread(connection, reader, MOST_UNREAD + 1))


def lines(scene: Scene, player_id: UUID, rows: Sequence[LineRow]) -> tuple[Line, ...]:
    """These rows as the guest reads them."""
    facts = zip(scene.seats, scene.facts.seats, strict=True)
    seats = {row.player_id: seat for row, seat in facts if row.player_id is not None}
    return tuple(_line(row, player_id, seats) for row in rows)


def _line(row: LineRow, player_id: UUID, seats: Mapping[UUID, SeatFacts]) -> Line:
    mine = row.player_id == player_id
    to = _whom(row, mine, seats) if row.private else None
    muteable = not mine and row.player_id is not None
    return Line(str(row.token), row.name, seats.get(row.player_id), row.words, row.at, mine, to, muteable)


def _whom(row: LineRow, mine: bool, seats: Mapping[UUID, SeatFacts]) -> str:
    """Whom private words are for, by the name at this table, whatever the guest is called elsewhere."""
    if not mine:
        return pgettext("whom", "you")
    seat = seats.get(row.to_player_id)
    return gettext("somebody who is gone") if seat is None else seat.name


def standing(house: House, scene: Scene, reader: Reader, own: Around) -> Standing:
    """What stands around the lines for this guest."""
    player_id = reader.player_id
    seated = scene.seat_of(player_id) is not None
    return Standing(
        recipients=_recipients(house, scene, player_id) if seated and not reader.aloud else (),
        muted=tuple((handle(house, scene.table.id, who), name) for who, name in _muted(scene, own)),
        barred="" if seated or scene.table.watchers_chat else gettext(WATCHERS_READ),
        unread=f"{MOST_UNREAD}+" if own.unread > MOST_UNREAD else str(own.unread or ""),
        host=scene.table.host_id == player_id,
        aloud=reader.aloud,
    )


def _muted(scene: Scene, own: Around) -> Sequence[tuple[UUID, str]]:
    seated = {row.player_id: row.name for row in scene.seats}
    named = [(who, seated.get(who) or _unseated(name)) for who, name in own.muted]
    return sorted(named, key=lambda one: (one[1], one[0]))


def _unseated(name: str | None) -> str:
    return gettext("somebody who is gone") if name is None else gettext("{name} (watcher)", name=name)


def _recipients(house: House, scene: Scene, player_id: UUID) -> tuple[Named, ...]:
    others = [row for row in scene.seats if row.player_id not in (None, player_id)]
    return tuple((handle(house, scene.table.id, row.player_id), row.name) for row in others)


def meant(house: House, table_id: int, called: str, guests: Sequence[UUID]) -> UUID | None:
    """Which of these guests a form calls so; None if nobody."""
    sent = called.encode()  # of texts `compare_digest` takes ASCII alone
    return next((guest for guest in guests if hmac.compare_digest(handle(house, table_id, guest).encode(), sent)), None)
