"""`conclave simulate --bots a,b`: two bots against each other, half the seats each, and who wins how often.

Each deal is played twice, with the seats exchanged, so that neither the cards nor the place at the table decide; the
deals go through all ways to share out the seats. The interval is that of the mean over the pairs.
"""

import math
from itertools import combinations
from statistics import fmean, stdev

import msgspec

from app.simulating import bot_of, play
from games.kernel.bots import Patience
from games.kernel.contract import Game
from games.kernel.events import Seat

NORMAL_95 = 1.96
"""So many standard errors to each side hold 95 of 100 means (normal distribution)."""


class Match(msgspec.Struct, frozen=True):
    """How it went. `share`: of the wins, the first bot's (0 to 1), a shared win in parts; `from_` and `to`: its 95%
    interval. Equal bots have 0.5, whatever the number of seats."""

    game: str
    edition: int
    seats: int
    bots: tuple[str, str]
    seconds: float
    """Of processor time that a search may take for a move."""
    seed: int
    games: int
    share: float
    from_: float = msgspec.field(name="from")
    to: float
    nobody: int
    """Games that nobody won; they count half for each."""
    moves: int
    took: float
    """Seconds of all moves together."""

    def told(self) -> str:
        """The match for people."""
        one, other = self.bots
        return (
            f"{self.game}, {self.games:,} games of {self.seats}, seed {self.seed}, {self.seconds:g} s a move at most\n"
            f"{one} against {other}: {self.share:.1%} of the wins (95%: {self.from_:.1%} to {self.to:.1%}); "
            f"won by nobody: {self.nobody:,}\n"
            f"{self.moves:,} moves in {self.took:.1f} s"
        )


def match(game: Game, seats: int, games: int, seed: int, bots: tuple[str, str], patience: Patience) -> Match:
    """Plays `games` games, a pair for each deal (an odd number is one more). Raises BrokenGameError."""
    one, other = (bot_of(game, bot) for bot in bots)
    ways = list(combinations(range(seats), seats // 2))
    shares, nobody, moves, took = [], 0, 0, 0.0
    for deal in range(math.ceil(games / 2)):
        ours = set(ways[deal % len(ways)])
        pair = []
        for mine in (ours, set(range(seats)) - ours):
            players = [one if seat in mine else other for seat in range(seats)]
            played = play(game, players, seed, deal, patience)
            pair.append(_share(played.result.winners, mine))
            nobody += not played.result.winners
            moves, took = moves + played.moves, took + played.seconds
        shares.append(fmean(pair))
    share, half = fmean(shares), _half_interval(shares)
    return Match(
        game.slug,
        game.edition,
        seats,
        bots,
        patience.seconds,
        seed,
        2 * len(shares),
        round(share, 4),
        max(0.0, round(share - half, 4)),
        min(1.0, round(share + half, 4)),
        nobody,
        moves,
        round(took, 1),
    )


def _share(winners: tuple[Seat, ...], mine: set[Seat]) -> float:
    return sum(seat in mine for seat in winners) / len(winners) if winners else 0.5


def _half_interval(shares: list[float]) -> float:
    return NORMAL_95 * stdev(shares) / math.sqrt(len(shares)) if len(shares) > 1 else 1.0
