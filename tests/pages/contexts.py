"""Every page of the house with something in it: games played at random, and names that try to be markup."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any

from markupsafe import Markup

from app import rendering
from app.api.docs import record
from app.fairness.checking import Finding
from app.pages import (
    Asked,
    Chair,
    Chapter,
    Clause,
    Eyes,
    FairPage,
    GameCard,
    HomePage,
    JoinPage,
    ListedTable,
    LobbyPage,
    LogEntry,
    MyTable,
    Option,
    Passage,
    ProblemPage,
    Refusal,
    ReplayPage,
    ResultPage,
    RuleChoice,
    RulesPage,
    SeatFacts,
    Spoken,
    Sure,
    TableFacts,
    TablePage,
    Visitor,
)
from games import GAMES
from games.kernel.contract import State
from games.kernel.dice import Cup, dice_from
from games.kernel.events import Event, Reason, Viewer
from games.kernel.filling import fill

GAME = GAMES["pope-or-nope"]
NASTY = '<img src=x onerror="a()">'
NAMES = (NASTY, "Teo & 'Co'", "Marguerite", "Kofi", "{who:seat}", "**Ana**", "WWWWWWWWWWWWWWWWWWWWWWWW", "</p><b>")
CODE = "FUMUS-ALBA-ROTA-27"
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
AWAY = {2: NOW}
VISITOR = Visitor(NASTY, "dark", "/t/x")


def played(seats: int, seed: int, moves: int, options: Any = None) -> tuple[State, list[Event]]:
    """A game after so many random moves, and all its events. The same arguments give the same game."""
    cup = Cup(dice_from(bytes([seed]) * 32))
    outcome = GAME.setup(seats, options or GAME.Options(), bytes([seed]) * 32, "")
    events = list(outcome.events)
    for _ in range(moves):
        if GAME.result(outcome.state) is not None:
            break
        seat = GAME.deciders(outcome.state)[0]
        choice = cup.pick([choice for choice in GAME.choices(outcome.state, seat) if choice.barred is None])
        outcome = GAME.resolve(outcome.state, seat, GAME.move(choice.move, fill(choice, cup)))
        events += outcome.events
    return outcome.state, events


def seats_of(number: int, away: Sequence[int] = ()) -> tuple[SeatFacts, ...]:
    """So many seats, the third a bot's."""
    return tuple(
        SeatFacts(seat, NAMES[seat], NAMES[seat][:1], seat + 1, bot=seat == 2, away=seat in away)
        for seat in range(number)
    )


def facts_of(state: State, seats: int, away: Sequence[int] = ()) -> TableFacts:
    """The facts of a table at which this game is played."""
    return TableFacts(
        code=CODE,
        slug=GAME.slug,
        title=GAME.title,
        status="playing",
        version=17,
        seats=seats_of(seats, away),
        deciders=GAME.deciders(state),
        since=NOW,
        options=(NASTY,),
        host=0,
        watchers=2,
        link=f"http://127.0.0.1:8000/t/{CODE}",
    )


def own_part(state: State, facts: TableFacts, seat: Viewer) -> tuple[dict[str, str], str]:
    """Slots and dock of this viewer."""
    view = GAME.view(state, seat)
    choices = () if seat is None else GAME.choices(state, seat)
    asked = None if seat is None else Asked(17, "m3", GAME.question(state, seat))
    slots = rendering.slots(GAME, facts, view, choices)
    return slots, rendering.dock(GAME, facts, seat, view, choices, asked)


def lines_of(facts: TableFacts, events: Sequence[Event], viewer: Viewer) -> str:
    """All events as this viewer's log."""
    entries = [LogEntry(number, event.seen_by(viewer)) for number, event in enumerate(events, 1)]
    return rendering.log(GAME, facts, entries, viewer)


def table_page(state: State, events: Sequence[Event], seats: int, seat: Viewer, away: Sequence[int] = ()) -> str:
    """The whole page of a table."""
    facts = facts_of(state, seats, away)
    slots, dock = own_part(state, facts, seat)
    page = TablePage(
        visitor=VISITOR,
        facts=facts,
        seat=seat,
        public=rendering.public(GAME, facts, GAME.view(state, None)),
        slots=slots,
        dock=dock,
        log=lines_of(facts, events, seat),
        since=len(events),
    )
    return rendering.table(page)


def result_page(seats: int, options: Any = None, rematch: str | None = None) -> ResultPage:
    """A game played to its end."""
    state, events = played(seats, 5, 10_000, options)
    facts = facts_of(state, seats)
    return ResultPage(
        visitor=VISITOR,
        game=GAME,
        facts=facts,
        seat=0,
        view=GAME.view(state, 0),
        result=GAME.result(state),
        log=lines_of(facts, events[-50:], 0),
        since=len(events),
        rematch=rematch,
        seed="ab" * 32,
        commitment="cd" * 32,
    )


def replay_page(eyes: str) -> ReplayPage:
    """A moment of a running game for `me`, or of one that is over for `all`."""
    state, events = played(4, 3, 20)
    facts, everything = facts_of(state, 4), eyes == "all"
    seat = None if everything else 1
    seen = tuple(Eyes(str(who.seat), who.name, who) for who in facts.seats)
    entries = [LogEntry(number, event.seen_by(seat)) for number, event in enumerate(events, 1)]
    return ReplayPage(
        visitor=VISITOR,
        facts=facts,
        seat=seat,
        number=7,
        moments=20,
        rounds=(1, 9),
        eyes=(Eyes("all", "Everything", chosen=True), *seen) if everything else (Eyes("1", NASTY, chosen=True),),
        public=rendering.public(GAME, facts, GAME.view(state, None)),
        slots=rendering.slots(GAME, facts, GAME.view(state, seat), ()),
        hands=tuple(
            (facts.seats[at], rendering.own(GAME, facts, at, GAME.view(state, at), everything))
            for at in (range(4) if everything else (1,))
        ),
        log=rendering.log(GAME, facts, entries, seat, moments=f"/t/{CODE}/replay?line="),
        told=NASTY,
        since=len(events),
        over=everything,
        link=f"http://conclave.test/t/{CODE}/replay?at=7",
    )


def lobby_page(host: bool = True, me: int | None = 0, **changes: Any) -> LobbyPage:
    """A lobby with four of six chairs taken."""
    chairs = tuple(
        Chair(
            seat,
            NAMES[seat],
            "X",
            seat + 1,
            ready=seat != 1,
            host=seat == 0,
            me=seat == me,
            gone=AWAY.get(seat),
            words=NASTY,
        )
        for seat in range(3)
    )
    rules = tuple(
        RuleChoice(
            rule.name,
            rule.title,
            rule.clause,
            tuple(Option(str(one.value), one.words, place == 0) for place, one in enumerate(rule.settings)),
        )
        for rule in GAME.house_rules
    )
    plain = {
        "visitor": VISITOR,
        "code": CODE,
        "slug": GAME.slug,
        "title": GAME.title,
        "version": 3,
        "chairs_taken": (*chairs, Chair(3, "Bot", "B", 4, ready=True, bot="plays at random", team="A")),
        "chairs": 6,
        "chair_numbers": tuple(range(2, 9)),
        "me": me,
        "host": host,
        "private": True,
        "password": True,
        "watchers": True,
        "watching": 1,
        "rules": rules,
        "first": (Option("", "by lot", True), Option("0", NASTY)),
        "first_clause": "PN-1.3",
        "pick_title": "",
        "pick_clause": "",
        "bots": (
            Option("novice", "Novice: plays along"),
            Option("courtier", "Courtier: weighs each move", chosen=True),
        ),
        "paces": (Option("brisk", "brisk"), Option("calm", "calm", chosen=True), Option("slow", "slow")),
        "minutes": (20, 30),
        "lacking": 0,
        "misfit": None,
        "link": f"http://127.0.0.1:8000/t/{CODE}",
        "qr": Markup('<svg viewBox="0 0 1 1"><path d="M0 0h1"/></svg>'),
        "commitment": "ef" * 32,
        "link_note": NASTY,
    }
    return LobbyPage(**{**plain, **changes})


def _sure() -> Sure:
    return Sure(
        NASTY,
        NASTY,
        f"/t/{CODE}/lobby/start",
        f"/t/{CODE}",
        yes=NASTY,
        no=NASTY,
        fields=(("seat", NASTY),),
        clause="PN-2.2",
        slug=GAME.slug,
    )


def _home() -> HomePage:
    card = GameCard(GAME.slug, GAME.title, GAME.tagline, GAME.seats, (15, 25))
    mine = tuple(
        MyTable(CODE, GAME.slug, GAME.title, status, (NASTY, "Teo"), yours, ("Teo",), (NASTY,), 3)  # type: ignore[arg-type]
        for status, yours in (
            ("lobby", False),
            ("playing", True),
            ("playing", False),
            ("over", False),
            ("ended", False),
        )
    )
    listed = tuple(
        ListedTable(CODE, GAME.slug, GAME.title, NASTY, taken, 4, taken == 4, locked=True, watchers=taken == 4)
        for taken in (2, 4)
    )
    return HomePage(VISITOR, (card,), mine, listed, NASTY, Refusal("There is no such table."))


def _join(**changes: Any) -> JoinPage:
    plain = {
        "visitor": Visitor(),
        "code": CODE,
        "slug": GAME.slug,
        "title": GAME.title,
        "host": NASTY,
        "seats": seats_of(3),
        "chairs": 4,
        "open": True,
        "running": False,
        "password": True,
        "watchers": True,
        "refusal": Refusal(NASTY),
        "tried": NASTY,
    }
    return JoinPage(**{**plain, **changes})


def _rules() -> RulesPage:
    parts = (Passage(Markup("<p>Cards.</p>")), Clause("PN-4.1", Markup("<p>A <mark>Deed</mark>.</p>")))
    return RulesPage(
        VISITOR,
        GAME.slug,
        GAME.title,
        ((GAME.slug, GAME.title), ("other", NASTY)),
        Markup("<p>Play.</p>"),
        (Chapter("section-4", "4", "Cards", parts),),
        NASTY,
        ("PN-4.1",),
    )


@cache
def pages() -> dict[str, str]:
    """Every whole page, by a name."""
    opening, first = played(5, 4, 2)
    turns, told = played(6, 3, 40)
    teams, said = played(4, 8, 30, GAME.Options(teams=True))
    on_turn = GAME.view(turns, None).turn
    return {
        "home": rendering.home(_home()),
        "home, empty": rendering.home(HomePage(Visitor(), _home().games)),
        "join": rendering.join(_join()),
        "join, full": rendering.join(_join(open=False)),
        "join, running": rendering.join(_join(open=False, running=True, watchers=False, host=None)),
        "lobby, host": rendering.lobby(lobby_page()),
        "lobby, guest": rendering.lobby(lobby_page(host=False, me=1)),
        "lobby, watcher": rendering.lobby(lobby_page(host=False, me=None)),
        "lobby, misfit": rendering.lobby(lobby_page(misfit=Refusal("Too few.", "PN-1.2", GAME.slug), lacking=2)),
        "rules": rendering.rules(_rules()),
        "api": rendering.api(record(VISITOR, "http://conclave.test")),
        "fair": rendering.fair(_fair()),
        "fair, checked": rendering.fair(_fair(seed="ab" * 32, findings=FINDINGS)),
        "problem": rendering.problem(ProblemPage(VISITOR, 404, NASTY, NASTY, NASTY, "PN-1.1", GAME.slug)),
        "sure": rendering.sure_page(VISITOR, _sure()),
        "table, to open": table_page(opening, first, 5, GAME.deciders(opening)[0]),
        "table, laid": table_page(opening, first, 5, 0),
        "table, my turn": table_page(turns, told, 6, on_turn),
        "table, waiting": table_page(turns, told, 6, (on_turn + 1) % 6),
        "table, away": table_page(turns, told, 6, on_turn, away=(on_turn,)),
        "table, watcher": table_page(turns, told, 6, None),
        "table, teams": table_page(teams, said, 4, 1),
        "replay, own eyes": rendering.replay(replay_page("me")),
        "replay, everything": rendering.replay(replay_page("all")),
        "result": rendering.result(result_page(5)),
        "result, teams": rendering.result(result_page(4, GAME.Options(teams=True), rematch=CODE)),
    }


FINDINGS = (Finding(True, "All is right."), Finding(None, "Not checked."), Finding(False, NASTY))


def _fair(**values: Any) -> FairPage:
    plain = {"visitor": VISITOR, "code": CODE, "title": GAME.title, "commitment": "00" * 32, "seed": None}
    return FairPage(**{**plain, "spoken": (Spoken(NASTY, NASTY),), "lobby": True, "findings": (), **values})


@cache
def fragments() -> dict[str, str]:
    """Every live frame, and every answer for #refusal, by a name."""
    turns, told = played(6, 3, 40)
    facts = facts_of(turns, 6)
    slots, dock = own_part(turns, facts, GAME.view(turns, None).turn)
    public = rendering.public(GAME, facts, GAME.view(turns, None))
    why = Reason("PN-4.5", "caution.nope.own")
    return {
        "frame": rendering.frame(public, slots, dock, lines_of(facts, told[-3:], None)),
        "replay frame": rendering.replay_frame(replay_page("all")),
        "lobby frame": rendering.lobby_frame(lobby_page()),
        "gone": rendering.lobby_gone(CODE),
        "result frame": rendering.result_frame(result_page(3)),
        "refusal": rendering.refusal(Refusal(NASTY, "PN-1.1", GAME.slug)),
        "reason": rendering.refusal(
            rendering.reason(GAME, facts, Reason("PN-4.1", "refuse.deed.rival", {"owner": 0, "card": "DEED-1"}))
        ),
        "sure fragment": rendering.sure(_sure()),
        "caution": rendering.sure(rendering.caution(GAME, facts, why, {"question": "17", "card": NASTY})),
    }
