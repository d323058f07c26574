"""The style sheets and the sprite: a rule and a picture for everything that the pages name."""

import hashlib
import re
from pathlib import Path

import pytest

from app import rendering
from games.pope_or_nope.box import CARDS, KIND

TABLE = (rendering.STATIC / "pope-or-nope.css").read_text()
SHEETS = sorted(rendering.STATIC.glob("*.css"))
SPRITE = (rendering.STATIC / "sprite.svg").read_text()


@pytest.mark.parametrize("card", CARDS)
def test_a_chosen_card_shows_its_targets_and_its_question(card: str) -> None:
    assert f'.pn:has(.pick[value="{card}"]:checked) [data-card="{card}"]' in TABLE


@pytest.mark.parametrize("card", CARDS)
def test_every_card_has_a_picture_and_a_head(card: str) -> None:
    assert f'<symbol id="a-{card}"' in SPRITE
    assert f'.pcard[data-kind="{KIND[card]}"]' in TABLE


@pytest.mark.parametrize("seat", range(1, 9))
def test_every_seat_has_a_shape_and_a_colour(seat: int) -> None:
    assert f'<symbol id="seat-{seat}"' in SPRITE
    assert f'[data-seat="{seat}"]' in (rendering.STATIC / "tokens.css").read_text()
    assert f'.pn[data-me="{seat - 1}"] .court [data-at="{seat - 1}"]' in TABLE


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_style_sheets_ask_only_for_files_of_the_house(sheet: Path) -> None:
    for address in re.findall(r'url\("?([^")]+)', sheet.read_text()):
        assert (rendering.STATIC / address).is_file()


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_nothing_is_a_size_container(sheet: Path) -> None:
    """Chromium leaves undrawn what a morph puts into one: cards of the hand were gone until the next load."""
    assert not re.search(r"\bcontainer(-type|-name)?\s*:|@container", sheet.read_text())


def test_every_token_that_is_used_is_defined() -> None:
    text = "".join(sheet.read_text() for sheet in SHEETS) + SPRITE
    defined = set(re.findall(r"(--[\w-]+)\s*:", text))
    assert set(re.findall(r"var\((--[\w-]+)", text)) <= defined
    assert text.count("{") == text.count("}")


def test_vendored_files_are_those_of_the_readme() -> None:
    readme = (rendering.STATIC / "vendor" / "README.md").read_text()
    for name in ("htmx.min.js", "hx-ws.min.js"):
        assert hashlib.sha256((rendering.STATIC / "vendor" / name).read_bytes()).hexdigest() in readme
