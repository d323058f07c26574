"""HP-4.9 to HP-4.11: gifts and deals, by whoever is on turn or deals with that player."""

from typing import Any

import pytest

from games.habemus_papam import GAME
from games.habemus_papam.moves import (
    Accept,
    Decline,
    Gift,
    MakeOffer,
    Pass,
    Withdraw,
)
from games.habemus_papam.state import (
    ANY,
    Lying,
    State,
    Turn,
)
from tests.games.clauses import rule
from tests.games.habemus_papam.positions import cards, done, hand, passed, place, position, refused, told

HANDS = {0: "ADDERE ADDERE PACTUM", 1: "MOVERE MURMUR", 2: "ORATIO"}


def offer(to: int, gives: int = 0, cards_: str = "", asks: int = 0, wants: str = "") -> MakeOffer:
    """An offer, its cards as they are written."""
    return MakeOffer(to, gives, cards(cards_), asks, cards(wants))


def offered(move: MakeOffer, by: int = 0, **more: Any) -> State:
    """A position with one open offer."""
    return done(position(hands=HANDS, **more), move, by).state


@rule("HP-4.9")
@pytest.mark.parametrize(("who", "to"), [(0, 1), (0, 3), (2, 0)])
def test_whoever_is_on_turn_gives_or_is_given(who: int, to: int) -> None:
    outcome = done(position(), Gift(to, 4), who)
    assert (outcome.state.reserves[who], outcome.state.reserves[to]) == (6, 14)
    assert outcome.state.question == Turn(0, 0)
    event = told(outcome, "event.gift")[0]
    assert event.public.arguments == {"who": who, "to": to, "influence": 4}


@rule("HP-4.9")
@pytest.mark.parametrize(
    ("who", "to", "amount", "key"),
    [
        (0, 0, 1, "refuse.oneself"),
        (1, 2, 1, "refuse.not_on_turn"),
        (0, 4, 1, "refuse.not_on_turn"),
        (0, -1, 1, "refuse.not_on_turn"),
        (0, 1, 0, "refuse.gift.amount"),
        (0, 1, -3, "refuse.gift.amount"),
        (0, 1, 11, "refuse.gift.amount"),
    ],
)
def test_a_wrong_gift_is_refused(who: int, to: int, amount: int, key: str) -> None:
    reason = refused(position(), Gift(to, amount), who)
    assert (reason.clause, reason.key) == ("HP-4.9", key)


@rule("HP-4.9")
def test_gifts_belong_to_phase_2_alone_and_may_be_repeated() -> None:
    state = position("GUY 1")
    for _ in range(10):
        state = done(state, Gift(1, 1), 0).state
    assert state.reserves[:2] == (0, 20)
    ended = passed(position("GUY 2"), 3)
    assert refused(ended, Gift(1, 1), 3).key == "refuse.no_turn"
    assert not [choice for choice in GAME.choices(ended, 0) if choice.move in ("gift", "offer")]


@rule("HP-4.10")
def test_a_deal_happens_whole() -> None:
    state = offered(offer(1, gives=2, cards_="ADDERE", asks=3, wants=f"MOVERE {ANY}"))
    outcome = done(state, Accept(1, cards("MOVERE MURMUR")), 1)
    assert outcome.state.reserves == (11, 9, 10, 10)
    assert hand(outcome.state, 0) == "ADDERE MOVERE MURMUR PACTUM"
    assert hand(outcome.state, 1) == "ADDERE"
    assert outcome.state.offers == ()
    assert outcome.state.question == Turn(0, 0)


@rule("HP-4.10")
def test_only_the_two_know_which_cards() -> None:
    for event in (
        done(position(hands=HANDS), offer(1, cards_="PACTUM", wants="MURMUR"), 0).events[0],
        done(offered(offer(1, cards_="PACTUM", wants="MURMUR")), Accept(1, cards("MURMUR")), 1).events[0],
    ):
        assert set(event.private) == {0, 1}
        assert event.private[0].arguments["gives_named"] == ("PACTUM",)
        assert event.private[1].arguments["asks_named"] == ("MURMUR",)
        assert "PACTUM" not in str(event.public)
        assert (event.public.arguments["gives_cards"], event.public.arguments["asks_cards"]) == (1, 1)
    seen = GAME.view(offered(offer(1, cards_="PACTUM", wants="MURMUR")), 2)
    assert (seen.offers[0].gives_cards, seen.offers[0].asks_cards, seen.mine.deals) == (1, 1, ())
    assert GAME.view(offered(offer(1, cards_="PACTUM")), 1).mine.deals[0].gives.cards == {"PACTUM": 1}


@rule("HP-4.10")
def test_the_other_player_may_offer_to_whoever_is_on_turn() -> None:
    state = offered(offer(0, gives=5, wants="PACTUM"), by=1)
    after_it = done(state, Accept(1, cards("PACTUM")), 0).state
    assert after_it.reserves[:2] == (15, 5)
    assert hand(after_it, 1) == "MOVERE MURMUR PACTUM"
    assert refused(position(hands=HANDS), offer(2, gives=1), 1).key == "refuse.not_on_turn"


@rule("HP-4.10")
@pytest.mark.parametrize(
    ("move", "key"),
    [
        (offer(1, gives=11), "refuse.offer.poor"),
        (offer(1, gives=-1), "refuse.offer.poor"),
        (offer(1, cards_="ORATIO"), "refuse.offer.cards"),
        (offer(1, cards_="PACTUM PACTUM"), "refuse.offer.cards"),
        (MakeOffer(1, 0, {"PACTUM": -1}, 1, {}), "refuse.offer.cards"),
        (offer(1, asks=100), "refuse.offer.asks"),
        (offer(1, asks=-1), "refuse.offer.asks"),
        (offer(1, wants="ORATIO ORATIO ORATIO"), "refuse.offer.asks"),
        (offer(1, wants=f"{ANY} {ANY} ORATIO"), "refuse.offer.asks"),
        (offer(1, wants="NOTHING"), "refuse.offer.asks"),
        (offer(1), "refuse.offer.nothing"),
        (offer(0, gives=1), "refuse.oneself"),
        (offer(9, gives=1), "refuse.not_on_turn"),
    ],
)
def test_a_wrong_offer_is_refused(move: MakeOffer, key: str) -> None:
    reason = refused(position(hands=HANDS), move, 0)
    assert (reason.clause, reason.key) == ("HP-4.10", key)


@rule("HP-4.10")
def test_what_is_asked_for_is_not_told_to_be_held() -> None:
    """An offer may ask for what the other doesn't hold; it can't be accepted then, and declining tells nothing."""
    asks = offer(1, gives=1, wants="SUFFRAGATIO")
    state = offered(asks)
    accept = next(choice for choice in GAME.choices(state, 1) if choice.move == "accept")
    assert accept.barred.key == "refuse.accept.cards"
    assert refused(state, Accept(1, cards("MOVERE")), 1).key == "refuse.accept.cards"
    held = done(position(hands={**HANDS, 1: "SUFFRAGATIO MURMUR"}), asks, 0).state
    for viewer in (0, 2, None):
        one, other = done(state, Decline(1), 1), done(held, Decline(1), 1)
        assert [event.seen_by(viewer) for event in one.events] == [event.seen_by(viewer) for event in other.events]


@rule("HP-4.10")
def test_acceptance_names_the_cards_asked() -> None:
    state = offered(offer(1, cards_="PACTUM", wants=f"MOVERE {ANY}"))
    for wrong in ("MOVERE", "MURMUR MURMUR", "MOVERE MOVERE", "MOVERE ADDERE", "MOVERE MURMUR ADDERE"):
        assert refused(state, Accept(1, cards(wrong)), 1).key == "refuse.accept.which"
    poor = done(position(hands=HANDS, reserves=(10, 2, 10, 10)), offer(1, asks=3), 0).state
    assert refused(poor, Accept(1, {}), 1).key == "refuse.accept.poor"


@rule("HP-4.10")
def test_a_deal_whose_cards_have_gone_comes_to_nothing_and_both_are_told() -> None:
    state = offered(offer(1, cards_="PACTUM", asks=4))
    state = done(state, offer(2, cards_="PACTUM"), 0).state
    state = done(state, Accept(2, {}), 2).state
    outcome = done(state, Accept(1, {}), 1)
    event = told(outcome, "event.offer.void")[0]
    assert {fact.key for fact in event.private.values()} == {"event.offer.void.cards"}
    assert set(event.private) == {0, 1}
    assert (outcome.state.reserves, outcome.state.hands, outcome.state.offers) == (state.reserves, state.hands, ())


@rule("HP-4.10")
def test_a_deal_whose_influence_has_gone_comes_to_nothing() -> None:
    state = done(offered(offer(1, gives=8)), Gift(3, 5), 0).state
    event = told(done(state, Accept(1, {}), 1), "event.offer.void")[0]
    assert event.private[1].key == "event.offer.void.influence"


@rule("HP-4.10")
def test_offers_are_declined_withdrawn_and_end_with_the_turns_action() -> None:
    state = offered(offer(1, gives=1))
    declined, withdrawn = done(state, Decline(1), 1).state, done(state, Withdraw(1), 0).state
    acted = done(state, Pass()).state
    for gone in (declined, withdrawn, acted):
        assert gone.offers == ()
        assert refused(gone, Accept(1, {}), 1).key == "refuse.offer.gone"
        assert refused(gone, Decline(1), 1).key == "refuse.offer.gone"
    assert refused(state, Accept(1, {}), 2).key == "refuse.offer.not_yours"
    assert refused(state, Decline(1), 0).key == "refuse.offer.not_yours"
    assert refused(state, Withdraw(1), 1).key == "refuse.offer.not_made"
    assert refused(state, offer(1, gives=2), 0).key == "refuse.offer.again"
    assert done(declined, offer(1, gives=1), 0).state.offers[0].number == 2


@rule("HP-4.10")
def test_names_of_free_moves_are_never_used_again() -> None:
    state = offered(offer(1, gives=1))
    assert {choice.free for choice in GAME.choices(state, 1) if choice.free} == {"turn-10", "offer-1"}
    later = done(done(state, place("GUY 1")).state, offer(0, gives=1), 1).state
    assert {choice.free for choice in GAME.choices(later, 0) if choice.free} == {"turn-11", "offer-2"}


@rule("HP-4.10", "HP-7.6")
def test_a_hand_above_its_limit_may_not_grow_by_a_deal() -> None:
    full = {0: "ADDERE ADDERE PACTUM MOVERE", 1: "MURMUR", 3: "ORATIO ORATIO ORATIO"}
    state = position(hands=full)
    for move, who in ((offer(1, wants=ANY), 0), (offer(3, cards_="PACTUM"), 3), (offer(0, cards_="MURMUR"), 0)):
        reason = refused(state, move, 0 if who != 0 or move.wants else 1)
        assert (reason.key, reason.arguments["who"]) == ("refuse.deal.limit", who)
    assert done(state, offer(1, cards_="PACTUM", wants=ANY), 0).state.offers
    above = position(hands={0: "ADDERE ADDERE PACTUM MOVERE MURMUR", 1: "ORATIO"})
    assert done(above, offer(1, cards_="PACTUM", wants=ANY), 0).state.offers
    assert refused(above, offer(1, gives=1, wants=ANY), 0).key == "refuse.deal.limit"


@rule("HP-4.10", "HP-7.6")
def test_a_hand_that_has_filled_up_meanwhile_bars_an_acceptance() -> None:
    hands = {0: "ADDERE PACTUM", 1: "MURMUR MURMUR MURMUR", 2: "ORATIO"}
    state = done(position(hands=hands), offer(1, cards_="PACTUM"), 0).state
    state = done(state, offer(0, cards_="MURMUR", wants=f"{ANY}"), 1).state
    state = done(state, Withdraw(2), 1).state
    full = done(done(state, offer(0, gives=1, wants="ADDERE"), 1).state, Accept(3, cards("ADDERE")), 0).state
    accept = next(choice for choice in GAME.choices(full, 1) if choice.move == "accept")
    assert (accept.barred.key, accept.barred.arguments) == ("refuse.deal.limit", {"who": 1, "limit": 4})
    assert refused(full, Accept(1, {}), 1).key == "refuse.deal.limit"


@rule("HP-4.10")
def test_the_house_rule_switches_deals_off() -> None:
    state = position(hands=HANDS, card_deals=False)
    assert {choice.move for choice in GAME.choices(state, 0) if choice.free} == {"gift"}
    assert refused(state, offer(1, gives=1), 0).key == "refuse.deals_off"


@rule("HP-4.11")
def test_a_silenced_turn_has_gifts_and_a_pass_and_nothing_else() -> None:
    state = position(hands=HANDS, lying=(Lying("SILENTIUM", 3, 5, 0),))
    assert [choice.move for choice in GAME.choices(state, 0)] == ["pass", "gift"]
    assert [choice.move for choice in GAME.choices(state, 1)] == ["gift"]
    assert refused(state, place("GUY 1")).clause == "HP-4.11"
    assert refused(state, offer(1, gives=1), 0).key == "refuse.deal.silenced"
    assert done(state, Gift(0, 2), 1).state.reserves[0] == 12
    assert done(state, Pass()).state.question == Turn(1, 1)


@rule("HP-4.11")
def test_the_action_ends_the_turn() -> None:
    state = done(position(), place("GUY 1")).state
    assert refused(state, Gift(2, 1), 0).key == "refuse.not_on_turn"
    assert done(state, Gift(1, 1), 0).state.reserves[1] == 11
