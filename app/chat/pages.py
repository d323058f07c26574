"""What the templates of the chat are given, as `app.pages` has it for the others."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from app.pages import SeatFacts, Visitor

Named = tuple[str, str]
"""What a form calls a guest by, and the guest's name."""


@dataclass(frozen=True)
class Line:
    """A message as one guest reads it. `token`: what the page calls it by. `who`: the writer's seat, None for watchers.

    `words`: None if it was removed. `to`: whom private words are for ("you", or a name), None for everybody.
    `muteable`: somebody else wrote it, who is not erased.
    """

    token: str
    name: str
    who: SeatFacts | None
    words: str | None
    at: datetime
    mine: bool
    to: str | None
    muteable: bool

    @property
    def watches(self) -> bool:
        """Whether the writer has no seat; it is written on the line, for the name may be a player's too."""
        return self.who is None and (self.mine or self.muteable)


@dataclass(frozen=True)
class Standing:
    """What stands around the lines. `recipients`: for whom private words may be. `barred`: why the guest may not write,
    "" if the guest may. `host`: the guest may remove lines. `aloud`: on a shared device no private words show."""

    recipients: tuple[Named, ...]
    muted: tuple[Named, ...]
    barred: str
    unread: str
    host: bool
    aloud: bool = False

    @property
    def mark(self) -> str:
        """The same while the same lines are heard and may be removed: a page that comes back says which it shows."""
        stands = [f"{self.host} {self.aloud}", *sorted(called for called, _ in self.muted)]
        return sha256(" ".join(stands).encode()).hexdigest()[:12]


@dataclass(frozen=True)
class Chat:
    """The chat on a page: the last lines, and what stands around them. `address`: the table's, below which its forms
    are sent. `earlier`: the first line shown, if there are lines before it. `last`: the last line, "" if there is none.
    `key`: the form's."""

    address: str
    lines: tuple[Line, ...]
    standing: Standing
    earlier: str | None
    key: str

    @property
    def last(self) -> str:
        """The token that the socket is told."""
        return self.lines[-1].token if self.lines else ""


@dataclass(frozen=True)
class EarlierPage:
    """Lines further back, as a page of their own."""

    visitor: Visitor
    title: str
    chat: Chat


@dataclass(frozen=True)
class RefusedPage:
    """Why words were not sent, with the words, for browsers without JavaScript."""

    visitor: Visitor
    address: str
    sentence: str
    words: str
    to: str
    recipients: tuple[Named, ...]
    key: str
