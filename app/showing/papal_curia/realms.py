"""What the page calls Realms, Areas, Provinces, cards and Advisors; and the crowns that the players wear."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.pages import SeatFacts
from games.kernel.events import Seat
from games.papal_curia.box import CHRISTIANS, Realm
from games.papal_curia.words import WORDS

FAITHS = {"catholic": "Catholic", "protestant": "Protestant", "muslim": "Muslim"}
POWERS = {"adm": "Administrative", "dip": "Diplomatic", "mil": "Military"}
ADVISORS = {"ADMINISTRATIVE": "adm", "DIPLOMATIC": "dip", "MILITARY": "mil"}
"""Advisor -> the icon of its Power."""


def realm_name(realm: Realm) -> str:
    """Within a sentence: "the Papal States"."""
    return WORDS[f"realm.{realm}"]


def realm_title(realm: Realm) -> str:
    """Standing alone: "Papal States"."""
    return realm_name(realm).removeprefix("the ")


def area_name(area: str) -> str:
    """An Area."""
    return WORDS[f"area.{area}"]


def province_name(province: str) -> str:
    """A Province."""
    return WORDS[f"province.{province}"]


def card_title(card: str) -> str:
    """An action card."""
    return WORDS[f"card.{card}"]


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


def several(number: int, one: str, more: str = "") -> str:
    """So many of them: "1 Cardinal", "2 Cardinals"."""
    return f"{number} {one if number == 1 else more or one + 's'}"


def units(regulars: int, mercenaries: int) -> str:
    """Units in words: "3 Regulars and 1 Mercenary"."""
    parts = [several(regulars, "Regular")] * bool(regulars)
    parts += [several(mercenaries, "Mercenary", "Mercenaries")] * bool(mercenaries)
    return " and ".join(parts) or "no Units"
