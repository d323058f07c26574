"""Words at a table: who may say them, who reads them, and what becomes of what is typed."""

import asyncio
from html import unescape
from uuid import uuid4

import pytest
from sqlalchemy import update

from app.chat import service, words
from app.chat.service import Speech
from app.database import chat
from app.problems import Malformed
from app.tables import store
from tests.app.chat.conftest import called, fill, gather, heard, kept, page, say, tokens
from tests.app.conftest import Guest, everything, row_of, seats_at


async def test_everybody_at_the_table_reads_what_is_said(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await gather(livia, teo)
    await kofi.send_form(f"/t/{code}/watch", name="Kofi")
    assert (await say(livia, code, "Extra omnes")).status_code == 200
    assert (await say(teo, code, "Except us")).status_code == 200
    for guest in (livia, teo, kofi):
        assert await heard(guest, code) == ["Extra omnes", "Except us"]


async def test_words_stay_with_the_table_through_the_game(livia: Guest, teo: Guest) -> None:
    code = await gather(livia, teo)
    await say(livia, code, "in the lobby")
    assert (await livia.do(code, "start", sure="yes")).status_code == 303
    assert (await say(teo, code, "at the table")).status_code == 200
    assert await heard(livia, code) == ["in the lobby", "at the table"]


async def test_private_words_are_on_two_pages_and_change_no_byte_of_the_third(
    livia: Guest, teo: Guest, kofi: Guest
) -> None:
    code = await gather(livia, teo, kofi)
    before = _steady(await page(kofi, f"/t/{code}"))
    assert (await say(livia, code, "between us", to=await called(livia, code, "Teo"))).status_code == 200
    assert await heard(livia, code) == await heard(teo, code) == ["between us"]
    assert "only to Teo" in await page(livia, f"/t/{code}")
    assert "only to you" in await page(teo, f"/t/{code}")
    assert _steady(await page(kofi, f"/t/{code}")) == before
    [secret] = await tokens(livia, code)
    assert "between" not in await page(kofi, f"/t/{code}/chat?before={secret}")
    for deed in ("read", "mute", "remove"):
        answer = await kofi.send_form(f"/t/{code}/chat/{deed}", htmx=True, message=secret)
        unknown = await kofi.send_form(f"/t/{code}/chat/{deed}", htmx=True, message=str(uuid4()))
        assert (answer.status_code, answer.text) == (unknown.status_code, unknown.text)


def _steady(html: str) -> str:
    """The page without the form's key, which is another each time."""
    start = html.index('id="chat-key"')
    return html[:start] + html[html.index("</span>", start) :]


async def test_private_words_need_another_player(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await gather(livia, teo)
    own, other = [row.player_id for row in await seats_at(livia.house, code)]
    to_teo = await called(livia, code, "Teo")
    await kofi.send_form(f"/t/{code}/watch", name="Kofi")
    before = await everything(livia.house)
    assert (await say(kofi, code, "psst", to=to_teo)).status_code == 403
    for nobody in ("0123456789abcdef01234567", "é", "🜏"):
        assert (await say(livia, code, "psst", to=nobody)).status_code == 409
    with pytest.raises(Malformed, match="yourself"):
        await service.say(livia.house, code, own, Speech("psst", "k", own))
    assert await everything(livia.house) == before
    await teo.do(code, "leave")
    gone = await say(livia, code, "psst", to=to_teo)
    assert gone.status_code == 409
    assert "has left the table" in gone.text
    assert await kept(livia.house) == []
    assert other != own


async def test_private_words_are_for_a_name_at_this_table(livia: Guest, teo: Guest, kofi: Guest) -> None:
    """Whom they are for may be called otherwise elsewhere, and that is nobody's business here."""
    code = await gather(livia, teo, kofi)
    await kofi.send_form("/me/name", name="Rex")
    await teo.send_form("/me/name", name="Rex")  # taken here, so Teo stays Teo
    await say(livia, code, "between us", to=await called(livia, code, "Teo"))
    shown = await page(livia, f"/t/{code}")
    assert "only to Teo<" in shown.partition('id="chat-form"')[0]
    await teo.do(code, "leave")
    shown = await page(livia, f"/t/{code}")
    assert "only to somebody who is gone<" in shown.partition('id="chat-form"')[0]


async def test_who_watches_is_called_a_watcher(livia: Guest, teo: Guest, kofi: Guest) -> None:
    """Also under the very name of somebody who plays."""
    code = await gather(livia, teo)
    await kofi.send_form(f"/t/{code}/watch", name="Livia")
    await say(livia, code, "it is me")
    await say(kofi, code, "no, me")
    player, watcher = (await page(teo, f"/t/{code}")).split('<li id="m-')[1:]
    assert ("watcher" in player, "watcher" in watcher.partition("</li>")[0]) == (False, True)


async def test_a_handle_follows_its_player_through_names_and_seats(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await gather(livia, teo, kofi)
    to_teo = await called(livia, code, "Teo")
    await teo.send_form("/me/name", name="Theodora")
    await kofi.send_form("/me/name", name="Teo")
    await livia.do(code, "move", seat=1, name="Theodora", to="down")
    assert (await say(livia, code, "to whom I chose", to=to_teo)).status_code == 200
    assert await heard(teo, code) == ["to whom I chose"]
    assert await heard(kofi, code) == []


async def test_the_same_key_is_one_message(livia: Guest, teo: Guest) -> None:
    code = await gather(livia, teo)
    both = await asyncio.gather(*(say(livia, code, "once", key="same") for _ in range(2)))
    assert [answer.status_code for answer in both] == [200, 200]
    other = await say(livia, code, "twice", key="same")
    assert other.status_code == 409
    assert 'name="key"' in other.text  # so that the form can be sent again
    assert (await say(teo, code, "once", key="same")).status_code == 200
    assert await heard(livia, code) == ["once", "once"]


async def test_the_same_key_for_somebody_else_is_refused(livia: Guest, teo: Guest) -> None:
    code = await gather(livia, teo)
    await say(livia, code, "psst", key="same", to=await called(livia, code, "Teo"))
    assert (await say(livia, code, "psst", key="same")).status_code == 409
    assert len(await kept(livia.house)) == 1


async def test_a_removed_message_sent_again_stays_removed(livia: Guest) -> None:
    code = await gather(livia)
    await say(livia, code, "rude", key="same")
    await livia.send_form(f"/t/{code}/chat/remove", message=(await tokens(livia, code))[0])
    assert (await say(livia, code, "rude", key="same")).status_code == 200
    assert [row.words for row in await kept(livia.house)] == [None]


async def test_two_writers_at_once_lose_nothing(livia: Guest, teo: Guest) -> None:
    code = await gather(livia, teo)
    answers = await asyncio.gather(
        *(say(guest, code, f"{name} {at}") for at in range(6) for guest, name in ((livia, "L"), (teo, "T")))
    )
    assert {answer.status_code for answer in answers} == {200}
    assert sorted(await heard(livia, code)) == sorted(f"{name} {at}" for at in range(6) for name in "LT")


async def test_numbers_are_committed_in_their_order(livia: Guest, teo: Guest) -> None:
    """Whoever has read up to a number has missed none before it: the second writer waits for the first."""
    code = await gather(livia, teo)
    one, two = [row.player_id for row in await seats_at(livia.house, code)]
    table, house = await row_of(livia.house, code), livia.house
    async with house.engine.begin() as connection:
        await service.store.take_turns(connection, table.id)
        line = {"table_id": table.id, "private": False, "name": "Livia", "key": "k", "words": "first"}
        await service.store.add(connection, token=one, player_id=one, **line)
        second = asyncio.create_task(service.say(house, code, two, Speech("second", "k")))
        await asyncio.sleep(0.1)
        assert not second.done()
    await second
    assert [row.words for row in await kept(house)] == ["first", "second"]


async def test_words_wait_for_no_move(livia: Guest, teo: Guest) -> None:
    code = await gather(livia, teo)
    async with livia.house.engine.begin() as connection:
        await store.lock(connection, code)
        async with asyncio.timeout(2):
            assert (await say(teo, code, "while a move is on its way")).status_code == 200


@pytest.mark.parametrize(
    ("typed", "kept_as"),
    [
        ("one\r\ntwo\n\n three\u2028four\u0085five", "one two three four five"),
        ("a\x07b\x1b[31mc\u202ed\u200be", "ab[31mcde"),
        ("a\u200db\ufe0f c\u2065\ufff9d", "ab cd"),
        ("❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"),
        ("<b>bold</b> & <script>", "<b>bold</b> & <script>"),
        ("e\u0301", "é"),
        ("👩‍👩‍👧 🏳️‍🌈", "👩‍👩‍👧 🏳️‍🌈"),
        ("x" * 500, "x" * 500),
    ],
)
def test_words_are_one_line_of_what_can_be_seen(typed: str, kept_as: str) -> None:
    assert words.normal(typed) == kept_as


@pytest.mark.parametrize("typed", ["", " \n\t ", "\u200b\u2060", "\u0301"])
async def test_nothing_is_not_sent(livia: Guest, typed: str) -> None:
    code = await gather(livia)
    answer = await say(livia, code, typed)
    assert answer.status_code == 422
    assert "no words" in answer.text
    assert await kept(livia.house) == []


async def test_too_much_is_told_in_numbers_and_kept_in_the_field(livia: Guest) -> None:
    code = await gather(livia)
    answer = await say(livia, code, "x" * 507)
    assert answer.status_code == 422
    assert "507 characters, 7 too many" in answer.text
    plain = await livia.send_form(f"/t/{code}/chat", words="<i>" + "x" * 507, key="k", to="gone")
    assert plain.status_code == 409
    assert "&lt;i&gt;" + "x" * 507 in plain.text
    assert '<option value="gone" selected>' in plain.text  # and never "to everybody" instead
    assert (await say(livia, code, "x" * 65_000)).status_code in (413, 422)
    assert await kept(livia.house) == []


@pytest.mark.parametrize("fields", [{"key": ""}, {"key": "a b"}, {"key": "k" * 41}, {"key": "ä"}, {"words": "\0"}])
async def test_what_no_form_of_ours_sends_is_refused(livia: Guest, fields: dict[str, str]) -> None:
    code = await gather(livia)
    assert (await say(livia, code, **{"words": "x", **fields})).status_code == 422
    assert await kept(livia.house) == []


async def test_markup_shows_as_text(livia: Guest) -> None:
    code = await gather(livia)
    await say(livia, code, '<img src=x onerror="a()"> {{ 7 * 7 }} **b**')
    assert "<img" not in await page(livia, f"/t/{code}")
    assert await heard(livia, code) == ['<img src=x onerror="a()"> {{ 7 * 7 }} **b**']


async def test_without_scripts_the_form_leads_back(livia: Guest) -> None:
    code = await gather(livia)
    answer = await livia.send_form(f"/t/{code}/chat", words="plain", key="k")
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/t/{code}#chat-words"


async def test_watchers_write_if_the_host_lets_them(livia: Guest, kofi: Guest) -> None:
    code = await gather(livia)
    await kofi.send_form(f"/t/{code}/watch", name="Kofi")
    assert (await say(kofi, code, "from the gallery")).status_code == 200
    assert (await livia.do(code, "settings", watchers_chat="no")).status_code == 303
    refused = await say(kofi, code, "me too")
    assert refused.status_code == 403
    assert "only players write" in refused.text
    assert "only players write" in await page(kofi, f"/t/{code}")
    assert await heard(kofi, code) == ["from the gallery"]
    assert (await livia.do(code, "settings", watchers="no")).status_code == 303
    assert "You are not at this table" in (await say(kofi, code, "still here")).text
    assert len(await kept(livia.house)) == 1


async def test_strangers_and_who_was_sent_away_neither_write_nor_read(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await gather(livia, teo)
    await say(livia, code, "secret enough")
    [token] = await tokens(livia, code)
    await livia.do(code, "kick", seat=1, name="Teo")
    before = await everything(livia.house)
    for guest in (teo, kofi):
        assert (await say(guest, code, "let me in")).status_code == 403
        for path in (f"/t/{code}", f"/t/{code}/chat"):
            assert "secret enough" not in (await guest.get(path)).text
        for deed in ("read", "mute", "remove"):
            assert (await guest.send_form(f"/t/{code}/chat/{deed}", htmx=True, message=token)).status_code == 403
        assert (await guest.send_form(f"/t/{code}/chat/unmute", htmx=True, who="x")).status_code == 403
    assert await everything(livia.house) == before


async def test_at_an_ended_table_nobody_talks(livia: Guest) -> None:
    code = await gather(livia)
    await livia.do(code, "end", sure="yes")
    assert (await say(livia, code, "hello?")).status_code == 410
    assert (await livia.send_form(f"/t/{code}/chat", words="hello?", key="k")).status_code == 410
    assert (await say(livia, "NO-SUCH-TABLE-00", "hello?")).status_code == 404


async def test_an_erased_guests_words_can_be_read_and_the_guest_is_nobody(livia: Guest, teo: Guest) -> None:
    code = await gather(livia, teo)
    await say(teo, code, "before I go")
    await say(livia, code, "to you alone", to=await called(livia, code, "Teo"))
    async with livia.house.engine.begin() as connection:
        teos = (await seats_at(livia.house, code))[1].player_id
        await connection.execute(update(chat).where(chat.c.player_id == teos).values(player_id=None, name="Erased"))
        await connection.execute(update(chat).where(chat.c.to_player_id == teos).values(to_player_id=None))
    shown = await page(livia, f"/t/{code}")
    assert await heard(livia, code) == ["before I go", "to you alone"]
    assert "Mute Erased" not in shown
    assert "only to somebody who is gone" in shown
    assert await heard(teo, code) == ["before I go"]
    [erased, _] = await tokens(livia, code)
    assert (await livia.send_form(f"/t/{code}/chat/mute", message=erased)).status_code == 409


async def test_a_few_messages_are_talk_and_many_are_not(livia: Guest) -> None:
    code = await gather(livia)
    answers = [await say(livia, code, f"quick {at}") for at in range(30)]
    statuses = [answer.status_code for answer in answers]
    assert statuses[:8] == [200] * 8
    assert set(statuses[8:]) == {429}
    assert "too much at once" in unescape(answers[-1].text)
    assert len(await kept(livia.house)) == 8


async def test_ten_thousand_messages_leave_the_page_short(livia: Guest, teo: Guest) -> None:
    code = await gather(livia, teo)
    await fill(livia.house, code, 10_000)
    html = await page(teo, f"/t/{code}")
    assert len(html) < 150_000
    assert await heard(teo, code) == [f"word {at}" for at in range(9_900, 10_000)]
    assert "99+" in html
    back = html[html.index(f"/t/{code}/chat?before=") :].partition('"')[0]
    earlier = await page(teo, back)
    assert "word 9899<" in earlier
    assert "word 9900<" not in earlier
    assert f"/t/{code}/chat?before=" in earlier
    first = "00000000-0000-0000-0000-000000000001"
    assert "nothing before that" in await page(teo, f"/t/{code}/chat?before={first}")
    for nonsense in ("x", "-", first.replace("1", "0"), "%00"):
        assert (await teo.get(f"/t/{code}/chat?before={nonsense}")).status_code == 200
