"""`conclave tables`, as a real command beside real servers: what it tells and what it must not, ending and removing;
and the daily sweep."""

import asyncio
import json
import logging
import signal
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select, text, update
from websockets.exceptions import ConnectionClosed

from app import cli
from app.database import actions, chat, seats, tables
from app.engine import connect
from app.operating import sweeping
from app.operating.telling import since
from tests.platform.conftest import Serve, conclave, processes
from tests.platform.test_serving import database_of
from tests.served import Guest, Served, serve


@pytest.fixture
async def served(database_url: str) -> AsyncIterator[Served]:
    """A served house in this process; the command is another."""
    async with serve(database_url) as running:
        yield running


async def run(url: str, *arguments: str) -> Any:
    """Runs `conclave tables` beside the house."""
    return await asyncio.to_thread(conclave, "tables", *arguments, DATABASE_URL=url)


async def dealt(served: Served) -> tuple[str, Guest, Guest]:
    """A running table of two people, behind a password."""
    anna, bruno = served.guest(), served.guest()
    code = await anna.open(name="Anna")
    await anna.deed(code, "settings", password="Sesame open")
    await bruno.join(code, "Bruno", password="Sesame open")
    assert (await anna.deed(code, "start", sure="yes")).status_code == 204
    return code, anna, bruno


async def row_of(served: Served, code: str) -> Any:
    """The table's row; None if it is gone."""
    async with served.house.engine.connect() as connection:
        return (await connection.execute(select(tables).where(tables.c.code == code))).one_or_none()


# --- listing and showing -----------------------------------------------------------------------------------------


async def test_the_list_tells_every_table(served: Served, database_url: str) -> None:
    running, anna, _ = await dealt(served)
    lobby = await anna.open(name="Anna")
    told = await run(database_url)
    assert (told.returncode, told.stderr) == (0, "")
    lines = [line.split() for line in told.stdout.splitlines()]
    assert lines[0][:4] == ["CODE", "GAME", "STATUS", "SEATS"]
    assert {(line[0], line[1], line[2], " ".join(line[3:6])) for line in lines[1:]} == {
        (running, "pope-or-nope", "playing", "2 of 4"),
        (lobby, "pope-or-nope", "lobby", "1 of 4"),
    }


async def test_what_was_reported_is_counted_and_not_told(served: Served, database_url: str) -> None:
    code, anna, _ = await dealt(served)
    sent = await anna.http.post(f"/t/{code}/report", data={"words": "My cards look wrong."})
    assert sent.status_code in (200, 204, 303)
    listed, shown = (await run(database_url)).stdout, (await run(database_url, "show", code)).stdout
    assert listed.splitlines()[0].endswith("REPORTS")
    assert listed.splitlines()[1].endswith(" 1")
    assert f"1, in the file of conclave export {code}" in shown
    assert "cards look wrong" not in listed + shown


async def test_the_list_is_json_if_wanted(served: Served, database_url: str) -> None:
    code, _, _ = await dealt(served)
    (table,) = json.loads((await run(database_url, "--json")).stdout)
    assert (table["code"], table["status"], table["password"], table["host"]) == (code, "playing", True, "Anna")
    assert [(seat["seat"], seat["name"], seat["who"]) for seat in table["seats"]] == [
        (1, "Anna", "player"),
        (2, "Bruno", "player"),
    ]
    assert datetime.fromisoformat(table["changed_at"]).tzinfo is not None


async def test_one_table_is_shown_however_its_code_is_written(served: Served, database_url: str) -> None:
    code, _, bruno = await dealt(served)
    await bruno.http.post(f"/t/{code}/leave")
    for typed in (code, code.lower().replace("-", " "), f"http://conclave.test/t/{code}"):
        told = await run(database_url, "show", typed)
        assert told.returncode == 0
        assert "Bruno (away)" in told.stdout
        assert "with a password" in told.stdout
    assert json.loads((await run(database_url, "show", code, "--json")).stdout)["code"] == code


async def test_no_secret_is_told(served: Served, database_url: str) -> None:
    code, anna, _ = await dealt(served)
    await anna.move(code, "open", deed="")
    row = await row_of(served, code)
    async with served.house.engine.connect() as connection:
        numbers = list(await connection.scalars(select(seats.c.player_id)))
    told = [await run(database_url, *words) for words in ((), ("--json",), ("show", code), ("show", code, "--json"))]
    written = "".join(one.stdout + one.stderr for one in told)
    hidden = ["argon2", "Sesame", "DEED", "NOPE", "hands", row.seed.hex(), *(number.hex for number in numbers)]
    assert [secret for secret in (*hidden, *map(str, numbers)) if secret in written] == []


async def test_a_secret_change_of_mind_shows_in_nothing(served: Served, database_url: str) -> None:
    code, anna, _ = await dealt(served)
    await anna.move(code, "open", deed="")
    before = [(await run(database_url, *words)).stdout for words in (("--json",), ("show", code, "--json"))]
    await anna.move(code, "open", deed="")
    assert [(await run(database_url, *words)).stdout for words in (("--json",), ("show", code, "--json"))] == before


async def test_no_tables_are_told_too(database_url: str) -> None:
    assert (await run(database_url)).stdout == "There are no tables.\n"
    assert (await run(database_url, "--json")).stdout == "[]\n"


# --- a bot's thought ---------------------------------------------------------------------------------------------


async def test_a_bot_thinks_once_more(served: Served, database_url: str) -> None:
    code, *_ = await dealt(served)
    number = str((await row_of(served, code)).id)
    told = await run(database_url, "think", number, "99", "0", "novice", "0f" * 32)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith("It chooses open, filled {")
    assert "The rules allow it." in told.stdout
    free = await run(database_url, "think", number, "99", "0", "novice", "0f" * 32, "--free")
    assert free.stdout == "It makes no free move.\n"
    none = await run(database_url, "think", "999", "99", "0", "novice", "0f" * 32)
    assert (none.returncode, none.stderr) == (1, "There is no table 999.\n")
    never = await run(database_url, "think", number, "0", "0", "novice", "0f" * 32)
    assert (never.returncode, never.stderr) == (1, f"Table {number} has no move up to 0.\n")


# --- ending and removing -----------------------------------------------------------------------------------------


async def _until_closed(socket: Any) -> list[str]:
    frames: list[str] = []
    try:
        while True:
            frames.append(str(await asyncio.wait_for(socket.recv(), 20)))
    except ConnectionClosed:
        return frames


async def test_ending_tells_open_pages(served: Served, database_url: str) -> None:
    code, anna, _ = await dealt(served)
    async with anna.socket(code) as page:
        told = await run(database_url, "end", code)
        assert told.stdout == f"{code} has ended.\n"
        assert "data-gone" in (await _until_closed(page))[-1]
    assert (await anna.http.get(f"/t/{code}")).status_code == 410
    row = await row_of(served, code)
    assert (row.status, row.bot_due) == ("ended", None)
    again = await run(database_url, "end", code)
    assert (again.returncode, again.stderr) == (
        1,
        f"{code} is ended already. To be rid of it: conclave tables remove {code}\n",
    )


async def test_removing_takes_all_of_it_and_lets_open_pages_go(served: Served, database_url: str) -> None:
    code, anna, bruno = await dealt(served)
    other = await bruno.open(name="Bruno")
    async with anna.socket(code) as page:
        told = await run(database_url, "remove", code.lower(), "--yes")
        assert told.stdout == f"{code} was removed.\n"
        await _until_closed(page)
    assert await row_of(served, code) is None
    assert await row_of(served, other) is not None
    async with served.house.engine.connect() as connection:
        left = [await connection.scalar(select(func.count()).select_from(table)) for table in (actions, chat, seats)]
    assert left == [0, 0, 1]
    assert (await anna.http.get(f"/t/{code}")).status_code == 404
    assert (await anna.http.get("/")).status_code == 200


async def test_removing_asks_and_takes_no_silence_for_a_yes(served: Served, database_url: str) -> None:
    code, _, _ = await dealt(served)
    told = await run(database_url, "remove", code)
    assert told.returncode == 1
    assert told.stdout.startswith(f"{code}: pope-or-nope, playing, 2 seated.")
    assert told.stderr == "Nobody is here to ask, so nothing was removed. To remove it unasked, add --yes.\n"
    assert await row_of(served, code) is not None


UNKNOWN = ["show FUMUS-ALBA-ROTA-27", "end nonsense", "remove '; DROP TABLE tables", "show ", f"show {'x' * 3000}"]


@pytest.mark.parametrize("words", UNKNOWN)
def test_an_unknown_code_is_told(words: str, database_url: str) -> None:
    deed, _, code = words.partition(" ")
    told = conclave("tables", deed, code, *(["--yes"] if deed == "remove" else []), DATABASE_URL=database_url)
    assert told.returncode == 1
    assert told.stderr == f"There is no table {code}. Those there are: conclave tables\n"


@pytest.mark.parametrize("words", [["show"], ["burn", "X"], ["end", "A", "B"], ["--yaml"], ["end", "A", "--json"]])
def test_a_wrong_command_is_told_in_one_sentence(words: list[str]) -> None:
    told = conclave("tables", *words)
    assert told.returncode == 2
    assert told.stderr.endswith("--help\n")
    assert told.stderr.count("\n") == 1


# --- which database ----------------------------------------------------------------------------------------------


def _open_table(port: int) -> str:
    url = f"http://127.0.0.1:{port}"
    answer = httpx.post(f"{url}/tables", data={"game": "pope-or-nope", "name": "Anna"}, headers={"Origin": url})
    return answer.headers["location"].removeprefix("/t/")


def test_it_works_beside_the_embedded_server_and_without_it(start: Serve) -> None:
    served = start()
    code = _open_table(served.port)
    told = conclave("tables", "--data", str(served.data))
    assert code in told.stdout, told.stderr
    assert conclave("tables", "end", code, CONCLAVE_DATA=str(served.data)).stdout == f"{code} has ended.\n"
    assert served.healthy()
    assert served.end(signal.SIGTERM) == 0
    told = conclave("tables", "show", code, "--data", str(served.data))
    assert "ended" in told.stdout, told.stderr
    assert processes(served.data) == []


@pytest.fixture
def start(serve: Serve) -> Serve:
    """Starts servers of their own: the name `serve` is the house of this module's."""
    return serve


def test_a_folder_without_a_database_is_told_and_none_is_made(tmp_path: Path) -> None:
    told = conclave("tables", "--data", str(tmp_path / "data"))
    assert told.returncode == 1
    assert told.stderr.startswith(f"There is no database in {tmp_path}/data/postgres.")
    assert not (tmp_path / "data").exists()


def test_a_database_that_is_away_or_of_another_version_is_told(database_url: str) -> None:
    away = conclave("tables", DATABASE_URL="postgresql://nobody:secret@127.0.0.1:9/none")
    assert away.returncode == 1
    assert away.stderr.startswith("The database postgresql://nobody:***@127.0.0.1:9/none can't be used:")
    assert away.stderr.count("\n") == 1
    wrong = conclave("tables", DATABASE_URL="mysql://x/y")
    assert wrong.stderr.startswith("DATABASE_URL must look like")
    asyncio.run(_set_version(database_url))
    other = conclave("tables", DATABASE_URL=database_url)
    assert other.stderr.startswith("The database is of another version of Conclave.")


async def _set_version(url: str) -> None:
    engine = connect(url, pool=1)
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    await engine.dispose()


def test_the_embedded_database_is_found_where_its_server_says(start: Serve) -> None:
    served = start()
    assert "There are no tables." in conclave("tables", DATABASE_URL=database_of(served.data)).stdout


# --- the sweep ---------------------------------------------------------------------------------------------------


async def _age(served: Served, code: str, days: float) -> None:
    async with served.house.engine.begin() as connection:
        then = datetime.now(UTC) - timedelta(days=days)
        await connection.execute(update(tables).where(tables.c.code == code).values(changed_at=then))


async def test_lobbies_that_never_started_go_after_a_week(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    running, anna, _ = await dealt(served)
    old, young = await anna.open(name="Anna"), await anna.open(name="Anna")
    for code, days in ((running, 70), (old, 7.1), (young, 6.9)):
        await _age(served, code, days)
    with caplog.at_level(logging.WARNING):
        assert await sweeping.sweep(served.house) == 1
    assert [await row_of(served, code) is None for code in (running, old, young)] == [False, True, False]
    assert "lobbies that never started were removed after a week (number=1)" in caplog.text
    assert old not in caplog.text
    caplog.clear()
    assert await sweeping.sweep(served.house) == 0
    assert caplog.records == []


async def test_a_lobby_in_which_people_talk_stays(served: Served) -> None:
    anna = served.guest()
    code = await anna.open(name="Anna")
    said = await anna.http.post(f"/t/{code}/chat", data={"words": "On Sunday, then?", "key": "k"})
    assert said.status_code == 303
    await _age(served, code, 8)
    assert await sweeping.sweep(served.house) == 0
    async with served.house.engine.begin() as connection:
        await connection.execute(update(chat).values(at=datetime.now(UTC) - timedelta(days=7.1)))
    assert await sweeping.sweep(served.house) == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["tables", "x"], "tables --help"),
        (["tables", "end", "A", "x"], "tables end --help"),
        (["tables", "show", "A", "--x"], "tables show --help"),
        (["tables", "think", "1", "1", "0", "abbot", "00" * 32], "tables think --help"),
        (["tables", "think", "1", "1", "0", "novice", "0"], "tables think --help"),
        (["tables", "think", "x", "1", "0", "novice", "00" * 32], "tables think --help"),
        (["serve", "x"], "serve --help"),
        (["simulate", "pope-or-nope", "--x"], "simulate --help"),
        (["--x"], "conclave --help"),
    ],
)
def test_what_a_command_does_not_take_is_explained_by_its_own_help(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.parser().parse_args(arguments)
    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith(f"{told}\n")


async def test_several_sweep_at_once_and_each_lobby_goes_once(served: Served) -> None:
    anna = served.guest()
    for _ in range(5):
        await _age(served, await anna.open(name="Anna"), 8)
    gone = await asyncio.gather(*(sweeping.sweep(served.house) for _ in range(4)))
    assert sum(gone) == 5


async def test_a_lobby_that_is_being_changed_is_passed_over(served: Served) -> None:
    anna = served.guest()
    code = await anna.open(name="Anna")
    await _age(served, code, 8)
    async with served.house.engine.begin() as connection:
        await connection.execute(select(tables).where(tables.c.code == code).with_for_update(key_share=True))
        assert await asyncio.wait_for(sweeping.sweep(served.house), 5) == 0
    assert await sweeping.sweep(served.house) == 1


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(5, "a moment"), (60, "1 minute"), (3599, "59 minutes"), (3600, "1 hour"), (86400, "1 day"), (864000, "10 days")],
)
def test_ages_are_told_in_the_largest_unit(seconds: int, told: str) -> None:
    assert since(datetime.now(UTC) - timedelta(seconds=seconds)) == told
