"""Fills a form at random so that it keeps every domain and limit: for bots, and for the fuzzer.

Each number in the form is an unknown between bounds. They are set one after the other; before each, the limits give
the range in which the rest can still be completed, and a dead end steps back.
"""

from collections.abc import Iterator

from games.kernel.choices import Amounts, Answer, Choice, Field, Filled, Limit, Number, OneOf, SomeOf, Term, Text
from games.kernel.dice import Chance

Unknown = tuple[str, str | None]
"""A number to find: a field, and for Amounts one of its keys."""

Bounds = dict[Unknown, tuple[int, int]]


class Unfillable(Exception):  # noqa: N818 - says what the form is
    """The form's limits contradict each other: a mistake of the game that made it."""


def fill(choice: Choice, chance: Chance) -> Filled:
    """A filling that `admits` accepts, at random. Raises Unfillable if there is none, ValueError if it is barred."""
    if choice.barred is not None:
        raise ValueError(f"{choice.move} is barred: {choice.barred.key}")
    if not choice.limits:
        return {field.name: _freely(field, chance) for field in choice.fields}
    bounds = {unknown: ends for field in choice.fields for unknown, ends in _unknowns(field)}
    numbers = _complete(list(bounds), bounds, choice.limits, chance)
    if numbers is None:
        raise Unfillable(f"{choice.move}: no filling keeps its limits")
    return {field.name: _answer(field, numbers, chance) for field in choice.fields}


def _freely(field: Field, chance: Chance) -> Answer:
    numbers = {unknown: low + chance.below(high - low + 1) for unknown, (low, high) in _unknowns(field)}
    return _answer(field, numbers, chance)


def _unknowns(field: Field) -> Iterator[tuple[Unknown, tuple[int, int]]]:
    match field:
        case SomeOf():
            yield (field.name, None), (field.least, field.most)
        case Number():
            yield (field.name, None), (field.least, field.most)
        case Amounts():
            yield from (((field.name, key), (0, most)) for key, most in field.most.items())
        case OneOf() | Text():
            return
        case _:
            raise TypeError(f"no such field: {field!r}")


def _answer(field: Field, numbers: dict[Unknown, int], chance: Chance) -> Answer:
    match field:
        case OneOf():
            return field.options[chance.below(len(field.options))]
        case SomeOf():
            return _sample(field, numbers[field.name, None], chance)
        case Number():
            return numbers[field.name, None]
        case Amounts():
            return {key: numbers[field.name, key] for key in field.most}
        case Text():
            return ""
        case _:
            raise TypeError(f"no such field: {field!r}")


def _sample(field: SomeOf, size: int, chance: Chance) -> Answer:
    left = list(field.options)
    return [left.pop(chance.below(len(left))) for _ in range(size)]


def _complete(
    order: list[Unknown], bounds: Bounds, limits: tuple[Limit, ...], chance: Chance
) -> dict[Unknown, int] | None:
    if not order:
        return {unknown: low for unknown, (low, _) in bounds.items()} if _possible(bounds, limits) else None
    unknown = order[chance.below(len(order))]
    rest = [other for other in order if other != unknown]
    low, high = _range(unknown, bounds, limits)
    values = list(range(low, high + 1))
    while values:
        value = values.pop(chance.below(len(values)))
        found = _complete(rest, {**bounds, unknown: (value, value)}, limits, chance)
        if found is not None:
            return found
    return None


def _possible(bounds: Bounds, limits: tuple[Limit, ...]) -> bool:
    for limit in limits:
        low, high = _span(limit, bounds, None)
        if (limit.least is not None and high < limit.least) or (limit.most is not None and low > limit.most):
            return False
    return True


def _range(unknown: Unknown, bounds: Bounds, limits: tuple[Limit, ...]) -> tuple[int, int]:
    low, high = bounds[unknown]
    for limit in limits:
        times = sum(term.times for term in limit.terms if _reads(term, unknown))
        if times == 0:
            continue
        others_low, others_high = _span(limit, bounds, unknown)
        least = None if limit.least is None else limit.least - others_high
        most = None if limit.most is None else limit.most - others_low
        if times < 0:
            least, most = most, least
        if least is not None:
            low = max(low, -(-least // times))
        if most is not None:
            high = min(high, most // times)
    return low, high


def _span(limit: Limit, bounds: Bounds, without: Unknown | None) -> tuple[int, int]:
    low = high = 0
    for unknown, (least, most) in bounds.items():
        times = sum(term.times for term in limit.terms if _reads(term, unknown))
        if unknown != without and times:
            ends = (times * least, times * most)
            low, high = low + min(ends), high + max(ends)
    return low, high


def _reads(term: Term, unknown: Unknown) -> bool:
    field, key = unknown
    return term.field == field and term.key in (None, key)
