"""What the log says about gifts and deals: whole sentences, with what passes, and its cards for the two alone."""

import pytest

from app.wording import wording_of
from games.habemus_papam.moves import Accept, Gift, MakeOffer
from games.habemus_papam.state import ANY
from games.kernel.contract import Outcome
from tests.games.habemus_papam.positions import cards, done, position
from tests.pages.contexts import NAMES, seats_of
from tests.pages.papam import GAME

HANDS = {0: "ADDERE ADDERE PACTUM", 1: "MOVERE MURMUR"}
ONE, OTHER = NAMES[:2]

OFFERS = [
    (1, "", 0, "MOVERE", "**1** Influence for 1 card", "**1** Influence for Movere"),
    (0, "PACTUM", 2, "", "1 card for **2** Influence", "Pactum for **2** Influence"),
    (0, "ADDERE ADDERE", 0, f"{ANY} {ANY}", "2 cards for 2 cards", "Addere and Addere for any 2 cards"),
    (0, "PACTUM", 0, "", "1 card for nothing", "Pactum for nothing"),
    (0, "", 3, "", "nothing for **3** Influence", "nothing for **3** Influence"),
    (
        1,
        "PACTUM",
        2,
        f"MURMUR {ANY}",
        "**1** Influence and 1 card for **2** Influence and 2 cards",
        "**1** Influence and Pactum for **2** Influence and Murmur and any card",
    ),
]
"""Influence and cards that are given, Influence and cards that are asked, and how all and the two read it."""


def told(outcome: Outcome, viewer: int | None) -> str:
    """The first line of the log."""
    return wording_of(GAME, seats_of(4)).text(outcome.events[0].seen_by(viewer))


@pytest.mark.parametrize(("gives", "own", "asks", "wants", "public", "seen"), OFFERS)
def test_an_offer_is_a_sentence(gives: int, own: str, asks: int, wants: str, public: str, seen: str) -> None:
    outcome = done(position(hands=HANDS), MakeOffer(1, gives, cards(own), asks, cards(wants)), 0)
    assert told(outcome, None) == told(outcome, 2) == f"{ONE} offers {OTHER} {public}.".replace("*", "")
    assert told(outcome, 0) == told(outcome, 1) == f"{ONE} offers {OTHER} {seen}.".replace("*", "")


def test_a_deal_is_a_sentence() -> None:
    offered = done(position(hands=HANDS), MakeOffer(1, 2, {}, 0, {ANY: 1}), 0).state
    outcome = done(offered, Accept(1, cards("MOVERE")), 1)
    assert told(outcome, 3) == f"{ONE} and {OTHER} deal: 2 Influence for 1 card."
    assert told(outcome, 1) == f"{ONE} and {OTHER} deal: 2 Influence for Movere."


def test_a_gift_is_a_sentence() -> None:
    assert told(done(position(), Gift(1, 3), 0), None) == f"{ONE} gives 3 Influence to {OTHER}."
