"""What the page of Papal Curia offers: every open choice as a form, and what a form sends is read as it was meant; what
a draft would do; and the same facts on the map and in the list."""

import re
from html import unescape
from typing import Any

import pytest

from app import rendering
from app.tables import tickets
from games.kernel.choices import Amounts, Field, Number, OneOf, admits
from games.kernel.dice import Cup, dice_from
from games.kernel.filling import fill
from games.papal_curia import GAME
from games.papal_curia.box import AREAS
from games.papal_curia.state import (
    Campaign,
    DeclareWar,
    Disgrace,
    Excommunicate,
    LeadCrusade,
    PlaceInfluence,
    RaiseCardinal,
    State,
)
from tests.games.papal_curia.positions import position
from tests.pages.curia import moments, rich
from tests.pages.papam import facts_of, own_part
from tests.pages.test_papam import sent

MOMENTS = sorted(moments())
STYLES = (rendering.STATIC / "papal-curia.css").read_text()


def values_of(field: Field) -> list[str]:
    """What stands in a form for each option, or for each amount that isn't surely none."""
    match field:
        case OneOf():
            return ["" if one is None else str(one) for one in field.options]
        case Amounts():
            return [f"{field.name}.{key}" for key, most in field.most.items() if most]
        case Number():
            return [field.name]
        case _:
            raise TypeError(f"Papal Curia has no such field: {field!r}")


def dock_of(state: State, seat: int | None = 0) -> str:
    """The dock of this viewer."""
    return own_part(state, facts_of(state, game=GAME), seat, GAME)[1]


def text_of(html: str) -> str:
    """What one reads of it."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html))).strip()


@pytest.mark.parametrize("name", MOMENTS)
def test_every_open_choice_has_its_form(name: str) -> None:
    state = moments()[name]
    dock = dock_of(state)
    open_ = [choice for choice in GAME.choices(state, 0) if choice.barred is None]
    forms = re.findall(r'<form id="[^"]+" class="draft".*?</form>', dock, re.S)
    assert len(forms) == len(open_) > 0
    assert sorted(re.findall(r'name="move" value="(\w+)"', dock)) == sorted(choice.move for choice in open_)
    for choice in open_:
        for value in (value for field in choice.fields for value in values_of(field)):
            assert f'"{value}"' in dock


@pytest.mark.parametrize("name", MOMENTS)
def test_a_form_is_read_as_it_was_filled(name: str) -> None:
    state, cup = moments()[name], Cup(dice_from(bytes(32)))
    choices = GAME.choices(state, 0)
    for choice in choices:
        if choice.barred is None:
            read = tickets.ticket(sent(choice, fill(choice, cup)), choices)
            assert admits(choice, read.filled), (choice, read.filled)


@pytest.mark.parametrize("name", MOMENTS)
def test_what_cannot_be_done_says_why_with_its_clause(name: str) -> None:
    state = moments()[name]
    dock = dock_of(state)
    offered = {choice.move for choice in GAME.choices(state, 0) if choice.barred is None}
    for choice in GAME.choices(state, 0):
        crusade = choice.move.endswith("_crusade") and offered & {"call_crusade", "lead_crusade"}
        if choice.barred is not None and not crusade:
            assert f'href="/rules/papal-curia#{choice.barred.clause}"' in dock, choice


def test_every_pick_shows_its_question_and_its_pane() -> None:
    picks = set(re.findall(r'class="pick[^"]*" type="radio" form="move" name="card" value="(\w+)"', dock_of(rich())))
    assert len(picks) == 11 + 7
    for pick in picks:
        assert f'.pc:has(.pick[value="{pick}"]:checked) [data-do="{pick}"]' in STYLES


def test_a_spectator_and_whoever_waits_have_no_controls() -> None:
    for state in moments().values():
        slots, dock = own_part(state, facts_of(state, game=GAME), None, GAME)
        assert set(slots.values()) == {""}
        assert "<form" not in dock
        slots, dock = own_part(state, facts_of(state, game=GAME), 1, GAME)
        assert set(slots.values()) == {""}
        assert 'name="question"' not in dock


def test_the_controllers_discount_is_named() -> None:
    assert "Costs 4 Administrative Power, 1 less as Papal Controller; you have 9." in text_of(dock_of(rich()))
    assert "less as Papal Controller" not in text_of(dock_of(rich(track="A A F")))


def foreseen(state: State, move: Any) -> str:
    """What the page says that the first seat's move would do."""
    return text_of(rendering.foresee(GAME, facts_of(state, game=GAME), GAME.view(state, 0), move))


@pytest.mark.rule("PC-15.3")
@pytest.mark.parametrize(
    ("move", "told"),
    [
        (RaiseCardinal(), "After The Curia after it: Roma Castile; Castile, Castile, Austria, Castile, open."),
        (RaiseCardinal(), "Your Administrative 9 → 6."),
        (PlaceInfluence("ELBE", 2), "Your Diplomatic 9 → 7."),
        (Excommunicate("AUSTRIA"), "A Cardinal of Austria leaves the track."),
        (Excommunicate("AUSTRIA"), "Austria says which 4 Influence it loses."),
        (Disgrace(1), "A Cardinal of Austria leaves the track."),
        (DeclareWar("PAPAL_STATES"), "Roma: Castile → Austria."),
        (DeclareWar("PAPAL_STATES"), "Papal States: Castile → Austria."),
        (DeclareWar("PAPAL_STATES"), "Your Military 9 → 8 and Stability +1 → 0."),
        (LeadCrusade("RUMELIA", "CASTILE"), "A Holy War: you are Committed to the crusade."),
        (Campaign("ANDALUCIA", "ANDALUCIA", {}, "GRANADA", 1, 1), "You throw 5, they throw 4; 4, 5 and 6 hit."),
        (Campaign("ANDALUCIA", "ANDALUCIA", {}, "GRANADA", 0, 0), "Chance to take: Granada 0 %, Almeria 23 %."),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_a_draft_tells_what_it_would_do(move: Any, told: str) -> None:
    assert told in foreseen(rich(), move)


@pytest.mark.rule("PC-15.3")
def test_a_draft_tells_who_would_be_pushed_out_and_who_would_rule() -> None:
    state = position(2, track="A C A")
    assert "A Cardinal of Austria leaves the track." in foreseen(state, RaiseCardinal())
    assert "You are Papal Controller, uncontested: 1 Prestige in 4 E." in foreseen(state, RaiseCardinal())


@pytest.mark.rule("PC-2.2")
def test_taking_roma_by_force_tells_of_ones_own_cardinals() -> None:
    wars = {"track": "C A", "armies": {0: {"CENTRAL_ITALY": (3, 3)}}, "mats": {0: {"mil": 5}}}
    state = position(2, **wars)  # type: ignore[arg-type]
    at_war = GAME.resolve(state, 0, DeclareWar("PAPAL_STATES")).state
    attack = Campaign("CENTRAL_ITALY", "CENTRAL_ITALY", {}, "PAPAL_STATES", 1, 0)
    assert "If Roma falls, you lose your 1 other Cardinal." in foreseen(at_war, attack)


@pytest.mark.parametrize("name", MOMENTS)
def test_the_map_and_the_list_say_the_same(name: str) -> None:
    state = moments()[name]
    public = rendering.public(GAME, facts_of(state, game=GAME), GAME.view(state, None))
    for area in AREAS:
        spoken = unescape(re.findall(rf'id="m-{area}".*?aria-label="(.*?)"', public)[0])
        listed = re.findall(rf'id="area-{area}".*?</li>', public, re.S)[0]
        for sentence in spoken.split(". ")[1:]:
            for words in re.split(r": |, ", sentence.rstrip(".")):
                assert words in text_of(listed), (words, text_of(listed))


def test_influence_that_is_lost_can_be_counted_at_its_areas() -> None:
    state = moments()["lose Influence"]
    slots, _ = own_part(state, facts_of(state, game=GAME), 0, GAME)
    flagged = {name.removeprefix("slot-a-") for name, html in slots.items() if "One from here" in html}
    assert flagged == {"CENTRAL_ITALY", "NAPLES", "HUNGARY"}
