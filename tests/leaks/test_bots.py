"""Bots at the tables: how long they wait, and what they get."""

from app.house import House
from tests.leaks import bot_checks


async def test_a_bots_pause_knows_no_hand(house: House) -> None:
    await bot_checks.the_pause_knows_no_hand(house)


async def test_a_bot_is_told_what_its_seat_may_see(house: House) -> None:
    await bot_checks.a_bot_is_told_what_its_seat_may_see(house)
