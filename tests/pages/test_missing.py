"""The log of who comes back: the mark, the summary, the filters, private lines, and cards as links."""

import re
from typing import Any

import pytest

from app import rendering
from app.entries import entries
from app.pages import LogEntry
from app.rulebook import rulebook
from app.wording import wording_of
from games import GAMES
from games.kernel.events import Fact
from tests.pages.contexts import GAME, facts_of, played

STATE, _ = played(3, 5, 4)
FACTS = facts_of(STATE, 3)


def entry(number: int, key: str, who: int | None = None, private: bool = False, **arguments: Any) -> LogEntry:
    """A line of the log."""
    given = arguments if who is None else {"who": who, **arguments}
    return LogEntry(number, Fact(key, given), private)


def log(*given: LogEntry, seen: int, viewer: int | None = 0) -> str:
    """The lines as they come."""
    return rendering.log(GAME, FACTS, given, viewer, seen)


LINES = (
    entry(1, "event.round", 0, round=1),
    entry(2, "event.draw.0", 1),
    entry(3, "event.nope.own", 1),
    entry(4, "event.pass", 1),
    entry(5, "event.nope.own", 2),
    entry(6, "house.takenback", 2, first=5, last=5),
    entry(7, "event.round", 1, round=2),
    entry(8, "event.pass", 2),
)


def summary(html: str) -> str:
    """What stands at the mark."""
    return html[html.index('id="unseen"') :].partition('<li id="log-')[0]


def test_the_summary_tells_the_round_and_the_newest_deed_that_stands() -> None:
    told = summary(log(*LINES, seen=1))
    assert "7 new lines since you looked" in told
    assert "Round 2." in told
    assert told.count("seat-mark") == 1, "what was taken back, and a pass, are no news"
    assert "Nope" in told
    assert "and 2 lines more" in told


def test_few_lines_need_no_summary() -> None:
    told = summary(log(*LINES, seen=4))
    assert "4 new lines since you looked" in told
    assert "<ul" not in told


@pytest.mark.parametrize("seen", [0, 8, 9])
def test_nothing_new_is_nothing_marked(seen: int) -> None:
    assert "unseen" not in log(*LINES, seen=seen)


def test_a_private_line_says_so_and_no_other_does() -> None:
    html = log(entry(1, "event.pass", 1), entry(2, "event.pass", 2, private=True), seen=0)
    first, second = re.findall(r"<li.*?</li>", html, re.DOTALL)
    assert "Others read less of this." not in first
    assert 'class="private"' in second
    assert second.count("Others read less of this.") == 2, "for the eye, and for the ear"


def test_filters_name_each_seat_and_ones_own_first() -> None:
    html = rendering.template("logfilter.html").render(facts=FACTS, seat=1)
    assert re.findall(r'value="(\w+)"', html) == ["all", "1", "0", "2"]
    assert html.count("data-mine") == 1
    assert "data-mine" not in rendering.template("logfilter.html").render(facts=FACTS, seat=None)


@pytest.mark.parametrize("seat", range(8))
def test_the_style_sheet_knows_each_seat(seat: int) -> None:
    sheet = (rendering.STATIC / "components.css").read_text()
    assert f'[name="lines"][value="{seat}"]:checked)) .log > [data-number]:not(:where([data-by="{seat}"]' in sheet


@pytest.mark.parametrize("slug", GAMES)
def test_each_entry_of_a_card_is_on_the_rules_page_once(slug: str) -> None:
    page = "".join(str(part.html) for chapter in rulebook(slug).chapters for part in chapter.parts)
    for address in entries(slug).values():
        assert page.count(f'id="{address.partition("#")[2]}"') == 1


@pytest.mark.parametrize(
    ("slug", "code", "anchor"),
    [
        ("habemus-papam", "SILENTIUM", "card-silentium"),
        ("pope-or-nope", "CROSS-3", "card-cross"),
        ("pope-or-nope", "DRAW", "card-draw-2"),
        ("papal-curia", "RED_HAT", "card-red-hat-for-gold"),
    ],
)
def test_a_card_in_the_log_leads_to_its_entry(slug: str, code: str, anchor: str) -> None:
    assert entries(slug)[code] == f"/rules/{slug}#{anchor}"


def test_cards_are_links_in_the_log_alone() -> None:
    drawn = entry(1, "event.draw.2.mine", first="NOPE", second="DEED-2")
    assert '<a class="entry" href="/rules/pope-or-nope#card-nope">Nope</a>' in log(drawn, seen=0)
    told = wording_of(GAME, FACTS.seats).html(drawn.fact)
    assert "<a" not in told, "within a button there is no link"
