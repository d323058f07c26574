"""The one hand that a page of a shared device shows, as the request's address has it: see `app.tables.sharing`."""

from typing import NamedTuple, cast
from uuid import UUID

from starlette.requests import HTTPConnection

from app.identity.cookies import Visit
from app.language import later
from games.kernel.events import Seat

FALLEN = later("The curtain is down before this hand. Go back to the table and show it again.")


class Hand(NamedTuple):
    """A hand that is shown on a shared device: whose, and how often its curtain had fallen before."""

    seat: Seat
    times: int

    @property
    def path(self) -> str:
        """What its address has after the table's."""
        return f"/as/{self.seat}-{self.times}"


class Showing(NamedTuple):
    """What a request below a hand's address asks with: the hand, whether its curtain has fallen, and whose device."""

    hand: Hand
    fallen: bool
    device: Visit


def showing(connection: HTTPConnection) -> Showing | None:
    """What the request's address says of a hand; None: it speaks of none."""
    return cast("Showing | None", connection.scope.get("conclave.showing"))


def hand_of(connection: HTTPConnection) -> Hand | None:
    """The hand that the request's page shows, or None."""
    found = showing(connection)
    return None if found is None else found.hand


def device_of(connection: HTTPConnection) -> UUID | None:
    """Whose device a hand's page is open on; None for a page of any other kind."""
    found = showing(connection)
    return None if found is None else found.device.id
