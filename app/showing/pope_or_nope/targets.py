"""Where the cards in hand may go: a flag for each pile and card that go together, from the seat's choices."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from app.language import gettext, later
from app.pages import Asked, TableFacts
from app.showing.consequences import Consequence
from app.showing.pope_or_nope.faces import ICONS, badge, in_words, shown
from app.wording import Wording
from games.kernel.choices import Choice, OneOf
from games.kernel.contract import Game

SHORT = {
    "stands": later("stands"),
    "infallible": later("infallible"),
    "crossed": later("crossed"),
    "zero": later("no point"),
    "empty": later("empty"),
    "sealed": later("sealed"),
}
"""Standing of a pile -> the same in a word or two."""


@dataclass(frozen=True)
class Target:
    """A pile on which a card may be played: the flag's verb, what comes of it (also in short, for a phone), and both to
    read aloud."""

    card: str
    pile: int
    owner: int
    verb: str
    then: str
    short: str
    label: str
    cautioned: bool


def options(choice: Choice, name: str) -> OneOf | None:
    """The choice's field of this name."""
    return next((field for field in choice.fields if field.name == name and isinstance(field, OneOf)), None)


def card_of(choice: Choice) -> str:
    """The one card that a "play" choice is about."""
    field = options(choice, "card")
    if field is None or len(field.options) != 1:
        raise ValueError("a play names one card")
    return str(field.options[0])


def targets(game: Game, view: Any, choices: Sequence[Choice], wording: Wording) -> tuple[Target, ...]:
    """Every pile and card that go together, in the order of the hand and of the piles."""
    plays = [choice for choice in choices if choice.move == "play" and choice.barred is None]
    return tuple(target for choice in plays for target in _targets_of(game, view, choice, wording))


def slots(
    game: Game, facts: TableFacts, view: Any, choices: Sequence[Choice], asked: Asked | None, wording: Wording
) -> dict[str, list[Target]]:
    """The flags at others' piles, for each pile; the own ones are in the dock."""
    legal = targets(game, view, choices, wording)
    me = None if view.mine is None else view.mine.seat
    return {
        f"slot-pile-{pile.number}": [target for target in legal if target.pile == pile.number and target.owner != me]
        for pile in view.piles
    }


def foresee(view: Any, preview: Any) -> tuple[Consequence, ...]:
    """What the pile would count as that a card is played on."""
    pile = preview.pile
    return () if pile is None else (Consequence(ICONS[pile.standing], f"{badge(pile)} {in_words(pile)}"),)


def _targets_of(game: Game, view: Any, choice: Choice, wording: Wording) -> Iterator[Target]:
    card, field = card_of(choice), options(choice, "pile")
    cautioned = {value for value, _ in field.cautions} if field else set()
    for number in field.options if field else ():
        if isinstance(number, int):
            yield _target(game, view, card, number, number in cautioned, wording)


def _target(game: Game, view: Any, card: str, number: int, cautioned: bool, wording: Wording) -> Target:
    pile = next(pile for pile in view.piles if pile.number == number)
    before = [other for other in view.piles if other.owner == pile.owner]
    name = shown(pile, before.index(pile) + 1, wording).label
    verb, (then, short) = verb_for(card, pile), _then(game, view, card, pile)
    label = gettext("{verb} with {card}. {pile} Then {then}.", verb=verb, card=wording.card(card), pile=name, then=then)
    return Target(card, number, pile.owner, verb, then, short, label, cautioned)


def verb_for(card: str, pile: Any) -> str:
    """What the card does to this pile, as an order."""
    match card.partition("-")[0]:
        case "DEED" | "POPE" if pile.standing == "crossed":
            return gettext("Redeem it")
        case "DEED" if pile.standing == "empty":
            return gettext("Fill it")
        case "DEED":
            return gettext("Raise it")
        case "POPE":
            return gettext("Crown it")
        case "CROSS":
            return gettext("Cross it")
        case "REDUCO":
            return gettext("Reduce it")
        case "NOPE":
            return gettext("Nope it")
        case "CANCELLO":
            return gettext("Cancel it")
        case _:
            raise ValueError(f"{card} is played on no pile")


def _then(game: Game, view: Any, card: str, pile: Any) -> tuple[str, str]:
    """What the pile would be, and what that does to its owner's points if the round ended then; at length, in short."""
    preview = game.preview(view, game.move("play", {"card": card, "pile": pile.number}))
    after = preview.pile
    whole = gettext("gone") if after is None else f"{badge(after)} {in_words(after)}"
    short = gettext("gone") if after is None else f"{badge(after)} {gettext(SHORT[after.standing])}"
    change = preview.projected[pile.owner] - view.projected[pile.owner]
    if not change:
        return whole, short
    points = "+1" if change > 0 else "−1"
    return gettext("{whole} ({points} point)", whole=whole, points=points), f"{short}, {points}"
