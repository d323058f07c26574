"""What is hidden leaves by nothing that is written down, and by no answer, not even where the house fails; and the
look that says so finds what is planted."""

import contextlib
import logging
import random
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Any

import httpx
import msgspec
import pytest
from fastapi import FastAPI
from prometheus_client import REGISTRY, Counter
from sqlalchemy import text

from app import refusals
from app.tables import bots, questions
from games import GAMES
from tests.fuzz import values
from tests.fuzz.failing import GAME, HONEST, PLACES, Plant
from tests.fuzz.hidden import KEPT, Witness, cards_of, seeds_of
from tests.fuzz.house import HOST, Person, open_house, rows
from tests.fuzz.rooms import Room, furnish
from tests.fuzz.sending import Sender, Told, hear

JSON = {"content-type": "application/json"}


@pytest.fixture
async def app(database_url: str) -> AsyncIterator[FastAPI]:
    """The house."""
    made = open_house(database_url)
    yield made
    await made.state.house.engine.dispose()


@pytest.fixture
async def room(app: FastAPI) -> AsyncIterator[Room]:
    """A game in which everybody holds something."""
    made = await furnish(app, app.state.house, GAME, "playing")
    yield made
    await made.close()


class Failing:
    """A table at which everybody does what can be done, while something is planted in the house."""

    def __init__(self, app: FastAPI, room: Room) -> None:
        self.house = app.state.house
        self.room = room
        self.witness = Witness(self.house)
        self._sender = Sender(random.Random(1))

    async def leaks(self, monkeypatch: pytest.MonkeyPatch, plant: Plant) -> list[str]:
        """What is found, each in a sentence."""
        row = await self.row()
        move = bots.simple_answer(row, self._asked(row))
        answer = {"question": move.question, "move": move.move, "key": "k1"}
        found: list[str] = []
        with self.witness.listening():
            plant(monkeypatch)
            for person in self.room.everybody():
                async for told in self._all(person, answer):
                    found += self.witness.look(told, self.room, await self.row())
            await self._let_a_bot_move(row)
            found += self.witness.look(replace(told, text=""), self.room, row)
        return found

    @staticmethod
    def _asked(row: Any) -> int:
        return min(questions.read(row.questions).asked)

    async def row(self) -> Any:
        """The table, with who sits where."""
        return (await rows(self.house, KEPT, code=self.room.code))[0]

    async def _all(self, person: Person, answer: dict[str, Any]) -> AsyncIterator[Told]:
        """Pages and documents, a good move and bad ones, and a socket that is sent a frame."""
        code, key = self.room.code, {"authorization": f"Bearer {person.key}"}
        for path in (f"/t/{code}", f"/t/{code}/replay", f"/api/tables/{code}"):
            yield await self._sender.send(person, "GET", path)
        for move in ("pass", "open", "play"):
            fields = {"key": f"k{move}", "question": "1", "move": move, "deed": "", "card": "NOPE"}
            yield await self._sender.post(person, f"/t/{code}/moves", fields)
            yield await self._sender.post(person, f"/t/{code}/preview", fields)
        body = values.written(answer)
        yield await self._sender.send(person, "POST", f"/api/tables/{code}/moves", body, {**JSON, **key})
        headers = {"host": HOST, "origin": f"http://{HOST}", "cookie": person.cookie}
        heard = await hear(person, f"/t/{code}/live", "page=table", headers, None)
        ends = [message["code"] for message in heard if message.get("code", 1000) != 1000]
        yield Told(person, f"WS /t/{code}/live", "", (*ends, 101)[0], str(heard), httpx.Headers(), "WS")

    async def _let_a_bot_move(self, row: Any) -> None:
        seat = self._asked(row)
        async with self.house.engine.begin() as connection:
            sit = "UPDATE seats SET bot = 'novice', player_id = NULL WHERE table_id = :id AND number = :seat"
            await connection.execute(text(sit), {"id": row.id, "seat": seat})
            await connection.execute(
                text("UPDATE tables SET bot_due = now(), bot_lease = NULL WHERE id = :id"), {"id": row.id}
            )
        with contextlib.suppress(Exception):
            await bots.play_one(self.house)


@pytest.mark.parametrize("place", PLACES)
async def test_a_failure_in_any_place_tells_nothing_hidden(
    app: FastAPI, room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, place: str
) -> None:
    failing = Failing(app, room)
    row = await failing.row()
    assert len(seeds_of(row)) == 10, "seed and key, in five ways"
    assert cards_of(row, None), "something is in hands that watchers don't see"
    assert await failing.leaks(monkeypatch, PLACES[place]) == []
    assert "failed" in caplog.text, "and where it failed is written down"


def _the_words_of_errors_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    PLACES["resolve"](monkeypatch)
    logging.setLogRecordFactory(logging.LogRecord)


def _details_of_the_database_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    PLACES["a row that is refused"](monkeypatch)
    logging.setLogRecordFactory(logging.LogRecord)


def _refusals_tell_the_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    PLACES["view"](monkeypatch)
    monkeypatch.setattr(refusals, "_unforeseen", lambda error: refusals.Unwell(str(error)))


def _everybody_sees_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = msgspec.structs.replace(HONEST, view=lambda state, _: HONEST.view(state, 0))
    monkeypatch.setitem(GAMES, GAME, shown)


def _figures_name_what_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = Counter("planted", "moves by what the seat holds", ["holds"], registry=None)
    REGISTRY.register(figure)
    monkeypatch.setattr(REGISTRY, "planted", figure, raising=False)
    honest = HONEST.resolve

    def resolve(state: Any, seat: int, move: Any) -> Any:
        figure.labels(" ".join(state.hands[seat].cards)).inc()
        return honest(state, seat, move)

    monkeypatch.setitem(GAMES, GAME, msgspec.structs.replace(HONEST, resolve=resolve))


@pytest.fixture
def _as_before() -> Iterator[None]:
    """Planted things are taken out again."""
    kept, figures = logging.getLogRecordFactory(), set(REGISTRY._collector_to_names)
    yield
    logging.setLogRecordFactory(kept)
    for figure in set(REGISTRY._collector_to_names) - figures:
        REGISTRY.unregister(figure)


LEAKS: dict[str, tuple[Plant, str]] = {
    "words of errors": (_the_words_of_errors_are_written, "is written down"),
    "details of the database": (_details_of_the_database_are_written, "is written down"),
    "a refusal with the failure": (_refusals_tell_the_failure, "is told in a refusal"),
    "an answer with a hand": (_everybody_sees_a_hand, "is told in an answer"),
    "a figure by hands": (_figures_name_what_is_asked, "is written down"),
}


@pytest.mark.usefixtures("_as_before")
@pytest.mark.parametrize("planted", LEAKS)
async def test_a_planted_leak_is_found(app: FastAPI, room: Room, monkeypatch: pytest.MonkeyPatch, planted: str) -> None:
    plant, says = LEAKS[planted]
    assert any(says in leak for leak in await Failing(app, room).leaks(monkeypatch, plant))
