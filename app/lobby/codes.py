"""Codes of tables: three Latin words and two digits, to be read out over a telephone and not to be guessed.

Each word is one of 1,024 (10 bits), the number one of 100 (6.6 bits): 36.6 bits, or 107,374,182,400 codes.
"""

import re
import secrets
from collections.abc import Iterator

from app.lobby.latin import WORDS

LONGEST = 200
"""Characters of what is read as a code: a whole pasted link fits."""

_KNOWN = frozenset(WORDS)
_SIZES = range(min(map(len, WORDS)), max(map(len, WORDS)) + 1)
_LETTERS_THEN_DIGITS = re.compile(r"([A-Z]+)([0-9]{2})")


def new() -> str:
    """A code nobody can foresee: "FUMUS-ALBA-ROTA-27"."""
    return made_of(secrets.token_bytes(16))


def made_of(chance: bytes) -> str:
    """The code that these bytes make: from 16 random ones each code is as likely as any other."""
    number, digits = divmod(int.from_bytes(chance), 100)
    places = (number // len(WORDS) ** place % len(WORDS) for place in range(3))
    return "-".join((*(WORDS[place] for place in places), f"{digits:02d}"))


def readings(typed: str) -> list[str]:
    """The codes that this may mean: case, spaces, dashes and a link around it are no matter. Often one, seldom two
    (where words run together), and none for what can't be a code."""
    bare = re.sub(r"[\W_]", "", typed[:LONGEST].rsplit("/t/", 1)[-1].upper())
    match = _LETTERS_THEN_DIGITS.fullmatch(bare)
    if match is None or len(match[1]) > 3 * _SIZES[-1]:
        return []
    return [f"{'-'.join(words)}-{match[2]}" for words in _splits(match[1], 3)]


def _splits(letters: str, parts: int) -> Iterator[tuple[str, ...]]:
    """All ways to read the letters as so many words of the list."""
    if parts == 0:
        if not letters:
            yield ()
        return
    for size in _SIZES:
        word = letters[:size]
        if word in _KNOWN and len(word) == size:
            for rest in _splits(letters[size:], parts - 1):
                yield (word, *rest)
