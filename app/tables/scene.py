"""A table as it stands: loaded once for all who watch it, with what was rendered of it kept for the next to ask.

What everybody sees is rendered from the spectator's view, once; a seat's own part from that seat's view, for each seat
once. All of that is kept by language: who speaks another gets another rendering."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import Any, TypeVar, cast
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from app import language, rendering
from app.chat.pages import Chat
from app.house import House
from app.pages import (
    NOTHING_MISSED,
    Absent,
    Asked,
    Clocks,
    Curtain,
    LogEntry,
    Missed,
    ResultPage,
    SeatFacts,
    TableFacts,
    TablePage,
    Visitor,
)
from app.presence.store import away
from app.tables import clock_shown, clock_store, levels, questions, sharing, store
from app.tables.absence import needed, votes_at
from app.tables.clock_shown import Standing
from app.tables.clock_store import HouseTime
from app.tables.hand import Hand
from app.tables.marks import lettered, seat_facts
from app.tables.service import is_open
from app.tables.store import Entry, SeatRow, TableRow
from app.wording import in_words
from games import GAMES
from games.kernel.contract import decode
from games.kernel.dice import commitment
from games.kernel.events import Seat, Viewer

T = TypeVar("T")

TAIL = 8
"""How many of the last actions are loaded with a scene; who missed more has them read anew."""


class Scene:
    """One table at one `seq`."""

    def __init__(
        self,
        table: TableRow,
        seats: Sequence[SeatRow],
        tail: list[Entry],
        gone: Mapping[UUID, datetime],
        votes: Mapping[Seat, frozenset[UUID]],
        time: HouseTime | None = None,
    ) -> None:
        self.table = table
        self.seats = seats
        self.tail = tail
        self.gone = gone
        self.votes = votes
        self.time = time
        self.seq: int = table.seq
        self.log_length: int = table.log_length
        self._kept: dict[tuple[str, str, Viewer], object] = {}

    @property
    def status(self) -> str:
        """lobby, playing, over or ended."""
        return str(self.table.status)

    def seat_of(self, player_id: UUID | None) -> Viewer:
        """The guest's seat, or None."""
        mine = (row.number for row in self.seats if player_id is not None and row.player_id == player_id)
        return next(mine, None)

    def is_shared(self, player_id: UUID | None) -> bool:
        """Whether others play on this guest's device."""
        return sharing.is_shared(self.seats, player_id)

    def shows(self, hand: Hand, player_id: UUID | None) -> bool:
        """Whether the curtain before this guest's hand is up still."""
        return self.seat_of(player_id) == hand.seat and bool(self.seats[hand.seat].lowered == hand.times)

    @cached_property
    def game(self) -> Any:
        """The game of this table."""
        return GAMES[self.table.game]

    @cached_property
    def state(self) -> Any:
        """The game's State; only Views of it leave this object."""
        return decode(self.game, self.table.state, self.table.schema)

    @cached_property
    def open(self) -> questions.Questions:
        """Who is asked what."""
        return questions.read(self.table.questions)

    def _once(self, what: str, make: Callable[[], T], seat: Viewer = None) -> T:
        """What `make` makes, for each language and seat once."""
        key = (language.spoken(), what, seat)
        if key not in self._kept:
            self._kept[key] = make()
        return cast(T, self._kept[key])

    @property
    def facts(self) -> TableFacts:
        """What the house knows of the table, alike for everybody who speaks the language."""
        return self._once("facts", self._facts)

    def _facts(self) -> TableFacts:
        table = self.table
        return TableFacts(
            code=table.code,
            slug=table.game,
            title=self.game.title,
            status=table.status,
            version=table.version,
            seats=self._marked(),
            deciders=tuple(sorted(self.open.asked)),
            since=self.open.waiting_since(),
            options=_unprinted(self.game, table.options),
            host=self.seat_of(table.host_id),
            companion=self.game.companion,
            free=table.chairs - len(self.seats) if is_open(table) else 0,
        )

    def facts_for(self, seat: Viewer) -> TableFacts:
        """The same for the page of one seat, which on a shared device has an address of its own."""
        hand = None if seat is None or self.status != "playing" else sharing.hand_at(self.seats, seat)
        return self.facts if hand is None else replace(self.facts, hand=hand.path)

    def _marked(self) -> tuple[SeatFacts, ...]:
        seats = seat_facts(self.seats, self.gone)
        if self.game.letters is None or self.table.state is None:  # in the lobby nothing is dealt yet
            return seats
        return lettered(seats, self.game.letters(self.state))

    @property
    def public(self) -> str:
        """The part that everybody gets who speaks the language, from the spectator's view."""
        return self._once("public", lambda: rendering.public(self.game, self.facts, self.game.view(self.state, None)))

    def own(self, seat: Viewer) -> tuple[dict[str, str], str]:
        """The viewer's own part: what fills the slots, and the dock."""
        return self._once("own", lambda: self._render_own(seat), seat)

    def _render_own(self, seat: Viewer) -> tuple[dict[str, str], str]:
        view = self.game.view(self.state, seat)
        choices = () if seat is None else self.game.choices(self.state, seat)
        asked = self._asked(seat)
        slots = rendering.slots(self.game, self.facts, view, choices, asked)
        return slots, rendering.dock(self.game, self.facts_for(seat), seat, view, choices, asked)

    def curtain(self, player_id: UUID | None) -> str:
        """What stands in the dock's place on a shared device, as long as no hand shows."""
        numbers = [row.number for row in sharing.held(self.seats, player_id)]
        asked = self.facts.deciders
        shown = Curtain(
            mine=self.seat_of(player_id),
            here=tuple(self.facts.seats[number] for number in numbers),
            asked=tuple(self.facts.seats[number] for number in asked if number in numbers),
            others=tuple(self.facts.names[number] for number in asked if number not in numbers),
        )
        return rendering.curtain(self.facts, shown)

    def back(self, seat: Viewer) -> str:
        """The offer to take the own last move back; for everybody else nothing."""
        offered = seat is not None and self.open.back == seat and not self.facts.seats[seat].away
        return rendering.take_back(self.facts_for(seat)) if offered else ""

    @property
    def standings(self) -> tuple[Standing, ...]:
        """How the clocks stand, alike for everybody."""
        if self.time is None or self.status != "playing":
            return ()
        return clock_shown.standings(self.table, self.facts.seats, self.time)

    @property
    def now(self) -> datetime | None:
        """The moment of the house at which the clocks stood so; None where there are none."""
        return None if self.time is None else self.time.now + self.time.lost

    def clocks(self, seat: Viewer) -> Clocks | None:
        """The clocks as this viewer sees them; None where there are none."""
        if self.time is None or self.status != "playing":
            return None
        host = seat is not None and self.seats[seat].player_id == self.table.host_id
        return clock_shown.clocks(self.table, self.facts.seats, seat, host, self.time)

    def clock_strip(self, seat: Viewer) -> str | None:
        """The clocks on this viewer's page."""
        return self._once("clocks", lambda: rendering.clocks(self.clocks(seat)), seat)

    def absent(self, seat: Viewer) -> str:
        """Who has gone, and what somebody who plays may do about it; for others nothing."""
        gone = [who for who in self.facts.seats if who.gone]
        if seat is None or not gone or self.facts.companion or self.facts.seats[seat].away:
            return ""
        return rendering.absent(self.facts_for(seat), seat, [self._absent(who, seat) for who in gone])

    def _absent(self, who: SeatFacts, seat: Seat) -> Absent:
        if who.away:
            return Absent(who, True)
        voters = {row.player_id for row in self.seats if row.bot is None} - self.gone.keys()
        votes = self.votes.get(who.seat, frozenset()) & voters
        voted = self.seats[seat].player_id in votes
        return Absent(who, False, len(votes), needed(len(voters)), voted, levels.options(self.game))

    def _asked(self, seat: Viewer) -> Asked | None:
        if seat is None:
            return None
        asked = self.open.asked.get(seat)
        key = self.open.key(seat)
        return Asked(0, key) if asked is None else Asked(asked.id, key, asked.words)

    def log_since(self, since: int, viewer: Viewer, seen: int = 0) -> str | None:
        """The log's lines from number `since` on, for this viewer, who has `seen` so many; None if the tail doesn't
        reach so far."""
        if since >= self.log_length:
            return ""
        if not self.tail or self.tail[0].number > since:
            return None
        return self.log_lines([entry for entry in self.tail if entry.number >= since], viewer, seen)

    def log_lines(self, entries: list[Entry], viewer: Viewer, seen: int = 0) -> str:
        """These events as lines; once the game is over, each leads to its moment in the replay."""
        shown = [log_entry(entry, viewer) for entry in entries]
        moments = f"/t/{self.table.code}/replay?line=" if self.status == "over" else ""
        return rendering.log(self.game, self.facts, shown, viewer, seen, moments)

    def page(
        self, visitor: Visitor, seat: Viewer, log: str, chat: Chat | None = None, new: Missed = NOTHING_MISSED
    ) -> str:
        """The whole page of the running table; without a chat, if none is given. `new`: what the visitor has missed."""
        return rendering.table(self._page(visitor, seat, log, chat, new))

    def curtain_page(self, visitor: Visitor, player_id: UUID, log: str, chat: Chat | None) -> str:
        """The page of a shared device as long as no hand shows: what everybody sees, and nothing else."""
        page = self._page(visitor, None, log, chat)
        return rendering.table(replace(page, dock=self.curtain(player_id), curtain=True))

    def _page(
        self, visitor: Visitor, seat: Viewer, log: str, chat: Chat | None, new: Missed = NOTHING_MISSED
    ) -> TablePage:
        slots, dock = self.own(seat)
        return TablePage(
            visitor=visitor,
            facts=self.facts_for(seat),
            seat=seat,
            public=self.public,
            slots=slots,
            dock=dock,
            log=log,
            since=self.log_length,
            chat=chat,
            absent=self.absent(seat),
            back=self.back(seat),
            clocks=self.clock_strip(seat),
            now=self.now,
            unseen=self.log_length - new.seen if new.seen else 0,
            was=msgspec.json.encode(new.board).decode(),
        )

    def viewer_of(self, seat: Viewer) -> Viewer:
        """Who looks at what is shown to this seat without a curtain: on a shared device anybody."""
        return None if seat is None or sharing.hand_at(self.seats, seat) is not None else seat

    def result_page(self, visitor: Visitor, seat: Viewer, log: str, chat: Chat | None = None) -> ResultPage:
        """What the result page is given; without a chat, if none is given. On a shared device nobody's view is shown
        before another's."""
        return ResultPage(
            visitor=visitor,
            game=self.game,
            facts=self.facts,
            seat=seat,
            view=self.game.view(self.state, self.viewer_of(seat)),
            result=self.game.result(self.state),
            log=log,
            since=self.log_length,
            rematch=self.table.rematch,
            seed=self.table.seed.hex(),
            commitment=commitment(self.table.seed),
            chat=chat,
        )


def log_entry(entry: Entry, viewer: Viewer) -> LogEntry:
    """An event as this viewer reads it."""
    fact = entry.event.seen_by(viewer)
    return LogEntry(entry.number + 1, fact, fact != entry.event.public)


def _unprinted(game: Any, options: Any) -> tuple[str, ...]:
    """The house rules that are not played as printed, in words."""
    played = msgspec.convert(options, game.Options)
    return tuple(
        f"{in_words(game, rule.title)}: {in_words(game, setting.words)}"
        for rule in game.house_rules
        for setting in rule.settings[1:]
        if setting.value == getattr(played, rule.name) and type(setting.value) is type(getattr(played, rule.name))
    )


async def load(house: House, table_id: int) -> Scene | None:
    """The table as it was last committed; None if there is none."""
    async with house.reading.connect() as connection:
        table = await store.find_by_id(connection, table_id)
        return None if table is None else await compose(connection, table)


async def compose(connection: AsyncConnection, table: TableRow) -> Scene:
    """The scene of this row, with the newest lines of the log."""
    tail = await store.latest_events(connection, table.id, TAIL) if table.log_length else []
    then = [entry for entry in tail if entry.number < table.log_length]  # the row may be older by a move
    gone = await away(connection, table.id)
    votes = await votes_at(connection, table.id, gone)
    time = None if table.clock is None else await clock_store.time_of(connection)
    return Scene(table, await store.seats_of(connection, table.id), then, gone, votes, time)


async def without_log(connection: AsyncConnection, table: TableRow) -> Scene:
    """The scene of this row for who needs no log: a move on its way in."""
    return Scene(table, await store.seats_of(connection, table.id), [], {}, {})


async def log_for(house: House, scene: Scene, since: int, viewer: Viewer, seen: int = 0) -> str:
    """The log's lines from `since` on, read anew if the scene's tail doesn't reach so far. `seen`: as in Missed."""
    lines = scene.log_since(since, viewer, seen)
    if lines is not None:
        return lines
    async with house.reading.connect() as connection:
        entries = await store.events_since(connection, scene.table.id, since)
    return scene.log_lines([entry for entry in entries if entry.number < scene.log_length], viewer, seen)
