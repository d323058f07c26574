"""Tables in each status, and who is there: host, player, watcher, stranger; each with a program's key, if seated."""

import itertools
import secrets
from dataclasses import dataclass
from typing import Any

from app.house import House
from app.tables import bots, questions, service
from games import GAMES
from tests.fuzz.house import Person, rows

STATUSES = ("lobby", "locked", "playing", "shared", "over", "ended")
"""`locked`: a lobby with a password. `shared`: a game with two of its seats on one device."""
ROLES = ("host", "player", "watcher", "stranger")
PASSWORD = "cum clave intus"
WORDS = "tu es Petrus et super hanc petram"
LONGEST_GAME = 3000
"""Moves after which a game at random is let be, whatever its status."""

_numbers = itertools.count(1)


@dataclass
class Room:
    """One table and its people."""

    game: str
    status: str
    code: str
    people: dict[str, Person]

    def everybody(self) -> list[Person]:
        """All who may call here."""
        return list(self.people.values())

    async def close(self) -> None:
        """All go home."""
        for person in self.people.values():
            await person.aclose()


async def furnish(app: Any, house: House, game: str, status: str) -> Room:
    """A new table of this game, brought to this status by the forms of its people."""
    people = {role: Person(app, role, f"10.7.{next(_numbers) % 250}.9") for role in ROLES}
    host = people["host"]
    answer = await _send(host, "/tables", game=game, name="Livia")
    room = Room(game, status, answer.headers["location"].removeprefix("/t/"), people)
    await _fill(room)
    if status == "locked":
        await _send(host, f"/t/{room.code}/lobby/settings", password=PASSWORD)
    if status in ("playing", "shared", "over"):
        await _send(host, f"/t/{room.code}/lobby/start", sure="yes")
    if status in ("playing", "shared"):
        await play(house, room.code, secrets.randbelow(30))
    if status == "over":
        await play(house, room.code, LONGEST_GAME)
    if status == "ended":
        await _send(host, f"/t/{room.code}/lobby/end", sure="yes")
    return room


async def _fill(room: Room) -> None:
    host, code, least = room.people["host"], room.code, GAMES[room.game].seats[0]
    await _send(room.people["player"], f"/t/{code}/join", name="Teo")
    await _send(room.people["watcher"], f"/t/{code}/watch", name="Vera")
    await room.people["stranger"].get("/")
    if room.status == "shared":
        await _send(host, f"/t/{code}/lobby/beside", name="Nonna")
    for _ in range(0 if GAMES[room.game].companion else max(0, least - 2)):
        await _send(host, f"/t/{code}/lobby/bot", bot="novice")
    await _send(host, f"/t/{code}/lobby/words", words=WORDS)
    await _send(host, f"/t/{code}/chat", words="Salvete", key=secrets.token_hex(8))
    for role in ("host", "player"):
        answer = await room.people[role].post(f"/api/tables/{code}/key")
        room.people[role].key = answer.json().get("key", "")


async def _send(person: Person, path: str, **fields: str) -> Any:
    answer = await person.post(path, data=fields)
    assert answer.status_code in (200, 204, 303), (path, answer.status_code, answer.text)
    return answer


async def play(house: House, code: str, moves: int) -> None:
    """So many moves at random, by whoever is asked; a companion, which asks nobody, stays as it is."""
    for _ in range(moves):
        (row,) = await rows(house, "SELECT * FROM tables WHERE code = :code", code=code)
        asked = questions.read(row.questions).asked if row.status == "playing" else {}
        if not asked:
            return
        there = "SELECT number, player_id FROM seats WHERE table_id = :id AND player_id IS NOT NULL"
        people = {who.number: who.player_id for who in await rows(house, there, id=row.id)}
        seat = min(asked, key=lambda seat: seat not in people)
        if seat in people:
            await service.submit(house, code, people[seat], bots.simple_answer(row, seat))
        else:
            await bots.play_one(house)
