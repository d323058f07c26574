"""What the page about fair dice is given."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.pages.common import Visitor

if TYPE_CHECKING:
    from app.fairness.checking import Finding


@dataclass(frozen=True)
class Spoken:
    """What a player wants to be mixed into the seed."""

    name: str
    words: str


@dataclass(frozen=True)
class FairPage:
    """How a table's cards are shuffled. `seed`: in hex, after the game; `lobby`: words can still be said. `findings`:
    what a check of the finished game found."""

    visitor: Visitor
    code: str
    title: str
    commitment: str
    seed: str | None
    spoken: tuple[Spoken, ...]
    lobby: bool
    findings: "tuple[Finding, ...]"
