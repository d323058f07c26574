"""The rules page: chapters, clauses with their own links, search and marks."""

import re
from pathlib import Path
from types import ModuleType

import pytest
from markupsafe import Markup

import games.habemus_papam
import games.pope_or_nope
from app import rulebook
from app.pages import Clause, Passage
from games import GAMES
from tests.app.conftest import Guest

SAMPLE = """\
# A game: the rules

For builders.

## 1 Cards

A word before.

- **AB-1.1** First clause, over
  two lines. **Ruling:** so it is.
- **AB-1.2** A <b>second</b> one & more.

  With a paragraph of its own.

| card | does |
|---|---|
| POPE | wins |

- **AB-1.3** After the table; see AB-1.1 and AB-9.9.

## Notes on dice

Nothing numbered.
"""


def test_headings_make_chapters_and_numbers_make_clauses() -> None:
    first, notes = rulebook.read_chapters(SAMPLE)
    assert (first.anchor, first.number, first.title) == ("section-1", "1", "Cards")
    assert (notes.anchor, notes.number, notes.title) == ("notes-on-dice", "", "Notes on dice")
    kinds = [part.id if isinstance(part, Clause) else type(part).__name__ for part in first.parts]
    assert kinds == ["Passage", "AB-1.1", "AB-1.2", "Passage", "AB-1.3"]


def test_a_clause_goes_on_over_indented_lines() -> None:
    first = rulebook.read_chapters(SAMPLE)[0]
    assert first.parts[1].html == "<p>First clause, over\ntwo lines. <strong>Ruling:</strong> so it is.</p>\n"
    assert first.parts[2].html.count("<p>") == 2


def test_markup_in_the_rules_is_text() -> None:
    assert "&lt;b&gt;second&lt;/b&gt; one &amp; more" in rulebook.read_chapters(SAMPLE)[0].parts[2].html


def test_a_table_is_a_table() -> None:
    table = rulebook.read_chapters(SAMPLE)[0].parts[3]
    assert isinstance(table, Passage)
    assert '<table tabindex="0">' in table.html
    assert "<td>wins</td>" in table.html


def test_known_clauses_are_linked_where_they_are_cited() -> None:
    part = rulebook._linked(rulebook.read_chapters(SAMPLE)[0].parts[4], {"AB-1.1"})
    assert '<a class="clause" href="#AB-1.1">AB-1.1</a> and AB-9.9' in part.html


def test_a_clause_may_end_in_a_letter() -> None:
    (chapter,) = rulebook.read_chapters("## 1 Cards\n\n### 1.1 Some\n\n- **AB-1.1a** One.\n- **AB-1.1b** As AB-1.1a.\n")
    assert [part.id for part in chapter.parts if isinstance(part, Clause)] == ["AB-1.1a", "AB-1.1b"]
    linked = rulebook._linked(chapter.parts[2], {"AB-1.1a"})
    assert '<a class="clause" href="#AB-1.1a">AB-1.1a</a>' in linked.html


@pytest.mark.parametrize(
    ("game", "slug"), [(games.pope_or_nope, "pope-or-nope"), (games.habemus_papam, "habemus-papam")]
)
def test_the_games_clauses_are_all_there_once(game: ModuleType, slug: str) -> None:
    source = (Path(str(game.__file__)).parent / "rules.md").read_text()
    shown = [clause.id for clause in rulebook.rulebook(slug).clauses()]
    assert shown == re.findall(r"^- \*\*([A-Z]+-\d+\.\d+[a-z]?)\*\*", source, re.MULTILINE)
    assert len(set(shown)) == len(shown) > 30


def test_search_finds_clauses_with_every_word_in_any_case() -> None:
    book = rulebook.rulebook("pope-or-nope")
    assert "PN-4.3" in rulebook.found(book, "REDUCO infernope")
    assert rulebook.found(book, "pn-4.10") == ("PN-4.10",)
    assert rulebook.found(book, "xylophone") == ()
    assert rulebook.found(book, "strong") == ()
    assert rulebook.found(book, "  ") == ()


@pytest.mark.parametrize(
    ("query", "marked"),
    [
        ("a", "<p><mark>a</mark>mp &amp; <mark>A</mark>MP</p>"),
        ("amp", "<p><mark>amp</mark> &amp; <mark>AMP</mark></p>"),
        ("p", "<p>am<mark>p</mark> &amp; AM<mark>P</mark></p>"),
        ("&", "<p>amp <mark>&amp;</mark> AMP</p>"),
        ("<p>", "<p>amp &amp; AMP</p>"),
        (".*", "<p>amp &amp; AMP</p>"),
        ("amp a", "<p><mark>amp</mark> &amp; <mark>AMP</mark></p>"),
        ("", "<p>amp &amp; AMP</p>"),
    ],
)
def test_marks_stand_in_the_text_alone(query: str, marked: str) -> None:
    assert rulebook._touched(Markup("<p>amp &amp; AMP</p>"), rulebook._marker(query)) == marked


async def test_the_page_begins_with_how_to_play(livia: Guest) -> None:
    answer = await livia.get("/rules/pope-or-nope")
    assert answer.status_code == 200
    assert answer.text.index("How to play") < answer.text.index('id="PN-1.1"')
    for clause in rulebook.rulebook("pope-or-nope").clauses():
        assert f'id="{clause.id}"' in answer.text
        assert f'href="#{clause.id}"' in answer.text
    ids = re.findall(r' id="([^"]+)"', answer.text)
    assert len(set(ids)) == len(ids)


async def test_search_works_without_a_script(livia: Guest) -> None:
    page = (await livia.get("/rules/pope-or-nope", params={"q": "infernope"})).text
    assert "1 clause mentions" in page
    assert "<mark>Infernope</mark>" in page
    assert "No clauses mention" in (await livia.get("/rules/pope-or-nope", params={"q": "xylophone"})).text


@pytest.mark.parametrize("query", ["<script>alert(1)</script>", '"><b>', "\0", "x" * 5000, "(", "é" * 100, "\ud7ff"])
async def test_any_search_is_answered_and_shown_as_text(livia: Guest, query: str) -> None:
    answer = await livia.get("/rules/pope-or-nope", params={"q": query})
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text
    assert '"><b>' not in answer.text


async def test_rules_alone_lead_to_the_first_game(livia: Guest) -> None:
    answer = await livia.get("/rules")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/rules/{next(iter(GAMES))}")


@pytest.mark.parametrize("slug", ["chess", "pope-or-nope%00", "POPE-OR-NOPE", "%2e%2e%2fetc"])
async def test_rules_of_no_game_are_a_friendly_404(livia: Guest, slug: str) -> None:
    answer = await livia.get(f"/rules/{slug}")
    assert answer.status_code == 404
    assert "<html" in answer.text
