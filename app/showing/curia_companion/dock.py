"""The pad of a seat: whose, the reports as buttons with what bars them, phase 4 as a checklist, undo."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from app.language import gettext, later
from app.pages import Asked, TableFacts
from app.showing.curia_companion.crowns import ShownCrown, crown
from app.wording import Wording
from games.curia_companion.state import Facts, Ticked
from games.curia_companion.view import View
from games.kernel.choices import Choice, OneOf
from games.kernel.contract import Game
from games.kernel.events import Fact, Reason, Viewer
from games.papal_curia.curia import Crusade

OF_CROWNS = {
    "stands": ("up", later("Stands first")),
    "gained": ("plus", later("Gained a Cardinal")),
    "lost": ("minus", later("Lost one")),
    "died": ("x", later("One died")),
    "allied": ("alliance", later("Allied with Pope")),
    "parted": ("leave", later("Alliance ended")),
    "took_roma": ("pin", later("Controls Roma")),
    "lost_roma": ("undo", later("Lost Roma")),
    "converted": ("swap", later("Changed religion")),
    "excommunicated": ("excom", later("Excom\N{SOFT HYPHEN}municated")),
    "banned": ("excom", later("NPR excom\N{SOFT HYPHEN}municated")),
    "crusade": ("crusade", later("Crusade")),
    "committed": ("check", later("Committed")),
    "left": ("people", later("Left the game")),
}
"""A crown's reports, in the order of their buttons: icon and words."""

OF_PHASES = {
    "phase_4": ("log", later("Phase 4")),
    "round_ended": ("fwd", later("Round ends")),
    "age_ended": ("hourglass", later("Age ends")),
    "game_over": ("laurel", later("Game over")),
}
"""The reports that are nobody's."""

STEPS = ("advisors", "diplomatic", "prize", "crusade", "token")


@dataclass(frozen=True)
class Tile:
    """A report as a button. `bars`: crown -> why not, in two words; `bar`: why not, whoever is chosen."""

    move: str
    icon: str
    words: str
    bars: tuple[tuple[str, str], ...] = ()
    bar: str = ""


@dataclass(frozen=True)
class Which:
    """The slots among which it matters which Cardinal a crown loses."""

    crown: str
    slots: tuple[int, ...]


@dataclass(frozen=True)
class ShownStep:
    """A step of phase 4: done, next, or later. `present`: who may have a Unit where the crusade went."""

    step: str
    words: Markup
    done: bool
    next: bool
    present: tuple[ShownCrown, ...] = ()


@dataclass(frozen=True)
class Pad:
    """What a seat that may report has in hand. `steps`: of phase 4, if it has begun; `ends`: what ends the round."""

    crowns: tuple[ShownCrown, ...]
    tiles: tuple[Tile, ...]
    which: tuple[Which, ...]
    realms: tuple[tuple[str, str], ...]
    areas: tuple[tuple[str, str], ...]
    steps: tuple[ShownStep, ...]
    ends: tuple[Tile, ...]
    undo: Markup | None


@dataclass(frozen=True)
class Dock:
    """The pad, or None for who only looks on. `question` and `key` go into each form."""

    question: str
    key: str
    pad: Pad | None
    over: bool


def slots(*_: Any) -> Mapping[str, Any]:
    """No part of what everybody sees is a seat's own."""
    return {}


def dock(
    game: Game,
    facts: TableFacts,
    seat: Viewer,
    view: View,
    choices: Sequence[Choice],
    question: Asked | None,
    wording: Wording,
) -> Dock:
    """A seat's own part of the page."""
    pad = _pad(game, view, choices, wording) if choices else None
    return Dock(f"report-{view.moves}", "" if question is None else question.key, pad, view.over)


def _pad(game: Game, view: View, choices: Sequence[Choice], wording: Wording) -> Pad:
    now = view.facts
    phases = tuple(_tile(move, choices, wording) for move in OF_PHASES)
    begun = now.left is not None
    return Pad(
        crowns=tuple(crown(each, wording) for each in now.crowns),
        tiles=(*_tiles(now, choices, wording), *(tile for tile in phases if not begun or tile.move == "game_over")),
        which=tuple(_which(choices)),
        realms=_named("banned", "realm", choices, wording),
        areas=_named("crusade", "area", choices, wording),
        steps=tuple(_steps(game, view, wording)) if begun else (),
        ends=phases[1:3] if begun else (),
        undo=None if view.undo is None else wording.html(view.undo),
    )


def _tiles(now: Facts, choices: Sequence[Choice], wording: Wording) -> list[Tile]:
    """Who stands first is asked only before anything else was reported."""
    return [_tile(move, choices, wording) for move in OF_CROWNS if now.fresh or move != "stands"]


def _tile(move: str, choices: Sequence[Choice], wording: Wording) -> Tile:
    icon, english = {**OF_CROWNS, **OF_PHASES}[move]
    words = gettext(english)
    found = [(choice, choice.barred) for choice in choices if choice.move == move]
    bars = [(_value(choice, "crown"), _brief(why, wording)) for choice, why in found if why is not None]
    if move in OF_PHASES:
        return Tile(move, icon, words, bar="".join(brief for _, brief in bars))
    return Tile(move, icon, words, tuple(bars))


def _value(choice: Choice, name: str) -> str:
    """The one value that a field of the form has; "" if it has no such field."""
    return next(
        (str(field.options[0]) for field in choice.fields if isinstance(field, OneOf) and field.name == name), ""
    )


def _brief(why: Reason, wording: Wording) -> str:
    return wording.text(Fact(why.key.replace("refuse.", "brief."), why.arguments))


def _which(choices: Sequence[Choice]) -> list[Which]:
    """Losing is asked alike however it came about, so the forms of one such report tell all."""
    forms = [(_value(choice, "crown"), choice.fields[1]) for choice in choices if choice.move == "lost"]
    return [
        Which(of, tuple(slot for slot in field.options if isinstance(slot, int)))
        for of, field in forms
        if isinstance(field, OneOf) and len(field.options) > 1
    ]


def _named(move: str, name: str, choices: Sequence[Choice], wording: Wording) -> tuple[tuple[str, str], ...]:
    fields = next((choice.fields for choice in choices if choice.move == move), ())
    options = [
        option for field in fields if isinstance(field, OneOf) and field.name == name for option in field.options
    ]
    return tuple((str(option), wording.words[f"{name}.{option}"]) for option in options)


def _steps(game: Game, view: View, wording: Wording) -> list[ShownStep]:
    left = view.facts.left or ()
    lying = (*STEPS[:3], *(("crusade",) if isinstance(view.facts.token, Crusade) else ()), *left)
    return [_step(game, view, step, wording) for step in STEPS if step in lying]


def _step(game: Game, view: View, step: str, wording: Wording) -> ShownStep:
    left = view.facts.left or ()
    if step == "crusade":
        able = tuple(crown(each, wording) for each in view.facts.committed if each in view.facts.curia.catholics)
        return ShownStep(step, wording.html(Fact("step.crusade")), step not in left, left[:1] == (step,), able)
    told = game.preview(view, Ticked(step)).told[0]
    return ShownStep(step, wording.html(told), step not in left, left[:1] == (step,))
