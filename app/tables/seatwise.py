"""Options that speak of seats, which follow their people when seats change."""

from collections.abc import Sequence
from typing import Any

from games.kernel.contract import Game
from games.kernel.events import Seat


def picks(game: Game, options: dict[str, Any], seats: int) -> list[Any]:
    """What is picked seat by seat; None: nothing."""
    picked = [] if game.pick is None else options.get(game.pick.name, [])
    return [*picked[:seats], *[None] * (seats - len(picked))]


def reseated(game: Game, options: dict[str, Any], order: Sequence[Seat]) -> dict[str, Any]:
    """The options when seat i has become what seat order[i] was; what was said of a seat that is gone is gone."""
    found = dict(options)
    if (first := options.get("first")) is not None:
        found["first"] = order.index(first) if first in order else None
    if game.pick is not None and game.pick.name in options:
        picked = picks(game, options, max(order, default=-1) + 1)
        found[game.pick.name] = [picked[old] for old in order]
    return found
