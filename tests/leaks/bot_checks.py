"""What must hold of bots, as functions that raise AssertionError: their pauses tell nothing, and they are told nothing
that their seat may not know."""

import secrets
from typing import Any
from unittest.mock import patch

import msgspec
from sqlalchemy import update

from app.database import tables
from app.house import House
from app.tables import bots, questions, service
from games import GAMES
from games.kernel.bots import Asked, Bot, random_bot
from games.kernel.contract import decode
from tests.app.tables.aloud import novices
from tests.app.tables.conftest import dealt, seat
from tests.games.walks import seed_of

HOUSE_RULES: dict[str, Any] = {"hand_size": 3, "first": 0}


async def the_pause_knows_no_hand(house: House) -> None:
    """A bot that has no Deed to open with waits as long as one that has, by the same chance."""
    house.settings = msgspec.structs.replace(house.settings, bot_pause=(2.0, 4.0))
    pauses = set()
    with patch.object(secrets, "randbelow", lambda range_: range_ // 2):
        for seed in _with_and_without_a_choice():
            table = await seat(house, 2, bots=(1,), **HOUSE_RULES)
            async with house.engine.begin() as connection:
                await connection.execute(update(tables).where(tables.c.code == table.code).values(seed=seed))
            async with service.changing(house, table.code) as (connection, row):
                await service.start(house, connection, row)
            after = await table.row()
            pauses.add(after.bot_due - questions.read(after.questions).asked[1].since)
    assert len(pauses) == 1, f"a bot's pause tells what it holds: {pauses}"


def _with_and_without_a_choice() -> list[bytes]:
    """Seeds by which seat 1 is asked one thing, and another."""
    game, found = GAMES["pope-or-nope"], dict[Any, bytes]()
    for number in range(200):
        state = game.setup(2, game.Options(**HOUSE_RULES), seed_of(number), "").state
        asked = game.question(state, 1)
        found.setdefault(None if asked is None else asked.key, seed_of(number))
    assert len(found) > 1, "no two hands that are asked differently"
    return list(found.values())


async def a_bot_is_told_what_its_seat_may_see(house: House) -> None:
    """What a bot gets is the same for its seat's twin: a View and choices, and no State."""
    given: list[Any] = []

    def spy(asked: Asked, chance: Any) -> Any:
        given.append((asked.view, asked.answers, asked.free))
        return random_bot.answer(asked, chance)

    table = await dealt(house, 2, bots=(0,))
    row = await table.row()
    with novices(Bot(spy)):
        await bots.play_one(house)
    game = GAMES[row.game]
    twin = game.redeal(decode(game, row.state, row.schema), 0, seed_of(1))
    asked = Asked(game, twin, 0)
    expected = asked.view, asked.answers, asked.free
    assert msgspec.json.encode(given[0]) == msgspec.json.encode(expected), "a bot is told what its seat may not know"
