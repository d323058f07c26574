"""Tables as files: whole there and back, for every game and status, and nothing of one that is not sound."""

import copy
import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from fastapi import FastAPI
from sqlalchemy import text

from app.identity import personal
from app.identity.cookies import Visit
from app.lobby.codes import new
from app.moving import file
from app.moving.arriving import arrive
from app.moving.checking import expect_sound
from app.moving.file import FileError, read
from app.moving.leaving import leave
from app.operating import tables as operated
from app.problems import NoSuchTable
from app.tables import questions
from games import GAMES
from games.kernel.contract import decode, encode
from tests.app.conftest import Guest, everything, row_of, seats_at
from tests.app.tables.conftest import Seated

RULED = [slug for slug, game in GAMES.items() if not game.companion]


async def sit(livia: Guest, teo: Guest, kofi: Guest, game: str) -> str:
    """A lobby of three people and, where it fits, a bot."""
    answer = await livia.send_form("/tables", game=game, name="Livia")
    code = answer.headers["location"].removeprefix("/t/")
    await teo.join(code, "Teo")
    await kofi.join(code, "Kofi")
    await teo.do(code, "words", words="tu es Petrus")
    return code


async def played(guest: Guest, code: str, moves: int) -> None:
    await Seated(guest.house, code, [row.player_id for row in await seats_at(guest.house, code)]).play(moves)


async def exported(guest: Guest, code: str) -> bytes:
    async with guest.house.engine.begin() as connection:
        return await leave(connection, code)


async def taken_in(guest: Guest, data: bytes) -> list[UUID]:
    """Its people."""
    async with guest.house.engine.begin() as connection:
        return [one for _, one in (await arrive(connection, read(data))).people]


async def gone(guest: Guest, code: str) -> None:
    async with guest.house.engine.begin() as connection:
        await operated.remove(connection, code)


@pytest.mark.parametrize("slug", RULED)
@pytest.mark.parametrize("moves", [0, 25, 6000])
async def test_a_table_comes_back_whole(livia: Guest, teo: Guest, kofi: Guest, slug: str, moves: int) -> None:
    code = await sit(livia, teo, kofi, slug)
    await livia.do(code, "start", sure="yes")
    await played(livia, code, moves)
    await livia.send_form(f"/t/{code}/chat", words="Habemus", key="k1")
    data, before = await exported(livia, code), await row_of(livia.house, code)
    record = (await livia.get(f"/t/{code}/record.json")).content if before.status == "over" else b""
    await gone(livia, code)
    people = await taken_in(livia, data)
    after = await row_of(livia.house, code)
    for name in ("status", "seed", "words", "seq", "version", "log_length", "options", "edition", "state"):
        assert getattr(after, name) == getattr(before, name), name
    said = [(row.name, row.words) for row in await seats_at(livia.house, code)]
    assert said == [("Livia", ""), ("Teo", "tu es Petrus"), ("Kofi", "")]
    asked, now = (questions.read(row.questions) for row in (before, after))
    assert {*now.asked} == {*asked.asked}
    assert now.made == asked.made
    table = Seated(livia.house, code, people)
    await table.play(6000)
    assert (await row_of(livia.house, code)).status == "over"
    await livia.send_form(f"/t/{code}/watch", name="Livia")
    again = await livia.get(f"/t/{code}/record.json")
    assert not record or json.loads(again.content) == json.loads(record)
    assert (await livia.get(f"/t/{code}/fair")).text.count('<li class="right">') == 3
    assert json.loads(await exported(livia, code))["chat"][0]["words"] == "Habemus"


async def test_a_lobby_comes_back(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await sit(livia, teo, kofi, "pope-or-nope")
    await livia.do(code, "bot", bot="novice")
    data = await exported(livia, code)
    await gone(livia, code)
    await taken_in(livia, data)
    assert [(row.name, row.bot) for row in await seats_at(livia.house, code)][:3] == [
        ("Livia", None),
        ("Teo", None),
        ("Kofi", None),
    ]
    assert (await seats_at(livia.house, code))[3].bot == "novice"


async def test_its_people_go_on_by_personal_links(livia: Guest, teo: Guest, kofi: Guest, app: FastAPI) -> None:
    code = await sit(livia, teo, kofi, "pope-or-nope")
    await livia.do(code, "start", sure="yes")
    data = await exported(livia, code)
    await gone(livia, code)
    people = await taken_in(livia, data)
    assert "Show" not in (await kofi.get(f"/t/{code}")).text
    link = f"/me/link/{personal.token(livia.house.settings, Visit(people[0], True))}"
    async with Guest(app) as elsewhere:
        assert "Continue as Livia" in (await elsewhere.get(link)).text
        assert (await elsewhere.send_form(link)).status_code == 303
        page = (await elsewhere.get(f"/t/{code}")).text
        assert 'id="hand"' in page
        assert (await elsewhere.do(code, "end", sure="yes")).status_code == 303, "and is the host"


async def test_the_file_names_no_guest_and_no_password(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await sit(livia, teo, kofi, "pope-or-nope")
    await livia.do(code, "settings", password="Sesame open")
    await livia.do(code, "start", sure="yes")
    data = (await exported(livia, code)).decode()
    row = await row_of(livia.house, code)
    for secret in (row.password_hash, *(str(seat.player_id) for seat in await seats_at(livia.house, code))):
        assert secret not in data
    assert row.seed.hex() in data, "it is for the operator alone"


async def test_no_such_table(livia: Guest) -> None:
    async with livia.house.engine.begin() as connection:
        with pytest.raises(NoSuchTable):
            await leave(connection, new())
        with pytest.raises(NoSuchTable):
            await leave(connection, "no code")


async def test_a_code_is_taken_in_once(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await sit(livia, teo, kofi, "pope-or-nope")
    data, before = await exported(livia, code), await everything(livia.house)
    with pytest.raises(FileError, match=f"There is a table {code} here already"):
        await taken_in(livia, data)
    assert await everything(livia.house) == before


def _action(at: int, **values: Any) -> Callable[[Any], None]:
    return lambda table: table["actions"][at].update(values)


def _seat(at: int, **values: Any) -> Callable[[Any], None]:
    return lambda table: table["seats"][at].update(values)


def _another_hand(table: Any) -> None:
    """Two players exchange their hands in the state at which the table stands."""
    hands = table["actions"][-1]["state"]["hands"]
    hands[0], hands[1] = hands[1], hands[0]


LINE = {"seat": 0, "name": "x" * 99, "to": None, "private": False, "words": "y", "at": "2026-11-30T12:00:00Z"}
ODD = {"public": {"key": "no.such", "arguments": {}}}
NOBODY = {"public": {"key": "house.left", "arguments": {"who": 9}}}

EDITS: dict[str, Callable[[Any], None]] = {
    "cut": lambda table: table["actions"].pop(),
    "cut in the middle": lambda table: table["actions"].pop(3),
    "all cut": lambda table: table["actions"].clear(),
    "seed": lambda table: table.update(seed="ab" * 32),
    "seed, no hex": lambda table: table.update(seed="zz" * 32),
    "words": lambda table: table.update(words="others"),
    "hand": _another_hand,
    "card gone": lambda table: table["actions"][-1]["state"]["deck"].pop(),
    "draw": _action(0, draws=[[2, 1]]),
    "seat of a move": _action(4, seat=7),
    "move": _action(4, move={"type": "fly"}),
    "events": _action(4, events=[]),
    "words that there are not": _action(4, events=[ODD]),
    "house words with a seat that is none": _action(4, events=[NOBODY]),
    "seq": _action(4, seq=1),
    "log length": lambda table: table.update(log_length=table["log_length"] + 1),
    "status": lambda table: table.update(status="over"),
    "no status": lambda table: table.update(status="gone"),
    "pace": lambda table: table.update(pace="never"),
    "code": lambda table: table.update(code="A-B-C-1"),
    "options": lambda table: table.update(options={"target": "x"}),
    "chairs": lambda table: table.update(chairs=99),
    "host": lambda table: table.update(host=8),
    "name": _seat(1, name="Te\u202eo"),
    "same name": _seat(1, name="LIVIA"),
    "colour": _seat(1, colour=99),
    "bot": _seat(1, bot="wise"),
    "device": _seat(1, device=1),
    "no person's device": _seat(1, person=False, device=0),
    "seat missing": lambda table: table["seats"].pop(),
    "seat number": _seat(1, number=5),
    "chat": lambda table: table["chat"].append(LINE),
    "one more field": lambda table: table.update(admin=True),
    "form": lambda table: table.update(form=2),
    "game": lambda table: table.update(game="chess"),
    "newer edition": lambda table: table.update(edition=99),
    "newer schema": _action(2, schema=99),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
async def test_what_was_cut_or_edited_is_refused_and_nothing_is_taken_in(
    livia: Guest, teo: Guest, kofi: Guest, edit: Callable[[Any], None]
) -> None:
    code = await sit(livia, teo, kofi, "pope-or-nope")
    await livia.do(code, "start", sure="yes")
    await played(livia, code, 12)
    table = json.loads(await exported(livia, code))
    await gone(livia, code)
    edited = copy.deepcopy(table)
    edit(edited)
    assert edited != table
    before = await everything(livia.house)
    with pytest.raises(FileError) as refused:
        await taken_in(livia, json.dumps(edited).encode())
    assert str(refused.value)[-1] in ".!?"
    assert len(str(refused.value)) < 400
    assert await everything(livia.house) == before


@pytest.mark.parametrize("data", [b"", b"\xff", b"[]", b"{}", b'{"form": 1}', b"[" * 200_000, b'{"form": "1"}'])
def test_what_is_no_table(data: bytes) -> None:
    with pytest.raises(FileError, match="This is no table that was exported"):
        read(data)


def test_a_huge_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file, "LARGEST", 10)
    with pytest.raises(FileError, match="too large to be a table: it has more than 10 bytes"):
        read(b"x" * 11)


async def test_an_older_edition_is_taken_in_as_it_is(livia: Guest, teo: Guest, kofi: Guest) -> None:
    """Its moves are not played again by other rules; its states count."""
    code = await sit(livia, teo, kofi, "pope-or-nope")
    await livia.do(code, "start", sure="yes")
    await played(livia, code, 12)
    table = json.loads(await exported(livia, code))
    await gone(livia, code)
    for action in table["actions"]:
        action["edition"] = 0
    await taken_in(livia, json.dumps({**table, "edition": 0}).encode())
    row = await row_of(livia.house, code)
    assert encode(decode(GAMES[row.game], row.state, row.schema)) == row.state
    async with livia.house.engine.connect() as connection:
        assert await connection.scalar(text("SELECT min(edition) FROM actions")) == 0


def _piles_of_nobody(table: Any) -> None:
    """Somebody who isn't at the table has laid each card."""
    for action in table["actions"]:
        for pile in action["state"]["piles"]:
            pile["by"] = [7] * len(pile["by"])


OLDER: dict[str, Callable[[Any], None]] = {
    "cards laid by nobody": _piles_of_nobody,
    "a turn of nobody's": lambda table: table["actions"][-1]["state"]["question"].update(seat=-1),
    "dice": lambda table: table["actions"][-1]["state"]["dice"].update(count=0),
    "seed": lambda table: table.update(seed="ab" * 32),
    "draw": _action(0, draws=[[2, 1]]),
}


@pytest.mark.parametrize("edit", OLDER.values(), ids=OLDER)
async def test_what_of_an_older_edition_can_be_neither_checked_nor_shown_is_refused(
    livia: Guest, teo: Guest, kofi: Guest, edit: Callable[[Any], None]
) -> None:
    code = await sit(livia, teo, kofi, "pope-or-nope")
    await livia.do(code, "start", sure="yes")
    await played(livia, code, 12)
    table = json.loads(await exported(livia, code))
    await gone(livia, code)
    for action in table["actions"]:
        action["edition"] = 0
    table["edition"] = 0
    expect_sound(read(json.dumps(table).encode()))
    edit(table)
    with pytest.raises(FileError, match="The table in this file is not sound"):
        expect_sound(read(json.dumps(table).encode()))
