"""What the page of Habemus Papam offers: every open choice as a form, and what a form sends is read as it was meant."""

import re
from collections.abc import Mapping

import pytest

from app.showing.habemus_papam.moves import moves, payment
from app.tables import tickets
from games.habemus_papam.box import ACTIONS
from games.kernel.choices import Amounts, Answer, Choice, Field, OneOf, SomeOf, admits
from games.kernel.dice import Cup, dice_from
from games.kernel.filling import fill
from tests.pages.papam import GAME, asked_of, facts_of, moments, own_part, walk

MOMENTS = sorted(moments())


def sent(choice: Choice, filled: Mapping[str, Answer]) -> dict[str, list[str]]:
    """The form's fields as a browser sends them."""
    found = {"question": ["1"], "key": ["m0"], "move": [choice.move]}
    for name, value in filled.items():
        match value:
            case dict():
                found |= {f"{name}.{key}": [str(number)] for key, number in value.items()}
            case list():
                found[name] = [str(one) for one in value]
            case _:
                found[name] = ["" if value is None else str(value)]
    return found


@pytest.mark.parametrize("seed", range(3))
def test_a_form_is_read_as_it_was_filled(seed: int) -> None:
    cup = Cup(dice_from(bytes([seed]) * 32))
    for at, (state, _) in enumerate(walk(4, 20 + seed)):
        for seat in range(state.seats) if at % 7 == 0 else ():
            choices = GAME.choices(state, seat)
            for choice in choices:
                if choice.barred is None:
                    read = tickets.ticket(sent(choice, fill(choice, cup)), choices)
                    assert admits(choice, read.filled), (choice, read.filled)


def values_of(field: Field) -> list[str]:
    """What stands in a form for each option, or for each amount."""
    match field:
        case OneOf() | SomeOf():
            return ["" if one is None else str(one) for one in field.options]
        case Amounts():
            return [f"{field.name}.{key}" for key in field.most]
        case _:
            return [field.name]


@pytest.mark.parametrize("name", MOMENTS)
def test_every_open_choice_has_its_form(name: str) -> None:
    state, _ = moments()[name]
    for seat in range(state.seats):
        choices = [choice for choice in GAME.choices(state, seat) if choice.barred is None]
        slots, dock = own_part(state, facts_of(state), seat)
        forms = re.findall(r'<form id="[^"]+" class="draft".*?</form>', dock, re.S)
        tags = {re.search(r'name="move" value="(\w+)"', form)[1] for form in forms}  # type: ignore[index]
        assert tags == {choice.move for choice in choices}
        for choice in choices:
            for value in (value for field in choice.fields for value in values_of(field)):
                assert f'"{value}"' in dock + "".join(slots.values())
        assert seat in GAME.deciders(state) or tags <= {
            "gift",
            "offer",
            "accept",
            "decline",
            "withdraw",
            "keep",
            "discard",
        }


def test_a_payment_to_begin_with_is_one_that_the_rules_take() -> None:
    seen = set()
    for state, _ in walk(4, 31):
        seat = GAME.deciders(state)[0] if GAME.deciders(state) else 0
        for choice in GAME.choices(state, seat):
            if choice.move == "play" and choice.barred is None:
                least = {field.name: getattr(field, "options", (1,))[0] for field in choice.fields[:4]}
                paid = payment(choice)
                cards = {name.removeprefix("cards."): number for name, number in paid.items() if name != "influence"}
                assert admits(choice, {**least, "influence": paid["influence"], "cards": cards})
                seen.add(least["card"])
    assert len(seen) > len(ACTIONS) // 2


def test_a_drafted_movere_is_one_form() -> None:
    for state, _ in walk(4, 11):
        if state.question is None or GAME.view(state, None).turn is None:
            continue
        seat = GAME.view(state, None).turn
        choices = GAME.choices(state, seat)
        sources = [choice for choice in choices if choice.move == "play" and "MOVERE" in str(choice.fields[0])]
        open_ = [choice for choice in sources if choice.barred is None]
        if len(open_) > 1:
            form = moves(facts_of(state), GAME.view(state, seat), choices, asked_of(state, seat)).plays["MOVERE"]
            assert {pick.value for pick in form.field("on").picks} == {choice.fields[1].options[0] for choice in open_}
            return
    raise AssertionError("no game came to a Movere with two to take from")


def test_a_spectator_has_no_controls_and_the_public_part_none_either() -> None:
    for state, _ in moments().values():
        slots, dock = own_part(state, facts_of(state), None)
        assert set(slots.values()) == {""}
        assert "<form" not in dock
        assert "<input" not in dock


@pytest.mark.rule("HP-7.4", "HP-7.6")
def test_who_waits_reads_which_question_of_black_smoke_it_is() -> None:
    told = {}
    for kind in ("vetoing", "keeping", "discarding"):
        state, _ = moments()[kind]
        told[GAME.view(state, None).phase] = own_part(state, facts_of(state), None)[1]
    assert told.keys() == {"veto", "keeping", "discarding"}
    assert "is putting a veto" in told["veto"]
    assert "which card to keep" in told["keeping"]
    assert "what to discard" in told["discarding"]


@pytest.mark.rule("HP-7.6")
def test_the_hand_is_what_is_kept_or_discarded_from() -> None:
    for kind, way in (("keeping", 'name="card"'), ("discarding", 'name="cards.')):
        state, _ = moments()[kind]
        seat = GAME.deciders(state)[0]
        _, dock = own_part(state, facts_of(state), seat)
        hand = dock[dock.index('id="hand"') :]
        assert hand.count(way) == (
            len(set(GAME.view(state, seat).mine.hand)) if kind == "keeping" else len(state.hands[seat])
        )


@pytest.mark.rule("HP-10.1")
def test_what_is_enough_holds_only_until_the_antipope_where_it_follows() -> None:
    told = {True: 0, False: 0}
    for state, _ in walk(3, 4):
        view = GAME.view(state, None)
        if view.phase != "actions" or view.turn is None:
            continue
        slots, _ = own_part(state, facts_of(state), view.turn)
        quick = [slot for slot in slots.values() if "enough" in slot]
        follows = view.turn == view.camarlengo
        assert all(("until the Antipope" in slot) == follows for slot in quick)
        told[follows] += len(quick)
    assert min(told.values()) > 0
