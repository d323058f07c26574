"""Bots of every game and level: they play whole games by the rules, and what they do hangs on nothing hidden."""

import pytest

from games import RULED
from games.kernel.bots import Asked, Patience
from games.kernel.dice import Cup, dice_from
from games.kernel.playouts import play_out
from tests.games.walks import sample, seed_of

LEVELS = ("novice", "courtier", "cardinal")
A_FEW = Patience(playouts=6)
"""By count: the clock would make two searches differ."""

EVERY = pytest.mark.parametrize(
    ("slug", "level"), [(slug, level) for slug, game in RULED.items() if not game.companion for level in LEVELS]
)


def test_every_game_but_a_companion_has_all_levels() -> None:
    assert {slug: tuple(game.bots) for slug, game in RULED.items()} == {
        slug: () if game.companion else LEVELS for slug, game in RULED.items()
    }


@EVERY
def test_a_bot_plays_a_whole_game_by_the_rules(slug: str, level: str) -> None:
    game = RULED[slug]
    bots = [game.bots[level]] * game.seats[0]
    assert play_out(game, game.Options(), seed_of(3), bots, check=True, patience=A_FEW).result.standings


@EVERY
def test_a_bot_moves_alike_for_every_twin(slug: str, level: str) -> None:
    """A twin is a state that the seat can't tell from the real one: other hands, another deck, other dice."""
    game, seats = RULED[slug], RULED[slug].seats[0] + 1
    bot, compared = game.bots[level], 0
    for number, state in enumerate(sample(game, seats, game.Options(), 12)):
        for seat in range(seats):
            twin = game.redeal(state, seat, seed_of(number))
            one, other = (Asked(game, position, seat, A_FEW) for position in (state, twin))
            if one.answers:
                assert bot.answer(one, _cup(number)) == bot.answer(other, _cup(number))
                compared += 1
            if one.free and bot.volunteer is not None:
                assert bot.volunteer(one, _cup(number)) == bot.volunteer(other, _cup(number))
                compared += 1
    assert compared > 5


def _cup(number: int) -> Cup:
    return Cup(dice_from(seed_of(number), "bot"))
