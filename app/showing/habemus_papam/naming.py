"""How Habemus Papam calls what stands in its forms: Candidates, players, sides, pairs, cards."""

from collections.abc import Mapping, Sequence

from app.language import gettext, later
from app.pages import SeatFacts
from app.showing.forms import Label
from app.showing.habemus_papam.faces import pair_name, short_name, text, title
from games.habemus_papam.box import ACTIONS, CANDIDATES, PAIRS, SECRETS, SIDES
from games.habemus_papam.state import ANY
from games.kernel.choices import Choice, Value

LEGENDS = {
    ("keep", "card"): later("Keep one card"),
    ("keep_objective", "secret"): later("Keep which objective"),
    ("copy", "player"): later("Whose objective"),
    ("veto", "pair"): later("On which pair"),
    ("permit", "answer"): later("Your answer"),
    ("eliminate", "candidate"): later("Who is eliminated"),
    ("discard", "cards"): later("Cards to discard"),
    ("play", "influence"): later("Influence"),
    ("play", "cards"): later("Pay with cards, worth 1 each"),
    ("play", "amount"): later("How much"),
    ("accept", "cards"): later("Cards you hand over"),
    ("gift", "to"): later("To whom"),
    ("gift", "influence"): later("Influence"),
    ("offer", "gives"): later("Influence you give"),
    ("offer", "cards"): later("Cards you give"),
    ("offer", "asks"): later("Influence you ask"),
    ("offer", "wants"): later("Cards you ask"),
}
"""(move, field) -> what it is called."""

ON_WHOM = later("On whom")
AIMS = {
    "ADDERE": later("Which characteristic"),
    "SUBTRAHERE": later("Which characteristic"),
    "MOVERE": later("From whom"),
    "DISPENSATIO": later("Which veto"),
    "RESURRECTIO": later("Who returns"),
}
"""Card -> what its target is called, where it isn't "On whom"."""

ONWARDS = {
    "MOVERE": later("To whom"),
    "SPECULATORES": later("Look at what"),
    "DISPENSATIO": later("To which pair"),
}
"""Card -> what its second target is called."""

WORDS = {
    "hand": later("the hand"),
    "secret": later("the Secret Objective"),
    "allow": later("Allow it"),
    "refuse": later("Refuse it"),
    ANY: later("any cards"),
}
"""Options that are no names."""


class Names:
    """The names at one table. `influence`: Candidate -> what he has, for a note beside his name; `copies`: what it
    would bring to copy a player's Secret Objective."""

    def __init__(self, seats: Sequence[SeatFacts], influence: dict[str, int], copies: Mapping[int, str]) -> None:
        self.seats = seats
        self.influence = influence
        self.copies = copies

    def legend(self, choice: Choice, name: str) -> str:
        """What a field asks."""
        card = card_of(choice) if choice.move == "play" else ""
        match name:
            case "on":
                return gettext(AIMS.get(card, ON_WHOM))
            case "to" if card:
                return gettext(ONWARDS.get(card, ""))
            case _:
                return gettext(LEGENDS.get((choice.move, name), ""))

    def label(self, choice: Choice, name: str, value: Value) -> Label:
        """An option of a field, or a key of its amounts."""
        match value:
            case None:
                return Label(_nothing(choice.move))
            case int():
                note = self.copies[value] if choice.move == "copy" else ""
                return Label(self.seats[value].name, who=self.seats[value], note=note)
            case str() if value in CANDIDATES:
                return Label(short_name(value), note=str(self.influence.get(value, "")))
            case str() if value in SIDES:
                return Label(SIDES[value], icon=f"t-{value}")
            case str() if value in PAIRS:
                return Label(pair_name(value), icon="veto")
            case str() if value in ACTIONS:
                return Label(title(value))
            case str() if value in SECRETS:
                return Label(title(value), note=text(value))
            case str():
                return Label(gettext(WORDS.get(value, value)))
            case _:
                raise TypeError(f"no such option: {value!r}")


def _nothing(move: str) -> str:
    return gettext("Nobody’s") if move == "copy" else gettext("None")


def card_of(choice: Choice) -> str:
    """The one card that a "play" is about."""
    options = next(field.options for field in choice.fields if field.name == "card")  # type: ignore[union-attr]
    return str(options[0])
