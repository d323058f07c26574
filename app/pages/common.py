"""What several pages are given: who looks, refusals, questions, problems."""

from dataclasses import dataclass, field
from typing import Literal

from app.language import gettext

Theme = Literal["auto", "light", "dark"]
Status = Literal["lobby", "playing", "over", "ended"]


@dataclass(frozen=True)
class Visitor:
    """Who looks at a page. `name` is None for somebody without a cookie; `path` is where rename and theme lead back.
    `lent`: the page shows a hand on a device that several share, where nobody is renamed."""

    name: str | None = None
    theme: Theme = "auto"
    path: str = "/"
    lent: bool = False


@dataclass(frozen=True)
class Refusal:
    """Why something was not done: one sentence, and the clause it stands on, with the game whose rules page has it."""

    sentence: str
    clause: str | None = None
    slug: str | None = None


@dataclass(frozen=True)
class Sure:
    """A question before something that harms or can't be undone. "Yes" sends `fields` and `sure=yes` to `action` again.

    Used for a cautioned move, for a start while somebody isn't ready, for ending a table, renewing a link, erasing a
    guest. `yes` and `no` each say by themselves what follows. `back` is the page that "no" leads to without JavaScript.
    """

    title: str
    sentence: str
    action: str
    back: str
    yes: str
    no: str
    fields: tuple[tuple[str, str], ...] = ()
    clause: str | None = None
    slug: str | None = None


@dataclass(frozen=True)
class ProblemPage:
    """A page that says what went wrong and what to do: unknown code, kicked, ended, refused without JavaScript."""

    visitor: Visitor
    status: int
    title: str
    sentence: str
    advice: str = ""
    clause: str | None = None
    slug: str | None = None
    link: str = "/"
    link_words: str = field(default_factory=lambda: gettext("Home"))
    request: str | None = None
    """The number of a request that failed here: the operator finds it in the log."""
