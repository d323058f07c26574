"""Words as people type them, made fit for a line of the chat. Markup is no matter: it is shown as the text it is."""

import unicodedata

from app.identity.names import is_hidden
from app.problems import Malformed

LONGEST = 500


def normal(typed: str) -> str:
    """The words as they are kept: one line, without what can't be seen or turns the text round. Raises Malformed."""
    spaced = "".join(" " if character.isspace() else character for character in typed)
    seen = "".join(character for character in spaced if not is_hidden(character))
    words = " ".join(unicodedata.normalize("NFC", seen).split())
    if not any(unicodedata.category(character)[0] in "LNPS" for character in words):
        raise Malformed("There are no words to send. Type some first.")
    if len(words) > LONGEST:
        much = f"{len(words)} characters, {len(words) - LONGEST} too many"
        raise Malformed(f"A message has at most {LONGEST} characters, and this one has {much}. Shorten it.")
    return words
