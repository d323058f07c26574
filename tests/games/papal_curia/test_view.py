"""Section 15 of the rules: who sees what, and what a page can show before a move is confirmed."""

from fractions import Fraction

import pytest

from games.kernel.dice import Cup, dice_from
from games.papal_curia import GAME
from games.papal_curia.box import PROVINCES
from games.papal_curia.preview import chances
from games.papal_curia.rules.war import Battle
from games.papal_curia.seen import state_of
from games.papal_curia.state import (
    Campaign,
    ChangeReligion,
    DeclareWar,
    Excommunicate,
    Hand,
    LeadCrusade,
    LosingCardinal,
    PlaceInfluence,
    RaiseCardinal,
    War,
)
from tests.games.clauses import rule
from tests.games.papal_curia.positions import A, C, F, done, position, replace
from tests.games.walks import fillings, sample, seed_of


def test_marks_bear_the_initials_of_the_crowns() -> None:
    assert GAME.letters is not None
    assert GAME.letters(position(6)) == ("C", "A", "F", "E", "P", "V")


@rule("PC-15.1")
def test_hands_and_decks_are_hidden_and_all_else_is_public() -> None:
    state = position(hands={C: "EDICT", A: "LEGATE LEGATE"})
    mine, other, spectator = (GAME.view(state, viewer) for viewer in (C, A, None))
    assert (mine.mine.hand, other.mine.hand, spectator.mine) == (("EDICT",), ("LEGATE", "LEGATE"), None)
    assert replace(mine, mine=None) == replace(other, mine=None) == spectator
    assert [seat.hand for seat in spectator.seats] == [1, 2, 0, 0]
    assert spectator.deck == 33


@rule("PC-15.1")
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_all_that_is_public_can_be_read_out_of_a_view_again(seats: int) -> None:
    for state in sample(GAME, seats, GAME.Options(), 3):
        seen = state_of(GAME.view(state, 0))
        hidden = {name: getattr(state, name) for name in ("hands", "deck", "events", "dice", "options")}
        assert replace(seen, **hidden) == state
        assert seen.hands[0].cards == tuple(GAME.view(state, 0).mine.hand)
        assert seen.hands[1] == Hand()


@rule("PC-15.3")
def test_a_preview_agrees_with_what_the_move_does() -> None:
    chance = Cup(dice_from(seed_of(4)))
    for state in sample(GAME, 4, GAME.Options(), 4):
        for seat in GAME.deciders(state):
            for choice in GAME.choices(state, seat):
                for filled in fillings(choice, chance) if choice.barred is None else ():
                    move = GAME.move(choice.move, filled)
                    if isinstance(move, Campaign) and move.on is not None:
                        continue
                    shown = GAME.preview(GAME.view(state, seat), move)
                    made = GAME.resolve(state, seat, move).state
                    if (made.age, made.round, made.phase) == (state.age, state.round, "actions"):
                        assert shown.curia == GAME.view(made, None).curia
                        before = {mat.seat: mat.ducats for mat in GAME.view(state, None).seats}
                        before |= {change.seat: change.after for change in shown.changes if change.what == "ducats"}
                        assert before == {mat.seat: mat.ducats for mat in GAME.view(made, None).seats}


@rule("PC-15.3")
def test_it_says_who_is_pushed_out_and_who_becomes_controller() -> None:
    state = position(turn=F, track="E C A F C")
    shown = GAME.preview(GAME.view(state, F), RaiseCardinal())
    assert shown.returned == (C,)
    assert shown.controller
    assert shown.curia.control.controller == F
    assert ("adm", 3, 0) in {(change.what, change.before, change.after) for change in shown.changes}


@rule("PC-15.3")
def test_it_says_which_alliances_change_hands() -> None:
    state = position(influence={A: {"CENTRAL_ITALY": 2}, C: {"CENTRAL_ITALY": 1}})
    shown = GAME.preview(GAME.view(state, C), PlaceInfluence("CENTRAL_ITALY", 2))
    assert [(change.realm, change.before, change.after) for change in shown.alliances] == [
        ("PAPAL_STATES", A, C),
        ("FLORENCE", A, C),
    ]
    assert shown.curia.roma == C


@rule("PC-15.3")
def test_it_says_who_would_be_asked_and_what_reason_a_war_would_have() -> None:
    state = position(track="C F C F")
    assert GAME.preview(GAME.view(state, C), Excommunicate("FRANCE")).asked == (
        LosingCardinal(F, C, "excommunication"),
    )
    assert GAME.preview(GAME.view(state, C), LeadCrusade("BARBARY", "CASTILE")).casus_belli == "holy_war"
    assert GAME.preview(GAME.view(state, C), DeclareWar("TUNIS")).casus_belli is None


@rule("PC-15.3")
def test_it_gives_the_chance_of_each_province_and_says_what_roma_would_cost() -> None:
    state = position(wars=(War(C, "PAPAL_STATES", None),), track="C A C")
    shown = GAME.preview(
        GAME.view(state, C), Campaign("CASTILE", "CENTRAL_ITALY", {"regulars": 3}, "PAPAL_STATES", 0, 0)
    )
    assert shown.odds is not None
    # 3 dice against 3: a Unit is left in 7 of 8; Roma falls to 2 or 3 hits in 4 of 8, Ancona to 1 or 3 in 4 of 8
    assert [(chance.province, chance.percent) for chance in shown.odds.provinces] == [("ROMA", 44), ("ANCONA", 44)]
    assert (shown.odds.dice, shown.odds.defence, shown.odds.drops) == (3, 3, 2)
    assert (shown.odds.losses, shown.odds.their_losses) == (15, 0)


@rule("PC-15.3")
def test_chances_are_those_of_all_throws() -> None:
    malaga = next(province for province in PROVINCES if province.code == "MALAGA")
    falls, losses, theirs = chances(Battle(1, 2, 1, 1, (malaga,)))
    assert falls == {"MALAGA": Fraction(1, 8)}, "both dice must hit, and the defender's must not"
    assert (losses, theirs) == (Fraction(1, 2), Fraction(3, 4))


def test_a_spectators_preview_changes_nothing() -> None:
    state = position()
    shown = GAME.preview(GAME.view(state, None), ChangeReligion())
    assert (shown.changes, shown.alliances, shown.returned) == ((), (), ())
    assert done(state, RaiseCardinal())
