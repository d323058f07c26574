"""What the page about the API is given: everything already decided, JSON indented for reading."""

from dataclasses import dataclass

from markupsafe import Markup

from app.pages import RuleChoice, Visitor


@dataclass(frozen=True)
class Call:
    """A call. `sends` and `gets` are names of documents, "" for none; `id` is its place in the page."""

    id: str
    method: str
    path: str
    does: Markup
    sends: str = ""
    gets: str = ""


@dataclass(frozen=True)
class Kind:
    """A kind of document: its name, what it is, its fields with what may stand in each, and its JSON Schema."""

    name: str
    words: Markup
    fields: tuple[tuple[str, Markup], ...]
    schema: str


@dataclass(frozen=True)
class Move:
    """A move: its tag and fields; a choice as it was offered once, and a move that takes it; "" if none was met."""

    tag: str
    words: str
    fields: tuple[tuple[str, Markup], ...]
    offer: str
    move: str


@dataclass(frozen=True)
class Played:
    """A game: its house rules with their values as JSON, what each seat may pick, its moves, and the JSON Schema of all
    moves."""

    slug: str
    title: str
    seats: tuple[int, int]
    rules: tuple[RuleChoice, ...]
    pick: RuleChoice | None
    moves: tuple[Move, ...]
    schema: str


@dataclass(frozen=True)
class ApiPage:
    """The page. `address`: of this house, for the example, which plays `games[0]`."""

    visitor: Visitor
    address: str
    calls: tuple[Call, ...]
    kinds: tuple[Kind, ...]
    games: tuple[Played, ...]
    bots: tuple[tuple[str, str], ...]
    """(level, what it is like)"""
