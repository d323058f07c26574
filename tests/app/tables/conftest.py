"""Tables made straight in the database, and people who sit at them, for tests of the one writer."""

import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import insert, select

from app.database import actions, players, seats, tables
from app.house import House
from app.main import open_house
from app.tables import questions, service, store
from app.tables.service import Ticket
from games import GAMES
from games.kernel.bots import Asked, at_random
from games.kernel.contract import decode, encode
from games.kernel.dice import Cup, dice_from
from tests.app.tables.aloud import Aloud
from tests.served import settings


@dataclass
class Seated:
    """A table in play and its people, in the order of their seats."""

    house: House
    code: str
    people: list[UUID]

    async def row(self) -> Any:
        """The table's row."""
        async with self.house.engine.connect() as connection:
            return await store.find(connection, self.code)

    async def ticket(self, seat: int, choose: Any = None) -> Ticket:
        """A legal answer by this seat now; `choose` picks among the open choices."""
        row = await self.row()
        game, open_ = GAMES[row.game], questions.read(row.questions)
        state = decode(game, row.state, row.schema)
        chance = Cup(dice_from(secrets.token_bytes(32)))
        choice, filled = (choose or at_random)(Asked(game, state, seat).answers, chance)
        return Ticket(str(open_.asked[seat].id), choice.move, filled, open_.key(seat))

    async def move(self, seat: int, choose: Any = None) -> int:
        """Plays a legal answer by this seat."""
        return await service.submit(self.house, self.code, self.people[seat], await self.ticket(seat, choose))

    async def deciders(self) -> list[int]:
        """Whom the table waits for."""
        return sorted(questions.read((await self.row()).questions).asked)

    async def play(self, moves: int) -> None:
        """So many moves by whoever is asked."""
        for _ in range(moves):
            waiting = await self.deciders()
            if not waiting:
                return
            await self.move(waiting[0])

    async def actions(self) -> list[Any]:
        """Every action of the table, in order."""
        async with self.house.engine.connect() as connection:
            found = await connection.execute(select(actions).order_by(actions.c.seq))
            return list(found.all())


@pytest.fixture
async def house(database_url: str) -> AsyncIterator[House]:
    """A house without routes: the services on a database of their own."""
    opened = open_house(settings(database_url))
    opened.minds = Aloud()
    yield opened
    await opened.engine.dispose()


async def seat(
    house: House, number: int, bots: tuple[int, ...] = (), slug: str = "pope-or-nope", **options: Any
) -> Seated:
    """A table in its lobby, with so many people; `bots`: seats that a novice holds instead."""
    code = f"TEST-{secrets.token_hex(6).upper()}"
    game = GAMES[slug]
    people = [uuid4() for _ in range(number)]
    async with house.engine.begin() as connection:
        await connection.execute(insert(players), [{"id": id_, "name": f"P{at}"} for at, id_ in enumerate(people)])
        table_id = await connection.scalar(
            insert(tables)
            .values(
                code=code,
                game=game.slug,
                edition=game.edition,
                schema=game.schema,
                options=options,
                status="lobby",
                host_id=people[0],
                chairs=number,
                seed=secrets.token_bytes(32),
            )
            .returning(tables.c.id)
        )
        await connection.execute(
            insert(seats),
            [
                {
                    "table_id": table_id,
                    "number": at,
                    "player_id": None if at in bots else id_,
                    "bot": "novice" if at in bots else None,
                    "name": f"P{at}",
                    "colour": at + 1,
                }
                for at, id_ in enumerate(people)
            ],
        )
    return Seated(house, code, people)


@pytest.fixture
async def seated(house: House) -> Seated:
    """Three people at a table that has begun."""
    return await dealt(house, 3)


async def dealt(
    house: House, number: int, bots: tuple[int, ...] = (), slug: str = "pope-or-nope", **options: Any
) -> Seated:
    """A table that has begun."""
    made = await seat(house, number, bots, slug, **options)
    async with service.changing(house, made.code) as (connection, row):
        await service.start(house, connection, row)
    return made


def same(one: Any, other: Any) -> bool:
    """Whether two States are the same."""
    return encode(one) == encode(other)
