"""Section 11 of the rules: declaring war, campaigns, attacks, and the peace of phase 3."""

from functools import lru_cache

import msgspec

from games.kernel.choices import Amounts, Choice, Limit, Number, OneOf, Value
from games.kernel.events import Reason, Seat
from games.papal_curia import curia
from games.papal_curia.box import (
    AREAS,
    CHRISTIANS,
    HOME,
    NUMBER,
    PROVINCES,
    REALMS,
    STABILITY,
    Province,
    Realm,
    turns_a_round,
)
from games.papal_curia.curia import CasusBelli, Crusade, Excommunication
from games.papal_curia.land import land_of
from games.papal_curia.rules.actions import has_no_turn_left
from games.papal_curia.rules.forms import UNITS, Forms, barred
from games.papal_curia.rules.prices import Price, short_of
from games.papal_curia.state import Army, Campaign, DeclareWar, State, War
from games.papal_curia.table import Table

MILITARY, FREE = Price(mil=1), Price()
_NOBODY = Reason("PC-11.1", "refuse.war.nobody")


def at_war(state: State, seat: Seat, realm: Realm) -> bool:
    """Whether a war is on between the two, whoever declared it."""
    other, own = state.seat_of(realm), state.mats[seat].realm
    return any((war.by == seat and war.on == realm) or (war.by == other and war.on == own) for war in state.wars)


def may_be_attacked(state: State, realm: Realm) -> bool:
    """Whether anybody may declare war on the Realm: it Owns a Province, and still has turns (PC-7.4, PC-11.1)."""
    seat = state.seat_of(realm)
    if seat is not None and has_no_turn_left(state, seat):
        return False
    return bool(land_of(state).owned.get(realm))


def casus_belli(state: State, seat: Seat, realm: Realm) -> CasusBelli | None:
    """What reason the seat has for a war on the Realm (PC-11.2)."""
    token = state.token
    there = land_of(state).muslims[token.area] if isinstance(token, Crusade) else ()
    return curia.casus_belli(state.curia, seat, realm, token, there)


def war_price(state: State, reason: CasusBelli | None) -> Price:
    """1 Military; a Holy War costs none in the round of the Holy League."""
    return FREE if reason == "holy_war" and state.event == "HOLY_LEAGUE" else MILITARY


def war_targets(state: State, seat: Seat) -> tuple[Realm, ...]:
    """The Realms on which the seat might declare war, could it pay (PC-11.1)."""
    turns = turns_a_round(state.seats)
    out = [mat.realm for mat in state.mats if mat.passed or mat.turns >= turns]
    return _targets(land_of(state).owning, (state.mats[seat].realm, *out, *enemies_of(state, seat)))


@lru_cache(maxsize=1 << 12)
def _targets(owning: tuple[Realm, ...], not_on: tuple[Realm, ...]) -> tuple[Realm, ...]:
    return tuple(realm for realm in owning if realm not in not_on)


def declare_war_forms(state: State, seat: Seat) -> Forms:
    """War with one Realm; the page asks first where it costs Stability or an alliance."""
    targets = war_targets(state, seat)
    if not targets:
        return barred("declare_war", _NOBODY)
    reasons = _reasons(state, seat)
    bars = {reason: _no_war(state, seat, reason) for _, reason in (*reasons, ("", None))}
    able = tuple(reason for reason, bar in bars.items() if bar is None)
    friends = tuple(realm for realm, ally in zip(CHRISTIANS, state.allies, strict=True) if ally == seat)
    return _wars(targets, reasons, able, friends) or barred("declare_war", bars[None] or _NOBODY)


def _reasons(state: State, seat: Seat) -> tuple[tuple[Realm, CasusBelli], ...]:
    """The Realms on which the seat has a casus belli: those that the token names."""
    match state.token:
        case Excommunication(realm=realm):
            named: tuple[Realm, ...] = (realm,)
        case Crusade(area=area):
            named = land_of(state).muslims[area]
        case _:  # no token lies
            return ()
    found = ((realm, casus_belli(state, seat, realm)) for realm in named)
    return tuple((realm, reason) for realm, reason in found if reason is not None)


def _no_war(state: State, seat: Seat, reason: CasusBelli | None) -> Reason | None:
    """Why the seat can't declare a war for this reason, or None (PC-11.2)."""
    if reason is None and state.mats[seat].stability == STABILITY[0]:
        return Reason("PC-11.2", "refuse.war.unstable")
    return short_of(state, seat, war_price(state, reason))


@lru_cache(maxsize=1 << 12)
def _wars(
    targets: tuple[Realm, ...],
    reasons: tuple[tuple[Realm, CasusBelli], ...],
    able: tuple[CasusBelli | None, ...],
    friends: tuple[Realm, ...],
) -> Forms:
    """`able`: the reasons for which the seat can declare war now. `friends`: the NPRs whose ally it is."""
    why = dict(reasons)
    open_ = tuple(realm for realm in targets if why.get(realm) in able)
    asked = ((realm, _caution(realm, why.get(realm), friends)) for realm in open_)
    cautions = tuple((realm, caution) for realm, caution in asked if caution is not None)
    return (Choice("declare_war", (OneOf("on", open_, cautions),)),) if open_ else ()


def _caution(realm: Realm, reason: CasusBelli | None, friends: tuple[Realm, ...]) -> Reason | None:
    if realm in friends:
        return Reason("PC-11.3", "caution.war.ally", {"realm": realm})
    return None if reason else Reason("PC-11.2", "caution.war.stability", {"realm": realm})


def declare_war(table: Table, seat: Seat, move: DeclareWar) -> None:
    """PC-11.2: who has a casus belli uses it; who has none loses 1 Stability."""
    reason = casus_belli(table.was, seat, move.on)
    table.pay(seat, mil=war_price(table.was, reason).mil)
    open_war(table, seat, move.on, reason)
    if reason is None:
        table.shift_stability(seat, -1)
        table.tell("event.war.stability", who=seat, stability=table.mats[seat].stability)


def open_war(table: Table, seat: Seat, realm: Realm, reason: CasusBelli | None) -> None:
    """The war is on. A Holy War Commits (PC-4.4); a Christian NPR's Areas are cleared of one's Influence (PC-11.3)."""
    table.wars = (*table.wars, War(seat, realm, reason))
    table.tell(f"event.war.{reason or 'none'}", who=seat, realm=realm)
    if reason == "holy_war" and seat not in table.committed:
        table.committed = tuple(sorted((*table.committed, seat)))
        table.tell("event.committed", who=seat)
    if realm in CHRISTIANS:
        mat = table.mats[seat]
        back = {area: mat.influence_in(area) for area in table.land.areas[realm] if mat.influence_in(area)}
        for area, amount in back.items():
            table.tell("event.influence.back", who=seat, area=area, amount=amount)
        table.remove(seat, back)


def reach(start: str) -> tuple[str, ...]:
    """The Areas that 1 or 2 steps lead to (PC-7.5, PC-11.4), in the order of the map table."""
    one = _steps({start})
    return tuple(area for area in AREAS if area != start and area in one | _steps(one))


def _steps(areas: set[str]) -> set[str]:
    by_land = {neighbour for area in areas for neighbour in AREAS[area].neighbours}
    by_sea = {area.code for area in AREAS.values() if area.coast} if any(AREAS[area].coast for area in areas) else set()
    return by_land | by_sea


REACH: dict[str, tuple[str, ...]] = {area: reach(area) for area in AREAS}


def enemies_of(state: State, seat: Seat) -> tuple[Realm, ...]:
    """The Realms that are at war with the seat."""
    if not state.wars:
        return ()
    own = state.mats[seat].realm
    declared = {war.on for war in state.wars if war.by == seat}
    suffered = {state.mats[war.by].realm for war in state.wars if war.on == own}
    return tuple(realm for realm in REALMS if realm in declared | suffered)


def places_of(state: State, realm: Realm) -> set[str]:
    """The Areas in which the Realm Controls a Province or has Units."""
    seat = state.seat_of(realm)
    camps = {army.area for army in state.mats[seat].armies} if seat is not None else set()
    return camps | {PROVINCES[number].area for number in land_of(state).controlled.get(realm, ())}


def campaign_forms(state: State, seat: Seat, bold: bool) -> Forms:
    """From each Area with Units: a march, and an attack on each enemy. `bold`: a Bold Stroke is in the hand."""
    mat = state.mats[seat]
    if not mat.armies:
        return barred("campaign", Reason("PC-11.4", "refuse.campaign.no_units"))
    if why := short_of(state, seat, MILITARY):
        return barred("campaign", why)
    goals = [(realm, _goals(state, seat, realm)) for realm in enemies_of(state, seat)]
    second = min(1, mat.mil - 1)
    marches = tuple(_march(army) for army in mat.armies)
    return marches + tuple(
        choice for army in mat.armies for realm, areas in goals for choice in _attacks(army, realm, areas, second, bold)
    )


def _goals(state: State, seat: Seat, realm: Realm) -> tuple[str, ...]:
    """Where the seat may attack this enemy: it is there, and was not attacked there in this round (PC-11.4)."""
    places, attacked = places_of(state, realm), state.mats[seat].attacked
    return tuple(area for area in AREAS if area in places and area not in attacked)


@lru_cache(maxsize=1 << 10)
def _march(army: Army) -> Choice:
    return _campaign(army, REACH[army.area], None, 0, False)


@lru_cache(maxsize=1 << 12)
def _attacks(army: Army, realm: Realm, areas: tuple[str, ...], second: int, bold: bool) -> tuple[Choice, ...]:
    far = tuple(area for area in areas if area in REACH[army.area])
    choices = [_campaign(army, far, realm, second, bold)] if far else []
    if army.area in areas:
        choices.append(_campaign(Army(army.area, 0, 0), (army.area,), realm, second, bold))
    return tuple(choices)


def _campaign(army: Army, to: tuple[Value, ...], on: Realm | None, second: int, bold: bool) -> Choice:
    """Without Units to name: all that are there fight where they stand."""
    units = {"regulars": army.regulars, "mercenaries": army.mercenaries} if army.size else {}
    fields = (
        OneOf("start", (army.area,)),
        OneOf("to", to),
        Amounts("units", units),
        OneOf("on", (on,)),
        Number("extra", 0, second),
        Number("bold", 0, int(bold)),
    )
    return Choice("campaign", fields, (Limit(UNITS, least=1),) if units else ())


def campaign(table: Table, seat: Seat, move: Campaign) -> None:
    """PC-11.4: march, and attack."""
    table.pay(seat, mil=1 + move.extra)
    if move.start != move.to:
        regulars, mercenaries = move.units.get("regulars", 0), move.units.get("mercenaries", 0)
        table.muster(seat, move.start, -regulars, -mercenaries)
        table.muster(seat, move.to, regulars, mercenaries)
        table.tell("event.march", who=seat, start=move.start, to=move.to, regulars=regulars, mercenaries=mercenaries)
    if move.on is not None:
        if move.bold:
            table.discard(seat, "BOLD_STROKE")
            table.tell("event.bold", who=seat)
        attack(table, seat, move.to, move.on, move.extra + 2 * move.bold)


class Battle(msgspec.Struct, frozen=True):
    """What decides an attack: dice and Units on both sides, and the Provinces that the defender Controls there."""

    attackers: int
    attacker_dice: int
    defenders: int
    defender_dice: int
    provinces: tuple[Province, ...]


def battle(state: State, seat: Seat, area: str, realm: Realm, attackers: int, more_dice: int) -> Battle:
    """The attack of so many Units in the Area (PC-11.5). `more_dice`: for Military and Bold Stroke."""
    land, defender = land_of(state), state.seat_of(realm)
    units = 0 if defender is None else state.mats[defender].army(area).size
    walls = sum(province.tax for province in land.owned_in(realm, area))
    provinces = tuple(land.controlled_in(realm, area))
    return Battle(attackers, attackers + more_dice, units, walls + units, provinces)


def attack(table: Table, seat: Seat, area: str, realm: Realm, more_dice: int) -> None:
    """PC-11.5 to PC-11.7."""
    fight = battle(table.state(), seat, area, realm, table.mats[seat].army(area).size, more_dice)
    mine = tuple(table.cup.below(6) + 1 for _ in range(fight.attacker_dice))
    theirs = tuple(table.cup.below(6) + 1 for _ in range(fight.defender_dice))
    table.change(seat, attacked=(*table.mats[seat].attacked, area))
    struck, suffered = hits(mine), hits(theirs)
    table.tell(
        "event.attack",
        who=seat,
        area=area,
        realm=realm,
        dice=mine,
        defence=theirs,
        hits=struck,
        losses=suffered,
    )
    _fall(table, seat, area, suffered)
    defender = table.seat_of(realm)
    if defender is not None and fight.defenders:
        _fall(table, defender, area, min(struck, fight.defenders))
    if suffered < fight.attackers:
        for province in taken(fight.provinces, struck - fight.defenders):
            _take(table, seat, realm, province)
    table.settle()


def hits(dice: tuple[int, ...]) -> int:
    """4, 5 and 6 hit."""
    return sum(die >= 4 for die in dice)


def taken(provinces: tuple[Province, ...], hits_left: int) -> list[Province]:
    """Which Provinces these hits take: always the dearest that they can pay (PC-11.6)."""
    falls, left = [], list(provinces)
    while affordable := [province for province in left if province.tax <= hits_left]:
        dearest = max(affordable, key=lambda province: province.tax)  # of equal ones the first in the map table
        falls.append(dearest)
        left.remove(dearest)
        hits_left -= dearest.tax
    return falls


def _fall(table: Table, seat: Seat, area: str, units: int) -> None:
    regulars, mercenaries = table.fall(seat, area, units)
    if regulars or mercenaries:
        table.tell("event.fall", who=seat, area=area, regulars=regulars, mercenaries=mercenaries)


def _take(table: Table, seat: Seat, realm: Realm, province: Province) -> None:
    """PC-11.7: occupied by the attacker, or back to its owner if the defender occupied it."""
    number = NUMBER[province.code]
    owner = table.owners[number]
    if owner == realm:
        table.occupy(number, table.mats[seat].realm)
        table.tell("event.occupied", who=seat, province=province.code, realm=realm)
    else:
        table.occupy(number, None)
        table.tell("event.freed", province=province.code, realm=owner)


def make_peace(table: Table) -> None:
    """Phase 3 (PC-11.8): all wars end, and what is occupied changes hands or goes back."""
    for number, realm in enumerate(table.occupiers):
        if realm is not None:
            _settle_province(table, PROVINCES[number], realm)
            table.occupy(number, None)
    if table.wars:
        table.tell("event.peace")
    table.wars = ()
    table.settle()


def _settle_province(table: Table, province: Province, occupier: Realm) -> None:
    by, number = table.seat_of(occupier), NUMBER[province.code]
    owner = table.seat_of(table.owners[number])
    if by is None:
        raise ValueError(f"an NPR occupies {province.code}")
    if owner is not None and HOME[table.mats[owner].realm] == province.area:
        table.earn(by, "peace", province.tax)
        table.earn(owner, "peace", -province.tax)
        table.tell("event.peace.home", who=by, owner=owner, province=province.code, points=province.tax)
    else:
        table.hand_over(number, occupier)
        table.tell("event.peace.taken", who=by, province=province.code)
