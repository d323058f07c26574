"""A seat's own part of the board: at each Area, what it might choose there for the move that it drafts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.language import gettext, later
from app.pages import Asked, TableFacts
from app.showing.forms import ShownForm
from app.showing.papal_curia.moves import ACTIONS, CARDS, Moves, moves
from app.showing.papal_curia.realms import area_name, crowns_of, realm_title
from app.wording import Wording
from games.kernel.choices import Choice
from games.kernel.contract import Game

VERBS = {
    "influence": later("Put it here"),
    "man_of_the_church": later("Put it here"),
    "legate": later("Put it here"),
    "whisperers": later("Whisper here"),
    "recruit": later("Recruit here"),
    "call_crusade": later("Crusade here"),
    "lead_crusade": later("Crusade here"),
    "lose_influence": later("One from here"),
}
"""Move -> what its flag at an Area says."""

PLACES, REALMS = ("area", "to"), ("on", "realm")
"""Fields that name an Area, and fields that name a Realm."""


@dataclass(frozen=True)
class Flag:
    """An option of a drafted move that lies in an Area. `do`: the tile or card, none for an answer out of turn;
    `target`: the id of the option, or of the number that goes up; `realm`: the Realm that it names."""

    do: str
    target: str
    words: str
    realm: str = ""


@dataclass(frozen=True)
class AreaSlot:
    """What stands at an Area for this seat alone."""

    area: str
    flags: tuple[Flag, ...]


def slots(
    game: Game, facts: TableFacts, view: Any, choices: Sequence[Choice], asked: Asked | None, wording: Wording
) -> dict[str, AreaSlot]:
    """Every slot there is; a spectator's are empty."""
    mine = moves(view, crowns_of(view, facts.seats), choices, asked)
    return {f"slot-a-{area.code}": AreaSlot(area.code, tuple(_flags(area, mine))) for area in view.areas}


def _flags(area: Any, mine: Moves) -> list[Flag]:
    tiles = {**ACTIONS, **{tag: (tag,) for tag in CARDS.values()}}
    if mine.decision is not None:
        return _counted(area, mine.decision)
    return [
        flag
        for do, tags in tiles.items()
        for offered in mine.offered(*tags)
        for flag in _of_form(area, do, offered.form, offered.start)
    ]


def _counted(area: Any, form: ShownForm) -> list[Flag]:
    """Influence that is given up is counted on the map, too."""
    counts = [count.name for field in form.fields for count in field.counts if form.move == "lose_influence"]
    own = f"influence.{area.code}"
    return [Flag("", f"{form.id}-{name}", gettext(VERBS[form.move])) for name in counts if name == own]


def _of_form(area: Any, do: str, form: ShownForm, start: str) -> list[Flag]:
    realms = {province.owner for province in area.provinces}
    found = []
    for field in form.fields:
        for pick in field.picks:
            target = f"{form.id}-{field.name}-{pick.value}"
            if field.name in PLACES and pick.value == area.code:
                found.append(Flag(do, target, _verb(form, field.name, start)))
            if field.name in REALMS and pick.value in realms and not start:
                war, strike = later("War on {realm}"), later("Strike {realm}")
                sentence = war if form.move == "declare_war" else strike
                words = gettext(sentence, realm=realm_title(pick.value))
                found.append(Flag(do, target, words, pick.value))
    return found


def _verb(form: ShownForm, field: str, start: str) -> str:
    if start:
        return gettext("{verb} here from {area}", verb=form.button, area=area_name(start))
    return gettext("Mercenaries here") if field == "to" else gettext(VERBS[form.move])
