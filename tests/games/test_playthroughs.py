"""Each game that is kept as text plays out as it did when it was written, and every ending is among them."""

import pytest

from games import RULED
from games.kernel.contract import Game
from tests.games.playthroughs import ENDINGS, FOLDER, Playthrough, played, text

EVERY = pytest.mark.parametrize("playthrough", ENDINGS, ids=[f"{each.slug}-{each.ending}" for each in ENDINGS])


@EVERY
def test_a_playthrough_is_as_it_was_written(playthrough: Playthrough) -> None:
    assert text(playthrough) == playthrough.path.read_text(), "python -m tests.games.playthroughs writes it anew"


@EVERY
def test_a_playthrough_ends_as_it_says(playthrough: Playthrough) -> None:
    *_, (_, last) = played(playthrough)
    assert playthrough.game.result(last.state).how.key == playthrough.how


@EVERY
def test_a_playthrough_shows_what_it_was_kept_for(playthrough: Playthrough) -> None:
    told = {event.public.key for _, outcome in played(playthrough) for event in outcome.events}
    assert set(playthrough.shows) <= told


@pytest.mark.parametrize("game", RULED.values(), ids=RULED.keys())
def test_every_ending_of_a_game_is_played_through(game: Game) -> None:
    endings = {playthrough.how for playthrough in ENDINGS if playthrough.game is game}
    assert endings == {key for key in game.words if key.startswith("how.")}


def test_no_text_is_kept_that_nobody_plays() -> None:
    assert set(FOLDER.rglob("*.txt")) == {playthrough.path for playthrough in ENDINGS}
