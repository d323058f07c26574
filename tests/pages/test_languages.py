"""Translations are whole: every sentence that pages or games may say, with the same places, fit for the same spot."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po

from app import language
from app.language import TRANSLATIONS
from app.wording import PLACE, wording_of
from games import GAMES
from games.kernel.contract import Game
from tests.pages import contexts
from tests.pages.test_markup import Outline

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "templates"
OTHERS = [name for name in language.NAMES if name != language.ENGLISH]
NOT_YET: set[tuple[str, str]] = set()
"""Games whose own words are still shown in English to whoever reads another language."""

Message = str | tuple[str, ...]
Named = tuple[str | None, Message]
"""The context of a sentence, and the sentence; or both its forms."""

_PLACES = re.compile(r"%\(\w+\)s|\{[\w:@]*\}")
_IMPORTED = re.compile(r"\{% (?:import|from) '([^']+)' (?![^%]*with context)")
_TAGS = re.compile(r"<[^>]+>|https?:\S+")


def said() -> dict[Named, str]:
    """Every sentence that code and templates put through gettext -> where it stands first."""
    with (TRANSLATIONS / "sources.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)
    found: dict[Named, str] = {}
    keywords = {**DEFAULT_KEYWORDS, "later": None}
    for name, _, message, _, context in extract_from_dir(ROOT, methods, options, keywords):
        found.setdefault((context, message), name)
    return found


def translated(name: str) -> dict[Named, Message]:
    """What the catalogue of a language has."""
    with (TRANSLATIONS / f"{name}.po").open("rb") as file:
        catalogue = read_po(file, abort_invalid=True)
    assert not catalogue.obsolete
    return {(message.context, message.id): message.string for message in catalogue if message.id}


def forms(message: Message) -> tuple[str, ...]:
    """One sentence, or both its forms."""
    return (message,) if isinstance(message, str) else message


@pytest.mark.parametrize("name", OTHERS)
def test_the_catalogue_has_every_sentence_and_no_other(name: str) -> None:
    sentences, catalogue = said(), translated(name)
    assert {named: sentences[named] for named in sentences.keys() - catalogue.keys()} == {}, "make words"
    assert catalogue.keys() - sentences.keys() == set(), "make words"
    assert [named for named, string in catalogue.items() if not all(forms(string))] == []


def test_every_sentence_can_be_found() -> None:
    """Those inside of f-strings can't."""
    for path in sorted((ROOT / "app").rglob("*.py")):
        assert not re.search(r"\{[np]?gettext\(['\"]", path.read_text()), path


@pytest.mark.parametrize("name", OTHERS)
def test_translations_have_the_same_places_and_markup(name: str) -> None:
    for (_, message), string in translated(name).items():
        free = () if isinstance(message, str) else ("%(num)s", "{number}")  # "one" needs no figure
        for english, other in zip(forms(message), forms(string), strict=True):
            assert set(_PLACES.findall(english)).difference(free) == set(_PLACES.findall(other)).difference(free), other
            assert Counter(_TAGS.findall(english)) == Counter(_TAGS.findall(other)), other
            assert '"' not in _TAGS.sub("", other), f"no straight quotes, for attributes: {other}"


def own_words(game: Game) -> Iterator[str]:
    """What a game says beside its sentences by key."""
    yield game.tagline
    for rule in (*game.house_rules, *((game.pick,) if game.pick else ())):
        yield rule.title
        yield from (setting.words for setting in rule.settings)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("name", OTHERS)
def test_a_game_has_all_its_words_or_stands_on_the_list(name: str, slug: str) -> None:
    game = GAMES[slug]
    wanted = game.words.keys() | set(own_words(game))
    other = game.translated.get(name, {})
    assert other.keys() <= wanted
    assert (wanted <= other.keys()) is ((name, slug) not in NOT_YET), sorted(wanted - other.keys())


@pytest.mark.parametrize(("name", "slug"), [(name, slug) for slug in GAMES for name in OTHERS])
def test_a_games_words_have_the_same_places(name: str, slug: str) -> None:
    game = GAMES[slug]
    for key, other in game.translated.get(name, {}).items():
        english = game.words.get(key, key)
        assert set(PLACE.findall(english)) == set(PLACE.findall(other)), key
        assert english.count("**") == other.count("**"), key


def test_what_is_missing_is_said_in_english() -> None:
    game = GAMES["pope-or-nope"]
    with language.speaking("de"):
        wording = wording_of(game, ())
        assert set(wording.words) >= set(game.words)


@pytest.mark.parametrize("name", OTHERS)
def test_pages_in_another_language_are_as_well_made(name: str) -> None:
    with language.speaking(name):
        pages = {**contexts.pages.__wrapped__(), **contexts.fragments.__wrapped__()}
    for title, html in pages.items():
        page = Outline(html)
        assert not page.wrong, title
        assert not page.open, title
        assert "<img" not in html, title
        assert "<html" not in html or f'<html lang="{name}"' in html, title


def test_nothing_that_is_kept_by_the_program_is_in_a_language() -> None:
    """A template that is imported without context is made once: what it said outside its macros would be kept."""
    texts = {str(path.relative_to(TEMPLATES)): path.read_text() for path in TEMPLATES.rglob("*.html")}
    imported = {name for text in texts.values() for name in _IMPORTED.findall(text)}
    assert {"forms.html", "portraits.html"} <= imported
    for name in imported | {"macros.html"}:
        outside = re.sub(r"\{% macro .*?\{% endmacro %\}", "", texts[name], flags=re.DOTALL)
        assert not re.search(r"\b(_|gettext|ngettext|pgettext)\(", outside), name
