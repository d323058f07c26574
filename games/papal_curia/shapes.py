"""The View of Papal Curia and its parts: what a viewer gets to see of the table, as it goes out."""

from typing import Literal

import msgspec

from games.kernel.events import Seat
from games.papal_curia.box import (
    Realm,
)
from games.papal_curia.curia import Control, Due
from games.papal_curia.rules.prices import Price
from games.papal_curia.state import Army, Phase, Question, Source, War


class Earned(msgspec.Struct, frozen=True):
    """Prestige from one source (words: `part.SOURCE`)."""

    source: Source
    points: int


class MatView(msgspec.Struct, frozen=True):
    """What everyone sees of a seat. `hand`: how many cards. `turns`: taken in this round. `asked`: the table waits for
    it. `done`: it has had all its turns. `cardinals`: Roma counted. `allies`: the NPRs whose ally it is. `due`: what it
    has of the Curia now. `income` (Ducats) and `growth` (Power: adm, dip, mil): what 4 B and 4 D would bring as things
    stand; `next_4e` the same for the Prestige of 4 E, the faith's 1 included. `at_the_end`: what the end would give as
    things stand (PC-14.1)."""

    seat: Seat
    realm: Realm
    home: str
    catholic: bool
    prestige: int
    earned: tuple[Earned, ...]
    adm: int
    dip: int
    mil: int
    ducats: int
    stability: int
    advisors: tuple[str, ...]
    armies: tuple[Army, ...]
    hand: int
    turns: int
    turns_left: int
    passed: bool
    done: bool
    asked: bool
    attacked: tuple[str, ...]
    committed: bool
    cardinals: int
    controller: bool
    allies: tuple[Realm, ...]
    due: Due
    income: int
    growth: tuple[int, int, int]
    next_4e: int
    at_the_end: tuple[Earned, ...]


class CuriaView(msgspec.Struct, frozen=True):
    """The track. `slots`: the regular slots in play from the left, None: open. `blocked`: how many more there would be
    if all PRs were Catholic. `ally` (of the Papal States) and `ruler` (Controls Roma) are facts, whatever their faith;
    who holds the slot is `roma`. `control`: the Papal Controller, and why."""

    roma: Seat | None
    slots: tuple[Seat | None, ...]
    blocked: int
    ally: Seat | None
    ruler: Seat | None
    control: Control


class ProvinceView(msgspec.Struct, frozen=True):
    """A Province. `owner`: None in a closed Area. `occupier`: who took it in a war that goes on. `owner_seat`,
    `occupier_seat`: who plays these Realms, None for an NPR."""

    code: str
    tax: int
    capital: bool
    owner: Realm | None
    owner_seat: Seat | None
    occupier: Realm | None
    occupier_seat: Seat | None


class InfluenceView(msgspec.Struct, frozen=True):
    """So much Influence of a seat; never none."""

    seat: Seat
    amount: int


class ArmyView(msgspec.Struct, frozen=True):
    """The Units of a seat in an Area."""

    seat: Seat
    regulars: int
    mercenaries: int


class AreaView(msgspec.Struct, frozen=True):
    """An Area. `closed`: its crown has no player (PC-6.3). `home`: whose home Area it is. `court`: Influence may lie
    here, because a Christian NPR Owns a Province. `crusade`: the token lies on it."""

    code: str
    faith: Literal["catholic", "protestant", "muslim"]
    closed: bool
    home: Seat | None
    coast: bool
    court: bool
    crusade: bool
    provinces: tuple[ProvinceView, ...]
    influence: tuple[InfluenceView, ...]
    armies: tuple[ArmyView, ...]


class AllianceView(msgspec.Struct, frozen=True):
    """A Christian NPR: its Areas, the Influence of each seat in them together (None of a seat: not listed), its
    ally."""

    realm: Realm
    areas: tuple[str, ...]
    influence: tuple[InfluenceView, ...]
    ally: Seat | None


class TokenView(msgspec.Struct, frozen=True):
    """The token of the Papal Action. Excommunication: `realm`, and the Province it lies on (None: the Realm Owns none).
    Crusade: `area`, and `by`, who called it."""

    kind: Literal["excommunication", "crusade"]
    realm: Realm | None
    province: str | None
    area: str | None
    by: Seat | None


class PriceView(msgspec.Struct, frozen=True):
    """What a kind of move costs this seat now: of Influence each, of Recruit without the Units (2 Ducats a Regular, 3 a
    Mercenary), of Campaign without the die more. `price.saved`: what the Papal Controller's discount takes off it."""

    move: str
    price: Price


class Mine(msgspec.Struct, frozen=True):
    """What only this seat sees (its hand), and what its moves cost now, in the order of section 9."""

    seat: Seat
    hand: tuple[str, ...]
    prices: tuple[PriceView, ...]


class View(msgspec.Struct, frozen=True):
    """The table as one viewer sees it. `rounds`: of this Age; `turns`: of each seat in a round. `order`: the turn order
    of this round. `asked`: what the table waits for, and `pending` what it asks next; None: the game is over.
    `discards`: face up, the last on top. `event`: of this round. `wars`: those that are on."""

    age: int
    round: int
    rounds: int
    turns: int
    phase: Phase
    asked: Question | None
    pending: tuple[Question, ...]
    order: tuple[Seat, ...]
    event: str
    reformed: bool
    curia: CuriaView
    token: TokenView | None
    committed: tuple[Seat, ...]
    seats: tuple[MatView, ...]
    areas: tuple[AreaView, ...]
    alliances: tuple[AllianceView, ...]
    wars: tuple[War, ...]
    deck: int
    discards: tuple[str, ...]
    mine: Mine | None
