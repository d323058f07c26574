"""Section 9 of the rules, the actions at home: Cardinals, Stability, Influence, Recruit, religion; and what is free
before an action (PC-8.4)."""

from functools import lru_cache

from games.kernel.choices import Amounts, Choice, Limit, OneOf, Term
from games.kernel.events import Reason, Seat
from games.papal_curia import curia
from games.papal_curia.box import (
    ADVISORS,
    CHRISTIANS,
    COURT_NUMBER,
    MOST_INFLUENCE,
    MOST_REGULARS,
    STABILITY,
    turns_a_round,
)
from games.papal_curia.land import land_of
from games.papal_curia.rules import prices
from games.papal_curia.rules.forms import UNITS, Forms, amount_in, barred, one_of, plain, units_in
from games.papal_curia.rules.prices import Price, short_of
from games.papal_curia.state import (
    ChangeReligion,
    DismissAdvisor,
    DismissUnits,
    Hire,
    IncreaseStability,
    Pass,
    PlaceInfluence,
    RaiseCardinal,
    Recruit,
    State,
)
from games.papal_curia.table import Table

CARDINAL_PRICE = Price(adm=prices.CARDINAL)
INFLUENCE_PRICE = Price(dip=1)
RECRUIT_REGULAR = Price(mil=1, ducats=prices.REGULAR)
RECRUIT_MERCENARY = Price(mil=1, ducats=prices.MERCENARY)
HIRE_PRICE = Price(ducats=prices.ADVISOR_HIRE)


def no_cardinal(state: State, seat: Seat) -> Reason | None:
    """Why the seat gains no Cardinal now, or None (PC-1.1, PC-2.3, PC-9.1)."""
    clause = curia.barred_from_gaining(state.curia, seat)
    if clause is not None:
        return Reason(clause, "refuse.cardinal.roma" if clause == "PC-2.3" else "refuse.cardinal.protestant")
    if state.curia.regular(seat) == state.curia.open:  # it would push out its own
        return Reason("PC-9.1", "refuse.cardinal.full")
    return None


def raise_cardinal_forms(state: State, seat: Seat) -> Forms:
    """Catholic, not Controlling Roma, 3 Administrative."""
    why = no_cardinal(state, seat) or short_of(state, seat, CARDINAL_PRICE)
    return barred("raise_cardinal", why) if why else plain("raise_cardinal")


def raise_cardinal(table: Table, seat: Seat, move: RaiseCardinal) -> None:
    """PC-1.3."""
    table.pay(seat, adm=prices.CARDINAL)
    table.gain_cardinal(seat)


def too_stable(state: State, seat: Seat) -> Reason | None:
    """Why Stability can't rise, or None."""
    return Reason("PC-6.4", "refuse.stability.most") if state.mats[seat].stability == STABILITY[1] else None


def increase_stability_forms(state: State, seat: Seat) -> Forms:
    """Stability below 3; the Controller pays 1 less (PC-3.3)."""
    why = too_stable(state, seat) or short_of(state, seat, prices.increasing_stability(state, seat, 4))
    return barred("increase_stability", why) if why else plain("increase_stability")


def increase_stability(table: Table, seat: Seat, move: IncreaseStability) -> None:
    """Stability + 1."""
    price = prices.increasing_stability(table.was, seat, 4)
    table.pay(seat, adm=price.adm)
    table.shift_stability(seat, 1)
    table.tell("event.stability", who=seat, stability=table.mats[seat].stability, adm=price.adm)


def courts_for(state: State, seat: Seat) -> tuple[str, ...]:
    """The Areas into which the seat may put Influence, and where it would not be lost (PC-10.1, PC-6.4)."""
    land = land_of(state)
    enemies = [war.on for war in state.wars if war.by == seat and war.on in CHRISTIANS] if state.wars else ()
    closed = tuple(area for realm in enemies for area in land.areas.get(realm, ()))
    return _courts(land.courts, state.mats[seat].influence, closed)


@lru_cache(maxsize=1 << 12)
def _courts(courts: tuple[str, ...], influence: tuple[int, ...], closed: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(area for area in courts if influence[COURT_NUMBER[area]] < MOST_INFLUENCE and area not in closed)


def influence_forms(state: State, seat: Seat) -> Forms:
    """1 or 2 into one Area, 1 Diplomatic each."""
    areas = courts_for(state, seat)
    if not areas:
        return barred("influence", Reason("PC-10.1", "refuse.influence.nowhere"))
    if why := short_of(state, seat, INFLUENCE_PRICE):
        return barred("influence", why)
    return amount_in("influence", areas, min(2, state.mats[seat].dip))


def place_influence(table: Table, seat: Seat, move: PlaceInfluence) -> None:
    """PC-10.1."""
    table.pay(seat, dip=move.amount)
    tell_placed(table, seat, move.area, move.amount)


def tell_placed(table: Table, seat: Seat, area: str, amount: int) -> None:
    """Influence into an Area, told before what follows from it."""
    room = MOST_INFLUENCE - table.mats[seat].influence_in(area)
    table.tell("event.influence", who=seat, area=area, amount=min(amount, room))
    table.place(seat, area, amount)


def recruit_forms(state: State, seat: Seat) -> Forms:
    """1 to 3 Units into one Area where the seat Owns a Province; never more than 3 Regulars in all."""
    mat = state.mats[seat]
    areas = land_of(state).areas.get(mat.realm, ())
    if not areas:
        return barred("recruit", Reason("PC-9.1", "refuse.recruit.nowhere"))
    regulars = min(MOST_REGULARS - mat.regulars, mat.ducats // prices.REGULAR)
    if why := short_of(state, seat, RECRUIT_REGULAR if regulars else RECRUIT_MERCENARY):
        return barred("recruit", why)
    return _recruits(areas, regulars, mat.ducats)


@lru_cache(maxsize=1 << 12)
def _recruits(areas: tuple[str, ...], regulars: int, ducats: int) -> Forms:
    units = Amounts("units", {"regulars": regulars, "mercenaries": min(3, ducats // prices.MERCENARY)})
    pay = (Term("units", prices.REGULAR, "regulars"), Term("units", prices.MERCENARY, "mercenaries"))
    return (Choice("recruit", (OneOf("area", areas), units), (Limit(UNITS, 1, 3), Limit(pay, most=ducats))),)


def recruit(table: Table, seat: Seat, move: Recruit) -> None:
    """Units into one Area."""
    regulars, mercenaries = move.units.get("regulars", 0), move.units.get("mercenaries", 0)
    table.pay(seat, mil=1, ducats=prices.REGULAR * regulars + prices.MERCENARY * mercenaries)
    table.muster(seat, move.area, regulars, mercenaries)
    table.tell("event.recruit", who=seat, area=move.area, regulars=regulars, mercenaries=mercenaries)


def change_religion_forms(state: State, seat: Seat) -> Forms:
    """From Age II; Prestige can always be paid."""
    if state.age < 2:
        return barred("change_religion", Reason("PC-9.2", "refuse.religion.age"))
    return plain("change_religion")


def change_religion(table: Table, seat: Seat, move: ChangeReligion) -> None:
    """PC-9.2: PC-1.5 follows at once; Influence, alliances, wars and a Commitment stay as they are."""
    table.earn(seat, "religion", -prices.RELIGION)
    catholic = not table.mats[seat].catholic
    table.change(seat, catholic=catholic)
    table.tell("event.religion.catholic" if catholic else "event.religion.protestant", who=seat)
    turned = curia.convert(table.curia, seat) if catholic else curia.leave(table.curia, seat)
    table.turn_curia(turned, "religion")


def pass_forms(state: State, seat: Seat) -> Forms:
    """Always (PC-9.1)."""
    return plain("pass")


def pass_(table: Table, seat: Seat, move: Pass) -> None:
    """PC-8.3: final for the round; the first to pass gets 2 Ducats."""
    first = not any(mat.passed for mat in table.mats)
    table.change(seat, passed=True)
    table.tell("event.pass.first" if first else "event.pass", who=seat)
    if first:
        table.change(seat, ducats=table.mats[seat].ducats + 2)


def has_no_turn_left(state: State, seat: Seat) -> bool:
    """Whether the seat has passed or is done (PC-8.3)."""
    mat = state.mats[seat]
    return mat.passed or mat.turns >= turns_a_round(state.seats)


def hire_forms(state: State, seat: Seat) -> Forms:
    """An Advisor of a type that the seat lacks (PC-8.4)."""
    lacking = tuple(advisor for advisor in ADVISORS if advisor not in state.mats[seat].advisors)
    if not lacking:
        return barred("hire", Reason("PC-8.4", "refuse.hire.all"))
    if why := short_of(state, seat, HIRE_PRICE, "PC-8.4"):
        return barred("hire", why)
    return one_of("hire", "advisor", lacking)


def hire(table: Table, seat: Seat, move: Hire) -> None:
    """PC-8.4."""
    table.pay(seat, ducats=prices.ADVISOR_HIRE)
    hired = (*table.mats[seat].advisors, move.advisor)
    table.change(seat, advisors=tuple(advisor for advisor in ADVISORS if advisor in hired))
    table.tell("event.hire", who=seat, advisor=move.advisor)


def dismiss_advisor_forms(state: State, seat: Seat) -> Forms:
    """PC-8.4; not listed for who has none."""
    hired = state.mats[seat].advisors
    return one_of("dismiss_advisor", "advisor", hired) if hired else ()


def dismiss_advisor(table: Table, seat: Seat, move: DismissAdvisor) -> None:
    """PC-8.4."""
    left = tuple(advisor for advisor in table.mats[seat].advisors if advisor != move.advisor)
    table.change(seat, advisors=left)
    table.tell("event.dismiss.advisor", who=seat, advisor=move.advisor)


def dismiss_units_forms(state: State, seat: Seat) -> Forms:
    """PC-8.4, Area by Area; not listed for who has none."""
    return tuple(
        units_in("dismiss_units", army.area, army.regulars, army.mercenaries) for army in state.mats[seat].armies
    )


def dismiss_units(table: Table, seat: Seat, move: DismissUnits) -> None:
    """PC-8.4."""
    regulars, mercenaries = move.units.get("regulars", 0), move.units.get("mercenaries", 0)
    table.muster(seat, move.area, -regulars, -mercenaries)
    table.tell("event.dismiss.units", who=seat, area=move.area, regulars=regulars, mercenaries=mercenaries)
