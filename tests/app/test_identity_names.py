"""Names: what people may be called, and when two are the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.identity import names
from app.lobby import bots
from app.problems import Malformed


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Livia", "Livia"),
        ("  Livia \t of\n Rome ", "Livia of Rome"),
        ("Ange\u0301lique", "Ang\u00e9lique"),
        ("<b>Teo</b>", "<b>Teo</b>"),
        ("{{ 7*7 }}", "{{ 7*7 }}"),
        ("Мария", "Мария"),
        ("Мария Maria", "Мария Maria"),
        ("山田ハナコ", "山田ハナコ"),
        ("DJ田中々ー", "DJ田中々ー"),
        ("Ὀδυσσεύς", "Ὀδυσσεύς"),
        ("Jean-Luc II", "Jean-Luc II"),
        ("O'Neill 3.", "O'Neill 3."),
        ("ñandú🦤", "ñandú🦤"),
        ("\u0645\u0631\u064a\u0645", "\u0645\u0631\u064a\u0645"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("❤\ufe0f\u200d🔥 1\ufe0f\u20e3", "❤\ufe0f\u200d🔥 1\ufe0f\u20e3"),
        ("\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"),
        ("\u0936\u094d\u200d\u0930\u0940", "\u0936\u094d\u200d\u0930\u0940"),
        ("x" * 24, "x" * 24),
        ("a\u00a0b", "a b"),
    ],
)
def test_a_name_is_kept_as_one_line(typed: str, kept: str) -> None:
    assert names.normal(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "\t\n",
        "x" * 25,
        "a\0b",
        "a\x07b",
        "a\x1b[31m",
        "a\x85b",
        "\u202eoivil",
        "Livia\u2066",
        "\u200b",
        "Li\u200bvia",
        "\u3164",
        "\u2800",
        "\u0301\u0301",
        "\ufe0f",
        "\u200d",
        "a\ud800",
        "a\ue000",
        "a\U000e0041",
        "\ufeffTeo",
        "Liv\u0301\u0302\u0303\u0304ia",
        "Li\u200dvia",
        "Livia\ufe0f",
        "🚀\u200d",
        "\U0001d159\U0001d159",
    ],
)
def test_a_name_that_hides_something_or_is_too_long_is_refused(typed: str) -> None:
    with pytest.raises(Malformed, match=r"\.$"):
        names.normal(typed)


@pytest.mark.parametrize("typed", ["Liviа", "Тeo", "Αnna", "Gіulia", "Ꮮivia", "Brother Lеo", "ᴀnna-Анна"])
def test_a_word_of_two_scripts_is_refused(typed: str) -> None:
    with pytest.raises(Malformed, match=r"scripts.*\.$"):
        names.normal(typed)
    assert names.fit(typed) == typed, "a table of older days with such a name can be moved"


@given(st.text(max_size=60))
def test_whatever_is_typed_is_refused_or_fits_a_column(typed: str) -> None:
    try:
        name = names.normal(typed)
    except Malformed:
        return
    assert 1 <= len(name) <= names.LONGEST
    assert name.isprintable() or "\u200d" in name or "\u200c" in name or not name.isascii()
    assert names.normal(name) == name


@pytest.mark.parametrize(
    ("other", "name"),
    [
        ("LIVIA", "Livia"),
        ("livia", "Livia"),
        ("Ｌivia", "Livia"),
        ("Саса", "Caca"),
        ("Вова", "Boba"),
        ("Ёва", "Ëba"),
        ("Αννα", "Avva"),
        ("ΑΝΝΑ", "Αννα"),
        ("Ivo", "lvo"),
        ("Iv0", "1vo"),
        ("ОТТО", "OTTO"),
    ],
)
def test_names_that_look_alike_are_the_same(other: str, name: str) -> None:
    assert names.is_taken(other, [name])
    assert names.is_taken(name, [other])


INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u17b4\u17d2\u180b\u180f\u200c\u200d\u200e\u2065\u206a\u2800\u3164\ufe00\ufe0e\ufe0f\ufeff"
    "\uffa0\ufff0\ufff9\U00013430\U0001bca0\U0001d159\U0001d173\U000e0001\U000e0100"
)


@pytest.mark.parametrize("unseen", INVISIBLE, ids=lambda unseen: f"U+{ord(unseen):04X}")
def test_what_nobody_sees_makes_no_other_name(unseen: str) -> None:
    for twin in (f"Livia{unseen}", f"{unseen}Livia", f"Li{unseen}via"):
        assert names.is_taken(twin, ["Livia"])
    if unseen != "\u17d2":  # a letter of Khmer, between others of its kind
        with pytest.raises(Malformed, match="hidden"):
            names.normal(f"Livia{unseen}")


def test_names_that_differ_are_not() -> None:
    assert not names.is_taken("Livia", ["Lavinia", "Olivia", "Lívia"])
    assert not names.is_taken("Мария", ["Maria", "Марина"])
    assert not names.is_taken("Brother Leo 10", ["Brother Leo 1", "Brother Leo 11"])


@pytest.mark.parametrize("listed", [names.GUESTS, bots.NAMES])
def test_every_name_we_give_is_one_we_would_take(listed: tuple[str, ...]) -> None:
    assert [names.normal(name) for name in listed] == list(listed)
    assert len({names.likeness(name) for name in listed}) == len(listed) >= 8


def test_a_name_we_give_is_nobody_elses() -> None:
    taken: list[str] = []
    for _ in range(2 * len(bots.NAMES) + 1):
        taken.append(names.pick(bots.NAMES, taken))
    assert len({names.likeness(name) for name in taken}) == len(taken)
    assert all(names.normal(name) == name for name in taken)
