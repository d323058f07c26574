"""A move as a browser sends it: form fields, read by the form that was offered."""

from collections.abc import Sequence
from typing import Any

from app.forms import Sent
from app.language import gettext
from app.problems import Malformed
from app.tables.service import Ticket
from games.kernel.choices import Amounts, Choice, Field, Filled, Number, OneOf, SomeOf, Text, Value
from games.kernel.events import Reason

LONGEST = 4000
"""Characters of one field."""


def ticket(sent: Sent, choices: Sequence[Choice]) -> Ticket:
    """The ticket that the form makes. Values are read by the fields that the seat's choices have, so a value that no
    choice offers still reaches the rules, which say why not. Raises Malformed."""
    tag = one(sent, "move")
    return Ticket(one(sent, "question"), tag, _filled(sent, tag, choices), one(sent, "key"), sent)


def one(sent: Sent, name: str) -> str:
    """The field's only value. Raises Malformed."""
    values = sent.get(name, ())
    if len(values) != 1 or len(values[0]) > LONGEST:
        raise Malformed(
            gettext("The form must have one field named {name}. Load the page again and choose anew.", name=name)
        )
    return values[0]


def _filled(sent: Sent, tag: str, choices: Sequence[Choice]) -> Filled:
    """Read by the form of this move that what was sent fits best: forms of one move differ, by card say."""
    forms = [choice for choice in choices if choice.move == tag and choice.fields]
    if not forms:
        return {}
    best = max(forms, key=lambda choice: _fits(choice, sent))
    options = _all_options(forms)
    return {field.name: _answer(field, sent, options.get(field.name, ())) for field in best.fields}


def _fits(choice: Choice, sent: Sent) -> tuple[int, int]:
    """How many of its fields of one-of offer what was sent; then whether it is open."""
    offers = [field for field in choice.fields if isinstance(field, OneOf)]
    return sum(_offers(field, sent) for field in offers), choice.barred is None


def _offers(field: OneOf, sent: Sent) -> bool:
    return any(list(sent.get(field.name, ())) == [_text(option)] for option in field.options)


def _text(option: Value) -> str:
    return "" if option is None else str(option)


def _all_options(choices: Sequence[Choice]) -> dict[str, list[Value]]:
    found: dict[str, list[Value]] = {}
    for choice in choices:
        for field in choice.fields:
            if isinstance(field, OneOf | SomeOf):
                found.setdefault(field.name, []).extend(field.options)
    return found


def _answer(field: Field, sent: Sent, options: Sequence[Value]) -> Any:
    match field:
        case OneOf():
            return _value(one(sent, field.name), options) if field.name in sent else None
        case SomeOf():
            return [_value(text, options) for text in sent.get(field.name, ())]
        case Number():
            return _number(one(sent, field.name))
        case Text():
            return one(sent, field.name)
        case Amounts():
            names = [name for name in sent if name.startswith(f"{field.name}.")]
            return {name.removeprefix(f"{field.name}."): _sum(sent, name) for name in names}
        case _:
            raise TypeError(f"no such field: {field!r}")


def _value(text: str, options: Sequence[Value]) -> Value:
    """The option that is written like this; an unknown one as a number or as it is."""
    for option in options:
        if text == _text(option):
            return option
    return _number(text) if text.isascii() and text.isdigit() and len(text) < 10 else text or None


def _number(text: str) -> int:
    if not (text.lstrip("-").isdigit() and text.isascii() and len(text) < 10):
        raise Malformed(gettext("Amounts are whole numbers. Correct the number and send it again."))
    return int(text)


def _sum(sent: Sent, name: str) -> int:
    """An amount may come in parts: each thing of one kind has a checkbox of its own."""
    return sum(_number(text) for text in sent[name])


def caution(choices: Sequence[Choice], made: Ticket) -> Reason | None:
    """What the page asks about before this move is sent, or None."""
    for choice in choices:
        if choice.move == made.tag and choice.barred is None:
            for field in choice.fields:
                found = _caution_of(field, choice, made)
                if found is not None:
                    return found
    return None


def bar(choices: Sequence[Choice], made: Ticket) -> Reason | None:
    """Why the rules bar this move now, or None."""
    barred = (choice for choice in choices if choice.move == made.tag and choice.barred is not None)
    return next((choice.barred for choice in barred if _takes(choice, made)), None)


def _caution_of(field: Field, choice: Choice, made: Ticket) -> Reason | None:
    if not isinstance(field, OneOf) or not _takes(choice, made):
        return None
    return next((why for value, why in field.cautions if value == made.filled.get(field.name)), None)


def _takes(choice: Choice, made: Ticket) -> bool:
    """Whether every field of one-of in this choice offers what was sent: forms differ by card, say."""
    return all(made.filled.get(field.name) in field.options for field in choice.fields if isinstance(field, OneOf))
