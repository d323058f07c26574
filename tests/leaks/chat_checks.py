"""What must hold of private words, as functions that raise AssertionError: two have them, and the others nothing of
them, be it a byte, a count, a number or a stir of their sockets."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any
from uuid import uuid4

from sqlalchemy import select, text
from websockets.asyncio.client import ClientConnection

from app.database import chat
from games.kernel.events import Viewer
from tests.leaks.checks import same
from tests.leaks.live_checks import FRESH
from tests.leaks.sitting import Sitting, frame, frames_until_silence, sit_down
from tests.served import Guest, Served

FIRST = 7_654_321
"""What the house's messages are numbered from, so that a number is found in a page."""
NUMBERS = "pg_get_serial_sequence('chat', 'id')"
HANDLE = re.compile(r'<option value="(\w+)" id="to-\w+">only to Bruno<')
TOKEN = re.compile(r'<li id="m-([\w-]+)"')
UNREAD = re.compile(r'hx-target="#chat-unread" hx-swap="innerMorph">(\d*)<')
OTHERS: tuple[Viewer, ...] = (2, None)
SECRET = "the fish is rotten"


async def private_words_stay_between_two(served: Served) -> None:
    """Anna and Bruno whisper, read, mute and remove; Carla and the watcher are told nothing, then and later."""
    sitting = await sit_down(served)
    await _number_from(served, FIRST)
    async with _chats(sitting) as pages, sitting.programs() as programs:
        before = {viewer: await _everything(sitting, viewer) for viewer in OTHERS}
        for viewer in OTHERS:
            await frames_until_silence(pages[viewer])
        secret = await _whisper(sitting, pages)
        for viewer in OTHERS:
            for socket in (pages[viewer], programs[viewer]):
                surprises = await frames_until_silence(socket)
                assert not surprises, f"{viewer} is told of private words: {surprises[0][:300]}"
            same(before[viewer], await _everything(sitting, viewer), f"{viewer} about private words")
            await _answers_tell_nothing(sitting, viewer, secret)
        await _the_next_words_are_the_first(sitting, pages)


async def _number_from(served: Served, number: int) -> None:
    async with served.house.engine.begin() as connection:
        await connection.execute(text(f"SELECT setval({NUMBERS}, GREATEST({number}, nextval({NUMBERS})))"))


@asynccontextmanager
async def _chats(sitting: Sitting) -> AsyncIterator[dict[Viewer, ClientConnection]]:
    """Everybody's page with its chat, and its first frame read."""
    async with AsyncExitStack() as stack:
        found: dict[Viewer, ClientConnection] = {}
        for viewer in (0, 1, 2, None):
            opening = sitting.who(viewer).socket(sitting.code, page="table&chat=")
            found[viewer] = await stack.enter_async_context(opening)
            await frame(found[viewer])
        yield found


async def _everything(sitting: Sitting, viewer: Viewer) -> dict[str, str]:
    """All this person can ask for; without the keys of forms, which are new each time."""
    who = sitting.who(viewer)
    paths = (f"/t/{sitting.code}", f"/t/{sitting.code}/chat", "/", "/me/download")
    pages = {f"page {path}": (await who.http.get(path)).text for path in paths}
    pages["document"] = await sitting.document(viewer)
    return {name: FRESH.sub("", html) for name, html in pages.items()}


async def _do(who: Guest, path: str, **form: str) -> Any:
    return await who.http.post(path, data=form, headers={"HX-Request": "true"})


async def _whisper(sitting: Sitting, pages: dict[Viewer, ClientConnection]) -> str:
    """Private words from Anna, read, muted and removed; the token of the first of them."""
    anna, bruno, path = sitting.people[0], sitting.people[1], f"/t/{sitting.code}/chat"
    [handle] = HANDLE.findall(await anna.page(sitting.code))
    for at in range(3):
        said = await _do(anna, path, words=f"{SECRET} {at}", key=f"k{at}", to=handle)
        assert said.status_code == 200, said.text
    while SECRET not in await frame(pages[1]):
        pass
    secret, *_, last = TOKEN.findall(await bruno.page(sitting.code))
    assert (await _do(bruno, f"{path}/read", message=secret)).status_code == 204
    assert (await _do(anna, f"{path}/remove", message=last)).status_code == 204
    assert (await _do(bruno, f"{path}/mute", message=secret)).status_code == 204
    return str(secret)


async def _answers_tell_nothing(sitting: Sitting, viewer: Viewer, secret: str) -> None:
    """Whoever guesses the token of private words is answered as about words that never were."""
    who, path = sitting.who(viewer), f"/t/{sitting.code}/chat"
    for deed in ("read", "mute", "remove"):
        real, unreal = [await _do(who, f"{path}/{deed}", message=token) for token in (secret, str(uuid4()))]
        assert (real.status_code, real.text) == (unreal.status_code, unreal.text), f"{deed} tells of private words"
    answers = [(await who.http.get(f"{path}?before={token}")).text for token in (secret, str(uuid4()))]
    assert FRESH.sub("", answers[0]) == FRESH.sub("", answers[1]), "earlier messages tell of private words"


async def _the_next_words_are_the_first(sitting: Sitting, pages: dict[Viewer, ClientConnection]) -> None:
    """Words to everybody come to the others as if none had been before, and no number stands anywhere."""
    said = await _do(sitting.people[0], f"/t/{sitting.code}/chat", words="aloud", key="aloud")
    assert said.status_code == 200, said.text
    async with sitting.served.house.engine.connect() as connection:
        numbers = (await connection.scalars(select(chat.c.id))).all()
    for viewer in OTHERS:
        told = "".join(await frames_until_silence(pages[viewer], 0.5))
        assert len(TOKEN.findall(told)) == 1, f"{viewer} is sent {told[:300]}"
        assert UNREAD.findall(told) == ["1"], "the count knows of private words"
        shown = told + await sitting.who(viewer).page(sitting.code)
        assert not any(str(number) in shown for number in numbers), "a message shows its number"
        assert SECRET not in shown, f"{viewer} reads private words"
