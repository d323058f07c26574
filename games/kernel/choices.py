"""Moves as forms: what a seat may do now, with fields, domains and limits as data.

The same Choice draws the page, checks what comes back, feeds bots and fuzzer, and documents the API. Forms hold plain
values only and can form no cycle, so the garbage collector need not look at them (`gc=False`).
"""

from collections.abc import Mapping

import msgspec

from games.kernel.events import Reason

Value = str | int | None
"""One thing to choose. None stands for "none of them"."""

Answer = Value | list[Value] | dict[str, int]
"""What a field is filled with: OneOf, Number and Text take a Value, SomeOf a list, Amounts a table of numbers."""

Filled = dict[str, Answer]
"""A filled form: field name -> answer."""


class OneOf(msgspec.Struct, frozen=True, tag="one_of", gc=False):
    """Exactly one of the options. `cautions`: options the page asks about before they are sent, with the reason."""

    name: str
    options: tuple[Value, ...]
    cautions: tuple[tuple[Value, Reason], ...] = ()


class SomeOf(msgspec.Struct, frozen=True, tag="some_of", gc=False):
    """From `least` to `most` different options, in any order."""

    name: str
    options: tuple[Value, ...]
    least: int
    most: int


class Amounts(msgspec.Struct, frozen=True, tag="amounts", gc=False):
    """A whole number for each key, 0 up to its own most. Several cards of one title are an amount of that title."""

    name: str
    most: dict[str, int]


class Number(msgspec.Struct, frozen=True, tag="number", gc=False):
    """One whole number, both ends included."""

    name: str
    least: int
    most: int


class Text(msgspec.Struct, frozen=True, tag="text", gc=False):
    """Free words of at most `longest` characters; may be empty."""

    name: str
    longest: int


Field = OneOf | SomeOf | Amounts | Number | Text


class Term(msgspec.Struct, frozen=True, gc=False):
    """`times` a number of the form: a Number's value, how many SomeOf has, an Amounts' total, or one of its keys."""

    field: str
    times: int = 1
    key: str | None = None


class Limit(msgspec.Struct, frozen=True, gc=False):
    """The sum of the terms lies from `least` to `most`, both included. None: no bound on that side."""

    terms: tuple[Term, ...]
    least: int | None = None
    most: int | None = None


class Choice(msgspec.Struct, frozen=True, gc=False):
    """One thing a seat may do: a move's tag, and the fields to fill.

    `free`: None for an answer to the seat's question; else what the free move belongs to (a turn, an offer, an open
    secret choice), by a name that is never used again and must still be open when it arrives. `barred`: it can't be
    taken now, and why; such a choice is listed for the page to explain and is never filled.
    """

    move: str
    fields: tuple[Field, ...] = ()
    limits: tuple[Limit, ...] = ()
    free: str | None = None
    barred: Reason | None = None


def admits(choice: Choice, filled: Mapping[str, Answer]) -> bool:
    """Whether this filling keeps every domain and limit of an open form."""
    return (
        choice.barred is None
        and filled.keys() == {field.name for field in choice.fields}
        and all(_holds(field, filled[field.name]) for field in choice.fields)
        and all(_within(limit, filled) for limit in choice.limits)
    )


def _holds(field: Field, answer: Answer) -> bool:
    match field:
        case OneOf():
            return any(same(answer, option) for option in field.options)
        case SomeOf():
            return isinstance(answer, list) and _some_of(field, answer)
        case Amounts():
            return isinstance(answer, dict) and all(
                key in field.most and _whole(number, 0, field.most[key]) for key, number in answer.items()
            )
        case Number():
            return _whole(answer, field.least, field.most)
        case Text():
            return isinstance(answer, str) and len(answer) <= field.longest
        case _:
            raise TypeError(f"no such field: {field!r}")


def same(one: Answer, other: Answer) -> bool:
    """Equal, and of one type: 1 is not True, and not "1"."""
    return type(one) is type(other) and one == other


def _some_of(field: SomeOf, answer: list[Value]) -> bool:
    known = all(any(same(value, option) for option in field.options) for value in answer)
    return known and len(set(answer)) == len(answer) and field.least <= len(answer) <= field.most


def _whole(answer: Answer, least: int, most: int) -> bool:
    return isinstance(answer, int) and not isinstance(answer, bool) and least <= answer <= most


def _within(limit: Limit, filled: Mapping[str, Answer]) -> bool:
    total = sum(term.times * _reading(term, filled[term.field]) for term in limit.terms)
    return (limit.least is None or total >= limit.least) and (limit.most is None or total <= limit.most)


def _reading(term: Term, answer: Answer) -> int:
    match answer:
        case dict():
            return sum(answer.values()) if term.key is None else answer.get(term.key, 0)
        case list():
            return len(answer)
        case int():
            return answer
        case _:
            raise TypeError(f"{term.field} is no number")
