"""An exported table edited in every field there is, in every way that a file may be wrong: each edit is refused with a
sentence, or is one of the few that do no harm, and then the table is taken in, shown, and written out again."""

import copy
import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from fastapi import FastAPI

from app.identity import personal
from app.identity.cookies import Visit
from app.moving.checking import expect_sound
from app.moving.file import FileError, read
from tests.app.conftest import Guest, seats_at
from tests.app.tables.conftest import Seated
from tests.app.test_moving import exported, gone, sit, taken_in

Path = tuple[str | int, ...]

HARMLESS = (
    *("release", "reports", "host", "chairs", "private", "watchers", "watchers_chat", "pace", "clock", "options"),
    *(
        "seats.name",
        "seats.colour",
        "seats.ready",
        "seats.bot",
        "seats.person",
        "created_at",
        "started_at",
        "actions.at",
        "seq",
    ),
    *("version", "actions.key", "actions.events.public.arguments.who", "chat"),
)
"""What its operator could as well have set, or what nobody counts on; and in `clock`, `options` and `chat` whatever has
the form of one."""
DROPPED = ("actions.state", "actions.events")
"""What is known of these is checked to the letter; a name that isn't known is left out, and what is left out is as
usual."""

ODD: tuple[Any, ...] = (
    *(
        None,
        True,
        -1,
        7,
        2**31,
        2**63,
        10**40,
        1.5,
        "",
        "x",
        "a\0b",
        "a\u202eb",
        "a\x1b[2Jb",
        "<b>bold</b>",
        "x" * 3000,
    ),
    *([], ["x"], {}, {"x": 1}, "0001-01-01T00:00:00Z", "9999-12-31T23:59:59-12:00", "2026-11-30T12:00:00"),
)


def paths(node: Any, at: Path = ()) -> Iterator[Path]:
    """Every place in it."""
    yield at
    for name, inner in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        yield from paths(inner, (*at, name))


def named(path: Path) -> str:
    """The place without the numbers in it."""
    return ".".join(name for name in path if isinstance(name, str))


def edits(old: Any) -> Iterator[Any]:
    """What may stand there instead."""
    yield from (odd for odd in ODD if (type(odd), odd) != (type(old), old))
    match old:
        case bool():
            yield not old
        case int():
            yield from (old + 1, old - 1)
        case str():
            yield f"{old}x"
            yield from [old[:-1]] if old else []
        case list() if old:
            yield from ([*old, old[-1]], old[1:], old[:-1])
        case dict():
            yield {**old, "more": 1}
            yield from ({name: old[name] for name in old if name != gone} for gone in old)
        case _:
            pass


def edited(node: Any, path: Path, value: Any) -> Any:
    """The same with this value there; what is on the way is copied."""
    if not path:
        return value
    made = copy.copy(node)
    made[path[0]] = edited(node[path[0]], path[1:], value)
    return made


def all_edits(table: Any) -> Iterator[tuple[str, bytes]]:
    """The last place of each name, edited in each way: the name, and the file."""
    places = {named(path): path for path in paths(table) if path}
    for name, path in places.items():
        old = table
        for step in path:
            old = old[step]
        for value in edits(old):
            yield name, json.dumps(edited(table, path, value)).encode()


async def file_of(livia: Guest, teo: Guest, kofi: Guest, slug: str) -> Any:
    """A table in play at which much has happened, as a file; it is gone then."""
    code = await sit(livia, teo, kofi, slug)
    await livia.do(code, "clock", kind="bank", minutes="5")
    await livia.do(code, "start", sure="yes")
    table = Seated(livia.house, code, [row.player_id for row in await seats_at(livia.house, code)])
    await table.play(11)
    for guest, deed in ((teo, "leave"), (teo, "return"), (kofi, "leave")):
        await guest.send_form(f"/t/{code}/{deed}")
    await teo.send_form(f"/t/{code}/chat", words="Habemus", key="k1")
    made = json.loads(await exported(livia, code))
    await gone(livia, code)
    return made


def sound(data: bytes) -> bool:
    """Whether it would be taken in; if not, a sentence says why."""
    try:
        expect_sound(read(data))
    except FileError as refused:
        said = str(refused)
        assert said.isprintable()
        assert said[-1] in ".!?"
        assert len(said) < 400
        return False
    return True


@pytest.mark.parametrize(("slug", "step"), [("pope-or-nope", 2), ("habemus-papam", 37), ("papal-curia", 41)])
async def test_every_edit_is_refused_or_does_no_harm(
    livia: Guest, teo: Guest, kofi: Guest, app: FastAPI, slug: str, step: int
) -> None:
    """`step`: of the edits that take long to try, each so many-th is."""
    table = await file_of(livia, teo, kofi, slug)
    assert sound(json.dumps(table).encode())
    for name, data in islice(all_edits(table), 0, None, step):
        if sound(data):
            assert name.startswith(HARMLESS + DROPPED), data
            if name.startswith(HARMLESS):
                await _shown(livia, app, data)


async def _shown(guest: Guest, app: FastAPI, data: bytes) -> None:
    """It is taken in, its pages show to one of its people, it is written out again, and goes."""
    people = await taken_in(guest, data)
    code = json.loads(data)["code"]
    async with Guest(app) as other:
        link = f"/me/link/{personal.token(guest.house.settings, Visit(people[1], True))}"
        assert (await other.send_form(link)).status_code == 303
        for page in (f"/t/{code}?log=all", f"/t/{code}/replay", "/me"):
            assert (await other.get(page)).status_code == 200
    assert sound(await exported(guest, code))
    await gone(guest, code)
