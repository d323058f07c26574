"""Deliberate leaks and slips, each of which the suites over all games must catch: a test of the tests."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games.kernel.choices import Choice, OneOf
from games.kernel.contract import Game, Outcome
from games.kernel.events import Event, Fact, IllegalMove
from games.pope_or_nope import GAME
from games.pope_or_nope.box import LEVEL
from games.pope_or_nope.state import Opening, Options, Pass, State, Turn
from tests.games import test_contract, test_twins
from tests.games.walks import open_choices

SEATS = 3
replace = msgspec.structs.replace


def deeds(state: State, seat: int) -> int:
    """How many DEEDs a seat holds: something that nobody else may know."""
    return sum(card.startswith("DEED") for card in state.hands[seat].cards)


def view_shows_the_top_of_the_deck(state: State, viewer: int | None) -> Any:
    return replace(GAME.view(state, viewer), deck=LEVEL.get(state.deck[-1], 0) if state.deck else 0)


def view_takes_laid_cards_from_the_hand(state: State, viewer: int | None) -> Any:
    seen = GAME.view(state, viewer)
    laid = state.question.laid if isinstance(state.question, Opening) else (None,) * state.seats
    seats = tuple(replace(seat, hand=seat.hand - (laid[seat.seat] is not None)) for seat in seen.seats)
    return replace(seen, seats=seats)


def view_orders_seats_by_strength(state: State, viewer: int | None) -> Any:
    seen = GAME.view(state, viewer)
    return replace(seen, seats=tuple(sorted(seen.seats, key=lambda seat: deeds(state, seat.seat))))


def view_shows_a_neighbours_hand(state: State, viewer: int | None) -> Any:
    seen = GAME.view(state, viewer)
    return replace(seen, discards=state.hands[0].cards)


def choices_know_the_next_hand(state: State, seat: int) -> tuple[Choice, ...]:
    listed = GAME.choices(state, seat)
    after = (seat + 1) % state.seats
    return listed[::-1] if 0 <= seat < state.seats and deeds(state, after) > 1 else listed


def question_counts_rivals(state: State, seat: int) -> Fact | None:
    asked = GAME.question(state, seat)
    others = sum(deeds(state, other) for other in range(state.seats) if other != seat)
    return asked and Fact(asked.key, {"rivals": others})


def deciders_without_those_who_hold_no_deed(state: State) -> tuple[int, ...]:
    asked = GAME.deciders(state)
    opening = isinstance(state.question, Opening)
    return tuple(seat for seat in asked if not opening or deeds(state, seat)) or asked


def resolve_tells_whether_a_card_was_laid(state: State, seat: int, move: Any) -> Outcome:
    outcome = GAME.resolve(state, seat, move)
    if not isinstance(state.question, Opening) or not isinstance(outcome.state.question, Opening):
        return outcome
    laid = sum(deed is not None for deed in outcome.state.question.laid)
    return replace(outcome, events=(*outcome.events, Event(Fact("event.dealt", {"cards": laid}))))


def resolve_names_the_card_drawn(state: State, seat: int, move: Any) -> Outcome:
    outcome = GAME.resolve(state, seat, move)
    events = tuple(Event(fact) for event in outcome.events for fact in (event.public, *event.private.values()))
    return replace(outcome, events=events)


def resolve_declares_nothing(state: State, seat: int, move: Any) -> Outcome:
    outcome = GAME.resolve(state, seat, move)
    return replace(outcome, events=tuple(replace(event, reveals=False) for event in outcome.events))


def resolve_passes_for_who_can_play_nothing(state: State, seat: int, move: Any) -> Outcome:
    outcome = GAME.resolve(state, seat, move)
    after = outcome.state.question
    if isinstance(after, Turn) and len(open_choices(GAME, outcome.state, after.seat, free=False)) == 1:
        passed = GAME.resolve(outcome.state, after.seat, Pass())
        return replace(passed, events=outcome.events + passed.events)
    return outcome


def resolve_deals_from_the_old_deck(state: State, seat: int, move: Any) -> Outcome:
    outcome = GAME.resolve(state, seat, move)
    if outcome.state.round == state.round or not state.deck:
        return outcome
    hands = outcome.state.hands[::-1] if state.deck[-1].startswith("DEED") else outcome.state.hands
    return replace(outcome, state=replace(outcome.state, hands=hands))


def resolve_loses_a_card(state: State, seat: int, move: Any) -> Outcome:
    outcome = GAME.resolve(state, seat, move)
    return replace(outcome, state=replace(outcome.state, discards=outcome.state.discards[:-1]))


def resolve_lets_anybody_pass(state: State, seat: int, move: Any) -> Outcome:
    if isinstance(state.question, Turn) and isinstance(move, Pass):
        return GAME.resolve(state, state.question.seat, move)
    return GAME.resolve(state, seat, move)


def resolve_cites_a_clause_that_does_not_exist(state: State, seat: int, move: Any) -> Outcome:
    try:
        return GAME.resolve(state, seat, move)
    except IllegalMove as refusal:
        raise IllegalMove("PN-" + "9.9", refusal.reason.key) from refusal


def resolve_ends_the_opening_by_a_change_of_mind(state: State, seat: int, move: Any) -> Outcome:
    if isinstance(state.question, Opening) and 0 <= seat < state.seats and state.question.answered[seat]:
        answered = tuple(at != seat for at in range(state.seats))
        state = replace(state, question=replace(state.question, answered=answered))
    return GAME.resolve(state, seat, move)


def choices_offer_every_pile(state: State, seat: int) -> tuple[Choice, ...]:
    piles = tuple(pile.number for pile in state.piles)
    return tuple(
        replace(choice, fields=(choice.fields[0], OneOf("pile", piles)), barred=None)
        if choice.move == "play" and piles
        else choice
        for choice in GAME.choices(state, seat)
    )


def redeal_of_a_redeal_differs(state: State, viewer: int | None, seed: bytes) -> State:
    dealt: State = GAME.redeal(state, viewer, seed)
    return replace(dealt, deck=dealt.deck[::-1]) if state.deck[-1:] > state.deck[:1] else dealt


def redeal_deals_nothing(state: State, viewer: int | None, seed: bytes) -> State:
    return state


LEAKS = (test_twins.test_twins_look_the_same, test_twins.test_twins_look_the_same_after_a_move_that_reveals_nothing)
CONTRACT = (
    test_contract.test_random_games_end_with_a_result_and_lose_nothing,
    test_contract.test_exactly_the_deciders_are_asked_and_can_answer,
    test_contract.test_a_filled_choice_is_never_refused,
    test_contract.test_wrong_moves_are_refused_with_a_clause_and_change_nothing,
    test_contract.test_free_moves_end_no_question,
)
REDEALS = (test_twins.test_a_redeal_of_a_redeal_is_a_redeal, test_twins.test_twins_differ_where_something_is_hidden)

MUTANTS: list[tuple[str, Callable[..., Any], tuple[Callable[..., None], ...]]] = [
    ("view", view_shows_the_top_of_the_deck, LEAKS),
    ("view", view_takes_laid_cards_from_the_hand, LEAKS),
    ("view", view_orders_seats_by_strength, LEAKS),
    ("view", view_shows_a_neighbours_hand, LEAKS),
    ("choices", choices_know_the_next_hand, LEAKS),
    ("question", question_counts_rivals, LEAKS),
    ("deciders", deciders_without_those_who_hold_no_deed, LEAKS),
    ("resolve", resolve_tells_whether_a_card_was_laid, LEAKS),
    ("resolve", resolve_names_the_card_drawn, LEAKS),
    ("resolve", resolve_declares_nothing, LEAKS),
    ("resolve", resolve_passes_for_who_can_play_nothing, LEAKS),
    ("resolve", resolve_deals_from_the_old_deck, LEAKS),
    ("resolve", resolve_loses_a_card, CONTRACT),
    ("resolve", resolve_lets_anybody_pass, CONTRACT),
    ("resolve", resolve_cites_a_clause_that_does_not_exist, CONTRACT),
    ("resolve", resolve_ends_the_opening_by_a_change_of_mind, CONTRACT),
    ("choices", choices_offer_every_pile, CONTRACT),
    ("redeal", redeal_of_a_redeal_differs, REDEALS),
    ("redeal", redeal_deals_nothing, REDEALS),
]


@pytest.mark.parametrize(("field", "mutant", "suite"), MUTANTS, ids=[mutant.__name__ for _, mutant, _ in MUTANTS])
def test_a_mutant_is_caught(field: str, mutant: Callable[..., Any], suite: tuple[Callable[..., None], ...]) -> None:
    changed = replace(GAME, **{field: mutant})
    assert any(caught(case, changed) for case in suite), "no case of the suite noticed it"


@pytest.mark.parametrize("case", LEAKS + CONTRACT + REDEALS, ids=lambda case: case.__name__)
def test_the_game_itself_is_not(case: Callable[..., None]) -> None:
    assert not caught(case, GAME)


def caught(case: Callable[..., None], game: Game) -> bool:
    """Whether the case fails with this game: an assertion, or a move refused that should not have been."""
    try:
        case(game, SEATS, Options())
    except (AssertionError, IllegalMove):
        return True
    return False
