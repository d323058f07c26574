"""What is done in a lobby, each deed by one function: what the host decides, and what everybody does for themselves.
What is done with chairs stands in `chairs.py`.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from app.fairness import words
from app.language import gettext, later, ngettext
from app.lobby import store
from app.lobby.chairs import stand_up
from app.lobby.gathering import AskFirst, Lobby, expect_host
from app.problems import Conflict, Malformed
from app.tables import service
from app.tables.chair import pass_the_chair
from app.tables.sharing import held
from app.tables.store import SeatRow
from app.wording import among
from games.kernel.contract import Game, Options


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
        raise AskFirst(gettext("Start all the same?"), _not_ready(waiting), gettext("Start now"), gettext("Not yet"))
    await service.start(lobby.house, lobby.connection, lobby.table)


def _not_ready(waiting: Sequence[str]) -> str:
    names = among(waiting)
    return ngettext("{names} is not ready yet.", "{names} are not ready yet.", len(waiting), names=names)


LOST = {
    "lobby": (later("The lobby closes for everybody, and the link leads nowhere."), later("Keep it open")),
    "playing": (
        later("The game ends unfinished for everybody, and nobody has won. It can't be taken up again."),
        later("Play on"),
    ),
}
"""What the end of a table takes away, and what is done instead."""


async def end(lobby: Lobby, sure: bool) -> None:
    """The host closes the table for good, also in the middle of its game."""
    expect_host(lobby)
    if not sure:
        sentence, no = LOST[lobby.table.status]
        raise AskFirst(gettext("End this table?"), gettext(sentence), gettext("End it"), gettext(no))
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
        raise AskFirst(gettext("Leave the table?"), sentence, gettext("Leave"), gettext("Stay"))
    await stand_up(lobby, going)
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
