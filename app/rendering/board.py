"""The parts of a running game: what everybody sees, what a seat sees, the log."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import unescape
from typing import Any

from app.entries import entries as entries_of
from app.language import gettext
from app.missing import Line as LogLine
from app.missing import summary
from app.pages import (
    Asked,
    Clocks,
    Curtain,
    LogEntry,
    Refusal,
    Sure,
    TableFacts,
)
from app.rendering.templating import render, template
from app.showing import curia_companion, habemus_papam, papal_curia, pope_or_nope
from app.wording import wording_of
from games.kernel.choices import Choice
from games.kernel.contract import Game
from games.kernel.events import Reason, Seat, Viewer

SHOWING: dict[str, Any] = {
    "habemus-papam": habemus_papam,
    "pope-or-nope": pope_or_nope,
    "papal-curia": papal_curia,
    "curia-companion": curia_companion,
}
"""slug -> the package that makes of a game's Views what its templates show; they stand in templates/games/."""
_ID = re.compile(r' (?:id|for|aria-describedby)="')
_NUMBER = re.compile(r'id="([\w-]+)" data-n="([^"]*)"')


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
        yes=gettext("Do it"),
        no=gettext("Don’t do it"),
        fields=tuple(fields.items()),
        clause=why.clause,
        slug=game.slug,
    )


def public(game: Game, facts: TableFacts, view: Any) -> str:
    """The #public element, from the spectator's view: the same bytes for everybody who speaks the language. It holds
    empty slots."""
    shown = SHOWING[game.slug].court(view, facts, wording_of(game, facts.seats))
    return template(f"games/{game.slug}/public.html").render(facts=facts, court=shown)


def numbers(public: str) -> Mapping[str, str]:
    """What may change on the board: the id of each number in #public -> the number."""
    return {name: unescape(number) for name, number in _NUMBER.findall(public)}


def slots(
    game: Game, facts: TableFacts, view: Any, choices: Sequence[Choice], question: Asked | None = None
) -> dict[str, str]:
    """The seat's own part inside #public: slot id -> inner HTML, for every slot there is; a spectator's are empty."""
    wording = wording_of(game, facts.seats)
    shown = SHOWING[game.slug].slots(game, facts, view, choices, question, wording)
    alike = f"games/{game.slug}/slot.html"  # the companion has none
    return {name: template(alike).render(slot=slot).strip() for name, slot in shown.items()}


def dock(
    game: Game, facts: TableFacts, seat: Viewer, view: Any, choices: Sequence[Choice], question: Asked | None
) -> str:
    """The inner HTML of #dock: prompt, own piles, hand. For a spectator `seat` and `view.mine` are None."""
    shown = SHOWING[game.slug].dock(game, facts, seat, view, choices, question, wording_of(game, facts.seats))
    return template(f"games/{game.slug}/dock.html").render(facts=facts, seat=seat, dock=shown)


def curtain(facts: TableFacts, shown: Curtain) -> str:
    """The inner HTML of #dock on a device that several share, as long as no hand shows."""
    return template("curtain.html").render(facts=facts, curtain=shown, seat=shown.mine).strip()


def foresee(game: Game, facts: TableFacts, view: Any, move: Any) -> str:
    """What a drafted move would surely do, from the seat's View alone."""
    shown = SHOWING[game.slug].foresee(view, game.preview(view, move))
    return template(f"games/{game.slug}/foresee.html", "foresee.html").render(foreseen=shown, facts=facts).strip()


def barred(game: Game, facts: TableFacts, why: Reason) -> str:
    """Why a drafted move can't be made now."""
    return template("barred.html").render(why=reason(game, facts, why)).strip()


def own(game: Game, facts: TableFacts, seat: Seat, view: Any, everything: bool) -> str:
    """What lies before a seat in a replay, with nothing to press. `everything`: it stands beside those of others, so
    its ids are made its own."""
    if game.companion:
        return ""
    shown = SHOWING[game.slug].dock(game, facts, seat, view, (), None, wording_of(game, facts.seats))
    html = template(f"games/{game.slug}/own.html").render(facts=facts, seat=seat, dock=shown, everything=everything)
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
    return template("log.html").render(
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


def take_back(facts: TableFacts) -> str:
    """The inner HTML of #takeback, for who may take a move back."""
    return template("takeback.html").render(facts=facts).strip()


def clocks(shown: Clocks | None) -> str | None:
    """The inner HTML of #clocks, where there are any."""
    return None if shown is None else render("clocks.html", shown).strip()
