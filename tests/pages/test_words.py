"""The words of every game, filled: no key without its places, no name read as markup."""

import pytest

from app.pages import SeatFacts
from app.wording import HOUSE, PLACE, Wording, among
from games import GAMES
from games.kernel.events import Fact
from tests.pages.contexts import NASTY

SEATS = (SeatFacts(0, NASTY, "X", 1), SeatFacts(1, "{who:seat} **x**", "Y", 2))
SAMPLES = {"seat": 0, "seats": (0, 1), "level": 2, "numbers": (4, 3), "": 3}
KEYS = [(slug, key) for slug, game in GAMES.items() for key in game.words]


def filled(slug: str, key: str) -> Fact:
    """A fact with something for every place of its words."""
    words = {**HOUSE, **GAMES[slug].words}
    named = {kind: code for kind, _, code in (key.partition(".") for key in reversed(words))}
    samples = {**named, **SAMPLES, "cards": (named.get("card"), named.get("card"))}
    return Fact(key, {name: samples[kind] for name, kind in PLACE.findall(words[key])})


@pytest.mark.parametrize(("slug", "key"), [*KEYS, *(("pope-or-nope", key) for key in HOUSE)])
def test_every_sentence_can_be_filled(slug: str, key: str) -> None:
    wording = Wording(GAMES[slug].words, SEATS)
    text, html = wording.text(filled(slug, key)), wording.html(filled(slug, key))
    assert "<img" not in html
    assert "*" not in text.replace("**x**", "")
    assert PLACE.search(text.replace("{who:seat} **x**", "")) is None


def test_names_stay_text() -> None:
    html = Wording({"x": "{who:seat} **and** {others:seats}."}, SEATS).html(Fact("x", {"who": 1, "others": (0, 1)}))
    assert "<b>and</b>" in html
    assert html.count("{who:seat} **x**") == 2
    assert "&lt;img src=x" in html


@pytest.mark.parametrize("slug", GAMES)
def test_every_question_has_its_waiting_words(slug: str) -> None:
    words = GAMES[slug].words
    asks = [key for key in words if key.startswith("ask.") and not key.endswith(".more")]
    assert bool(asks) != GAMES[slug].companion
    for key in asks:
        assert f"{key}.more" in words
        assert f"wait.{key.removeprefix('ask.')}" in words


def test_figures_stand_in_a_row_and_other_names_are_looked_up() -> None:
    wording = Wording({"x": "{dice:numbers} in {where:area}", "area.ELBE": "the Elbe"}, SEATS)
    assert wording.text(Fact("x", {"dice": (4, 3, 5), "where": "ELBE"})) == "4 3 5 in the Elbe"
    assert wording.text(Fact("x", {"dice": (), "where": "ELBE"})) == "– in the Elbe"


def test_an_unknown_kind_is_an_error() -> None:
    with pytest.raises(ValueError, match="no such kind of place as colour"):
        Wording({"x": "{who:colour}"}, SEATS).text(Fact("x", {"who": 0}))


def test_names_are_joined_as_one_says_them() -> None:
    assert among(["Teo"]) == "Teo"
    assert among(["Teo", "Kofi"]) == "Teo and Kofi"
    assert among(["Teo", "Kofi", "Ana"]) == "Teo, Kofi and Ana"
