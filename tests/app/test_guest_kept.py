"""What is kept of a guest: taken along, and erased for good, without spoiling anything for the others."""

import asyncio
import json
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import insert, select, update

from app.database import (
    admissions,
    api_keys,
    chat,
    chat_mutes,
    chat_readers,
    former_guests,
    players,
    reports,
    seats,
    tables,
)
from app.identity import cookies, erasing, store
from app.operating import sweeping
from tests.app.chat.test_live import chatting, frame_with, say, until
from tests.app.conftest import Guest, count, everything, names_at, row_of, seats_at
from tests.app.test_guest_devices import link_of
from tests.served import hidden, serve

Door = tuple[Guest, Guest, Guest]


@pytest.fixture
def all_three(livia: Guest, teo: Guest, kofi: Guest) -> Door:
    """Three guests."""
    return livia, teo, kofi


def id_of(guest: Guest) -> UUID:
    """The guest's number."""
    who = cookies.told(guest.house.signer, guest.cookies["conclave"])
    assert who is not None
    return who.id


async def sit(host: Guest, *others: Guest, start: bool = True) -> str:
    """A table of these three, whose names are those of the fixtures."""
    code = await host.open_table(name="Livia")
    for guest, name in zip(others, ("Teo", "Kofi"), strict=False):
        await guest.join(code, name)
        await guest.do(code, "ready", ready="yes")
    if start:
        assert (await host.do(code, "start", sure="yes")).status_code == 303
    return code


async def erase(guest: Guest) -> None:
    """Erases the guest as the page does."""
    asked = await guest.send_form("/me/erase")
    assert asked.status_code == 200
    assert "There is no way back." in asked.text
    answer = await guest.send_form("/me/erase", sure="yes")
    assert (answer.status_code, answer.headers["location"]) == (303, "/me/erased")
    assert "Nothing is kept of you" in (await guest.get("/me/erased")).text


async def move(guest: Guest, code: str, **fields: str) -> None:
    """Opens with nothing, or as said."""
    form = hidden((await guest.get(f"/t/{code}")).text)
    answer = await guest.send_form(f"/t/{code}/moves", move="open", **{"deed": "", **form, **fields})
    assert answer.status_code == 303, answer.text


async def write(guest: Guest, code: str, words: str, to: UUID | None = None) -> None:
    """Words in the chat, as they are kept."""
    row = await row_of(guest.house, code)
    values = {"token": uuid4(), "table_id": row.id, "player_id": id_of(guest), "to_player_id": to, "name": "?"}
    async with guest.house.engine.begin() as connection:
        await connection.execute(insert(chat).values(**values, private=to is not None, words=words, key=uuid4().hex))


async def end_as(guest: Guest, code: str, status: str) -> None:
    """Sets the table's status."""
    async with guest.house.engine.begin() as connection:
        await connection.execute(update(tables).where(tables.c.code == code).values(status=status))


async def rows(guest: Guest, table: Any, **values: Any) -> list[Any]:
    """Rows of a table with these values."""
    async with guest.house.engine.connect() as connection:
        return list(await connection.execute(select(table).filter_by(**values)))


# --- the download ------------------------------------------------------------------------------------------------


async def test_the_download_holds_what_the_guest_did_and_wrote(all_three: Door) -> None:
    livia, teo, _ = all_three
    code = await sit(*all_three)
    await move(livia, code)
    await move(teo, code)
    await write(livia, code, "Pax vobiscum")
    await write(livia, code, "For you alone", to=id_of(teo))
    await write(teo, code, "Not Livia's words")
    answer = await livia.get("/me/download")
    assert answer.headers["content-disposition"] == 'attachment; filename="conclave.json"'
    assert answer.headers["cache-control"] == "no-store"
    kept = json.loads(answer.text)
    assert kept["name"] == "Livia"
    (table,) = kept["tables"]
    assert (table["code"], table["seat"], table["host"], table["status"]) == (code, 0, True, "playing")
    assert [made["move"] for made in table["moves"]] == [{"type": "open", "deed": None}]
    assert [(said["words"], said["private"]) for said in kept["messages"]] == [
        ("Pax vobiscum", False),
        ("For you alone", True),
    ]


async def test_the_download_holds_reports_and_words_for_the_shuffle(livia: Guest, teo: Guest) -> None:
    code = await sit(livia, teo, start=False)
    await teo.do(code, "words", words="tu es Petrus")
    await livia.do(code, "start", sure="yes")
    await teo.send_form(f"/t/{code}/report", words="My card is gone.")
    await livia.send_form(f"/t/{code}/report", words="Teo is slow.")
    kept = json.loads((await teo.get("/me/download")).text)
    assert kept["tables"][0]["words"] == "tu es Petrus"
    assert [(told["table"], told["words"]) for told in kept["reports"]] == [(code, "My card is gone.")]


async def test_the_download_of_a_newcomer_holds_no_moves_of_who_sat_there_before(livia: Guest, teo: Guest) -> None:
    code = await sit(livia, teo)
    await move(teo, code)
    await teo.send_form(f"/t/{code}/leave")
    answer = await livia.send_form(f"/t/{code}/absent/link", htmx=True, seat=1, name="Teo")
    token = answer.text.partition(f"/t/{code}/takeover/")[2].partition('"')[0]
    async with Guest(livia._transport.app, "203.0.113.99") as ana:  # type: ignore[attr-defined]
        assert (await ana.send_form(f"/t/{code}/takeover/{token}", name="Ana")).status_code == 303
        (table,) = json.loads((await ana.get("/me/download")).text)["tables"]
    assert (table["seat"], table["name"], table["moves"]) == (1, "Ana", [])


async def test_the_download_holds_nothing_secret(all_three: Door) -> None:
    livia, teo, _ = all_three
    code = await sit(*all_three)
    row = await row_of(livia.house, code)
    async with livia.house.engine.begin() as connection:
        key = {"hash": b"secret hash bytes", "table_id": row.id, "player_id": id_of(livia)}
        await connection.execute(insert(api_keys).values(**key))
    text = (await livia.get("/me/download")).text
    assert len(json.loads(text)["programs"]) == 1
    for secret in (row.seed.hex(), str(id_of(livia)), id_of(teo).hex, "secret hash", "hands", "Teo", "Kofi"):
        assert secret not in text, secret
    assert livia.cookies["conclave"] not in text


async def test_a_watcher_and_who_was_sent_away_have_their_own_as_well(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await livia.open_table(name="Livia")
    await kofi.send_form(f"/t/{code}/watch", name="Kofi")
    await teo.join(code, "Teo")
    await livia.do(code, "kick", seat="1", name="Teo")
    for guest, away in ((kofi, False), (teo, True)):
        (table,) = json.loads((await guest.get("/me/download")).text)["tables"]
        assert (table["code"], table["seat"], table["moves"], table["sent_away"]) == (code, None, [], away)


# --- erasing -----------------------------------------------------------------------------------------------------


async def test_a_bot_plays_on_for_an_erased_guest(all_three: Door) -> None:
    livia, teo, _ = all_three
    code = await sit(*all_three)
    await erase(livia)
    seat = (await seats_at(teo.house, code))[0]
    assert (seat.player_id, seat.bot, seat.name) == (None, "courtier", "A former guest")
    assert (await row_of(teo.house, code)).host_id == id_of(teo)
    page = (await teo.get(f"/t/{code}")).text
    assert "Livia" not in page
    assert "A former guest" in page
    assert (await row_of(teo.house, code)).bot_due is not None


async def test_a_lobby_loses_an_erased_guest_and_the_chair_passes_on(all_three: Door) -> None:
    livia, teo, kofi = all_three
    code = await sit(*all_three, start=False)
    alone = await livia.open_table()
    await erase(livia)
    assert await names_at(teo.house, code) == ["Teo", "Kofi"]
    assert (await row_of(teo.house, code)).host_id == id_of(teo)
    assert (await row_of(teo.house, alone)).status == "ended"
    await erase(kofi)
    assert await names_at(teo.house, code) == ["Teo"]


async def test_a_finished_game_stays_readable_in_its_place_on_home(all_three: Door) -> None:
    livia, teo, kofi = all_three
    code = await sit(*all_three)
    await end_as(livia, code, "over")
    before = await row_of(livia.house, code)
    await erase(livia)
    await erase(kofi)
    after = await row_of(teo.house, code)
    assert after.changed_at == before.changed_at
    assert after.seq > before.seq
    assert await names_at(teo.house, code) == ["A former guest", "Teo", "A former guest 2"]
    assert [seat.bot for seat in await seats_at(teo.house, code)] == [None, None, None]


async def test_an_erased_guests_words_go_and_others_stay(all_three: Door) -> None:
    livia, teo, _ = all_three
    code = await sit(*all_three)
    await write(livia, code, "mine")
    await write(livia, code, "mine to Teo", to=id_of(teo))
    await write(teo, code, "to Livia", to=id_of(livia))
    await write(teo, code, "to all")
    await erase(livia)
    kept = {(row.name, row.words, row.private, row.to_player_id) for row in await rows(teo, chat)}
    assert kept == {
        ("A former guest", None, False, None),
        ("A former guest", None, True, id_of(teo)),
        ("?", "to Livia", True, None),
        ("?", "to all", False, None),
    }


async def test_no_row_names_an_erased_guest(all_three: Door) -> None:
    livia, teo, _ = all_three
    code = await sit(*all_three)
    table_id, who = (await row_of(livia.house, code)).id, id_of(livia)
    async with livia.house.engine.begin() as connection:
        here = {"table_id": table_id, "player_id": who}
        await connection.execute(insert(chat_readers).values(**here, read_id=0))
        await connection.execute(insert(chat_mutes).values(**here, muted_id=id_of(teo)))
        await connection.execute(insert(api_keys).values(**here, hash=b"h"))
    await livia.send_form(f"/t/{code}/report", words="My card is gone.")
    await erase(livia)
    left = await everything(teo.house)
    holding = {name for name, found in left.items() if any(str(who) in row or "Livia" in row for row in found)}
    assert holding == {"former_guests"}
    for table in (admissions, api_keys, chat_readers, chat_mutes):
        assert await rows(teo, table, player_id=who) == []
    assert await rows(teo, reports) == []


async def test_the_cookie_and_the_link_of_an_erased_guest_are_of_no_use(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table(name="Livia")
    link, cookie = await link_of(livia), livia.cookies["conclave"]
    await erase(livia)
    assert livia.cookies["conclave"] != cookie
    page = await teo.get(link)
    assert (page.status_code, "This guest was erased" in page.text) == (410, True)
    assert (await teo.send_form(link)).status_code == 410
    teo.cookies.clear()
    teo.cookies.set("conclave", cookie)
    await teo.send_form("/tables", game="pope-or-nope", name="Teo")
    assert await rows(teo, players, id=cookies.told(teo.house.signer, cookie).id) == []  # type: ignore[union-attr]
    assert (await teo.get(f"/t/{code}")).status_code == 410


async def test_erasing_twice_is_erasing_once(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table(name="Livia")
    await teo.join(code, "Teo")
    cookie = livia.cookies["conclave"]
    await erase(livia)
    before = await everything(teo.house)
    for _ in range(2):
        livia.cookies.clear()
        livia.cookies.set("conclave", cookie)
        assert (await livia.send_form("/me/erase", sure="yes")).status_code == 303
    assert await everything(teo.house) == before


async def test_two_clicks_at_once_erase_once(all_three: Door) -> None:
    livia, teo, _ = all_three
    code = await sit(*all_three)
    answers = await asyncio.gather(*(livia.send_form("/me/erase", sure="yes") for _ in range(3)))
    assert {answer.status_code for answer in answers} == {303}
    assert (await names_at(teo.house, code))[0] == "A former guest"
    assert await count(teo.house, former_guests) == 1
    assert await count(teo.house, players) == 2


async def test_an_erased_guest_does_not_come_to_the_rematch(all_three: Door) -> None:
    livia, teo, kofi = all_three
    code = await sit(*all_three)
    await end_as(livia, code, "over")
    await erase(livia)
    answer = await teo.send_form(f"/t/{code}/rematch")
    again = answer.headers["location"].removeprefix("/t/")
    found = await seats_at(teo.house, again)
    assert [(seat.number, seat.name, seat.bot) for seat in found] == [(0, "Teo", None), (1, "Kofi", None)]
    await kofi.do(again, "ready", ready="yes")
    assert (await teo.do(again, "start", sure="yes")).status_code == 303


async def test_what_broke_off_is_finished_by_the_sweep(all_three: Door) -> None:
    livia, teo, _ = all_three
    code = await sit(*all_three)
    who = id_of(livia)
    async with livia.house.engine.begin() as connection:
        await store.shut_out(connection, who)
    assert (await livia.get(f"/t/{code}")).status_code == 200
    assert "Livia" in (await names_at(livia.house, code))
    await sweeping.sweep(livia.house)
    assert (await names_at(teo.house, code))[0] == "A former guest"
    assert await rows(teo, players, id=who) == []


async def test_a_seat_taken_while_one_is_erased_is_left_as_well(
    livia: Guest, teo: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A form that was on its way brings a new row just before the guest's own goes."""
    code = await teo.open_table(name="Teo")
    await livia.send_form("/me/name", name="Livia")
    who, honest, late = id_of(livia), store.forget, [True]

    async def forget(connection: Any, player_id: UUID) -> None:
        if late and late.pop():
            row = await row_of(livia.house, code)
            async with livia.house.engine.begin() as other:
                values = {"table_id": row.id, "number": 1, "player_id": who, "name": "Livia", "colour": 2}
                await other.execute(insert(seats).values(**values))
        await honest(connection, player_id)

    monkeypatch.setattr(store, "forget", forget)
    await erasing.erase(livia.house, who)
    assert await names_at(teo.house, code) == ["Teo"]
    assert await rows(teo, players, id=who) == []


@pytest.mark.parametrize("fields", [{"sure": "maybe"}, {"sure": ["yes", "yes"]}, {"sure": "x" * 500}])
async def test_an_unclear_answer_erases_nobody(livia: Guest, fields: dict[str, Any]) -> None:
    await livia.open_table(name="Livia")
    before = await everything(livia.house)
    assert (await livia.send_form("/me/erase", **fields)).status_code == 422
    assert await everything(livia.house) == before


async def test_an_erased_guests_words_leave_open_pages_and_a_bot_takes_the_seat_there(database_url: str) -> None:
    async with serve(database_url) as served, serve(database_url) as second:
        anna, bruno = served.guest(), second.guest()
        code = await anna.open(name="Anna")
        await bruno.join(code, "Bruno")
        async with chatting(bruno, code) as page:
            await say(anna, code, "remember me")
            await until(page, "remember me")
            assert (await anna.http.post("/me/erase", data={"sure": "yes"})).status_code == 303
            assert "remember me" not in await frame_with(page, "A former guest")
        assert "remember me" not in await bruno.page(code)
        assert "Anna" not in await bruno.page(code)
