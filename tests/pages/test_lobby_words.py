"""What lobby, way in, Home and log say, and to whom."""

import re
from dataclasses import replace

import pytest

from app import rendering
from app.pages import GameCard, HomePage, LogEntry, MyTable
from games import GAMES
from games.kernel.events import Fact
from tests.pages.contexts import GAME, NAMES, VISITOR, facts_of, lobby_page, played


def test_who_is_not_ready_reads_you() -> None:
    assert lobby_page(host=False, me=1).waited_for == ("you",)
    assert lobby_page(host=True, me=0).waited_for == (NAMES[1],)
    page = rendering.lobby(lobby_page(host=False, me=1))
    assert "You are still at confession." in page
    assert "Waiting for you." in page


def test_the_host_who_starts_is_not_waited_for() -> None:
    host, *others = lobby_page().chairs_taken
    waiting = lobby_page(chairs_taken=(replace(host, ready=False), *others))
    assert NAMES[0] not in waiting.waited_for


def test_start_looks_unready_and_can_be_pressed() -> None:
    start = re.compile(r'<button class="btn big (\w+)">Start</button>')
    waiting = lobby_page()
    ready = lobby_page(chairs_taken=tuple(replace(chair, ready=True) for chair in waiting.chairs_taken))
    assert start.findall(rendering.lobby(waiting)) == ["unready"]
    assert start.findall(rendering.lobby(ready)) == ["primary"]


def test_only_the_host_is_told_how_friends_could_reach_the_house() -> None:
    note = "start it with make run"
    assert note in rendering.lobby(lobby_page(link_note=note))
    assert note not in rendering.lobby(lobby_page(host=False, me=1, link_note=note))


@pytest.mark.parametrize(
    ("minutes", "words"), [((30, 41), "30 to 40"), ((7, 11), "5 to 10"), ((1, 2), "5"), ((14, 16), "15")]
)
def test_minutes_are_said_in_steps_of_five(minutes: tuple[int, int], words: str) -> None:
    assert f"About {words} minutes" in rendering.lobby(lobby_page(minutes=minutes))


def test_who_has_chosen_stands_in_one_row_of_the_log() -> None:
    state, _ = played(4, 3, 0)
    told = [Fact("event.chosen", {"who": 1}), Fact("event.chosen", {"who": 0}), Fact("event.turn_up")]
    lines = rendering.log(GAME, facts_of(state, 4), [LogEntry(i, fact) for i, fact in enumerate(told, 1)], None)
    assert re.findall(r'data-number="(\d)" class="chosen"', lines) == ["1", "2"]
    assert lines.count(" has chosen.") == 2


def test_home_has_a_picture_an_icon_and_two_ways_to_open_each_game() -> None:
    cards = tuple(GameCard(slug, game.title, game.tagline, game.seats, (30, 41)) for slug, game in GAMES.items())
    mine = tuple(MyTable(f"T-{slug}", slug, game.title, "lobby", ()) for slug, game in GAMES.items())
    page = rendering.home(HomePage(VISITOR, cards, mine))
    assert page.count('<div class="pic ') == len(GAMES)
    assert len(set(re.findall(r'class="gi">.*?#(i-\w+)"', page))) == len(GAMES)
    for game in GAMES.values():
        assert page.count(f'aria-label="Open a table of {game.title}') == 2
