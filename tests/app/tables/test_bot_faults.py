"""Bots that fail: something simple is done at once, and the log says how to have them think of it once more."""

import asyncio
import re
from typing import Any

import pytest

from app.house import House
from app.operating.thinking import Again, once_more
from app.problems import Malformed
from app.tables import bots, driving
from app.tables.thinking import Minds
from games import GAMES
from games.kernel.bots import Asked, Bot
from games.kernel.contract import decode
from tests.app.tables import odd_ways
from tests.app.tables.aloud import novices
from tests.app.tables.conftest import dealt
from tests.app.tables.test_driving import moves_of, set_row

LOGGED = re.compile(
    r"\S+ error conclave\.bots: a bot failed \(table=\d+, game=(?P<slug>[\w-]+), edition=(?P<edition>\d+), "
    r"fault=(?P<fault>.*), again=conclave tables think "
    r"(?P<table>\d+) (?P<seq>\d+) (?P<seat>\d+) (?P<level>\w+) (?P<chance>[0-9a-f]{64})\)"
)


def _raises(asked: Asked, chance: Any) -> Any:
    raise RuntimeError(f"a bot's mistake: {asked.view}")


def _is_refused(asked: Asked, chance: Any) -> Any:
    return asked.answers[0], {"card": "NOPE", "pile": 99, "deed": "NOPE"}


@pytest.mark.parametrize("answer", [_raises, _is_refused])
async def test_for_a_bot_that_fails_something_simple_is_done_at_once(
    house: House, answer: Any, caplog: pytest.LogCaptureFixture
) -> None:
    table = await dealt(house, 2, bots=(0, 1))
    with novices(Bot(answer)):
        assert await bots.play_one(house)
    assert len(await moves_of(table)) == 1
    row, (line,) = await table.row(), caplog.text.splitlines()
    told = LOGGED.fullmatch(line)
    assert told, line
    assert (told["slug"], int(told["edition"]), int(told["table"])) == (row.game, row.edition, row.id)
    assert (int(told["seq"]), told["level"]) == (1, "novice")


async def test_what_is_logged_has_the_bot_think_of_it_once_more(house: House, caplog: pytest.LogCaptureFixture) -> None:
    table = await dealt(house, 2, bots=(0, 1))
    with novices(Bot(_raises)):
        before = await table.row()
        await bots.play_one(house)
        told = LOGGED.fullmatch(caplog.text.splitlines()[0])
        assert told
        asked = Again(*(int(told[name]) for name in ("table", "seq", "seat")), told["level"], told["chance"])
        async with house.engine.connect() as connection:
            again = await once_more(connection, asked)
    assert "RuntimeError: a bot's mistake" in again
    assert before.seq == asked.seq


@pytest.mark.parametrize(
    ("wrong", "told"), [({"table": 999}, "There is no table 999"), ({"seq": 0}, "no move up to 0")]
)
async def test_what_never_was_cannot_be_thought_once_more(house: House, wrong: dict[str, int], told: str) -> None:
    table = await dealt(house, 2, bots=(0, 1))
    asked = Again((await table.row()).id, 1, 0, "novice", "00" * 32)
    async with house.engine.connect() as connection:
        assert "The rules allow it" in await once_more(connection, asked)
        with pytest.raises(Malformed, match=told):
            await once_more(connection, asked._replace(**wrong))


async def test_a_bot_whose_process_dies_is_played_simply(house: House) -> None:
    table = await dealt(house, 2, bots=(0, 1))
    house.minds = Minds(1, 0.01, odd_ways.dies)
    assert await bots.play_one(house)
    house.minds.close()
    assert len(await moves_of(table)) == 1


async def test_a_bot_that_takes_too_long_is_played_simply(house: House, caplog: pytest.LogCaptureFixture) -> None:
    table = await dealt(house, 2, bots=(0, 1), first=0)
    house.minds = Minds(1, 0.01, odd_ways.never_ends)
    async with asyncio.timeout(60):
        while "no answer within 5.03 seconds" not in caplog.text:
            assert await bots.play_one(house)
    house.minds.close()
    assert await moves_of(table)


async def test_where_even_that_fails_the_table_waits_and_others_play(house: House) -> None:
    broken, playing = await dealt(house, 2, bots=(0, 1)), await dealt(house, 2, bots=(0, 1))
    row = await broken.row()
    await set_row(broken, state=b"{}")
    task = asyncio.create_task(driving.play_for_ever(house))
    async with asyncio.timeout(20):
        while len(await moves_of(playing)) < 3:
            await asyncio.sleep(0.02)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert (await broken.row()).seq == row.seq


async def test_what_is_simple_answers_the_question(house: House) -> None:
    table = await dealt(house, 2)
    row = await table.row()
    ticket = bots.simple_answer(row, 0)
    assert not ticket.is_free
    assert ticket.tag in {choice.move for choice in _asked(row, 0).answers}


def _asked(row: Any, seat: int) -> Asked:
    game = GAMES[row.game]
    return Asked(game, decode(game, row.state, row.schema), seat)
