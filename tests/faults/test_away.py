"""A database that doesn't answer, or can't do what it should: everybody is told in words, nothing hangs, nothing is
half done, and all goes on by itself."""

import asyncio
from functools import partial

import asyncpg
import pytest
from sqlalchemy import func, make_url, select, text
from sqlalchemy.exc import DBAPIError

from app.database import actions, chat
from app.engine import _SESSION, DatabaseAway, connect, is_away, plain_url
from app.schema import upgrade
from tests.app.tables.test_failures import started
from tests.conftest import execute
from tests.faults.database import database
from tests.faults.proxy import Proxy
from tests.served import Guest, serve

FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$
"""
"""What PostgreSQL says when it has no room: here whenever a move is written."""


def socket_of(url: str) -> str:
    """The path of the database's socket."""
    return f"{make_url(url).query['host']}/.s.PGSQL.5432"


def wait_for_standby(url: str, name: str) -> None:
    """From now on each commit waits until this standby has it; '' is none."""
    execute(url, f"ALTER SYSTEM SET synchronous_standby_names = '{name}'")
    execute(url, "SELECT pg_reload_conf()")


async def sent(guest: Guest, address: str, form: dict[str, str]) -> int:
    """The answer's status to a form."""
    return (await guest.http.post(address, data=form, headers={"HX-Request": "true"})).status_code


def through(proxy: Proxy, url: str) -> str:
    """The database's address by way of the proxy."""
    made = make_url(url).set(host=proxy.host, port=proxy.port, query={})
    return made.render_as_string(hide_password=False)


async def test_a_statement_that_nobody_answers_is_given_up(database_url: str) -> None:
    proxy = Proxy(lambda: asyncio.open_unix_connection(socket_of(database_url)))
    await proxy.open()
    engine = connect(through(proxy, database_url), pool=1, patience=0.5)
    async with engine.connect() as connection:
        await connection.execute(text("SELECT 1"))
    proxy.hold()
    async with asyncio.timeout(30):
        with pytest.raises(DatabaseAway, match="no answer in time"):
            async with engine.begin() as connection:
                await connection.execute(text("SELECT 1"))
        proxy.flow()
        async with engine.connect() as connection:
            assert await connection.scalar(text("SELECT 1")) == 1
    await engine.dispose()
    await proxy.close()


async def test_rows_that_a_vanished_machine_held_are_free_again(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was in the middle of a transaction, and its connection stands for ever: the database lets go by itself."""
    monkeypatch.setattr("app.engine._SESSION", _SESSION.replace("'15s'", "'1s'"))
    proxy = Proxy(lambda: asyncio.open_unix_connection(socket_of(database_url)))
    await proxy.open()
    vanished = connect(through(proxy, database_url), pool=1)
    other = await asyncpg.connect(plain_url(database_url))
    connection = await vanished.connect()
    await connection.execute(text("SELECT * FROM house_time FOR UPDATE"))
    proxy.forget()
    async with asyncio.timeout(30):
        await other.execute("SELECT * FROM house_time FOR UPDATE")
    await other.close()
    await proxy.close()
    await connection.invalidate()
    await vanished.dispose()


async def test_a_full_disk_is_told_in_words_and_the_move_counts_once_there_is_room(
    database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with serve(database_url, bot_pause=(60, 60)) as served:
        guest = served.guest()
        code = await started(guest)
        form = await guest.form(code)
        execute(database_url, FULL)
        execute(database_url, "CREATE TRIGGER no_room BEFORE INSERT ON actions EXECUTE FUNCTION full_disk()")
        refused = await guest.move(code, "open", form, deed="")
        assert refused.status_code == 503
        assert "no room" in refused.text
        assert refused.headers["retry-after"] == "5"
        assert "its disk is full" in caplog.text
        assert "Traceback" not in caplog.text
        execute(database_url, "DROP TRIGGER no_room ON actions")
        assert (await guest.move(code, "open", form, deed="")).status_code == 204


async def test_a_database_that_only_reads_is_left_for_the_one_that_writes(database_url: str) -> None:
    """After a failover the old connections lead to what is a standby now."""
    async with serve(database_url, bot_pause=(60, 60)) as served:
        guest = served.guest()
        code = await started(guest)
        form = await guest.form(code)
        async with served.house.engine.connect() as connection:  # of those that the pool has, all read only
            await connection.execute(text("SET default_transaction_read_only = on"))
            await connection.commit()
        statuses = [(await guest.move(code, "open", form, deed="")).status_code for _ in range(3)]
        assert statuses[-1] == 204
        assert {*statuses} <= {204, 503}


async def test_nothing_is_acknowledged_that_no_standby_has_not_even_when_it_is_sent_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A commit that was given up while it waited can be seen all the same (PostgreSQL, synchronous replication)."""
    monkeypatch.setattr("app.main.connect", partial(connect, patience=1.0))
    with database() as kept:
        await asyncio.to_thread(upgrade, kept.url)
        async with serve(kept.url, bot_pause=(60, 60)) as served:
            guest = served.guest()
            code = await started(guest)
            forms = {
                f"/t/{code}/moves": {**await guest.form(code), "move": "open", "deed": ""},
                f"/t/{code}/chat": {"words": "Hm", "key": "hm"},
                "/me/link": {"sure": "yes", "key": "the-first-renewal"},  # the last: from then on the cookie is old
            }
            wait_for_standby(kept.url, "nobody")
            assert [await sent(guest, *form) for form in forms.items() for _ in range(2)] == [503] * 6
            async with served.house.reading.connect() as connection:
                assert (
                    await connection.scalar(select(func.count()).select_from(actions).where(actions.c.seat == 0)) == 1
                )
                assert await connection.scalar(select(func.count()).select_from(chat)) == 1
            wait_for_standby(kept.url, "")
            assert [await sent(guest, *form) for form in [*forms.items()][::-1]] == [204, 200, 204]


def test_a_line_that_is_cut_while_a_transaction_begins_is_nobodys_fault() -> None:
    said = Exception("connection was closed in the middle of operation")
    said.__cause__ = asyncpg.ConnectionDoesNotExistError()
    assert is_away(DBAPIError("BEGIN", None, said))
    assert not is_away(DBAPIError("BEGIN", None, Exception("anything else")))


async def test_a_line_that_vanished_in_the_middle_of_a_request_is_given_up(database_url: str) -> None:
    """To PostgreSQL it isn't idle, however long nothing comes, so only the keepalive of TCP lets go of the rows."""
    proxy = Proxy(lambda: asyncio.open_unix_connection(socket_of(database_url)))
    await proxy.open()
    vanished = await asyncpg.connect(plain_url(through(proxy, database_url)))
    await vanished.execute("BEGIN; SET LOCAL idle_in_transaction_session_timeout = '1s'")
    await vanished.execute("SELECT * FROM house_time FOR UPDATE")
    vanished._transport.write(b"P\x00\x00\x00\x10\x00SELECT 1\x00\x00\x00")  # a Parse, which no Sync follows
    other = await asyncpg.connect(plain_url(database_url))
    async with asyncio.timeout(30):
        while await other.fetchval("SELECT state FROM pg_stat_activity WHERE query = 'SELECT 1'") != "active":
            await asyncio.sleep(0.01)
        with pytest.raises(TimeoutError):
            await other.execute("SELECT * FROM house_time FOR UPDATE", timeout=2)
        proxy.forget(given_up=0.1)
        await other.execute("SELECT * FROM house_time FOR UPDATE")
    await other.close()
    vanished.terminate()
    await proxy.close()
