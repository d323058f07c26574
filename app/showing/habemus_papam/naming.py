"""How Habemus Papam calls what stands in its forms: Candidates, players, sides, pairs, cards."""

from collections.abc import Mapping, Sequence

from app.pages import SeatFacts
from app.showing.forms import Label
from app.showing.habemus_papam.faces import pair_name, short_name
from games.habemus_papam.box import ACTIONS, CANDIDATES, PAIRS, SECRETS, SIDES
from games.habemus_papam.state import ANY
from games.kernel.choices import Choice, Value

LEGENDS = {
    ("keep", "card"): "Keep one card",
    ("keep_objective", "secret"): "Keep which objective",
    ("copy", "player"): "Whose objective",
    ("veto", "pair"): "On which pair",
    ("permit", "answer"): "Your answer",
    ("eliminate", "candidate"): "Who is eliminated",
    ("discard", "cards"): "Cards to discard",
    ("play", "influence"): "Influence",
    ("play", "cards"): "Pay with cards, worth 1 each",
    ("play", "amount"): "How much",
    ("accept", "cards"): "Cards you hand over",
    ("gift", "to"): "To whom",
    ("gift", "influence"): "Influence",
    ("offer", "gives"): "Influence you give",
    ("offer", "cards"): "Cards you give",
    ("offer", "asks"): "Influence you ask",
    ("offer", "wants"): "Cards you ask",
}
"""(move, field) -> what it is called."""

AIMS = {
    "ADDERE": "Which characteristic",
    "SUBTRAHERE": "Which characteristic",
    "MOVERE": "From whom",
    "DISPENSATIO": "Which veto",
    "RESURRECTIO": "Who returns",
}
"""Card -> what its target is called, where it isn't "On whom"."""

ONWARDS = {"MOVERE": "To whom", "SPECULATORES": "Look at what", "DISPENSATIO": "To which pair"}
"""Card -> what its second target is called."""

WORDS = {
    "hand": "the hand",
    "secret": "the Secret Objective",
    "allow": "Allow it",
    "refuse": "Refuse it",
    ANY: "any cards",
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
                return AIMS.get(card, "On whom")
            case "to" if card:
                return ONWARDS.get(card, "")
            case _:
                return LEGENDS.get((choice.move, name), "")

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
                return Label(ACTIONS[value].title)
            case str() if value in SECRETS:
                return Label(SECRETS[value].title, note=SECRETS[value].text)
            case str():
                return Label(WORDS.get(value, value))
            case _:
                raise TypeError(f"no such option: {value!r}")


def _nothing(move: str) -> str:
    return {"copy": "Nobody’s"}.get(move, "None")


def card_of(choice: Choice) -> str:
    """The one card that a "play" is about."""
    options = next(field.options for field in choice.fields if field.name == "card")  # type: ignore[union-attr]
    return str(options[0])
