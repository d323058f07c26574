"""What is new to whom, whom one doesn't hear, and what the host takes away."""

from sqlalchemy import text

from tests.app.chat.conftest import called, gather, heard, kept, page, say, tokens, unread
from tests.app.conftest import Guest, everything


async def _do(guest: Guest, code: str, deed: str, **fields: str) -> int:
    return (await guest.send_form(f"/t/{code}/chat/{deed}", htmx=True, **fields)).status_code


async def test_what_was_on_the_screen_is_not_new(livia: Guest, teo: Guest) -> None:
    code = await gather(livia, teo)
    assert await unread(teo, code) == ""
    for words in ("one", "two", "three"):
        await say(livia, code, words)
    assert (await unread(livia, code), await unread(teo, code)) == ("", "3")
    first, second, _ = await tokens(teo, code)
    assert await _do(teo, code, "read", message=second) == 204
    assert await unread(teo, code) == "1"
    assert await _do(teo, code, "read", message=first) == 204  # late, from another tab
    assert await unread(teo, code) == "1"


async def test_private_words_count_for_one_alone(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await gather(livia, teo, kofi)
    await say(livia, code, "psst", to=await called(livia, code, "Teo"))
    assert (await unread(teo, code), await unread(kofi, code)) == ("1", "")


async def test_muting_is_for_oneself_and_can_be_undone(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await gather(livia, teo, kofi)
    await say(teo, code, "blah")
    await say(kofi, code, "quite")
    assert await _do(livia, code, "mute", message=(await tokens(livia, code))[0]) == 204
    await say(teo, code, "blah again")
    await say(teo, code, "psst", to=await called(teo, code, "Livia"))
    assert await heard(livia, code) == ["quite"]
    assert await unread(livia, code) == "1"
    assert await heard(kofi, code) == ["blah", "quite", "blah again"]
    assert await heard(teo, code) == ["blah", "quite", "blah again", "psst"]
    shown = await page(livia, f"/t/{code}")
    assert "You don’t hear <b>Teo</b>." in shown
    assert "You don’t hear" not in await page(teo, f"/t/{code}")
    who = shown.partition('id="muted-')[2].partition('"')[0]
    assert await _do(livia, code, "unmute", who=who) == 204
    assert await _do(livia, code, "unmute", who=who) == 204  # twice is once
    assert await heard(livia, code) == ["blah", "quite", "blah again", "psst"]


async def test_who_is_muted_is_called_by_the_name_at_this_table(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await gather(livia, teo)
    await kofi.send_form(f"/t/{code}/watch", name="Kofi")
    for guest, words in ((teo, "blah"), (kofi, "bleh")):
        await say(guest, code, words)
    for token in await tokens(livia, code):
        assert await _do(livia, code, "mute", message=token) == 204
    await teo.send_form("/me/name", name="Livia")  # taken here, so Teo stays Teo
    await kofi.send_form("/me/name", name="Teo")
    shown = await page(livia, f"/t/{code}")
    assert "You don’t hear <b>Teo</b>." in shown
    assert "You don’t hear <b>Kofi (watcher)</b>." in shown
    await teo.do(code, "leave")
    assert "You don’t hear <b>Teo (watcher)</b>." in await page(livia, f"/t/{code}")


async def test_nobody_mutes_the_own_words(livia: Guest) -> None:
    code = await gather(livia)
    await say(livia, code, "hm")
    assert await _do(livia, code, "mute", message=(await tokens(livia, code))[0]) == 409


async def test_the_host_removes_words_for_good(livia: Guest, teo: Guest) -> None:
    code = await gather(livia, teo)
    await say(teo, code, "something rude")
    [token] = await tokens(teo, code)
    assert "Remove</button>" not in await page(teo, f"/t/{code}")
    assert await _do(teo, code, "remove", message=token) == 403
    assert "Remove</button>" in await page(livia, f"/t/{code}")
    assert await _do(livia, code, "remove", message=token) == 204
    assert await _do(livia, code, "remove", message=token) == 204  # twice is once
    for guest in (livia, teo):
        assert await heard(guest, code) == ["<i>This message was removed.</i>"]
    assert "something rude" not in str(await everything(livia.house))
    assert await unread(livia, code) == ""


async def test_the_host_can_neither_see_nor_remove_others_private_words(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await gather(livia, teo, kofi)
    await say(teo, code, "about the host", to=await called(teo, code, "Kofi"))
    [token] = await tokens(teo, code)
    assert await _do(livia, code, "remove", message=token) == 422
    assert [row.words for row in await kept(livia.house)] == ["about the host"]


async def test_a_page_names_no_guest_and_no_number(livia: Guest, teo: Guest, kofi: Guest) -> None:
    """Numbers count private words of the whole house; a guest's number is of no use to anybody else."""
    code = await gather(livia, teo, kofi)
    async with livia.house.engine.begin() as connection:
        await connection.execute(text("SELECT setval(pg_get_serial_sequence('chat', 'id'), 7654321)"))
    for _ in range(3):
        await say(livia, code, "psst", to=await called(livia, code, "Kofi"))
    await say(livia, code, "aloud")
    html = await page(teo, f"/t/{code}")
    for row in await kept(livia.house):
        assert str(row.player_id) not in html
        assert row.player_id.hex not in html
        assert str(row.id) not in html
