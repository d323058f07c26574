"""What a guest's own pages are given."""

from dataclasses import dataclass

from markupsafe import Markup

from app.pages.common import Visitor


@dataclass(frozen=True)
class Longest:
    """The finished game that took the most moves."""

    code: str
    title: str
    moves: int


@dataclass(frozen=True)
class Figures:
    """What a guest's finished games come to. `popes`: how many ended with one; `company`: names and how often they
    were there, the most frequent first."""

    games: int
    won: int
    popes: int
    company: tuple[tuple[str, int], ...]
    longest: Longest


@dataclass(frozen=True)
class MePage:
    """A guest's own page; for a stranger `link` is empty, and `qr` None. `qr` is SVG markup as in the lobby.
    `figures`: None before the first finished game. Forms:
    /me/name, /me/theme, /me/link and /me/erase (which ask first); /me/download is a file."""

    visitor: Visitor
    link: str = ""
    link_note: str = ""
    qr: Markup | None = None
    figures: Figures | None = None


@dataclass(frozen=True)
class ContinuePage:
    """A personal link, opened: whether to go on as `name`. If the device is somebody else's already: `now` is who that
    is, `own` that guest's own link, and `tables` at how many open tables that guest sits. Form: POST to `action`."""

    visitor: Visitor
    name: str
    action: str
    now: str = ""
    own: str = ""
    tables: int = 0
