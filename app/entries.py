"""Where a game's rules page tells of a card: the row of a table that begins with its title. Such rows have an address
(`#card-silentium`), to which the log's sentences lead."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from unicodedata import normalize

from games import GAMES
from games.kernel.contract import Game

_ROW = re.compile(r"^\| ([^|]+) \|", re.MULTILINE)
_LEVEL = re.compile(r" (?:k|[IV]+)$")
_FIRST = re.compile(r"<tr>(\s*<td>([^<]+)</td>)")


def rules_md(game: Game) -> str:
    """`rules.md` lies in the package that holds the game's State."""
    package = game.State.__module__.rpartition(".")[0]
    return files(package).joinpath("rules.md").read_text(encoding="utf-8")


@cache
def entries(slug: str) -> Mapping[str, str]:
    """Code of a card -> address of its row on the rules page; cards without a row are left out."""
    game = GAMES[slug]
    rows = {_anchor(row) for row in _ROW.findall(rules_md(game))}
    titles = {key.removeprefix("card."): _anchor(title) for key, title in game.words.items() if key.startswith("card.")}
    return {code: f"/rules/{slug}#{anchor}" for code, anchor in titles.items() if anchor in rows}


def anchored(slug: str, html: str, given: set[str]) -> str:
    """HTML of the rules with an id on the first row of each card. `given`: ids that were given already; grows."""
    wanted = {address.partition("#")[2] for address in entries(slug).values()}

    def name(row: re.Match[str]) -> str:
        anchor = _anchor(row[2])
        if anchor not in wanted - given:
            return row[0]
        given.add(anchor)
        return f'<tr id="{anchor}">{row[1]}'

    return _FIRST.sub(name, html)


def _anchor(title: str) -> str:
    """The id of a title; cards that differ in their level alone share a row."""
    plain = normalize("NFKD", _LEVEL.sub("", title.strip())).encode("ascii", "ignore").decode().lower()
    return f"card-{re.sub(r'[^a-z0-9]+', '-', plain).strip('-')}"
