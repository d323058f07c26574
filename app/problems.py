"""What can be wrong with a request, as sentences that say what to do. `app.security` shows them, as a page or a
fragment, with their status; nothing has changed when one is raised."""

from collections.abc import Mapping

from app.language import gettext
from games.kernel.events import Reason


class Problem(Exception):  # noqa: N818 - named for people
    """A refusal with its HTTP status, and `headers` that go with it. `reason`: the clause and the words, where a game's
    rules refuse."""

    status = 400
    headers: Mapping[str, str] = {}

    def __init__(self, sentence: str, reason: Reason | None = None, game: str | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.reason = reason
        self.game = game


class NoSuchTable(Problem):
    """No table has this code."""

    status = 404

    def __init__(self) -> None:
        super().__init__(gettext("There is no table with this code. Check the link, or ask your host for a new one."))


class NotYours(Problem):
    """This guest may not do that here."""

    status = 403


class Malformed(Problem):
    """A form that doesn't hold what it should."""

    status = 422


class Illegal(Problem):
    """A move the rules refuse; the clause is in `reason`."""

    status = 422


class Stale(Problem):
    """The question was answered or has changed meanwhile."""

    status = 409


class KeyReused(Problem):
    """The same key came with another move."""

    status = 409


class Conflict(Problem):
    """The table is not in the state that this needs."""

    status = 409


class Gone(Problem):
    """The table has ended, and its game with it."""

    status = 410

    def __init__(self) -> None:
        super().__init__(gettext("This table has ended. Open a new one, or ask your host for another link."))


class TooMany(Problem):
    """Too many requests; try again in `wait` seconds."""

    status = 429

    def __init__(self, sentence: str, wait: int = 60) -> None:
        super().__init__(sentence)
        self.headers = {"Retry-After": str(wait)}
