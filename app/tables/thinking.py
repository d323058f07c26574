"""Where bots think: in processes of their own, so that no page and no move waits for them. Such a process is the only
place where a bot's code runs, and where it is asked about a State; the bot itself gets `Asked`."""

import asyncio
import os
import signal
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from pathlib import PurePath
from typing import Any, NamedTuple, NoReturn

from app.watching import figures
from games import GAMES
from games.kernel.bots import Asked, Bot, Patience, Taken
from games.kernel.contract import decode
from games.kernel.dice import Cup, dice_from

NICENESS = 10
"""How far thought steps back behind whoever serves pages."""
FRAMES = 6
"""How many lines of code are told of a bot that raised."""


class Thought(NamedTuple):
    """What a bot is to think about: the table's kept state, the seat, its level, and whether it is asked for a free
    move; `chance` is 32 bytes, `seconds` what a search may take."""

    slug: str
    schema: int
    state: bytes
    seat: int
    level: str
    free: bool
    chance: bytes
    seconds: float

    def __repr__(self) -> str:
        return f"Thought({self.slug}, seat={self.seat}, level={self.level}, free={self.free})"


class Meant(NamedTuple):
    """The move that a bot wants to make: its tag, how it is filled, and for a free move what it belongs to."""

    tag: str
    filled: dict[str, Any]
    free: str | None = None


class Fault(NamedTuple):
    """Why a bot has no move: the kind of error, and where it was raised. Never its words: they could tell a hand."""

    kind: str
    where: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " < ".join((self.kind, *reversed(self.where)))


def fault_of(error: BaseException) -> Fault:
    """What may be written down of an error."""
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    where = [f"{'/'.join(PurePath(frame.filename).parts[-3:])}:{frame.lineno} {frame.name}" for frame in frames]
    return Fault(type(error).__name__, tuple(where))


Way = Callable[[Thought], Meant | Fault | None]
"""How a thought is thought."""


def think(thought: Thought) -> Meant | Fault | None:
    """The move of the bot; None: it makes no free move. A bot that raises is a Fault."""
    try:
        return meant_by(thought)
    except Exception as error:
        return fault_of(error)


def meant_by(thought: Thought) -> Meant | None:
    """The same, and whatever the bot raises."""
    game = GAMES[thought.slug]
    state = decode(game, thought.state, thought.schema)
    taken = _taken(game.bots[thought.level], Asked(game, state, thought.seat, Patience(thought.seconds)), thought)
    return None if taken is None else Meant(taken[0].move, taken[1], taken[0].free)


def _taken(bot: Bot, asked: Asked, thought: Thought) -> Taken | None:
    chance = Cup(dice_from(thought.chance))
    if not thought.free:
        return bot.answer(asked, chance)
    return bot.volunteer(asked, chance) if asked.free and bot.volunteer is not None else None


class Minds:
    """So many processes that think, one thought each at a time. They are started when they are needed; one that takes
    too long or has died is replaced, without harm to the others."""

    def __init__(self, number: int, seconds: float, way: Way = think) -> None:
        self.number = number
        self.seconds = seconds
        self._minds = [_Mind(way) for _ in range(number)]
        self._idle: asyncio.LifoQueue[_Mind] = asyncio.LifoQueue()  # the last used are warm
        for mind in self._minds:
            self._idle.put_nowait(mind)

    @property
    def limit(self) -> float:
        """Seconds after which a thought is given up."""
        return self.seconds * 3 + 5

    async def think(self, thought: Thought) -> Meant | Fault | None:
        """What comes of it, when a process has been free for it."""
        mind = await self._idle.get()
        try:
            with figures.THINKING.labels(thought.slug, thought.level).time():
                return await mind.think(thought, self.limit)
        finally:
            self._idle.put_nowait(mind)

    def close(self) -> None:
        """Ends all processes, whatever they think about."""
        for mind in self._minds:
            mind.end()


class _Mind:
    """One process, or none yet."""

    def __init__(self, way: Way) -> None:
        self._way = way
        self._process: ProcessPoolExecutor | None = None
        self._pid: int | None = None

    async def think(self, thought: Thought, limit: float) -> Meant | Fault | None:
        try:
            async with asyncio.timeout(limit):  # `wait_for` may swallow a cancellation (Python 3.11)
                return await self._think(thought)
        except TimeoutError:
            self.end()
            return Fault(f"no answer within {limit:g} seconds")
        except asyncio.CancelledError:
            self.end()  # nobody waits for it any more
            raise

    async def _think(self, thought: Thought) -> Meant | Fault | None:
        for _ in range(2):  # a process that was killed while it rested says nothing against the bot
            try:
                found: Meant | Fault | None = await self._run(self._way, thought)
                return found
            except BrokenProcessPool:
                self.end()
        return Fault("its process died")

    async def _run(self, work: Callable[..., Any], *given: Any) -> Any:
        loop = asyncio.get_running_loop()
        if self._process is None:
            self._process = ProcessPoolExecutor(1, get_context("spawn"), _be_a_mind)
            self._pid = await loop.run_in_executor(self._process, os.getpid)
        return await loop.run_in_executor(self._process, work, *given)

    def end(self) -> None:
        """Ends the process at once."""
        process, pid, self._process, self._pid = self._process, self._pid, None, None
        if process is not None and pid is not None:
            _kill(pid)
        if process is not None:
            process.shutdown(wait=False, cancel_futures=True)


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGTERM)  # its default: whatever Python does just now
    except ProcessLookupError:
        return


def _be_a_mind() -> None:
    """What a new process does first: it steps back behind the server, leaves Ctrl-C to it, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> NoReturn:
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
