"""What the companion's page says: the track and why, what is due, 4 E, what bars a report, the checklist."""

import re

import pytest

from app import rendering
from app.rendering import STATIC
from games.curia_companion import GAME
from games.curia_companion import state as said
from games.curia_companion.box import CROWNS
from tests.pages.companion import dock_of, facts_of, page_of, told

CSS = (STATIC / "curia-companion.css").read_text()


def text(html: str) -> str:
    """The words of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def court(moment: str) -> str:
    """What everybody sees, in words."""
    state, _ = told(moment)
    return text(rendering.public(GAME, facts_of(state), GAME.view(state, None)))


def test_the_track_is_read_from_the_left() -> None:
    state, _ = told("excommunicated")
    slots = re.findall(
        r'id="slot-(\w+)" data-n="(\w+)"', rendering.public(GAME, facts_of(state), GAME.view(state, None))
    )
    stand = ["ENGLAND", "FRANCE", "CASTILE", "AUSTRIA", "FRANCE", "open", "shut", "shut"]
    assert slots == list(zip(["Roma", *"1234567"], stand, strict=True))


@pytest.mark.parametrize(
    ("moment", "words"),
    [
        ("fresh", "Castile 1 each with 3 others, furthest left. Contested."),
        ("fresh", "Due to Castile now Stability costs 1 Administrative less"),
        ("fresh", "Each Advisor costs 1 Ducat less in phase 4 B"),
        ("fresh", "+1 Diplomatic in phase 4 D A Papal Action for 2 Diplomatic"),
        ("fresh", "Not Catholic: Poland"),
        ("fresh", "C Castile is contested: no prize 0"),
        ("undone", "F France 2 Cardinals, more than each other. Uncontested."),
        ("undone", "F France, uncontested with 4 Catholic realms +3"),
        ("undone", "Taken back: England gained a Cardinal."),
        ("excommunicated", "The token: England is excommunicated"),
        ("crusade", "The token: a Crusade on Rumelia"),
        ("crusade", "A Austria, if it has a Unit there and no Muslim Owns a Province there +2"),
        ("crusade", "A Austria otherwise −2"),
        ("called", "F France, the Controller: nobody is Committed −2"),
        ("apostate", "A Austria is Committed and no longer Catholic 0"),
    ],
)
def test_what_everybody_sees(moment: str, words: str) -> None:
    assert words in court(moment)


def test_a_barred_report_says_why_for_each_crown() -> None:
    dock = dock_of(told("excommunicated")[0], 0)
    allied = re.search(r'<label class="rep" for="do-allied".*?</label>', dock, re.S)
    assert allied is not None
    assert 'data-not="CASTILE AUSTRIA FRANCE ENGLAND POLAND"' in allied[0]
    assert '<small data-crown="FRANCE">Austria is</small>' in allied[0]
    assert re.search(r'<label class="rep never" for="do-round_ended"', dock)


@pytest.mark.parametrize("crown", CROWNS)
def test_the_style_sheet_knows_every_crown(crown: str) -> None:
    for wanted in (f'.rep[data-not~="{crown}"]', f'[data-crown="{crown}"]', f'.which[data-of="{crown}"]'):
        assert f'[value="{crown}"]:checked) {wanted}' in CSS


def test_phase_4_is_a_checklist_with_one_step_to_do() -> None:
    dock = dock_of(told("phase 4")[0], 0)
    assert re.findall(r'<li class="(done|next|later)"', dock) == ["done", "done", "done", "next", "later"]
    assert re.findall(r'name="present" value="(\w+)"', dock) == ["FRANCE", "AUSTRIA"]
    assert 'id="send-round_ended"' in dock_of(told("phase 4 done")[0], 0)


def test_who_does_not_report_has_no_pad() -> None:
    assert 'class="pad"' not in page_of("crusade", None)
    assert "Take a seat" in page_of("crusade", None)
    assert "The first seat alone reports" in page_of("crusade", 1, reporters="first")


def test_what_a_report_gives_and_what_bars_it() -> None:
    state, _ = told("undone")
    facts, view = facts_of(state), GAME.view(state, 0)
    given = text(rendering.foresee(GAME, facts, view, said.Allied("AUSTRIA")))
    assert given == "Gives A / F C A F E Austria is Controller: as many as France, and Roma. Contested."
    gone = text(rendering.foresee(GAME, facts, view, said.Committed("AUSTRIA")))
    assert gone == "France is Controller, uncontested : 3 Prestige in 4 E."


def test_the_result_tells_the_last_bonus() -> None:
    assert "France is the last Papal Controller: 4 Prestige for the Catholic realms." in text(page_of("over", 0))
