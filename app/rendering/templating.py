"""The templates, and what each may use; the only importer of jinja2."""

from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from app import language
from app.language import gettext, ngettext, pgettext
from app.wording import among
from games import GAMES

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "static"


@cache
def static_url(path: str) -> str:
    """The address of a file under static/, with its content's hash (`?v=`), so that it may be cached for ever."""
    return f"/static/{path}?v={sha256((STATIC / path).read_bytes()).hexdigest()[:12]}"


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(ROOT / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.i18n"],
    )
    environment.install_gettext_callables(gettext, ngettext, newstyle=True, pgettext=pgettext)  # type: ignore[attr-defined]
    environment.filters.update(among=among, spoken=_spoken, about=_about, sentence=_sentence, by_name=_by_name)
    environment.globals.update(static_url=static_url, first_game=next(iter(GAMES)), language=language)
    for name in ("icon", "drawing", "mark", "hidden"):
        environment.globals[name] = getattr(environment.get_template("macros.html").module, name)
    return environment


@cache
def template(*names: str) -> Template:
    """The first of these that there is in templates/."""
    return _templates().select_template(names)


def render(name: str, record: Any, **more: Any) -> str:
    """A template with a record's fields and properties as its variables."""
    given = {field.name: getattr(record, field.name) for field in fields(record)}
    return template(name).render(**given, **more)


def partial(target: str, swap: str, html: str) -> str:
    """A part of a live frame: what goes where, and how (htmx's ways to swap)."""
    return f'<hx-partial hx-target="{target}" hx-swap="{swap}">{html}</hx-partial>'


def _spoken(code: str) -> str:
    """A code as one reads it out: "Fumus, Alba, Rota, 27"."""
    return ", ".join(word.capitalize() for word in code.split("-"))


def _about(minutes: tuple[int, int]) -> str:
    """A length of time as one would say it, in steps of five minutes: "30 to 40"."""
    least, most = (max(5, 5 * round(number / 5)) for number in minutes)
    return str(least) if least == most else gettext("{least} to {most}", least=least, most=most)


def _sentence(text: str) -> str:
    """With a capital at the beginning, and all else as it is."""
    return text[:1].upper() + text[1:]


def _by_name(name: str, several: Sequence[Any]) -> Any:
    """One of several, always the same for this name."""
    return several[int(sha256(name.encode()).hexdigest(), 16) % len(several)]
