"""Sections 1, 2 and 12.1 to 12.3 of the rules: what lies in the box, and the first deal."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from games.habemus_papam import GAME
from games.habemus_papam.box import ACTIONS, CANDIDATES, FULL_DECK, ORDERS, PAIRS, PUBLIC_OBJECTIVES, SECRETS, half
from games.habemus_papam.state import Distributing, Options, State, Turn
from tests.games.clauses import rule, rules_page
from tests.games.habemus_papam.positions import after, card, done, place, position, refused, told, with_
from tests.games.walks import seed_of


def dealt(seats: int, number: int = 1, **options: object) -> State:
    """The first deal."""
    state: State = GAME.setup(seats, Options(**options), seed_of(number), "").state  # type: ignore[arg-type]
    return state


@rule("HP-1.1")
def test_three_to_six_players_and_five_rounds() -> None:
    assert GAME.seats == (3, 6)
    assert [GAME.misfit(seats, Options()) is None for seats in range(2, 8)] == [False, True, True, True, True, False]


@rule("HP-1.2")
def test_four_pairs_and_eight_orders() -> None:
    assert [len(sides) for sides in PAIRS.values()] == [2] * 4
    assert len(set(ORDERS)) == 8
    assert {card.order for card in CANDIDATES.values()} == set(ORDERS)


@rule("HP-1.3")
def test_every_combination_once_among_candidates_and_objectives() -> None:
    assert len(CANDIDATES) == len(PUBLIC_OBJECTIVES) == 16
    assert {card.sides for card in CANDIDATES.values()} == set(PUBLIC_OBJECTIVES)
    for sides in PUBLIC_OBJECTIVES:
        assert all(side in pair for side, pair in zip(sides, PAIRS.values(), strict=True))


@rule("HP-1.4")
def test_the_general_reserve_never_runs_out() -> None:
    state = position(reserves=(500, 10, 10, 10))
    assert after(state, place("GUY 500")).candidates[0].influence == 500


@rule("HP-1.5")
@pytest.mark.parametrize(("amount", "halved"), [(0, 0), (1, 1), (2, 1), (5, 3), (6, 3), (13, 7)])
def test_half_is_rounded_up(amount: int, halved: int) -> None:
    assert half(amount) == halved
    lost = after(position(f"GUY {amount}", hands={0: "MURMUR"}), card("MURMUR", "GUY", pay=2))
    assert lost.candidates[0].influence == amount - halved


@rule("HP-2.1")
def test_eight_of_sixteen_lie_face_up() -> None:
    state = dealt(4)
    assert len({candidate.name for candidate in state.candidates}) == 8
    assert all(candidate.out is None and candidate.influence == 0 for candidate in state.candidates)
    assert state.candidates != dealt(4, number=2).candidates


@rule("HP-2.2", "HP-2.8")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_objectives_and_orders_are_dealt_once(seats: int) -> None:
    state = dealt(seats)
    assert len({objective.sides for objective in state.objectives}) == seats
    assert len({objective.order for objective in state.objectives}) == seats
    secrets = [objective.title for objective in (*state.secrets, *state.pile)]
    assert len(state.secrets) == seats
    assert len(set(secrets)) == len(secrets) == (8 if seats == 3 else 9)


@rule("HP-2.3")
def test_markers_lie_on_who_shares_three_of_five_traits() -> None:
    state = position(objectives={0: "N S So Nov Jesuits", 1: "C I So Vet Franciscans", 2: "N S Ve Vet Carmelites"})
    markers = {each.name: each.markers for each in GAME.view(state, None).board.candidates}
    assert 0 in markers["GUY"]  # three characteristics
    assert 0 in markers["SFACCIATO"]  # two, and the order
    assert 0 not in markers["BACON"]  # one
    assert 1 in markers["GUY"]  # two, and the order
    assert 1 in markers["PAVITR"]  # all four
    assert markers["AL-MUQADAS"] == (1, 3)


@rule("HP-2.4")
def test_everyone_starts_with_ten() -> None:
    assert dealt(5).reserves == (10,) * 5


@rule("HP-2.5")
def test_the_first_camarlengo_is_drawn_or_named() -> None:
    assert {dealt(4, number).camarlengo for number in range(40)} == {0, 1, 2, 3}
    assert dealt(4, first=2).camarlengo == 2
    assert GAME.misfit(4, Options(first=4)).clause == "HP-2.5"
    assert dealt(4, first=2).question == Distributing(2)


@rule("HP-2.6")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_four_cards_each_and_three_to_the_camarlengo(seats: int) -> None:
    state = dealt(seats, first=1)
    assert [len(hand) for hand in state.hands] == [3 if seat == 1 else 4 for seat in range(seats)]
    assert len(state.deck) == 56 - 4 * seats + 1


@rule("HP-2.7")
def test_three_players_play_without_the_antipopes_objective() -> None:
    titles = {each.title for number in range(20) for each in (*dealt(3, number).secrets, *dealt(3, number).pile)}
    assert titles == set(SECRETS) - {"ANTIPOPE"}


def test_the_box_is_the_rules_page() -> None:
    """Titles, copies, costs and statuses stand on the page as they are in the data."""
    page = rules_page(GAME)
    assert len(FULL_DECK) == sum(kind.copies for kind in ACTIONS.values()) == 56
    for kind in ACTIONS.values():
        cost = "?" if kind.cost is None else str(kind.cost)
        row = next(line for line in page.splitlines() if line.startswith(f"| {kind.title} | {kind.copies} |"))
        assert row.split(" | ")[2].startswith(cost)
        assert kind.status in row
    for secret in SECRETS.values():
        assert any(line.startswith(f"| {secret.title} |") and secret.status in line for line in page.splitlines())
    for candidate in CANDIDATES.values():
        row = next(line for line in page.splitlines() if line.startswith(f"| {candidate.name} |"))
        assert " ".join(candidate.sides) in row
        assert candidate.order in row
        assert candidate.status in row


def test_every_card_has_its_text_among_the_words() -> None:
    for code in (*ACTIONS, *SECRETS):
        assert GAME.words[f"text.{code}"].endswith(".")
    assert {f"card.{code}" for code in (*ACTIONS, *SECRETS, *CANDIDATES)} <= GAME.words.keys()


def test_conservation_of_influence_counts_what_left_the_general_reserve() -> None:
    state = position("GUY 3", reserves=(5, 6, 7, 8))
    assert state.issued == 29
    assert done(state, place("GUY 2")).state.issued == 29
    assert after(position(hands={0: "ADDERE"}), card("ADDERE", "N", pay=1)).issued == 40 - 1 + 3


LOST: list[tuple[str, str, Callable[[State], Any]]] = [
    ("deck", "an Action card is lost", lambda state: state.deck[1:]),
    ("pile", "a Secret Objective is lost", lambda state: state.pile[1:]),
    ("reserves", "Influence is out", lambda state: (11, *state.reserves[1:])),
    ("reserves", "a reserve is below 0", lambda state: (-1, *state.reserves[1:])),
    ("candidates", "a Candidate is lost", lambda state: (state.candidates[1], *state.candidates[1:])),
    ("objectives", "two players share an order", lambda state: (state.objectives[1], *state.objectives[1:])),
    ("round", "there is no round", lambda state: 6),
    ("question", "the phase should have ended", lambda state: Turn(0, 3)),
]


@pytest.mark.parametrize(("field", "words", "change"), LOST, ids=[words for _, words, _ in LOST])
def test_what_is_lost_or_doubled_is_noticed(field: str, words: str, change: Callable[[State], Any]) -> None:
    state = position()
    with pytest.raises(AssertionError, match=words):
        GAME.check(with_(state, **{field: change(state)}))


def test_a_card_of_no_hand_is_refused() -> None:
    assert refused(position(), card("ADDERE", "N", pay=1)).key == "refuse.not_held"
    assert refused(position(), card("NO SUCH CARD")).key == "refuse.not_held"
    assert Counter(FULL_DECK)["ADDERE"] == 5
    assert told(done(position(), place("GUY 1")), "event.place")
