"""The chat over real sockets: who is sent what, once, and by whichever process."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from itertools import count

import pytest
from sqlalchemy import text
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.app.chat.conftest import fill
from tests.served import Guest, Served, serve

KEYS = count()
DEAF = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE (query LIKE 'LISTEN%' OR query = 'SELECT 1')
"""
LINE = re.compile(r'<li id="m-([\w-]+)".*?<p class="words" dir="auto">(.*?)</p>', re.DOTALL)


@pytest.fixture
async def served(database_url: str) -> AsyncIterator[Served]:
    """A served house."""
    async with serve(database_url) as running:
        yield running


@pytest.fixture
async def other(database_url: str, served: Served) -> AsyncIterator[Served]:
    """Another process's house on the same database."""
    async with serve(database_url) as running:
        yield running


async def lobby(served: Served) -> tuple[str, list[Guest]]:
    """Anna, Bruno and Carla in a lobby."""
    people = [served.guest() for _ in range(3)]
    code = await people[0].open(name="Anna")
    for person, name in zip(people[1:], ("Bruno", "Carla"), strict=True):
        assert (await person.join(code, name)).status_code == 303
    return code, people


async def say(person: Guest, code: str, words: str, to: str = "") -> None:
    """Says it."""
    sent = {"words": words, "key": f"k{next(KEYS)}", "to": to}
    answer = await person.http.post(f"/t/{code}/chat", data=sent, headers={"HX-Request": "true"})
    assert answer.status_code == 200, answer.text


async def deed(person: Guest, code: str, what: str, **fields: str) -> None:
    """Another form of the chat."""
    answer = await person.http.post(f"/t/{code}/{what}", data=fields, headers={"HX-Request": "true"})
    assert answer.status_code in (200, 204), answer.text


async def called(person: Guest, code: str, name: str) -> str:
    """What the page calls somebody by."""
    return re.findall(rf'<option value="(\w+)" id="to-\w+">only to {name}<', await person.page(code))[0]


@contextlib.asynccontextmanager
async def chatting(person: Guest, code: str, last: str = "", page: str = "lobby") -> AsyncIterator[ClientConnection]:
    """The socket of a page whose last message is this one; its first frame is read."""
    async with person.socket(code, page=f"{page}&chat={last}") as socket:
        yield socket


async def until(socket: ClientConnection, sign: str) -> str:
    """Frames up to one that holds this."""
    found = ""
    async with asyncio.timeout(10):
        while sign not in found:
            found += str(await socket.recv())
    return found


async def frame_with(socket: ClientConnection, sign: str) -> str:
    """The first frame that holds this, without those before it."""
    async with asyncio.timeout(10):
        while sign not in (frame := str(await socket.recv())):
            pass
    return frame


async def settled(socket: ClientConnection) -> None:
    """The page has got its first frame, and who has just come here is known."""
    await until(socket, "chat-barred")
    await quiet(socket, 0.6)


async def quiet(socket: ClientConnection, seconds: float = 0.4) -> str:
    """Whatever comes until nothing has come for a while."""
    found = ""
    with contextlib.suppress(TimeoutError):
        while True:
            found += str(await asyncio.wait_for(socket.recv(), seconds))
    return found


async def test_words_reach_every_page_in_both_processes(served: Served, other: Served) -> None:
    code, (anna, bruno, _) = await lobby(served)
    elsewhere = other.guest()
    elsewhere.http.cookies.update(bruno.http.cookies)
    async with chatting(anna, code) as here, chatting(elsewhere, code) as there:
        await settled(here), await settled(there)
        await say(anna, code, "can you hear me")
        for socket in (here, there):
            frame = await until(socket, "can you hear me")
            assert 'hx-target="#lobby"' not in frame  # words alone don't send the table again
        await say(elsewhere, code, "I can")
        await until(here, "I can")


async def test_private_words_wake_nobody_else(served: Served) -> None:
    code, (anna, bruno, carla) = await lobby(served)
    watcher = served.guest()
    await watcher.http.post(f"/t/{code}/watch", data={"name": "Wilma"})
    async with contextlib.AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(chatting(one, code)) for one in (anna, bruno, carla, watcher)]
        for socket in sockets:
            await settled(socket)
        await say(anna, code, "psst", await called(anna, code, "Bruno"))
        for socket in sockets[:2]:
            assert "psst" in await until(socket, "psst")
        page = await bruno.page(code)
        await deed(bruno, code, "chat/read", message=LINE.findall(page)[0][0])
        assert 'hx-target="#chat-unread"' in await until(sockets[1], "chat-unread")
        for socket in sockets[2:]:
            assert await quiet(socket) == ""


async def test_reconnecting_brings_what_was_missed_once_and_nothing_twice(served: Served) -> None:
    code, (anna, bruno, _) = await lobby(served)
    async with chatting(bruno, code) as socket:
        await say(anna, code, "one")
        [(last, _)] = LINE.findall(await until(socket, ">one<"))
    for words in ("two", "three"):
        await say(anna, code, words)
    async with chatting(bruno, code, last) as socket:
        frames = await until(socket, ">three<") + await quiet(socket)
        assert [words for _, words in LINE.findall(frames)] == ["two", "three"]
        last = LINE.findall(frames)[-1][0]
    async with chatting(bruno, code, last) as socket:
        assert LINE.findall(await until(socket, "chat-barred") + await quiet(socket)) == []


async def test_many_missed_lines_come_as_a_list_anew(served: Served) -> None:
    code, (anna, bruno, _) = await lobby(served)
    await say(anna, code, "one")
    [(last, _)] = LINE.findall(await bruno.page(code))
    await fill(served.house, code, 150)
    async with chatting(bruno, code, last) as socket:
        frames = await until(socket, "chat-barred")
    assert 'hx-target="#chat-list" hx-swap="innerMorph"' in frames
    assert [words for _, words in LINE.findall(frames)] == [f"word {at}" for at in range(50, 150)]


async def test_removed_words_go_from_open_pages_and_from_those_that_come_back(served: Served) -> None:
    code, (anna, bruno, _) = await lobby(served)
    async with chatting(bruno, code) as socket:
        await say(bruno, code, "rude")
        await say(bruno, code, "polite")
        (rude, _), (polite, _) = LINE.findall(await until(socket, ">polite<"))
        await deed(anna, code, "chat/remove", message=rude)
        frame = await until(socket, "This message was removed")
        assert f'hx-target="#m-{rude}" hx-swap="outerHTML"' in frame
        assert ">polite<" not in frame
    await deed(anna, code, "chat/remove", message=polite)
    async with chatting(bruno, code, polite) as socket:
        assert f'hx-target="#m-{polite}"' in await until(socket, "chat-barred")


async def test_muting_reaches_all_own_pages_and_nobody_elses(served: Served) -> None:
    code, (anna, bruno, carla) = await lobby(served)
    await say(bruno, code, "blah")
    async with chatting(anna, code) as one, chatting(anna, code) as two, chatting(bruno, code) as muted:
        [(token, _)] = LINE.findall(await until(one, ">blah<"))
        await settled(two), await settled(muted)
        await deed(anna, code, "chat/mute", message=token)
        for socket in (one, two):
            frame = await until(socket, "You don’t hear")
            assert 'hx-target="#chat-list"' in frame
            assert "blah" not in frame
        assert await quiet(muted) == ""
        await say(bruno, code, "blah again")
        await until(muted, "blah again")
        await say(carla, code, "hello")
        assert "blah" not in await until(one, ">hello<")


async def test_the_right_to_remove_goes_along_with_the_chair(served: Served) -> None:
    code, (anna, bruno, _) = await lobby(served)
    await say(anna, code, "who may remove this?")
    last = LINE.findall(await anna.page(code))[-1][0]
    async with chatting(anna, code, last) as old, chatting(bruno, code, last) as new:
        await settled(old), await settled(new)
        await anna.deed(code, "chair", seat="1", name="Bruno")
        assert 'value="' + last in (await until(new, 'hx-target="#chat-list"')).partition(">Remove<")[0]
        frame = await until(old, 'hx-target="#chat-list"')
        assert "who may remove this?" in frame
        assert "Remove</button>" not in frame


async def test_whoever_lost_the_chair_while_away_comes_back_without_its_rights(served: Served) -> None:
    code, (anna, _, _) = await lobby(served)
    await say(anna, code, "who may remove this?")
    host = await anna.page(code)
    [last], [mark] = [token for token, _ in LINE.findall(host)], re.findall(r'data-mark="(\w+)"', host)
    async with chatting(anna, code, f"{last}&mark={mark}") as socket:
        assert 'hx-target="#chat-list"' not in await until(socket, "chat-barred")
    await anna.deed(code, "chair", seat="1", name="Bruno")
    async with chatting(anna, code, f"{last}&mark={mark}") as socket:
        frame = await until(socket, "chat-barred")
        assert 'hx-target="#chat-list"' in frame
        assert "Remove</button>" not in frame


async def test_whom_words_may_be_for_follows_the_seats(served: Served) -> None:
    code, (anna, bruno, carla) = await lobby(served)
    async with chatting(anna, code) as socket:
        await settled(socket)
        await bruno.deed(code, "leave")
        frame = await until(socket, 'hx-target="#chat-to"')
        assert "only to Carla" in frame.partition('hx-target="#chat-to"')[2]
        assert "only to Bruno" not in frame
    assert await carla.page(code)


async def test_who_was_sent_away_is_sent_no_more(served: Served) -> None:
    code, (anna, bruno, _) = await lobby(served)
    async with chatting(bruno, code) as socket:
        await settled(socket)
        await anna.deed(code, "kick", seat="1", name="Bruno")
        await say(anna, code, "now that he is gone")
        assert "now that he is gone" not in await quiet_until_closed(socket)


async def quiet_until_closed(socket: ClientConnection) -> str:
    """All frames until the house closes the socket."""
    found = ""
    async with asyncio.timeout(10):
        try:
            while True:
                found += str(await socket.recv())
        except ConnectionClosed:
            return found


async def test_a_lost_notice_is_made_up_for_when_listening_again(served: Served) -> None:
    code, (anna, bruno, _) = await lobby(served)
    async with chatting(bruno, code) as socket:
        await settled(socket)
        async with served.house.engine.begin() as connection:
            await connection.execute(text(f"{DEAF} AND datname = current_database()"))
            await asyncio.sleep(0.05)
        await say(anna, code, "is anybody there")
        await until(socket, "is anybody there")


async def test_a_nudge_comes_to_whom_the_table_waits_for_alone(served: Served) -> None:
    code, (anna, bruno, carla) = await lobby(served)
    await carla.deed(code, "ready", ready="yes")
    async with chatting(anna, code) as first, chatting(bruno, code) as asleep, chatting(carla, code) as ready:
        await settled(first), await settled(asleep), await settled(ready)
        await deed(anna, code, "nudge")
        frame = await until(asleep, "data-nudge")
        assert "<b>Anna</b> nudges you" in frame
        assert await quiet(first) == await quiet(ready) == ""


async def test_odd_words_about_the_last_message_do_no_harm(served: Served) -> None:
    code, (anna, bruno, _) = await lobby(served)
    await say(anna, code, "hello")
    for last in ("x", "00000000-0000-0000-0000-000000000000", "%00", "9" * 500):
        async with chatting(bruno, code, last) as socket:
            assert [words for _, words in LINE.findall(await until(socket, "chat-barred"))] == ["hello"]
    async with bruno.socket(code, page="lobby") as socket:  # a page without a chat
        assert "chat" not in await until(socket, 'hx-target="#lobby"')
