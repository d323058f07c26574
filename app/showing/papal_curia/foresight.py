"""What a draft would do, in short words: what it costs, the Curia after it, alliances, the chances of an attack."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from app.language import gettext, later, ngettext, pgettext
from app.showing.consequences import Consequence
from app.showing.papal_curia.realms import crown_names, province_name, realm_title, signed
from app.wording import among
from games.kernel.events import Seat
from games.papal_curia.state import Keeping, LosingCardinal, LosingInfluence

GAUGES = {
    "adm": ("adm", later("Administrative")),
    "dip": ("dip", later("Diplomatic")),
    "mil": ("mil", later("Military")),
    "ducats": ("ducat", later("Ducats")),
    "stability": ("stab", later("Stability")),
    "prestige": ("laurel", later("Prestige")),
}
"""What may change on a mat -> its icon and name; Cardinals are told with the Curia."""


@dataclass(frozen=True)
class After:
    """The track as it would be. `fresh`: which of its places holds somebody new, Roma being 0. `most`: who then has
    most Cardinals, and how many, two at the most."""

    roma: Seat | None
    slots: tuple[Seat | None, ...]
    fresh: int | None
    most: tuple[tuple[Seat, int], ...]
    spoken: str


@dataclass(frozen=True)
class Foreseen:
    """What a draft would do. `after`: the Curia, if it changes. `names`: of the crowns, seat by seat."""

    lines: tuple[Consequence, ...]
    after: After | None
    names: tuple[str, ...]


def foresee(view: Any, preview: Any) -> Foreseen:
    """From the View before, and the preview of the move."""
    names = crown_names(view)
    lines = (
        *_curia(view, preview, names),
        *_alliances(view, preview, names),
        *_odds(preview),
        *_reason(preview),
        *_asked(preview, names),
        *_changes(view, preview, names),
    )
    before, after = view.curia, preview.curia
    changes = (before.roma, before.slots) != (after.roma, after.slots)
    return Foreseen(lines, _after(before, after, names) if changes else None, names)


def _after(before: Any, after: Any, names: tuple[str, ...]) -> After:
    held = [seat for seat in (after.roma, *after.slots) if seat is not None]
    most = tuple(Counter(held).most_common(2))
    return After(after.roma, after.slots, _fresh(before, after), most, _track(after, names))


def _fresh(before: Any, after: Any) -> int | None:
    """Roma, if somebody else holds it; the first slot, if all others have slid on."""
    if after.roma is not None and after.roma != before.roma:
        return 0
    held = [seat for seat in before.slots if seat is not None]
    now = [seat for seat in after.slots if seat is not None]
    return 1 if now and now != held and now[1:] == held[: len(now) - 1] else None


def _curia(view: Any, preview: Any, names: tuple[str, ...]) -> list[Consequence]:
    before, after = view.curia, preview.curia
    found = [
        Consequence("x", gettext("A Cardinal of {crown} leaves the track.", crown=_name(view, seat, names)), True)
        for seat in preview.returned
    ]
    if before.roma != after.roma:
        found.append(Consequence("hat", f"Roma: {_holder(before.roma, names)} → {_holder(after.roma, names)}.", True))
    if preview.controller:
        found.append(Consequence("keys", _controller(view, after.control, names), True))
    return found


def _name(view: Any, seat: Seat, names: tuple[str, ...]) -> str:
    return pgettext("of", "yours") if view.mine is not None and view.mine.seat == seat else names[seat]


def _holder(seat: Seat | None, names: tuple[str, ...]) -> str:
    return pgettext("Roma", "nobody") if seat is None else names[seat]


def _controller(view: Any, control: Any, names: tuple[str, ...]) -> str:
    if control.controller is None:
        return gettext("Nobody is Papal Controller.")
    mine = view.mine is not None and view.mine.seat == control.controller
    who = names[control.controller]
    rules = gettext("You are Papal Controller") if mine else gettext("{crown} is Papal Controller", crown=who)
    if control.uncontested:
        return rules + gettext(", uncontested: {number} Prestige in 4 E.", number=control.prize)
    return rules + gettext(", contested with {number}.", number=control.cardinals)


def _track(curia: Any, names: tuple[str, ...]) -> str:
    places = ", ".join(gettext("open") if owner is None else names[owner] for owner in curia.slots)
    return gettext("The Curia after it: Roma {roma}; {places}.", roma=_holder(curia.roma, names), places=places)


def _alliances(view: Any, preview: Any, names: tuple[str, ...]) -> list[Consequence]:
    return [
        Consequence(
            "alliance",
            f"{realm_title(change.realm)}: {_holder(change.before, names)} → {_holder(change.after, names)}.",
            view.mine is not None and change.before == view.mine.seat,
        )
        for change in preview.alliances
    ]


def _odds(preview: Any) -> list[Consequence]:
    odds = preview.odds
    if odds is None:
        return []
    chances = [f"{province_name(one.province)} {one.percent} %" for one in odds.provinces]
    found = [
        Consequence(
            "dice",
            gettext("You throw {dice}, they throw {defence}; 4, 5 and 6 hit.", dice=odds.dice, defence=odds.defence),
        )
    ]
    if chances:
        found.append(Consequence("flame", gettext("Chance to take: {chances}.", chances=", ".join(chances))))
    loses = later("On average you lose {mine} Units, they lose {theirs}.")
    lost = {"mine": _tenths(odds.losses), "theirs": _tenths(odds.their_losses)}
    found.append(Consequence("people", gettext(loses, **lost)))
    if odds.drops:
        words = ngettext(
            "If Roma falls, you lose your {number} other Cardinal.",
            "If Roma falls, you lose your {number} other Cardinals.",
            odds.drops,
        )
        found.append(Consequence("hat", words, True))
    return found


def _tenths(number: int) -> str:
    return f"{number / 10:g}".replace(".", pgettext("in a number", "."))


def _reason(preview: Any) -> list[Consequence]:
    match preview.casus_belli:
        case "holy_war":
            return [Consequence("crusade", gettext("A Holy War: you are Committed to the crusade."))]
        case "excommunication":
            return [Consequence("excom", gettext("With a casus belli: Excommunication."))]
        case None:
            return []
        case reason:
            raise ValueError(f"no such casus belli: {reason}")


def _asked(preview: Any, names: tuple[str, ...]) -> list[Consequence]:
    return [Consequence("hourglass", _asks(question, names[question.seat])) for question in preview.asked]


def _asks(question: Any, who: str) -> str:
    match question:
        case LosingCardinal():
            return gettext("{crown} says which Cardinal it loses.", crown=who)
        case LosingInfluence():
            return gettext("{crown} says which 4 Influence it loses.", crown=who)
        case Keeping():
            return gettext("{crown} says how many Mercenaries it keeps.", crown=who)
        case _:
            raise TypeError(f"no such question: {question!r}")


def _changes(view: Any, preview: Any, names: tuple[str, ...]) -> list[Consequence]:
    """Own numbers first, one line for each crown."""
    mine = None if view.mine is None else view.mine.seat
    found = []
    for seat in sorted(range(len(names)), key=lambda one: one != mine):
        changes = [one for one in preview.changes if one.seat == seat and one.what in GAUGES]
        if not changes:
            continue
        changed = among(f"{gettext(GAUGES[one.what][1])} {_from_to(one)}" for one in changes)
        words = gettext("Your {changes}.", changes=changed) if seat == mine else f"{names[seat]}: {changed}."
        found.append(Consequence(GAUGES[changes[0].what][0], words))
    return found


def _from_to(change: Any) -> str:
    if change.what in ("prestige", "stability"):
        return f"{signed(change.before)} → {signed(change.after)}"
    return f"{change.before} → {change.after}"
