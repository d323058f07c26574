"""What bots are like, in words: their levels, and the pace of a table."""

from app.language import gettext, later
from app.pages import Option
from app.problems import Malformed
from games.kernel.contract import Game

COURTIER = "courtier"
"""The level that is offered first, and that sits in for people."""
WORDS = {"novice": later("novice"), COURTIER: later("courtier"), "cardinal": later("cardinal")}
"""Level of a bot -> what it is called, from the weakest."""
LIKE = {
    "novice": later("plays along, and errs"),
    COURTIER: later("weighs each move"),
    "cardinal": later("thinks ahead"),
}
"""Level of a bot -> how it plays."""

PACES = {"brisk": later("brisk"), "calm": later("calm"), "slow": later("slow")}
"""The pace of a table's bots -> what it is called."""


def levels(game: Game) -> list[str]:
    """The levels of this game's bots, from the weakest."""
    return [level for level in WORDS if level in game.bots]


def options(game: Game) -> tuple[Option, ...]:
    """The levels of this game's bots, to choose from."""
    return tuple(Option(level, _described(level), level == COURTIER) for level in levels(game))


def _described(level: str) -> str:
    called = gettext(WORDS[level])
    return f"{called[0].upper()}{called[1:]}: {gettext(LIKE[level])}"


def expect_level(game: Game, level: str) -> None:
    """Raises Malformed for a level that this game doesn't have."""
    known = levels(game)
    if level not in known:
        named = ", ".join(gettext(WORDS[one]) for one in known)
        raise Malformed(gettext("There is no bot of this level. Choose one of these: {levels}.", levels=named))


def expect_pace(pace: str) -> None:
    """Raises Malformed for a pace that bots don't have."""
    if pace not in PACES:
        named = ", ".join(gettext(words) for words in PACES.values())
        raise Malformed(gettext("Bots have no such pace. Choose one of these: {paces}.", paces=named))


def word(level: str | None) -> str | None:
    """What a bot of this level is called; None for no bot."""
    return None if level is None else gettext(WORDS.get(level, level))
