"""What the rules page is given."""

from dataclasses import dataclass

from markupsafe import Markup

from app.pages.common import Visitor


@dataclass(frozen=True)
class Clause:
    """A numbered clause; `html` is its paragraphs, rulings as `<p class="ruling">` or `<strong>Ruling:</strong>`."""

    id: str
    html: Markup


@dataclass(frozen=True)
class Passage:
    """Text or a table between the clauses."""

    html: Markup


@dataclass(frozen=True)
class Chapter:
    """A section of the rules: "4 Cards", with its parts in order. `anchor` is an id in the page."""

    anchor: str
    number: str
    title: str
    parts: tuple[Clause | Passage, ...]


@dataclass(frozen=True)
class RulesPage:
    """The rules of one game. `found`: ids of the clauses that mention `query`; marks may stand in their html."""

    visitor: Visitor
    slug: str
    title: str
    games: tuple[tuple[str, str], ...]
    """(slug, title) of every game, for the tabs."""
    how_to_play: Markup
    chapters: tuple[Chapter, ...]
    query: str = ""
    found: tuple[str, ...] = ()
