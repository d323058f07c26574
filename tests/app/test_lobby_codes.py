"""Codes: hard to guess, easy to read out, forgiving to type."""

import math
import re

import pytest

from app.lobby import codes
from app.lobby.latin import WORDS

INDECENT = re.compile(
    "AN[UI]S|ASS|CUL|CUM|CUNN|FUC|FUT|MERD|MENTUL|NATES|NEGR|NIG|PENIS|PEDO|PODEX|PUTA|RAPE|SCORT|SEX|STUPR|TESTI|VULV"
)


def test_a_code_holds_at_least_36_bits() -> None:
    assert 3 * math.log2(len(WORDS)) + math.log2(100) >= 36


def test_the_words_are_short_plain_and_different() -> None:
    assert len(set(WORDS)) == len(WORDS) == 1024
    assert all(re.fullmatch(r"[A-Z]{3,6}", word) for word in WORDS)
    assert not any(letter in "".join(WORDS) for letter in "JKW")


def test_the_words_are_decent() -> None:
    harmless = {
        "CANIS",
        "PANIS",
        "PLANUS",
        "SANUS",
        "CULMEN",
        "CULMUS",
        "CULTER",
        "OCULUS",
        "MASSA",
        "PASSER",
        "PASSUS",
        "VISCUM",
    }
    assert {word for word in WORDS if INDECENT.search(word)} == harmless


def test_codes_are_made_of_words_and_two_digits() -> None:
    made = {codes.new() for _ in range(200)}
    assert len(made) == 200
    for code in made:
        *words, number = code.split("-")
        assert len(words) == 3
        assert set(words) <= set(WORDS)
        assert re.fullmatch(r"\d\d", number)


@pytest.mark.parametrize(
    "typed",
    [
        "FUMUS-ALBA-ROTA-07",
        "fumus-alba-rota-07",
        " Fumus Alba  Rota 07 ",
        "fumusalbarota07",
        "FUMUS–ALBA—ROTA‐07",
        "FUMUS_ALBA.ROTA, 0 7",
        "https://conclave.example/t/fumus-alba-rota-07",
        "http://127.0.0.1:8000/t/FUMUS-ALBA-ROTA-07",
        "/t/FUMUS-ALBA-ROTA-07",
    ],
)
def test_a_code_is_read_whatever_its_spelling(typed: str) -> None:
    assert codes.readings(typed) == ["FUMUS-ALBA-ROTA-07"]


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "FUMUS",
        "FUMUS-27",
        "FUMUS-ALBA-ROTA",
        "FUMUS-ALBA-ROTA-7",
        "FUMUS-ALBA-ROTA-007",
        "FUMUS-ALBA-ROTA-ROTA-07",
        "XXXXX-YYYYY-ZZZZZ-07",
        "FUMUS-ALBA-ROTA-0٧",
        "\0",
        "../../etc/passwd",
        "A" * 100_000,
        "' OR 1=1 --07",
        "☃-07",
    ],
)
def test_what_is_no_code_has_no_reading(typed: str) -> None:
    assert codes.readings(typed) == []


def test_every_code_made_is_among_its_readings() -> None:
    for _ in range(500):
        code = codes.new()
        assert codes.readings(code.replace("-", "").lower()).count(code) == 1


def test_words_that_run_together_have_every_reading() -> None:
    assert sorted(codes.readings("cortextus rota 07")) == ["COR-TEXTUS-ROTA-07", "CORTEX-TUS-ROTA-07"]
