"""What must hold of a served house, as functions that raise AssertionError: who is sent what, and who nothing."""

import asyncio
import contextlib
import json
import re
import zlib
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from app.database import actions
from app.tables import scene as scenes
from app.tables import store
from games.kernel.contract import decode
from games.kernel.events import Viewer
from tests.app.tables.conftest import Seated
from tests.games.walks import seed_of
from tests.leaks.checks import same
from tests.leaks.sitting import Sitting, frame, frames_until_silence, sit_down
from tests.served import Served, hidden

CARD = re.compile(r'(?:#a-|data-card="|id="hand-|id="pick-|value=")((?:DEED|CROSS)-\d|[A-Z]{4,})\b')
FRESH = re.compile(r'name="key" value="[\w-]{16,}"|data-now="[^"]*"')
"""The moment of a page, and keys of forms that are drawn anew for each, by chance alone; the key of a move is shorter,
and compared."""
NAMED = re.compile(r'"((?:DEED|CROSS)-\d|POPE|NOPE|REDUCO|CANCELLO|OPPORTUNITAS|DRAW)"')
HELD = re.compile(r'id="hand-([\w-]+)"')
VERSION = re.compile(r'data-version="(\d+)"')
MOMENT = re.compile(r'<a class="moment num".*?</a>')
"""Where a line leads once the game is over."""
PLACE = re.compile(r'<a( class="who" data-seat="\d") href="#player-\d">(.*?)</a>')
"""A name that leads to its player's place: only while there is a board."""
LINE = re.compile(r'<li id="log-(\d+)".*?</li>', re.DOTALL)


async def _everything(sitting: Sitting, viewer: Viewer) -> dict[str, str]:
    """All this person can ask for: the table, also by a program, Home, and answers to moves that are refused."""
    who = sitting.who(viewer)
    pages = {"page": await who.page(sitting.code), "home": (await who.http.get("/")).text}
    pages["document"] = await sitting.document(viewer)
    pages["replay"] = (await who.http.get(f"/t/{sitting.code}/replay")).text
    pages["replay of the deal"] = (await who.http.get(f"/t/{sitting.code}/replay?at=1")).text
    for move in ({"move": "pass"}, {"move": "open", "deed": "NOPE"}, {"move": "play", "card": "NOPE", "pile": "1"}):
        sent = {"question": "1", "key": "probe", **move}
        answer = await who.http.post(f"/t/{sitting.code}/moves", data=sent, headers={"HX-Request": "true"})
        assert answer.status_code >= 400, "a probe was played"
        pages[f"answer to {move}"] = f"{answer.status_code} {answer.text}"
    return {name: FRESH.sub("", text) for name, text in pages.items()}


async def a_twin_is_silence(served: Served) -> None:
    """The table becomes what a viewer can't tell from it: the viewer's socket is silent, and every page the same."""
    sitting = await sit_down(served)
    assert (await sitting.people[1].move(sitting.code, "open", deed="")).status_code == 204
    async with sitting.sockets() as sockets, sitting.programs() as programs:
        for at, viewer in enumerate((0, 1, 2, None)):
            before, state = await _everything(sitting, viewer), await sitting.state()
            await sitting.become(sitting.game.redeal(state, viewer, seed_of(at)))
            await frame(sockets[2 if viewer != 2 else 0])  # whose hand is another now hears of it
            surprises = [*await frames_until_silence(sockets[viewer]), *await frames_until_silence(programs[viewer])]
            assert not surprises, f"{viewer} is told of what it can't know: {surprises[0][:200]}"
            same(before, await _everything(sitting, viewer), f"viewer {viewer}")
            for other in (*sockets.values(), *programs.values()):
                await frames_until_silence(other, 0.05)


async def a_change_of_mind_is_silence(served: Served) -> None:
    """Who has chosen changes the choice: the others are sent nothing, and no number on their pages moves."""
    sitting = await sit_down(served)
    anna, bruno, _ = sitting.people
    assert (await anna.move(sitting.code, "open", deed="")).status_code == 204
    await _open_another(bruno)
    others: tuple[Viewer, ...] = (1, 2, None)
    before = {viewer: await _everything(sitting, viewer) for viewer in others}
    async with sitting.sockets() as sockets, sitting.programs() as programs:
        for _ in range(3):
            assert (await anna.move(sitting.code, "open", deed="")).status_code == 204
            await frame(sockets[0])  # the own form has another key
        for viewer in others:
            surprises = [*await frames_until_silence(sockets[viewer]), *await frames_until_silence(programs[viewer])]
            assert not surprises, f"{viewer} is told of a change of mind: {surprises[0][:200]}"
            same(before[viewer], await _everything(sitting, viewer), f"{viewer} about a change of mind")
        await _the_next_numbers_follow(sitting, before[2]["page"], sockets[2])


async def _open_another(person: Any) -> None:
    """A table that was changed last, so that it stands before the other on Home; its bot has moved, and it rests."""
    code = await person.open(name="Bruno")
    await person.deed(code, "bot", bot="novice")
    await person.deed(code, "start", sure="yes")
    async with asyncio.timeout(10):
        while (await person.http.get(f"/api/tables/{code}")).json()["deciders"] != [0]:
            await asyncio.sleep(0.05)


async def _the_next_numbers_follow(sitting: Sitting, before: str, socket: ClientConnection) -> None:
    """After a move that everybody sees, Carla's versions and log go on by one, and her form is the same."""
    assert (await sitting.people[1].move(sitting.code, "open", deed="")).status_code == 204
    told, page = await frame(socket), await sitting.people[2].page(sitting.code)
    assert _version(told) == _version(before) + 1, "the version counts secret moves"
    assert [int(number) for number in LINE.findall(told)] == [len(LINE.findall(before)) + 1], "the log has a gap"
    assert hidden(page) == hidden(before), "a question's id or a key counts others' secret moves"


def _version(html: str) -> int:
    found = VERSION.search(html)
    assert found is not None, f"no version in {html[:200]}"
    return int(found[1])


async def a_whole_game_shows_own_cards_only(served: Served) -> None:
    """Three people play to the end, a watcher looks on: no frame holds a card that is neither the own nor open, and
    neither seed nor key of the dice is in any page or frame before the result."""
    sitting = await sit_down(served, target="3", hand_size="3", reshuffle="when_short")
    frames: dict[Viewer, list[str]] = {viewer: [] for viewer in (0, 1, 2, None)}
    told: dict[Viewer, list[str]] = {viewer: [] for viewer in frames}
    async with sitting.sockets() as sockets, sitting.programs() as programs:
        readers = [asyncio.create_task(_collect(sockets[viewer], frames[viewer])) for viewer in frames]
        readers += [asyncio.create_task(_collect_documents(programs[viewer], told[viewer])) for viewer in told]
        await _play_to_the_end(sitting)
        await asyncio.wait_for(asyncio.gather(*readers), 20)
    states, secrets = await _history(sitting), await _secrets(sitting)
    for viewer, seen in frames.items():
        assert len(seen) > 5, "hardly a frame came"
        for html in seen:
            _holds_own_cards_only(html, viewer, states)
        await _lines_are_the_viewers(sitting, viewer, seen)
        _documents_hold_own_cards_only(told[viewer], viewer, states)
    for text in [*sitting.before, *(html for seen in (*frames.values(), *told.values()) for html in seen)]:
        assert not any(secret in text for secret in secrets), "the seed shows before the result"
    assert secrets[0] in await sitting.watcher.page(sitting.code), "the result shows the seed"


async def _collect(socket: ClientConnection, found: list[str]) -> None:
    with contextlib.suppress(ConnectionClosed):  # the table has moved on to its result
        while True:
            found.append(str(await socket.recv()))


async def _collect_documents(socket: ClientConnection, found: list[str]) -> None:
    """All documents but the last, which holds the result and with it the seed."""
    while json.loads(text := str(await socket.recv()))["result"] is None:
        found.append(text)


async def _play_to_the_end(sitting: Sitting) -> None:
    players = await sitting.players()
    seated = Seated(sitting.served.house, sitting.code, [players[seat] for seat in sorted(players)])
    for _ in range(2000):
        waiting = await seated.deciders()
        if not waiting:
            return
        await seated.move(waiting[0])
        await asyncio.sleep(0.002)  # so that few frames are passed over for a newer one


async def _history(sitting: Sitting) -> dict[int, list[Any]]:
    """Version -> the states that stood at it."""
    row, found = await sitting.row(), dict[int, list[Any]]()
    async with sitting.served.house.engine.connect() as connection:
        for kept in await connection.execute(select(actions).where(actions.c.table_id == row.id)):
            state = decode(sitting.game, zlib.decompress(kept.state), row.schema)
            found.setdefault(kept.version, []).append(state)
    return found


async def _secrets(sitting: Sitting) -> Sequence[str]:
    return (await sitting.row()).seed.hex(), (await sitting.state()).dice.key.hex()


def _holds_own_cards_only(html: str, viewer: Viewer, states: dict[int, list[Any]]) -> None:
    if VERSION.search(html) is None:  # "the table has moved on"
        assert not CARD.search(html)
        return
    for state in states[_version(html)]:
        own = set() if viewer is None else set(state.hands[viewer].cards)
        lying = {card for pile in state.piles for card in pile.cards} | set(state.discards)
        assert set(HELD.findall(html)) == own, f"the hand before {viewer} is another's"
        found = set(CARD.findall(html)) - own - lying
        assert not found, f"{viewer} is sent {found}"


def _documents_hold_own_cards_only(documents: list[str], viewer: Viewer, states: dict[int, list[Any]]) -> None:
    assert len(documents) > 5, "hardly a document came"
    for text in documents:
        seen = json.loads(text)
        for state in states[seen["version"]]:
            own = set() if viewer is None else set(state.hands[viewer].cards)
            lying = {card for pile in state.piles for card in pile.cards} | set(state.discards)
            held = set() if seen["view"]["mine"] is None else set(seen["view"]["mine"]["hand"])
            assert held == own, f"the hand in {viewer}'s document is another's"
            found = set(NAMED.findall(json.dumps([seen["view"], seen["choices"]]))) - own - lying
            assert not found, f"{viewer}'s program is sent {found}"


async def _lines_are_the_viewers(sitting: Sitting, viewer: Viewer, frames: list[str]) -> None:
    """Each line of the log is what this viewer was to be told."""
    row = await sitting.row()
    scene = await scenes.load(sitting.served.house, row.id)
    assert scene is not None
    async with sitting.served.house.engine.connect() as connection:
        entries = await store.events_since(connection, row.id, 0)
    for line in (line for html in frames for line in LINE.finditer(html)):
        told = MOMENT.sub("", scene.log_lines([entries[int(line[1]) - 1]], viewer))
        assert PLACE.sub(r"<span\1>\2</span>", line[0]) in told, f"{viewer} was told {line[0]}"


async def watchers_and_strangers_get_no_seat(served: Served) -> None:
    """A watcher's page has no hand, a stranger's no table, and another's cookie is of no use after a change."""
    sitting = await sit_down(served)
    page = await sitting.watcher.page(sitting.code)
    assert 'id="public"' in page
    assert "data-me=" not in page, "a watcher is given a seat"
    assert not HELD.search(page), "a watcher is shown a hand"
    stranger = served.guest()
    assert 'id="public"' not in await stranger.page(sitting.code), "a stranger is shown the table"
    for name, value in sitting.people[0].http.cookies.items():
        stranger.http.cookies.set(name, value[:-3] + "xxx")
    assert 'id="public"' not in await stranger.page(sitting.code), "a forged cookie opens a seat"
