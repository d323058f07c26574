"""Words that players say before the deal. They are mixed into the seed, so that whoever drew it can't have chosen the
cards; each seat has one line of them, in playing order."""

import unicodedata
from collections.abc import Sequence

from app.identity.names import seen
from app.language import gettext, later
from app.problems import Malformed
from app.tables.store import SeatRow

LONGEST = 60


def normal(typed: str) -> str:
    """The words as they are kept, on one line; "" for none. Raises Malformed."""
    if seen(typed) != typed:
        raise Malformed(gettext("Your words are made of letters that can be seen. Take out the hidden ones."))
    words = " ".join(unicodedata.normalize("NFC", typed).split())
    if len(words) > LONGEST:
        sentence = later("Your words have at most {most} characters, and these have {number}. Shorten them.")
        raise Malformed(gettext(sentence, most=LONGEST, number=len(words)))
    return words


def mixed(seats: Sequence[SeatRow]) -> str:
    """What is mixed into the seed: a line for each seat, in playing order; "" if nobody said anything."""
    return "\n".join(row.words for row in seats) if any(row.words for row in seats) else ""
