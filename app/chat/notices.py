"""What processes tell each other about a chat, as a payload of the channel `chat`. It names numbers of guests and no
words, and never leaves the house."""

from typing import Literal
from uuid import UUID

import msgspec


class Notice(msgspec.Struct, frozen=True):
    """Something for the pages of these guests (none named: of everybody) at this table.

    said: there is a new line. removed: a line's words are gone. read: what is unread has changed. muted: the lines are
    others. nudged: the seat `by` asks for a move.
    """

    table_id: int
    kind: Literal["said", "removed", "read", "muted", "nudged"]
    only: tuple[UUID, ...] = ()
    by: int | None = None

    @property
    def payload(self) -> str:
        """As it is sent."""
        return msgspec.json.encode(self).decode()

    def concerns(self, player_id: UUID) -> bool:
        """Whether this guest's pages are to look."""
        return not self.only or player_id in self.only


def read(payload: str) -> Notice:
    """As it was sent."""
    return msgspec.json.decode(payload, type=Notice)
