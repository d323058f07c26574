"""A game's `rules.md` as a page: chapters of numbered clauses, each with its own address, and a search that needs no
script."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from html import unescape

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from app import rendering
from app.entries import anchored, rules_md
from app.identity.service import visitor
from app.pages import Chapter, Clause, Passage, RulesPage
from games import GAMES

router = APIRouter()

LONGEST_QUERY = 80
"""Characters of a search; more are cut off."""

Part = Clause | Passage
Touch = Callable[[str], str]
"""Plain text of a page -> the HTML that stands in its place."""

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
_HEADING = re.compile(r"^## +(?:(\d+) +)?(.+)$", re.MULTILINE)
_CLAUSE = re.compile(r"- \*\*([A-Z]+-\d+\.\d+[a-z]?)\*\* ?(.*)")
_CITED = re.compile(r"\b([A-Z]+-\d+\.\d+[a-z]?)\b")
_TAG = re.compile(r"(<[^>]*>)")

TABLE = Markup('<table tabindex="0">')
"""A table scrolls on a phone, so keys must reach it."""


@dataclass(frozen=True)
class Rulebook:
    """The rules of one game, for reading."""

    how_to_play: Markup
    chapters: tuple[Chapter, ...]

    def clauses(self) -> Iterator[Clause]:
        """All clauses, in order."""
        for chapter in self.chapters:
            yield from (part for part in chapter.parts if isinstance(part, Clause))


@router.get("/rules")
async def first_rules() -> Response:
    """To the rules of the first game; from there tabs lead to the others."""
    return RedirectResponse(f"/rules/{next(iter(GAMES))}", 303)


@router.get("/rules/{slug}", response_class=HTMLResponse)
async def rules(request: Request, slug: str) -> Response:
    """The rules of one game; with `?q=` what mentions it is named and marked."""
    game = GAMES.get(slug)
    if game is None:
        raise HTTPException(404)
    query = " ".join(request.query_params.get("q", "").split())[:LONGEST_QUERY]
    book = rulebook(slug)
    page = RulesPage(
        visitor=await visitor(request),
        slug=slug,
        title=game.title,
        games=tuple((other.slug, other.title) for other in GAMES.values()),
        how_to_play=_touched(book.how_to_play, _marker(query)),
        chapters=tuple(_marked(chapter, query) for chapter in book.chapters),
        query=query,
        found=found(book, query),
    )
    return HTMLResponse(rendering.rules(page))


@lru_cache
def rulebook(slug: str) -> Rulebook:
    """The rules of the game with this slug, read once."""
    game = GAMES[slug]
    chapters = read_chapters(rules_md(game))
    known = {part.id for chapter in chapters for part in chapter.parts if isinstance(part, Clause)}
    given: set[str] = set()

    def part_of(part: Part) -> Part:
        return _linked(replace(part, html=Markup(anchored(slug, part.html, given))), known)  # noqa: S704  made here

    linked = (replace(chapter, parts=tuple(map(part_of, chapter.parts))) for chapter in chapters)
    return Rulebook(_html(game.how_to_play), tuple(linked))


def read_chapters(text: str) -> list[Chapter]:
    """The chapters of a `rules.md`: what follows each heading of the second level."""
    _, *pieces = _HEADING.split(text)
    return [
        Chapter(f"section-{number}" if number else _anchor(title), number or "", title, tuple(_parts(body)))
        for number, title, body in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True)
    ]


def _anchor(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def _parts(body: str) -> Iterator[Part]:
    """Clauses, and what stands between them. A clause goes on as long as lines are indented."""
    clause: str | None = None
    lines: list[str] = []
    for line in body.splitlines():
        match = _CLAUSE.match(line)
        if match is not None or (clause is not None and line.strip() and not line.startswith("  ")):
            yield from _part(clause, lines)
            clause, lines = (match[1], [match[2]]) if match is not None else (None, [line])
        else:
            lines.append(line[2:] if clause is not None else line)
    yield from _part(clause, lines)


def _part(clause: str | None, lines: list[str]) -> Iterator[Part]:
    html = _html("\n".join(lines))
    if clause is not None:
        yield Clause(clause, html)
    elif html.strip():
        yield Passage(html.replace("<table>", TABLE))


def _html(text: str) -> Markup:
    return Markup(_markdown.render(text))  # noqa: S704 (HTML in the text is off: it comes out as text)


def _linked(part: Part, known: set[str]) -> Part:
    def link(text: str) -> str:
        pieces = _CITED.split(text)
        return "".join(_link(piece) if piece in known else str(escape(piece)) for piece in pieces)

    return replace(part, html=_touched(part.html, link))


def _link(clause: str) -> str:
    return f'<a class="clause" href="#{clause}">{clause}</a>'


def _touched(html: Markup, touch: Touch) -> Markup:
    """The HTML with its plain text changed, and its tags as they are."""
    pieces = _TAG.split(html)
    return Markup("".join(piece if piece.startswith("<") else touch(unescape(piece)) for piece in pieces))  # noqa: S704


def found(book: Rulebook, query: str) -> tuple[str, ...]:
    """The clauses in which every word of the query stands, in any case."""
    words = query.casefold().split()
    if not words:
        return ()
    return tuple(clause.id for clause in book.clauses() if all(word in _plain(clause) for word in words))


def _plain(clause: Clause) -> str:
    return f"{clause.id} {unescape(_TAG.sub('', clause.html))}".casefold()


def _marked(chapter: Chapter, query: str) -> Chapter:
    mark = _marker(query)
    return replace(chapter, parts=tuple(replace(part, html=_touched(part.html, mark)) for part in chapter.parts))


def _marker(query: str) -> Touch:
    """Marks each word of the query."""
    words = sorted(query.split(), key=len, reverse=True)
    if not words:
        return lambda text: str(escape(text))
    pattern = re.compile(f"({'|'.join(map(re.escape, words))})", re.IGNORECASE)

    def mark(text: str) -> str:
        pieces = [str(escape(piece)) for piece in pattern.split(text)]
        return "".join(f"<mark>{piece}</mark>" if number % 2 else piece for number, piece in enumerate(pieces))

    return mark
