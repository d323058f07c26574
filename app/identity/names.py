"""Names as people type them, made fit for a page: one line of 1 to 24 characters, nothing that hides or turns text
round, and no word of two scripts (Unicode Technical Standard 39, 5.1). Markup is no matter: it is shown as the text it
is."""

import re
import secrets
import unicodedata
from collections.abc import Collection
from itertools import groupby

from app.language import gettext, later
from app.problems import Malformed

LONGEST = 24
MARKS = 3
"""Accents and other marks in a row: enough for every script, too few to blot out the next line."""

_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufffb"
    "\U00013430-\U0001343f\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U0010ffff]"
)
"""Without ink, and not all of a category that says so: what Unicode lets be ignored (Default_Ignorable_Code_Point),
with its blank letters and notes."""
_JOINERS = "\u200c\u200d"
_LOOKS = "\ufe0e\ufe0f"
_KEYCAP = "\u20e3"
_JOINING = re.compile("ARABIC|SYRIAC|DEVANAGARI|BENGALI|GURMUKHI|GUJARATI|ORIYA|TAMIL|TELUGU|KANNADA|MALAYALAM|SINHALA")
"""Scripts in whose words a joiner tells letters apart."""

_TOGETHER = frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL"})
"""Scripts that one word may have together (UTS 39, "highly restrictive"): nobody takes their letters for each other."""
_ALIKE = str.maketrans(
    "i1|0" + "авекмнорстухѕіјѵһԁԛԝӏ" + "αβγεηικνορστυχϳ",
    "lllo" + "abekmhopctyxsljvhdqwl" + "abyenlkvopctuxj",
)
"""Small letters of Cyrillic and of Greek that look like a Latin one, or whose capitals do: a word of nothing else is of
one script, and looks like a Latin word. And what many fonts draw as an l or an o."""

_VIRAMA = 9
"""The combining class of signs that join letters; some have no ink."""

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
    name = fit(typed)
    for word in name.split():
        if not _is_of_one_script(word):
            sentence = later(
                "“{word}” mixes letters of several scripts, which may look alike. Write it in one of them."
            )
            raise Malformed(gettext(sentence, word=word))
    return name


def fit(typed: str) -> str:
    """The name as it may stand on a page, if nobody chooses it now: it may have been chosen when less was refused.
    Raises Malformed."""
    if seen(typed) != typed:
        raise Malformed(gettext("A name is made of letters that can be seen. Take out the hidden ones."))
    name = " ".join(unicodedata.normalize("NFC", typed).split())
    if not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        raise Malformed(gettext("Give a name, so that the others know who you are."))
    if len(name) > LONGEST:
        sentence = later("A name has at most {most} characters, and this one has {number}. Shorten it.")
        raise Malformed(gettext(sentence, most=LONGEST, number=len(name)))
    if _most_marks(name) > MARKS:
        raise Malformed(gettext("A letter bears at most {most} accents or other marks. Take some off.", most=MARKS))
    return name


def _is_of_one_script(word: str) -> bool:
    letters = (letter for letter in unicodedata.normalize("NFKC", word) if letter.isalpha())
    scripts = {_script(letter) for letter in letters if unicodedata.category(letter) != "Lm"}
    return len(scripts) <= 1 or scripts <= _TOGETHER


def _most_marks(name: str) -> int:
    runs = groupby(name, key=lambda character: unicodedata.category(character)[0] == "M")
    return max((len(list(run)) for marks, run in runs if marks), default=0)


def seen(text: str) -> str:
    """The text without what hides in it: what has no ink or turns the text round, but for what holds an emoji or a word
    together, where it does."""
    return "".join(here for at, here in enumerate(text) if not _is_hidden(here) or _holds(text, at))


def _is_hidden(character: str) -> bool:
    """Controls, formats, surrogates, private characters, and others without ink."""
    if character in " \t\r\n":
        return False
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co") or _UNSEEN.match(character) is not None


def _holds(text: str, at: int) -> bool:
    """Whether what stands there makes one of its neighbours: an emoji's look, or what joins two emoji or letters."""
    before, here, after = text[at - 1 : at], text[at], text[at + 1 : at + 2]
    if not before or here not in _JOINERS + _LOOKS:
        return False
    if here in _LOOKS:
        return _is_symbol(before) or after == _KEYCAP
    if _is_symbol(after):
        return _is_symbol(before) or before in _LOOKS
    return _script(before) == _script(after) and _JOINING.fullmatch(_script(after)) is not None


def _is_symbol(character: str) -> bool:
    return character != "" and unicodedata.category(character)[0] == "S"


def _script(character: str) -> str:
    return unicodedata.name(character, "").partition(" ")[0] if character else ""


def likeness(name: str) -> str:
    """What two names share that would be taken for each other: "LIVIA" and "livia", or "Саса" and "Caca" of other
    scripts; what nobody sees tells none apart, nor do the signs that only join letters."""
    seen_alone = "".join(here for here in name if not _is_hidden(here) and unicodedata.combining(here) != _VIRAMA)
    return unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", seen_alone).casefold()).translate(_ALIKE)


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
