"""A Choice as a form: whatever the rules of any game offer can be drawn, filled and sent, the rare moves too.

A game says how its fields and options are called (`Naming`); where it has something finer to show, it draws that on
top.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from app.pages import SeatFacts
from games.kernel.choices import Amounts, Choice, Field, Limit, Number, OneOf, SomeOf, Text, Value


@dataclass(frozen=True)
class Label:
    """How an option or an amount is called. `note`: beside it, smaller. `who`: it is this player."""

    words: str
    icon: str = ""
    note: str = ""
    who: SeatFacts | None = None


class Naming(Protocol):
    """How a game calls what stands in its forms."""

    def legend(self, choice: Choice, name: str) -> str:
        """What a field asks."""

    def label(self, choice: Choice, name: str, value: Value) -> Label:
        """An option of a field, or a key of its amounts."""


@dataclass(frozen=True)
class Pick:
    """One option. `value` is what the form sends; `most`: how far the form's number goes with this one."""

    value: str
    label: Label
    most: int | None = None
    chosen: bool = False


@dataclass(frozen=True)
class Count:
    """One whole number to set, by a stepper, or a checkbox where it is one thing. `name` is what the form sends."""

    name: str
    label: Label
    least: int
    most: int
    value: int

    @property
    def single(self) -> bool:
        """Whether it is one thing, to take or to leave."""
        return self.name.count(".") == 1 and (self.least, self.most) == (0, 1)


@dataclass(frozen=True)
class ShownField:
    """A field to fill: picks (one, or some of them), counts, or free words."""

    kind: Literal["one", "some", "counts", "words"]
    name: str
    legend: str
    picks: tuple[Pick, ...] = ()
    counts: tuple[Count, ...] = ()
    longest: int = 0


@dataclass(frozen=True)
class ShownForm:
    """A move to fill and send. `hidden`: what is sent as it is. `limits`: JSON for drafts.js, which counts along, and
    says in their words where a draft goes too far.

    `balance`: the one number that drafts.js sets so that the limits are kept. `apart`: two fields that can't be filled
    with the same. `reach`: the number that a pick with a `most` bounds. The id names the question, so that a draft
    never outlives it.
    """

    id: str
    move: str
    title: str
    button: str
    hidden: tuple[tuple[str, str], ...]
    fields: tuple[ShownField, ...]
    limits: str
    balance: str = ""
    apart: str = ""
    reach: str = ""

    def field(self, name: str) -> ShownField:
        """The field of this name."""
        return next(field for field in self.fields if field.name == name)


def written(value: Value) -> str:
    """A value as a form sends it."""
    return "" if value is None else str(value)


def form_of(
    choice: Choice,
    question: str,
    key: str,
    naming: Naming,
    *,
    name: str,
    title: str,
    button: str,
    values: Mapping[str, int] | None = None,
    beyond: Sequence[str] = (),
    **more: str,
) -> ShownForm:
    """The form of an open choice. `name` tells it from others of the same question; `values`: numbers to begin with;
    `beyond`: what is said where a draft exceeds a limit, in the order of the limits."""
    fixed = tuple(
        (field.name, written(field.options[0]))
        for field in choice.fields
        if isinstance(field, OneOf) and len(field.options) == 1
    )
    sent = (("question", choice.free or question), ("key", key), ("move", choice.move), *fixed)
    return ShownForm(
        id=f"{name}-{choice.free or question}",
        move=choice.move,
        title=title,
        button=button,
        hidden=sent,
        fields=tuple(shown for field in choice.fields for shown in _shown(choice, field, naming, values or {})),
        limits=json.dumps(
            [_limit(limit, *beyond[at : at + 1]) for at, limit in enumerate(choice.limits)],
            separators=(",", ":"),
        ),
        **more,
    )


def _limit(limit: Limit, words: str = "") -> list[object]:
    """[terms, least, most, words for more], a term as [field, times, key]."""
    return [[[term.field, term.times, term.key] for term in limit.terms], limit.least, limit.most, words]


def _shown(choice: Choice, field: Field, naming: Naming, values: Mapping[str, int]) -> Sequence[ShownField]:
    """The field as it is shown; nothing where there is nothing to choose."""
    legend = naming.legend(choice, field.name)
    match field:
        case OneOf(options=options) if len(options) == 1:
            return ()
        case OneOf(options=options) | SomeOf(options=options):
            picks = tuple(Pick(written(value), naming.label(choice, field.name, value)) for value in options)
            return (ShownField("one" if isinstance(field, OneOf) else "some", field.name, legend, picks),)
        case Amounts(most=most):
            counts = tuple(_count(choice, field.name, key, most[key], naming, values) for key in most)
            return (ShownField("counts", field.name, legend, counts=counts),) if counts else ()
        case Number(least=least, most=most):
            one = Count(field.name, Label(legend), least, most, values.get(field.name, least))
            return (ShownField("counts", field.name, legend, counts=(one,)),)
        case Text(longest=longest):
            return (ShownField("words", field.name, legend, longest=longest),)
        case _:
            raise TypeError(f"no such field: {field!r}")


def _count(choice: Choice, name: str, key: str, most: int, naming: Naming, values: Mapping[str, int]) -> Count:
    sent = f"{name}.{key}"
    return Count(sent, naming.label(choice, name, key), 0, most, values.get(sent, 0))
