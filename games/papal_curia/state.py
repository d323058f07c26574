"""The State of a game, and the closed lists of its Questions and Moves. Plain frozen data, kept as JSON.

Realms, Areas, Provinces, cards, Advisors and events go by their codes in `box.py`. All but `hands`, `deck`, `events`
and `dice` is public (PC-15.1).
"""

from typing import Literal

import msgspec

from games.kernel.dice import Dice
from games.kernel.events import Seat
from games.papal_curia.box import COURT_NUMBER, Realm
from games.papal_curia.curia import CasusBelli, Curia, Token

Crown = Literal["CASTILE", "AUSTRIA", "FRANCE", "ENGLAND", "POLAND", "VENICE"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host may set. `realms`: seat by seat the Realm that was picked; None, or no entry: dealt (PC-6.1)."""

    realms: tuple[Crown | None, ...] = ()


Source = Literal[
    "uncontested",
    "crusades",
    "excommunications",
    "religion",
    "faith",
    "events",
    "peace",
    "land",
    "alliances",
    "controller",
    "stability",
]

SOURCES: tuple[Source, ...] = (
    "uncontested",
    "crusades",
    "excommunications",
    "religion",
    "faith",
    "events",
    "peace",
    "land",
    "alliances",
    "controller",
    "stability",
)
"""Where Prestige comes from. `religion`: what changing it cost; `faith`: what Protestants have in 4 E; `peace`: home
Provinces given back; the last four at the end (PC-14.1)."""


class Army(msgspec.Struct, frozen=True):
    """The Units of one seat in one Area; never none."""

    area: str
    regulars: int
    mercenaries: int

    @property
    def size(self) -> int:
        """All of them."""
        return self.regulars + self.mercenaries


class Mat(msgspec.Struct, frozen=True):
    """What lies before a seat. `earned`: Prestige by `SOURCES`. `armies`: in the order of the map table. `influence`:
    by `COURTS`. `turns`: taken in this round. `attacked`: Areas in which it has attacked in this round (PC-11.4)."""

    realm: Realm
    catholic: bool
    adm: int
    dip: int
    mil: int
    ducats: int
    stability: int
    advisors: tuple[str, ...]
    earned: tuple[int, ...]
    armies: tuple[Army, ...]
    influence: tuple[int, ...]
    turns: int
    passed: bool
    attacked: tuple[str, ...]

    @property
    def prestige(self) -> int:
        """The sum of what it earned and lost."""
        return sum(self.earned)

    @property
    def regulars(self) -> int:
        """Regulars in all Areas."""
        return sum(army.regulars for army in self.armies)

    def army(self, area: str) -> Army:
        """Its Units in this Area, which may be none."""
        for army in self.armies:
            if army.area == area:
                return army
        return Army(area, 0, 0)

    def influence_in(self, area: str) -> int:
        """Its Influence in this Area."""
        return self.influence[COURT_NUMBER[area]] if area in COURT_NUMBER else 0


class War(msgspec.Struct, frozen=True):
    """A war that is on, until phase 3. `casus_belli`: None if there was none (PC-11.2)."""

    by: Seat
    on: Realm
    casus_belli: CasusBelli | None


class Hand(msgspec.Struct, frozen=True):
    """A hand in two parts, each in the box's order. `older`: held when discards were last made a new deck, so surely
    not from that deck. `newer`: drawn since. Everyone can be certain of that much."""

    older: tuple[str, ...] = ()
    newer: tuple[str, ...] = ()

    @property
    def cards(self) -> tuple[str, ...]:
        """All of it."""
        return self.older + self.newer

    def __repr__(self) -> str:
        return f"Hand({len(self.cards)} cards)"


class Turn(msgspec.Struct, frozen=True, tag="turn"):
    """Phase 2: one seat takes an action or passes, and before it may hire and dismiss (PC-8.3, PC-8.4)."""

    seat: Seat


class LosingCardinal(msgspec.Struct, frozen=True, tag="losing_cardinal"):
    """The seat says which of its regular Cardinals it loses, and to what (PC-4.2, Disgrace)."""

    seat: Seat
    by: Seat
    why: Literal["excommunication", "disgrace"]


class LosingInfluence(msgspec.Struct, frozen=True, tag="losing_influence"):
    """The seat says which Influence it loses from Catholic Areas by an excommunication (PC-4.2)."""

    seat: Seat
    by: Seat


class Keeping(msgspec.Struct, frozen=True, tag="keeping"):
    """Phase 4 A: the seat says how many Mercenaries it keeps in each Area (PC-8.6)."""

    seat: Seat


Question = Turn | LosingCardinal | LosingInfluence | Keeping

Phase = Literal["actions", "mercenaries", "over"]


class State(msgspec.Struct, frozen=True):
    """All of a game. What is hidden is in no repr.

    `round`: in its Age, from 1. `order`: the turn order of this round. `question`: what is asked now, None if the game
    is over; `then`: what is asked after it, before anything else happens. `discards`: face up, the last on top. `deck`
    and `events` (of this Age): the top is the last. `event`: the one of this round. `owners` and `occupiers`: by
    `PROVINCES`; an owner of None is a closed crown. `allies`: of `CHRISTIANS`, in that order. `reformed`: the
    Reformation has spread.
    """

    seats: int
    options: Options
    dice: Dice
    age: int
    round: int
    order: tuple[Seat, ...]
    phase: Phase
    question: Question | None
    then: tuple[Question, ...]
    mats: tuple[Mat, ...]
    hands: tuple[Hand, ...]
    deck: tuple[str, ...]
    discards: tuple[str, ...]
    events: tuple[str, ...]
    event: str
    owners: tuple[Realm | None, ...]
    occupiers: tuple[Realm | None, ...]
    allies: tuple[Seat | None, ...]
    wars: tuple[War, ...]
    curia: Curia
    token: Token | None
    committed: tuple[Seat, ...]
    reformed: bool

    def seat_of(self, realm: Realm | None) -> Seat | None:
        """Who plays this Realm; None for an NPR."""
        for seat, mat in enumerate(self.mats):
            if mat.realm == realm:
                return seat
        return None

    def __repr__(self) -> str:
        return f"State(age={self.age}, round={self.round}, question={self.question}, curia={self.curia})"


class RaiseCardinal(msgspec.Struct, frozen=True, tag="raise_cardinal"):
    """Gain a Cardinal."""


class IncreaseStability(msgspec.Struct, frozen=True, tag="increase_stability"):
    """Stability + 1."""


class PlaceInfluence(msgspec.Struct, frozen=True, tag="influence"):
    """So much Influence into one Area."""

    area: str
    amount: int


class DeclareWar(msgspec.Struct, frozen=True, tag="declare_war"):
    """War on this Realm, with the casus belli that there is."""

    on: Realm


class Campaign(msgspec.Struct, frozen=True, tag="campaign"):
    """Units (`regulars`, `mercenaries`) go from `start` to `to`, and there attack the Realm `on` (None: nobody). With
    no step `start` is `to` and no Units are named: all fight. `extra`: 1 for the second Military. `bold`: 1 for Bold
    Stroke."""

    start: str
    to: str
    units: dict[str, int]
    on: Realm | None
    extra: int
    bold: int


class Recruit(msgspec.Struct, frozen=True, tag="recruit"):
    """Units (`regulars`, `mercenaries`) into one Area."""

    area: str
    units: dict[str, int]


class ChangeReligion(msgspec.Struct, frozen=True, tag="change_religion"):
    """Catholic to Protestant, or back."""


class Excommunicate(msgspec.Struct, frozen=True, tag="excommunicate"):
    """The token on this Realm's capital."""

    realm: Realm


class CallCrusade(msgspec.Struct, frozen=True, tag="call_crusade"):
    """The token on this Area, and no more."""

    area: str


class LeadCrusade(msgspec.Struct, frozen=True, tag="lead_crusade"):
    """The token on this Area, and the free war on the Muslim Realm there. (No Area holds two.) `to`: where the
    Mercenaries come; None: nowhere, because the caller Owns no Province."""

    area: str
    to: str | None


class ManOfTheChurch(msgspec.Struct, frozen=True, tag="man_of_the_church"):
    """Gain a Cardinal, and 1 Influence into this Area; None: there is no Area for it."""

    area: str | None


class RedHat(msgspec.Struct, frozen=True, tag="red_hat"):
    """Red Hat for Gold."""


class Disgrace(msgspec.Struct, frozen=True, tag="disgrace"):
    """This opponent loses a regular Cardinal of its choice."""

    who: Seat


class Legate(msgspec.Struct, frozen=True, tag="legate"):
    """Papal Legate: so much Influence into one Area of the Papal States."""

    area: str
    amount: int


class Whisperers(msgspec.Struct, frozen=True, tag="whisperers"):
    """Remove so much Influence of this opponent in one Area."""

    who: Seat
    area: str
    amount: int


class Edict(msgspec.Struct, frozen=True, tag="edict"):
    """Edict of Order."""


class Benefice(msgspec.Struct, frozen=True, tag="benefice"):
    """Rich Benefice."""


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """No more turns in this round."""


class Hire(msgspec.Struct, frozen=True, tag="hire"):
    """An Advisor; the turn goes on."""

    advisor: str


class DismissAdvisor(msgspec.Struct, frozen=True, tag="dismiss_advisor"):
    """The turn goes on."""

    advisor: str


class DismissUnits(msgspec.Struct, frozen=True, tag="dismiss_units"):
    """Units (`regulars`, `mercenaries`) of one Area; the turn goes on."""

    area: str
    units: dict[str, int]


class LoseCardinal(msgspec.Struct, frozen=True, tag="lose_cardinal"):
    """The Cardinal in this regular slot, from 1."""

    slot: int


class LoseInfluence(msgspec.Struct, frozen=True, tag="lose_influence"):
    """So much from each Area."""

    influence: dict[str, int]


class Keep(msgspec.Struct, frozen=True, tag="keep"):
    """So many Mercenaries in each Area; the others are dismissed."""

    mercenaries: dict[str, int]


Move = (
    RaiseCardinal
    | IncreaseStability
    | PlaceInfluence
    | DeclareWar
    | Campaign
    | Recruit
    | ChangeReligion
    | Excommunicate
    | CallCrusade
    | LeadCrusade
    | ManOfTheChurch
    | RedHat
    | Disgrace
    | Legate
    | Whisperers
    | Edict
    | Benefice
    | Pass
    | Hire
    | DismissAdvisor
    | DismissUnits
    | LoseCardinal
    | LoseInfluence
    | Keep
)
