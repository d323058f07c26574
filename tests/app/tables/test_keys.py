"""A move's key is the sender's to choose, but for those that the house will use itself: whoever spent them first would
hold up the own seat's forms, the bot that sits in, and the clock, and with it the whole table."""

import msgspec
import pytest

from app.house import House
from app.identity.service import Player
from app.problems import KeyReused, Malformed
from app.tables import bots, seating, service
from tests.app.tables.clocks import clocked, passes, play_late
from tests.app.tables.conftest import Seated, dealt
from tests.app.tables.test_moves import lay


async def send(table: Seated, key: str, seat: int = 0) -> int:
    """A legal answer under this key."""
    ticket = msgspec.structs.replace(await table.ticket(seat, lay(None)), key=key)
    return await service.submit(table.house, table.code, table.people[seat], ticket)


@pytest.mark.parametrize("key", ["m1", "m2", "m007", "m99999999999999999999999", "late-0", "late-1", "late-99"])
async def test_keys_to_come_are_the_house_s_own(house: House, key: str) -> None:
    table = await dealt(house, 3)
    before = await table.row()
    with pytest.raises(Malformed, match="The house will use this key itself"):
        await send(table, key)
    assert await table.row() == before
    await send(table, "m0")


@pytest.mark.parametrize("key", ["m", "mm1", "m1x", "M1", "m-1", "lat", "late", "late-", "late-x", "Late-1", "m0"])
async def test_all_others_may_be_chosen_and_count_once(house: House, key: str) -> None:
    table = await dealt(house, 3)
    ticket = msgspec.structs.replace(await table.ticket(0, lay(None)), key=key)
    first = await service.submit(house, table.code, table.people[0], ticket)
    assert await service.submit(house, table.code, table.people[0], ticket) == first
    with pytest.raises(KeyReused):
        await service.submit(house, table.code, table.people[0], msgspec.structs.replace(ticket, tag="pass"))


async def test_no_key_holds_up_the_bot_that_sits_in_or_the_clock(house: House) -> None:
    table = await clocked(house)
    for key in ("m1", "m2", f"late-{(await table.ticket(0)).question}"):
        with pytest.raises(Malformed):
            await send(table, key)
    await seating.get_up(house, table.code, Player(table.people[0], "P0"))
    await passes(house, seconds=61)
    assert await play_late(house) == 2
    while await bots.play_one(house):
        pass
    assert 0 not in await table.deciders()
