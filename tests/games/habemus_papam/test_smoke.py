"""Sections 7, 8 and 12.3 of the rules: Black Smoke, White Smoke, and the end."""

from typing import Any

import pytest

from games.habemus_papam import GAME
from games.habemus_papam.moves import (
    Copy,
    Discard,
    Eliminate,
    Keep,
    PutVeto,
)
from games.habemus_papam.rules.scoring import lines
from games.habemus_papam.state import (
    Copying,
    Discarding,
    Distributing,
    Eliminating,
    Keeping,
    Lying,
    State,
    Vetoing,
)
from tests.games.clauses import rule
from tests.games.habemus_papam.positions import (
    after,
    card,
    cards,
    done,
    hand,
    passed,
    position,
    refused,
    told,
    with_,
)


def smoke(on: str, **more: Any) -> State:
    """The phase ends, and a Candidate of the least is eliminated if one must be chosen: Trofob, or who is first."""
    state = passed(position(on, passes=2, **more))
    if isinstance(state.question, Eliminating):
        options = GAME.choices(state, GAME.deciders(state)[0])[0].fields[0].options
        state = after(state, Eliminate(options[-1]))
    return state


def vetoed(on: str, pair: str = "N-C", **more: Any) -> State:
    """Black Smoke up to the new hands."""
    return after(smoke(on, **more), PutVeto(pair))


@rule("HP-7.1", "HP-7.2")
@pytest.mark.parametrize(
    ("round_", "vetoes", "income"),
    [
        (1, "", (2 + 6, 2, 2 + 9, 2 + 6)),
        (2, "I-S", (2 + 6, 2, 2 + 6, 2 + 3)),
        (3, "Ve-So", (2 + 12, 2, 2 + 12, 2 + 12)),
        (4, "N-C I-S Nov-Vet", (2, 2, 2 + 6, 2)),
    ],
)
def test_two_for_everyone_and_the_own_sides(round_: int, vetoes: str, income: tuple[int, ...]) -> None:
    """Sfacciato 5, Jun and Pavitr 2: Novator, Senex, Venustus stand on 3, Vetus Mundus on 5 or 3."""
    on = "SFACCIATO 5 JUN 2 PAVITR 2 HANNAH 2"
    objectives = {0: "N I So Vet Benedictines", 1: "C I So Nov Cistercians", 2: "N S Ve Nov Franciscans"}
    objectives[3] = "C S So Vet Dominicans"
    state = smoke(on, round_=round_, vetoes=vetoes, objectives=objectives)
    camarlengo = 3
    gained = [state.reserves[seat] - 10 - (3 if seat == camarlengo else 0) for seat in range(4)]
    assert tuple(gained) == income


@rule("HP-7.2")
def test_senex_on_two_in_round_3_pays_four() -> None:
    objectives = {0: "C S So Nov Benedictines"}
    state = smoke("SFACCIATO 4 JUN 2 BACON 4 HANNAH 4", round_=3, objectives=objectives)
    assert state.reserves[0] == 10 + 2 + 4


@rule("HP-7.3")
def test_the_board_is_cleared() -> None:
    lying = (Lying("MURMUR", 0, 1, "GUY"), Lying("PROHIBERE", 1, 2, "JUN"), Lying("SUFFRAGATIO", 2, 3))
    state = smoke("GUY 3 JUN 3", lying=lying)
    assert [each.influence for each in state.candidates] == [0] * 8
    assert (state.indicators, state.lying) == ((0, 0, 0, 0), ())
    assert sorted(state.discards) == ["MURMUR", "PROHIBERE", "SUFFRAGATIO"]
    assert sum(state.reserves) == state.issued


@rule("HP-7.4")
@pytest.mark.parametrize("round_", [1, 2, 3])
def test_the_outgoing_camarlengo_puts_a_veto(round_: int) -> None:
    had = " ".join(("N-C", "I-S")[: round_ - 1])
    state = smoke("GUY 3 JUN 3", round_=round_, vetoes=had)
    assert state.question == Vetoing(3)
    assert refused(state, PutVeto("NO-PAIR")).key == "refuse.veto"
    if had:
        assert refused(state, PutVeto("N-C")).key == "refuse.veto"
    state = after(state, PutVeto("Ve-So"))
    assert len(state.vetoes) == round_
    assert state.vetoes[-1].round == round_
    assert refused(position(), PutVeto("N-C")).key == "refuse.when.veto"


@rule("HP-7.4")
def test_all_vetoes_go_after_round_4() -> None:
    state = smoke("GUY 3 JUN 3", round_=4, vetoes="N-C I-S Ve-So")
    assert state.vetoes == ()
    assert not isinstance(state.question, Vetoing)


@rule("HP-7.5")
@pytest.mark.parametrize("seats", [3, 5, 6])
def test_the_camarlengo_card_passes_to_the_left(seats: int) -> None:
    for round_ in (1, 4):
        state = passed(position("GUY 5 JUN 5", seats=seats, round_=round_, passes=seats - 2, camarlengo=1))
        if isinstance(state.question, Eliminating):
            state = after(state, Eliminate("BACON"))
        if isinstance(state.question, Vetoing):
            state = after(state, PutVeto("N-C"))
        assert state.camarlengo == 2


@rule("HP-7.5", "HP-7.9")
def test_with_four_players_the_camarlengo_of_round_5_is_drawn() -> None:
    ready = position("GUY 3 JUN 3", round_=4, passes=2, vetoes="N-C I-S Ve-So")
    drawn = set()
    for number in range(40):
        dice = type(ready.dice)(bytes([number]) * 32)
        drawn.add(after(passed(with_(ready, dice=dice)), Eliminate("BACON")).camarlengo)
    assert drawn == {0, 1, 2, 3}
    assert after(vetoed("GUY 3 JUN 3", round_=3)).camarlengo == 0


HANDS = {0: "ADDERE MOVERE", 1: "MURMUR", 2: "", 3: "PACTUM PACTUM ORATIO"}


@rule("HP-7.6")
def test_everyone_keeps_one_card_at_most() -> None:
    state = vetoed("GUY 3 JUN 3", round_=2, hands=HANDS)
    assert state.question == Keeping((False, False, True, False), (None,) * 4)
    assert GAME.deciders(state) == (0, 1, 3)
    assert refused(state, Keep("PACTUM"), 0).key == "refuse.not_held"
    assert refused(state, Keep(None), 2).key == "refuse.keep.empty"
    assert refused(position(), Keep(None)).key == "refuse.when.keep"
    for seat, kept in ((0, "MOVERE"), (1, None), (3, "PACTUM")):
        state = done(state, Keep(kept), seat).state
    assert "MOVERE" in hand(state, 0)
    assert sorted((each.card, each.by) for each in state.buried) == [
        ("ADDERE", 0),
        ("MURMUR", 1),
        ("ORATIO", 3),
        ("PACTUM", 3),
    ]


@rule("HP-7.6")
def test_then_four_are_dealt_and_whoever_is_above_the_limit_discards() -> None:
    """The new Camarlengo is seat 0, whose limit is 3; seat 1 keeps nothing and is within its limit."""
    state = vetoed("GUY 3 JUN 3", hands=HANDS)
    for seat, kept in ((0, "MOVERE"), (1, None), (3, "PACTUM")):
        state = done(state, Keep(kept), seat).state
    assert [len(held) for held in state.hands] == [5, 4, 4, 5]
    assert state.question == Discarding((False, True, True, False), ({}, {}, {}, {}))
    assert [GAME.question(state, seat).arguments["cards"] for seat in (0, 3)] == [2, 1]
    assert refused(state, Discard(cards("MOVERE")), 0).key == "refuse.discard.number"
    assert refused(state, Discard(cards("PACTUM PACTUM")), 3).key == "refuse.discard.number"
    assert refused(state, Discard({}), 1).key == "refuse.discard.enough"
    assert refused(position(), Discard({})).key == "refuse.when.discard"
    first = [each.card for each in state.hands[0]][:2]
    state = done(state, Discard(cards(" ".join(first))), 0).state
    assert [len(held) for held in state.hands] == [5, 4, 4, 5]
    state = done(state, Discard(cards("PACTUM")), 3).state
    assert [len(held) for held in state.hands] == [3, 4, 4, 4]
    assert state.question == Distributing(0)
    assert state.round == 3


@rule("HP-7.6", "HP-11.5")
def test_a_secret_choice_may_be_changed_until_the_last_is_in() -> None:
    state = vetoed("GUY 3 JUN 3", hands=HANDS)
    state = done(state, Keep("ADDERE"), 0).state
    change = GAME.choices(state, 0)[0]
    assert change.free == "keep-2"
    changed = done(state, Keep("MOVERE"), 0)
    assert changed.events == ()
    assert changed.state.question.kept[0] == "MOVERE"
    assert GAME.deciders(changed.state) == (1, 3)
    ended = done(done(changed.state, Keep(None), 1).state, Keep(None), 3).state
    assert "MOVERE" in hand(ended, 0)


@rule("HP-7.7")
def test_the_discard_pile_becomes_a_new_deck() -> None:
    state = position(hands={0: "ORATIO", 1: "ADDERE"}, deck="PACTUM")
    outcome = done(state, card("ORATIO", pay=1))
    assert told(outcome, "event.shuffle")
    assert len(outcome.state.hands[0]) == 2
    assert outcome.state.discards == ("ORATIO",)
    assert len(outcome.state.deck) == 52
    assert outcome.state.hands[1][0].newer is False


@rule("HP-7.7")
def test_if_both_are_empty_nobody_draws() -> None:
    state = position(hands={0: "ORATIO"}, deck="PACTUM")
    state = with_(state, discards=(), hands=(state.hands[0], *[()] * 3))
    outcome = GAME.resolve(state, 0, card("ORATIO", pay=1))
    assert told(outcome, "event.draws.1")
    empty = with_(state, deck=())
    assert told(GAME.resolve(empty, 0, card("ORATIO", pay=1)), "event.draws.0")


@rule("HP-7.8")
def test_discarded_cards_go_face_down_and_all_are_dealt_before_anybody_discards() -> None:
    state = vetoed("GUY 3 JUN 3", hands=HANDS)
    for seat, kept in ((0, "MOVERE"), (1, None)):
        state = done(state, Keep(kept), seat).state
    outcome = done(state, Keep("PACTUM"), 3)
    counts = [event.public.arguments for event in told(outcome, "event.kept")]
    assert [(each["kept"], each["cards"]) for each in counts] == [(1, 1), (0, 1), (1, 2)]
    for event in outcome.events:
        assert "MURMUR" not in str(event.public)
    assert {len(held) for held in outcome.state.hands} == {4, 5}


# Section 8 and 12.3


def elected(round_: int = 4, **more: Any) -> State:
    """Guy is elected with 9 of 9, all four of his sides on 5; Trofob is eliminated."""
    return smoke("GUY 9", round_=round_, **more)


@rule("HP-8.1")
def test_a_papabile_is_elected_and_everything_is_revealed() -> None:
    state = elected(secrets={0: "FANATIC", 1: "HEIR", 2: "SHOWMAN", 3: "INQUISITOR"})
    seen = GAME.view(state, None)
    assert (seen.pope, seen.phase) == ("GUY", "over")
    assert [seat.reserve for seat in seen.seats] == [10, 10, 10, 15]
    assert [seat.secret for seat in seen.seats] == ["FANATIC", "HEIR", "SHOWMAN", "INQUISITOR"]
    assert refused(state, Keep(None), 0).key == "refuse.over"


@rule("HP-8.2", "HP-12.3a")
def test_machiavelli_then_corrupt_then_all_others() -> None:
    """Machiavelli has emptied the others before Corrupt's owner is asked; Loss of Faith doubles nothing."""
    objectives = {0: "C I Ve Nov Benedictines", 1: "N S So Vet Cistercians"}
    state = elected(
        objectives=objectives, secrets={0: "MACHIAVELLI", 1: "LOSS-OF-FAITH", 2: "CORRUPT"}, reserves=(9, 8, 7, 6)
    )
    assert state.reserves == (9, 0, 0, 0)
    assert state.question == Copying(2)
    assert GAME.view(state, None).phase == "white_smoke"
    ended = after(state, Copy(1))
    assert [line.secret_points for line in lines(ended)][:3] == [0, 0, 0]


@rule("HP-8.2")
def test_loss_of_faith_reads_the_reserve_with_the_income_of_phase_4() -> None:
    objectives = {3: "N S So Vet Dominicans"}
    state = elected(objectives=objectives, secrets={0: "FANATIC", 1: "HEIR", 2: "SHOWMAN", 3: "LOSS-OF-FAITH"})
    assert lines(state)[3].secret_points == state.reserves[3] == 15


@rule("HP-8.3", "HP-8.4", "HP-8.5", "HP-8.6")
def test_the_public_objective_pays_two_a_space_and_ten_for_the_order() -> None:
    objectives = {0: "N S So Vet Franciscans", 1: "N I Ve Nov Cistercians", 2: "C I Ve Nov Jesuits"}
    state = elected(
        objectives=objectives,
        vetoes="N-C I-S Ve-So",
        secrets={0: "SHOWMAN", 1: "HEIR", 2: "INQUISITOR", 3: "FIREBRAND"},
        reserves=(0, 0, 10, 0),
    )
    assert state.vetoes == ()
    scored = lines(state)
    assert (scored[0].sides, scored[0].order) == ((10, 10, 10, 10), 10)
    assert (scored[1].sides, scored[1].order) == ((10, 0, 0, 0), 0)
    result = GAME.result(state)
    parts = [(part.words.key, part.points) for part in result.standings[1].parts]
    assert parts == [
        ("part.reserve", 0),
        ("part.secret", 10),
        ("part.side", 10),
        ("part.side", 0),
        ("part.side", 0),
        ("part.side", 0),
        ("part.order", 0),
    ]
    assert result.standings[0].total == 50


@rule("HP-8.5")
def test_tied_players_share_the_win() -> None:
    objectives = {0: "N S So Vet Benedictines", 1: "N S So Vet Cistercians", 2: "C I Ve Nov Jesuits"}
    objectives[3] = "C I Ve Nov Dominicans"
    state = elected(objectives=objectives, secrets={0: "SHOWMAN", 1: "INQUISITOR", 2: "FIREBRAND", 3: "MACHIAVELLI"})
    state = with_(state, reserves=(5, 5, 0, 0), issued=19)
    result = GAME.result(state)
    assert (result.winners, result.how.key) == ((0, 1), "how.pope.shared")
    assert [standing.place for standing in result.standings] == [1, 1, 3, 3]


@rule("HP-8.7", "HP-12.3d")
def test_without_a_pope_sides_pay_one_a_space_and_only_antipope_pays() -> None:
    objectives = {0: "N I So Vet Benedictines", 1: "C I Ve Nov Cistercians"}
    secrets = {0: "ANTIPOPE", 1: "CORRUPT", 2: "HEIR", 3: "MACHIAVELLI"}
    state = smoke("SFACCIATO 5 JUN 5 TROFOB 2", round_=5, objectives=objectives, secrets=secrets)
    assert state.question == Copying(1)
    assert GAME.view(state, None).phase == "no_pope"
    assert state.reserves == (10, 10, 10, 13)
    ended = after(state, Copy(0))
    scored = lines(ended)
    assert [line.secret_points for line in scored] == [30, 30, 0, 0]
    assert scored[0].sides == (0, 0, 0, 5)
    assert scored[1].sides == (0, 0, 3, 0)
    assert [line.order for line in scored] == [0] * 4
    assert GAME.result(ended).how.key == "how.none"


@rule("HP-12.3a")
def test_corrupt_chooses_another_or_declines() -> None:
    state = elected(secrets={0: "CORRUPT", 1: "FANATIC", 2: "HEIR", 3: "SHOWMAN"})
    assert GAME.choices(state, 0)[0].fields[0].options == (None, 1, 2, 3)
    assert refused(state, Copy(0)).key == "refuse.copy"
    assert refused(state, Copy(4)).key == "refuse.copy"
    assert refused(state, Copy(1), 1).key == "refuse.not_asked"
    assert refused(position(), Copy(1)).key == "refuse.when.copy"
    declined, copied = after(state, Copy(None)), after(state, Copy(1))
    assert lines(declined)[0].secret_points == 0
    assert lines(copied)[0].secret_points == 25
    assert GAME.result(copied).standings[0].parts[1].words.key == "part.secret.copied"


@rule("HP-12.3a")
def test_a_copied_machiavelli_empties_its_first_owner_too() -> None:
    objectives = {0: "C I Ve Nov Benedictines", 1: "C I Ve Nov Cistercians"}
    state = elected(
        objectives=objectives, secrets={0: "MACHIAVELLI", 1: "CORRUPT", 2: "HEIR", 3: "SHOWMAN"}, reserves=(9, 9, 9, 9)
    )
    assert state.reserves == (9, 0, 0, 0)
    assert after(state, Copy(0)).reserves == (0, 0, 0, 0)


@rule("HP-12.3b")
@pytest.mark.parametrize(("reserves", "pays"), [((30, 5, 5, 5), 20), ((20, 20, 5, 5), 20), ((5, 30, 5, 5), 10)])
def test_the_second_ten_needs_that_nobody_has_more(reserves: tuple[int, ...], pays: int) -> None:
    state = elected(secrets={0: "HEIR", 1: "FANATIC", 2: "SHOWMAN", 3: "INQUISITOR"}, reserves=reserves)
    assert lines(state)[0].secret_points == pays
    assert lines(state)[3].secret_points == 0  # Guy is no Conservator: no first ten, and so no second


@rule("HP-12.3b")
def test_the_largest_reserve_is_read_after_machiavelli() -> None:
    secrets = {0: "MACHIAVELLI", 1: "HEIR", 2: "FANATIC", 3: "SHOWMAN"}
    objectives = {0: "C I Ve Nov Benedictines", 1: "N S Ve Vet Cistercians"}
    state = elected(objectives=objectives, secrets=secrets, reserves=(0, 9, 50, 9))
    assert state.reserves == (0, 0, 0, 0)
    assert lines(state)[1].secret_points == 20


@rule("HP-12.3c")
@pytest.mark.parametrize(("sides", "holds"), [("C I Ve Nov", True), ("N I Ve Nov", False)])
def test_machiavelli_shares_nothing_with_the_pope(sides: str, holds: bool) -> None:
    secrets = {0: "MACHIAVELLI", 1: "HEIR", 2: "FANATIC", 3: "SHOWMAN"}
    state = elected(objectives={0: f"{sides} Benedictines", 1: "N S Ve Vet Cistercians"}, secrets=secrets)
    assert (state.reserves[1] == 0) == holds


@rule("HP-12.3d")
@pytest.mark.parametrize(
    ("secret", "round_", "sides", "pays"),
    [
        ("FANATIC", 4, "C I Ve Nov", 25),
        ("FANATIC", 5, "C I Ve Nov", 0),
        ("LOSS-OF-FAITH", 4, "N S So Nov", 10),
        ("LOSS-OF-FAITH", 4, "N S Ve Nov", 0),
        ("ANTIPOPE", 5, "C I Ve Nov", 0),
        ("HEIR", 4, "C I Ve Nov", 10),
        ("INQUISITOR", 4, "C I Ve Nov", 0),
        ("FIREBRAND", 4, "C I Ve Nov", 0),
        ("SHOWMAN", 4, "C I Ve Nov", 0),
        ("CORRUPT", 4, "C I Ve Nov", 0),
    ],
)
def test_what_each_objective_pays(secret: str, round_: int, sides: str, pays: int) -> None:
    objectives = {0: f"{sides} Benedictines", 1: "N S Ve Vet Cistercians"}
    state = elected(round_, objectives=objectives, secrets={0: secret}, reserves=(10, 40, 10, 10))
    while isinstance(state.question, Copying):
        state = after(state, Copy(None))
    assert lines(state)[0].secret_points == pays
