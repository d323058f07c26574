"""The map as it lies: who Owns and Controls what (section 7), and what follows for alliances (section 10). Readings of
public facts, each made once and remembered."""

from functools import lru_cache

from games.kernel.events import Seat
from games.papal_curia.box import (
    AREA_NUMBER,
    AREAS,
    CAPITAL,
    CHRISTIANS,
    COURT_NUMBER,
    HOME,
    MUSLIMS,
    PROVINCES,
    REALMS,
    REFORMED,
    ROMA,
    Province,
    Realm,
)
from games.papal_curia.curia import PROVINCES_FOR_A_CRUSADE
from games.papal_curia.state import Mat, State

Holders = tuple[Realm | None, ...]
"""By `PROVINCES`."""


class Land:
    """Own: it is yours and nobody occupies it. Control: Own or Occupy (PC-7.1). Provinces stand by their numbers.

    By Realm: `owned`, `controlled`, `tax` (of what it Owns), `areas` (where it Owns). `owning`: who Owns any. `roma`:
    who Controls it. `muslims`: by Area the Muslim Realms that Own a Province there. `crusades`: where one may be called
    (PC-4.3). `courts`: where Influence can be put (PC-10.1). `places`: by Christian NPR its Areas, by `COURTS`.
    """

    def __init__(self, owners: Holders, occupiers: Holders) -> None:
        self.owned: dict[Realm, list[int]] = {}
        self.controlled: dict[Realm, list[int]] = {}
        for number, (owner, occupier) in enumerate(zip(owners, occupiers, strict=True)):
            if owner is not None and occupier is None:
                self.owned.setdefault(owner, []).append(number)
            holder = occupier or owner
            if holder is not None:
                self.controlled.setdefault(holder, []).append(number)
        self.tax = {realm: sum(PROVINCES[number].tax for number in held) for realm, held in self.owned.items()}
        self.areas = {realm: _areas(held) for realm, held in self.owned.items()}
        self.owning = tuple(realm for realm in REALMS if realm in self.owned)
        self.roma = occupiers[ROMA] or owners[ROMA]
        self.muslims = {area: self._muslims_in(area) for area in AREAS}
        self.crusades = tuple(area for area in AREAS if self._muslim_provinces(area) >= PROVINCES_FOR_A_CRUSADE)
        self.courts = tuple(
            area for area in COURT_NUMBER if any(area in self.areas.get(realm, ()) for realm in CHRISTIANS)
        )
        self.places = {
            realm: tuple(COURT_NUMBER[area] for area in self.areas.get(realm, ()) if area in COURT_NUMBER)
            for realm in CHRISTIANS
        }

    def owned_in(self, realm: Realm, area: str) -> list[Province]:
        """The Provinces that the Realm Owns in the Area."""
        return [PROVINCES[number] for number in self.owned.get(realm, ()) if PROVINCES[number].area == area]

    def controlled_in(self, realm: Realm, area: str) -> list[Province]:
        """The Provinces that the Realm Controls in the Area."""
        return [PROVINCES[number] for number in self.controlled.get(realm, ()) if PROVINCES[number].area == area]

    def _muslims_in(self, area: str) -> tuple[Realm, ...]:
        return tuple(realm for realm in MUSLIMS if area in self.areas.get(realm, ()))

    def _muslim_provinces(self, area: str) -> int:
        return sum(len(self.owned_in(realm, area)) for realm in MUSLIMS)


def _areas(held: list[int]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(PROVINCES[number].area for number in held))


_survey = lru_cache(maxsize=1 << 12)(Land)
_latest: tuple[Holders, Holders, Land] | None = None


def survey(owners: Holders, occupiers: Holders) -> Land:
    """The map with these owners and occupiers. It is read many times before it changes: then even to compare 90 names
    would take most of the time."""
    global _latest
    latest = _latest
    if latest is None or latest[0] is not owners or latest[1] is not occupiers:
        _latest = latest = (owners, occupiers, _survey(owners, occupiers))
    return latest[2]


def land_of(state: State) -> Land:
    """The map of a State."""
    return survey(state.owners, state.occupiers)


def capital_of(land: Land, realm: Realm) -> Province | None:
    """Where a token on the Realm lies: on its capital, else on the first Province it Owns (PC-7.4)."""
    owned = land.owned.get(realm, ())
    printed = next((number for number in owned if PROVINCES[number] == CAPITAL[realm]), None)
    if printed is not None:
        return PROVINCES[printed]
    return PROVINCES[owned[0]] if owned else None


def is_catholic(area: str, protestant_homes: tuple[str, ...], reformed: bool) -> bool:
    """Whether an Area is Catholic (PC-7.3, PC-9.2)."""
    if AREAS[area].faith != "catholic" or area in protestant_homes:
        return False
    return not (reformed and area in REFORMED)


def protestant_homes(mats: tuple[Mat, ...]) -> tuple[str, ...]:
    """The home Areas of Protestant crowns."""
    return tuple(HOME[mat.realm] for mat in mats if not mat.catholic)


def is_catholic_realm(state: State, realm: Realm) -> bool:
    """A PR has its State Religion, a Christian NPR the faith of its printed capital's Area (PC-7.3)."""
    seat = state.seat_of(realm)
    if seat is not None:
        return state.mats[seat].catholic
    if realm == "PAPAL_STATES":
        return True
    return realm in CHRISTIANS and is_catholic(CAPITAL[realm].area, (), state.reformed)


Influence = tuple[tuple[int, ...], ...]
"""Seat by seat, by `COURTS`."""


def alliances(land: Land, influence: Influence, present: tuple[Seat | None, ...]) -> tuple[Seat | None, ...]:
    """The ally of each Christian NPR (PC-10.2), from who it was up to now."""
    return tuple(_ally(totals(land, realm, influence), ally) for realm, ally in zip(CHRISTIANS, present, strict=True))


def totals(land: Land, realm: Realm, influence: Influence) -> list[int]:
    """The Influence of each seat in the NPR's Areas, together."""
    places = land.places[realm]
    return [sum([own[place] for place in places]) for own in influence]


def _ally(influence: list[int], present: Seat | None) -> Seat | None:
    most = max(influence)
    if most < 2:
        return None
    if influence.count(most) == 1:
        return influence.index(most)
    return present if present is not None and influence[present] >= 2 else None


def map_order(area: str) -> int:
    """Where an Area stands in the map table."""
    return AREA_NUMBER[area]
