"""Free moves of bots: each is asked once after each change, makes one a turn at most, and answers what people offer."""

import asyncio
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from app.house import House
from app.main import open_house
from app.tables import bots, pacing, questions, service
from app.tables.service import Ticket
from games import GAMES
from games.kernel.bots import Asked, Bot, at_random, random_bot
from games.kernel.choices import Choice, OneOf
from games.kernel.contract import decode
from tests.app.tables.aloud import Aloud, novices
from tests.app.tables.conftest import Seated, dealt
from tests.app.tables.test_driving import moves_of
from tests.served import settings

PAPAM = "habemus-papam"


def only(move: str, to: int | None = None) -> Bot:
    """A bot that makes this free move whenever it can, filled at random, and answers at random. `to`: with this seat,
    and only if it is seat 1 itself."""

    def volunteer(asked: Asked, chance: Any) -> Any:
        meant = [choice for choice in asked.free if choice.move == move and (to is None or _is_to(choice, to))]
        return at_random(meant, chance) if meant and (to is None or asked.seat == 1) else None

    return Bot(random_bot.answer, volunteer)


def _is_to(choice: Choice, seat: int) -> bool:
    return isinstance(choice.fields[0], OneOf) and choice.fields[0].options[:1] == (seat,)


async def asked_now(table: Seated, seat: int) -> Asked:
    """What this seat may do."""
    row = await table.row()
    game = GAMES[row.game]
    return Asked(game, decode(game, row.state, row.schema), seat)


async def seat_0_on_turn(house: House, seats: int = 3) -> Seated:
    """A table of Habemus Papam at which everybody but seat 0 is a bot, and seat 0 is on turn."""
    table = await dealt(house, seats, bots=tuple(range(1, seats)), slug=PAPAM)
    for _ in range(200):
        if await table.deciders() == [0]:
            if any(choice.move == "offer" for choice in (await asked_now(table, 0)).free):
                return table
            await table.move(0)
        else:
            await bots.play_one(house)
    raise AssertionError("seat 0 never has a turn")


async def offer(table: Seated, to: int, gives: int = 1) -> None:
    """Seat 0 offers that much Influence as a deal; or asks for some, if it gives none."""
    choice = next(
        one for one in (await asked_now(table, 0)).free if one.move == "offer" and one.fields[0].options == (to,)
    )
    key = questions.read((await table.row()).questions).key(0)
    ticket = Ticket(
        str(choice.free), "offer", {"to": to, "gives": gives, "cards": {}, "asks": int(not gives), "wants": {}}, key
    )
    await service.submit(table.house, table.code, table.people[0], ticket)


async def last_move(table: Seated) -> tuple[int, str]:
    """Whose the last move was, and of what kind."""
    action = (await table.actions())[-1]
    return action.seat, action.move["type"]


def free_thoughts(house: House) -> list[int]:
    """The seats whose bots were asked for free moves since this was asked last."""
    assert isinstance(house.minds, Aloud)
    asked = sorted(thought.seat for thought in house.minds.thoughts if thought.free)
    house.minds.thoughts.clear()
    return asked


@pytest.mark.parametrize("answer", ["accept", "decline"])
async def test_a_bot_answers_what_a_person_offers(house: House, answer: str) -> None:
    with novices(only(answer), PAPAM):
        table = await seat_0_on_turn(house)
        await offer(table, 2)
        assert await bots.play_one(house)
        assert await last_move(table) == (2, answer)
        assert await table.deciders() == [0], "seat 0 is still on turn"


async def test_its_pause_begins_with_the_offer(house: House) -> None:
    with novices(only("accept"), PAPAM):
        table = await seat_0_on_turn(house)
        house.settings = msgspec.structs.replace(house.settings, bot_pause=(0.5, 0.5))
        await offer(table, 1)
        assert await bots.play_one(house)
        offered, answered = (await table.actions())[-2:]
        assert answered.at - offered.at >= timedelta(seconds=0.45)


async def test_each_bot_is_asked_once_after_each_change_and_then_never(house: House) -> None:
    with novices(only("nothing"), PAPAM):
        table = await seat_0_on_turn(house)
        while await bots.play_one(house):
            pass
        free_thoughts(house)
        await offer(table, 1)
        assert await bots.play_one(house)
        assert free_thoughts(house) == [1, 2]
        assert not await bots.play_one(house)
        assert (await table.row()).bot_due is None


async def test_a_bot_makes_one_free_move_a_turn(house: House) -> None:
    with novices(only("gift"), PAPAM):
        table = await seat_0_on_turn(house)
        while await bots.play_one(house):
            pass
    stretches: list[list[int]] = [[]]
    for action in await table.actions():
        if action.move["type"] == "gift":
            stretches[-1].append(action.seat)
        else:
            stretches.append([])
    assert sum(map(len, stretches)) > 3, "bots gave little away"
    assert all(len(set(stretch)) == len(stretch) for stretch in stretches)


async def test_who_has_made_one_this_turn_outlives_the_process(house: House, database_url: str) -> None:
    with novices(only("gift"), PAPAM):
        table = await seat_0_on_turn(house)
        while await bots.play_one(house):
            pass
        await offer(table, 1)
        given = set(questions.read((await table.row()).questions).volunteered)
        other = open_house(settings(database_url))
        other.minds = Aloud()
        await bots.play_one(other)
        assert set(free_thoughts(other)) == {1} | ({1, 2} - given), "whoever got an offer may reply to it"
        assert given & {1, 2}
        await other.engine.dispose()


async def test_a_game_without_free_moves_asks_nobody(house: House) -> None:
    table = await dealt(house, 3, bots=(1, 2))
    while await bots.play_one(house):
        pass
    assert free_thoughts(house) == []
    assert (await table.row()).bot_due is None


@pytest.mark.parametrize(("move", "pauses"), [("offer", 1 + pacing.TIME_TO_REPLY), ("gift", 1)])
async def test_after_an_offer_to_people_a_bot_gives_them_time_to_reply(house: House, move: str, pauses: int) -> None:
    with novices(random_bot, PAPAM):
        table = await seat_1_on_turn(house)
    with novices(only(move, to=0), PAPAM):
        house.settings = msgspec.structs.replace(house.settings, bot_pause=(2.0, 2.0))
        await play_now(table)
        assert await last_move(table) == (1, move)
        errand = await bots.take(house)
        assert errand is not None
        then, wish = await bots.consider(house, errand)
        assert wish is not None
        assert wish.seat == 1
        made = (await table.actions())[-1].at
    assert abs((then.due - made).total_seconds() - 2.0 * pauses) < 1.0
    assert (await table.row()).bot_due == then.due


async def play_now(table: Seated) -> None:
    """What is due is made without its pause."""
    async with table.house.engine.begin() as connection:
        await connection.exec_driver_sql("UPDATE tables SET bot_due = now()")
    assert await bots.play_one(table.house)


async def seat_1_on_turn(house: House) -> Seated:
    """A bot is on turn, and may give something away and make offers."""
    table = await seat_0_on_turn(house)
    for _ in range(200):
        free = {choice.move for choice in (await asked_now(table, 1)).free}
        if await table.deciders() == [1] and free >= {"gift", "offer"}:
            return table
        if 0 in await table.deciders():
            await table.move(0)
        else:
            await bots.play_one(house)
    raise AssertionError("seat 1 never has a turn")


def _raises(asked: Asked, chance: Any) -> Any:
    raise RuntimeError("a mistake")


def _is_refused(asked: Asked, chance: Any) -> Any:
    return asked.free[0], {}


@pytest.mark.parametrize("volunteer", [_raises, _is_refused])
async def test_a_free_move_that_fails_is_told_and_the_answer_is_made(
    house: House, volunteer: Any, caplog: pytest.LogCaptureFixture
) -> None:
    table = await seat_1_on_turn(house)
    before = await table.row()
    with novices(Bot(random_bot.answer, volunteer), PAPAM):
        await bots.play_one(house)
    assert (await last_move(table))[0] == 1
    assert (await table.row()).seq == before.seq + 1
    assert caplog.text.splitlines()[0].endswith("--free)")


async def test_an_offer_while_a_bot_thinks_is_heard_first(house: House) -> None:
    """The bot on turn is thinking about its answer; a person's offer has it think anew, and reply."""
    table = await seat_1_on_turn(house)
    offered: list[bool] = []

    async def before(thought: Any) -> None:
        if not thought.free and not offered:
            offered.append(True)
            await asyncio.wait_for(offer(table, 1, gives=0), 5)

    with novices(only("decline"), PAPAM):
        house.minds = Aloud(before)
        before_ = len(await moves_of(table))
        for _ in range(2):
            assert await bots.play_one(house)
        kinds = [(action.seat, action.move["type"]) for action in (await table.actions())[before_ + 1 :]]
    assert kinds == [(0, "offer"), (1, "decline")]
