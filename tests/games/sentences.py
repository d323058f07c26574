"""Whether a game's words have a sentence for whatever it says."""

import string

from games.kernel.contract import Game
from games.kernel.events import Event, Fact, Reason
from tests.games.clauses import clauses_of, rules_page


def says(game: Game, fact: Fact) -> bool:
    """Whether the words have a sentence for this fact, and the fact fills all of its places."""
    places = {name for _, name, _, _ in string.Formatter().parse(game.words[fact.key]) if name is not None}
    assert places <= fact.arguments.keys(), f"{fact.key} lacks {places - fact.arguments.keys()}"
    return True


def tells(game: Game, event: Event) -> bool:
    """Whether all facts of an event have their sentences."""
    return all(says(game, fact) for fact in (event.public, *event.private.values()))


def explains(game: Game, reason: Reason) -> bool:
    """Whether a reason cites a clause of the rules page and has its sentence."""
    assert reason.clause in clauses_of(rules_page(game)), f"{reason.clause} is not on the rules page"
    return says(game, Fact(reason.key, reason.arguments))
