"""What the page calls Realms, Areas, Provinces, cards and Advisors; and the crowns that the players wear."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.language import gettext, later, ngettext
from app.pages import SeatFacts
from app.wording import among, words_of
from games import GAMES
from games.kernel.events import Seat
from games.papal_curia.box import CHRISTIANS, Realm

FAITHS = {"catholic": later("Catholic"), "protestant": later("Protestant"), "muslim": later("Muslim")}
POWERS = {"adm": later("Administrative"), "dip": later("Diplomatic"), "mil": later("Military")}
ADVISORS = {"ADMINISTRATIVE": "adm", "DIPLOMATIC": "dip", "MILITARY": "mil"}
"""Advisor -> the icon of its Power."""


def _called(key: str) -> str:
    return words_of(GAMES["papal-curia"])[key]


def realm_name(realm: Realm) -> str:
    """Within a sentence: "the Papal States"."""
    return _called(f"realm.{realm}")


def realm_title(realm: Realm) -> str:
    """Standing alone: "Papal States"."""
    return realm_name(realm).removeprefix("the ")


def area_name(area: str) -> str:
    """An Area."""
    return _called(f"area.{area}")


def province_name(province: str) -> str:
    """A Province."""
    return _called(f"province.{province}")


def card_title(card: str) -> str:
    """An action card."""
    return _called(f"card.{card}")


@dataclass(frozen=True)
class Crown:
    """A seat and the crown that it wears. `name`: the Realm; `player`: who plays it."""

    who: SeatFacts
    realm: Realm
    name: str

    @property
    def player(self) -> str:
        """The player's name."""
        return self.who.name


def crowns_of(view: Any, seats: Sequence[SeatFacts]) -> tuple[Crown, ...]:
    """The crowns, seat by seat."""
    return tuple(Crown(who, mat.realm, realm_title(mat.realm)) for who, mat in zip(seats, view.seats, strict=True))


def crown_names(view: Any) -> tuple[str, ...]:
    """What the crowns are called, seat by seat."""
    return tuple(realm_title(mat.realm) for mat in view.seats)


def seat_of(view: Any, realm: Realm | None) -> Seat | None:
    """Who plays this Realm; None for an NPR."""
    return next((mat.seat for mat in view.seats if mat.realm == realm), None)


def kind_of(realm: Realm | None) -> str:
    """How the map draws a Realm that nobody plays: papal, christian, muslim."""
    if realm == "PAPAL_STATES":
        return "papal"
    return "christian" if realm in CHRISTIANS else "muslim"


def signed(number: int) -> str:
    """With its sign, as one prints it: "+2", "−1", "0"."""
    if number == 0:
        return "0"
    return f"+{number}" if number > 0 else f"−{-number}"


def units(regulars: int, mercenaries: int) -> str:
    """Units in words: "3 Regulars and 1 Mercenary"."""
    parts = [ngettext("{number} Regular", "{number} Regulars", regulars)] * bool(regulars)
    parts += [ngettext("{number} Mercenary", "{number} Mercenaries", mercenaries)] * bool(mercenaries)
    return among(parts) if parts else gettext("no Units")
