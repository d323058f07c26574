"""The clauses of section 16: set-up, reports, what is shown, undo, contradictions, the end. Part A has its cases in
`tests/games/papal_curia/test_curia.py`."""

from typing import Any

import pytest

from games import RULED
from games.curia_companion import GAME, Options, State, reporting
from games.curia_companion import state as said
from games.curia_companion.box import MOST_UNDONE
from games.curia_companion.reports import lies_on
from games.kernel.contract import decode, encode
from games.kernel.events import Fact, Reason
from games.papal_curia.curia import Crusade, Excommunication, control
from tests.games.clauses import rule, rules_page
from tests.games.moving import Moving
from tests.games.sentences import says
from tests.games.walks import seed_of

MOVING = Moving(GAME)
LETTERS = "CAFEPVO"
CASTILE, AUSTRIA, FRANCE, ENGLAND, POLAND = "CASTILE", "AUSTRIA", "FRANCE", "ENGLAND", "POLAND"


def opened(seats: int = 2, **options: Any) -> State:
    """A companion as the lobby opens it: C A F E, unless the options say otherwise."""
    state: State = GAME.setup(seats, Options(**options), seed_of(1), "").state
    return state


def after(state: State, *moves: Any) -> State:
    """The State after these reports by seat 0."""
    for move in moves:
        state = MOVING.done(state, move, 0).state
    return state


def track(state: State) -> str:
    """Roma and the slots, as section 5 of Papal Curia writes them."""
    now = state.facts.curia
    roma = "-" if now.roma is None else LETTERS[now.roma]
    return f"{roma} / {' '.join([LETTERS[crown] for crown in now.slots] + ['_'] * (now.open - len(now.slots)))}"


def told(state: State, move: Any) -> list[str]:
    """The keys of what is told of this report, by seat 1."""
    return [event.public.key for event in MOVING.done(state, move, 1).events]


def barred(state: State, move: Any) -> tuple[str, str]:
    """The clause and key with which seat 0 is refused."""
    reason = MOVING.refused(state, move, 0)
    assert says(GAME, Fact(reason.key.replace("refuse.", "brief."), reason.arguments))
    return reason.clause, reason.key.removeprefix("refuse.")


V2 = after(opened(), said.Gained(FRANCE))
V3 = after(V2, said.Gained(ENGLAND))
V4 = after(V3, said.Excommunicated(ENGLAND, None))
V5 = after(V4, said.Allied(AUSTRIA))
V7 = after(V5, said.TookRoma(ENGLAND))
V9 = after(V7, said.Lost(FRANCE, 4), said.Died(FRANCE, None))
DONE = [said.PhaseFour(), said.Ticked("advisors"), said.Ticked("diplomatic"), said.Ticked("prize")]


@rule("PC-16.2")
@pytest.mark.parametrize(
    ("state", "shown", "controller"),
    [
        (opened(), "- / C A F E _", "C"),
        (V2, "- / F C A F E", "F"),
        (V3, "- / E F C A F", "F"),
        (V4, "- / F C A F _", "F"),
        (V5, "A / F C A F _", "A"),
        (after(V5, said.Converted(AUSTRIA)), "- / F C F _", "F"),
        (V7, "E / F C A F _", "F"),
        (V9, "E / C A _ _ _", "E"),
        (after(V7, said.LostRoma(ENGLAND), said.Parted(AUSTRIA)), "- / F C A F _", "F"),
        (after(V5, said.Left(AUSTRIA)), "- / F C F _", "F"),
        (after(V7, said.Left(ENGLAND)), "A / F C A F", "A"),
    ],
)
def test_reports_lead_to_the_tracks_of_section_5(state: State, shown: str, controller: str) -> None:
    assert track(state) == shown
    found = control(state.facts.curia).controller
    assert found is not None
    assert LETTERS[found] == controller


@rule("PC-16.2")
def test_what_follows_from_a_report_is_told_with_it() -> None:
    assert told(V2, said.Gained(ENGLAND)) == ["event.gained", "event.returned"]
    assert told(V4, said.Allied(AUSTRIA)) == ["event.allied", "event.roma", "event.controller.roma"]
    assert told(opened(), said.Gained(FRANCE)) == ["event.gained", "event.controller.uncontested"]
    outcome = MOVING.done(V2, said.Gained(ENGLAND), 1)
    assert outcome.events[0].public.arguments["who"] == 1
    assert outcome.state.told[-1].seat == 1


@rule("PC-16.2")
def test_it_is_asked_which_cardinal_only_if_that_matters() -> None:
    def slots(state: State, crown: str) -> tuple[Any, ...]:
        forms = [choice for choice in GAME.choices(state, 0) if choice.move == "lost"]
        return next(form.fields[1].options for form in forms if form.fields[0].options == (crown,))  # type: ignore[union-attr]

    assert slots(V4, FRANCE) == (1, 4)
    assert slots(V4, CASTILE) == (None,)
    assert track(after(V4, said.Lost(FRANCE, 1))) == "- / C A F _ _"
    assert track(after(V4, said.Died(FRANCE, 4))) == "- / F C A _ _"
    assert MOVING.refused(V4, said.Lost(FRANCE, None), 0) == Reason("PC-16.2", "refuse.form")


@rule("PC-16.1", "PC-1.6")
def test_the_set_up_says_who_is_in_the_game_and_where_it_stands() -> None:
    state = opened(castile="out", austria="other", poland="catholic", age=2, round=3)
    assert (track(state), state.facts.age, state.facts.round) == ("- / F E P _", 2, 3)
    assert [LETTERS[crown] for crown in state.facts.crowns] == ["A", "F", "E", "P"]
    assert track(after(state, said.Stands(POLAND), said.Stands(ENGLAND))) == "- / E P F _"
    assert barred(after(state, said.Gained(FRANCE)), said.Stands(POLAND)) == ("PC-1.6", "not_fresh")
    nobody = Options(castile="out", austria="out", france="other", england="out")
    assert GAME.misfit(1, nobody) == Reason("PC-16.1", "refuse.nobody")
    assert GAME.misfit(7, Options()) == Reason("PC-16.1", "refuse.phones")


@rule("PC-16.1")
def test_everyone_reports_or_the_first_seat_alone_and_one_phone_is_enough() -> None:
    assert GAME.choices(opened(1), 0)
    assert GAME.deciders(V2) == ()
    assert GAME.companion
    assert [bool(GAME.choices(opened(3), seat)) for seat in range(4)] == [True, True, True, False]
    alone = opened(3, reporters="first")
    assert [GAME.view(alone, viewer).mine for viewer in (0, 1, 2, None)] == [True, False, False, None]
    assert MOVING.refused(alone, said.Gained(FRANCE), 1) == Reason("PC-16.1", "refuse.reporter")


@rule("PC-16.1")
def test_a_phone_may_come_late() -> None:
    late = reporting.admit(V2)
    GAME.check(late)
    assert (len(GAME.choices(V2, 2)), late.facts) == (0, V2.facts)
    assert track(MOVING.done(late, said.Gained(ENGLAND), 2).state) == "- / E F C A F"


@rule("PC-16.3", "PC-4.6")
def test_phase_4_is_a_checklist_in_its_order() -> None:
    crusade = after(V2, said.Crusading(FRANCE, "RUMELIA", "yes"), said.Committed(AUSTRIA), said.PhaseFour())
    assert crusade.facts.left == ("advisors", "diplomatic", "prize", "crusade", "token")
    assert barred(crusade, said.Ticked("prize")) == ("PC-4.6", "step_before")
    ticked = after(crusade, said.Ticked("advisors"), said.Ticked("diplomatic"))
    assert told(ticked, said.Ticked("prize")) == ["event.ticked.prize"]
    prize = after(ticked, said.Ticked("prize"))
    won = told(prize, said.CrusadeEnded("no", ("AUSTRIA",)))
    assert won == ["event.crusade_ended.no", "event.prize.crusade_won", "event.prize.crusade_lost"]
    lost = told(prize, said.CrusadeEnded("yes", ("AUSTRIA", "FRANCE")))
    assert lost == ["event.crusade_ended.yes", "event.prize.crusade_lost", "event.prize.crusade_lost"]
    over = after(prize, said.CrusadeEnded("yes", ()), said.Ticked("token"))
    assert (over.facts.token, over.facts.committed, over.facts.left) == (None, (), ())
    assert after(over, said.RoundEnded()).facts.round == 2
    assert (after(over, said.AgeEnded()).facts.age, after(over, said.AgeEnded()).facts.round) == (2, 1)


@rule("PC-16.3", "PC-3.5")
def test_each_step_is_for_the_controller_of_that_moment() -> None:
    paid = after(V2, *DONE[:2])
    turned = after(paid, said.Allied(CASTILE), said.Gained(CASTILE))
    outcome = MOVING.done(turned, said.Ticked("diplomatic"), 0)
    assert outcome.events[0].public.arguments["crown"] == CASTILE
    nobody = after(opened(castile="out", austria="out", england="out"), said.Lost(FRANCE, None), *DONE)
    assert [each.fact.key for each in nobody.told[-2:]] == [
        "event.ticked.diplomatic.nobody",
        "event.ticked.prize.nobody",
    ]
    assert told(after(opened(), *DONE[:3]), said.Ticked("prize")) == ["event.ticked.contested"]


@rule("PC-16.3")
def test_the_view_shows_the_facts_and_what_a_report_would_give() -> None:
    view = GAME.view(V4, None)
    assert (view.facts, view.mine) == (V4.facts, None)
    assert GAME.preview(view, said.Allied(AUSTRIA)).facts == V5.facts
    assert GAME.preview(view, said.Undo()).facts == V3.facts
    assert lies_on(V4.facts) == "crown.ENGLAND"
    assert lies_on(after(V2, said.Banned(FRANCE, "NAPLES")).facts) == "realm.NAPLES"
    assert lies_on(after(V2, said.Crusading(FRANCE, "EGYPT", "no")).facts) == "area.EGYPT"
    assert lies_on(V2.facts) is None


@rule("PC-16.4")
def test_undo_takes_reports_back_one_by_one_and_leaves_them_in_the_list() -> None:
    state = V5
    for before in (V4, V3, V2, opened()):
        state = MOVING.done(state, said.Undo(), 1).state
        assert state.facts == before.facts
    assert [each.taken_back for each in state.told] == [True] * 4
    assert told(V5, said.Undo()) == ["undone.allied"]
    assert MOVING.refused(state, said.Undo(), 0) == Reason("PC-16.4", "refuse.nothing_to_undo")


@rule("PC-16.4")
def test_a_hundred_reports_can_be_taken_back() -> None:
    state = after(opened(), *[said.Gained(FRANCE), said.Gained(ENGLAND)] * 60)
    assert len(state.past) == MOST_UNDONE
    undone = after(state, *[said.Undo()] * MOST_UNDONE)
    assert barred(undone, said.Undo()) == ("PC-16.4", "nothing_to_undo")
    assert track(undone) == "- / E F E F E"


@rule("PC-16.4")
def test_a_form_belongs_to_one_state_alone() -> None:
    belongs = {choice.free for state in (V2, V3, after(V3, said.Undo())) for choice in GAME.choices(state, 0)}
    assert belongs == {"report-1", "report-2", "report-3"}


@rule("PC-16.5")
@pytest.mark.parametrize(
    ("state", "move", "clause", "key"),
    [
        (V5, said.Allied(FRANCE), "PC-2.1", "other_ally"),
        (V5, said.Allied(AUSTRIA), "PC-2.1", "is_ally"),
        (V5, said.Parted(FRANCE), "PC-2.1", "no_ally"),
        (V7, said.TookRoma(FRANCE), "PC-2.2", "other_ruler"),
        (V7, said.TookRoma(ENGLAND), "PC-2.2", "is_ruler"),
        (V7, said.LostRoma(FRANCE), "PC-2.2", "no_ruler"),
        (V7, said.Gained(ENGLAND), "PC-2.3", "controls_roma"),
        (V7, said.Lost(ENGLAND, None), "PC-2.4", "roma_stays"),
        (opened(england="other"), said.Gained(ENGLAND), "PC-1.1", "not_catholic"),
        (opened(england="other"), said.Died(ENGLAND, None), "PC-1.1", "not_catholic"),
        (V4, said.Lost(ENGLAND, None), "PC-1.4", "no_cardinal"),
        (opened(england="other"), said.Stands(ENGLAND), "PC-1.1", "not_catholic"),
        (V4, said.Excommunicated(CASTILE, None), "PC-4.1", "token"),
        (V4, said.Crusading(FRANCE, "RUMELIA", "no"), "PC-4.1", "token"),
        (V2, said.Crusading(AUSTRIA, "RUMELIA", "no"), "PC-4.1", "not_controller"),
        (V2, said.Banned(AUSTRIA, "NAPLES"), "PC-4.1", "not_controller"),
        (V2, said.Excommunicated(FRANCE, 1), "PC-4.2", "own"),
        (opened(england="other"), said.Excommunicated(ENGLAND, None), "PC-4.2", "not_catholic"),
        (after(opened(age=3)), said.Excommunicated(AUSTRIA, None), "PC-4.1", "age"),
        (after(V2, *DONE), said.Excommunicated(AUSTRIA, None), "PC-4.1", "phase_4_begun"),
        (V4, said.Committed(FRANCE), "PC-4.4", "no_crusade"),
        (after(V2, said.Crusading(FRANCE, "EGYPT", "yes")), said.Committed(FRANCE), "PC-4.4", "is_committed"),
        (V2, said.RoundEnded(), "PC-16.3", "phase_4_first"),
        (V2, said.AgeEnded(), "PC-16.3", "phase_4_first"),
        (opened(age=4), said.AgeEnded(), "PC-16.6", "last_age"),
        (after(V2, *DONE), said.PhaseFour(), "PC-16.3", "in_phase_4"),
        (opened(castile="out", austria="out", england="out"), said.Left(FRANCE), "PC-16.6", "last_crown"),
    ],
)
def test_a_contradiction_is_refused_with_what_to_report_first(state: State, move: Any, clause: str, key: str) -> None:
    assert barred(state, move) == (clause, key)
    assert any(word in GAME.words[f"refuse.{key}"] for word in ("eport", "undo", "Undo", "ake", "Tick"))


@rule("PC-16.5", "PC-4.5")
def test_who_comes_to_a_settled_crusade_is_refused() -> None:
    crusade = after(V2, said.Crusading(FRANCE, "EGYPT", "no"), *DONE)
    assert told(crusade, said.CrusadeEnded("no", ()))[1:] == ["event.prize.uncommitted"]
    settled = after(crusade, said.CrusadeEnded("no", ()))
    assert barred(settled, said.Committed(FRANCE)) == ("PC-4.5", "crusade_done")
    alone = opened(castile="out", austria="out", england="out")
    assert barred(after(alone, said.Lost(FRANCE, None)), said.Excommunicated(FRANCE, None)) == (
        "PC-4.1",
        "no_controller",
    )


@rule("PC-16.5")
def test_once_the_cause_is_reported_the_report_is_taken() -> None:
    assert track(after(V5, said.Parted(AUSTRIA), said.Allied(FRANCE))) == "F / F C A F _"
    assert track(after(opened(england="other"), said.Converted(ENGLAND), said.Gained(ENGLAND))) == "- / E C A F _"
    token = after(V4, *DONE, said.Ticked("token"), said.RoundEnded(), said.Crusading(FRANCE, "BARBARY", "no"))
    assert isinstance(token.facts.token, Crusade)
    assert V4.facts.token == Excommunication("ENGLAND")


@rule("PC-16.6")
def test_game_over_ends_it_with_the_last_bonus() -> None:
    over = after(V2, said.GameOver("yes"))
    result = GAME.result(over)
    assert (result.winners, result.how) == ((), Fact("how.bonus", {"crown": FRANCE, "points": 4}))
    assert GAME.choices(over, 0) == ()
    assert MOVING.refused(over, said.Undo(), 0) == Reason("PC-16.6", "refuse.over")
    plain = after(opened(last_bonus=False), said.GameOver("yes"))
    assert GAME.result(plain).how.key == "how.plain"


@rule("PC-16.6")
def test_it_lies_and_is_reopened() -> None:
    assert decode(GAME, encode(V7), GAME.schema) == V7
    assert len(encode(after(opened(), *[said.Gained(FRANCE)] * 110))) < 40_000


def test_part_a_stands_word_for_word_as_in_papal_curia() -> None:
    def part_a(slug: str) -> str:
        page = rules_page(RULED[slug])
        return page[page.index("## 1 ") : page.index("- **PC-4.6**")]

    assert part_a("curia-companion") == part_a("papal-curia")
