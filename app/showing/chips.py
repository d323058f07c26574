"""Short words about a player, as the tables of several games show them."""

from dataclasses import dataclass

from app.language import gettext
from app.pages import SeatFacts


@dataclass(frozen=True)
class Chip:
    """One of them, with its icon. `kind`: a class of its looks."""

    icon: str
    words: str
    title: str
    kind: str = ""


def played_by_bot(who: SeatFacts) -> list[Chip]:
    """That a bot plays there, for good or while somebody is away, and of which level."""
    if not who.bot and not who.away:
        return []
    told = gettext("A bot plays here: {level}", level=who.level or gettext("bot"))
    return [Chip("bot", gettext("bot") if who.bot else gettext("away"), told)]
