"""What lies in the box: Realms, Areas, Provinces, cards and events, as the tables of the rules list them."""

from collections.abc import Iterable
from typing import Literal

import msgspec

Realm = str
"""A Realm's code, as in `CROWNS` and `NPRS`."""

Power = Literal["adm", "dip", "mil"]

POWERS: tuple[Power, ...] = ("adm", "dip", "mil")

HOME: dict[Realm, str] = {
    "CASTILE": "CASTILE",
    "AUSTRIA": "AUSTRIA",
    "FRANCE": "ILE_DE_FRANCE",
    "ENGLAND": "SOUTHERN_ENGLAND",
    "POLAND": "POLAND",
    "VENICE": "VENETO",
}
"""Crown -> its home Area, in the order of the table in section 6."""

CROWNS = tuple(HOME)
CHRISTIANS = ("PAPAL_STATES", "FLORENCE", "NAPLES", "HUNGARY", "ARAGON", "BURGUNDY", "SAXONY")
MUSLIMS = ("GRANADA", "TUNIS", "OTTOMANS", "MAMLUKS")
NPRS = CHRISTIANS + MUSLIMS
REALMS = CROWNS + NPRS


class Province(msgspec.Struct, frozen=True):
    """A Province as printed. `tax`: its Tax Value. `capital`: of its owner."""

    code: str
    area: str
    tax: int
    owner: Realm
    capital: bool = False


class Area(msgspec.Struct, frozen=True):
    """An Area as printed. `faith`: when the game begins."""

    code: str
    faith: Literal["catholic", "muslim"]
    neighbours: tuple[str, ...]
    coast: bool
    provinces: tuple[Province, ...]


_PRINTED = """
CASTILE | ANDALUCIA, GULF_OF_LION | sea | MADRID* 2, BURGOS 1, MURCIA 1 (CASTILE)
ILE_DE_FRANCE | GULF_OF_LION, LOW_COUNTRIES, SOUTHERN_ENGLAND | sea | PARIS* 2, ORLEANS 1, REIMS 1 (FRANCE)
SOUTHERN_ENGLAND | ILE_DE_FRANCE, LOW_COUNTRIES | sea | LONDON* 2, OXFORD 1, WINCHESTER 1 (ENGLAND)
AUSTRIA | VENETO, HUNGARY, ELBE | - | WIEN* 2, GRAZ 1, INNSBRUCK 1 (AUSTRIA)
POLAND | HUNGARY, ELBE | sea | KRAKOW* 2, LUBLIN 1, GDANSK 1 (POLAND)
VENETO | AUSTRIA, CENTRAL_ITALY, HUNGARY | sea | VENEZIA* 2, VERONA 1, TREVISO 1 (VENICE)
CENTRAL_ITALY | VENETO, NAPLES, GULF_OF_LION | sea | ROMA* 2, ANCONA 1 (PAPAL_STATES); FIRENZE* 2 (FLORENCE)
NAPLES | CENTRAL_ITALY, BARBARY | sea | NAPOLI* 2, BARI 1 (NAPLES)
HUNGARY | AUSTRIA, POLAND, VENETO, RUMELIA | - | PEST* 2, POZSONY 1, ZAGREB 1 (HUNGARY)
GULF_OF_LION|CASTILE, ILE_DE_FRANCE, CENTRAL_ITALY|sea|BARCELONA* 2, PERPIGNAN 1 (ARAGON); AVIGNON 1 (PAPAL_STATES)
LOW_COUNTRIES | ILE_DE_FRANCE, SOUTHERN_ENGLAND, ELBE | sea | BRUGGE* 2, ANTWERPEN 1 (BURGUNDY)
ELBE | AUSTRIA, POLAND, LOW_COUNTRIES | - | DRESDEN* 2, LEIPZIG 1 (SAXONY)
ANDALUCIA | CASTILE, BARBARY | sea | GRANADA* 3, MALAGA 1, ALMERIA 1 (GRANADA)
BARBARY | ANDALUCIA, NAPLES | sea | TUNIS* 3, BIZERTE 1, TRIPOLI 1 (TUNIS)
RUMELIA | HUNGARY, EGYPT | sea | EDIRNE* 3, SOFYA 1, SELANIK 1 (OTTOMANS)
EGYPT | RUMELIA | sea | QAHIRAH* 3, AL_QUDS 1, JAFFA 1 (MAMLUKS)
"""
"""Section 7, line by line."""


def _area(line: str) -> Area:
    code, neighbours, coast, owners = (part.strip() for part in line.split("|"))
    provinces = tuple(province for part in owners.split(";") for province in _provinces(code, part))
    faith: Literal["catholic", "muslim"] = "muslim" if provinces[0].owner in MUSLIMS else "catholic"
    return Area(code, faith, tuple(neighbours.split(", ")), coast == "sea", provinces)


def _provinces(area: str, part: str) -> Iterable[Province]:
    names, owner = part.strip(" )").split(" (")
    for name in names.split(", "):
        code, tax = name.split()
        yield Province(code.rstrip("*"), area, int(tax), owner, code.endswith("*"))


AREAS: dict[str, Area] = {area.code: area for area in map(_area, _PRINTED.strip().splitlines())}
PROVINCES: tuple[Province, ...] = tuple(province for area in AREAS.values() for province in area.provinces)
NUMBER: dict[str, int] = {province.code: number for number, province in enumerate(PROVINCES)}
"""Province -> its place in the order of the map table."""

AREA_NUMBER: dict[str, int] = {code: number for number, code in enumerate(AREAS)}
CAPITAL: dict[Realm, Province] = {province.owner: province for province in PROVINCES if province.capital}
ROMA = NUMBER["ROMA"]

COURTS: tuple[str, ...] = ("CENTRAL_ITALY", "NAPLES", "HUNGARY", "GULF_OF_LION", "LOW_COUNTRIES", "ELBE")
"""The Areas in which a Christian NPR has Provinces: Influence can lie nowhere else (PC-10.1)."""

COURT_NUMBER: dict[str, int] = {area: number for number, area in enumerate(COURTS)}
REFORMED: tuple[str, ...] = ("LOW_COUNTRIES", "ELBE")
"""The Areas that the Reformation turns Protestant."""

ADVISORS: dict[str, Power] = {"ADMINISTRATIVE": "adm", "DIPLOMATIC": "dip", "MILITARY": "mil"}
"""Advisor -> the Power that it adds to in 4 D."""

DISMISSED_FIRST = ("MILITARY", "DIPLOMATIC", "ADMINISTRATIVE")
"""The order of PC-8.7."""

COUNTS: dict[str, int] = {
    "MAN_OF_THE_CHURCH": 8,
    "RED_HAT": 4,
    "DISGRACE": 4,
    "LEGATE": 4,
    "WHISPERERS": 4,
    "EDICT": 4,
    "BOLD_STROKE": 4,
    "BENEFICE": 4,
}
"""Card code -> copies, in the order of section 12."""

CARDS = tuple(COUNTS)
FULL_DECK = tuple(card for card, copies in COUNTS.items() for _ in range(copies))
_RANK = {card: rank for rank, card in enumerate(CARDS)}

EVENTS: dict[int, tuple[str, ...]] = {
    1: ("PLAGUE", "PRINTING_PRESS", "JUBILEE", "CONCORDAT", "OTTOMAN_ADVANCE"),
    2: ("REFORMATION", "COUNCIL_OF_TRENT", "HOLY_LEAGUE", "TURMOIL", "OTTOMAN_ADVANCE"),
    3: ("PLAGUE", "ABSOLUTISM", "BAROQUE_ROME"),
}
"""Age -> its events, as section 13 lists them."""

DEADLY = ("PLAGUE", "PRINTING_PRESS", "TURMOIL")
"""Events with which a Cardinal dies."""

ROUNDS: dict[int, int] = {1: 2, 2: 3, 3: 1}
"""Age -> its rounds."""

LEAST_SEATS, MOST_SEATS = 2, 6
STABILITY = (-3, 3)
MOST_POWER, MOST_INFLUENCE, MOST_REGULARS, MOST_DUCATS = 10, 5, 3, 20


def turns_a_round(seats: int) -> int:
    """Turns that each PR has in a round (section 6)."""
    return 4 if seats <= 4 else 3


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards sorted as `COUNTS` lists them, so that their order tells nothing."""
    return tuple(sorted(cards, key=_RANK.__getitem__))
