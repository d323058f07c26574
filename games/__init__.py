"""The games of the house: rules without users, clocks, HTML or I/O. `GAMES` is the list of what can be played."""

from games.habemus_papam import GAME as HABEMUS_PAPAM
from games.kernel.contract import Game
from games.pope_or_nope import GAME as POPE_OR_NOPE

GAMES: dict[str, Game] = {game.slug: game for game in (HABEMUS_PAPAM, POPE_OR_NOPE)}
"""slug -> Game, in the order in which Home shows them."""
