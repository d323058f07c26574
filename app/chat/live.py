"""The chat on live pages: what each page has got, and what it gets next, in the same frames as the table.

A notice marks the pages that it concerns, and wakes their writers; each page then reads for itself what its guest may
see. So nobody else's socket stirs for private words, and a notice that is late, doubled or lost does no harm.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from app import rendering
from app.chat import notices, show, store
from app.chat.notices import Notice
from app.chat.pages import Standing
from app.chat.store import Reader
from app.house import House
from app.tables.hand import Hand
from app.tables.scene import Scene

KEPT = 200
"""Lines that a page keeps; so far back it is told what was removed."""


class Feed:
    """One page's chat. `seen`: the token of the last line that the page had when it came. `mark`: that of the standing
    for which its lines were made, None if it doesn't say. `hand`: the one that the page shows. `wake` has the news
    sent."""

    def __init__(
        self, house: House, reader: Reader, seen: str, mark: str | None = None, hand: Hand | None = None
    ) -> None:
        self.reader = reader
        self._hand = hand
        self.wake: Callable[[], None] | None = None
        self._house = house
        self._seen = seen
        self._mark = mark
        self._after = 0
        self._struck: set[UUID] = set()
        self._shown: Standing | None = None
        self._own = show.Around()
        self._noted = {"came"}
        self._nudged_by: int | None = None

    def note(self, kind: str, by: int | None = None) -> None:
        """Something of this kind has happened: the page looks at its next turn, which is now."""
        self._noted.add(kind)
        if by is not None:
            self._nudged_by = by
        if self.wake is not None:
            self.wake()

    async def news(self, scene: Scene) -> str:
        """What the page lacks, as partials; "" if nothing."""
        self.reader = show.reader_at(scene, self.reader.player_id, self._hand)
        noted, self._noted = self._noted, set()
        back = bool(noted & {"came", "removed"})
        if noted - {"nudged"} or self._stands_otherwise(scene):
            async with self._house.reading.connect() as connection:
                if "came" in noted:
                    self._after = await show.number_of(connection, self.reader, self._seen)
                self._own = await show.around(connection, self.reader)
                lines = await self._lines(connection, scene, back)
        else:
            lines = ""
        return lines + self._standing(scene) + self._nudge(scene, noted)

    async def _lines(self, connection: AsyncConnection, scene: Scene, back: bool) -> str:
        if self._stands_otherwise(scene):
            return await self._anew(connection, scene)
        struck = await self._removed(connection, scene) if back else ""
        return struck + await self._said(connection, scene, self._stands(scene).host)

    async def _said(self, connection: AsyncConnection, scene: Scene, host: bool) -> str:
        """Lines after the last one; all of them anew, if the page has missed too many."""
        rows = await store.latest(connection, self.reader, show.SHOWN + 1, after=self._after)
        if len(rows) > show.SHOWN:
            return await self._anew(connection, scene)
        if not rows:
            return ""
        self._after = rows[-1].id
        self._struck |= {row.token for row in rows if row.words is None}
        return rendering.chat_lines(show.lines(scene, self.reader.player_id, rows), host)

    async def _removed(self, connection: AsyncConnection, scene: Scene) -> str:
        """Lines of the page whose words are gone."""
        rows = await store.removed(connection, self.reader, KEPT, self._after)
        fresh = [row for row in rows if row.token not in self._struck]
        self._struck |= {row.token for row in fresh}
        return rendering.chat_struck(show.lines(scene, self.reader.player_id, fresh))

    async def _anew(self, connection: AsyncConnection, scene: Scene) -> str:
        """The whole list, as the guest stands now."""
        rows = await store.latest(connection, self.reader, show.SHOWN + 1)
        self._after = max(self._after, rows[-1].id if rows else 0)
        return rendering.chat_list(show.composed(scene, self.reader, rows, self._stands(scene)))

    def _stands(self, scene: Scene) -> Standing:
        return show.standing(self._house, scene, self.reader, self._own)

    def _stands_otherwise(self, scene: Scene) -> bool:
        """Whether other lines are heard than the page shows, or may be removed."""
        return self._mark not in (None, self._stands(scene).mark)

    def _standing(self, scene: Scene) -> str:
        """What stands around the lines, if it has changed."""
        standing = self._stands(scene)
        if standing == self._shown:
            return ""
        self._shown, self._mark = standing, standing.mark
        return rendering.chat_standing(show.address(scene, self.reader), standing)

    def _nudge(self, scene: Scene, noted: set[str]) -> str:
        seats = scene.facts.seats
        if "nudged" not in noted or self._nudged_by is None or self._nudged_by >= len(seats):
            return ""
        return rendering.nudged(seats[self._nudged_by])


class Feeds:
    """The pages of this process that show a chat, by table."""

    def __init__(self) -> None:
        self._open: defaultdict[int, set[Feed]] = defaultdict(set)

    @contextmanager
    def page(self, feed: Feed, wake: Callable[[], None]) -> Iterator[None]:
        """The page is told for as long as the block lasts."""
        feed.wake = wake
        table_id = feed.reader.table_id
        self._open[table_id].add(feed)
        try:
            yield
        finally:
            self._open[table_id].discard(feed)
            if not self._open[table_id]:
                del self._open[table_id]

    def heard(self, payload: str) -> None:
        """A notice has come in."""
        notice: Notice = notices.read(payload)
        for feed in self._open.get(notice.table_id, ()):
            if notice.concerns(feed.reader.player_id):
                feed.note(notice.kind, notice.by)

    def catch_up(self) -> None:
        """Nobody listened for a while: every page looks."""
        for feed in [feed for feeds in self._open.values() for feed in feeds]:
            feed.note("removed")
