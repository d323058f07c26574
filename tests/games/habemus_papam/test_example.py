"""Section 13 of the rules: the rulebook's example of play, move by move, figure by figure."""

import pytest

from games.habemus_papam import GAME
from games.habemus_papam.moves import (
    Copy,
    Discard,
    Distribute,
    Eliminate,
)
from games.habemus_papam.rules.scoring import lines
from games.habemus_papam.state import (
    Discarding,
    Distributing,
    State,
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
    objective,
    papabile,
    passed,
    place,
    position,
)

PACO, OLGA, JOAO, LUCIA = range(4)
FACES = ("GUY", "PAVITR", "AL-MUQADAS", "BACON", "JUN", "HANNAH", "TYME", "CREED")
REST = " AL-MUQADAS 1 BACON 1 JUN 1 HANNAH 1"

MOVES = (
    (PACO, place("PAVITR 2"), (33, 41, 15, 19), "PAVITR 2", "PAVITR"),
    (OLGA, card("EXTRACTUM", LUCIA, cards_="SUBTRAHERE"), (33, 41, 15, 19), "PAVITR 2", "PAVITR"),
    (JOAO, card("MURMUR", "PAVITR", pay=3), (33, 41, 12, 19), "PAVITR 1", "PAVITR"),
    (LUCIA, place("PAVITR 4"), (33, 41, 12, 11), "PAVITR 5", "PAVITR"),
    (PACO, card("ADDERE", "C", cards_="TRIBUTUM"), (33, 41, 12, 11), "PAVITR 6" + REST, None),
    (
        OLGA,
        card("MOVERE", "PAVITR", "GUY", 4, pay=4, cards_="SUFFRAGATIO"),
        (33, 37, 12, 11),
        "GUY 4 PAVITR 2" + REST,
        None,
    ),
    (JOAO, None, (33, 37, 12, 11), "GUY 4 PAVITR 2" + REST, None),
    (LUCIA, card("SUFFRAGATIO", pay=3), (33, 37, 12, 8), "GUY 4 PAVITR 2" + REST, None),
    (PACO, place("GUY 10"), (23, 37, 12, 8), "GUY 14 PAVITR 2" + REST, "GUY"),
    (OLGA, card("PACTUM", "GUY", pay=1), (23, 41, 12, 8), "GUY 14 PAVITR 2" + REST, "GUY"),
    (JOAO, card("SILENTIUM", LUCIA, cards_="ADDERE"), (23, 41, 12, 8), "GUY 14 PAVITR 2" + REST, "GUY"),
)
"""Who, what (None: passes), and the reserves, the board and the Papabile after it."""


def start() -> State:
    """João is still to discard; the dice make Olga take a Suffragatio of Lucía, who holds two and one other."""
    return position(
        round_=2,
        faces=FACES,
        out="TYME CREED",
        camarlengo=LUCIA,
        reserves=(35, 41, 15, 19),
        vetoes="N-C Ve-So",
        objectives={
            PACO: "N I So Vet Benedictines",
            OLGA: "C I Ve Nov Cistercians",
            JOAO: "N S Ve Vet Franciscans",
            LUCIA: "C S So Vet Dominicans",
        },
        secrets={PACO: "LOSS-OF-FAITH", OLGA: "MACHIAVELLI", JOAO: "FANATIC", LUCIA: "CORRUPT"},
        hands={
            PACO: "ADDERE TRIBUTUM BENEDICTIO ORATIO",
            OLGA: "EXTRACTUM MOVERE PACTUM SUBTRAHERE",
            JOAO: "PROHIBERE MURMUR ADDERE SILENTIUM SPECULATORES",
            LUCIA: "SUFFRAGATIO SUFFRAGATIO PERMUTATIO",
        },
        question=Discarding((True, True, False, True), ({}, {}, {}, {})),
    )


def on_turn() -> State:
    """The state before Paco's first turn; the dice are those with which the theft takes a Suffragatio."""
    state = done(start(), Discard(cards("SPECULATORES")), JOAO).state
    assert hand(state, JOAO) == "ADDERE MURMUR SILENTIUM PROHIBERE"
    state = done(state, Distribute({}), LUCIA).state
    assert state.question == Turn(PACO, 0)
    return state


def played(until: int = len(MOVES)) -> State:
    """The state after so many of the moves, with everything asserted on the way."""
    state = on_turn()
    for who, move, reserves, on, best in MOVES[:until]:
        assert GAME.deciders(state) == (who,)
        state = passed(state) if move is None else after(state, move)
        assert (state.reserves, board(state), papabile(state)) == (reserves, on, best)
    return state


@rule("HP-4.1", "HP-4.2", "HP-4.3", "HP-4.7", "HP-12.4f")
def test_every_move_has_the_figures_of_the_example() -> None:
    state = played()
    assert state.question == Turn(LUCIA, 0)
    assert [len(held) for held in state.hands] == [2, 0, 1, 1]
    assert hand(state, JOAO) == "PROHIBERE"


@rule("HP-4.2")
def test_the_totals_of_the_example() -> None:
    totals = [GAME.view(played(number), None).board.total for number in range(len(MOVES) + 1)]
    assert totals == [0, 2, 2, 1, 5, 10, 10, 10, 10, 20, 20, 20]
    assert [GAME.view(played(number), None).board.enough for number in (4, 5, 9)] == [4, 7, 14]


@rule("HP-5.1", "HP-5.2", "HP-5.3", "HP-6.1")
def test_the_forced_pass_ends_the_phase_and_the_indicators_are_set() -> None:
    state = passed(played())
    tracks = GAME.view(state, None).board.tracks
    assert [(track.side, track.spaces) for track in tracks] == [("N", 5), ("S", 5), ("So", 5), ("Vet", 5)]
    assert GAME.deciders(state) == (LUCIA,)
    assert GAME.choices(state, LUCIA)[0].fields[0].options == ("AL-MUQADAS", "BACON", "JUN", "HANNAH")


@rule("HP-6.2", "HP-6.3", "HP-8.1", "HP-8.2", "HP-12.3a", "HP-12.3c")
def test_white_smoke_machiavelli_and_corrupt() -> None:
    outcome = done(passed(played()), Eliminate("AL-MUQADAS"))
    state = outcome.state
    assert state.pope == "GUY"
    revealed = {event.public.arguments["who"]: event.public.arguments for event in outcome.events if event.reveals}
    assert [revealed[seat]["influence"] for seat in range(4)] == [23, 41, 12, 15]
    titles = ["LOSS-OF-FAITH", "MACHIAVELLI", "FANATIC", "CORRUPT"]
    assert [revealed[seat]["card"] for seat in range(4)] == titles
    assert state.reserves == (0, 41, 0, 0)
    assert GAME.deciders(state) == (LUCIA,)


@rule("HP-8.3", "HP-8.4", "HP-8.5", "HP-8.6")
def test_the_final_score() -> None:
    state = after(passed(played()), Eliminate("AL-MUQADAS"), Copy(JOAO))
    scored = lines(state)
    assert [line.secret_points for line in scored] == [0, 0, 25, 25]
    assert [sum(line.sides) for line in scored] == [30, 0, 30, 30]
    assert [line.order for line in scored] == [0, 0, 10, 0]
    result = GAME.result(state)
    assert [standing.total for standing in result.standings] == [30, 41, 65, 55]
    assert result.winners == (JOAO,)
    assert [standing.place for standing in result.standings] == [4, 3, 1, 2]


@rule("HP-12.3c")
def test_lucia_could_not_have_used_machiavelli() -> None:
    state = after(passed(played()), Eliminate("AL-MUQADAS"), Copy(OLGA))
    assert state.reserves == (0, 41, 0, 0)
    assert lines(state)[LUCIA].secret_points == 0


@rule("HP-3.1")
def test_anna_opens_round_2_with_three() -> None:
    state = position(round_=2, question=Distributing(3))
    assert GAME.question(state, 3).arguments == {"influence": 3}
    assert board(after(state, Distribute({"SFACCIATO": 2, "AL-MUQADAS": 1}))) == "SFACCIATO 2 AL-MUQADAS 1"


@rule("HP-4.7")
@pytest.mark.parametrize(
    ("has", "others", "is_papabile"),
    [(12, 5, True), (11, 6, False), (4, 1, True), (7, 3, True), (6, 4, False), (14, 6, True), (13, 7, False)],
)
def test_two_thirds(has: int, others: int, is_papabile: bool) -> None:
    assert (papabile(position(f"SFACCIATO {has} JUN {others}")) == "SFACCIATO") == is_papabile


@rule("HP-5.1")
def test_five_senex_and_two_iuvenis_are_three_senex() -> None:
    track = GAME.view(position("SFACCIATO 5 JUN 2"), None).board.tracks[1]
    assert (track.next_side, track.next_spaces) == ("S", 3)


@rule("HP-8.3", "HP-8.4", "HP-12.3b")
def test_sfacciato_elected_pays_forty_and_the_reserve() -> None:
    """Novator, Vetus Mundus, the order, and Heir of Old Rome without its second ten."""
    state = position(
        "SFACCIATO 9",
        round_=4,
        passes=2,
        objectives={0: "N I So Vet Jesuits"},
        secrets={0: "HEIR", 1: "MACHIAVELLI", 2: "FANATIC", 3: "INQUISITOR"},
        reserves=(8, 30, 0, 0),
    )
    ended = after(passed(state), Eliminate("GUY"))
    line = lines(ended)[0]
    assert (line.sides, line.order, line.secret_points) == ((10, 0, 0, 10), 10, 10)
    assert line.total == 40 + 8
    assert ended.objectives[0] == objective("N I So Vet Jesuits")
