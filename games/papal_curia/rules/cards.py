"""Section 12 of the rules: the action cards. Bold Stroke goes with a Campaign (`war.py`) and is no action of its
own."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from games.kernel.choices import Choice, Number, OneOf
from games.kernel.events import Reason, Seat
from games.papal_curia.box import COURTS
from games.papal_curia.land import is_catholic, land_of, protestant_homes
from games.papal_curia.rules import prices
from games.papal_curia.rules.actions import courts_for, no_cardinal, tell_placed, too_stable
from games.papal_curia.rules.forms import Form, Forms, amount_in, barred, one_of, plain
from games.papal_curia.rules.papal import lose_a_cardinal
from games.papal_curia.rules.prices import Price, short_of
from games.papal_curia.state import (
    Benefice,
    Disgrace,
    Edict,
    Legate,
    LosingCardinal,
    ManOfTheChurch,
    RedHat,
    State,
    Whisperers,
)
from games.papal_curia.table import Table


def catholic_courts_for(state: State, seat: Seat) -> tuple[str, ...]:
    """The Catholic Areas into which the seat may put Influence."""
    homes = protestant_homes(state.mats)
    return tuple(area for area in courts_for(state, seat) if is_catholic(area, homes, state.reformed))


def man_of_the_church_forms(state: State, seat: Seat) -> Forms:
    """A Cardinal, and 1 Influence; each half alone if the other can't be done."""
    why = no_cardinal(state, seat)
    if why is not None and why.clause == "PC-1.1":
        return barred("man_of_the_church", Reason("PC-12.2", "refuse.card.catholic"))
    areas = catholic_courts_for(state, seat)
    if why is not None and not areas:
        return barred("man_of_the_church", Reason("PC-9.1", "refuse.card.nothing"))
    return one_of("man_of_the_church", "area", areas or (None,))


def man_of_the_church(table: Table, seat: Seat, move: ManOfTheChurch) -> None:
    """The Cardinal first."""
    table.gain_cardinal(seat)
    if move.area is not None:
        tell_placed(table, seat, move.area, 1)


def red_hat_forms(state: State, seat: Seat) -> Forms:
    """Catholic, not Controlling Roma, 4 Ducats."""
    why = no_cardinal(state, seat) or short_of(state, seat, Price(ducats=prices.RED_HAT))
    return barred("red_hat", why) if why else plain("red_hat")


def red_hat(table: Table, seat: Seat, move: RedHat) -> None:
    """A Cardinal for 4 Ducats."""
    table.pay(seat, ducats=prices.RED_HAT)
    table.gain_cardinal(seat)


def disgrace_forms(state: State, seat: Seat) -> Forms:
    """An opponent with a regular Cardinal."""
    others = tuple(other for other in range(state.seats) if other != seat and other in state.curia.slots)
    if not others:
        return barred("disgrace", Reason("PC-9.1", "refuse.disgrace.nobody"))
    return one_of("disgrace", "who", others)


def disgrace(table: Table, seat: Seat, move: Disgrace) -> None:
    """Of its choice, so it is asked (PC-15.2)."""
    lose_a_cardinal(table, LosingCardinal(move.who, seat, "disgrace"))


def legate_forms(state: State, seat: Seat) -> Forms:
    """Up to 2 Influence into one Area where the Papal States Own a Province."""
    papal = land_of(state).areas.get("PAPAL_STATES", ())
    areas = tuple(area for area in courts_for(state, seat) if area in papal)
    if not areas:
        return barred("legate", Reason("PC-10.1", "refuse.legate.nowhere"))
    return amount_in("legate", areas, 2)


def legate(table: Table, seat: Seat, move: Legate) -> None:
    """PC-10.1."""
    tell_placed(table, seat, move.area, move.amount)


def whisperers_forms(state: State, seat: Seat) -> Forms:
    """Up to 2 Influence of one opponent in one Area: a form for each opponent who has any."""
    forms = [
        _whispers(other, areas)
        for other in range(state.seats)
        if other != seat and (areas := _influenced(state.mats[other].influence))
    ]
    return tuple(forms) if forms else barred("whisperers", Reason("PC-9.1", "refuse.whisperers.nobody"))


@lru_cache(maxsize=1 << 10)
def _influenced(influence: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(area for area, lies in zip(COURTS, influence, strict=True) if lies)


@lru_cache(maxsize=1 << 10)
def _whispers(who: Seat, areas: tuple[str, ...]) -> Choice:
    return Choice("whisperers", (OneOf("who", (who,)), OneOf("area", areas), Number("amount", 1, 2)))


def whisperers(table: Table, seat: Seat, move: Whisperers) -> None:
    """No more than lies there."""
    amount = min(move.amount, table.mats[move.who].influence_in(move.area))
    table.tell("event.whisperers", who=seat, owner=move.who, area=move.area, amount=amount)
    table.remove(move.who, {move.area: amount})


def edict_forms(state: State, seat: Seat) -> Forms:
    """2 Administrative and the current Stability; the Controller pays 1 less."""
    why = too_stable(state, seat) or short_of(state, seat, prices.increasing_stability(state, seat, 2))
    return barred("edict", why) if why else plain("edict")


def edict(table: Table, seat: Seat, move: Edict) -> None:
    """Stability + 1."""
    price = prices.increasing_stability(table.was, seat, 2)
    table.pay(seat, adm=price.adm)
    table.shift_stability(seat, 1)
    table.tell("event.stability", who=seat, stability=table.mats[seat].stability, adm=price.adm)


def benefice_forms(state: State, seat: Seat) -> Forms:
    """Always."""
    return plain("benefice")


def benefice(table: Table, seat: Seat, move: Benefice) -> None:
    """4 Ducats."""
    table.change(seat, ducats=table.mats[seat].ducats + 4)


PLAYS: dict[type, tuple[str, Form, Callable[[Table, Seat, Any], None]]] = {
    ManOfTheChurch: ("MAN_OF_THE_CHURCH", man_of_the_church_forms, man_of_the_church),
    RedHat: ("RED_HAT", red_hat_forms, red_hat),
    Disgrace: ("DISGRACE", disgrace_forms, disgrace),
    Legate: ("LEGATE", legate_forms, legate),
    Whisperers: ("WHISPERERS", whisperers_forms, whisperers),
    Edict: ("EDICT", edict_forms, edict),
    Benefice: ("BENEFICE", benefice_forms, benefice),
}
"""Move -> its card, what it may be played on, and what it does, in the order of section 12."""


def held(state: State, seat: Seat, card: str) -> bool:
    """Whether the seat holds such a card."""
    hand = state.hands[seat]
    return card in hand.newer or card in hand.older


def play(table: Table, seat: Seat, move: Any) -> None:
    """PC-12.1: the card is discarded face up, then it does what it says."""
    card, _, deed = PLAYS[type(move)]
    table.discard(seat, card)
    table.tell("event.play", who=seat, card=card)
    deed(table, seat, move)
