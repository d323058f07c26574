"""A game's facts as sentences: the words of the game with their places filled, as safe HTML or as plain text.

A place is `{name}` or `{name:kind}`. Kinds: `seat` (a player's name), `seats` (several), `card` (its title in the
words), `cards` (several, or "no card"), `level` (a roman numeral), `numbers` (a row of figures), and whatever the words
have names for (`{where:area}` is looked up in `area.ELBE`). `**bold**` and `*slanted*` stand in the words only: what
fills a place is never read as markup.
"""

import re
from collections import ChainMap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from markupsafe import Markup, escape

from app.language import gettext, later, spoken
from app.pages import SeatFacts
from games.kernel.contract import Game
from games.kernel.events import Argument, Fact, Reason, Seat

HOUSE = {
    "house.left": later("{who:seat} leaves the table. A bot sits in."),
    "house.joined": later("{who:seat} takes a seat."),
    "house.away": later("{who:seat} is away. A bot sits in."),
    "house.new": later("{who:seat} sits down and plays on from here."),
    "house.takenback": later("{who:seat} takes the last move back."),
    "house.returned": later("{who:seat} is back, and the bot gets up."),
    "house.late": later("Time ran out for {who:seat}: a bot played for them."),
    "house.gone": later("{who:seat} let three turns go by. A bot sits in."),
    "house.paused": later("{who:seat} stops the clocks. The table takes no moves until they go on."),
    "house.resumed": later("{who:seat} lets the clocks go on."),
}
"""Lines of the house's own in the log of any game."""

PLACE = re.compile(r"\{(\w+)(?::(\w+))?\}")
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_SLANTED = re.compile(r"\*(.+?)\*")
NO_CARD = later("no card")
_NUMERALS = ("0", "I", "II", "III", "IV", "∞")


def numeral(level: int) -> str:
    """A level as the cards print it; 0 stays a figure, 5 is infallible."""
    return _NUMERALS[level]


def among(names: Iterable[str]) -> str:
    """Names as one would say them: "Teo, Kofi and Ana"."""
    *most, last = names
    return gettext("{names} and {last}", names=", ".join(most), last=last) if most else last


def words_of(game: Game) -> Mapping[str, str]:
    """The game's sentences in the language spoken; in English, where it has none in that."""
    other = game.translated.get(spoken())
    return game.words if other is None else ChainMap(cast("dict[str, str]", other), cast("dict[str, str]", game.words))


@dataclass(frozen=True)
class Wording:
    """The words of one game, at a table with these seats. `entries`: code of a card -> address of what the rules say of
    it, where titles shall be links. `places`: the seats whose names shall lead to their place on the page."""

    words: Mapping[str, str]
    seats: Sequence[SeatFacts]
    entries: Mapping[str, str] = field(default_factory=dict)
    places: frozenset[Seat] = frozenset()

    def html(self, fact: Fact | Reason) -> Markup:
        """The sentence as HTML. Raises KeyError for a key without words."""
        sentence = str(escape(self._sentence(fact.key)))
        sentence = _SLANTED.sub(r'<i class="latin">\1</i>', _BOLD.sub(r"<b>\1</b>", sentence))
        filled = PLACE.sub(lambda place: str(self._marked(place, fact)), sentence)
        return Markup(filled)  # noqa: S704  the sentence and whatever fills it were escaped above

    def text(self, fact: Fact | Reason) -> str:
        """The sentence as plain text. Raises KeyError for a key without words."""
        sentence = self._sentence(fact.key).replace("*", "")
        return PLACE.sub(lambda place: self._plain(place, fact), sentence)

    def card(self, code: str) -> str:
        """A card's title."""
        return self.words[f"card.{code}"]

    def _sentence(self, key: str) -> str:
        return gettext(HOUSE[key]) if key.startswith("house.") else self.words[key]

    def _plain(self, place: re.Match[str], fact: Fact | Reason) -> str:
        value = fact.arguments[place[1]]
        match place[2]:
            case "seat" | "seats":
                return among(self.seats[seat].name for seat in _seats(value))
            case "card":
                return self.card(str(value))
            case "cards":
                return among(self.card(code) for code in cast("tuple[str, ...]", value)) if value else gettext(NO_CARD)
            case "level":
                return numeral(cast(int, value))
            case "numbers":
                return " ".join(str(number) for number in _seats(value)) or "–"
            case None:
                return str(value)
            case kind if f"{kind}.{value}" in self.words:
                return self.words[f"{kind}.{value}"]
            case kind:
                raise ValueError(f"{fact.key}: no such kind of place as {kind}")

    def _marked(self, place: re.Match[str], fact: Fact | Reason) -> Markup:
        if place[2] in ("seat", "seats"):
            names = among(self._name(seat) for seat in _seats(fact.arguments[place[1]]))
            return Markup(names)  # noqa: S704  each name was escaped
        if place[2] in ("card", "cards") and fact.arguments[place[1]]:
            value = fact.arguments[place[1]]
            titles = among(self._title(str(code)) for code in (value if isinstance(value, tuple) else (value,)))
            return Markup(titles)  # noqa: S704  each title was escaped
        return escape(self._plain(place, fact))

    def _title(self, code: str) -> Markup:
        title = self.card(code)
        if code not in self.entries:
            return escape(title)
        return Markup('<a class="entry" href="{}">{}</a>').format(self.entries[code], title)

    def _name(self, seat: Seat) -> Markup:
        who = self.seats[seat]
        if seat in self.places:
            return Markup('<a class="who" data-seat="{}" href="#player-{}">{}</a>').format(who.colour, seat, who.name)
        return Markup('<span class="who" data-seat="{}">{}</span>').format(who.colour, who.name)


def in_words(game: Game, sentence: str) -> str:
    """What the game says beside its sentences by key, in the language spoken: its tagline, its house rules."""
    return words_of(game).get(sentence, sentence)


def wording_of(game: Game, seats: Sequence[SeatFacts]) -> Wording:
    """The game's words at a table with these seats, in the language spoken."""
    return Wording(words_of(game), seats)


def _seats(value: Argument) -> tuple[Seat, ...]:
    return cast("tuple[Seat, ...]", value if isinstance(value, tuple) else (value,))
