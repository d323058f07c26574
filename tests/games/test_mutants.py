"""Deliberate leaks and slips, each of which the suites over all games must catch: a test of the tests."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games.habemus_papam import GAME as HABEMUS
from games.habemus_papam.state import Held, Keeping
from games.habemus_papam.state import State as Conclave
from games.kernel.choices import Choice, Number, OneOf
from games.kernel.contract import Game, Outcome
from games.kernel.events import Event, Fact, IllegalMove
from games.pope_or_nope import GAME
from games.pope_or_nope.box import LEVEL
from games.pope_or_nope.state import Opening, Pass, State, Turn
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


# Habemus Papam


def conclave_shows_the_poorest(state: Conclave, viewer: int | None) -> Any:
    seen = HABEMUS.view(state, viewer)
    return replace(seen, deck=state.reserves.index(min(state.reserves)))


def conclave_orders_seats_by_reserve(state: Conclave, viewer: int | None) -> Any:
    seen = HABEMUS.view(state, viewer)
    return replace(seen, seats=tuple(sorted(seen.seats, key=lambda seat: state.reserves[seat.seat])))


def conclave_shows_the_leftover_objective(state: Conclave, viewer: int | None) -> Any:
    return replace(HABEMUS.view(state, viewer), pope=state.pile[-1].title)


def conclave_shows_the_next_seats_secret(state: Conclave, viewer: int | None) -> Any:
    seen = HABEMUS.view(state, viewer)
    seats = tuple(
        replace(seat, secret=state.secrets[seat.seat].title if seat.seat == 0 else None) for seat in seen.seats
    )
    return replace(seen, seats=seats)


def conclave_counts_kept_cards(state: Conclave, viewer: int | None) -> Any:
    seen = HABEMUS.view(state, viewer)
    if not isinstance(state.question, Keeping):
        return seen
    kept = sum(card is not None for card in state.question.kept)
    return replace(seen, discards=seen.discards + kept)


def conclave_shows_all_deals(state: Conclave, viewer: int | None) -> Any:
    seen = HABEMUS.view(state, viewer)
    return seen if seen.mine is None else replace(seen, mine=replace(seen.mine, deals=state.offers))


def conclave_remembers_for_everybody(state: Conclave, viewer: int | None) -> Any:
    known = tuple(
        tuple(Held(each.card, each.newer, tuple(range(state.seats))) for each in hand) for hand in state.hands
    )
    return HABEMUS.view(replace(state, hands=known), viewer)


def conclave_asks_for_no_more_than_there_is(state: Conclave, seat: int) -> tuple[Choice, ...]:
    def bound(choice: Choice) -> Choice:
        if choice.move != "offer":
            return choice
        most = state.reserves[choice.fields[0].options[0]]  # type: ignore[union-attr, index]
        fields = tuple(replace(field, most=most) if field.name == "asks" else field for field in choice.fields)
        return replace(choice, fields=fields)

    return tuple(bound(choice) for choice in HABEMUS.choices(state, seat))


def conclave_names_what_paid(state: Conclave, seat: int, move: Any) -> Outcome:
    outcome = HABEMUS.resolve(state, seat, move)
    paid = tuple(each.card for each in outcome.state.buried)
    return replace(outcome, events=(*outcome.events, Event(Fact("event.draws.mine", {"cards": paid}))))


def conclave_tells_the_cards_of_a_deal(state: Conclave, seat: int, move: Any) -> Outcome:
    outcome = HABEMUS.resolve(state, seat, move)
    events = tuple(Event(next(iter(event.private.values()), event.public)) for event in outcome.events)
    return replace(outcome, events=events)


def conclave_tells_a_change_of_mind(state: Conclave, seat: int, move: Any) -> Outcome:
    outcome = HABEMUS.resolve(state, seat, move)
    kept = outcome.state.question.kept if isinstance(outcome.state.question, Keeping) else ()
    told = Event(Fact("event.chosen", {"who": sum(card is None for card in kept)}))
    return replace(outcome, events=(*outcome.events, told)) if kept else outcome


def conclave_forgets_what_came_from_the_general_reserve(state: Conclave, seat: int, move: Any) -> Outcome:
    outcome = HABEMUS.resolve(state, seat, move)
    return replace(outcome, state=replace(outcome.state, issued=state.issued))


def conclave_loses_what_paid(state: Conclave, seat: int, move: Any) -> Outcome:
    outcome = HABEMUS.resolve(state, seat, move)
    return replace(outcome, state=replace(outcome.state, buried=outcome.state.buried[:1]))


def conclave_lets_anybody_place(state: Conclave, seat: int, move: Any) -> Outcome:
    on_turn = getattr(state.question, "seat", seat)
    return HABEMUS.resolve(state, on_turn if move.__struct_config__.tag == "place" else seat, move)


def conclave_lets_one_overpay(state: Conclave, seat: int) -> tuple[Choice, ...]:
    def loosened(choice: Choice) -> Choice:
        return replace(choice, limits=()) if choice.move == "play" and choice.barred is None else choice

    return tuple(loosened(choice) for choice in HABEMUS.choices(state, seat))


def conclave_gives_more_than_there_is(state: Conclave, seat: int) -> tuple[Choice, ...]:
    return tuple(
        replace(choice, fields=(choice.fields[0], Number("influence", 0, 500))) if choice.move == "gift" else choice
        for choice in HABEMUS.choices(state, seat)
    )


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


CONCLAVES: list[tuple[str, Callable[..., Any], tuple[Callable[..., None], ...]]] = [
    ("view", conclave_shows_the_poorest, LEAKS),
    ("view", conclave_orders_seats_by_reserve, LEAKS),
    ("view", conclave_shows_the_leftover_objective, LEAKS),
    ("view", conclave_shows_the_next_seats_secret, LEAKS),
    ("view", conclave_counts_kept_cards, LEAKS),
    ("view", conclave_shows_all_deals, LEAKS),
    ("view", conclave_remembers_for_everybody, LEAKS),
    ("choices", conclave_asks_for_no_more_than_there_is, LEAKS),
    ("resolve", conclave_names_what_paid, LEAKS),
    ("resolve", conclave_tells_the_cards_of_a_deal, LEAKS),
    ("resolve", conclave_tells_a_change_of_mind, LEAKS),
    ("resolve", conclave_forgets_what_came_from_the_general_reserve, CONTRACT),
    ("resolve", conclave_loses_what_paid, CONTRACT),
    ("resolve", conclave_lets_anybody_place, CONTRACT),
    ("choices", conclave_lets_one_overpay, CONTRACT),
    ("choices", conclave_gives_more_than_there_is, CONTRACT),
]


@pytest.mark.parametrize(("field", "mutant", "suite"), CONCLAVES, ids=[mutant.__name__ for _, mutant, _ in CONCLAVES])
def test_a_mutant_of_habemus_papam_is_caught(
    field: str, mutant: Callable[..., Any], suite: tuple[Callable[..., None], ...]
) -> None:
    changed = replace(HABEMUS, **{field: mutant})
    assert any(caught(case, changed, seats=6) for case in suite), "no case of the suite noticed it"


@pytest.mark.parametrize(("field", "mutant", "suite"), MUTANTS, ids=[mutant.__name__ for _, mutant, _ in MUTANTS])
def test_a_mutant_is_caught(field: str, mutant: Callable[..., Any], suite: tuple[Callable[..., None], ...]) -> None:
    changed = replace(GAME, **{field: mutant})
    assert any(caught(case, changed) for case in suite), "no case of the suite noticed it"


@pytest.mark.parametrize("case", LEAKS + CONTRACT + REDEALS, ids=lambda case: case.__name__)
def test_the_game_itself_is_not(case: Callable[..., None]) -> None:
    assert not caught(case, GAME)


def caught(case: Callable[..., None], game: Game, seats: int = SEATS) -> bool:
    """Whether the case fails with this game: an assertion, or a move refused that should not have been."""
    try:
        case(game, seats, game.Options())
    except (AssertionError, IllegalMove):
        return True
    return False
