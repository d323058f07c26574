"""Bots that think in the test's own process, where it may hand them a game of its own and look over their shoulder."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import msgspec

from app.tables import thinking
from app.tables.thinking import Fault, Meant, Minds, Thought
from games import GAMES
from games.kernel.bots import Bot


class Aloud(Minds):
    """Thinks at once, in nobody else's process; `before` is called with each thought."""

    def __init__(self, before: Callable[[Thought], Any] | None = None) -> None:
        super().__init__(2, 0.01)
        self.thoughts: list[Thought] = []
        self._before = before

    async def think(self, thought: Thought) -> Meant | Fault | None:
        self.thoughts.append(thought)
        if self._before is not None:
            await self._before(thought)
        return thinking.think(thought)


@contextmanager
def novices(bot: Bot, slug: str = "pope-or-nope") -> Iterator[None]:
    """In the block this bot is the game's novice."""
    game = GAMES[slug]
    with patch.dict(GAMES, {slug: msgspec.structs.replace(game, bots={**game.bots, "novice": bot})}):
        yield
