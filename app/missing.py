"""What happened since somebody last looked, in a few lines: the newest round, and of each seat what it did last."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from app.pages import LogEntry, SeatFacts

QUIET = ("event.pass", "event.chosen", "event.draw", "event.dealt")
"""How the keys of lines begin that are not worth a word in a summary."""
FEW = 4
"""So many lines are read as fast as a summary of them."""


@dataclass(frozen=True)
class Line:
    """A line of the log: the seat whose mark it bears, its sentence, and the clause it came about by ("": none)."""

    who: SeatFacts | None
    entry: LogEntry
    sentence: Markup
    clause: str = ""


@dataclass(frozen=True)
class Deed:
    """The newest line worth telling of a seat, and how many `more` there are of that seat."""

    line: Line
    more: int


@dataclass(frozen=True)
class Summary:
    """`first`: the number of the first new line; `lines`: how many there are; `round`: how the newest round began."""

    first: int
    lines: int
    round: Line | None = None
    deeds: tuple[Deed, ...] = ()


def summary(lines: Sequence[Line], seen: int) -> Summary | None:
    """What follows the first `seen` lines of the log; None if that is nothing, or everything."""
    new = [line for line in lines if line.entry.number > seen]
    if not seen or not new:
        return None
    first = new[0].entry.number
    if len(new) <= FEW:
        return Summary(first, len(new))
    begun = [line for line in new if line.entry.fact.key == "event.round"]
    return Summary(first, len(new), begun[-1] if begun else None, _deeds(_standing(new)))


def _deeds(lines: Sequence[Line]) -> tuple[Deed, ...]:
    """In the order in which they were done."""
    made = Counter(line.who.seat for line in lines if line.who is not None)
    newest: dict[int, Deed] = {}
    for line in lines:
        if line.who is not None and not line.entry.fact.key.startswith(QUIET):
            newest.pop(line.who.seat, None)
            newest[line.who.seat] = Deed(line, made[line.who.seat] - 1)
    return tuple(newest.values())


def _standing(lines: Sequence[Line]) -> list[Line]:
    """The deeds that were not taken back; how a round began is none."""
    struck: set[int] = set()
    for line in lines:
        if line.entry.fact.key == "house.takenback":
            first, last = (line.entry.fact.arguments[name] for name in ("first", "last"))
            struck |= {line.entry.number, *range(int(str(first)), int(str(last)) + 1)}
    return [line for line in lines if line.entry.number not in struck and line.entry.fact.key != "event.round"]
