"""The games of the house: rules without users, clocks, HTML or I/O. `GAMES` is the list of what can be played."""

from games.curia_companion import GAME as CURIA_COMPANION
from games.habemus_papam import GAME as HABEMUS_PAPAM
from games.kernel.contract import Game
from games.papal_curia import GAME as PAPAL_CURIA
from games.pope_or_nope import GAME as POPE_OR_NOPE

GAMES: dict[str, Game] = {game.slug: game for game in (HABEMUS_PAPAM, POPE_OR_NOPE, PAPAL_CURIA, CURIA_COMPANION)}
"""slug -> Game, in the order in which Home shows them."""

RULED: dict[str, Game] = {**GAMES}
"""slug -> Game, of all whose rules stand and are tested; one without a page yet can't be played."""
