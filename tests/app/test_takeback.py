"""Taking the last move back: who may and until when, what it leaves, and that a spent key stays spent."""

import asyncio
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import select

from app.database import actions
from app.house import House
from app.identity.service import Player
from app.problems import Conflict, Gone, NoSuchTable, NotYours
from app.tables import questions, seating, service, store, takeback
from games.kernel.bots import at_random
from tests.app.conftest import Guest, everything, row_of, seats_at
from tests.app.tables.conftest import Seated, house, same  # noqa: F401 - a fixture
from tests.app.tables.test_moves import lay, opened


def does(tag: str) -> Any:
    """Chooses this kind of move; the first one."""
    return lambda choices, chance: (next(choice for choice in choices if choice.move == tag), {})


async def passed(house: House) -> tuple[Seated, int]:  # noqa: F811
    """A table of two at which somebody has just passed, and that seat."""
    table = await opened(house, 2)
    (seat,) = await table.deciders()
    await table.move(seat, does("pass"))
    return table, seat


async def back(table: Seated, seat: int) -> int:
    return await takeback.take_back(table.house, table.code, Player(table.people[seat], f"P{seat}"))


async def test_the_table_is_as_before_but_for_the_log_and_the_numbers(house: House) -> None:  # noqa: F811
    table = await opened(house, 2)
    before = await table.row()
    (seat,) = await table.deciders()
    ticket = await table.ticket(seat, does("pass"))
    version = await service.submit(house, table.code, table.people[seat], ticket)
    assert await back(table, seat) == version + 1
    after = await table.row()
    assert same(after.state, before.state)
    asked, now = (questions.read(row.questions).asked for row in (before, after))
    assert now.keys() == asked.keys() == {seat}
    assert now[seat].id == version + 1 > asked[seat].id, "ids are never used again"
    assert after.log_length > before.log_length + 1, "what was taken back stays in the log, and so does that it was"
    told = (await table.actions())[-1].events[-1]["public"]
    assert told["key"] == "house.takenback"
    assert told["arguments"] == {"who": seat, "first": before.log_length + 1, "last": after.log_length - 1}
    assert await service.submit(house, table.code, table.people[seat], ticket) == version, "its key is spent"
    assert same((await table.row()).state, before.state)
    await table.move(seat, does("pass"))
    assert not same((await table.row()).state, before.state)


async def test_once_and_by_the_one_who_moved(house: House) -> None:  # noqa: F811
    table, seat = await passed(house)
    with pytest.raises(Conflict, match="no move to take back"):
        await back(table, 1 - seat)
    done = await asyncio.gather(*[back(table, seat) for _ in range(3)], return_exceptions=True)
    assert sum(isinstance(one, int) for one in done) == 1
    with pytest.raises(Conflict):
        await back(table, seat)


async def test_not_after_another_has_acted(house: House) -> None:  # noqa: F811
    table, seat = await passed(house)
    await table.move(1 - seat)
    with pytest.raises(Conflict):
        await back(table, seat)


async def test_not_an_answer_to_a_question_that_several_are_asked(house: House) -> None:  # noqa: F811
    table = await opened(house, 3)
    assert questions.read((await table.row()).questions).back is None


async def test_not_a_card_that_was_shown(house: House) -> None:  # noqa: F811
    for _ in range(4):
        table = await opened(house, 3)
        (seat,) = await table.deciders()
        await table.move(seat, at_random)
        last = (await table.actions())[-1].move["type"]
        assert (questions.read((await table.row()).questions).back == seat) == (last == "pass")


async def test_what_the_house_tells_in_between_changes_nothing(house: House) -> None:  # noqa: F811
    table, seat = await passed(house)
    other = Player(table.people[1 - seat], "P")
    await seating.get_up(house, table.code, other)
    await seating.sit_down_again(house, table.code, other)
    await back(table, seat)
    assert await table.deciders() == [seat]


async def test_what_a_bot_did_that_sat_in_is_not_the_owners_to_take_back(house: House) -> None:  # noqa: F811
    table = await opened(house, 2)
    (seat,) = await table.deciders()
    owner = Player(table.people[seat], f"P{seat}")
    ticket = await table.ticket(seat, does("pass"))
    await seating.get_up(house, table.code, owner)
    async with house.engine.begin() as connection:
        row = await store.lock(connection, table.code)
        await service.carry_out(house, connection, row, await store.seats_of(connection, row.id), seat, ticket)
    await seating.sit_down_again(house, table.code, owner)
    with pytest.raises(Conflict, match="no move to take back"):
        await back(table, seat)


async def test_strangers_lobbies_and_ended_tables(house: House) -> None:  # noqa: F811
    table, seat = await passed(house)
    with pytest.raises(NotYours):
        await takeback.take_back(house, table.code, Player(uuid4(), "X"))
    with pytest.raises(NoSuchTable):
        await takeback.take_back(house, "FUMUS-ALBA-ROTA-27", Player(table.people[seat], "X"))
    await table.play(3000)
    with pytest.raises((Conflict, Gone)):
        await back(table, seat)


async def test_the_page_offers_it_to_whoever_moved_last_alone(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await livia.open_table(name="Livia")
    await teo.join(code, "Teo")
    await kofi.send_form(f"/t/{code}/watch", name="Kofi")
    await livia.do(code, "start", sure="yes")
    table = Seated(livia.house, code, [row.player_id for row in await seats_at(livia.house, code)])
    for seat in range(2):
        await table.move(seat, lay(None))
    (seat,) = await table.deciders()
    await table.move(seat, does("pass"))
    people = (livia, teo)
    offer = f'action="/t/{code}/takeback"'
    assert offer in (await people[seat].get(f"/t/{code}")).text
    for other in (people[1 - seat], kofi):
        assert offer not in (await other.get(f"/t/{code}")).text
        kept = await everything(livia.house)
        assert (await other.send_form(f"/t/{code}/takeback")).status_code in (403, 409)
        assert await everything(livia.house) == kept
    answer = await people[seat].send_form(f"/t/{code}/takeback")
    assert answer.status_code == 303
    page = (await people[seat].get(f"/t/{code}")).text
    assert offer not in page
    assert "takes the last move back" in page
    assert 'class="takes-back" data-first=' in page
    assert (await row_of(livia.house, code)).status == "playing"
    async with livia.house.engine.connect() as connection:
        assert len((await connection.execute(select(actions))).all()) == 5
