"""Section 13 of the rules: the events. None of them asks anybody anything."""

from collections.abc import Callable

from games.kernel.events import Seat
from games.papal_curia import curia
from games.papal_curia.box import DEADLY, NUMBER, STABILITY
from games.papal_curia.curia import Curia
from games.papal_curia.table import Table


def turn_up(table: Table) -> None:
    """The top event of the Age (PC-8.2); a Cardinal's death comes first (PC-13.1)."""
    table.event, table.events_left = table.events_left[-1], table.events_left[:-1]
    table.tell("event.turned_up", reveals=True, event=table.event)
    if table.event in DEADLY:
        _die(table)
    EFFECTS[table.event](table)


def _die(table: Table) -> None:
    slot = dying(table.curia)
    if slot is None:
        table.tell("event.nobody_dies")
    else:
        table.lose_cardinal(slot, "died")


def dying(now: Curia) -> int | None:
    """The slot of the Cardinal who dies: the rightmost regular one of any PR with most Cardinals (PC-13.2)."""
    tied = curia.control(now).tied
    slots = [slot for crown in tied for slot in now.places(crown)]
    return max(slots, default=None)


def _each(table: Table) -> range:
    return range(table.seats)


def _plague(table: Table) -> None:
    for seat in _each(table):
        table.take_ducats(seat, 2)


def _printing_press(table: Table) -> None:
    for seat in _each(table):
        table.gain_power(seat, adm=1)


def _jubilee(table: Table) -> None:
    for seat in _each(table):
        table.change(seat, ducats=table.mats[seat].ducats + 2 * table.curia.cardinals(seat))
    _honour(table)


def _honour(table: Table) -> None:
    """Who holds Roma scores 1."""
    if table.curia.roma is not None:
        table.earn(table.curia.roma, "events", 1)
        table.tell("event.scores", who=table.curia.roma, points=1)


def _concordat(table: Table) -> None:
    """The Catholic PR with fewest Cardinals that doesn't Control Roma; tie: less Prestige, then later in turn order."""
    able = [seat for seat in table.curia.catholics if seat != table.curia.ruler]
    if able:
        table.gain_cardinal(min(able, key=lambda seat: _claim(table, seat)))


def _claim(table: Table, seat: Seat) -> tuple[int, int, int]:
    return table.curia.cardinals(seat), table.mats[seat].prestige, -table.order.index(seat)


def _ottoman_advance(table: Table) -> None:
    for province in ("ZAGREB", "POZSONY"):
        number = NUMBER[province]
        if table.owners[number] == "HUNGARY" and table.occupiers[number] is None:
            table.hand_over(number, "OTTOMANS")
            table.tell("event.ottomans", province=province)
            table.settle()
            return
    table.tell("event.nothing")


def _reformation(table: Table) -> None:
    table.reformed = True


def _council_of_trent(table: Table) -> None:
    for seat in _each(table):
        if table.curia.cardinals(seat) >= 2:
            table.earn(seat, "events", 1)
            table.tell("event.scores", who=seat, points=1)


def _holy_league(table: Table) -> None:
    """It stays in force for the round: see `war.war_price`."""


def _turmoil(table: Table) -> None:
    for seat in _each(table):
        mat = table.mats[seat]
        if mat.ducats >= 3:
            table.take_ducats(seat, 3)
        elif mat.stability > STABILITY[0]:
            table.shift_stability(seat, -1)
            table.tell("event.unrest", who=seat, stability=table.mats[seat].stability)


def _absolutism(table: Table) -> None:
    for seat in _each(table):
        stability = table.mats[seat].stability
        if stability > 0:
            table.earn(seat, "events", stability)
            table.tell("event.scores", who=seat, points=stability)


def _baroque_rome(table: Table) -> None:
    if table.curia.roma is not None:
        table.change(table.curia.roma, ducats=table.mats[table.curia.roma].ducats + 2)
    _honour(table)


EFFECTS: dict[str, Callable[[Table], None]] = {
    "PLAGUE": _plague,
    "PRINTING_PRESS": _printing_press,
    "JUBILEE": _jubilee,
    "CONCORDAT": _concordat,
    "OTTOMAN_ADVANCE": _ottoman_advance,
    "REFORMATION": _reformation,
    "COUNCIL_OF_TRENT": _council_of_trent,
    "HOLY_LEAGUE": _holy_league,
    "TURMOIL": _turmoil,
    "ABSOLUTISM": _absolutism,
    "BAROQUE_ROME": _baroque_rome,
}
