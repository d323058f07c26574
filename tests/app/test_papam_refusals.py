"""Bad input at a table of Habemus Papam: a sentence that says what to do, its clause, the right status, no change."""

import re
from typing import Any

import pytest

from games.habemus_papam.state import Lying, State
from games.kernel.contract import encode
from tests.app.conftest import Guest
from tests.browser.house import put, state_of
from tests.games.habemus_papam.positions import position

PLAY = {"move": "play", "card": "ADDERE", "on": "N", "to": "", "amount": "", "influence": "1"}
BAD: list[tuple[dict[str, str], str, str]] = [
    ({"move": "place", "influence.GUY": "11"}, "HP-4.2", "your reserve is 10"),
    ({"move": "place", "influence.GUY": "6", "influence.JUN": "5"}, "HP-4.2", "your reserve is 10"),
    ({"move": "place", "influence.BACON": "6"}, "HP-4.2", "That costs 12 Influence"),
    ({"move": "place", "influence.GUY": "0"}, "HP-4.2", "at least 1 Influence"),
    ({"move": "place"}, "HP-4.2", "at least 1 Influence"),
    ({"move": "place", "influence.GUY": "-1", "influence.JUN": "3"}, "HP-4.2", "whole numbers from 0 up"),
    ({"move": "place", "influence.GUY": "1.5"}, "", "Amounts are whole numbers"),
    ({"move": "place", "influence.GUY": "one"}, "", "Amounts are whole numbers"),
    ({"move": "place", "influence.TROFOB": "1"}, "HP-4.2", "Klaus Trofob is eliminated"),
    ({"move": "place", "influence.CREED": "1"}, "HP-4.2", "There is no such Candidate"),
    ({"move": "place", "influence.HANNAH": "1"}, "HP-12.4d", "A Prohibere keeps placings off"),
    ({**PLAY, "influence": "2"}, "HP-4.3", "costs exactly 1, not 2"),
    ({**PLAY, "influence": "0"}, "HP-4.3", "costs exactly 1, not 0"),
    ({**PLAY, "influence": "1", "cards.PACTUM": "1"}, "HP-4.3", "costs exactly 1, not 2"),
    ({**PLAY, "influence": "0", "cards.ADDERE": "1"}, "HP-4.3", "only with other cards"),
    ({**PLAY, "influence": "0", "cards.PACTUM": "2"}, "HP-4.3", "each once"),
    ({**PLAY, "card": "ORATIO"}, "HP-4.3", "You don&#39;t hold that card"),
    ({**PLAY, "on": "X"}, "HP-12.4b", "Name a characteristic"),
    ({"move": "gift", "to": "0", "influence": "1"}, "HP-4.9", "to yourself"),
    ({"move": "gift", "to": "1", "influence": "0"}, "HP-4.9", "You can give 1 up to 10"),
    ({"move": "gift", "to": "1", "influence": "-3"}, "HP-4.9", "You can give 1 up to 10"),
    ({"move": "gift", "to": "1", "influence": "11"}, "HP-4.9", "You can give 1 up to 10"),
    ({"move": "gift", "to": "7", "influence": "1"}, "HP-4.9", "gifts and deals are made with that player"),
    ({"move": "offer", "to": "1", "gives": "0", "asks": "0"}, "HP-4.10", "An offer gives or asks something"),
    ({"move": "offer", "to": "1", "gives": "11", "asks": "0"}, "HP-4.10", "You can offer 0 up to 10"),
    (
        {"move": "offer", "to": "1", "gives": "0", "asks": "0", "cards.ADDERE": "2"},
        "HP-4.10",
        "only cards from your hand",
    ),
    ({"move": "offer", "to": "1", "gives": "0", "asks": "0", "wants.ANY": "9"}, "HP-4.10", "You can ask for up to"),
]


@pytest.fixture
async def code(livia: Guest, teo: Guest, kofi: Guest) -> str:
    """A table of three: the first on turn, one Candidate out, one under a Murmur and one under a Prohibere."""
    opened = await livia.send_form("/tables", game="habemus-papam", name="Livia")
    code = str(opened.headers["location"].removeprefix("/t/"))
    for guest, name in ((teo, "Teo"), (kofi, "Kofi")):
        await guest.join(code, name)
    await livia.do(code, "start", sure="yes")
    lying = (Lying("MURMUR", 2, 9, "BACON"), Lying("PROHIBERE", 2, 9, "HANNAH"))
    hands = {0: "ADDERE PACTUM MURMUR", 1: "ORATIO ADDERE"}
    laid = position("GUY 5 JUN 2", seats=3, hands=hands, out="TROFOB", lying=lying)
    await put(livia.house, code, {name: getattr(laid, name) for name in laid.__struct_fields__})
    return code


async def sent(guest: Guest, code: str, fields: dict[str, str]) -> Any:
    """Sends these fields with the question and the key that the page has for them."""
    page = (await guest.get(f"/t/{code}")).text
    name = f'name="move" value="{fields["move"]}"'
    form = next(form for form in re.findall(r'<form id="[^"]+" class="draft".*?</form>', page, re.S) if name in form)
    hidden = dict(re.findall(r'name="(question|key)" value="([^"]*)"', form))
    return await guest.send_form(f"/t/{code}/moves", htmx=True, **{**hidden, **fields})


@pytest.mark.parametrize(("fields", "clause", "sentence"), BAD)
async def test_bad_input_is_refused_in_words(
    livia: Guest, code: str, fields: dict[str, str], clause: str, sentence: str
) -> None:
    before: State = await state_of(livia.house, code)
    answer = await sent(livia, code, fields)
    assert answer.status_code in ((400, 422) if not clause else (422,))
    assert sentence in answer.text
    assert clause in answer.text
    assert encode(await state_of(livia.house, code)) == encode(before)


async def test_nobody_answers_an_offer_that_was_taken_back(livia: Guest, teo: Guest, code: str) -> None:
    await sent(livia, code, {"move": "offer", "to": "1", "gives": "1", "asks": "0", "wants.ANY": "1"})
    page = (await teo.get(f"/t/{code}")).text
    (form,) = re.findall(r'<form id="accept-.*?</form>', page, re.S)
    hidden = dict(re.findall(r'name="(question|key)" value="([^"]*)"', form))
    assert (await sent(livia, code, {"move": "withdraw", "offer": "1"})).status_code == 204
    before = await state_of(livia.house, code)
    accept = {**hidden, "move": "accept", "offer": "1", "cards.ORATIO": "1"}
    answer = await teo.send_form(f"/t/{code}/moves", htmx=True, **accept)
    assert answer.status_code == 409
    assert encode(await state_of(livia.house, code)) == encode(before)


async def test_a_deal_whose_cards_have_gone_comes_to_nothing_and_both_are_told(
    livia: Guest, teo: Guest, kofi: Guest, code: str
) -> None:
    await sent(
        livia, code, {"move": "offer", "to": "1", "gives": "0", "asks": "0", "cards.PACTUM": "1", "wants.ANY": "1"}
    )
    await sent(livia, code, {"move": "offer", "to": "2", "gives": "0", "asks": "1", "cards.PACTUM": "1"})
    assert (await sent(kofi, code, {"move": "accept", "offer": "2"})).status_code == 204
    before = await state_of(livia.house, code)
    assert (await sent(teo, code, {"move": "accept", "offer": "1", "cards.ORATIO": "1"})).status_code == 204
    after = await state_of(livia.house, code)
    assert (after.hands, after.reserves, after.offers) == (before.hands, before.reserves, ())
    for guest in (livia, teo):
        assert "no longer holds the cards offered" in (await guest.get(f"/t/{code}")).text
    assert "falls through." in (await kofi.get(f"/t/{code}")).text
