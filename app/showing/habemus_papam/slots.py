"""A seat's own part of the board: steppers, targets and worth at the Candidates, what it knows at the players."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.language import gettext, later
from app.pages import Asked, TableFacts
from app.showing.forms import Count, ShownForm, written
from app.showing.habemus_papam.faces import full_name, short_name, title
from app.showing.habemus_papam.moves import Moves, moves
from app.showing.habemus_papam.reach import as_sums, ends, makes
from app.wording import Wording, among
from games.kernel.choices import Choice
from games.kernel.contract import Game

VERBS = {
    "MOVERE": later("From him"),
    "MURMUR": later("Murmur about him"),
    "PACTUM": later("A pact with him"),
    "PROHIBERE": later("Forbid him"),
    "BENEDICTIO": later("Bless him"),
    "RESURRECTIO": later("Bring him back"),
}
"""Card -> what its flag at a Candidate says."""


@dataclass(frozen=True)
class Quick:
    """A press that sets the number here to as much as is needed: to make this one Papabile, or to end that of another.
    `reach`: the sums that say how much; `label` has a place for it."""

    name: str
    icon: str
    reach: str
    label: str


@dataclass(frozen=True)
class Still:
    """How far he is from being Papabile, with what is drafted: `lacks` has a place for the number, `kept` none."""

    reach: str
    lacks: str
    kept: str


@dataclass(frozen=True)
class Aim:
    """A card in hand that may be aimed at this Candidate: `target` is the option that it chooses."""

    card: str
    target: str
    words: str


@dataclass(frozen=True)
class CandidateSlot:
    """At a Candidate: how much to place on him, what he is worth to this seat, and which cards go to him."""

    code: str
    name: str
    influence: int
    form: ShownForm | None = None
    count: Count | None = None
    quick: tuple[Quick, ...] = ()
    still: Still | None = None
    aims: tuple[Aim, ...] = ()
    choose: ShownForm | None = None
    worth: str = ""
    worth_label: str = ""


@dataclass(frozen=True)
class SeatSlot:
    """At a player: what this seat surely knows of the hand and of the Secret Objective."""

    known: str = ""


def slots(
    game: Game, facts: TableFacts, view: Any, choices: Sequence[Choice], asked: Asked | None, wording: Wording
) -> dict[str, CandidateSlot | SeatSlot]:
    """Every slot there is; a spectator's are empty."""
    mine = moves(facts, view, choices, asked)
    found: dict[str, CandidateSlot | SeatSlot] = {
        f"slot-c-{each.name}": _at(each, view, mine) for each in view.board.candidates
    }
    return found | {f"slot-p-{seat.seat}": _knows(view, seat.seat) for seat in view.seats}


def _at(candidate: Any, view: Any, mine: Moves) -> CandidateSlot:
    code, place = candidate.name, mine.placing
    count = None if place is None else _count(place, code)
    eliminates = mine.decision is not None and mine.decision.move == "eliminate"
    worth = None if view.mine is None else next((one for one in view.mine.worth if one.candidate == code), None)
    return CandidateSlot(
        code=code,
        name=full_name(code),
        influence=candidate.influence,
        form=place if count else None,
        count=count,
        quick=tuple(_quick(candidate, view, count)) if count and place and place.move == "place" else (),
        still=_still(candidate, view) if count else None,
        aims=tuple(_aims(code, mine)),
        choose=mine.decision if eliminates and _offers(mine.decision, code) else None,
        worth="" if worth is None else str(worth.points + worth.secret),
        worth_label="" if worth is None else _spoken(worth, view.mine.secret),
    )


def _count(place: ShownForm, code: str) -> Count | None:
    return next((count for count in place.field("influence").counts if count.name == f"influence.{code}"), None)


def _offers(decision: ShownForm | None, code: str) -> bool:
    return decision is not None and any(pick.value == code for field in decision.fields for pick in field.picks)


def _quick(candidate: Any, view: Any, count: Count) -> list[Quick]:
    """The smaller step first: another's end, then this one's beginning."""
    until, best = gettext(", until the Antipope’s turn") if _antipope_follows(view) else "", _papabile(view)
    sentence = later("Place {{}}: enough to make {name} Papabile{until}")
    label = gettext(sentence, name=short_name(candidate.name), until=until)
    found = [Quick(count.name, "smoke", as_sums(makes(view, candidate)), label)]
    if best is not None and best.name != candidate.name:
        end = as_sums(ends(view, best, candidate))
        sentence = later("Place {{}}: enough that {name} is no longer Papabile{until}")
        label = gettext(sentence, name=short_name(best.name), until=until)
        found.insert(0, Quick(count.name, "x", end, label))
    return found


def _still(candidate: Any, view: Any) -> Still:
    best = _papabile(view)
    if best is not None and best.name == candidate.name:
        return Still(as_sums(ends(view, best)), gettext("{} on others ends it"), gettext("No longer Papabile"))
    return Still(as_sums(makes(view, candidate)), gettext("{} more to be Papabile"), gettext("That makes him Papabile"))


def _papabile(view: Any) -> Any | None:
    return next((each for each in view.board.candidates if each.name == view.board.papabile), None)


def _antipope_follows(view: Any) -> bool:
    """Whether the Antipope comes right after this seat (HP-10.1), and lays more on the board."""
    return bool(view.antipope) and view.mine is not None and view.mine.seat == view.camarlengo


def _aims(code: str, mine: Moves) -> list[Aim]:
    """Cards that go to this Candidate; of two targets the first."""
    return [
        Aim(card, f"{form.id}-on-{code}", gettext(VERBS[card]))
        for card, form in mine.plays.items()
        for field in form.fields
        if field.name == "on" and any(pick.value == written(code) for pick in field.picks)
    ]


def _spoken(worth: Any, secret: str) -> str:
    sentence = later("As Pope he would now bring you {points} for {number} shared")
    order = gettext(" and the order") if worth.order else ""
    own = f", {title(secret)} {worth.secret}" if worth.secret else ""
    met = gettext(", and he meets your Secret Objective") if worth.fulfils and not worth.secret else ""
    return gettext(sentence, points=worth.points, number=len(worth.shared)) + order + own + met


def _knows(view: Any, seat: int) -> SeatSlot:
    memories = () if view.mine is None else view.mine.memories
    memory = next((one for one in memories if one.seat == seat), None)
    if memory is None or view.revealed:
        return SeatSlot()
    known = [title(card) for card in memory.hand]
    known += [title(memory.secret)] if memory.secret else []
    return SeatSlot(gettext("You know: {cards}", cards=among(known)) if known else "")
