"""The hand: each different card once, where it may go or why it may not, and what the page asks once it is chosen."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from app.language import gettext, later, ngettext
from app.showing.pope_or_nope.faces import Face, face
from app.showing.pope_or_nope.targets import Target, card_of
from app.wording import Wording, among, numeral
from games.kernel.choices import Choice
from games.kernel.events import Reason

ASKS = {
    "DEED": later("On which pile?"),
    "CROSS": later("Cross whom?"),
    "REDUCO": later("Reduce which pile?"),
    "POPE": later("Crown which pile?"),
    "NOPE": later("Say Nope to whom?"),
    "CANCELLO": later("Cancel which card?"),
    "DRAW": later("Draw two cards?"),
    "OPPORTUNITAS": later("Open an Opportunitas?"),
}
"""Kind of card -> what the prompt asks once such a card is chosen."""

UNAIMED = {
    "DRAW": (later("Draw 2"), later("It takes your turn, and goes to the discards.")),
    "OPPORTUNITAS": (
        later("Place it"),
        later("An empty pile of yours, to be filled with any Deed on a later turn."),
    ),
}
"""Kind of a card that is played on no pile -> its button, and what it does."""

_COUNTS = (
    later("no"),
    later("one"),
    later("two"),
    later("three"),
    later("four"),
    later("five"),
    later("six"),
    later("seven"),
    later("eight"),
    later("nine"),
)


@dataclass(frozen=True)
class HandCard:
    """A card title in hand. `status` stands under the card; `ask` and `more` in the prompt while it is chosen.

    `choosable`: it can be picked just now. `off`: it can't be played. `button`: for a card without a pile, what sends
    it.
    """

    face: Face
    name: str
    number: int
    status: str
    ask: str
    more: Markup
    choosable: bool
    off: bool = False
    button: str = ""
    clause: str | None = None


def resting(view: Any, wording: Wording) -> tuple[HandCard, ...]:
    """The hand while there is nothing to choose; a Deed that lies face down is marked."""
    return tuple(_card(view, code, number, wording) for code, number in _held(view))


def to_open_with(view: Any, choices: Sequence[Choice], wording: Wording) -> tuple[HandCard, ...]:
    """The hand in the opening: Deeds may be laid (PN-2.2)."""
    deeds = {value for choice in choices for field in choice.fields for value in getattr(field, "options", ())}
    return tuple(_opener(view, code, number, code in deeds, wording) for code, number in _held(view))


def to_play(view: Any, choices: Sequence[Choice], targets: Sequence[Target], wording: Wording) -> tuple[HandCard, ...]:
    """The hand on the own turn."""
    plays = {card_of(choice): choice for choice in choices if choice.move == "play"}
    return tuple(_playable(view, plays[code], number, targets, wording) for code, number in _held(view))


def _held(view: Any) -> list[tuple[str, int]]:
    return list(Counter(view.mine.hand).items())


def _card(view: Any, code: str, number: int, wording: Wording) -> HandCard:
    status = gettext("laid") if view.mine.laid == code else ""
    return HandCard(face(code, wording), wording.card(code), number, status, "", Markup(), choosable=False)


def _opener(view: Any, code: str, number: int, may: bool, wording: Wording) -> HandCard:
    name, shown = wording.card(code), face(code, wording)
    if not may:
        return _card(view, code, number, wording)
    ask = gettext("Open with {card}?", card=name)
    if view.mine.laid == code:
        more = escape(gettext("It lies there already, face down."))
        return HandCard(shown, name, number, gettext("laid"), ask, more, choosable=True)
    more = escape(gettext("Face down, until all have chosen."))
    return HandCard(shown, name, number, gettext("may open"), ask, more, choosable=True, button=gettext("Lay it"))


def _playable(view: Any, choice: Choice, number: int, targets: Sequence[Target], wording: Wording) -> HandCard:
    code = card_of(choice)
    kind, name, shown = code.partition("-")[0], wording.card(code), face(code, wording)
    if choice.barred is not None:
        return _barred(shown, name, number, choice.barred, view, wording)
    if kind in UNAIMED:
        button, more = (gettext(words) for words in UNAIMED[kind])
        return HandCard(
            shown, name, number, gettext("any time"), gettext(ASKS[kind]), escape(more), True, button=button
        )
    own = [target for target in targets if target.card == code]
    status = ngettext("{number} target", "{number} targets", len(own))
    return HandCard(shown, name, number, status, gettext(ASKS[kind]), _whose(own, view.mine.seat, wording), True)


def _barred(shown: Face, name: str, number: int, why: Reason, view: Any, wording: Wording) -> HandCard:
    """A card that can't be played may be chosen all the same: the prompt then says why (PN-4.9)."""
    ask = gettext("{card}: not now", card=name)
    return HandCard(shown, name, number, _short(shown, view), ask, wording.html(why), True, off=True, clause=why.clause)


def _short(shown: Face, view: Any) -> str:
    """Why a card can't be played, in up to three words."""
    match shown.kind:
        case "DEED":
            return gettext("needs level {level}", level=numeral(int(shown.code[-1]) - 1))
        case "CROSS":
            return gettext("nothing to cross")
        case "POPE":
            return gettext("nothing to crown") if view.piles else gettext("no pile yet")
        case "REDUCO":
            return gettext("nothing to reduce")
        case "NOPE":
            return gettext("nothing to seal")
        case "CANCELLO":
            return gettext("nothing to cancel")
        case _:
            raise ValueError(f"{shown.code} can always be played")


def _whose(targets: Sequence[Target], me: int, wording: Wording) -> Markup:
    """ "Three piles: two of Teo’s and one of your own." """
    owners = Counter(target.owner for target in targets)
    whose = {
        owner: gettext("of your own") if owner == me else gettext("of {name}’s", name=wording.seats[owner].name)
        for owner in owners
    }
    if len(targets) == 1:
        return escape(gettext("One pile {whose}.", whose=whose[targets[0].owner]))
    parts = among(f"{_count(number)} {whose[owner]}" for owner, number in owners.items())
    return escape(gettext("{number} piles: {parts}.", number=_count(len(targets)).capitalize(), parts=parts))


def _count(number: int) -> str:
    return gettext(_COUNTS[min(number, 9)])
