"""`conclave simulate`: whole games by bots through the contract alone, every invariant checked after each move."""

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from games.kernel.bots import AT_ONCE, Bot, Patience, random_bot
from games.kernel.contract import Game
from games.kernel.playouts import Playout, play_out
from games.papal_curia import figures as papal_curia_figures
from games.papal_curia.figures import Figure

FIGURES: dict[str, Callable[[Sequence[Playout]], tuple[Figure, ...]]] = {"papal-curia": papal_curia_figures.figures}
"""Slug -> what games were like, where there is something to compare it with."""


class BrokenGameError(Exception):
    """A game broke a promise of the contract; the message says which game, and how to see it again."""


class Report(msgspec.Struct, frozen=True):
    """How the games went. `seconds` and `moves_per_second` count the moves, not the checks between them."""

    game: str
    edition: int
    seats: int
    bots: str
    seed: int
    games: int
    moves: int
    seconds: float
    moves_per_second: int
    endings: dict[str, int]
    """How they ended, as a key of the game's words -> how often."""
    wins: tuple[int, ...]
    """Seat by seat; a shared win counts for each."""
    nobody: int
    """Games that no seat won."""
    figures: tuple[Figure, ...]
    """What the games were like, where there is something to compare it with."""

    def told(self) -> str:
        """The report for people."""
        rows = [
            (self.game, f"{self.games:,} games of {self.seats}, {self.bots} bots, seed {self.seed}"),
            ("moves", f"{self.moves:,} in {self.seconds:.2f} s: {self.moves_per_second:,} moves/s"),
            *((f"ended by {key}", f"{count:,}") for key, count in self.endings.items()),
            *((f"won by seat {seat}", f"{count:,}") for seat, count in enumerate(self.wins)),
            ("won by nobody", f"{self.nobody:,}"),
            *((figure.words, _beside(figure, self.seats)) for figure in self.figures),
        ]
        width = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:<{width}}  {told}" for name, told in rows)


def simulate(game: Game, seats: int, games: int, seed: int, bots: str, patience: Patience = AT_ONCE) -> Report:
    """Plays `games` games with the default options, all seats by the same bot. The same seed plays the same games, but
    for bots that search by the clock.

    Raises BrokenGameError.
    """
    players = [bot_of(game, bots)] * seats
    played = [play(game, players, seed, number, patience) for number in range(games)]
    moves, seconds = sum(one.moves for one in played), sum(one.seconds for one in played)
    endings = Counter(one.result.how.key for one in played)
    wins = Counter(winner for one in played for winner in one.result.winners)
    figures = FIGURES.get(game.slug)
    return Report(
        game.slug,
        game.edition,
        seats,
        bots,
        seed,
        games,
        moves,
        round(seconds, 3),
        round(moves / max(seconds, 1e-9)),
        dict(sorted(endings.items())),
        tuple(wins[seat] for seat in range(seats)),
        sum(not one.result.winners for one in played),
        () if figures is None else figures(played),
    )


def bot_of(game: Game, bots: str) -> Bot:
    """Who plays. Raises BrokenGameError if the game has no such bot."""
    known = {"random": random_bot, **game.bots}
    if bots not in known:
        raise BrokenGameError(f"There is no bot {bots!r}; {game.title} has: {', '.join(known)}.")
    return known[bots]


def seed_of(seed: int, number: int) -> bytes:
    """The 32 bytes from which game `number` of a simulation is dealt."""
    return hashlib.sha256(f"{seed}/{number}".encode()).digest()


def _beside(figure: Figure, seats: int) -> str:
    prototype = figure.prototype.get(seats)
    return f"{figure.mean:.1f} a game" + ("" if prototype is None else f"; the prototype's {prototype:.1f}")


def play(game: Game, players: Sequence[Bot], seed: int, number: int, patience: Patience) -> Playout:
    """Game `number` of a simulation. Raises BrokenGameError."""
    try:
        return play_out(game, game.Options(), seed_of(seed, number), players, check=True, patience=patience)
    except Exception as error:  # whatever a game raises here, it broke its promise
        raise BrokenGameError(
            f"{game.slug}: game {number} of seed {seed} with {len(players)} seats broke a promise: "
            f"{type(error).__name__}: {error or 'no words'}"
        ) from error
