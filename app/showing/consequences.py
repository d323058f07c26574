"""What a drafted move would surely do, line by line, as a page of any game shows it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Consequence:
    """One of them. `warns`: it is what one might overlook."""

    icon: str
    words: str
    warns: bool = False
