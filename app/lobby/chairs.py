"""Who sits on which chair before the game: bots, people who share a device, the order, and what is picked."""

import secrets
from collections.abc import Sequence
from typing import Any

from app.identity import names
from app.identity.store import add_beside, forget_beside
from app.language import gettext, later
from app.lobby import bots, store
from app.lobby.gathering import Lobby, expect_host
from app.lobby.service import COLOURS, free_colour
from app.problems import Conflict, Malformed, NotYours
from app.tables import levels
from app.tables.seatwise import picks, reseated
from app.tables.sharing import held
from app.tables.store import SeatRow
from app.wording import in_words
from games.kernel.contract import HouseRule
from games.kernel.events import Reason


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
    await stand_up(lobby, [row])


async def dismiss(lobby: Lobby, row: SeatRow) -> None:
    """A bot leaves."""
    expect_host(lobby)
    if row.player_id is not None:
        raise Conflict(gettext("{name} is no bot. People are asked to leave, not dismissed.", name=row.name))
    await stand_up(lobby, [row])


async def kick(lobby: Lobby, row: SeatRow) -> None:
    """The host sends somebody away, for good, with all who play on the same device."""
    expect_host(lobby)
    if row.player_id is None:
        raise Conflict(gettext("{name} is a bot. Dismiss it instead.", name=row.name))
    if row.player_id == lobby.player_id:
        raise Conflict(gettext("You can't send yourself away. Leave the table, or pass the chair on first."))
    await stand_up(lobby, held(lobby.seats, row.player_id))
    if row.device_id is None:  # who has no device can't come back by itself
        await store.admit(lobby.connection, lobby.table.id, row.player_id, kicked=True)


async def stand_up(lobby: Lobby, rows: Sequence[SeatRow]) -> None:
    """These seats are empty from now on, and all others move up."""
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
