"""The games of the house: rules without users, clocks, HTML or I/O. `GAMES` is the list of what can be played."""

from games.kernel.contract import Game
from games.papal_curia import GAME as PAPAL_CURIA
from games.pope_or_nope import GAME as POPE_OR_NOPE

GAMES: dict[str, Game] = {game.slug: game for game in (POPE_OR_NOPE, PAPAL_CURIA)}
"""slug -> Game, in the order in which Home shows them."""
