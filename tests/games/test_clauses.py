"""Every clause has a case, every case and citation has a clause, and every key of the words has a sentence."""

import pytest

from games import RULED
from games.kernel.contract import Game
from tests.games.clauses import ROOT, cited, clauses_of, clauses_with_a_case, rules_page

EVERY_GAME = pytest.mark.parametrize("game", RULED.values(), ids=RULED.keys())
CLAUSES = {clause for game in RULED.values() for clause in clauses_of(rules_page(game))}
PREFIXES = {clause[:2] for clause in CLAUSES}
"""Clauses of the games that are built; the example of docs/adding-a-game.md has clauses of its own."""


@EVERY_GAME
def test_every_clause_has_a_case(game: Game) -> None:
    missing = set(clauses_of(rules_page(game))) - clauses_with_a_case(ROOT / "tests")
    assert not missing, f"no test is marked with {sorted(missing)}"


@EVERY_GAME
def test_clauses_are_numbered_once(game: Game) -> None:
    clauses = clauses_of(rules_page(game))
    assert len(clauses) == len(set(clauses))


@pytest.mark.parametrize("folder", ["games", "app", "tests", "templates", "docs"])
def test_cited_clauses_exist(folder: str) -> None:
    texts = [path for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".md", ".html", ".j2", ".txt")]
    wrong = {
        f"{path.relative_to(ROOT)} cites {clause}"
        for path in texts
        for clause in cited(path) - CLAUSES
        if clause[:2] in PREFIXES
    }
    assert not wrong


@EVERY_GAME
def test_house_rules_name_a_clause_and_a_field_of_the_options(game: Game) -> None:
    for house_rule in game.house_rules:
        assert house_rule.clause in CLAUSES
        default = getattr(game.Options(), house_rule.name)
        assert house_rule.settings[0].value == default, f"{house_rule.name}: the first setting is not the default"


@EVERY_GAME
def test_every_line_of_the_log_has_a_clause_of_the_games_own(game: Game) -> None:
    events, own = [key for key in game.words if key.startswith("event.")], set(clauses_of(rules_page(game)))
    assert not [key for key in events if game.clause(key) not in own]
    assert not [named for named in game.clauses if not any(f"{key}.".startswith(f"{named}.") for key in events)]


@EVERY_GAME
def test_questions_have_all_their_sentences(game: Game) -> None:
    asked = [key.removeprefix("ask.") for key in game.words if key.startswith("ask.") and not key.endswith(".more")]
    for name in asked:
        assert f"ask.{name}.more" in game.words
        assert "{who:seat}" in game.words[f"wait.{name}"]
        assert len(game.words[f"ask.{name}"].split()) <= 6
