"""The bots of Pope or Nope in positions where one move is clearly right, or clearly wrong."""

import pytest

from games.kernel.bots import AT_ONCE, Asked, Patience, as_move
from games.kernel.choices import admits
from games.kernel.dice import Cup, dice_from
from games.pope_or_nope import GAME
from games.pope_or_nope.bot import moves
from games.pope_or_nope.lookahead import Round, believable
from games.pope_or_nope.state import Move, Open, Pass, Play, State
from games.pope_or_nope.weighing import best_opening, own_outlook
from tests.games.pope_or_nope.positions import opening, position
from tests.games.walks import sample, seed_of

LEVELS = ("novice", "courtier", "cardinal")
ENOUGH = Patience(playouts=400)


def chosen(state: State, level: str = "courtier", patience: Patience = AT_ONCE, number: int = 1) -> Move:
    """What the bot on turn does; in an opening, seat 0."""
    asked = Asked(GAME, state, GAME.deciders(state)[0], patience)
    return as_move(GAME, GAME.bots[level].answer(asked, Cup(dice_from(seed_of(number)))))


@pytest.mark.parametrize("level", ["courtier", "cardinal"])
@pytest.mark.parametrize(
    ("right", "state"),
    [
        (Play("DEED-2", 1), position((0, "DEED-1 CROSS-1"), (1, "DEED-3"), hands={0: "DEED-2 CROSS-2"})),
        (Play("POPE", 1), position((0, "DEED-4 CROSS-4"), (1, "DEED-3"), hands={0: "POPE CROSS-2"})),
        (Play("CANCELLO", 1), position((0, "DEED-1 REDUCO"), (1, "DEED-3 REDUCO"), hands={0: "CANCELLO"})),
        (Play("DEED-4", 1), position((0, "OPPORTUNITAS"), (1, "DEED-1"), hands={0: "DEED-1 DEED-4"})),
        (Play("CROSS-3", 2), position((1, "DEED-2"), (2, "DEED-3"), hands={0: "CROSS-3 CROSS-4"})),
        (Play("REDUCO", 2), position((1, "DEED-1 CROSS-1"), (2, "DEED-1"), hands={0: "REDUCO"}, passes=3)),
        (Play("NOPE", 2), position((1, "DEED-4 NOPE"), (2, "DEED-4 POPE"), (0, "DEED-4"), hands={0: "NOPE"})),
    ],
    ids=["redeems", "is infallible", "cancels its own harm", "fills with the best", "crosses", "reduces", "seals"],
)
def test_the_right_card_goes_on_the_right_pile(level: str, right: Move, state: State) -> None:
    assert chosen(state, level, ENOUGH) == right


@pytest.mark.parametrize("leader", [1, 2, 3])
def test_of_equal_piles_the_leaders_is_crossed(leader: int) -> None:
    points = tuple(4 if seat == leader else 1 for seat in range(4))
    state = position((1, "DEED-2"), (2, "DEED-2"), (3, "DEED-2"), hands={0: "CROSS-2"}, history=[points])
    assert chosen(state) == Play("CROSS-2", leader)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("hand", ["NOPE", "REDUCO", "NOPE REDUCO"])
def test_nobody_harms_a_pile_of_its_own(level: str, hand: str) -> None:
    """All the rivals' piles are sealed."""
    state = position((0, "DEED-3"), (1, "DEED-2 NOPE"), hands={0: hand})
    for number in range(5):
        assert chosen(state, level, ENOUGH, number) == Pass()


@pytest.mark.parametrize("level", LEVELS)
def test_a_team_mate_is_not_crossed(level: str) -> None:
    state = position((2, "DEED-3"), (1, "DEED-2"), hands={0: "CROSS-3"}, teams=True)
    assert chosen(state, level, ENOUGH) == Pass()


def test_a_team_mate_is_helped() -> None:
    state = position((2, "DEED-3 CROSS-3"), (1, "DEED-2"), hands={0: "DEED-4"}, teams=True)
    assert chosen(state) == Play("DEED-4", 1)


@pytest.mark.parametrize(
    ("hand", "deed"),
    [
        ("DEED-1 DEED-3 CROSS-1 CROSS-2 NOPE", "DEED-3"),
        ("DEED-2 DEED-3 DEED-4 CROSS-2 NOPE", "DEED-3"),
        ("DEED-1 CROSS-1 CROSS-2 CROSS-3 NOPE", "DEED-1"),
        ("DRAW CROSS-1 CROSS-2 CROSS-3 NOPE", None),
    ],
)
def test_the_courtier_always_opens_with_what_likeliest_stands(hand: str, deed: str | None) -> None:
    others = ("CROSS-1", "CROSS-2", "CROSS-3")
    assert chosen(opening(hand, *others)) == Open(deed)
    assert best_opening(tuple(hand.split())) == deed


def test_the_novice_takes_what_lies_open() -> None:
    """Any of what changes the points at once, and nothing else."""
    state = position((0, "DEED-1 CROSS-1"), (1, "DEED-3"), hands={0: "DEED-2 CROSS-3 DRAW NOPE OPPORTUNITAS"})
    found = {chosen(state, "novice", number=number) for number in range(30)}
    assert found == {Play("DEED-2", 1), Play("CROSS-3", 2), Play("NOPE", 2)}


def test_a_cardinal_ends_the_round_that_wins() -> None:
    """All others have passed; the courtier would draw two cards, and let them go on."""
    deeds = "DEED-2 CROSS-2 DEED-3 REDUCO"
    state = position((0, "DEED-1"), hands={0: "DRAW", 1: deeds}, passes=3, history=[(4, 0, 0, 0)])
    assert chosen(state) == Play("DRAW", None)
    assert chosen(state, "cardinal", ENOUGH) == Pass()


def test_who_has_passed_held_nothing_to_play() -> None:
    """The seat before had a pile of its own crossed, and has let it lie."""
    piles = ((0, "DEED-2"), (2, "DEED-1 CROSS-1"))
    without, with_it = (position(*piles, seats=3, hands={2: held}, passes=1) for held in ("CROSS-4", "DEED-2"))
    assert believable(without)
    assert not believable(with_it)
    assert believable(position(*piles, seats=3, hands={2: "DEED-2"})), "it hasn't passed"


def test_a_hand_knows_what_it_can_mend() -> None:
    chance = {hand: own_outlook(("DEED-2", "CROSS-2"), hand)[0] for hand in (("DEED-3",), ("POPE",), ("DEED-2",), ())}
    assert chance["DEED-3",] == chance["POPE",] > chance["DEED-2",] == chance[()]
    assert own_outlook(("DEED-2", "CROSS-2"), ("DEED-2", "REDUCO"))[0] > chance["DEED-2",]
    assert own_outlook(("DEED-1", "REDUCO"), ("CANCELLO",))[0] > own_outlook(("DEED-1", "REDUCO"), ())[0]


def test_a_round_looked_ahead_is_the_courtiers() -> None:
    """Played on by the rules with a courtier in each seat, the round ends with the same points."""
    for number, dealt in enumerate(sample(GAME, 3, GAME.Options(), 7)):
        if not dealt.piles or dealt.question is None:
            continue
        round_ = Round(dealt)
        round_.play_on(dealt.question.seat, dealt.question.passes)
        assert round_.points_now() == _played_on(dealt, number)


def _played_on(state: State, number: int) -> tuple[int, ...]:
    rounds = len(state.history)
    while len(state.history) == rounds:
        seat = GAME.deciders(state)[0]
        taken = GAME.bots["courtier"].answer(Asked(GAME, state, seat), Cup(dice_from(seed_of(number))))
        state = GAME.resolve(state, seat, as_move(GAME, taken)).state
    return state.points()


def test_every_way_to_answer_is_seen_and_kept() -> None:
    for state in sample(GAME, 4, GAME.Options(), 5):
        for seat in GAME.deciders(state):
            for choice, filled in moves(Asked(GAME, state, seat)):
                assert admits(choice, filled)
