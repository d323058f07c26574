"""Cards and piles of Pope or Nope as the page names them: faces, the badge of a pile's effective top, labels to read
aloud."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.language import gettext, later
from app.pages import SeatFacts
from app.wording import Wording, numeral

ICONS = {
    "stands": "check",
    "infallible": "tiara",
    "crossed": "x",
    "zero": "down",
    "empty": "more",
    "sealed": "lock",
}
"""Standing of a pile -> the icon of its badge."""


@dataclass(frozen=True)
class Face:
    """A card's face. `level` is a numeral or nothing; `by` is who played it, if that isn't the pile's owner."""

    code: str
    kind: str
    level: str
    title: str
    by: SeatFacts | None = None


@dataclass(frozen=True)
class ShownPile:
    """A pile: buried cards as strips, the top as a card, what the top counts as. `turn` counts the owner's piles."""

    number: int
    turn: int
    strips: tuple[Face, ...]
    top: Face
    standing: str
    icon: str
    badge: str
    words: str
    label: str


def face(code: str, wording: Wording, by: SeatFacts | None = None) -> Face:
    """The face of a card code such as "DEED-2"."""
    kind, _, level = code.partition("-")
    mark = numeral(int(level)) if level else ""
    return Face(code, kind, mark, wording.card(code).removesuffix(f" {mark}"), by)


def badge(pile: Any) -> str:
    """What the top counts as, in one character or numeral."""
    match pile.standing:
        case "sealed":
            return "✕"
        case "empty":
            return "–"
        case "stands" | "crossed" | "zero" | "infallible":
            return numeral(pile.level)
        case _:
            raise ValueError(f"no such standing: {pile.standing}")


def in_words(pile: Any) -> str:
    """What the top counts as, beside its badge."""
    match pile.standing:
        case "sealed":
            return gettext("sealed")
        case "empty":
            return gettext("empty, awaits a Deed")
        case "infallible":
            return gettext("infallible: only a Nope")
        case "zero":
            return gettext("Dante’s Infernope")
        case "crossed":
            return _reduced(pile) + gettext("crossed; {redeemer} redeems", redeemer=_redeemer(pile.level))
        case "stands" if pile.cards[-1].card == "POPE":
            return gettext("acts as Deed {level}", level=numeral(pile.level))
        case "stands":
            return _reduced(pile) + gettext("stands")
        case _:
            raise ValueError(f"no such standing: {pile.standing}")


def _reduced(pile: Any) -> str:
    """ "III, reduced: " where one REDUCO or more lies on top."""
    number = 0
    while pile.cards[-1 - number].card == "REDUCO":
        number += 1
    return gettext("{level}, reduced: ", level=numeral(pile.level + number)) if number else ""


def _redeemer(level: int) -> str:
    return numeral(level + 1) if level < 4 else gettext("a Pope")


def shown(pile: Any, turn: int, wording: Wording) -> ShownPile:
    """A PileView as the page shows it; `turn` counts its owner's piles from 1."""
    seats = wording.seats
    cards = [face(laid.card, wording, None if laid.by == pile.owner else seats[laid.by]) for laid in pile.cards]
    return ShownPile(
        number=pile.number,
        turn=turn,
        strips=tuple(cards[:-1]),
        top=cards[-1],
        standing=pile.standing,
        icon=ICONS[pile.standing],
        badge=badge(pile),
        words=in_words(pile),
        label=_label(pile, turn, wording),
    )


def _label(pile: Any, turn: int, wording: Wording) -> str:
    """ "Teo's pile 1: Deed II, Cross II by Marguerite. II, crossed; III redeems." """
    names = [seat.name for seat in wording.seats]
    by = ["" if laid.by == pile.owner else gettext(" by {name}", name=names[laid.by]) for laid in pile.cards]
    cards = ", ".join(wording.card(laid.card) + who for laid, who in zip(pile.cards, by, strict=True))
    sentence = later("{name}’s pile {number}: {cards}. {counts}.")
    return gettext(sentence, name=names[pile.owner], number=turn, cards=cards, counts=_counts_as(pile))


def _counts_as(pile: Any) -> str:
    if pile.standing in ("sealed", "empty"):
        return in_words(pile)
    return gettext("Level {level}, {words}", level=badge(pile), words=in_words(pile))


def piles_of(seat: int, piles: Sequence[Any], wording: Wording) -> tuple[ShownPile, ...]:
    """The piles before one seat, in the order in which they were started."""
    own = [pile for pile in piles if pile.owner == seat]
    return tuple(shown(pile, turn, wording) for turn, pile in enumerate(own, 1))
