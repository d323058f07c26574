"""What is to do now, in the words of every table: the one line that the page is about."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from markupsafe import Markup

from app.language import gettext
from app.pages import Asked, TableFacts
from app.wording import Wording, among
from games.kernel.events import Fact

Mood = Literal["yours", "laid", "waiting", "away", "over"]


@dataclass(frozen=True)
class Prompt:
    """What is to do now. `title`: what the browser's tab says first.

    `mood`: yours (the table waits for this seat), laid (answered, and may still change it), waiting, away, over.
    `waits`: names whom the table waits for, where `ask` doesn't.
    """

    mood: Mood
    title: str
    ask: str
    more: Markup | str = ""
    waits: str = ""


def over() -> Prompt:
    """The game is over."""
    more = gettext("Every point is counted on the result page.")
    return Prompt("over", gettext("Game over"), gettext("The game is over"), more)


def away() -> Prompt:
    """The player has left, and a bot sits in."""
    more = gettext("The seat is still yours: take it back when you like.")
    return Prompt("away", gettext("Away"), gettext("A bot plays for you"), more)


def asking(asked: Asked, wording: Wording) -> Prompt:
    """The seat's own question."""
    if asked.words is None:
        raise ValueError("a seat that must answer is asked something")
    more = Fact(f"{asked.words.key}.more", asked.words.arguments)
    return Prompt("yours", gettext("Your turn"), wording.text(asked.words), wording.html(more))


def round_of(view: Any) -> str:
    """The round that is played, as the browser's tab says it."""
    return gettext("Round {number}", number=view.round)


def few(facts: TableFacts, asked: Sequence[int]) -> str:
    """Names of those whom the table waits for; of many only the first."""
    names = [facts.names[seat] for seat in asked]
    return among(names) if len(names) <= 3 else among([*names[:2], gettext("{number} more", number=len(names) - 2)])
