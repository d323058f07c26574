"""How Papal Curia calls what stands in its forms: Areas, Realms, crowns, Units, slots, Advisors."""

from collections.abc import Sequence
from typing import Any

from app.showing.forms import Label
from app.showing.papal_curia.realms import ADVISORS, POWERS, Crown, area_name, realm_title, seat_of, units
from games.kernel.choices import Choice, OneOf, Value
from games.papal_curia.rules.war import casus_belli
from games.papal_curia.seen import state_of

LEGENDS = {
    ("influence", "area"): "Into which Area",
    ("influence", "amount"): "How much",
    ("recruit", "area"): "Where they come",
    ("recruit", "units"): "Units, 1 to 3",
    ("declare_war", "on"): "On whom",
    ("campaign", "to"): "Where to",
    ("campaign", "units"): "Who goes",
    ("campaign", "extra"): "A second Military: 1 die more",
    ("campaign", "bold"): "Bold Stroke: 2 dice more",
    ("excommunicate", "realm"): "Whom",
    ("call_crusade", "area"): "On which Area",
    ("lead_crusade", "area"): "On which Area",
    ("lead_crusade", "to"): "Where your 2 Mercenaries come",
    ("man_of_the_church", "area"): "1 Influence into which Area",
    ("disgrace", "who"): "Who loses a Cardinal",
    ("legate", "area"): "Into which Area",
    ("legate", "amount"): "How much",
    ("whisperers", "area"): "Where",
    ("whisperers", "amount"): "How much, if so much lies there",
    ("hire", "advisor"): "Which Advisor",
    ("dismiss_advisor", "advisor"): "Which Advisor goes",
    ("dismiss_units", "units"): "Who goes",
    ("lose_cardinal", "slot"): "Which of your Cardinals goes home",
    ("lose_influence", "influence"): "4 Influence in all",
    ("keep", "mercenaries"): "How many stay, 2 Ducats each",
}
"""(move, field) -> what it asks."""

UNITS = {"regulars": "Regulars", "mercenaries": "Mercenaries"}
PRICES = {"regulars": "2 Ducats", "mercenaries": "3 Ducats"}
REASONS = {"holy_war": "Holy War", "excommunication": "excommunicated"}
"""Casus belli -> the note beside a Realm."""

PUTTING = ("influence", "man_of_the_church", "legate")


class Names:
    """The names at one table, for the seat whose View this is."""

    def __init__(self, view: Any, crowns: Sequence[Crown]) -> None:
        self.view = view
        self.crowns = crowns
        self.areas = {area.code: area for area in view.areas}

    def legend(self, choice: Choice, name: str) -> str:
        """What a field asks."""
        return LEGENDS.get((choice.move, name), "")  # nothing is asked where there is one option

    def label(self, choice: Choice, name: str, value: Value) -> Label:
        """An option of a field, or a key of its amounts."""
        if value is None:
            return Label("Nowhere" if name == "to" else "No Area")
        match name:
            case "area" | "to" | "influence" | "mercenaries":
                return Label(area_name(str(value)), note=self._lies(choice, str(value)))
            case "on" | "realm":
                return self._realm(choice, str(value))
            case "who":
                return self._crown(int(str(value)))
            case "units":
                return Label(UNITS[str(value)], note=PRICES[str(value)] if choice.move == "recruit" else "")
            case "advisor":
                power = ADVISORS[str(value)]
                return Label(POWERS[power], icon=power, note="" if choice.move == "dismiss_advisor" else "+1 a round")
            case "slot":
                return Label(f"Slot {value}", icon="hat")
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
            note = note if reason is None else REASONS[reason]
        return Label(realm_title(realm), note=note, who=None if seat is None else self.crowns[seat].who)

    def _lies(self, choice: Choice, area: str) -> str:
        """What one would look up on the map before choosing this Area."""
        if choice.move in PUTTING:
            own = next((one.amount for one in self.areas[area].influence if one.seat == self.view.mine.seat), 0)
            return f"you: {own}" if own else ""
        if choice.move in ("call_crusade", "lead_crusade", "whisperers"):
            return self._theirs(choice, area)
        return ""

    def _theirs(self, choice: Choice, area: str) -> str:
        who = next(
            (field.options[0] for field in choice.fields if isinstance(field, OneOf) and field.name == "who"), None
        )
        lies = next((one.amount for one in self.areas[area].influence if one.seat == who), 0)
        return f"{lies} there" if who is not None else ""


def variant(choice: Choice, crowns: Sequence[Crown], view: Any) -> str:
    """What tells a form from others of the same move."""
    given = {field.name: field.options for field in choice.fields if isinstance(field, OneOf)}
    match choice.move:
        case "campaign":
            return _march(str(given["start"][0]), given["on"][0], given["to"], view)
        case "whisperers":
            return f"Against {crowns[int(str(given['who'][0]))].name}"
        case "dismiss_units":
            return f"Units in {area_name(str(given['area'][0]))}"
        case "dismiss_advisor":
            return "An Advisor"
        case "call_crusade":
            return "Only call it"
        case "lead_crusade":
            return "Call it and go: +1 Prestige, 2 Mercenaries, Committed"
        case tag:
            raise ValueError(f"{tag} has one form only")


def _march(start: str, on: Value, to: Sequence[Value], view: Any) -> str:
    mine = view.seats[view.mine.seat]
    army = next(army for army in mine.armies if army.area == start)
    force = units(army.regulars, army.mercenaries)
    if on is None:
        return f"March from {area_name(start)} ({force})"
    if to == (start,):
        return f"Attack {realm_title(str(on))} where you stand, in {area_name(start)} ({force})"
    return f"From {area_name(start)} ({force}) attack {realm_title(str(on))}"
