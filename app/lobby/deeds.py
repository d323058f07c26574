"""What is done in a lobby, each deed by one function: what the host decides, and what everybody does for themselves.

Every deed runs inside `changing`, at a locked table, and gets a `Lobby`; whatever it raises undoes it.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from app.fairness import words
from app.house import House
from app.identity import names
from app.identity.store import add_beside, forget_beside
from app.language import gettext, later, ngettext
from app.lobby import bots, store
from app.lobby.service import COLOURS, free_colour
from app.problems import Conflict, Gone, Malformed, NotYours
from app.tables import levels, service
from app.tables.chair import pass_the_chair
from app.tables.seatwise import picks, reseated
from app.tables.sharing import held
from app.tables.store import SeatRow, TableRow, save, seats_of
from app.wording import among, in_words
from games import GAMES
from games.kernel.contract import Game, HouseRule, Options
from games.kernel.events import Reason


class AskFirst(Conflict):
    """Nothing is wrong, but it needs a second "yes": the page asks, and sends `sure=yes`."""

    def __init__(self, title: str, sentence: str, yes: str) -> None:
        super().__init__(sentence)
        self.title = title
        self.yes = yes


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


async def ready(lobby: Lobby, is_ready: bool) -> None:
    """The guest is ready to begin, or not yet."""
    lobby.mine()
    await store.mark_ready(lobby.connection, lobby.table.id, lobby.player_id, is_ready)


async def say(lobby: Lobby, typed: str) -> None:
    """The guest's words, to be mixed into the seed; "" for none. Raises NotYours, Malformed."""
    lobby.mine()
    await store.say(lobby.connection, lobby.table.id, lobby.player_id, words.normal(typed))


async def settings(lobby: Lobby, chairs: int | None, **columns: Any) -> None:
    """Chairs, and columns of the table's row: `private`, `watchers`, `watchers_chat`, `password_hash`, `pace`."""
    expect_host(lobby)
    if chairs is not None:
        expect_chairs(lobby.game, chairs, len(lobby.seats))
        columns["chairs"] = chairs
    if columns:
        await lobby.save(**columns)


def expect_chairs(game: Game, chairs: int, seated: int) -> None:
    """Raises Malformed for a number of chairs that the game doesn't take, Conflict for fewer than are seated."""
    least, most = game.seats
    if not least <= chairs <= most:
        sentence = later("{game} takes {least} to {most} players. Choose a number between.")
        raise Malformed(gettext(sentence, game=game.title, least=least, most=most))
    if chairs < seated:
        sentence = later("{number} are seated already. Somebody must stand up before chairs are taken away.")
        raise Conflict(gettext(sentence, number=seated))


async def seat_bot(lobby: Lobby, level: str) -> None:
    """A bot on the first free chair."""
    expect_host(lobby)
    if lobby.game.companion:
        sentence = later("No bot sits down at {game}: people report what happens. Send the link.")
        raise Conflict(gettext(sentence, game=lobby.game.title))
    levels.expect_level(lobby.game, level)
    if len(lobby.seats) >= lobby.table.chairs:
        raise Conflict(gettext("All chairs are taken. Add one, or ask somebody to stand up."))
    name = names.pick(bots.NAMES, [row.name for row in lobby.seats])
    values = {"bot": level, "name": name, "colour": free_colour(lobby.seats), "ready": True}
    await store.take_seat(lobby.connection, lobby.table.id, len(lobby.seats), **values)


async def seat_beside(lobby: Lobby, name: str, colour: int | None) -> None:
    """Somebody else sits down on the guest's device, under this name. Raises NotYours, Malformed, Conflict."""
    mine = lobby.mine()
    if lobby.game.companion:
        sentence = later("At {game} one seat is enough for all who look at one device.")
        raise Conflict(gettext(sentence, game=lobby.game.title))
    name = names.normal(name)
    if len(lobby.seats) >= lobby.table.chairs:
        raise Conflict(gettext("All chairs are taken. Add one, or ask somebody to stand up."))
    if names.is_taken(name, [row.name for row in lobby.seats]):
        raise Conflict(gettext("Somebody at this table is called {name} already. Choose another name.", name=name))
    colour = _free_colour(lobby, colour)
    player_id = await add_beside(lobby.connection, lobby.player_id, name)
    values = {"player_id": player_id, "name": name, "colour": colour, "ready": mine.ready}
    await store.take_seat(lobby.connection, lobby.table.id, len(lobby.seats), **values)


def _free_colour(lobby: Lobby, wanted: int | None) -> int:
    if wanted is None:
        return free_colour(lobby.seats)
    if wanted not in COLOURS:
        raise Malformed(gettext("There is no such colour. Choose one of those that the page offers."))
    taken = next((row.name for row in lobby.seats if row.colour == wanted), None)
    if taken is not None:
        raise Conflict(gettext("{name} has this colour already. Choose another.", name=taken))
    return wanted


async def remove_beside(lobby: Lobby, row: SeatRow) -> None:
    """Somebody on the guest's device stands up. Raises NotYours, Conflict."""
    if row.player_id == lobby.player_id:
        raise Conflict(gettext("This is your own seat. Leave the table, if you want to go."))
    if row not in held(lobby.seats, lobby.player_id):
        raise NotYours(gettext("{name} doesn’t play on this device, so this is not for you to do.", name=row.name))
    await _stand_up(lobby, [row])


async def dismiss(lobby: Lobby, row: SeatRow) -> None:
    """A bot leaves."""
    expect_host(lobby)
    if row.player_id is not None:
        raise Conflict(gettext("{name} is no bot. People are asked to leave, not dismissed.", name=row.name))
    await _stand_up(lobby, [row])


async def kick(lobby: Lobby, row: SeatRow) -> None:
    """The host sends somebody away, for good, with all who play on the same device."""
    expect_host(lobby)
    if row.player_id is None:
        raise Conflict(gettext("{name} is a bot. Dismiss it instead.", name=row.name))
    if row.player_id == lobby.player_id:
        raise Conflict(gettext("You can't send yourself away. Leave the table, or pass the chair on first."))
    await _stand_up(lobby, held(lobby.seats, row.player_id))
    if row.device_id is None:  # who has no device can't come back by itself
        await store.admit(lobby.connection, lobby.table.id, row.player_id, kicked=True)


async def _stand_up(lobby: Lobby, rows: Sequence[SeatRow]) -> None:
    for row in rows:
        await store.empty_seat(lobby.connection, lobby.table.id, row.number)
        if row.device_id is not None:
            await forget_beside(lobby.connection, row.player_id)
    gone = {row.number for row in rows}
    await _arrange(lobby, [other.number for other in lobby.seats if other.number not in gone])


async def _arrange(lobby: Lobby, order: Sequence[int]) -> None:
    """Seats in this order; who was to start still is, on whatever chair, and what was picked stays with its seat."""
    await store.arrange(lobby.connection, lobby.table.id, order)
    options = reseated(lobby.game, lobby.table.options, order)
    if options != lobby.table.options:
        await lobby.save(options=options)


async def move(lobby: Lobby, row: SeatRow, to: str | None) -> None:
    """A seat one place up or down; the ends stay where they are."""
    expect_host(lobby)
    if to not in ("up", "down"):
        raise Malformed(gettext("A seat moves up or down. Choose one of them."))
    order = [other.number for other in lobby.seats]
    there = row.number + (1 if to == "down" else -1)
    if there in order:
        order[row.number], order[there] = order[there], order[row.number]
        await _arrange(lobby, order)


async def shuffle(lobby: Lobby) -> None:
    """All seats in an order by lot."""
    expect_host(lobby)
    order = [row.number for row in lobby.seats]
    secrets.SystemRandom().shuffle(order)
    await _arrange(lobby, order)


async def pick(lobby: Lobby, row: SeatRow, value: Any) -> None:
    """A seat's pick, None for none: one's own, or a bot's by the host. Raises NotYours, Malformed, Conflict."""
    rule = lobby.game.pick
    if rule is None:
        sentence = later("Nothing is picked seat by seat in {game}. Load the page again.")
        raise Malformed(gettext(sentence, game=lobby.game.title))
    if row.player_id is None:
        expect_host(lobby)
    elif row not in held(lobby.seats, lobby.player_id):
        raise NotYours(gettext("That is for {name} to choose. Choose for your own seat.", name=row.name))
    picked = picks(lobby.game, lobby.table.options, len(lobby.seats))
    picked[row.number] = None
    _expect_free(lobby, rule, value, picked)
    picked[row.number] = value
    await lobby.save(options={**lobby.table.options, rule.name: picked})


def _expect_free(lobby: Lobby, rule: HouseRule, value: Any, picked: Sequence[Any]) -> None:
    if value is None:
        return
    words = {setting.value: setting.words for setting in rule.settings}
    reason = Reason(rule.clause, rule.name)
    if value not in words:
        sentence = later("“{rule}” has no such setting. Choose one of those that the page offers.")
        raise Malformed(gettext(sentence, rule=in_words(lobby.game, rule.title)))
    if value in picked:
        who = lobby.seats[picked.index(value)].name
        sentence = later("{name} has {pick} already. Choose another, or leave it to the lot.")
        raise Conflict(gettext(sentence, name=who, pick=in_words(lobby.game, words[value])), reason)


async def pass_chair(lobby: Lobby, row: SeatRow) -> None:
    """Somebody else is host from now on."""
    expect_host(lobby)
    if row.player_id is None:
        raise Conflict(gettext("{name} is a bot, and bots hold no office. Choose a person.", name=row.name))
    if row.device_id is not None:
        raise Conflict(
            gettext("{name} plays on somebody else’s device. Choose a person with a device of the own.", name=row.name)
        )
    await lobby.save(host_id=row.player_id)


async def start(lobby: Lobby, sure: bool) -> None:
    """Deals, if there are enough, and if everybody is ready or the host is sure."""
    expect_host(lobby)
    least, _ = lobby.game.seats
    if len(lobby.seats) < least:
        sentence = later("{game} takes at least {least} players. Send the link, or seat a bot.")
        raise Conflict(gettext(sentence, game=lobby.game.title, least=least))
    waiting = [row.name for row in lobby.seats if not row.ready and row.player_id != lobby.player_id]
    if waiting and not sure:
        raise AskFirst(gettext("Start all the same?"), _not_ready(waiting), gettext("Start now"))
    await service.start(lobby.house, lobby.connection, lobby.table)


def _not_ready(waiting: Sequence[str]) -> str:
    names = among(waiting)
    return ngettext("{names} is not ready yet.", "{names} are not ready yet.", len(waiting), names=names)


LOST = {
    "lobby": later("The lobby closes for everybody, and the link leads nowhere."),
    "playing": later("The game ends unfinished for everybody, and nobody has won. It can't be taken up again."),
}
"""What the end of a table takes away."""


async def end(lobby: Lobby, sure: bool) -> None:
    """The host closes the table for good, also in the middle of its game."""
    expect_host(lobby)
    if not sure:
        raise AskFirst(gettext("End this table?"), gettext(LOST[lobby.table.status]), gettext("End it"))
    await _close(lobby)


async def _close(lobby: Lobby) -> None:
    await lobby.save(status="ended", ended_at=lobby.table.now, bot_due=None, clock_due=None)
    await store.forget_rematches(lobby.connection, [lobby.table.code])


async def leave(lobby: Lobby, sure: bool = True) -> None:
    """The guest stands up, and with it all who play on the guest's device. The host's chair goes to another; a lobby
    without people ends."""
    mine = lobby.mine()
    going = held(lobby.seats, lobby.player_id)
    if len(going) > 1 and not sure:
        others = among([row.name for row in going if row is not mine])
        sentence = gettext("{names} on this device will leave with you.", names=others)
        raise AskFirst(gettext("Leave the table?"), sentence, gettext("Leave"))
    await _stand_up(lobby, going)
    people = [other for other in lobby.seats if other.player_id is not None and other not in going]
    if not people:
        await _close(lobby)
    elif lobby.table.host_id == lobby.player_id:
        await pass_the_chair(lobby.connection, lobby.table, lobby.player_id)


async def rules(lobby: Lobby, chosen: dict[str, Any]) -> None:
    """House rules by name, and `first`, as checked values."""
    expect_host(lobby)
    first = chosen.get("first")
    if first is not None and first >= len(lobby.seats):
        raise Malformed(gettext("Nobody sits on the chair that should start. Choose who starts again."))
    options = {**lobby.table.options, **chosen}
    expect_playable(lobby.game, options)
    await lobby.save(options=options)


def expect_playable(game: Game, options: dict[str, Any]) -> None:
    """Raises Malformed for what are no options of the game, or options with which no number of players can play."""
    try:
        made: Options = msgspec.convert(options, game.Options)
    except msgspec.ValidationError as error:
        raise Malformed(gettext("These house rules can't be read. Load the page again and choose anew.")) from error
    least, most = game.seats
    reasons = [game.misfit(seats, made) for seats in range(least, most + 1)]
    if all(reason is not None for reason in reasons):
        raise Malformed(
            gettext("No number of players can play with these house rules. Choose others."), reasons[0], game.slug
        )
