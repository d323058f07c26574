"""What a host may set: the kinds of clock with their numbers, read and checked, and told in words."""

from collections.abc import Container, Mapping
from typing import Any, NamedTuple

import msgspec

from app.language import gettext, later, ngettext
from app.problems import Malformed
from app.tables.clock import Clock


class Range(NamedTuple):
    """What a number may be; the usual is taken where none is given. `seconds`: how many make one. `told`: the sentence
    for whoever chose another."""

    least: int
    most: int
    usual: int
    seconds: int
    told: str


TURN = later("A turn takes {least} to {most} seconds. Choose a number between.")
DAYS = later("A turn takes {least} to {most} days. Choose a number between.")
BANK = later("A bank holds {least} to {most} minutes. Choose a number between.")
MORE = later("A turn adds {least} to {most} seconds. Choose a number between.")

NUMBERS: Mapping[str, Mapping[str, Range]] = {
    "turn": {"seconds": Range(10, 900, 60, 1, TURN)},
    "bank": {"minutes": Range(1, 180, 15, 60, BANK), "increment": Range(0, 300, 10, 1, MORE)},
    "days": {"days": Range(1, 30, 3, 86400, DAYS)},
}
"""Kind of clock -> its numbers by name."""


def read(kind: str, given: Mapping[str, int | None]) -> Clock | None:
    """The clock that is meant; None for "none". Raises Malformed."""
    if kind == "none":
        _expect_no_others(given, ())
        return None
    if kind not in NUMBERS:
        raise Malformed(gettext("There is no such clock. Choose none, or one of turn, bank and days."))
    _expect_no_others(given, NUMBERS[kind])
    numbers = {name: _within(range_, given.get(name)) for name, range_ in NUMBERS[kind].items()}
    return Clock(kind, *(number * NUMBERS[kind][name].seconds for name, number in numbers.items()))  # type: ignore[arg-type]


def _expect_no_others(given: Mapping[str, int | None], known: Container[str]) -> None:
    for name, number in given.items():
        if number is not None and name not in known:
            raise Malformed(gettext("A clock of this kind has no “{name}”. Leave it out.", name=name))


def _within(range_: Range, given: int | None) -> int:
    number = range_.usual if given is None else given
    if not range_.least <= number <= range_.most:
        raise Malformed(gettext(range_.told, least=range_.least, most=range_.most))
    return number


def numbers(clock: Clock) -> Mapping[str, int]:
    """The numbers of a clock, as they are set."""
    set_ = zip(NUMBERS[clock.kind].items(), (clock.seconds, clock.increment), strict=False)
    return {name: value // range_.seconds for (name, range_), value in set_}


def plain(clock: Clock | None) -> Any:
    """As the table's row stores it."""
    return msgspec.to_builtins(clock)


def in_words(clock: Clock) -> str:
    """The clock in a few words."""
    match clock.kind:
        case "turn":
            return ngettext("{number} second a turn", "{number} seconds a turn", clock.seconds)
        case "days":
            return ngettext("{number} day a turn", "{number} days a turn", clock.seconds // 86400)
        case "bank":
            bank = ngettext("{number} minute each", "{number} minutes each", clock.seconds // 60)
            more = ngettext("{number} second more a turn", "{number} seconds more a turn", clock.increment)
            return f"{bank}, {more}" if clock.increment else bank
        case kind:
            raise AssertionError(f"no such clock as {kind}")
