"""How Papal Curia calls what stands in its forms: Areas, Realms, crowns, Units, slots, Advisors."""

from collections.abc import Sequence
from typing import Any

from app.language import gettext, later
from app.showing.forms import Label
from app.showing.papal_curia.realms import ADVISORS, POWERS, Crown, area_name, realm_title, seat_of, units
from games.kernel.choices import Choice, OneOf, Value
from games.papal_curia.rules.war import casus_belli
from games.papal_curia.seen import state_of

LEGENDS = {
    ("influence", "area"): later("Into which Area"),
    ("influence", "amount"): later("How much"),
    ("recruit", "area"): later("Where they come"),
    ("recruit", "units"): later("Units, 1 to 3"),
    ("declare_war", "on"): later("On whom"),
    ("campaign", "to"): later("Where to"),
    ("campaign", "units"): later("Who goes"),
    ("campaign", "extra"): later("A second Military: 1 die more"),
    ("campaign", "bold"): later("Bold Stroke: 2 dice more"),
    ("excommunicate", "realm"): later("Whom"),
    ("call_crusade", "area"): later("On which Area"),
    ("lead_crusade", "area"): later("On which Area"),
    ("lead_crusade", "to"): later("Where your 2 Mercenaries come"),
    ("man_of_the_church", "area"): later("1 Influence into which Area"),
    ("disgrace", "who"): later("Who loses a Cardinal"),
    ("legate", "area"): later("Into which Area"),
    ("legate", "amount"): later("How much"),
    ("whisperers", "area"): later("Where"),
    ("whisperers", "amount"): later("How much, if so much lies there"),
    ("hire", "advisor"): later("Which Advisor"),
    ("dismiss_advisor", "advisor"): later("Which Advisor goes"),
    ("dismiss_units", "units"): later("Who goes"),
    ("lose_cardinal", "slot"): later("Which of your Cardinals goes home"),
    ("lose_influence", "influence"): later("4 Influence in all"),
    ("keep", "mercenaries"): later("How many stay, 2 Ducats each"),
}
"""(move, field) -> what it asks."""

UNITS = {"regulars": later("Regulars"), "mercenaries": later("Mercenaries")}
PRICES = {"regulars": later("2 Ducats"), "mercenaries": later("3 Ducats")}
REASONS = {"holy_war": later("Holy War"), "excommunication": later("excommunicated")}
"""Casus belli -> the note beside a Realm."""

OWN = ("influence", "man_of_the_church", "legate", "lose_influence")
"""Moves for which one would know how much Influence of the own lies there."""


class Names:
    """The names at one table, for the seat whose View this is."""

    def __init__(self, view: Any, crowns: Sequence[Crown]) -> None:
        self.view = view
        self.crowns = crowns
        self.areas = {area.code: area for area in view.areas}

    def legend(self, choice: Choice, name: str) -> str:
        """What a field asks."""
        return gettext(LEGENDS.get((choice.move, name), ""))  # nothing is asked where there is one option

    def label(self, choice: Choice, name: str, value: Value) -> Label:
        """An option of a field, or a key of its amounts."""
        if value is None:
            return Label(gettext("Nowhere") if name == "to" else gettext("No Area"))
        match name:
            case "area" | "to" | "influence" | "mercenaries":
                return Label(area_name(str(value)), note=self._lies(choice, str(value)))
            case "on" | "realm":
                return self._realm(choice, str(value))
            case "who":
                return self._crown(int(str(value)))
            case "units":
                price = PRICES[str(value)] if choice.move == "recruit" else ""
                return Label(gettext(UNITS[str(value)]), note=gettext(price))
            case "advisor":
                power = ADVISORS[str(value)]
                note = "" if choice.move == "dismiss_advisor" else gettext("+1 a round")
                return Label(gettext(POWERS[power]), icon=power, note=note)
            case "slot":
                return Label(gettext("Slot {number}", number=value), icon="hat")
            case _:
                raise ValueError(f"no such field: {name}")

    def _crown(self, seat: int) -> Label:
        crown = self.crowns[seat]
        return Label(crown.name, note=crown.player, who=crown.who)

    def _realm(self, choice: Choice, realm: str) -> Label:
        seat = seat_of(self.view, realm)
        note = "" if seat is None else self.crowns[seat].player
        if choice.move == "declare_war":
            reason = casus_belli(state_of(self.view), self.view.mine.seat, realm)
            note = note if reason is None else gettext(REASONS[reason])
        return Label(realm_title(realm), note=note, who=None if seat is None else self.crowns[seat].who)

    def _lies(self, choice: Choice, area: str) -> str:
        """What one would look up on the map before choosing this Area."""
        if choice.move in OWN:
            own = next((one.amount for one in self.areas[area].influence if one.seat == self.view.mine.seat), 0)
            return gettext("you: {number}", number=own) if own else ""
        if choice.move in ("call_crusade", "lead_crusade", "whisperers"):
            return self._theirs(choice, area)
        return ""

    def _theirs(self, choice: Choice, area: str) -> str:
        who = next(
            (field.options[0] for field in choice.fields if isinstance(field, OneOf) and field.name == "who"), None
        )
        lies = next((one.amount for one in self.areas[area].influence if one.seat == who), 0)
        return gettext("{number} there", number=lies) if who is not None else ""


def variant(choice: Choice, crowns: Sequence[Crown], view: Any) -> str:
    """What tells a form from others of the same move."""
    given = {field.name: field.options for field in choice.fields if isinstance(field, OneOf)}
    match choice.move:
        case "campaign":
            return _march(str(given["start"][0]), given["on"][0], given["to"], view)
        case "whisperers":
            return gettext("Against {crown}", crown=crowns[int(str(given["who"][0]))].name)
        case "dismiss_units":
            return gettext("Units in {area}", area=area_name(str(given["area"][0])))
        case "dismiss_advisor":
            return gettext("An Advisor")
        case "call_crusade":
            return gettext("Only call it")
        case "lead_crusade":
            return gettext("Call it and go: +1 Prestige, 2 Mercenaries, Committed")
        case tag:
            raise ValueError(f"{tag} has one form only")


def _march(start: str, on: Value, to: Sequence[Value], view: Any) -> str:
    mine = view.seats[view.mine.seat]
    army = next(army for army in mine.armies if army.area == start)
    force = units(army.regulars, army.mercenaries)
    if on is None:
        return gettext("March from {area} ({units})", area=area_name(start), units=force)
    given = {"area": area_name(start), "units": force, "realm": realm_title(str(on))}
    if to == (start,):
        return gettext("Attack {realm} where you stand, in {area} ({units})", **given)
    return gettext("From {area} ({units}) attack {realm}", **given)
