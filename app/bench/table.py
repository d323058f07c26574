"""Four guests at one table who play at random, game after game, each move when the last one has reached everybody.

The table's position is kept here too, move by move, so that what is sent is always legal, and nothing is asked of the
house that a browser would not ask.
"""

import asyncio
import time
from datetime import UTC, datetime

import msgspec
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bench.browser import Browser, Form, RefusedError
from app.tables import questions, store
from app.tables.questions import Questions
from games import GAMES
from games.kernel.bots import Asked, random_bot
from games.kernel.choices import Filled
from games.kernel.contract import State, decode
from games.kernel.dice import Cup, dice_from
from games.kernel.events import Seat

NAMES = ("Ada", "Bea", "Cem", "Dov")
PUSH_SECONDS = 30.0
"""Seconds after which a push that hasn't come counts as lost, and the run as failed."""


class Position(msgspec.Struct):
    """A table as it stands."""

    code: str
    state: State
    version: int
    asked: Questions


class Table:
    """The guests, and what their moves took: `waits` in seconds from POST to the last socket."""

    def __init__(self, number: int, slug: str, host: str, port: int, engine: AsyncEngine) -> None:
        self.moves = 0
        self.waits: list[float] = []
        self._game = GAMES[slug]
        self._chance = Cup(dice_from(number.to_bytes(32, "big"), "bench"))
        self._engine = engine
        self._guests = [Browser(host, port, self._pushed) for _ in NAMES]
        self._position: Position | None = None
        self._expected = 0
        self._all_have_it: asyncio.Future[float] | None = None

    async def play(self, end: float) -> None:
        """Plays until this moment of `time.perf_counter`, and opens another table whenever a game is over."""
        while time.perf_counter() < end:
            if self._position is None or self._game.result(self._position.state) is not None:
                self._position = await self.open()
            await self._move(self._position)

    async def open(self) -> Position:
        """A new table with everybody at it, dealt, and every page open."""
        host, *others = self._guests
        code = (await host.post("/tables", {"game": self._game.slug, "name": NAMES[0]})).removeprefix("/t/")
        for guest, name in zip(others, NAMES[1:], strict=True):
            await guest.post(f"/t/{code}/join", {"name": name})
        await host.post(f"/t/{code}/lobby/start", {"sure": "yes"})
        position = await self._dealt(code)
        self._expect(position.version)
        for guest in self._guests:
            await guest.watch(f"/t/{code}/live?since=0&page=table")
        await self._arrived()
        return position

    def start_counting(self) -> None:
        """Forgets what was counted until now."""
        self.moves, self.waits = 0, []
        for guest in self._guests:
            guest.sizes.clear()

    async def close(self) -> None:
        """Everybody leaves."""
        for guest in self._guests:
            await guest.close()

    @property
    def push_sizes(self) -> list[int]:
        """How many bytes each push had."""
        return [size for guest in self._guests for size in guest.sizes]

    async def _dealt(self, code: str) -> Position:
        async with self._engine.connect() as connection:
            row = await store.find(connection, code)
        if row is None or row.state is None:
            raise AssertionError(f"{code} was not dealt")
        return Position(code, decode(self._game, row.state, row.schema), row.version, questions.read(row.questions))

    async def _move(self, position: Position) -> None:
        deciders = self._game.deciders(position.state)
        seat = deciders[self._chance.below(len(deciders))]
        choice, filled = random_bot.answer(Asked(self._game, position.state, seat), self._chance)
        form = _form(position.asked, seat, choice.move, filled)
        outcome = self._game.resolve(position.state, seat, self._game.move(choice.move, filled))
        told = bool(outcome.events)
        self._follow(position, seat, outcome.state, told)
        await self._send(seat, position, form, told and self._game.result(outcome.state) is None)

    def _follow(self, position: Position, seat: Seat, state: State, told: bool) -> None:
        position.state = state
        position.version += told
        now = datetime.now(UTC)
        position.asked = questions.asked_now(self._game, state, position.version, now, position.asked, seat)

    async def _send(self, seat: Seat, position: Position, form: Form, told: bool) -> None:
        """Sends a move, and waits for its push where everybody gets one: a secret choice and the end bring none."""
        began = time.perf_counter()
        if told:
            self._expect(position.version)
        await self._guests[seat].post(f"/t/{position.code}/moves", form)
        self.moves += 1
        if told:
            self.waits.append(await self._arrived() - began)

    def _expect(self, version: int) -> None:
        self._expected = version
        self._all_have_it = asyncio.get_running_loop().create_future()

    async def _arrived(self) -> float:
        """When the last socket had what was expected."""
        if self._all_have_it is None:
            raise AssertionError("nothing is expected")
        try:
            return await asyncio.wait_for(self._all_have_it, PUSH_SECONDS)
        except TimeoutError as error:
            raise RefusedError(f"A move did not reach all four pages within {PUSH_SECONDS:.0f} seconds.") from error

    def _pushed(self) -> None:
        waits = self._all_have_it is not None and not self._all_have_it.done()
        if waits and self._all_have_it and all(guest.version >= self._expected for guest in self._guests):
            self._all_have_it.set_result(time.perf_counter())


def _form(asked: Questions, seat: Seat, move: str, filled: Filled) -> Form:
    """The form that this seat's page would send."""
    fields: Form = {}
    for name, value in filled.items():
        match value:
            case dict():
                fields |= {f"{name}.{key}": str(amount) for key, amount in value.items()}
            case list():
                fields[name] = [str(one) for one in value]
            case _:
                fields[name] = "" if value is None else str(value)
    return {"question": str(asked.asked[seat].id), "key": asked.key(seat), "move": move, "sure": "yes", **fields}
