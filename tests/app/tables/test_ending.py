"""A host ends a running game: every open page goes to the page that says so."""

import asyncio

import pytest
from websockets.exceptions import ConnectionClosed

from tests.served import Guest, serve


async def test_every_page_of_an_ended_game_is_told_to_go(database_url: str) -> None:
    async with serve(database_url) as served:
        anna, bruno, wilma = served.guest(), served.guest(), served.guest()
        code = await anna.open(name="Anna")
        await bruno.join(code, "Bruno")
        await anna.deed(code, "start", sure="yes")
        await wilma.http.post(f"/t/{code}/watch", data={"name": "Wilma"})
        pages = [asyncio.create_task(last_words(guest, code)) for guest in (anna, bruno, wilma)]
        await asyncio.sleep(0.5)
        assert (await anna.deed(code, "end", sure="yes")).status_code == 204
        for page in pages:
            code_of_close, words = await asyncio.wait_for(page, 10)
            assert code_of_close == 4403
            assert f'href="/t/{code}"' in words
            assert "data-gone" in words
        assert (await bruno.http.get(f"/t/{code}")).status_code == 410


async def last_words(guest: Guest, code: str) -> tuple[int, str]:
    """What the page is told before its socket is closed, and with which code."""
    words = ""
    async with guest.socket(code) as socket:
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                words = str(await socket.recv())
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, words
