"""Section 12.4 of the rules: every Action card, its effect, its cost by each kind of payment, each illegal target."""

from typing import Any

import pytest

from games.habemus_papam import GAME
from games.habemus_papam.box import ACTIONS
from games.habemus_papam.moves import (
    Discard,
    KeepObjective,
    Pass,
    Place,
    Play,
)
from games.habemus_papam.rules.targets import cost
from games.habemus_papam.state import (
    Converting,
    Lying,
    SecretObjective,
    State,
    Trimming,
    Turn,
)
from tests.games.clauses import rule
from tests.games.habemus_papam.positions import (
    after,
    board,
    card,
    cards,
    done,
    hand,
    passed,
    place,
    position,
    refused,
    told,
)

ON = "GUY 5 JUN 2 HANNAH 1"


def holding(title: str, on: str = ON, **more: Any) -> State:
    """Seat 0 holds this card and two others to pay with, all others one card."""
    others = {1: "SPECULATORES", 2: "SPECULATORES", 3: "SPECULATORES"}
    hands = {0: f"{title} {PAYING} {PAYING}", **others, **more.pop("hands", {})}
    return position(on, hands=hands, out=more.pop("out", "TROFOB"), vetoes=more.pop("vetoes", "N-C"), **more)


PAYING = "ADDERE"

LEGAL: dict[str, tuple[Any, str | None, int | None]] = {
    "ADDERE": ("N", None, None),
    "MOVERE": ("GUY", "JUN", 1),
    "MURMUR": ("GUY", None, None),
    "EXTRACTUM": (1, None, None),
    "SILENTIUM": (2, None, None),
    "SUFFRAGATIO": (None, None, None),
    "PACTUM": ("GUY", None, None),
    "SPECULATORES": (3, "hand", None),
    "PROHIBERE": ("JUN", None, None),
    "CONVERSIO": (None, None, None),
    "PERMUTATIO": (1, None, None),
    "RESURRECTIO": ("TROFOB", None, None),
    "TRIBUTUM": (1, None, None),
    "SUBTRAHERE": ("C", None, None),
    "BENEDICTIO": ("JUN", None, None),
    "DISPENSATIO": ("N-C", "I-S", None),
    "ORATIO": (None, None, None),
}
"""A legal target of each card in the position above."""

ILLEGAL: list[tuple[str, Any, str | None, int | None]] = [
    ("ADDERE", "X", None, None),
    ("ADDERE", None, None, None),
    ("ADDERE", "N", "JUN", None),
    ("ADDERE", "N", None, 1),
    ("MOVERE", "GUY", "GUY", 1),
    ("MOVERE", "GUY", "JUN", 6),
    ("MOVERE", "GUY", "JUN", 0),
    ("MOVERE", "GUY", "JUN", -1),
    ("MOVERE", "GUY", "JUN", None),
    ("MOVERE", "BACON", "JUN", 1),
    ("MOVERE", "GUY", "TROFOB", 1),
    ("MOVERE", "GUY", None, 1),
    ("MOVERE", "CREED", "JUN", 1),
    ("MURMUR", "TROFOB", None, None),
    ("MURMUR", "CREED", None, None),
    ("MURMUR", None, None, None),
    ("EXTRACTUM", 0, None, None),
    ("EXTRACTUM", 4, None, None),
    ("EXTRACTUM", -1, None, None),
    ("EXTRACTUM", None, None, None),
    ("SILENTIUM", 0, None, None),
    ("SILENTIUM", 9, None, None),
    ("SUFFRAGATIO", 1, None, None),
    ("PACTUM", "BACON", None, None),
    ("PACTUM", "TROFOB", None, None),
    ("PACTUM", 1, None, None),
    ("SPECULATORES", 0, "hand", None),
    ("SPECULATORES", 1, None, None),
    ("SPECULATORES", 1, "deck", None),
    ("PROHIBERE", "TROFOB", None, None),
    ("PROHIBERE", "NOBODY", None, None),
    ("CONVERSIO", 1, None, None),
    ("PERMUTATIO", 0, None, None),
    ("PERMUTATIO", "GUY", None, None),
    ("RESURRECTIO", "GUY", None, None),
    ("RESURRECTIO", "CREED", None, None),
    ("TRIBUTUM", 0, None, None),
    ("TRIBUTUM", None, None, None),
    ("SUBTRAHERE", "Ve-So", None, None),
    ("BENEDICTIO", "GUY", None, None),
    ("BENEDICTIO", "TROFOB", None, None),
    ("DISPENSATIO", "I-S", "Ve-So", None),
    ("DISPENSATIO", "N-C", "N-C", None),
    ("DISPENSATIO", "N-C", None, None),
    ("ORATIO", 1, None, None),
]


@rule("HP-4.3", "HP-12.4b")
@pytest.mark.parametrize("with_cards", [0, 1, 2])
@pytest.mark.parametrize("title", ACTIONS)
def test_every_card_is_paid_by_influence_by_cards_and_by_both(title: str, with_cards: int) -> None:
    state = holding(title)
    on, to, amount = LEGAL[title]
    price = cost(state, title, amount)
    with_cards = min(with_cards, price)
    move = Play(title, on, to, amount, price - with_cards, cards(" ".join([PAYING] * with_cards)))
    outcome = done(state, move)
    paid = [each for each in outcome.state.buried if each.card == PAYING]
    assert len(paid) == with_cards
    gained = {"PACTUM": 3}.get(title, 0)
    assert outcome.state.reserves[0] == 10 - (price - with_cards) + gained
    lies = [each.card for each in outcome.state.lying] == [title]
    assert lies == ACTIONS[title].lies
    assert (title in outcome.state.discards) != lies


@rule("HP-12.4b", "HP-12.4a")
@pytest.mark.parametrize(("title", "on", "to", "amount"), ILLEGAL)
def test_an_illegal_target_is_refused(title: str, on: Any, to: str | None, amount: int | None) -> None:
    price = cost(holding(title), title, amount)
    assert refused(holding(title), Play(title, on, to, amount, max(0, price), {})).key == f"refuse.target.{title}"


@rule("HP-4.4")
@pytest.mark.parametrize("title", ["MOVERE", "PACTUM", "SUBTRAHERE", "BENEDICTIO"])
def test_without_influence_on_the_board_there_is_no_target(title: str) -> None:
    plays = [
        choice
        for choice in GAME.choices(holding(title, on=""), 0)
        if choice.move == "play" and title in choice.fields[0].options
    ]
    assert [choice.barred.key for choice in plays] == [f"refuse.target.{title}"]


@rule("HP-12.4b")
def test_cards_that_need_an_eliminated_one_or_a_veto() -> None:
    state = position(ON, hands={0: "RESURRECTIO DISPENSATIO"})
    barred = {choice.fields[0].options[0]: choice.barred for choice in GAME.choices(state, 0) if choice.move == "play"}
    assert {title: why.key for title, why in barred.items()} == {
        "RESURRECTIO": "refuse.target.RESURRECTIO",
        "DISPENSATIO": "refuse.target.DISPENSATIO",
    }


@rule("HP-12.4a")
@pytest.mark.parametrize("title", ["EXTRACTUM", "SILENTIUM", "PERMUTATIO", "TRIBUTUM", "SPECULATORES"])
def test_a_player_is_another_player(title: str) -> None:
    play = next(choice for choice in GAME.choices(holding(title), 0)[1:] if title in choice.fields[0].options)
    assert play.fields[1].options == (1, 2, 3)


def played(title: str, *, on: str = ON, **more: Any) -> State:
    """The state after the card on its legal target."""
    state = holding(title, on, **more)
    target, to, amount = LEGAL[title]
    return done(state, Play(title, target, to, amount, cost(state, title, amount), {})).state


def test_addere_gives_each_who_has_it_one() -> None:
    assert board(played("ADDERE")) == "GUY 6 SFACCIATO 1 JUN 2 HANNAH 1"


def test_subtrahere_takes_one_of_each_not_below_0() -> None:
    assert board(played("SUBTRAHERE")) == "GUY 5 JUN 1"
    state = holding("SUBTRAHERE")
    assert refused(holding("SUBTRAHERE", "GUY 1"), card("SUBTRAHERE", "C", pay=1)).key == "refuse.target.SUBTRAHERE"
    assert board(done(state, card("SUBTRAHERE", "N", pay=1)).state) == "GUY 4 JUN 2 HANNAH 1"


@rule("HP-12.4b")
def test_movere_moves_one_up_to_all() -> None:
    assert board(played("MOVERE")) == "GUY 4 JUN 3 HANNAH 1"
    state = holding("MOVERE", reserves=(4, 0, 0, 0))
    all_of_it = card("MOVERE", "GUY", "BACON", 5, pay=4, cards_="ADDERE ADDERE")
    assert board(done(state, all_of_it).state) == "BACON 5 JUN 2 HANNAH 1"


@rule("HP-12.4b")
def test_murmur_halves_and_doubles_the_price_and_is_not_cumulative() -> None:
    state = played("MURMUR", hands={1: "MURMUR"})
    assert board(state) == "GUY 2 JUN 2 HANNAH 1"
    again = after(state, card("MURMUR", "GUY", pay=2))
    assert board(again) == "GUY 1 JUN 2 HANNAH 1"
    placed = after(again, place("GUY 2 JUN 1"))
    assert placed.reserves[2] == 10 - 5
    assert refused(again, place("GUY 6")).key == "refuse.place.too_much"
    assert board(after(position(hands={0: "MURMUR"}), card("MURMUR", "GUY", pay=2))) == ""


@rule("HP-12.4c")
def test_the_double_price_is_for_placing_alone() -> None:
    lying = (Lying("MURMUR", 3, 1, "JUN"),)
    for title, on, to, amount, pay in (
        ("ADDERE", "I", None, None, 1),
        ("MOVERE", "GUY", "JUN", 1, 2),
        ("BENEDICTIO", "JUN", None, None, 2),
    ):
        state = position(ON, hands={0: title}, lying=lying)
        outcome = done(state, Play(title, on, to, amount, pay, {}))
        gained = 3 if title == "BENEDICTIO" else 1
        assert next(each.influence for each in outcome.state.candidates if each.name == "JUN") == 2 + gained
    antipope = done(position("GUY 1 SFACCIATO 1", seats=3, turn=2, lying=lying), Pass()).state
    assert next(each.influence for each in antipope.candidates if each.name == "JUN") == 1


@rule("HP-12.4g")
def test_extractum_takes_a_random_card_and_only_the_two_learn_which() -> None:
    taken = set()
    for number in range(30):
        state = position(hands={0: "EXTRACTUM", 3: "ADDERE MOVERE"})
        state = with_dice(state, number)
        outcome = done(state, card("EXTRACTUM", 3, pay=1))
        event = told(outcome, "event.EXTRACTUM")[0]
        assert set(event.private) == {0, 3}
        assert "card" not in event.public.arguments
        assert len(outcome.state.hands[3]) == 1  # the Camarlengo card of seat 3 is never taken
        taken.add(hand(outcome.state, 0))
    assert taken == {"ADDERE", "MOVERE"}
    assert refused(position(hands={0: "EXTRACTUM"}), card("EXTRACTUM", 1, pay=1)).key == "refuse.target.EXTRACTUM"


def with_dice(state: State, number: int) -> State:
    """The position with other dice."""
    import msgspec

    return msgspec.structs.replace(state, dice=type(state.dice)(bytes([number]) * 32))


@rule("HP-12.4g")
def test_a_hand_made_larger_by_a_card_may_pass_the_limit() -> None:
    state = position(hands={0: "EXTRACTUM ADDERE ADDERE ADDERE ADDERE", 1: "ORATIO"})
    state = done(state, card("EXTRACTUM", 1, pay=1)).state
    assert len(state.hands[0]) == 5
    assert state.question == Turn(1, 0)


@rule("HP-12.4e")
def test_silentium_makes_a_player_pass_once() -> None:
    state = played("SILENTIUM")
    assert GAME.view(state, None).seats[2].silenced
    again = position(hands={0: "SILENTIUM"}, lying=(Lying("SILENTIUM", 3, 5, 2),))
    assert refused(again, card("SILENTIUM", 2, pay=1)).key == "refuse.target.SILENTIUM"
    state = after(state, place("GUY 1"))
    assert refused(state, place("GUY 1")).key == "refuse.silenced"
    state = passed(state)
    assert (state.lying, "SILENTIUM" in state.discards) == ((), True)
    assert isinstance(after(state, place("GUY 1"), place("GUY 1"), place("GUY 1"), place("GUY 1")).question, Turn)


@rule("HP-12.4e")
def test_an_unused_silentium_lapses_with_the_phase() -> None:
    state = position("GUY 1", turn=1, passes=2, lying=(Lying("SILENTIUM", 1, 5, 0),))
    assert passed(state).lying == ()


@rule("HP-12.4f")
@pytest.mark.parametrize("forced", [False, True])
def test_suffragatio_ends_the_phase_right_after_the_next_turn_of_its_player(forced: bool) -> None:
    state = played("SUFFRAGATIO", hands={1: "SUFFRAGATIO", 2: "SILENTIUM"})
    assert refused(state, card("SUFFRAGATIO", pay=3)).key == "refuse.target.SUFFRAGATIO"
    state = after(state, place("GUY 1"), card("SILENTIUM", 0, pay=1) if forced else place("GUY 1"), place("GUY 1"))
    assert GAME.question(state, 0).key == ("ask.silenced" if forced else "ask.closing")
    outcome = done(state, Pass() if forced else place("GUY 1"))
    assert told(outcome, "event.phase_over.suffragatio")
    assert not isinstance(outcome.state.question, Turn)
    assert "SUFFRAGATIO" in outcome.state.discards


@rule("HP-12.4f")
def test_if_enough_pass_before_the_phase_ends_as_usual() -> None:
    outcome = done(passed(played("SUFFRAGATIO"), 2), Pass())
    assert told(outcome, "event.phase_over")
    assert "SUFFRAGATIO" in outcome.state.discards


@pytest.mark.parametrize(("on", "takes"), [("GUY 1", 1), ("GUY 6", 3), ("GUY 9", 5), ("GUY 30", 5)])
def test_pactum_takes_half_five_at_most_and_he_keeps_his(on: str, takes: int) -> None:
    state = done(position(on, hands={0: "PACTUM"}), card("PACTUM", "GUY", pay=1)).state
    assert (state.reserves[0], board(state)) == (9 + takes, on)


@rule("HP-12.4i")
@pytest.mark.parametrize(("has", "loses"), [(0, 0), (1, 1), (5, 3), (10, 5), (40, 5)])
def test_tributum_takes_half_a_reserve_five_at_most_for_all_to_see(has: int, loses: int) -> None:
    outcome = done(position(hands={0: "TRIBUTUM"}, reserves=(10, has, 10, 10)), card("TRIBUTUM", 1, pay=2))
    assert outcome.state.reserves == (8, has - loses, 10, 10)
    assert told(outcome, "event.TRIBUTUM")[0].public.arguments == {"player": 1, "influence": loses}


@rule("HP-12.4i")
def test_what_pactum_takes_is_public() -> None:
    outcome = done(position("GUY 9", hands={0: "PACTUM"}), card("PACTUM", "GUY", pay=1))
    assert told(outcome, "event.PACTUM")[0].public.arguments["influence"] == 5


@rule("HP-12.4h")
@pytest.mark.parametrize("what", ["hand", "secret"])
def test_speculatores_looks_and_draws(what: str) -> None:
    state = position(hands={0: "SPECULATORES", 1: "ADDERE MOVERE"}, deck="PACTUM")
    outcome = done(state, card("SPECULATORES", 1, what, pay=1))
    event = told(outcome, f"event.SPECULATORES.{what}")[0]
    assert set(event.private) == {0}
    memory = GAME.view(outcome.state, 0).mine.memories[0]
    assert (memory.hand, memory.secret) == ((("ADDERE", "MOVERE"), None) if what == "hand" else ((), "CORRUPT"))
    assert hand(outcome.state, 0) == "PACTUM"
    assert GAME.view(outcome.state, 2).mine.memories[1] == type(memory)(1, (), None)


@rule("HP-12.4h", "HP-12.4b")
def test_an_empty_hand_may_be_looked_at() -> None:
    outcome = done(position(hands={0: "SPECULATORES"}), card("SPECULATORES", 1, "hand", pay=1))
    assert told(outcome, "event.SPECULATORES.hand")[0].private[0].key == "event.SPECULATORES.hand.empty"


@rule("HP-12.4d")
def test_prohibere_stops_placing_until_its_players_next_turn() -> None:
    state = played("PROHIBERE", hands={1: "PROHIBERE BENEDICTIO"})
    assert GAME.view(state, None).board.candidates[5].prohibited == 0
    assert "JUN" not in GAME.choices(state, 1)[0].fields[0].most
    assert refused(state, place("JUN 1")).clause == "HP-12.4d"
    assert refused(state, card("PROHIBERE", "JUN", pay=2)).key == "refuse.target.PROHIBERE"
    blessed = after(state, card("BENEDICTIO", "JUN", pay=2))
    assert board(blessed) == "GUY 5 JUN 5 HANNAH 1"
    back = after(blessed, place("GUY 1"), place("GUY 1"))
    assert (back.question.seat, back.lying, back.discards.count("PROHIBERE")) == (0, (), 1)
    assert board(after(back, place("JUN 1"))) == "GUY 7 JUN 6 HANNAH 1"


@rule("HP-12.4d")
def test_nothing_on_a_prohibited_one_is_no_placing_on_him() -> None:
    state = played("PROHIBERE")
    assert board(after(state, Place({"JUN": 0, "GUY": 1}))) == "GUY 6 JUN 2 HANNAH 1"
    assert refused(state, Place({"JUN": 0})).key == "refuse.place.nothing"


@rule("HP-12.4h")
@pytest.mark.parametrize("keeps_own", [False, True])
def test_conversio_draws_the_top_objective_and_puts_the_other_under_the_pile(keeps_own: bool) -> None:
    state = holding("CONVERSIO")
    own, top = state.secrets[0].title, state.pile[-1].title
    outcome = done(state, card("CONVERSIO", pay=2))
    assert outcome.state.question == Converting(0)
    assert set(told(outcome, "event.CONVERSIO")[0].private) == {0}
    assert GAME.view(outcome.state, 0).mine.drawn == top
    assert GAME.view(outcome.state, 1).mine.drawn is None
    assert refused(outcome.state, KeepObjective("FANATIC")).key == "refuse.keep_objective"
    assert refused(outcome.state, KeepObjective(own), 1).key == "refuse.not_asked"
    kept = done(outcome.state, KeepObjective(own if keeps_own else top)).state
    assert kept.secrets[0].title == (own if keeps_own else top)
    assert kept.pile[0] == SecretObjective(top if keeps_own else own, (0,))
    assert kept.question == Turn(1, 0)
    assert GAME.view(kept, 0).mine.pile[-1] == kept.pile[0].title
    assert GAME.view(kept, 1).mine.pile == (None,) * 5
    assert refused(position(), KeepObjective(own)).key == "refuse.when.keep_objective"


@rule("HP-12.4h")
def test_a_conversio_makes_what_was_seen_out_of_date() -> None:
    state = position(hands={0: "SPECULATORES", 1: "CONVERSIO"})
    state = after(state, card("SPECULATORES", 1, "secret", pay=1))
    assert GAME.view(state, 0).mine.memories[0].secret == "CORRUPT"
    state = after(state, card("CONVERSIO", pay=2), KeepObjective("CORRUPT"))
    assert GAME.view(state, 0).mine.memories[0].secret is None


@rule("HP-12.4h")
def test_permutatio_swaps_and_knowledge_follows_the_card() -> None:
    """Seat 2 has seen seat 1's objective, and knows where it lies after the swap; both swappers know both."""
    state = position(turn=2, hands={2: "SPECULATORES", 3: "PERMUTATIO"})
    state = after(state, card("SPECULATORES", 1, "secret", pay=1))
    mine, theirs = state.secrets[3].title, state.secrets[1].title
    outcome = done(state, card("PERMUTATIO", 1, pay=3))
    assert [outcome.state.secrets[seat].title for seat in (1, 3)] == [mine, theirs]
    assert set(told(outcome, "event.PERMUTATIO")[0].private) == {1, 3}
    memories = {
        (viewer, memory.seat): memory.secret
        for viewer in range(4)
        for memory in GAME.view(outcome.state, viewer).mine.memories
    }
    known = {pair: secret for pair, secret in memories.items() if secret}
    assert known == {(1, 3): theirs, (3, 1): mine, (2, 3): theirs}


def test_resurrectio_returns_an_eliminated_one_with_two() -> None:
    state = played("RESURRECTIO")
    assert board(state) == "GUY 5 JUN 2 HANNAH 1 TROFOB 2"
    assert all(each.out is None for each in state.candidates)


@rule("HP-12.4j")
def test_benedictio_blesses_who_is_not_in_the_lead() -> None:
    assert board(played("BENEDICTIO")) == "GUY 5 JUN 5 HANNAH 1"
    tied = position("GUY 2 JUN 2 BACON 1", hands={0: "BENEDICTIO"})
    assert refused(tied, card("BENEDICTIO", "JUN", pay=2)).key == "refuse.target.BENEDICTIO"
    level = position(" ".join(f"{each.name} 1" for each in tied.candidates), hands={0: "BENEDICTIO"})
    assert next(choice for choice in GAME.choices(level, 0) if choice.move == "play").barred.clause == "HP-12.4j"


@rule("HP-12.4b")
def test_dispensatio_moves_a_veto() -> None:
    state = played("DISPENSATIO", vetoes="N-C Ve-So")
    assert [(veto.pair, veto.round) for veto in state.vetoes] == [("I-S", 1), ("Ve-So", 2)]


@rule("HP-12.4g")
def test_oratio_draws_two_and_discards_down_to_the_limit() -> None:
    within = done(position(hands={0: "ORATIO ADDERE"}, deck="PACTUM MOVERE MURMUR"), card("ORATIO", pay=1))
    assert hand(within.state, 0) == "ADDERE MOVERE PACTUM"
    assert within.state.question == Turn(1, 0)
    assert set(told(within, "event.draws.2")[0].private) == {0}
    full = position(turn=3, hands={3: "ORATIO ADDERE ADDERE"}, deck="PACTUM MOVERE MURMUR")
    state = done(full, card("ORATIO", pay=1)).state
    assert state.question == Trimming(3)  # the Camarlengo's limit is 3
    assert GAME.question(state, 3).arguments == {"cards": 1}
    assert refused(state, Discard(cards("PACTUM MOVERE"))).key == "refuse.discard.number"
    assert refused(state, Discard(cards("MURMUR"))).key == "refuse.discard.number"
    assert refused(state, Discard(cards("PACTUM")), 0).key == "refuse.not_asked"
    ended = done(state, Discard(cards("ADDERE"))).state
    assert hand(ended, 3) == "ADDERE MOVERE PACTUM"
    assert ended.question == Turn(0, 0)


@rule("HP-12.4k")
def test_cards_lie_as_long_as_their_effect_lasts() -> None:
    assert {title for title, kind in ACTIONS.items() if kind.lies} == {
        "MURMUR",
        "SILENTIUM",
        "SUFFRAGATIO",
        "PROHIBERE",
    }
    seen = GAME.view(played("MURMUR"), None)
    assert [(each.card, each.by, each.on) for each in seen.lying] == [("MURMUR", 0, "GUY")]
    assert seen.board.candidates[0].murmured
