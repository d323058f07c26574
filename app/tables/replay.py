"""A game seen again, moment by moment: what everybody saw of it, and what one seat saw, or all of them.

While a game runs, a player sees the past through the own eyes only, and all others, a device that several share among
them, see what everybody saw. After the game everything is open. What is shown is made from the State of that moment
alone, and the log up to it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from app import rendering
from app.language import gettext
from app.pages import Eyes, LogEntry, ReplayPage, SeatFacts, TableFacts, Visitor
from app.problems import Malformed, NotYours
from app.tables.history import Course, Moment
from app.tables.marks import lettered
from app.tables.scene import Scene, log_entry
from app.tables.store import Entry
from app.wording import wording_of
from games.kernel.contract import decode
from games.kernel.events import Seat, Viewer

TABLE, ALL = "table", "all"
"""Beside the numbers of seats, what `as` may say: what everybody saw, and everything."""


def eyes_of(scene: Scene, seat: Viewer) -> tuple[str, ...]:
    """Through whose eyes the guest on this seat may see the game, the guest's own first."""
    own = scene.viewer_of(seat)
    mine = TABLE if own is None or scene.game.companion else str(own)
    if scene.status != "over" or scene.game.companion:
        return (mine,)
    every = (TABLE, *(str(row.number) for row in scene.seats), ALL)
    return (mine, *(one for one in every if one != mine))


def choose(scene: Scene, seat: Viewer, wanted: str | None) -> str:
    """The eyes that are asked for, or the guest's own. Raises Malformed, NotYours."""
    offered = eyes_of(scene, seat)
    if wanted is None or wanted in offered:
        return wanted or offered[0]
    if wanted in (TABLE, ALL, *(str(row.number) for row in scene.seats)):
        raise NotYours(
            gettext("Until the game is over you see its past through your own eyes alone. Choose no others.")
        )
    raise Malformed(gettext("There is no such seat at this table. Choose one that the replay offers."))


class Past:
    """One moment of a table, through these eyes. `entries`: the end of the log, up to that moment."""

    def __init__(
        self, scene: Scene, course: Course, moment: Moment, entries: Sequence[Entry], offered: Sequence[str], eyes: str
    ) -> None:
        self.scene = scene
        self.course = course
        self.moment = moment
        self.entries = entries
        self.offered = offered
        self.eyes = eyes
        self.viewer: Viewer = int(eyes) if eyes.isdigit() else None

    @cached_property
    def state(self) -> Any:
        """The State after that moment; only Views of it leave this object."""
        return decode(self.scene.game, self.moment.state, self.moment.schema)

    @cached_property
    def facts(self) -> TableFacts:
        """What the house could say then. Who was away then is told by the log alone."""
        game, now = self.scene.game, self.scene.facts
        seats = tuple(replace(seat, away=False) for seat in now.seats)
        seats = seats if game.letters is None else lettered(seats, game.letters(self.state))
        return replace(
            now,
            status="playing" if game.result(self.state) is None else "over",
            version=self.moment.version,
            seats=seats,
            deciders=game.deciders(self.state),
            since=None,
            free=0,
        )

    def page(self, visitor: Visitor) -> ReplayPage:
        """All of it."""
        game, facts, last = self.scene.game, self.facts, self.entries[-1]
        view = game.view(self.state, self.viewer)
        page = ReplayPage(
            visitor=visitor,
            facts=facts,
            seat=self.viewer,
            number=self.moment.number,
            moments=self.course.moments,
            rounds=self.course.rounds,
            eyes=tuple(self._eyes(one) for one in sorted(self.offered, key=_order)),
            public=rendering.public(game, facts, game.view(self.state, None)),
            slots=rendering.slots(game, facts, view, ()),
            hands=tuple((facts.seats[seat], self._hand(seat)) for seat in self._shown()),
            log="",
            told=wording_of(game, facts.seats).text(last.event.seen_by(self.viewer)),
            since=last.number + 1,
            over=self.scene.status == "over",
        )
        return replace(page, log=self._log(page.address))

    def _shown(self) -> Sequence[Seat]:
        if self.eyes == ALL:
            return range(len(self.scene.seats))
        return () if self.viewer is None else (self.viewer,)

    def _hand(self, seat: Seat) -> str:
        game = self.scene.game
        return rendering.own(game, self.facts, seat, game.view(self.state, seat), everything=self.eyes == ALL)

    def _log(self, address: str) -> str:
        shown = [line for entry in self.entries for line in self._read(entry)]
        return rendering.log(self.scene.game, self.facts, shown, self.viewer, moments=address.replace("at=", "line="))

    def _read(self, entry: Entry) -> Iterator[LogEntry]:
        """The event as these eyes read it; with everything open, what each seat read of it besides."""
        yield log_entry(entry, self.viewer)
        if self.eyes == ALL:
            for seat in sorted(entry.event.private):
                yield replace(log_entry(entry, seat), reader=seat)

    def _eyes(self, value: str) -> Eyes:
        chosen = value == self.eyes
        match value:
            case "table":
                return Eyes(value, gettext("A watcher"), chosen=chosen)
            case "all":
                return Eyes(value, gettext("Everything"), chosen=chosen)
            case _:
                who: SeatFacts = self.facts.seats[int(value)]
                return Eyes(value, who.name, who, chosen)


def _order(value: str) -> tuple[int, int]:
    """All, then the seats, then what everybody saw."""
    return {ALL: (0, 0), TABLE: (2, 0)}.get(value) or (1, int(value))
