"""Forms that are built once and remembered, because the same ones are offered over and over."""

from collections.abc import Callable
from functools import cache, lru_cache

from games.kernel.choices import Amounts, Choice, Limit, Number, OneOf, Term, Value
from games.kernel.events import Reason, Seat
from games.papal_curia.state import State

Forms = tuple[Choice, ...]

Form = Callable[[State, Seat], Forms]
"""What a seat may do now with one kind of move; one barred Choice if nothing."""

UNITS = (Term("units"),)


@cache
def plain(move: str) -> Forms:
    """A move without fields."""
    return (Choice(move),)


def barred(move: str, why: Reason) -> Forms:
    """A move that can't be made now, and why."""
    return (Choice(move, barred=why),)


@lru_cache(maxsize=1 << 12)
def one_of(move: str, name: str, options: tuple[Value, ...]) -> Forms:
    """A move with one thing to choose."""
    return (Choice(move, (OneOf(name, options),)),)


@lru_cache(maxsize=1 << 12)
def amount_in(move: str, areas: tuple[str, ...], most: int) -> Forms:
    """An Area, and 1 to `most` Influence."""
    return (Choice(move, (OneOf("area", areas), Number("amount", 1, most))),)


@lru_cache(maxsize=1 << 12)
def units_in(move: str, area: str, regulars: int, mercenaries: int) -> Choice:
    """At least one of the Units that stand in one Area."""
    units = Amounts("units", {"regulars": regulars, "mercenaries": mercenaries})
    return Choice(move, (OneOf("area", (area,)), units), (Limit(UNITS, least=1),))
