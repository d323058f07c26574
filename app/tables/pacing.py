"""When bots move: after a pause drawn from chance alone, before anybody has looked at a hand."""

import secrets
from collections.abc import Collection, Sequence
from datetime import timedelta

from app.config import Settings
from app.tables.questions import Questions
from app.tables.store import SeatRow, TableRow
from games.kernel.contract import Game
from games.kernel.events import Seat

PACES = {"brisk": 0.5, "calm": 1.0, "slow": 2.5}
"""The table's pace -> how many times the house's own pause (BOT_PAUSE) its bots wait."""
TIME_TO_REPLY = 10
"""How many pauses a bot waits after an offer of its own before it goes on, so that people can reply."""


def pause(settings: Settings, pace: str) -> timedelta:
    """A short human pause that depends on nothing but chance."""
    low, high = settings.bot_pause
    return timedelta(seconds=PACES[pace] * (low + (high - low) * secrets.randbelow(1000) / 1000))


def is_kept(table: TableRow, before: Questions, after: Questions, bots: Collection[Seat]) -> bool:
    """Whether the bots' next moment can stay what it was: a bot is still asked what it was asked before."""
    still = {seat for seat, asked in after.asked.items() if asked == before.asked.get(seat)}
    return table.bot_due is not None and bool(still & set(bots))


def volunteers(game: Game, seats: Sequence[SeatRow], asked: Questions) -> list[SeatRow]:
    """The bots that may still make a free move on this turn, where their kind ever does: at most one a turn."""
    spent = set(asked.volunteered)
    return [row for row in seats if row.bot is not None and row.number not in spent and _ever(game, row.bot)]


def _ever(game: Game, level: str) -> bool:
    bot = game.bots.get(level)
    return bot is not None and bot.volunteer is not None
