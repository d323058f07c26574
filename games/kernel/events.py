"""What happened, in keys and arguments; the sentences stand in each game's `words.py`.

An Event has a public fact, and for seats in the know a fuller fact that takes its place. Nothing is ever cut out of a
fact: what a seat may not know was never put into the fact that it gets. Everyone counts the same events, so numbers
have no gaps.
"""

import msgspec

Seat = int
"""A place at the table, from 0, clockwise."""

Viewer = Seat | None
"""Who looks: a seat, or None for a spectator, who sees what everyone sees."""

Argument = str | int | bool | tuple[str | int, ...] | None


class Fact(msgspec.Struct, frozen=True):
    """A key of the game's words and what fills its places."""

    key: str
    arguments: dict[str, Argument] = {}


class Reason(msgspec.Struct, frozen=True):
    """Why a move is refused, barred, or asked about again: the clause, and a key of the game's words."""

    clause: str
    key: str
    arguments: dict[str, Argument] = {}


class Event(msgspec.Struct, frozen=True):
    """One thing that happened. `reveals`: the public fact tells something that was hidden until now."""

    public: Fact
    private: dict[Seat, Fact] = {}
    reveals: bool = False

    def seen_by(self, viewer: Viewer) -> Fact:
        """The one fact of this event that the viewer gets."""
        return self.public if viewer is None else self.private.get(viewer, self.public)

    def reveals_to(self, viewer: Viewer) -> bool:
        """Whether the viewer learns something hidden: by a public reveal, or by a private fact."""
        return self.reveals or (viewer is not None and viewer in self.private)


class IllegalMove(Exception):  # noqa: N818 - named as in the contract
    """A move that the rules refuse. Nothing has changed."""

    def __init__(self, clause: str, key: str, **arguments: Argument) -> None:
        super().__init__(f"{clause}: {key}")
        self.reason = Reason(clause, key, arguments)
