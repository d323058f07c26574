"""Section 4 of the rules at the table: the Papal Actions, and what an excommunicated crown loses by its own choice."""

from games.kernel.choices import Amounts, Choice, Limit, OneOf, Term
from games.kernel.events import Reason, Seat
from games.papal_curia import curia
from games.papal_curia.box import CHRISTIANS, COURTS, CROWNS, Realm
from games.papal_curia.curia import Crusade, Excommunication
from games.papal_curia.land import is_catholic, is_catholic_realm, land_of, protestant_homes
from games.papal_curia.rules.forms import Forms, barred, one_of
from games.papal_curia.rules.prices import Price, short_of
from games.papal_curia.rules.war import at_war, may_be_attacked, open_war
from games.papal_curia.state import (
    CallCrusade,
    Excommunicate,
    LeadCrusade,
    LoseCardinal,
    LoseInfluence,
    LosingCardinal,
    LosingInfluence,
    State,
)
from games.papal_curia.table import Table

PAPAL = Price(dip=curia.COST)


def no_papal_action(state: State, seat: Seat) -> Reason | None:
    """Why the seat may take no Papal Action now, or None (PC-4.1)."""
    why = curia.barred_from_papal_actions(state.curia, seat, state.age, state.token)
    if why is not None:
        return Reason("PC-4.1", f"refuse.papal.{why}", {"who": curia.control(state.curia).controller})
    return short_of(state, seat, PAPAL)


def excommunicate_forms(state: State, seat: Seat) -> Forms:
    """A Catholic Realm that Owns a Province, not one's own (PC-4.2, PC-7.4)."""
    if why := no_papal_action(state, seat):
        return barred("excommunicate", why)
    land, own = land_of(state), state.mats[seat].realm
    realms = tuple(
        realm
        for realm in CROWNS + CHRISTIANS
        if realm != own and land.owned.get(realm) and is_catholic_realm(state, realm)
    )
    if not realms:
        return barred("excommunicate", Reason("PC-4.2", "refuse.excommunicate.nobody"))
    return one_of("excommunicate", "realm", realms)


def excommunicate(table: Table, seat: Seat, move: Excommunicate) -> None:
    """PC-4.2. What a PR loses by its choice it is asked, if it has a choice (PC-15.2)."""
    table.pay(seat, dip=curia.COST)
    table.token = Excommunication(move.realm)
    table.tell("event.excommunicate", who=seat, realm=move.realm)
    struck = table.seat_of(move.realm)
    if struck is None:
        return
    table.earn(struck, "excommunications", -curia.LOST_PRESTIGE)
    table.tell("event.excommunicated", who=struck)
    lose_a_cardinal(table, LosingCardinal(struck, seat, "excommunication"))
    _lose_influence(table, LosingInfluence(struck, seat))


def lose_a_cardinal(table: Table, asked: LosingCardinal) -> None:
    """One regular Cardinal of the seat's choice: taken at once if there is no choice, else asked (PC-15.2)."""
    places = table.curia.places(asked.seat)
    if not places:
        return
    if curia.losses(table.curia, asked.seat) == 1:
        table.lose_cardinal(places[0], asked.why)
    else:
        table.then = (*table.then, asked)


def _lose_influence(table: Table, asked: LosingInfluence) -> None:
    lies = influence_to_lose(table.state(), asked.seat)
    if sum(lies.values()) <= curia.LOST_INFLUENCE or len(lies) == 1:
        _take(table, asked.seat, {area: min(amount, curia.LOST_INFLUENCE) for area, amount in lies.items()})
    else:
        table.then = (*table.then, asked)


def influence_to_lose(state: State, seat: Seat) -> dict[str, int]:
    """The seat's Influence in Catholic Areas, Area by Area."""
    mat, homes = state.mats[seat], protestant_homes(state.mats)
    catholic = [area for area in COURTS if is_catholic(area, homes, state.reformed)]
    return {area: mat.influence_in(area) for area in catholic if mat.influence_in(area)}


def lose_cardinal_forms(state: State, seat: Seat) -> Forms:
    """Any of the seat's regular Cardinals."""
    return one_of("lose_cardinal", "slot", state.curia.places(seat))


def lose_cardinal(table: Table, seat: Seat, move: LoseCardinal) -> None:
    """The answer to LosingCardinal."""
    asked = table.question
    if not isinstance(asked, LosingCardinal):
        raise TypeError(f"nobody asked for a Cardinal: {asked!r}")
    table.lose_cardinal(move.slot, asked.why)


def lose_influence_forms(state: State, seat: Seat) -> Forms:
    """4 in all, from Catholic Areas."""
    lies = influence_to_lose(state, seat)
    four = Limit((Term("influence"),), curia.LOST_INFLUENCE, curia.LOST_INFLUENCE)
    return (Choice("lose_influence", (Amounts("influence", lies),), (four,)),)


def lose_influence(table: Table, seat: Seat, move: LoseInfluence) -> None:
    """The answer to LosingInfluence."""
    _take(table, seat, {area: amount for area, amount in move.influence.items() if amount})


def _take(table: Table, seat: Seat, amounts: dict[str, int]) -> None:
    for area, amount in amounts.items():
        table.tell("event.influence.lost", who=seat, area=area, amount=amount)
    if amounts:
        table.remove(seat, amounts)


def free_war(state: State, seat: Seat, area: str) -> Realm | None:
    """The Muslim Realm there on which the caller may declare the free war (PC-4.3, PC-9.3). No Area holds two."""
    there = land_of(state).muslims[area]
    return next((realm for realm in there if may_be_attacked(state, realm) and not at_war(state, seat, realm)), None)


def call_crusade_forms(state: State, seat: Seat) -> Forms:
    """The token, and no more."""
    if why := no_papal_action(state, seat):
        return barred("call_crusade", why)
    areas = land_of(state).crusades
    if not areas:
        return barred("call_crusade", Reason("PC-4.3", "refuse.crusade.nowhere"))
    return one_of("call_crusade", "area", areas)


def call_crusade(table: Table, seat: Seat, move: CallCrusade) -> None:
    """PC-4.3, without the war."""
    table.pay(seat, dip=curia.COST)
    table.token = Crusade(move.area, seat)
    table.tell("event.crusade", who=seat, area=move.area)


def lead_crusade_forms(state: State, seat: Seat) -> Forms:
    """The token, and the free war; the Mercenaries come into an Area where the caller Owns a Province (PC-9.3)."""
    if why := no_papal_action(state, seat):
        return barred("lead_crusade", why)
    areas = tuple(area for area in land_of(state).crusades if free_war(state, seat, area))
    if not areas:
        return barred("lead_crusade", Reason("PC-9.3", "refuse.crusade.no_target"))
    at_home = land_of(state).areas.get(state.mats[seat].realm, (None,))
    return (Choice("lead_crusade", (OneOf("area", areas), OneOf("to", at_home))),)


def lead_crusade(table: Table, seat: Seat, move: LeadCrusade) -> None:
    """PC-4.3 with the war: Committed, + 1 Prestige, 2 Mercenaries."""
    target = free_war(table.was, seat, move.area)
    if target is None:
        raise ValueError(f"there is nobody to fight in {move.area}")
    call_crusade(table, seat, CallCrusade(move.area))
    open_war(table, seat, target, "holy_war")
    table.earn(seat, "crusades", curia.LEADER_PRESTIGE)
    table.tell("event.crusade.led", who=seat)
    if move.to is not None:
        table.muster(seat, move.to, mercenaries=curia.LEADER_MERCENARIES)
        table.tell("event.crusade.mercenaries", who=seat, area=move.to, mercenaries=curia.LEADER_MERCENARIES)
