"""What a seat may do now, as forms, sorted by where the page has a place for them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from app.language import gettext, later
from app.pages import Asked, SeatFacts, TableFacts
from app.showing.forms import Pick, ShownField, ShownForm, form_of
from app.showing.habemus_papam.copying import copies
from app.showing.habemus_papam.faces import title as title_of
from app.showing.habemus_papam.naming import Names, card_of
from games.kernel.choices import Amounts, Choice, Number, OneOf, Value
from games.kernel.events import Reason

DECISIONS = {
    "eliminate": (later("Eliminate"), later("Eliminate")),
    "permit": (later("Allow the Camarlengo’s income"), later("Answer")),
    "veto": (later("Put a veto"), later("Veto it")),
    "copy": (later("Copy an objective"), later("Copy it")),
    "keep": (later("Keep a card"), later("Keep it")),
    "keep_objective": (later("Keep an objective"), later("Keep it")),
    "discard": (later("Discard"), later("Discard")),
}
"""Move that answers a question outside a turn -> the form's name, and its button."""

ANSWERS = {"accept": later("Accept"), "decline": later("Refuse"), "withdraw": later("Take it back")}
"""Move that answers an offer -> its button."""
TOO_DEAR = later("That costs {@1} Influence, more than you have.")
TOO_MANY = later("That is one card too many.")


@dataclass(frozen=True)
class Answers:
    """What can be said to an open offer. `barred`: why it can't be accepted now."""

    accept: ShownForm | None = None
    barred: Reason | None = None
    decline: ShownForm | None = None
    withdraw: ShownForm | None = None


@dataclass
class Moves:
    """Everything a seat may do. `question`: the one it is asked. `placing`: from its reserve, or the Camarlengo's.
    `poor`: why it can place nothing. `plays`, `barred`: by card."""

    question: str = ""
    placing: ShownForm | None = None
    poor: Reason | None = None
    plays: dict[str, ShownForm] = field(default_factory=dict)
    barred: dict[str, Reason] = field(default_factory=dict)
    passing: ShownForm | None = None
    decision: ShownForm | None = None
    gift: ShownForm | None = None
    deals: list[tuple[SeatFacts, ShownForm]] = field(default_factory=list)
    answers: dict[int, Answers] = field(default_factory=dict)


def moves(facts: TableFacts, view: Any, choices: Sequence[Choice], asked: Asked | None) -> Moves:
    """The seat's choices as forms; none for a spectator, or while a bot plays for the seat."""
    if view.mine is None or asked is None or facts.seats[view.mine.seat].away:
        return Moves()
    found = Moves(str(asked.id) if asked.words else "")
    names = Names(facts.seats, {each.name: each.influence for each in view.board.candidates}, copies(view))
    maker = _Maker(names, str(asked.id), asked.key, facts.seats)
    for choice in _merged(choices):
        maker.sort(found, choice)
    return found


class _Maker:
    """Makes the forms of one seat at one moment."""

    def __init__(self, names: Names, question: str, key: str, seats: Sequence[SeatFacts]) -> None:
        self.names, self.question, self.key, self.seats = names, question, key, seats

    def form(self, choice: Choice, name: str, title: str, button: str, **more: Any) -> ShownForm:
        return form_of(choice, self.question, self.key, self.names, name=name, title=title, button=button, **more)

    def sort(self, found: Moves, choice: Choice) -> None:
        """Puts a choice where it belongs."""
        match choice.move:
            case "place" if choice.barred is not None:
                found.poor = choice.barred
            case "place":
                title, button = gettext("Place Influence"), gettext("Place")
                found.placing = self.form(choice, "place", title, button, beyond=("", gettext(TOO_DEAR)))
            case "distribute":
                title, button = gettext("Place the Camarlengo’s Influence"), gettext("Place")
                words = gettext("In this round {number} at most.", number=choice.limits[0].most)
                found.placing = self.form(choice, "distribute", title, button, beyond=(words,))
            case "play" if choice.barred is not None:
                found.barred[card_of(choice)] = choice.barred
            case "play":
                found.plays[card_of(choice)] = self.play(choice)
            case "pass":
                found.passing = self.form(choice, "pass", gettext("Pass"), gettext("Pass"))
            case "gift":
                found.gift = self.form(choice, "gift", gettext("A gift"), gettext("Give"))
            case "offer":
                found.deals.append(self.offer(choice))
            case "accept" | "decline" | "withdraw":
                self.answer(found, choice)
            case tag if tag in DECISIONS:
                title, button = (gettext(words) for words in DECISIONS[tag])
                found.decision = self.form(choice, tag, title, button, beyond=(gettext(TOO_MANY),) * len(choice.limits))
            case tag:
                raise ValueError(f"no such move: {tag}")

    def play(self, choice: Choice) -> ShownForm:
        """A card with its targets and its payment, Influence first."""
        card = card_of(choice)
        name, title = f"play-{card}", gettext("Play {card}", card=title_of(card))
        exactly = gettext("Pay exactly what it costs.")
        form = self.form(choice, name, title, title, values=payment(choice), beyond=(exactly,))
        form = replace(form, balance="influence")
        if card != "MOVERE":
            return form
        return replace(form, apart="on to", reach="amount", fields=_reaching(form, self.names))

    def offer(self, choice: Choice) -> tuple[SeatFacts, ShownForm]:
        """A deal with one player."""
        who = self.seats[int(str(_options(choice, "to")[0]))]
        title, button = gettext("A deal with {name}", name=who.name), gettext("Offer it to {name}", name=who.name)
        beyond = (
            "",
            gettext("{name} holds fewer cards than that.", name=who.name),
            gettext("No hand may grow beyond its limit: change the cards."),
        )
        return who, self.form(choice, f"offer-{who.seat}", title, button, beyond=beyond)

    def answer(self, found: Moves, choice: Choice) -> None:
        """Yes or no to an offer, or taking it back."""
        number = int(str(_options(choice, "offer")[0]))
        known = found.answers.get(number, Answers())
        if choice.barred is not None:
            found.answers[number] = replace(known, barred=choice.barred)
            return
        button = gettext(ANSWERS[choice.move])
        title = gettext("{answer}: offer {number}", answer=button, number=number)
        form = self.form(choice, choice.move, title, button, beyond=(gettext(TOO_MANY),) * len(choice.limits))
        match choice.move:
            case "accept":
                found.answers[number] = replace(known, accept=form)
            case "decline":
                found.answers[number] = replace(known, decline=form)
            case _:
                found.answers[number] = replace(known, withdraw=form)


def _options(choice: Choice, name: str) -> tuple[Value, ...]:
    return next(field.options for field in choice.fields if isinstance(field, OneOf) and field.name == name)


def payment(choice: Choice) -> dict[str, int]:
    """The least of a card's cost, paid with Influence as far as that goes, the rest with cards from the first on."""
    fields = {field.name: field for field in choice.fields}
    influence, cards = fields["influence"], fields["cards"]
    if not isinstance(influence, Number) or not isinstance(cards, Amounts):
        raise TypeError("a card is paid with Influence and with cards")
    due = (choice.limits[0].least or 0) + int(isinstance(fields["amount"], Number))
    paid = {"influence": min(influence.most, due)}
    for card, most in cards.most.items():
        left = due - sum(paid.values())
        paid[f"cards.{card}"] = min(most, left)
    return paid


def _merged(choices: Sequence[Choice]) -> list[Choice]:
    """Movere has a form for each Candidate it can take from; the page shows them as one."""
    moveres = [choice for choice in choices if choice.move == "play" and choice.barred is None and _moves(choice)]
    rest = [choice for choice in choices if choice not in moveres]
    return [*rest, _union(moveres)] if moveres else rest


def _moves(choice: Choice) -> bool:
    return card_of(choice) == "MOVERE"


def _union(moveres: Sequence[Choice]) -> Choice:
    """From any to any other; as much as the richest of them allows."""
    last = max(moveres, key=lambda choice: _most(choice))
    sources = tuple(source for choice in moveres for source in _options(choice, "on"))
    targets = tuple(dict.fromkeys(target for choice in moveres for target in _options(choice, "to")))
    widened = {"on": OneOf("on", sources), "to": OneOf("to", targets)}
    return Choice("play", tuple(widened.get(field.name, field) for field in last.fields), last.limits)


def _most(choice: Choice) -> int:
    return next(field.most for field in choice.fields if isinstance(field, Number) and field.name == "amount")


def _reaching(form: ShownForm, names: Names) -> tuple[ShownField, ...]:
    """Each source says how much can be taken from it."""

    def reaching(pick: Pick) -> Pick:
        return replace(pick, most=names.influence.get(pick.value))

    return tuple(
        replace(shown, picks=tuple(reaching(pick) for pick in shown.picks)) if shown.name == "on" else shown
        for shown in form.fields
    )
