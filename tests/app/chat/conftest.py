"""Guests who talk at a table of Pope or Nope."""

import re
from html import unescape
from itertools import count
from typing import Any
from uuid import UUID

import httpx
from sqlalchemy import insert, select

from app.database import chat
from app.house import House
from tests.app.conftest import Guest, row_of, seats_at

KEYS = count()
WORDS = re.compile(r'<p class="words" dir="auto">(.*?)</p>', re.DOTALL)
TOKEN = re.compile(r'<li id="m-([\w-]+)"')
OPTION = re.compile(r'<option value="(\w+)" id="to-\w+">only to (.*?)</option>')
UNREAD = re.compile(r'id="chat-unread">(.*?)</span>', re.DOTALL)


async def say(guest: Guest, code: str, words: str, **fields: Any) -> httpx.Response:
    """Says it, as the page does; with a key of its own, if none is given."""
    given = {"key": f"k{next(KEYS)}", "words": words, **fields}
    return await guest.send_form(f"/t/{code}/chat", htmx=True, **given)


async def page(guest: Guest, path: str) -> str:
    """A page, which must be there."""
    answer = await guest.get(path)
    assert answer.status_code == 200, answer.text
    return answer.text


async def heard(guest: Guest, code: str) -> list[str]:
    """The words on the guest's page of the table, in order."""
    return [unescape(words) for words in WORDS.findall(await page(guest, f"/t/{code}"))]


async def tokens(guest: Guest, code: str) -> list[str]:
    """What the guest's page calls its messages by, in order."""
    return TOKEN.findall(await page(guest, f"/t/{code}"))


async def called(guest: Guest, code: str, name: str) -> str:
    """What the guest's page calls this player by."""
    found = {unescape(name): handle for handle, name in OPTION.findall(await page(guest, f"/t/{code}"))}
    return found[name]


async def unread(guest: Guest, code: str) -> str:
    """What the badge says."""
    found = UNREAD.search(await page(guest, f"/t/{code}"))
    assert found is not None
    return found[1].partition("<")[0].strip()


async def gather(*guests: Guest) -> str:
    """The first guest opens a table, the others sit down: Livia, Teo, Kofi."""
    code = await guests[0].open_table(name="Livia")
    for guest, name in zip(guests[1:], ("Teo", "Kofi"), strict=False):
        assert (await guest.join(code, name)).status_code == 303
    return code


async def kept(house: House) -> list[Any]:
    """All rows of the chat, in order."""
    async with house.engine.connect() as connection:
        return list(await connection.execute(select(chat).order_by(chat.c.id)))


async def fill(house: House, code: str, number: int) -> None:
    """So many messages by the first seat, straight into the database."""
    table, host = await row_of(house, code), (await seats_at(house, code))[0]
    async with house.engine.begin() as connection:
        numbers = range(number)
        line = {"table_id": table.id, "player_id": host.player_id, "private": False, "name": host.name}
        made = [{**line, "token": _token(at), "words": f"word {at}", "key": f"f{at}"} for at in numbers]
        for start in range(0, number, 1000):
            await connection.execute(insert(chat), made[start : start + 1000])


def _token(at: int) -> UUID:
    return UUID(int=at + 1)
