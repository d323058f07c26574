"""The fuzz: so many requests at tables in each status, and after each of them what must hold."""

import random
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI

from app.house import House
from games import GAMES
from games.kernel.contract import decode
from tests.fuzz.hidden import KEPT, Witness
from tests.fuzz.house import Counted, rows
from tests.fuzz.rooms import STATUSES, Room, furnish
from tests.fuzz.sending import Sender, Told

QUICK = ("pope-or-nope",)
"""Games that are played to their end where there is no time to play all of them."""
LIVELY = {"playing": 5, "shared": 3}
"""Where there is most to do, more is sent."""
RENEWED = 250
"""Requests after which tables that have left their status are opened anew."""
SENTENCE = re.compile(r"[.!?]$")
REFUSED = re.compile(r'role="alert"[^>]*>\s*(?:<[^>]+>\s*)*([^<]+)')
BAD = re.compile(r"Traceback|File \"/|sqlalchemy|asyncpg")
MARKUP = "<script>alert"
"""What is no markup, wherever it is repeated."""
AWAY = (1011, 1012)


@dataclass
class Summary:
    """What came of a fuzz."""

    by_status: Counter[str] = field(default_factory=Counter)
    reached: Counter[str] = field(default_factory=Counter)
    slowest: list[tuple[float, str]] = field(default_factory=list)
    found: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def __str__(self) -> str:
        asked = ", ".join(f"{status}: {number}" for status, number in sorted(self.by_status.items()))
        slow = "\n".join(f"  {seconds * 1000:6.0f} ms  {what[:100]!r}" for seconds, what in self.slowest)
        found = "\n".join(f"  {one}" for one in self.found) or "  nothing"
        routes = "\n".join(f"  {number:7} {route}" for route, number in sorted(self.reached.items()))
        return (
            f"{self.by_status.total()} requests, {self.seconds:.0f} s of one core\nby status: {asked}\n"
            f"routes reached:\n{routes}\nslowest:\n{slow}\nfound:\n{found}"
        )


class Fuzz:
    """Sends and looks. `whole`: tables of every game in every status, not only of one."""

    def __init__(self, app: FastAPI, seed: int, whole: bool) -> None:
        self.house: House = app.state.house
        self.app = Counted(app)
        self.chance = random.Random(seed)
        self.summary = Summary(reached=self.app.reached)
        self.rooms: list[Room] = []
        self._sender = Sender(self.chance, self.app.taking("POST"))
        self._whole = whole
        self._before: dict[str, Any] = {}
        self._witness = Witness(self.house)

    async def run(self, requests: int) -> Summary:
        """So many requests; then all go home."""
        await self._furnish()
        began = time.process_time()
        with self._witness.listening():
            for number in range(requests):
                if number % RENEWED == RENEWED - 1:
                    await self._renew()
                await self._one(*self.chance.choices(self.rooms, [LIVELY.get(room.status, 1) for room in self.rooms]))
                self.summary.seconds = time.process_time() - began
        for room in self.rooms:
            await room.close()
        return self.summary

    async def _furnish(self) -> None:
        for status in STATUSES:
            games = [game for game in GAMES if self._has(game, status)]
            for game in games if self._whole else games[:2]:
                self.rooms.append(await furnish(self.app, self.house, game, status))

    def _has(self, game: str, status: str) -> bool:
        """Whether there is such a table: a companion is on everybody's own device, and ends when people say so."""
        if status == "over" and not self._whole:
            return game in QUICK
        return status not in ("shared", "over") or not GAMES[game].companion

    async def _renew(self) -> None:
        for at, room in enumerate(self.rooms):
            (now,) = await rows(self.house, "SELECT status FROM tables WHERE code = :code", code=room.code)
            if now.status != {"locked": "lobby", "shared": "playing"}.get(room.status, room.status):
                await room.close()
                self.rooms[at] = await furnish(self.app, self.house, room.game, room.status)

    async def _one(self, room: Room) -> None:
        before = self._before.get(room.code) or await self._kept(room)
        began = time.perf_counter()
        told = await self._sender.one(room)
        self._count(told, time.perf_counter() - began)
        for read in self._sender.read:
            for leak in self._witness.look(read, room, before):
                self._find(leak, read)
        self._before[room.code] = after = await self._kept(room)
        self._look(told, room, before, after)

    def _count(self, told: Told, seconds: float) -> None:
        self.summary.by_status[f"{told.asked} {told.status}"] += 1
        self.summary.slowest = sorted([*self.summary.slowest, (seconds, told.what)], reverse=True)[:5]

    async def _kept(self, room: Room) -> Any:
        """All that is kept of the table, but for what a mere look may change."""
        (row,) = await rows(self.house, KEPT, code=room.code)
        return row

    def _look(self, told: Told, room: Room, before: Any, after: Any) -> None:
        """What must hold after each request: no failure, a sentence for each refusal, and a table that is whole."""
        if told.status >= 500 and told.status not in range(4400, 4500) and told.status not in (1000, 1001, 1008, 1013):
            self._find("failed", told)
        elif 400 <= told.status < 500 and told.asked not in ("HEAD", "WS") and not _is_told(told):
            self._find("no sentence", told)
        if told.status >= 400 and before != after:
            self._find("refused, and changed", told)
        if BAD.search(told.text) or ("text/html" in told.headers.get("content-type", "") and MARKUP in told.text):
            self._find("shows its inside", told)
        if after.state is not None and after.state != before.state:
            self._check(told, room, after)
        for leak in self._witness.look(told, room, after):
            self._find(leak, told)

    def _check(self, told: Told, room: Room, row: Any) -> None:
        game = GAMES[room.game]
        try:
            game.check(decode(game, row.state, row.schema))
        except Exception as error:
            self._find(f"broke the game ({error})", told)

    def _find(self, what: str, told: Told) -> None:
        self.summary.found.append(
            f"{what}: {told.status} {told.what[:200]!r} by {told.who.role}: {told.sent[:400]!r} {told.text[-300:]!r}"
        )


def _is_told(told: Told) -> bool:
    """Whether a refusal is a sentence, on a page, in a fragment or in a document."""
    if told.headers.get("content-type", "").startswith("application/problem+json"):
        return (
            told.text.count('"message":"') == 1
            and SENTENCE.search(told.text.partition('"message":"')[2].partition('","')[0]) is not None
        )
    return re.search(r"[.!?][”“’)]?\s*<", told.text) is not None
