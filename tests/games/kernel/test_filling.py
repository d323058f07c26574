"""Forms: a filling made by `fill` is one that `admits` accepts, whatever the limits; and what `admits` refuses."""

import itertools
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as some

from games.kernel.choices import (
    Amounts,
    Answer,
    Choice,
    Field,
    Filled,
    Limit,
    Number,
    OneOf,
    SomeOf,
    Term,
    Text,
    admits,
)
from games.kernel.dice import Cup, dice_from
from games.kernel.events import Reason
from games.kernel.filling import Unfillable, fill

CANDIDATES = tuple(f"Candidate {number}" for number in range(1, 9))
SPLIT = Choice(
    "place",
    (Amounts("influence", dict.fromkeys(CANDIDATES, 7)),),
    (Limit((Term("influence"),), least=7, most=7),),
)
"""Split 7 Influence over 8 Candidates."""

seeds = some.binary(min_size=32, max_size=32)
small = some.integers(-3, 3)


def cup(seed: bytes = bytes(32)) -> Cup:
    return Cup(dice_from(seed))


def paid_in_two_ways(most: int, reserve: int, cards: int) -> Choice:
    """A cost of 1 and the amount that is placed, paid exactly with Influence, with cards, or with both."""
    return Choice(
        "raise",
        (Number("amount", 0, most), Number("influence", 0, reserve), Amounts("cards", {"a": cards, "b": 1})),
        (Limit((Term("influence"), Term("cards"), Term("amount", -1)), least=1, most=1),),
    )


@given(seed=seeds)
def test_seven_are_split_over_eight(seed: bytes) -> None:
    filled = fill(SPLIT, cup(seed))
    assert admits(SPLIT, filled)
    influence = filled["influence"]
    assert isinstance(influence, dict)
    assert sum(influence.values()) == 7


def test_every_split_can_come_up() -> None:
    form = Choice("place", (Amounts("in", {"a": 2, "b": 2, "c": 1}),), (Limit((Term("in"),), least=2, most=2),))
    chance = cup()
    seen = {tuple(fill(form, chance)["in"].values()) for _ in range(300)}  # type: ignore[union-attr]
    assert seen == {(2, 0, 0), (0, 2, 0), (1, 1, 0), (1, 0, 1), (0, 1, 1)}


@given(seed=seeds, most=some.integers(0, 6), reserve=some.integers(0, 6), cards=some.integers(0, 3))
def test_a_cost_is_paid_exactly_by_influence_and_cards(seed: bytes, most: int, reserve: int, cards: int) -> None:
    form = paid_in_two_ways(most, reserve, cards)
    filled = fill(form, cup(seed))
    assert admits(form, filled)
    paid = filled["influence"] + sum(filled["cards"].values())  # type: ignore[operator, union-attr]
    assert paid == 1 + filled["amount"]  # type: ignore[operator]


@given(
    seed=seeds,
    times=some.lists(some.tuples(small, small, small), min_size=1, max_size=3),
    bounds=some.lists(some.tuples(some.integers(-8, 8), some.integers(0, 6)), min_size=3, max_size=3),
)
def test_fill_finds_a_filling_exactly_if_there_is_one(
    seed: bytes, times: list[tuple[int, int, int]], bounds: list[tuple[int, int]]
) -> None:
    fields: tuple[Field, ...] = (Number("x", 0, 3), SomeOf("y", ("a", "b", "c"), 1, 2), Amounts("z", {"p": 2, "q": 1}))
    limits = tuple(
        Limit((Term("x", a), Term("y", b), Term("z", c, key="p")), least=low, most=low + width)
        for (a, b, c), (low, width) in zip(times, bounds, strict=False)
    )
    form = Choice("try", fields, limits)
    if any(admits(form, filled) for filled in every_filling()):
        assert admits(form, fill(form, cup(seed)))
    else:
        with pytest.raises(Unfillable, match="try"):
            fill(form, cup(seed))


def every_filling() -> Iterator[Filled]:
    """Every filling of the form above that differs in a number."""
    for x, y, p, q in itertools.product(range(4), range(1, 3), range(3), range(2)):
        yield {"x": x, "y": ["a", "b", "c"][:y], "z": {"p": p, "q": q}}


def test_what_is_settled_takes_no_draw() -> None:
    form = Choice("pay", (Number("influence", 0, 0), Amounts("cards", {"a": 2})), (Limit((Term("cards"),), 2, 2),))
    chance = cup()
    assert fill(form, chance) == {"influence": 0, "cards": {"a": 2}}
    assert len(chance.draws) <= 1


@given(seed=seeds, least=some.integers(0, 3), more=some.integers(0, 3))
def test_forms_without_limits_are_filled_within_their_domains(seed: bytes, least: int, more: int) -> None:
    form = Choice(
        "any",
        (
            OneOf("one", (None, "a", 3)),
            SomeOf("some", ("a", "b", "c", "d", "e", "f"), least, least + more),
            Amounts("amounts", {"a": least, "b": more}),
            Number("number", -least, more),
            Text("text", 10),
        ),
    )
    assert admits(form, fill(form, cup(seed)))


@pytest.mark.parametrize(
    ("field", "answer"),
    [
        (OneOf("it", (None, "a", 1)), "b"),
        (OneOf("it", (None, "a", 1)), True),
        (OneOf("it", (None, "a", 1)), "1"),
        (OneOf("it", ("a",)), None),
        (OneOf("it", ("a",)), ["a"]),
        (SomeOf("it", ("a", "b"), 1, 2), []),
        (SomeOf("it", ("a", "b"), 1, 2), ["a", "a"]),
        (SomeOf("it", ("a", "b"), 1, 2), ["c"]),
        (SomeOf("it", ("a", "b"), 1, 1), ["a", "b"]),
        (SomeOf("it", ("a", "b"), 1, 2), "a"),
        (Amounts("it", {"a": 2}), {"a": 3}),
        (Amounts("it", {"a": 2}), {"a": -1}),
        (Amounts("it", {"a": 2}), {"b": 1}),
        (Amounts("it", {"a": 2}), {"a": True}),
        (Amounts("it", {"a": 2}), 1),
        (Number("it", 1, 3), 0),
        (Number("it", 1, 3), 4),
        (Number("it", 1, 3), True),
        (Number("it", 1, 3), "2"),
        (Text("it", 3), "four"),
        (Text("it", 3), None),
    ],
)
def test_an_answer_outside_the_domain_is_not_admitted(field: Field, answer: Answer) -> None:
    assert not admits(Choice("it", (field,)), {"it": answer})


@pytest.mark.parametrize("filled", [{}, {"a": 1, "b": 1}, {"b": 1}])
def test_the_fields_are_exactly_the_forms(filled: Filled) -> None:
    assert admits(Choice("it", (Number("a", 0, 1),)), {"a": 1})
    assert not admits(Choice("it", (Number("a", 0, 1),)), filled)


def test_limits_are_kept_at_both_ends() -> None:
    form = Choice("it", (Number("a", 0, 9), Number("b", 0, 9)), (Limit((Term("a"), Term("b", 2)), least=4, most=6),))
    verdicts = {total: admits(form, {"a": total - 2, "b": 1}) for total in range(2, 9)}
    assert verdicts == {2: False, 3: False, 4: True, 5: True, 6: True, 7: False, 8: False}


def test_a_barred_form_is_neither_filled_nor_admitted() -> None:
    barred = Choice("it", (), barred=Reason("PN-4.9", "refuse.which_pile"))
    assert not admits(barred, {})
    with pytest.raises(ValueError, match="barred"):
        fill(barred, cup())
