"""Pages and fragments from records and Views; the only importer of jinja2. Everything here returns HTML as `str`, in
the language that is spoken (`app.language`)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from functools import cache
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from app import language
from app.api.pages import ApiPage
from app.chat.pages import Chat, EarlierPage, Line, RefusedPage, Standing
from app.entries import entries as entries_of
from app.language import gettext, ngettext, pgettext
from app.missing import Line as LogLine
from app.missing import summary
from app.pages import (
    Absent,
    Asked,
    Clocks,
    ContinuePage,
    Curtain,
    FairPage,
    HomePage,
    JoinPage,
    LobbyPage,
    LogEntry,
    MePage,
    ProblemPage,
    Refusal,
    ReplayPage,
    ReportPage,
    ResultPage,
    RulesPage,
    SeatFacts,
    Sure,
    TableFacts,
    TablePage,
    TakeoverLink,
    TakeoverPage,
    Visitor,
)
from app.showing import curia_companion, habemus_papam, papal_curia, pope_or_nope
from app.wording import among, wording_of
from games import GAMES
from games.kernel.choices import Choice
from games.kernel.contract import Game
from games.kernel.events import Reason, Seat, Viewer

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "static"

SHOWING: dict[str, Any] = {
    "habemus-papam": habemus_papam,
    "pope-or-nope": pope_or_nope,
    "papal-curia": papal_curia,
    "curia-companion": curia_companion,
}
"""slug -> the package that makes of a game's Views what its templates show; they stand in templates/games/."""

_ID = re.compile(r' (?:id|for|aria-describedby)="')
_NUMBER = re.compile(r'id="([\w-]+)" data-n="([^"]*)"')
_SLOT = re.compile(r'<div class="slot" id="([\w-]+)" hx-morph-skip></div>')


@cache
def static_url(path: str) -> str:
    """The address of a file under static/, with its content's hash (`?v=`), so that it may be cached for ever."""
    return f"/static/{path}?v={sha256((STATIC / path).read_bytes()).hexdigest()[:12]}"


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(ROOT / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.i18n"],
    )
    environment.install_gettext_callables(gettext, ngettext, newstyle=True, pgettext=pgettext)  # type: ignore[attr-defined]
    environment.filters.update(among=among, spoken=_spoken, about=_about, sentence=_sentence, by_name=_by_name)
    environment.globals.update(static_url=static_url, first_game=next(iter(GAMES)), language=language)
    for name in ("icon", "drawing", "mark", "hidden"):
        environment.globals[name] = getattr(environment.get_template("macros.html").module, name)
    return environment


@cache
def _template(name: str) -> Template:
    return _templates().get_template(name)


def _render(template: str, record: Any, **more: Any) -> str:
    """A template with a record's fields and properties as its variables."""
    given = {field.name: getattr(record, field.name) for field in fields(record)}
    return _template(template).render(**given, **more)


def _spoken(code: str) -> str:
    """A code as one reads it out: "Fumus, Alba, Rota, 27"."""
    return ", ".join(word.capitalize() for word in code.split("-"))


def _about(minutes: tuple[int, int]) -> str:
    """A length of time as one would say it, in steps of five minutes: "30 to 40"."""
    least, most = (max(5, 5 * round(number / 5)) for number in minutes)
    return str(least) if least == most else gettext("{least} to {most}", least=least, most=most)


def _sentence(text: str) -> str:
    """With a capital at the beginning, and all else as it is."""
    return text[:1].upper() + text[1:]


def _by_name(name: str, several: Sequence[Any]) -> Any:
    """One of several, always the same for this name."""
    return several[int(sha256(name.encode()).hexdigest(), 16) % len(several)]


def home(page: HomePage) -> str:
    """Home: open a table, join by code, your tables, listed tables."""
    return _render("home.html", page)


def me(page: MePage) -> str:
    """A guest's own page."""
    return _render("me.html", page)


def continue_as(page: ContinuePage) -> str:
    """What a personal link asks."""
    return _render("me_continue.html", page)


def erased(page: MePage) -> str:
    """That a guest was erased."""
    return _render("me_erased.html", page)


def join(page: JoinPage) -> str:
    """The table's address as a stranger sees it."""
    return _render("join.html", page)


def lobby(page: LobbyPage) -> str:
    """The whole lobby page."""
    return _of_lobby("lobby.html", page)


def lobby_frame(page: LobbyPage) -> str:
    """The lobby as a live frame for this visitor."""
    room, bar = _of_lobby("lobby/room.html", page), _of_lobby("lobby/startbar.html", page)
    return _partial("#lobby", "innerMorph", room) + _partial("#startbar", "innerMorph", bar)


def _of_lobby(template: str, page: LobbyPage) -> str:
    return _render(template, page, unready=page.unready, waited_for=page.waited_for)


def lobby_gone(code: str, wait: int = 0) -> str:
    """The live frame for a page whose table has moved on: started, over, or closed to this guest. The page loads the
    table's address again, after so many milliseconds."""
    return _partial("#connection", "innerHTML", _template("gone.html").render(code=code, wait=wait))


def rules(page: RulesPage) -> str:
    """A game's rules page."""
    return _render("rules.html", page)


def api(page: ApiPage) -> str:
    """The page about the API."""
    return _render("api.html", page)


def problem(page: ProblemPage) -> str:
    """A whole page that says what went wrong."""
    return _render("problem.html", page)


def fair(page: FairPage) -> str:
    """The page that explains the fair dice of a table, and checks them after the game."""
    return _render("fair.html", page)


def report(page: ReportPage) -> str:
    """The page on which a player reports a problem of a table."""
    return _render("report.html", page)


def refusal(refused: Refusal) -> str:
    """The fragment for #refusal."""
    return _render("refusal.html", refused)


def sure(question: Sure) -> str:
    """The fragment for #refusal that asks before it is done."""
    return _render("sure.html", question)


def sure_page(visitor: Visitor, question: Sure) -> str:
    """The same question as a whole page, for browsers without JavaScript."""
    return _template("sure_page.html").render(visitor=visitor, question=question)


def reason(game: Game, facts: TableFacts, why: Reason) -> Refusal:
    """A game's Reason in words, with its clause."""
    return Refusal(wording_of(game, facts.seats).html(why), why.clause, game.slug)


def caution(game: Game, facts: TableFacts, why: Reason, fields: Mapping[str, str]) -> Sure:
    """A cautioned move as a question. `fields`: the form as it was sent (question, key, move, card ...), not `sure`."""
    return Sure(
        title=gettext("Are you sure?"),
        sentence=wording_of(game, facts.seats).html(why),
        action=f"{facts.address}/moves",
        back=facts.address,
        fields=tuple(fields.items()),
        clause=why.clause,
        slug=game.slug,
    )


def public(game: Game, facts: TableFacts, view: Any) -> str:
    """The #public element, from the spectator's view: the same bytes for everybody who speaks the language. It holds
    empty slots."""
    shown = SHOWING[game.slug].court(view, facts, wording_of(game, facts.seats))
    return _template(f"games/{game.slug}/public.html").render(facts=facts, court=shown)


def numbers(public: str) -> Mapping[str, str]:
    """What may change on the board: the id of each number in #public -> the number."""
    return {name: unescape(number) for name, number in _NUMBER.findall(public)}


def slots(
    game: Game, facts: TableFacts, view: Any, choices: Sequence[Choice], question: Asked | None = None
) -> dict[str, str]:
    """The seat's own part inside #public: slot id -> inner HTML, for every slot there is; a spectator's are empty."""
    wording = wording_of(game, facts.seats)
    shown = SHOWING[game.slug].slots(game, facts, view, choices, question, wording)
    template = f"games/{game.slug}/slot.html"
    return {name: _template(template).render(slot=slot).strip() for name, slot in shown.items()}


def dock(
    game: Game, facts: TableFacts, seat: Viewer, view: Any, choices: Sequence[Choice], question: Asked | None
) -> str:
    """The inner HTML of #dock: prompt, own piles, hand. For a spectator `seat` and `view.mine` are None."""
    shown = SHOWING[game.slug].dock(game, facts, seat, view, choices, question, wording_of(game, facts.seats))
    return _template(f"games/{game.slug}/dock.html").render(facts=facts, seat=seat, dock=shown)


def curtain(facts: TableFacts, shown: Curtain) -> str:
    """The inner HTML of #dock on a device that several share, as long as no hand shows."""
    return _template("curtain.html").render(facts=facts, curtain=shown, seat=shown.mine).strip()


def foresee(game: Game, facts: TableFacts, view: Any, move: Any) -> str:
    """What a drafted move would surely do, from the seat's View alone."""
    shown = SHOWING[game.slug].foresee(view, game.preview(view, move))
    template = _templates().select_template([f"games/{game.slug}/foresee.html", "foresee.html"])
    return template.render(foreseen=shown, facts=facts).strip()


def barred(game: Game, facts: TableFacts, why: Reason) -> str:
    """Why a drafted move can't be made now."""
    return _template("barred.html").render(why=reason(game, facts, why)).strip()


def own(game: Game, facts: TableFacts, seat: Seat, view: Any, everything: bool) -> str:
    """What lies before a seat in a replay, with nothing to press. `everything`: it stands beside those of others, so
    its ids are made its own."""
    if game.companion:
        return ""
    shown = SHOWING[game.slug].dock(game, facts, seat, view, (), None, wording_of(game, facts.seats))
    html = _template(f"games/{game.slug}/own.html").render(facts=facts, seat=seat, dock=shown, everything=everything)
    return _ID.sub(rf"\g<0>s{seat}-", html) if everything else html


def log(
    game: Game, facts: TableFacts, entries: Sequence[LogEntry], viewer: Viewer, seen: int = 0, moments: str = ""
) -> str:
    """The entries as `<li>` elements. `seen`: before what follows the first so many lines stands what is new.
    `moments`: what the address of a line's moment begins with; without it lines lead nowhere."""
    wording = replace(wording_of(game, facts.seats), entries=entries_of(game.slug), places=_places(facts, viewer))
    lines = [
        LogLine(_teller(facts, entry, viewer), entry, wording.html(entry.fact), game.clause(entry.fact.key))
        for entry in entries
    ]
    return _template("log.html").render(
        slug=game.slug, lines=lines, viewer=viewer, new=summary(lines, seen), moments=moments
    )


def _places(facts: TableFacts, viewer: Viewer) -> frozenset[Seat]:
    """The seats of others that have a place on the page, while there is a board."""
    board = facts.status == "playing" and not facts.companion
    return frozenset(seat for seat in range(len(facts.seats)) if board and seat != viewer)


def _teller(facts: TableFacts, entry: LogEntry, viewer: Viewer) -> Any:
    """The seat whose mark a line bears: who did it; a private line's reader; nobody."""
    who = entry.fact.arguments.get("who") if entry.reader is None else entry.reader
    seat = viewer if who is None and entry.fact.key.endswith(".mine") else who
    return facts.seats[seat] if isinstance(seat, Seat) else None


def absent(facts: TableFacts, seat: Seat, gone: Sequence[Absent]) -> str:
    """The inner HTML of #absent: who has gone, for the player of this seat."""
    return _template("absences.html").render(facts=facts, absent=gone, host=facts.host == seat).strip()


def takeover_link(shown: TakeoverLink, whole: bool) -> str:
    """A link for a newcomer: the fragment for #refusal, or a whole page for browsers without JavaScript."""
    return _render("takeover_link_page.html" if whole else "takeover_link.html", shown)


def takeover(page: TakeoverPage) -> str:
    """What such a link asks."""
    return _render("takeover.html", page)


def take_back(facts: TableFacts) -> str:
    """The inner HTML of #takeback, for who may take a move back."""
    return _template("takeback.html").render(facts=facts).strip()


def clocks(shown: Clocks | None) -> str | None:
    """The inner HTML of #clocks, where there are any."""
    return None if shown is None else _render("clocks.html", shown).strip()


def frame(
    public: str,
    slots: Mapping[str, str],
    dock: str,
    log: str,
    absent: str = "",
    back: str = "",
    clocks: str | None = None,
) -> str:
    """A live frame of a running table: `<hx-partial>` elements."""
    own = "".join(_partial(f"#{name}", "innerMorph", html) for name, html in slots.items())
    lines = _partial("#log", "beforeend", log) if log else ""
    beside = _partial("#absent", "innerMorph", absent) + _partial("#takeback", "innerMorph", back)
    strip = "" if clocks is None else _partial("#clocks", "innerMorph", clocks)
    around = beside + strip + lines
    return _partial("#public", "outerMorph", public) + own + _partial("#dock", "innerMorph", dock) + around


def _partial(target: str, swap: str, html: str) -> str:
    return f'<hx-partial hx-target="{target}" hx-swap="{swap}">{html}</hx-partial>'


def table(page: TablePage) -> str:
    """The whole page of a running table."""
    mine = None if page.seat is None else page.facts.seats[page.seat]
    parts = (_filled(page.public, page.slots), page.dock, page.absent, page.back, page.log)
    public, dock, absent, back, log = (Markup(html) for html in parts)  # noqa: S704  rendered above
    clocks = None if page.clocks is None else Markup(page.clocks)  # noqa: S704  rendered above
    whole = replace(page, public=public, dock=dock, absent=absent, back=back, log=log, clocks=clocks)
    return _render(f"games/{page.facts.slug}/table.html", whole, mine=mine, layout="table.html")


def _filled(public: str, slots: Mapping[str, str]) -> str:
    """The public part with a seat's own in its slots."""
    return _SLOT.sub(lambda slot: slot[0].replace("></div>", f">{slots[slot[1]]}</div>"), public)


def replay(page: ReplayPage) -> str:
    """The whole page of a moment that is seen again."""
    public, log = Markup(_filled(page.public, page.slots)), Markup(page.log)  # noqa: S704  rendered above
    whole = replace(page, public=public, log=log)
    given = {"dock": Markup(_replay_dock(page)), "layout": "replay.html", "mine": None}  # noqa: S704  rendered here
    return _render(f"games/{page.facts.slug}/table.html", whole, **given)


def replay_frame(page: ReplayPage) -> str:
    """Another moment for a replay that is open, through the same eyes."""
    own = "".join(_partial(f"#{name}", "innerMorph", html) for name, html in page.slots.items())
    public, dock = _partial("#public", "outerMorph", page.public), _partial("#dock", "innerMorph", _replay_dock(page))
    return public + own + dock + _partial("#log", "innerMorph", page.log)


def _replay_dock(page: ReplayPage) -> str:
    hands = [(who, Markup(html)) for who, html in page.hands]  # noqa: S704  rendered above
    return _template("replay/dock.html").render(page=page, facts=page.facts, hands=hands).strip()


def result(page: ResultPage) -> str:
    """The whole page of a finished table: every point, and the rematch."""
    wording = wording_of(page.game, page.facts.seats)
    shown = SHOWING[page.game.slug].court(page.view, page.facts, wording)
    whole = replace(page, log=Markup(page.log))  # noqa: S704  rendered above
    return _render(f"games/{page.facts.slug}/result.html", whole, wording=wording, court=shown)


def result_frame(page: ResultPage) -> str:
    """What may change on a result page, as a live frame: whether a rematch was opened."""
    return _partial("#again", "innerMorph", _render("again.html", page))


def chat_lines(lines: Sequence[Line], host: bool) -> str:
    """More lines of the chat, as part of a live frame. `host`: the guest may remove them."""
    return _partial("#chat", "beforeend", _template("chat/lines.html").render(lines=lines, host=host))


def chat_struck(lines: Sequence[Line]) -> str:
    """Lines that were removed, each in the place where it stands on the page, as part of a live frame."""
    html = _template("chat/lines.html")
    return "".join(_partial(f"#m-{line.token}", "outerHTML", html.render(lines=[line], host=False)) for line in lines)


def chat_list(chat: Chat) -> str:
    """All lines anew, as part of a live frame."""
    return _partial("#chat-list", "innerMorph", _template("chat/list.html").render(chat=chat))


def chat_standing(address: str, standing: Standing) -> str:
    """What stands around the lines, as part of a live frame. `address`: the table's."""
    given = {"address": address, "standing": standing}
    parts = ("unread", "to", "muted", "barred")
    return "".join(
        _partial(f"#chat-{part}", "innerMorph", _template(f"chat/{part}.html").render(given)) for part in parts
    )


def chat_sent(key: str) -> str:
    """The answer to words that were sent: the form gets another key."""
    return _partial("#chat-said", "innerHTML", "") + _chat_key(key)


def chat_refused(sentence: str, key: str) -> str:
    """The answer to words under a spent key."""
    return refusal(Refusal(sentence)) + _chat_key(key)


def _chat_key(key: str) -> str:
    return _partial("#chat-key", "innerHTML", str(_template("macros.html").module.hidden([("key", key)])))  # type: ignore[attr-defined]


def chat_earlier(page: EarlierPage) -> str:
    """Lines further back, as a page."""
    return _render("chat/earlier.html", page)


def chat_refused_page(page: RefusedPage) -> str:
    """Why words were not sent, as a page that holds them."""
    return _render("chat/refused.html", page)


def nudged(by: SeatFacts) -> str:
    """That somebody nudges, as part of a live frame."""
    return _partial("#nudged", "innerHTML", _template("chat/nudged.html").render(by=by))


def told(sentence: str) -> str:
    """The fragment for #refusal that only tells what was done."""
    return _template("chat/told.html").render(sentence=sentence)
