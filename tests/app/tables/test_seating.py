"""Getting up from a running game, coming back, and the rematch."""

import asyncio
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from sqlalchemy import select, update

from app.chat.store import Reader, mute
from app.database import chat_mutes, players, seats, tables
from app.house import House
from app.identity.service import Player
from app.lobby.store import admit, is_kicked
from app.presence.store import arrive
from app.problems import Conflict, NotYours
from app.tables import seating, service, store
from app.tables.chair import pass_the_chair
from tests.app.tables.conftest import Seated, dealt, seat


def player(table: Seated, at: int) -> Player:
    """The person of this seat."""
    return Player(table.people[at], f"P{at}")


async def test_a_bot_sits_in_and_the_seat_stays_the_players(house: House) -> None:
    table = await dealt(house, 3)
    await seating.get_up(house, table.code, player(table, 1))
    async with house.engine.connect() as connection:
        row = (await store.seats_of(connection, (await table.row()).id))[1]
    assert (row.player_id, row.bot) == (table.people[1], seating.STAND_IN)
    assert (await table.row()).bot_due is not None
    assert (await table.actions())[-1].events[0]["public"]["key"] == "house.left"


async def test_whoever_left_comes_back_at_any_time(house: House) -> None:
    table = await dealt(house, 2)
    await seating.get_up(house, table.code, player(table, 1))
    await seating.sit_down_again(house, table.code, player(table, 1))
    assert (await table.row()).bot_due is None
    keys = [action.events[0]["public"]["key"] for action in (await table.actions())[-2:]]
    assert keys == ["house.left", "house.returned"]
    await table.move(1)


async def test_leaving_twice_is_leaving_once(house: House) -> None:
    table = await dealt(house, 2)
    await asyncio.gather(*[seating.get_up(house, table.code, player(table, 1)) for _ in range(3)])
    assert len(await table.actions()) == 2
    assert (await table.row()).version == 2


async def test_coming_back_twice_is_coming_back_once(house: House) -> None:
    table = await dealt(house, 2)
    await seating.get_up(house, table.code, player(table, 1))
    await asyncio.gather(*[seating.sit_down_again(house, table.code, player(table, 1)) for _ in range(3)])
    assert (await table.row()).version == 3


async def test_who_left_moves_again_after_sitting_down(house: House) -> None:
    table = await dealt(house, 2)
    await seating.get_up(house, table.code, player(table, 1))
    with pytest.raises(Conflict, match="A bot plays for you"):
        await table.move(1)
    await seating.sit_down_again(house, table.code, player(table, 1))
    await table.move(1)


async def test_the_chair_passes_to_whoever_sat_down_first(house: House) -> None:
    table = await dealt(house, 3)
    async with house.engine.begin() as connection:
        early = (
            update(seats).where(seats.c.player_id == table.people[2]).values(joined_at=datetime(2020, 1, 1, tzinfo=UTC))
        )
        await connection.execute(early)
    await seating.get_up(house, table.code, player(table, 0))
    assert (await table.row()).host_id == table.people[2]


@pytest.mark.parametrize("status", ["lobby", "playing"])
async def test_the_chair_passes_to_somebody_whose_page_is_open(house: House, status: str) -> None:
    table = await (dealt(house, 4, bots=(2,)) if status == "playing" else seat(house, 4, bots=(2,)))
    async with service.changing(house, table.code) as (connection, row):
        await arrive(connection, uuid4(), (row.id, table.people[3]))
        await pass_the_chair(connection, row, table.people[0])
    assert (await table.row()).host_id == table.people[3]


async def test_the_chair_passes_to_nobody_for_whom_a_bot_plays(house: House) -> None:
    table = await dealt(house, 3)
    await seating.get_up(house, table.code, player(table, 1))
    await seating.get_up(house, table.code, player(table, 0))
    assert (await table.row()).host_id == table.people[2]


async def test_the_last_person_keeps_the_chair(house: House) -> None:
    table = await dealt(house, 2, bots=(1,))
    await seating.get_up(house, table.code, player(table, 0))
    assert (await table.row()).host_id == table.people[0]


async def test_strangers_cant_leave_and_nobody_leaves_a_lobby_this_way(house: House) -> None:
    table, lobby = await dealt(house, 2), await seat(house, 2)
    with pytest.raises(NotYours):
        await seating.get_up(house, table.code, Player(uuid4(), "X"))
    with pytest.raises(Conflict):
        await seating.get_up(house, lobby.code, player(lobby, 0))


async def over(house: House) -> Seated:
    """A table whose game is over."""
    table = await dealt(house, 3, bots=(2,), target=1)
    async with service.changing(house, table.code) as (connection, row):
        await store.save(connection, row.id, status="over", pace="slow")
    return table


async def test_a_rematch_keeps_people_seats_and_rules(house: House) -> None:
    table = await over(house)
    code = await seating.rematch(house, table.code, player(table, 1))
    async with house.engine.connect() as connection:
        again = await store.find(connection, code)
        rows = await store.seats_of(connection, again.id)
    first = await table.row()
    assert (again.status, again.options, again.state, again.pace) == ("lobby", {"target": 1}, None, "slow")
    assert [(row.player_id, row.bot, row.ready) for row in rows] == [
        (table.people[0], None, False),
        (table.people[1], None, True),
        (None, "novice", True),
    ]
    assert first.rematch == code
    assert again.seed != first.seed


async def test_who_asks_for_a_rematch_is_its_host(house: House) -> None:
    table = await over(house)
    assert (await table.row()).host_id == table.people[0]
    code = await seating.rematch(house, table.code, player(table, 1))
    assert await seating.rematch(house, table.code, player(table, 0)) == code
    async with house.engine.connect() as connection:
        assert (await store.find(connection, code)).host_id == table.people[1]


async def test_to_be_led_to_the_rematch_is_no_news(house: House) -> None:
    table = await over(house)
    await seating.rematch(house, table.code, player(table, 1))
    before = await table.row()
    await seating.rematch(house, table.code, player(table, 0))
    assert await table.row() == before


async def test_who_was_sent_away_stays_away_from_the_rematch(house: House) -> None:
    table, sent_away, watcher = await over(house), await dealt(house, 2), await dealt(house, 2)
    one, other = sent_away.people[0], watcher.people[0]
    async with house.engine.begin() as connection:
        await admit(connection, (await table.row()).id, one, kicked=True)
        await admit(connection, (await table.row()).id, other)
    code = await seating.rematch(house, table.code, player(table, 0))
    async with house.engine.connect() as connection:
        again = await store.find(connection, code)
        assert await is_kicked(connection, again.id, one)
        assert await store.is_admitted(connection, again.id, other)


async def test_whom_one_muted_stays_muted_at_the_rematch(house: House) -> None:
    table = await over(house)
    reader, muted = Reader((await table.row()).id, table.people[0]), table.people[1]
    async with house.engine.begin() as connection:
        await mute(connection, reader, muted)
    code = await seating.rematch(house, table.code, player(table, 1))
    async with house.engine.connect() as connection:
        again = (await store.find(connection, code)).id
        kept = [tuple(row) for row in await connection.execute(select(chat_mutes))]
    assert sorted(kept) == sorted([(reader.table_id, table.people[0], muted), (again, table.people[0], muted)])


@pytest.mark.parametrize(
    ("now", "seated"),
    [
        (("Q0", "P1"), ["Q0", "P1", "P2"]),
        (("P1", "Q1"), ["P1", "Q1", "P2"]),  # free by the time
        (("p2", "P1"), ["P0", "P1", "P2"]),  # the bot's
        (("P1", "P0"), ["P0", "P1", "P2"]),
        (("Q", "q"), ["Q", "P1", "P2"]),
    ],
)
async def test_a_rematch_seats_everybody_under_the_newest_name_that_is_free(
    house: House, now: tuple[str, str], seated: list[str]
) -> None:
    table = await over(house)
    async with house.engine.begin() as connection:
        for who, name in zip(table.people, now, strict=False):
            await connection.execute(update(players).where(players.c.id == who).values(name=name))
    code = await seating.rematch(house, table.code, player(table, 1))
    async with house.engine.connect() as connection:
        rows = await store.seats_of(connection, (await store.find(connection, code)).id)
    assert [row.name for row in rows] == seated


async def test_everyone_is_led_to_one_rematch(house: House) -> None:
    table = await over(house)
    codes = await asyncio.gather(*[seating.rematch(house, table.code, player(table, at)) for at in (0, 1)])
    assert codes[0] == codes[1]
    async with house.engine.connect() as connection:
        assert len((await connection.execute(select(tables.c.id))).all()) == 2


async def test_no_rematch_before_the_end_and_none_for_strangers(house: House) -> None:
    playing, ended = await dealt(house, 2), await over(house)
    with pytest.raises(Conflict):
        await seating.rematch(house, playing.code, player(playing, 0))
    with pytest.raises(NotYours):
        await seating.rematch(house, ended.code, Player(uuid4(), "X"))
    await seating.rematch(house, ended.code, player(ended, 0))
    with pytest.raises(NotYours):  # nor do they learn where it is
        await seating.rematch(house, ended.code, Player(uuid4(), "X"))
