"""Names as people type them, made fit for a page: one line of 1 to 24 characters, and nothing that hides or turns text
round. Markup is no matter: it is shown as the text it is."""

import secrets
import unicodedata
from collections.abc import Collection

from app.language import gettext, later
from app.problems import Malformed

LONGEST = 24

_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSEEN = frozenset(
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060\u2061\u2062\u2063\u2064\u2800\u3164\ufeff\uffa0"
)

GUESTS = (
    "Brother Anselm",
    "Sister Hildegard",
    "Brother Cadfael",
    "Sister Scholastica",
    "Brother Bede",
    "Mother Radegund",
    "Brother Odo",
    "Sister Perpetua",
    "Abbot Suger",
    "Sister Clare",
    "Brother Leo",
    "Abbess Hilda",
    "Brother Juniper",
    "Sister Apollonia",
    "Brother Crispin",
    "Prioress Petronilla",
    "Brother Lupus",
    "Sister Eulalia",
    "Canon Copernicus",
    "Brother Notker",
    "Sister Walburga",
    "Deacon Felix",
    "Brother Ambrose",
    "Sister Gisela",
)
"""What a guest is called who gave no name."""


def normal(typed: str) -> str:
    """The name as it is kept. Raises Malformed with what is wrong with it."""
    if any(is_hidden(character) for character in typed):
        raise Malformed(gettext("A name is made of letters that can be seen. Take out the hidden ones."))
    name = " ".join(unicodedata.normalize("NFC", typed).split())
    if not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        raise Malformed(gettext("Give a name, so that the others know who you are."))
    if len(name) > LONGEST:
        sentence = later("A name has at most {most} characters, and this one has {number}. Shorten it.")
        raise Malformed(gettext(sentence, most=LONGEST, number=len(name)))
    return name


def is_hidden(character: str) -> bool:
    """Controls, surrogates, private characters, those that turn the text, and those without ink."""
    if character in " \t\r\n":
        return False
    category = unicodedata.category(character)
    return category in ("Cc", "Cs", "Co") or character in _TURNING or character in _UNSEEN or character >= "\U000e0000"


def likeness(name: str) -> str:
    """What two names share that would be taken for each other: "LIVIA" and "livia"."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def is_taken(name: str, others: Collection[str]) -> bool:
    """Whether one of the others already goes by this name."""
    return likeness(name) in {likeness(other) for other in others}


def pick(names: Collection[str], taken: Collection[str]) -> str:
    """One of these names at random that nobody has; if all are taken, one with a number behind it."""
    free = [name for name in names if not is_taken(name, taken)]
    numbers = iter(range(2, len(taken) + 3))
    while not free:
        number = next(numbers)
        free = [f"{name} {number}" for name in names if not is_taken(f"{name} {number}", taken)]
    return secrets.choice(free)
