"""Part A alone: the ten tracks of section 5, each clause of sections 1 to 4, and random events against those sections
restated plainly."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant
from hypothesis.stateful import rule as happens

from games.papal_curia import curia as part_a
from games.papal_curia.curia import Crusade, Curia, Due, Excommunication, Prize
from tests.games.clauses import rule

CROWNS = "CAFEPV"
C, A, F, E, P, V = range(6)


def read(text: str, ruler: int | None = None, catholics: str = "CAFE") -> Curia:
    """`"E / F C A F _"` as a Curia: who holds Roma is the ally, unless a `ruler` is named."""
    roma, track = text.split(" / ")
    ally = None if roma == "-" or ruler is not None else CROWNS.index(roma)
    slots = tuple(CROWNS.index(crown) for crown in track.split() if crown != "_")
    return Curia(tuple(sorted(map(CROWNS.index, catholics))), slots, ally, ruler)


def shown(curia: Curia) -> str:
    """A Curia as section 5 writes it."""
    roma = "-" if curia.roma is None else CROWNS[curia.roma]
    regular = [CROWNS[crown] for crown in curia.slots] + ["_"] * (curia.open - len(curia.slots))
    return f"{roma} / {' '.join(regular)}"


def gains(curia: Curia, crown: int) -> Curia:
    return part_a.gain(curia, crown).curia


V1 = part_a.start((C, A, F, E))
V2 = gains(V1, F)
V3 = gains(V2, E)
V4 = part_a.lose(V3, 1).curia
V5 = part_a.befriend(V4, A).curia
V6 = part_a.leave(V5, A).curia
V7 = part_a.enthrone(V5, E).curia
V8 = gains(V7, E)
V9 = part_a.lose(part_a.lose(V7, 4).curia, 1).curia
V10 = gains(V9, C)


@rule("PC-1.2", "PC-1.3", "PC-1.4", "PC-1.5", "PC-1.6", "PC-2.1", "PC-2.2", "PC-3.1", "PC-3.2", "PC-3.4")
@pytest.mark.parametrize(
    ("curia", "track", "controller", "by", "uncontested", "prize"),
    [
        (V1, "- / C A F E _", C, "leftmost", False, 0),
        (V2, "- / F C A F E", F, "most", True, 3),
        (V3, "- / E F C A F", F, "most", True, 3),
        (V4, "- / F C A F _", F, "most", True, 3),
        (V5, "A / F C A F _", A, "roma", False, 0),
        (V6, "- / F C F _", F, "most", True, 2),
        (V7, "E / F C A F _", F, "most", True, 3),
        (V8, "E / F C A F _", F, "most", True, 3),
        (V9, "E / C A _ _ _", E, "roma", False, 0),
        (V10, "E / C C A _ _", C, "most", True, 3),
    ],
    ids=[f"V{number}" for number in range(1, 11)],
)
def test_the_ten_tracks(curia: Curia, track: str, controller: int, by: str, uncontested: bool, prize: int) -> None:
    now = part_a.control(curia)
    assert shown(curia) == track
    assert (now.controller, now.by, now.uncontested, now.prize) == (controller, by, uncontested, prize)


@rule("PC-1.3")
def test_who_is_pushed_out_is_named_and_may_be_the_newcomers_own() -> None:
    assert part_a.gain(V1, F).returned == ()
    assert part_a.gain(V2, E).returned == (E,)
    assert part_a.gain(V3, C).returned == (F,)


@rule("PC-1.1")
def test_only_catholics_have_cardinals() -> None:
    assert part_a.barred_from_gaining(V6, A) == "PC-1.1"
    assert part_a.gain(V6, A) == part_a.Turned(V6)


@rule("PC-1.5")
def test_a_leaver_returns_all_and_whoever_stands_in_the_blocked_slot_returns_too() -> None:
    turned = part_a.leave(read("- / F C F E F"), C)
    assert (shown(turned.curia), turned.returned) == ("- / F F E F", (C,))
    turned = part_a.leave(read("- / F C F E F"), A)
    assert (shown(turned.curia), turned.returned) == ("- / F C F E", (F,))
    assert shown(part_a.convert(turned.curia, A).curia) == "- / F C F E _"


@rule("PC-2.2")
def test_who_takes_roma_returns_all_other_cardinals_at_once() -> None:
    turned = part_a.enthrone(read("A / E F E C _"), E)
    assert (shown(turned.curia), turned.returned) == ("E / F C _ _ _", (E, E))


@rule("PC-2.3")
def test_who_controls_roma_gains_no_cardinal() -> None:
    assert part_a.barred_from_gaining(V7, E) == "PC-2.3"
    assert part_a.gain(V7, E).curia == V7
    assert part_a.barred_from_gaining(V5, A) is None, "the ally gains them as ever"


@rule("PC-2.4")
def test_the_roma_cardinal_does_not_slide_and_can_not_be_lost() -> None:
    assert shown(gains(V5, C)) == "A / C F C A F"
    assert shown(gains(gains(V5, C), E)) == "A / E C F C A"
    assert V9.places(E) == ()
    assert part_a.losses(V9, E) == 0


@rule("PC-2.5")
def test_the_ally_gets_roma_back_when_no_catholic_controls_it() -> None:
    assert shown(part_a.enthrone(V7, None).curia) == "A / F C A F _"
    assert part_a.leave(V7, E).curia.roma == A, "a Protestant may Control Roma, and leaves the ally his"
    assert part_a.convert(part_a.leave(V7, E).curia, E).curia.roma == E


@rule("PC-2.1")
def test_a_protestant_ally_has_nothing_of_roma() -> None:
    assert V6.ally == A
    assert V6.roma is None


@rule("PC-3.1")
def test_one_cardinal_can_be_enough_and_without_any_there_is_no_controller() -> None:
    assert part_a.control(read("- / E _")).controller == E
    assert part_a.control(read("- / _ _")).controller is None


@rule("PC-3.2")
def test_a_single_cardinal_is_never_uncontested() -> None:
    now = part_a.control(read("- / E _"))
    assert (now.by, now.uncontested, now.prize) == ("most", False, 0)


@rule("PC-3.4")
def test_the_prize_is_the_catholics_less_one_three_at_most() -> None:
    prizes = [part_a.control(read("- / F F", catholics="CAFEPV"[:number])).prize for number in range(3, 7)]
    assert prizes == [2, 3, 3, 3]
    assert part_a.control(read("- / F F", catholics="F")).prize == 0


@rule("PC-3.3", "PC-3.5")
def test_the_controller_of_the_moment_has_the_benefits_tied_or_not() -> None:
    assert part_a.due(V2, F) == Due(1, 1, 1, 3)
    assert part_a.due(V5, A) == Due(1, 1, 1, 0)
    assert part_a.due(V5, F) == Due()


@rule("PC-4.1")
def test_papal_actions_are_the_controllers_in_two_ages_and_one_a_round() -> None:
    assert part_a.barred_from_papal_actions(V5, A, 2, None) is None
    assert part_a.barred_from_papal_actions(V5, F, 2, None) == "not_controller"
    assert part_a.barred_from_papal_actions(V5, A, 3, None) == "age"
    assert part_a.barred_from_papal_actions(V5, A, 1, Excommunication("FRANCE")) == "token"


@rule("PC-4.2", "PC-4.4")
def test_the_token_gives_every_catholic_realm_a_casus_belli() -> None:
    struck, crusade = Excommunication("FRANCE"), Crusade("RUMELIA", C)
    assert part_a.casus_belli(V6, C, "FRANCE", struck, ()) == "excommunication"
    assert part_a.casus_belli(V6, C, "ENGLAND", struck, ()) is None
    assert part_a.casus_belli(V6, A, "FRANCE", struck, ()) is None
    assert part_a.casus_belli(V6, E, "OTTOMANS", crusade, ("OTTOMANS",)) == "holy_war"
    assert part_a.casus_belli(V6, E, "MAMLUKS", crusade, ("OTTOMANS",)) is None
    assert part_a.casus_belli(V6, E, "OTTOMANS", None, ("OTTOMANS",)) is None


@rule("PC-4.5", "PC-4.6")
def test_phase_4_e_pays_the_uncontested_then_the_committed() -> None:
    crusade = Crusade("RUMELIA", C)
    assert part_a.phase_4_e(V2, crusade, {E, A}, {E}, False) == (
        Prize(F, "uncontested", 3),
        Prize(A, "crusade_lost", -2),
        Prize(E, "crusade_won", 2),
    )
    assert part_a.phase_4_e(V5, crusade, {E}, {E}, True) == (Prize(E, "crusade_lost", -2),)
    assert part_a.phase_4_e(V5, Excommunication("FRANCE"), set(), set(), True) == ()


@rule("PC-4.5")
def test_nobody_committed_costs_the_controller_of_that_moment() -> None:
    assert part_a.phase_4_e(V5, Crusade("RUMELIA", C), (), (), True) == (Prize(A, "uncommitted", -2),)
    assert part_a.phase_4_e(read("- / _ _"), Crusade("RUMELIA", C), (), (), True) == ()
    assert part_a.phase_4_e(V6, Crusade("RUMELIA", C), {A}, {A}, False) == (Prize(F, "uncontested", 2),), (
        "a Protestant still counts as Committed, and neither gains nor loses"
    )


class Restated:
    """Sections 1 to 3 said plainly: a row of slots that may be empty, each crown's faith, and two facts."""

    def __init__(self) -> None:
        self.faith = dict.fromkeys(range(4), True)
        self.row: list[int | None] = [C, A, F, E, None]
        self.ally: int | None = None
        self.ruler: int | None = None

    def tidy(self) -> None:
        standing = [crown for crown in self.row if crown is not None]
        standing = [crown for crown in standing if self.faith[crown] and crown != self.ruler]
        slots = sum(self.faith.values()) + 1
        self.row = (standing + [None] * slots)[:slots]

    def gain(self, crown: int) -> None:
        if self.faith[crown] and self.ruler != crown:
            self.row = [crown, *self.row[:-1]] if None not in self.row else self._slide(crown)

    def _slide(self, crown: int) -> list[int | None]:
        row = [crown, *self.row]
        del row[row.index(None)]
        return row

    def roma(self) -> int | None:
        for holder in (self.ruler, self.ally):
            if holder is not None and self.faith[holder]:
                return holder
        return None

    def count(self, crown: int) -> int:
        return self.row.count(crown) + (self.roma() == crown)

    def controller(self) -> int | None:
        best: int | None = None
        for crown in (self.roma(), *self.row):
            if crown is not None and (best is None or self.count(crown) > self.count(best)):
                best = crown
        return best

    def uncontested(self, crown: int) -> bool:
        return self.count(crown) >= 2 and all(
            self.count(crown) > self.count(other) for other in range(4) if other != crown
        )


crowns = st.integers(0, 3)
anybody = st.none() | crowns


class RandomEvents(RuleBasedStateMachine):
    """Whatever happens, the module and its restatement agree, and Cardinals come and go one by one."""

    def __init__(self) -> None:
        super().__init__()
        self.curia = part_a.start((C, A, F, E))
        self.plain = Restated()

    def _takes(self, turned: part_a.Turned, gained: int = 0) -> None:
        assert len(turned.curia.slots) == len(self.curia.slots) + gained - len(turned.returned)
        self.curia = turned.curia
        self.plain.tidy()

    @happens(crown=crowns)
    def gains(self, crown: int) -> None:
        may = part_a.barred_from_gaining(self.curia, crown) is None
        self.plain.gain(crown)
        self._takes(part_a.gain(self.curia, crown), gained=int(may))

    @happens(data=st.data())
    def loses(self, data: Any) -> None:
        if self.curia.slots:
            slot = data.draw(st.integers(1, len(self.curia.slots)))
            self.plain.row[slot - 1] = None
            self._takes(part_a.lose(self.curia, slot))

    @happens(crown=crowns)
    def turns_catholic(self, crown: int) -> None:
        self.plain.faith[crown] = True
        self._takes(part_a.convert(self.curia, crown))

    @happens(crown=crowns)
    def turns_protestant(self, crown: int) -> None:
        self.plain.faith[crown] = False
        self._takes(part_a.leave(self.curia, crown))

    @happens(crown=anybody)
    def is_ally(self, crown: int | None) -> None:
        self.plain.ally = crown
        self._takes(part_a.befriend(self.curia, crown))

    @happens(crown=anybody)
    def takes_roma(self, crown: int | None) -> None:
        self.plain.ruler = crown
        self._takes(part_a.enthrone(self.curia, crown))

    @invariant()
    def agrees(self) -> None:
        now = part_a.control(self.curia)
        assert [*self.curia.slots] == [crown for crown in self.plain.row if crown is not None]
        assert self.curia.open == len(self.plain.row)
        assert self.curia.roma == self.plain.roma()
        assert now.controller == self.plain.controller()
        if now.controller is not None:
            assert now.cardinals == self.plain.count(now.controller)
            assert now.uncontested == self.plain.uncontested(now.controller)
            assert now.prize == (min(3, sum(self.plain.faith.values()) - 1) if now.uncontested else 0)
        for crown in range(4):
            assert (part_a.due(self.curia, crown) == Due()) == (crown != now.controller)


TestRandomEvents = RandomEvents.TestCase
TestRandomEvents.settings = settings(max_examples=100, stateful_step_count=40, deadline=None)
