"""What the replay of a game is given."""

from dataclasses import dataclass

from app.pages.common import Visitor
from app.pages.lobby import SeatFacts
from app.pages.table import TableFacts
from games.kernel.events import Viewer


@dataclass(frozen=True)
class Eyes:
    """Through whose eyes a game can be seen. `value`: what the address says (`as=`); `who`: the seat, if one's."""

    value: str
    words: str
    who: SeatFacts | None = None
    chosen: bool = False


@dataclass(frozen=True)
class ReplayPage:
    """One moment of a game, from the pieces that `rendering` made for these eyes.

    `number`: of the moment, from 1, of `moments`; `rounds`: the numbers at which a round begins, in order. `seat`:
    whose eyes, None for what everybody saw and for everything. `hands`: each own part that is shown, with whose it is.
    `told`: the last line of the log, as text; `since`: its number. `over`: the game has ended meanwhile. `link`: this
    moment's whole address.
    """

    visitor: Visitor
    facts: TableFacts
    seat: Viewer
    number: int
    moments: int
    rounds: tuple[int, ...]
    eyes: tuple[Eyes, ...]
    public: str
    slots: dict[str, str]
    hands: tuple[tuple[SeatFacts, str], ...]
    log: str
    told: str
    since: int
    over: bool
    link: str = ""

    @property
    def chosen(self) -> Eyes:
        """Through whose eyes this is."""
        return next(one for one in self.eyes if one.chosen)

    @property
    def address(self) -> str:
        """The replay through these eyes, up to the moment's number; where there are no others, everybody's own."""
        return f"/t/{self.facts.code}/replay?{f'as={self.chosen.value}&' if len(self.eyes) > 1 else ''}at="

    @property
    def round_before(self) -> int:
        """Where the round begins, or the one before if this is where it begins; the first moment if there is none."""
        return max((at for at in self.rounds if at < self.number), default=1)

    @property
    def round_after(self) -> int:
        """Where the next round begins; the last moment if there is none."""
        return min((at for at in self.rounds if at > self.number), default=self.moments)
