"""What the page says of piles, points and hands of Pope or Nope."""

from typing import Any

import pytest

from app import rendering
from app.pages import Asked, SeatFacts
from app.showing.pope_or_nope import court, dock, targets
from app.showing.pope_or_nope.court import scores
from app.showing.pope_or_nope.faces import badge, in_words, shown
from app.wording import Wording
from games.pope_or_nope.rules.piles import read
from games.pope_or_nope.view import LaidCard, PileView, View
from tests.pages.contexts import GAME, facts_of, played

SEATS = tuple(SeatFacts(seat, name, name[0], seat + 1) for seat, name in enumerate(("Livia", "Teo", "Kofi", "Ana")))
WORDING = Wording(GAME.words, SEATS)


def pile(*cards: str, owner: int = 1, by: int = 1) -> PileView:
    """A pile of these cards, all but the first played by `by`."""
    top = read(cards)
    laid = tuple(LaidCard(card, by if place else owner) for place, card in enumerate(cards))
    return PileView(1, owner, laid, top.kind, top.level, top.standing)


@pytest.mark.parametrize(
    ("cards", "mark", "words"),
    [
        (("DEED-2",), "II", "stands"),
        (("DEED-2", "CROSS-2"), "II", "crossed; III redeems"),
        (("DEED-2", "CROSS-2", "REDUCO"), "I", "II, reduced: crossed; II redeems"),
        (("DEED-1", "CROSS-1", "REDUCO"), "0", "I, reduced: crossed; I redeems"),
        (("DEED-1", "REDUCO"), "0", "Dante’s Infernope"),
        (("DEED-4", "REDUCO"), "III", "IV, reduced: stands"),
        (("DEED-3", "REDUCO", "REDUCO"), "I", "III, reduced: stands"),
        (("DEED-4", "CROSS-4"), "IV", "crossed; a Pope redeems"),
        (("DEED-4", "POPE"), "∞", "infallible: only a Nope"),
        (("DEED-4", "POPE", "NOPE"), "✕", "sealed"),
        (("DEED-2", "POPE"), "III", "acts as Deed III"),
        (("DEED-1", "REDUCO", "POPE"), "I", "acts as Deed I"),
        (("OPPORTUNITAS",), "–", "empty, awaits a Deed"),
        (("OPPORTUNITAS", "DEED-3"), "III", "stands"),
        (("OPPORTUNITAS", "NOPE"), "✕", "sealed"),
    ],
)
def test_a_pile_says_what_its_top_counts_as(cards: tuple[str, ...], mark: str, words: str) -> None:
    assert (badge(pile(*cards)), in_words(pile(*cards))) == (mark, words)


def test_a_pile_can_be_read_aloud() -> None:
    label = shown(pile("DEED-2", "CROSS-2", by=2), 3, WORDING).label
    assert label == "Teo’s pile 3: Deed II, Cross II by Kofi. Level II, crossed; III redeems."


def test_only_cards_of_others_bear_their_mark() -> None:
    both = shown(pile("DEED-2", "CROSS-2", by=2), 1, WORDING)
    assert both.strips[0].by is None
    assert both.top.by == SEATS[2]


def seen(state: Any, seat: int | None) -> View:
    """The View, as one of this game."""
    view = GAME.view(state, seat)
    assert isinstance(view, View)
    return view


def test_teams_show_pooled_points() -> None:
    state, _ = played(4, 8, 400, GAME.Options(teams=True, target=10))
    view = seen(state, None)
    own = [seat.points for seat in view.seats]
    assert own[0] + own[2] > 0
    assert [score.points for score in scores(view)] == [own[0] + own[2], own[1] + own[3]] * 2
    assert [name for name, _ in court(view, facts_of(state, 4), WORDING).ending] in (
        ["Team A", "Team B"],
        ["Team B", "Team A"],
    )


def asked(state: Any, seat: int) -> Asked:
    """What the house gives the dock of this seat."""
    return Asked(7, "m0", GAME.question(state, seat))


def docked(state: Any, seats: int, seat: int) -> Any:
    """The dock of this seat."""
    choices = GAME.choices(state, seat)
    wording = Wording(GAME.words, facts_of(state, seats).seats)
    return dock(GAME, facts_of(state, seats), seat, seen(state, seat), choices, asked(state, seat), wording)


@pytest.mark.parametrize("seed", range(1, 20))
def test_the_hand_shows_each_title_once_and_says_why_not(seed: int) -> None:
    state, _ = played(4, seed, 30)
    seat = GAME.deciders(state)[0]
    mine = seen(state, seat).mine
    shown_hand = docked(state, 4, seat).hand
    assert mine is not None
    assert sum(card.number for card in shown_hand) == len(mine.hand)
    assert len({card.face.code for card in shown_hand}) == len(shown_hand)
    for card in shown_hand:
        assert not card.off or (card.clause and card.more and card.status)


@pytest.mark.parametrize("seed", range(1, 20))
def test_every_legal_play_has_a_flag_or_a_button(seed: int) -> None:
    state, _ = played(4, seed, 30)
    seat = GAME.deciders(state)[0]
    view, choices = seen(state, seat), GAME.choices(state, seat)
    flags = {(target.card, target.pile) for target in targets(GAME, view, choices, WORDING)}
    buttons = {card.face.code for card in docked(state, 4, seat).hand if card.button}
    for choice in choices:
        if choice.move == "play" and choice.barred is None:
            card, fields = choice.fields[0].options[0], choice.fields[1].options
            assert all((card, number) in flags if number is not None else card in buttons for number in fields)


def test_who_has_answered_may_change_it_and_says_so() -> None:
    state, _ = played(5, 4, 0)
    laid = GAME.resolve(state, 0, GAME.move("open", {"deed": "DEED-1"})).state
    mine = docked(laid, 5, 0)
    assert mine.prompt.mood == "laid"
    assert mine.prompt.ask == "Deed I lies face down"
    assert mine.question == f"opening-{state.round}"
    assert mine.nothing


def test_a_compulsory_opening_offers_no_nothing() -> None:
    state, _ = played(5, 4, 0, GAME.Options(opening="compulsory"))
    assert not docked(state, 5, 0).nothing


def test_own_piles_have_their_flags_in_the_dock_not_in_a_slot() -> None:
    for seed in range(1, 40):
        state, _ = played(2, seed, 12)
        seat = seen(state, None).turn
        own = () if seat is None else docked(state, 2, seat).targets
        if seat is not None and own:
            slots = rendering.slots(GAME, facts_of(state, 2), seen(state, seat), GAME.choices(state, seat))
            assert all(not slots[f"slot-pile-{target.pile}"] for target in own)
            return
    raise AssertionError("no game came to a target of one's own")
