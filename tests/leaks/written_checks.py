"""What must hold of all that is written down or raised, as functions that raise AssertionError."""

import logging
import re
from typing import Any

import pytest

from app.house import House
from app.problems import Problem
from app.tables import bots, service
from app.tables.service import Ticket
from games import GAMES
from games.kernel.bots import Asked, Bot
from games.kernel.contract import decode
from tests.app.tables.aloud import novices
from tests.app.tables.conftest import Seated, dealt

CARD = re.compile(r"\b(?:DEED|CROSS)-\d|\b(?:POPE|NOPE|REDUCO|CANCELLO|OPPORTUNITAS|DRAW)\b")
MOVES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("play", {"card": "NOPE", "pile": 9}),
    ("play", {"card": "CROSS-4", "pile": None}),
    ("open", {"deed": "DEED-4"}),
    ("open", {"deed": 7}),
    ("no such move", {}),
)
"""Moves that are mostly refused, each for another reason."""


async def the_log_holds_no_secret(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """At DEBUG, over a game with refused moves and a bot that fails: no seed, key, card or move in a line, a traceback,
    or an exception on its way."""
    caplog.set_level(logging.DEBUG)
    table = await dealt(house, 3, bots=(2,), hand_size=3)
    raised: list[str] = []
    for _ in range(8):
        raised += await _try_what_is_refused(table)
        waiting = await table.deciders()
        if waiting[0] != 2:
            await table.move(waiting[0])
        await bots.play_one(house)
    for bot in (Bot(_is_refused), Bot(_raises)):
        await _let_the_bot_fail(table, bot)
    row = await table.row()
    state = decode(GAMES[row.game], row.state, row.schema)
    written = "\n".join([caplog.text, repr(house), *raised])
    secrets = [text for key in (row.seed, state.dice.key) for text in (key.hex(), repr(key))]
    for secret in (*secrets, house.settings.secret_key):
        assert secret not in written + repr(state), "a seed or key is written down"
    found = CARD.search(written)
    assert found is None, f"a card is written down: ...{written[max(0, found.start() - 200) : found.end()]}"


async def _try_what_is_refused(table: Seated) -> list[str]:
    """What was raised, as text."""
    raised = []
    for seat in await table.deciders():
        asked = (await table.ticket(seat)).question if seat != 2 else "1"
        for at, (tag, filled) in enumerate(MOVES):
            try:
                await service.submit(table.house, table.code, table.people[seat], Ticket(asked, tag, filled, f"no{at}"))
            except Problem as problem:
                raised += [repr(problem), str(problem), repr(problem.__cause__)]
    return raised


async def _let_the_bot_fail(table: Seated, bot: Bot) -> None:
    """The seat of the first whom the table waits for gets this bot, which can't play."""
    row, seat = await table.row(), (await table.deciders())[0]
    async with table.house.engine.begin() as connection:
        change = f"UPDATE seats SET bot = 'novice' WHERE table_id = {row.id} AND number = {seat}"
        await connection.exec_driver_sql(change)
        await connection.exec_driver_sql(f"UPDATE tables SET bot_due = now(), bot_lease = NULL WHERE id = {row.id}")
    with novices(bot):
        assert await bots.play_one(table.house), "the bot was not asked"


def _is_refused(asked: Asked, chance: Any) -> Any:
    return asked.answers[0], {"card": "NOPE", "pile": 99, "deed": "NOPE"}


def _raises(asked: Asked, chance: Any) -> Any:
    raise ValueError("DEED-4 and NOPE", asked.view)
