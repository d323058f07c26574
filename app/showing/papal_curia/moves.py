"""What a seat may do now, as tiles of actions and cards of the hand, each with its forms, its price and its bars."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from app.language import gettext, later
from app.pages import Asked
from app.showing.forms import ShownForm, form_of
from app.showing.papal_curia.naming import Names, variant
from app.showing.papal_curia.realms import Crown
from games.kernel.choices import Amounts, Choice, Field, Number, OneOf
from games.kernel.events import Reason
from games.papal_curia.state import Turn

ACTIONS: dict[str, tuple[str, ...]] = {
    "raise_cardinal": ("raise_cardinal",),
    "increase_stability": ("increase_stability",),
    "influence": ("influence",),
    "excommunicate": ("excommunicate",),
    "crusade": ("lead_crusade", "call_crusade"),
    "change_religion": ("change_religion",),
    "declare_war": ("declare_war",),
    "campaign": ("campaign",),
    "recruit": ("recruit",),
    "hire": ("hire",),
    "dismiss": ("dismiss_advisor", "dismiss_units"),
}
"""Tile -> the moves that it stands for, in the order of the page."""

CARDS = {
    "MAN_OF_THE_CHURCH": "man_of_the_church",
    "RED_HAT": "red_hat",
    "DISGRACE": "disgrace",
    "LEGATE": "legate",
    "WHISPERERS": "whisperers",
    "EDICT": "edict",
    "BENEFICE": "benefice",
}
"""Card -> the move that plays it; Bold Stroke is part of a Campaign."""

TITLES = {
    "raise_cardinal": (later("Raise a Cardinal"), later("Raise him")),
    "increase_stability": (later("Increase Stability"), later("Increase it")),
    "influence": (later("Put Influence"), later("Put it there")),
    "excommunicate": (later("Excommunicate a ruler"), later("Excommunicate")),
    "call_crusade": (later("Call a crusade"), later("Call it")),
    "lead_crusade": (later("Call a crusade and go"), later("Call it and go")),
    "change_religion": (later("Change the State Religion"), later("Change it")),
    "declare_war": (later("Declare war"), later("Declare war")),
    "campaign": (later("Campaign"), later("March")),
    "recruit": (later("Recruit"), later("Recruit")),
    "hire": (later("Hire an Advisor"), later("Hire")),
    "dismiss_advisor": (later("Dismiss an Advisor"), later("Dismiss")),
    "dismiss_units": (later("Dismiss Units"), later("Dismiss")),
    "man_of_the_church": (later("Play Man of the Church"), later("Play it")),
    "red_hat": (later("Play Red Hat for Gold"), later("Play it")),
    "disgrace": (later("Play Disgrace"), later("Play it")),
    "legate": (later("Play Papal Legate"), later("Play it")),
    "whisperers": (later("Play Whisperers"), later("Play it")),
    "edict": (later("Play Edict of Order"), later("Play it")),
    "benefice": (later("Play Rich Benefice"), later("Play it")),
    "pass": (later("Pass"), later("Pass")),
    "lose_cardinal": (later("Which Cardinal goes home"), later("Send him home")),
    "lose_influence": (later("Which Influence you lose"), later("Give up 4")),
    "keep": (later("How many Mercenaries stay"), later("Keep them")),
}
"""Move -> the form's name, and its button."""


@dataclass(frozen=True)
class Offered:
    """A form of a move. `label`: what tells it from the move's other forms; `start`: the Area it goes out from."""

    form: ShownForm
    label: str = ""
    start: str = ""


@dataclass
class Moves:
    """Everything a seat may do. `question`: the one it is asked. `forms`, `barred`: by move. `decision`: the answer to
    a question out of turn."""

    question: str = ""
    forms: dict[str, list[Offered]] = field(default_factory=dict)
    barred: dict[str, Reason] = field(default_factory=dict)
    decision: ShownForm | None = None

    def offered(self, *tags: str) -> tuple[Offered, ...]:
        """The open forms of these moves."""
        return tuple(one for tag in tags for one in self.forms.get(tag, ()))

    def why_not(self, *tags: str) -> Reason | None:
        """Why none of these moves can be made; None if one can, or none is known."""
        if self.offered(*tags):
            return None
        return next((self.barred[tag] for tag in tags if tag in self.barred), None)


def moves(view: Any, crowns: Sequence[Crown], choices: Sequence[Choice], asked: Asked | None) -> Moves:
    """The seat's choices as forms; none for a spectator, or while a bot plays for the seat."""
    if view.mine is None or asked is None or crowns[view.mine.seat].who.away:
        return Moves()
    found = Moves(str(asked.id) if asked.words else "")
    maker = _Maker(view, crowns, str(asked.id), asked.key, choices)
    for choice in choices:
        if choice.barred is not None:
            found.barred[choice.move] = choice.barred
        elif isinstance(view.asked, Turn):
            found.forms.setdefault(choice.move, []).append(maker.offer(choice, len(found.offered(choice.move))))
        else:
            found.decision = maker.offer(choice, 0).form
    return found


class _Maker:
    """Makes the forms of one seat at one moment."""

    def __init__(self, view: Any, crowns: Sequence[Crown], question: str, key: str, choices: Sequence[Choice]) -> None:
        self.view, self.crowns, self.question, self.key = view, crowns, question, key
        self.names = Names(view, crowns)
        open_ = [choice.move for choice in choices if choice.barred is None]
        self.several = {tag for tags in ACTIONS.values() for tag in tags if sum(open_.count(each) for each in tags) > 1}
        self.several |= {"whisperers"} if open_.count("whisperers") > 1 else set()

    def offer(self, choice: Choice, at: int) -> Offered:
        """One form, with a label if the move has others."""
        title, button = (gettext(words) for words in TITLES[choice.move])
        label = variant(choice, self.crowns, self.view) if choice.move in self.several else ""
        form = form_of(
            settled(choice),
            self.question,
            self.key,
            self.names,
            name=f"{choice.move}-{at}" if at else choice.move,
            title=f"{title}: {label}" if label else title,
            button=_button(choice, button),
            values=_beginning(choice),
        )
        return Offered(form, label, _start(choice))


def _button(choice: Choice, button: str) -> str:
    attacks = any(isinstance(one, OneOf) and one.name == "on" and one.options[0] is not None for one in choice.fields)
    return gettext("Attack") if choice.move == "campaign" and attacks else button


def _start(choice: Choice) -> str:
    start = next((one for one in choice.fields if isinstance(one, OneOf) and one.name == "start"), None)
    return "" if start is None else str(start.options[0])


def settled(choice: Choice) -> Choice:
    """The choice without numbers that can only be 0: the page asks nothing about them."""
    return Choice(choice.move, tuple(_settled(field) for field in choice.fields), choice.limits, choice.free)


def _settled(field: Field) -> Field:
    match field:
        case Number(name=name, least=least, most=most) if least == most:
            return OneOf(name, (least,))
        case Amounts(name=name, most=most):
            return Amounts(name, {key: number for key, number in most.items() if number})
        case _:
            return field


def _beginning(choice: Choice) -> dict[str, int]:
    """Numbers to begin with: all Units of an Area go on a campaign; all Mercenaries stay."""
    if choice.move not in ("campaign", "keep"):
        return {}
    return {
        f"{field.name}.{key}": number
        for field in choice.fields
        if isinstance(field, Amounts)
        for key, number in field.most.items()
    }
