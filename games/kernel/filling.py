"""Fills a form at random so that it keeps every domain and limit: for bots, and for the fuzzer.

Each number in the form is an unknown between bounds. They are set one after the other; before each, the limits give
the range in which the rest can still be completed. One pass nearly always does it; where several limits pull against
each other it may end nowhere, and then a search that steps back from dead ends finds a filling if there is one.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

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
    numbers = _in_one_pass(bounds, choice.limits, chance)
    if numbers is None:
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


@lru_cache(maxsize=1 << 12)
def _counting(limit: Limit) -> tuple[dict[str, int], dict[Unknown, int]]:
    """How often a limit counts each number of a field, and single keys besides."""
    fields: dict[str, int] = {}
    keys: dict[Unknown, int] = {}
    for term in limit.terms:
        if term.key is None:
            fields[term.field] = fields.get(term.field, 0) + term.times
        else:
            keys[term.field, term.key] = keys.get((term.field, term.key), 0) + term.times
    return fields, keys


class _Sum:
    """A limit's sum while unknowns are set: how often each counts, and the least and the most it can still become."""

    __slots__ = ("high", "least", "low", "most", "times")

    def __init__(self, limit: Limit, bounds: Bounds) -> None:
        fields, keys = _counting(limit)
        self.least, self.most = limit.least, limit.most
        self.times = [fields.get(unknown[0], 0) for unknown in bounds]
        if keys:
            self.times = [times + keys.get(unknown, 0) for times, unknown in zip(self.times, bounds, strict=True)]
        self.low = self.high = 0
        for times, (low, high) in zip(self.times, bounds.values(), strict=True):
            if times:
                self.low += times * (low if times > 0 else high)
                self.high += times * (high if times > 0 else low)

    def room(self, at: int, low: int, high: int) -> tuple[int, int]:
        """The part of `low` to `high`, the bounds of unknown number `at`, from which the others can still bring the sum
        home. It counts in this sum."""
        times = self.times[at]
        spare_high = None if self.least is None else self.high - self.least
        spare_low = None if self.most is None else self.most - self.low
        if times < 0:
            spare_low, spare_high, times = spare_high, spare_low, -times
        at_least = low if spare_high is None else high - spare_high // times
        at_most = high if spare_low is None else low + spare_low // times
        return max(low, at_least), min(high, at_most)

    def set(self, at: int, low: int, high: int, value: int) -> None:
        """Unknown number `at`, between `low` and `high` until now, has this value."""
        times = self.times[at]
        self.low += times * (value - (low if times > 0 else high))
        self.high += times * (value - (high if times > 0 else low))

    def kept(self) -> bool:
        """Whether the sum, all unknowns being set, lies within its limit."""
        return (self.least is None or self.low >= self.least) and (self.most is None or self.high <= self.most)


def _in_one_pass(bounds: Bounds, limits: Sequence[Limit], chance: Chance) -> dict[Unknown, int] | None:
    """Each unknown in turn, from a random one on, somewhere in its range; None: that led nowhere."""
    sums = [_Sum(limit, bounds) for limit in limits]
    unknowns = list(bounds.items())
    start = chance.below(len(unknowns)) if unknowns else 0
    numbers: dict[Unknown, int] = {}
    for at in (*range(start, len(unknowns)), *range(start)):
        unknown, (low, high) = unknowns[at]
        if low == high:
            numbers[unknown] = low
            continue
        counting = [each for each in sums if each.times[at]]
        least, most = low, high
        for each in counting:
            one, other = each.room(at, low, high)
            least, most = max(least, one), min(most, other)
        if least > most:
            return None
        numbers[unknown] = value = least if least == most else least + chance.below(most - least + 1)
        for each in counting:
            each.set(at, low, high, value)
    return numbers if all(each.kept() for each in sums) else None


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
