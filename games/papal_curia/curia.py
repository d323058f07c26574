"""Part A of the rules: the track of Cardinals, Roma, the Papal Controller and the Papal Actions.

It knows nothing of the frame. It is told facts (who is Catholic, who is the ally of the Papal States, who Controls
Roma) and events (a Cardinal is gained, one is lost), and answers with the track, the Controller, and what each is due.
Crowns are numbers; whoever uses the module says which number is whom. Every function is pure.
"""

from collections.abc import Collection
from functools import lru_cache
from typing import Literal

import msgspec

Crown = int
"""A realm run by a player."""


class Curia(msgspec.Struct, frozen=True):
    """The facts, and the regular Cardinals from the left; their order alone is the state (PC-1.4).

    `catholics`: in no order that matters. `ally`: of the Papal States, of whatever faith. `ruler`: who Controls the
    Province of Roma, of whatever faith; None: no crown does.
    """

    catholics: tuple[Crown, ...]
    slots: tuple[Crown, ...] = ()
    ally: Crown | None = None
    ruler: Crown | None = None

    @property
    def open(self) -> int:
        """The regular slots in play (PC-1.2)."""
        return len(self.catholics) + 1

    @property
    def roma(self) -> Crown | None:
        """Who holds the Roma slot: a Catholic that Controls Roma, else a Catholic ally (PC-2.1, PC-2.2, PC-2.5)."""
        if self.ruler in self.catholics:
            return self.ruler
        return self.ally if self.ally in self.catholics else None

    def regular(self, crown: Crown) -> int:
        """How many regular Cardinals the crown has."""
        return self.slots.count(crown)

    def cardinals(self, crown: Crown) -> int:
        """How many Cardinals the crown has, Roma counted."""
        return self.slots.count(crown) + (self.roma == crown)

    def places(self, crown: Crown) -> tuple[int, ...]:
        """The slots, from 1, in which the crown's regular Cardinals stand."""
        return tuple(slot for slot, owner in enumerate(self.slots, 1) if owner == crown)


class Turned(msgspec.Struct, frozen=True):
    """What an event made of the Curia. `returned`: the owners of the Cardinals that left the track by it, in order."""

    curia: Curia
    returned: tuple[Crown, ...] = ()


def start(order: tuple[Crown, ...]) -> Curia:
    """One Cardinal for each Catholic, from the left, and Roma empty (PC-1.6)."""
    return Curia(catholics=tuple(sorted(order)), slots=order)


def barred_from_gaining(curia: Curia, crown: Crown) -> str | None:
    """The clause by which the crown gains no Cardinal now, or None."""
    if crown not in curia.catholics:
        return "PC-1.1"
    return "PC-2.3" if crown == curia.ruler else None


def gain(curia: Curia, crown: Crown) -> Turned:
    """A new Cardinal in the first slot; the last may be pushed out (PC-1.3). Who may have none gets none (PC-2.3)."""
    if barred_from_gaining(curia, crown):
        return Turned(curia)
    slid = (crown, *curia.slots)
    return Turned(msgspec.structs.replace(curia, slots=slid[: curia.open]), slid[curia.open :])


def lose(curia: Curia, slot: int) -> Turned:
    """The Cardinal in this slot, from 1, is lost; the rest close up (PC-1.4). Raises IndexError if none is there."""
    owner = curia.slots[slot - 1]
    return Turned(msgspec.structs.replace(curia, slots=curia.slots[: slot - 1] + curia.slots[slot:]), (owner,))


def losses(curia: Curia, crown: Crown) -> int:
    """How many different tracks it can lead to that the crown loses a regular Cardinal of its choice."""
    return len({lose(curia, slot).curia.slots for slot in curia.places(crown)})


def convert(curia: Curia, crown: Crown) -> Turned:
    """The crown is Catholic from now on: one slot opens at the right (PC-1.5)."""
    return _turned(curia, catholics=tuple(sorted({*curia.catholics, crown})))


def leave(curia: Curia, crown: Crown) -> Turned:
    """The crown is no longer Catholic: its Cardinals go, the last slot is blocked (PC-1.5)."""
    return _turned(curia, catholics=tuple(other for other in curia.catholics if other != crown))


def befriend(curia: Curia, crown: Crown | None) -> Turned:
    """The ally of the Papal States is this crown from now on, or nobody (PC-2.1)."""
    return _turned(curia, ally=crown)


def enthrone(curia: Curia, crown: Crown | None) -> Turned:
    """This crown Controls the Province of Roma from now on, or none does (PC-2.2)."""
    return _turned(curia, ruler=crown)


def _turned(curia: Curia, **facts: object) -> Turned:
    """The Curia with other facts: whoever may have no regular Cardinals, or stands in a blocked slot, returns them."""
    new = msgspec.structs.replace(curia, **facts)
    kept = tuple(owner for owner in new.slots if barred_from_gaining(new, owner) is None)
    gone = tuple(owner for owner in new.slots if barred_from_gaining(new, owner) is not None)
    slots, returned = kept[: new.open], gone + kept[new.open :]
    return Turned(msgspec.structs.replace(new, slots=slots), returned)


class Control(msgspec.Struct, frozen=True):
    """Who the Papal Controller is, and why (PC-3.1, PC-3.2, PC-3.4).

    `cardinals`: how many the Controller has. `tied`: all who have as many, it first. `by`: what makes it the
    Controller: most of all, Roma, or the leftmost regular Cardinal among the tied. `prize`: its Prestige in 4 E.
    """

    controller: Crown | None
    cardinals: int = 0
    tied: tuple[Crown, ...] = ()
    by: Literal["none", "most", "roma", "leftmost"] = "none"
    uncontested: bool = False
    prize: int = 0


@lru_cache(maxsize=1 << 12)
def control(curia: Curia) -> Control:
    """The Papal Controller of this moment (PC-3.5)."""
    track = (*(() if curia.roma is None else (curia.roma,)), *curia.slots)
    if not track:
        return Control(None)
    most = max(track.count(crown) for crown in track)
    tied = tuple(dict.fromkeys(crown for crown in track if track.count(crown) == most))
    if len(tied) > 1:
        return Control(tied[0], most, tied, "roma" if tied[0] == curia.roma else "leftmost")
    uncontested = most >= 2
    return Control(tied[0], most, tied, "most", uncontested, min(3, len(curia.catholics) - 1) if uncontested else 0)


class Due(msgspec.Struct, frozen=True):
    """What a crown has of the Curia now: points of Administrative Power off each increase of Stability, Ducats off each
    Advisor in 4 B, Diplomatic Power in 4 D (PC-3.3), and Prestige in 4 E (PC-3.4)."""

    stability: int = 0
    advisors: int = 0
    diplomatic: int = 0
    prestige: int = 0


NOTHING = Due()


def due(curia: Curia, crown: Crown) -> Due:
    """What the crown has of the Curia now; nothing, unless it is the Controller."""
    now = control(curia)
    return Due(1, 1, 1, now.prize) if crown == now.controller else NOTHING


class Excommunication(msgspec.Struct, frozen=True, tag="excommunication"):
    """The token lies on a Realm's capital (PC-4.2)."""

    realm: str


class Crusade(msgspec.Struct, frozen=True, tag="crusade"):
    """The token lies on an Area (PC-4.3). `by`: who called it."""

    area: str
    by: Crown


Token = Excommunication | Crusade

COST = 2
"""Diplomatic Power for either Papal Action."""

LOST_PRESTIGE, LOST_INFLUENCE = 1, 4
"""What a struck crown loses besides one regular Cardinal (PC-4.2)."""

LAST_AGE = 2
"""The last Age with Papal Actions (PC-4.1)."""

PROVINCES_FOR_A_CRUSADE = 2
"""Provinces Owned by Muslim Realms, together, in the Area of a crusade (PC-4.3)."""

LEADER_PRESTIGE, LEADER_MERCENARIES = 1, 2
"""What the caller gains who declares the free war (PC-4.3)."""

Denial = Literal["not_controller", "age", "token"]


def barred_from_papal_actions(curia: Curia, crown: Crown, age: int, token: Token | None) -> Denial | None:
    """Why the crown may take no Papal Action now, or None (PC-4.1)."""
    if age > LAST_AGE:
        return "age"
    if token is not None:
        return "token"
    return None if control(curia).controller == crown else "not_controller"


CasusBelli = Literal["excommunication", "holy_war"]


def casus_belli(
    curia: Curia, crown: Crown, realm: str, token: Token | None, muslims_there: Collection[str]
) -> CasusBelli | None:
    """What reason the token gives this crown for a war on the realm (PC-4.2, PC-4.4).

    `muslims_there`: the Muslim Realms that Own a Province in the crusade's Area.
    """
    if crown not in curia.catholics:
        return None
    match token:
        case Excommunication(realm=struck):
            return "excommunication" if struck == realm else None
        case Crusade():
            return "holy_war" if realm in muslims_there else None
        case None:
            return None
        case _:
            raise TypeError(f"no such token: {token!r}")


class Prize(msgspec.Struct, frozen=True):
    """Prestige that phase 4 E gives or takes, and for what."""

    crown: Crown
    why: Literal["uncontested", "crusade_won", "crusade_lost", "uncommitted"]
    points: int


def phase_4_e(
    curia: Curia, token: Token | None, committed: Collection[Crown], present: Collection[Crown], muslims_left: bool
) -> tuple[Prize, ...]:
    """The Prestige of phase 4 E in its order: Uncontested, then the crusade (PC-3.4, PC-4.5, PC-4.6).

    `present`: the crowns with a Unit in the crusade's Area. `muslims_left`: a Muslim Realm Owns a Province there.
    """
    now = control(curia)
    prizes = [Prize(now.controller, "uncontested", now.prize)] if now.controller is not None and now.prize else []
    if not isinstance(token, Crusade):
        return tuple(prizes)
    if not committed and now.controller is not None:
        prizes.append(Prize(now.controller, "uncommitted", -2))
    for crown in sorted(crown for crown in committed if crown in curia.catholics):
        won = crown in present and not muslims_left
        prizes.append(Prize(crown, "crusade_won", 2) if won else Prize(crown, "crusade_lost", -2))
    return tuple(prizes)
