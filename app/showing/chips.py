"""Short words about a player, as the tables of several games show them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Chip:
    """One of them, with its icon. `kind`: a class of its looks."""

    icon: str
    words: str
    title: str
    kind: str = ""
