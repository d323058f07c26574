"""What never changes: 56 Action cards, the Secret Objectives, and every Influence that left the general reserve."""

from collections import Counter

from games.habemus_papam.board import limit, named, total
from games.habemus_papam.box import FACE_UP, FULL_DECK, PAIRS, ROUNDS, in_order
from games.habemus_papam.rules.asking import passes_to_end
from games.habemus_papam.rules.fields import held
from games.habemus_papam.rules.setting_up import secrets_for
from games.habemus_papam.state import Discarding, Keeping, State, Trimming, Turn


def check(state: State) -> None:
    """Raises AssertionError, in words, if something was lost or doubled, or the question doesn't fit the table."""
    _check_cards(state)
    _check_influence(state)
    _check_table(state)
    _check_question(state)


def _check_cards(state: State) -> None:
    hands = [each for hand in state.hands for each in hand]
    lying, buried = [each.card for each in state.lying], [each.card for each in state.buried]
    cards = [*state.deck, *state.discards, *buried, *lying, *(each.card for each in hands)]
    assert in_order(cards) == FULL_DECK, "an Action card is lost or doubled"
    secrets = [objective.title for objective in (*state.secrets, *state.pile)]
    assert in_order(secrets) == secrets_for(state.seats), "a Secret Objective is lost or doubled"
    newer = Counter([*state.deck, *(each.card for each in hands if each.newer)])
    newer += Counter(each.card for each in state.buried if each.newer)
    for seat in range(state.seats):
        sure = Counter([*state.unseen, *state.unseen_own[seat]])
        assert sure <= newer, f"seat {seat} is sure of cards that are not among the new ones"
    for seat, hand in enumerate(state.hands):
        assert not any(seat in each.known for each in hand), "a seat is listed as knowing its own card"


def _check_influence(state: State) -> None:
    assert min(state.reserves) >= 0, "a reserve is below 0"
    assert min(candidate.influence for candidate in state.candidates) >= 0, "a Candidate has less than 0"
    out = sum(state.reserves) + total(state.candidates)
    assert out == state.issued, f"{out} Influence is out, but {state.issued} left the general reserve"


def _check_table(state: State) -> None:
    assert len({candidate.name for candidate in state.candidates}) == FACE_UP, "a Candidate is lost or doubled"
    assert len({objective.order for objective in state.objectives}) == state.seats, "two players share an order"
    assert 1 <= state.round <= ROUNDS, f"there is no round {state.round}"
    vetoed = [veto.pair for veto in state.vetoes]
    assert len(set(vetoed)) == len(vetoed) < len(PAIRS), "a pair has two vetoes, or all have one"
    for card in state.lying:
        on_a_candidate = card.card in ("MURMUR", "PROHIBERE")
        assert not on_a_candidate or named(state.candidates, card.on), f"{card.card} lies on nobody"


def _check_question(state: State) -> None:
    match state.question:
        case Turn(passes=passes):
            assert 0 <= passes < passes_to_end(state.seats), "the phase should have ended"
        case Trimming(seat=seat):
            assert len(state.hands[seat]) > limit(seat, state.camarlengo), "nothing is to be discarded"
        case Keeping(answered=answered, kept=kept):
            assert not all(answered), "all have chosen, and nothing has happened"
            for seat, card in enumerate(kept):
                assert card is None or card in dict(held(state, seat)), f"seat {seat} keeps what it doesn't hold"
        case Discarding(answered=answered, discards=discards):
            assert not all(answered), "all have chosen, and nothing has happened"
            for seat, cards in enumerate(discards):
                hand = dict(held(state, seat))
                assert all(hand.get(card, 0) >= number for card, number in cards.items()), (
                    f"seat {seat} has no such cards"
                )
        case _:  # the other questions ask nothing of the table
            pass
    assert isinstance(state.question, Turn) or not state.offers, "an offer is open outside a turn"
