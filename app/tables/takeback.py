"""Taking a move back. Nobody may learn or unlearn anything by it: it is offered to whoever moved last, as long as the
move drew nothing, told nobody anything hidden, showed no card, and no other seat has acted. An answer to a question
that several seats are asked at once is never taken back: whether others have changed theirs is nobody's business."""

from app.house import House
from app.identity.service import Player
from app.language import gettext, later
from app.problems import Conflict, NoSuchTable
from app.tables import questions, seating, store
from app.tables.writing import TAKEN_BACK, Deed, taken_back, write
from games import GAMES
from games.kernel.contract import decode

NOTHING = later("You have no move to take back: others have acted since, or something was drawn or shown.")


async def take_back(house: House, code: str, player: Player) -> int:
    """The player's last move is as if it had not been made, but for the log: the version after it. The move's key stays
    spent. Raises NoSuchTable, NotYours, Gone, Conflict."""
    async with house.engine.begin() as connection:
        table = await store.lock(connection, code)
        if table is None:
            raise NoSuchTable
        row = await seating.own_seat(connection, table, player)
        if row.bot is not None or questions.read(table.questions).back != row.number:
            raise Conflict(gettext(NOTHING))
        game, last = GAMES[table.game], await store.last_move(connection, table.id)
        before = decode(game, last.state, last.schema)
        outcome = taken_back(before, row.number, last.first_event + 1, last.end)
        deed = Deed(game, outcome, row.number, {"type": TAKEN_BACK})
        written = await write(house, connection, table, await store.seats_of(connection, table.id), deed)
    written.tell(house)
    return written.version
