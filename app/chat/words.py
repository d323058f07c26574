"""Words as people type them, made fit for a line of the chat. Markup is no matter: it is shown as the text it is."""

import unicodedata

from app.identity.names import seen
from app.language import gettext, later
from app.problems import Malformed

LONGEST = 500


def normal(typed: str) -> str:
    """The words as they are kept: one line, without what can't be seen or turns the text round. Raises Malformed."""
    spaced = "".join(" " if character.isspace() else character for character in typed)
    words = " ".join(unicodedata.normalize("NFC", seen(spaced)).split())
    if not any(unicodedata.category(character)[0] in "LNPS" for character in words):
        raise Malformed(gettext("There are no words to send. Type some first."))
    if len(words) > LONGEST:
        sentence = later(
            "A message has at most {most} characters, and this one has {number} characters, {over} too many. "
            "Shorten it."
        )
        raise Malformed(gettext(sentence, most=LONGEST, number=len(words), over=len(words) - LONGEST))
    return words
