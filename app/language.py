"""The languages of the pages, and their words: English stands in the code, every other one in `translations/`.

Whoever renders a page or a frame does so inside `speaking`, in the viewer's own language; nothing that was rendered in
one language is ever shown in another. Without it all is English: programs, the operator and the log.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

TRANSLATIONS = Path(__file__).parent.parent / "translations"
ENGLISH = "en"
NAMES = {ENGLISH: "English", "de": "Deutsch"}
"""Language -> what it calls itself."""
TAGS = {ENGLISH: "en-GB", "de": "de"}
"""Language -> what pages say in `lang`, by which browsers write dates, too."""

_ASKED = re.compile(r"([a-z]+)(?:-[\w-]*)?(?:\s*;\s*q=([01](?:\.\d{0,3})?))?", re.IGNORECASE)
"""One language of a header, without the spaces around it: two runs of them side by side would be tried in every way."""

_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)


def spoken() -> str:
    """The language of what is being rendered."""
    return _spoken.get()


def speak(language: str) -> None:
    """From now on, until the end of the `speaking` around it."""
    _spoken.set(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Whatever is rendered in the block is in this language."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def tag() -> str:
    """The language of what is being rendered, as HTML names it."""
    return TAGS[spoken()]


def asked_for(header: str) -> str:
    """The language of ours that a browser would like best (`Accept-Language`); English, if none."""
    asked = [match for part in header.split(",") if (match := _ASKED.fullmatch(part.strip()))]
    liked = [(match[1].lower(), float(match[2] or 1)) for match in asked]
    known = [(name, weight) for name, weight in liked if name in NAMES and weight > 0]
    return max(known, key=lambda one: one[1], default=(ENGLISH, 1.0))[0]


def gettext(sentence: str, **places: object) -> str:
    """The sentence in the language spoken, its `{places}` filled. Nothing stays nothing."""
    return _filled(_catalogue(spoken()).gettext(sentence), places) if sentence else ""


def ngettext(one: str, several: str, number: int, **places: object) -> str:
    """The sentence for this number of things, which is a place of it: `{number}`."""
    return _filled(_catalogue(spoken()).ngettext(one, several, number), {**places, "number": number})


def pgettext(context: str, words: str, **places: object) -> str:
    """Words that other languages say otherwise where they mean something else: what they mean here is the context."""
    return _filled(str(_catalogue(spoken()).pgettext(context, words)), places)


def later(sentence: str) -> str:
    """The sentence as it is: it stands here to be found, and is put through `gettext` where it is shown."""
    return sentence


def _filled(sentence: str, places: dict[str, object]) -> str:
    return sentence.format(**places) if places else sentence


@cache
def _catalogue(language: str) -> Translations:
    """All translations into the language, read once from its file; English has none, and is its own."""
    if language == ENGLISH:
        return Translations()
    with (TRANSLATIONS / f"{language}.po").open("rb") as file:
        catalogue = read_po(file, locale=language, abort_invalid=True)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(compiled)
