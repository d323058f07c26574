"""Bots by the contract alone: when they play, how long they wait, and what they are given."""

import asyncio
import secrets
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from app.house import House
from app.tables import bots, driving, pacing, questions, service
from games import GAMES
from games.kernel.bots import Asked, Bot, random_bot
from games.kernel.choices import Choice
from games.kernel.contract import decode
from games.kernel.events import Fact
from tests.app.tables.aloud import novices
from tests.app.tables.conftest import dealt, seat
from tests.app.tables.test_moves import lay


async def play_all(house: House, most: int = 3000) -> int:
    """Plays bots until none is due; how many moves that took."""
    for played in range(most):
        if not await bots.play_one(house):
            return played
    raise AssertionError("bots never came to an end")


async def test_bots_play_a_whole_game_by_themselves(house: House) -> None:
    table = await dealt(house, 3, bots=(0, 1, 2), target=1)
    assert await play_all(house) > 0
    assert (await table.row()).status == "over"


async def test_bots_wait_for_people(house: House) -> None:
    table = await dealt(house, 3, bots=(1, 2))
    assert await play_all(house) == 2
    assert await table.deciders() == [0]
    assert (await table.row()).bot_due is None


async def test_two_processes_never_play_one_move_twice(house: House) -> None:
    table = await dealt(house, 4, bots=(0, 1, 2, 3))
    await asyncio.gather(*[bots.play_one(house) for _ in range(8)])
    kept = await table.actions()
    assert [action.seq for action in kept] == list(range(1, len(kept) + 1))


async def test_the_pause_lies_in_the_setting_and_knows_no_hand(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pause is drawn before anybody looks at a hand: the same chance gives the same pause, whatever is held."""
    house.settings = msgspec.structs.replace(house.settings, bot_pause=(2.0, 4.0))
    monkeypatch.setattr(secrets, "randbelow", lambda range_: range_ // 2)
    pauses = set()
    for _ in range(5):
        row = await (await dealt(house, 2, bots=(0, 1))).row()
        pauses.add((row.bot_due - questions.read(row.questions).asked[0].since).total_seconds())
    assert pauses == {3.0}


async def test_a_persons_move_doesnt_put_off_a_bot(house: House) -> None:
    house.settings = msgspec.structs.replace(house.settings, bot_pause=(50.0, 50.0))
    table = await dealt(house, 3, bots=(2,))
    due = (await table.row()).bot_due
    await table.move(0, lay(None))
    assert (await table.row()).bot_due == due


async def test_a_bot_gets_a_view_and_choices_and_no_state(house: House) -> None:
    given: list[Any] = []

    def spy(asked: Asked, chance: Any) -> Any:
        given.append(asked)
        return random_bot.answer(asked, chance)

    with novices(Bot(spy)):
        table = await dealt(house, 2, bots=(0, 1))
        await bots.play_one(house)
    row = await table.row()
    game = GAMES[row.game]
    assert type(given[0].view) is type(game.view(decode(game, row.state, row.schema), 0))
    assert not any(isinstance(thing, game.State) for thing in vars(given[0]).values())
    assert all(type(choice) is Choice for choice in given[0].answers)


async def test_bots_outlive_whatever_goes_wrong(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await dealt(house, 2, bots=(0, 1))
    take, failures = bots.take, [AttributeError("unforeseen"), OSError("away")]

    async def fail_at_first(house: House) -> bots.Errand | None:
        if failures:
            raise failures.pop()
        return await take(house)

    monkeypatch.setattr(bots, "take", fail_at_first)
    monkeypatch.setattr(driving, "AFTER_A_FAILURE", 0.01)
    playing = asyncio.create_task(driving.play_for_ever(house))
    async with asyncio.timeout(10):
        while len(await table.actions()) < 3:
            await asyncio.sleep(0.02)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    assert not failures


async def test_a_lobbys_bots_dont_play(house: House) -> None:
    await seat(house, 2, bots=(0, 1))
    assert await play_all(house) == 0


async def test_a_stand_in_plays_until_its_player_is_back(house: House) -> None:
    table = await dealt(house, 2)
    async with service.changing(house, table.code) as (connection, row):
        await connection.exec_driver_sql(f"UPDATE seats SET bot = 'novice' WHERE table_id = {row.id} AND number = 1")
        await service.tell(house, connection, row, Fact("house.left", {"who": 1}))
    assert await play_all(house) == 1
    assert await table.deciders() == [0]
    assert (await table.actions())[1].move == {"type": "house.left"}


@pytest.mark.parametrize(("pace", "times"), pacing.PACES.items())
async def test_a_table_has_its_own_pace(house: House, pace: str, times: float) -> None:
    house.settings = msgspec.structs.replace(house.settings, bot_pause=(40.0, 40.0))
    made = await seat(house, 2, bots=(0, 1))
    async with service.changing(house, made.code) as (connection, row):
        await service.store.save(connection, row.id, pace=pace)
    async with service.changing(house, made.code) as (connection, row):
        await service.start(house, connection, row)
    dealt_ = await made.row()
    assert dealt_.bot_due - questions.read(dealt_.questions).asked[0].since == timedelta(seconds=40 * times)


def test_the_usual_pace_is_the_houses_own(house: House) -> None:
    house.settings = msgspec.structs.replace(house.settings, bot_pause=(3.0, 3.0))
    assert pacing.pause(house.settings, "calm") == timedelta(seconds=3)
