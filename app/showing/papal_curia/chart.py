"""The map of Papal Curia as an SVG shows it: where each Area's marks stand, and the same facts in words.

The shapes are in static/curia-map.svg, 900 x 620, one by the code of each Area.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.language import gettext, later
from app.pages import SeatFacts
from app.showing.papal_curia.realms import (
    FAITHS,
    Crown,
    area_name,
    kind_of,
    province_name,
    realm_name,
    realm_title,
    units,
)
from app.wording import among
from games.papal_curia.box import CHRISTIANS

SITES: dict[str, tuple[str, int, int]] = {
    "CASTILE": ("CAS", 124, 404),
    "ILE_DE_FRANCE": ("IDF", 258, 238),
    "SOUTHERN_ENGLAND": ("ENG", 138, 98),
    "AUSTRIA": ("AUS", 550, 222),
    "POLAND": ("POL", 715, 128),
    "VENETO": ("VEN", 548, 330),
    "CENTRAL_ITALY": ("ITA", 492, 408),
    "NAPLES": ("NAP", 608, 508),
    "HUNGARY": ("HUN", 712, 274),
    "GULF_OF_LION": ("LIO", 308, 366),
    "LOW_COUNTRIES": ("LOW", 345, 118),
    "ELBE": ("ELB", 520, 100),
    "ANDALUCIA": ("AND", 122, 528),
    "BARBARY": ("BAR", 385, 588),
    "RUMELIA": ("RUM", 768, 428),
    "EGYPT": ("EGY", 795, 580),
}
"""Area -> three letters, and where its marks stand."""

ON_MAP = {"SOUTHERN_ENGLAND": later("S. England"), "EGYPT": later("Egypt & Holy Land")}
"""Names that are shorter on the map."""

STEP, ROW = 29, 20
"""Between two marks in a row, and between two rows."""


@dataclass(frozen=True)
class Spot:
    """A Province on the map. `kind`: seat, or how an NPR is drawn; `who`: the owner, `ally`: of the NPR that owns it,
    `occupier`: who took it. `pendant`: the ally's mark hangs here."""

    tax: int
    capital: bool
    realm: str
    kind: str
    x: float
    y: float
    who: SeatFacts | None = None
    ally: SeatFacts | None = None
    occupier: SeatFacts | None = None
    pendant: bool = False
    title: str = ""
    struck: bool = False


@dataclass(frozen=True)
class Lying:
    """Influence, or Units (`text` is what their flag says), of a crown in an Area."""

    crown: Crown
    text: str
    words: str
    x: float
    y: float


@dataclass(frozen=True)
class Site:
    """An Area. `x`, `y`: the middle of its Provinces; `spoken`: all of it read aloud."""

    code: str
    name: str
    title: str
    short: str
    faith: str
    faith_name: str
    closed: bool
    coast: bool
    crusade: bool
    x: int
    y: int
    provinces: tuple[Spot, ...]
    influence: tuple[Lying, ...]
    armies: tuple[Lying, ...]
    owned: tuple[str, ...]
    spoken: str


def chart(view: Any, crowns: Sequence[Crown]) -> tuple[Site, ...]:
    """The sixteen Areas."""
    return tuple(_site(area, view, crowns) for area in view.areas)


def _site(area: Any, view: Any, crowns: Sequence[Crown]) -> Site:
    short, x, y = SITES[area.code]
    title = gettext(ON_MAP[area.code]) if area.code in ON_MAP else area_name(area.code)
    influence = tuple(_influence(area, crowns, x, y + 27))
    armies = tuple(_armies(area, crowns, x, y + 27 + ROW * bool(influence)))
    owned = () if area.closed else tuple(_owned(area, view, crowns))
    return Site(
        code=area.code,
        name=area_name(area.code),
        title=title,
        short=short,
        faith=area.faith,
        faith_name=gettext(FAITHS[area.faith]),
        closed=area.closed,
        coast=area.coast,
        crusade=area.crusade,
        x=x,
        y=y,
        provinces=() if area.closed else tuple(_spots(area, view, crowns, x, y)),
        influence=influence,
        armies=armies,
        owned=owned,
        spoken=_spoken(area, owned, influence, armies),
    )


def _across(number: int, middle: float, step: float) -> list[float]:
    """So many places in a row around the middle."""
    return [middle + (at - (number - 1) / 2) * step for at in range(number)]


def _spots(area: Any, view: Any, crowns: Sequence[Crown], x: int, y: int) -> list[Spot]:
    token = view.token.province if view.token is not None else None
    hung: set[str] = set()
    found = []
    for province, at in zip(area.provinces, _across(len(area.provinces), x, STEP), strict=True):
        ally = None if province.occupier else _ally(view, province.owner)
        pendant = ally is not None and province.owner not in hung
        hung |= {province.owner} if pendant else set()
        found.append(
            Spot(
                tax=province.tax,
                capital=province.capital,
                realm=province.owner,
                kind="seat" if province.owner_seat is not None else kind_of(province.owner),
                x=at,
                y=y,
                who=None if province.owner_seat is None else crowns[province.owner_seat].who,
                ally=None if ally is None else crowns[ally].who,
                occupier=None if province.occupier_seat is None else crowns[province.occupier_seat].who,
                pendant=pendant,
                title=_titled(province),
                struck=province.code == token,
            )
        )
    return found


def _titled(province: Any) -> str:
    capital = gettext(" (capital)") if province.capital else ""
    tax = gettext("tax {number}", number=province.tax)
    return f"{province_name(province.code)}{capital}, {tax}, {realm_name(province.owner)}{_taken(province.occupier)}"


def _taken(realm: str | None) -> str:
    return gettext(", occupied by {realm}", realm=realm_name(realm)) if realm else ""


def _ally(view: Any, realm: str) -> int | None:
    return next((one.ally for one in view.alliances if one.realm == realm), None)


def _influence(area: Any, crowns: Sequence[Crown], x: int, y: int) -> list[Lying]:
    places = _across(len(area.influence), x, STEP)
    return [
        Lying(crowns[one.seat], str(one.amount), _of(crowns[one.seat], one.amount), at, y)
        for one, at in zip(area.influence, places, strict=True)
    ]


def _of(crown: Crown, amount: int) -> str:
    return gettext("Influence of {crown}: {number}", crown=crown.name, number=amount)


def _armies(area: Any, crowns: Sequence[Crown], x: int, y: int) -> list[Lying]:
    places = _across(len(area.armies), x, STEP + 10)
    return [
        Lying(crowns[one.seat], _flag(one), f"{crowns[one.seat].name}: {units(one.regulars, one.mercenaries)}", at, y)
        for one, at in zip(area.armies, places, strict=True)
    ]


def _flag(army: Any) -> str:
    parts = [str(army.regulars)] * bool(army.regulars) + [gettext("{number}m", number=army.mercenaries)] * bool(
        army.mercenaries
    )
    return "+".join(parts)


def _owned(area: Any, view: Any, crowns: Sequence[Crown]) -> list[str]:
    """The Provinces in words, by who owns and who occupies them."""
    groups: dict[tuple[str, str | None], list[str]] = {}
    for province in area.provinces:
        words = f"{province_name(province.code)} {province.tax}"
        groups.setdefault((province.owner, province.occupier), []).append(words)
    return [
        f"{among(names)}: {_holder(owner, view, crowns)}{_taken(taken)}" for (owner, taken), names in groups.items()
    ]


def _holder(realm: str, view: Any, crowns: Sequence[Crown]) -> str:
    ally = _ally(view, realm)
    if realm not in CHRISTIANS:
        return realm_title(realm)
    allied = gettext("no ally") if ally is None else gettext("ally of {crown}", crown=crowns[ally].name)
    return f"{realm_title(realm)}, {allied}"


def _spoken(area: Any, owned: Sequence[str], influence: Sequence[Lying], armies: Sequence[Lying]) -> str:
    parts = [f"{area_name(area.code)}, {gettext(FAITHS[area.faith])}"]
    lies = ", ".join(f"{one.crown.name} {one.text}" for one in influence)
    parts += [gettext("Closed: its crown is not in the game. Units may pass and stop here")] * area.closed
    parts += owned
    parts += [gettext("Influence: {amounts}", amounts=lies)] * bool(influence)
    parts += [one.words for one in armies]
    parts += [gettext("The crusade token lies here")] * area.crusade
    return f"{'. '.join(parts)}."
