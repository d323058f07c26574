"""A table as a whole page, and as the live frames that keep the page up to date."""

import re
from collections.abc import Mapping
from dataclasses import replace

from markupsafe import Markup

from app.pages import (
    ReplayPage,
    ResultPage,
    TablePage,
)
from app.rendering.board import SHOWING
from app.rendering.templating import partial, render, template
from app.wording import wording_of

_SLOT = re.compile(r'<div class="slot" id="([\w-]+)" hx-morph-skip></div>')


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
    own = "".join(partial(f"#{name}", "innerMorph", html) for name, html in slots.items())
    lines = partial("#log", "beforeend", log) if log else ""
    beside = partial("#absent", "innerMorph", absent) + partial("#takeback", "innerMorph", back)
    strip = "" if clocks is None else partial("#clocks", "innerMorph", clocks)
    around = beside + strip + lines
    return partial("#public", "outerMorph", public) + own + partial("#dock", "innerMorph", dock) + around


def table(page: TablePage) -> str:
    """The whole page of a running table."""
    mine = None if page.seat is None else page.facts.seats[page.seat]
    parts = (_filled(page.public, page.slots), page.dock, page.absent, page.back, page.log)
    public, dock, absent, back, log = (Markup(html) for html in parts)  # noqa: S704  rendered above
    clocks = None if page.clocks is None else Markup(page.clocks)  # noqa: S704  rendered above
    whole = replace(page, public=public, dock=dock, absent=absent, back=back, log=log, clocks=clocks)
    return render(f"games/{page.facts.slug}/table.html", whole, mine=mine, layout="table.html")


def _filled(public: str, slots: Mapping[str, str]) -> str:
    """The public part with a seat's own in its slots."""
    return _SLOT.sub(lambda slot: slot[0].replace("></div>", f">{slots[slot[1]]}</div>"), public)


def replay(page: ReplayPage) -> str:
    """The whole page of a moment that is seen again."""
    public, log = Markup(_filled(page.public, page.slots)), Markup(page.log)  # noqa: S704  rendered above
    whole = replace(page, public=public, log=log)
    given = {"dock": Markup(_replay_dock(page)), "layout": "replay.html", "mine": None}  # noqa: S704  rendered here
    return render(f"games/{page.facts.slug}/table.html", whole, **given)


def replay_frame(page: ReplayPage) -> str:
    """Another moment for a replay that is open, through the same eyes."""
    own = "".join(partial(f"#{name}", "innerMorph", html) for name, html in page.slots.items())
    public, dock = partial("#public", "outerMorph", page.public), partial("#dock", "innerMorph", _replay_dock(page))
    return public + own + dock + partial("#log", "innerMorph", page.log)


def _replay_dock(page: ReplayPage) -> str:
    hands = [(who, Markup(html)) for who, html in page.hands]  # noqa: S704  rendered above
    return template("replay/dock.html").render(page=page, facts=page.facts, hands=hands).strip()


def result(page: ResultPage) -> str:
    """The whole page of a finished table: every point, and the rematch."""
    wording = wording_of(page.game, page.facts.seats)
    shown = SHOWING[page.game.slug].court(page.view, page.facts, wording)
    whole = replace(page, log=Markup(page.log))  # noqa: S704  rendered above
    return render(f"games/{page.facts.slug}/result.html", whole, wording=wording, court=shown)


def result_frame(page: ResultPage) -> str:
    """What may change on a result page, as a live frame: whether a rematch was opened."""
    return partial("#again", "innerMorph", render("again.html", page))
