"""What Home is given."""

from dataclasses import dataclass
from datetime import datetime

from app.pages.common import Refusal, Status, Visitor


@dataclass(frozen=True)
class GameCard:
    """A game that can be opened. `seats` and `minutes` are least and most. `companion`: to a game played elsewhere."""

    slug: str
    title: str
    tagline: str
    seats: tuple[int, int]
    minutes: tuple[int, int]
    companion: bool = False


@dataclass(frozen=True)
class MyTable:
    """A table at which the visitor has a seat. `news` is how many lines the log has got since the visitor last looked.

    `waiting`: names whom the table waits for (not the visitor's), `beside`: those of them who play on the visitor's
    device; `yours`: it waits for the visitor. `winners` (the
    visitor as "you") and the visitor's `place` only when over, and not where nothing was won: at a `companion`.
    """

    code: str
    slug: str
    title: str
    status: Status
    others: tuple[str, ...]
    yours: bool = False
    beside: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    place: int | None = None
    news: int = 0
    changed: datetime | None = None
    companion: bool = False


@dataclass(frozen=True)
class ListedTable:
    """A table that its host shows to everybody. `host` is None where a password hides who sits there."""

    code: str
    slug: str
    title: str
    host: str | None
    taken: int
    chairs: int
    running: bool
    locked: bool
    watchers: bool


@dataclass(frozen=True)
class HomePage:
    """Home. `older` and `newer`: how many of one's own tables the pages before and after this one pass over. `code` and
    `refusal` after a code that leads nowhere. `key` goes into the forms that open a table."""

    visitor: Visitor
    games: tuple[GameCard, ...]
    mine: tuple[MyTable, ...] = ()
    listed: tuple[ListedTable, ...] = ()
    older: int | None = None
    newer: int | None = None
    key: str = ""
    code: str = ""
    refusal: Refusal | None = None
