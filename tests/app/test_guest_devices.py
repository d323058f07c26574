"""The personal link: one guest on several devices, until the link is renewed."""

import asyncio
import re
from collections.abc import AsyncIterator
from html import unescape

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import select, update
from websockets.exceptions import ConnectionClosed

from app.database import players
from app.identity import cookies, personal
from app.identity.cookies import Visit
from tests.app.conftest import Guest, count, everything, names_at
from tests.served import Guest as Browser
from tests.served import Served, serve

LINK = re.compile(r'value="http://[^"/]+(/me/[^"]+)"')
KEY = re.compile(r'name="key" value="([^"]+)"')


async def link_of(guest: Guest) -> str:
    """The path of the personal link on the guest's page."""
    found = LINK.search((await guest.get("/me")).text)
    assert found is not None
    return unescape(found[1])


async def renewed(guest: Guest) -> str:
    """Renews the link as the page does; the new one."""
    asked = await guest.send_form("/me/link")
    key = KEY.search(asked.text)
    assert key is not None
    answer = await guest.send_form("/me/link", sure="yes", key=key[1])
    assert (answer.status_code, answer.headers["location"]) == (303, "/me")
    return await link_of(guest)


@pytest.fixture
async def phone(app: FastAPI) -> AsyncIterator[Guest]:
    """Another device of whoever wants it."""
    async with Guest(app, "203.0.113.77") as guest:
        yield guest


async def test_both_devices_play_the_same_seat(livia: Guest, phone: Guest) -> None:
    code = await livia.open_table(name="Livia")
    answer = await phone.send_form(await link_of(livia))
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    for device, ready in ((phone, "no"), (livia, "yes"), (phone, "no")):
        assert (await device.do(code, "ready", ready=ready)).status_code == 303
    assert await names_at(livia.house, code) == ["Livia"]
    assert await count(livia.house, players) == 1


async def test_looking_at_a_link_asks_and_does_nothing(livia: Guest, phone: Guest) -> None:
    code = await livia.open_table(name="Livia")
    link, before = await link_of(livia), await everything(livia.house)
    page = await phone.get(link)
    assert page.status_code == 200
    assert "Continue as Livia?" in page.text
    assert "Livia" not in page.text[: page.text.index("<body")], "what a preview shows names the guest"
    assert page.headers["cache-control"] == "no-store"
    assert page.headers["referrer-policy"] in ("no-referrer", "same-origin")
    assert page.headers["x-robots-tag"] == "noindex"
    assert link.removeprefix("/me/link/") not in page.text.replace(f'action="{link}"', ""), (
        "the link stands elsewhere too"
    )
    assert (await phone.head(link)).status_code in (200, 405)
    assert await everything(livia.house) == before
    assert (await phone.do(code, "ready", ready="no")).status_code == 403, "looking signs in"


async def test_another_sites_form_goes_nowhere(livia: Guest, phone: Guest) -> None:
    await livia.open_table(name="Livia")
    for path in (await link_of(livia), "/me/link", "/me/erase"):
        for headers in ({"origin": "https://evil.example"}, {"origin": "null"}):
            assert (await phone.post(path, headers=headers)).status_code == 403
            assert (await livia.post(path, headers=headers)).status_code == 403


async def test_the_own_link_leads_to_the_own_page(livia: Guest) -> None:
    await livia.open_table(name="Livia")
    link = await link_of(livia)
    assert (await livia.get(link)).headers["location"] == "/me"
    assert (await livia.send_form(link)).headers["location"] == "/"


async def test_who_is_somebody_already_is_told_what_stays_and_offered_the_own_link(livia: Guest, teo: Guest) -> None:
    await livia.open_table(name="Livia")
    code = await teo.open_table(name="Teo")
    own = await link_of(teo)
    page = (await teo.get(await link_of(livia))).text
    assert "On this device you are Teo, with a seat at 1 open table" in page
    assert own in unescape(page)
    await teo.send_form(await link_of(livia))
    assert (await teo.do(code, "ready", ready="no")).status_code == 403
    assert await names_at(livia.house, code) == ["Teo"]
    await teo.send_form(own)
    assert (await teo.do(code, "ready", ready="no")).status_code == 303


async def test_renewing_signs_the_others_out_and_keeps_this_device(livia: Guest, phone: Guest, teo: Guest) -> None:
    code = await livia.open_table(name="Livia")
    old = await link_of(livia)
    await phone.send_form(old)
    new = await renewed(livia)
    assert new != old
    assert (await livia.do(code, "ready", ready="no")).status_code == 303
    assert (await phone.do(code, "ready", ready="yes")).status_code == 403
    for guest in (phone, teo, livia):
        page = await guest.get(old)
        assert page.status_code == 410
        assert "This link was renewed" in page.text
        assert (await guest.send_form(old)).status_code == 410
    assert "Continue as Livia?" in (await phone.get(new)).text
    await phone.send_form(new)
    assert (await phone.do(code, "ready", ready="yes")).status_code == 303


async def test_a_signed_out_device_acts_for_nobody(app: FastAPI, livia: Guest, phone: Guest) -> None:
    """Whatever it sends, it is somebody new: no form may reach the guest by the number alone."""
    code = await livia.open_table(name="Livia")
    await phone.send_form(await link_of(livia))
    stale = phone.cookies["conclave"]
    await renewed(livia)
    for path, fields in (
        ("/tables", {"game": "pope-or-nope", "name": "Mallory"}),
        ("/me/name", {"name": "Mallory"}),
        (f"/t/{code}/join", {"name": "Mallory"}),
        ("/me/erase", {"sure": "yes"}),
        (f"/t/{code}/lobby/end", {"sure": "yes"}),
        ("/me/link", {"sure": "yes", "key": "guessed"}),
    ):
        phone.cookies.clear()
        phone.cookies.set("conclave", stale)
        await phone.send_form(path, **fields)
    async with livia.house.engine.connect() as connection:
        names = list(await connection.scalars(select(players.c.name)))
    assert sorted(names) == ["Livia", "Mallory", "Mallory", "Mallory"]
    assert await names_at(livia.house, code) == ["Livia", "Mallory"]


async def test_a_form_sent_twice_renews_once_and_locks_nobody_out(livia: Guest) -> None:
    code = await livia.open_table(name="Livia")
    key = KEY.search((await livia.send_form("/me/link")).text)
    assert key is not None
    old = livia.cookies["conclave"]
    answers = []
    for _ in range(3):
        livia.cookies.clear()
        livia.cookies.set("conclave", old)
        answers.append(await livia.send_form("/me/link", sure="yes", key=key[1]))
    assert [answer.status_code for answer in answers] == [303, 303, 303]
    assert (await livia.do(code, "ready", ready="no")).status_code == 303
    async with livia.house.engine.connect() as connection:
        assert await connection.scalar(select(players.c.epoch)) == 1


async def test_two_devices_that_renew_at_once_do_not_both_win(livia: Guest, phone: Guest) -> None:
    await livia.open_table(name="Livia")
    await phone.send_form(await link_of(livia))
    sent = (device.send_form("/me/link", sure="yes", key=f"key{at}") for at, device in enumerate((livia, phone)))
    assert sorted(answer.status_code for answer in await asyncio.gather(*sent)) == [303, 403]


async def test_broken_and_forged_links_are_told(livia: Guest, phone: Guest) -> None:
    await livia.open_table(name="Livia")
    link = await link_of(livia)
    signer, settings = livia.house.signer, livia.house.settings
    who = Visit(cookies.told(signer, livia.cookies["conclave"]).id, True)  # type: ignore[union-attr]
    broken = [
        "/me/link/x",
        link[:-1],
        link + "x",
        f"/me/link/{livia.cookies['conclave']}",
        f"/me/link/{cookies.tell(signer, who)}",
        "/me/link/" + "." * 3000,
        "/me/link/%00",
        "/me/link/é",
        "/me/link/<script>",
    ]
    for path in broken:
        page = await phone.get(path)
        assert (page.status_code, "This link is broken" in page.text) == (404, True), path
        assert (await phone.send_form(path)).status_code == 404
    assert personal.token(settings, who) == link.removeprefix("/me/link/")
    phone.cookies.clear()
    phone.cookies.set("conclave", link.removeprefix("/me/link/"))
    assert "Livia" not in (await phone.get("/")).text, "a link is as good as a cookie"


async def test_a_link_nobody_can_have_is_told(livia: Guest, phone: Guest) -> None:
    token = personal.token(livia.house.settings, cookies.stranger())
    assert (await phone.get(f"/me/link/{token}")).status_code == 410


@pytest.mark.parametrize("key", ["", "a b", "x" * 41, "é", "a\0b"])
async def test_renewing_wants_a_key_and_a_yes(livia: Guest, key: str) -> None:
    await livia.open_table(name="Livia")
    before = await everything(livia.house)
    assert (await livia.send_form("/me/link", sure="yes", key=key)).status_code == 422
    assert (await livia.send_form("/me/link", sure="maybe", key="good")).status_code == 422
    assert (await livia.send_form("/me/link", key="good")).status_code == 200
    assert await everything(livia.house) == before


async def test_a_stranger_has_a_page_and_nothing_else(livia: Guest) -> None:
    page = await livia.get("/me")
    assert page.status_code == 200
    assert LINK.search(page.text) is None
    for path in ("/me/link", "/me/erase"):
        assert (await livia.send_form(path)).status_code == 403
    assert (await livia.send_form("/me/link", sure="yes", key="k")).status_code == 403
    assert (await livia.get("/me/download")).status_code == 403
    assert await count(livia.house, players) == 0


async def test_a_cookie_from_before_epochs_keeps_its_seat(livia: Guest) -> None:
    code = await livia.open_table(name="Livia")
    number = cookies.told(livia.house.signer, livia.cookies["conclave"])
    assert number is not None
    livia.cookies.clear()
    livia.cookies.set("conclave", str(livia.house.signer.dumps(number.id.hex)))
    assert (await livia.do(code, "ready", ready="no")).status_code == 303


async def test_the_page_of_a_link_keeps_it_out_of_other_forms(livia: Guest, phone: Guest) -> None:
    await livia.open_table(name="Livia")
    page = (await phone.get(await link_of(livia))).text
    assert set(re.findall(r'name="path" value="([^"]*)"', page)) == {"/me"}


# --- sockets -----------------------------------------------------------------------------------------------------


@pytest.fixture
async def served(database_url: str) -> AsyncIterator[Served]:
    """A served house."""
    async with serve(database_url) as running:
        yield running


async def _second_device(browser: Browser, elsewhere: Browser) -> None:
    found = LINK.search((await browser.http.get("/me")).text)
    assert found is not None
    assert (await elsewhere.http.post(unescape(found[1]))).status_code == 303


async def _renew(browser: Browser) -> None:
    assert (await browser.http.post("/me/link", data={"sure": "yes", "key": "k1"})).status_code == 303


async def _end_of(socket: object) -> tuple[list[str], int | None]:
    """What still comes, and the code with which the socket closes."""
    frames: list[str] = []
    try:
        while True:
            frames.append(str(await asyncio.wait_for(socket.recv(), 15)))  # type: ignore[attr-defined]
    except ConnectionClosed as closed:
        return frames, None if closed.rcvd is None else closed.rcvd.code


async def test_renewing_ends_the_other_devices_sockets(served: Served) -> None:
    anna, phone, bruno = served.guest(), served.guest(), served.guest()
    code = await anna.open(name="Anna")
    await bruno.join(code, "Bruno")
    await _second_device(anna, phone)
    async with phone.socket(code, page="lobby") as other, bruno.socket(code, page="lobby") as stays:
        await other.recv()
        await stays.recv()
        await _renew(anna)
        frames, closed = await _end_of(other)
        assert closed == 4401
        assert "data-gone" in frames[-1]
        await bruno.deed(code, "ready", ready="yes")
        assert "Bruno" in str(await asyncio.wait_for(stays.recv(), 10))
    async with phone.socket(code, page="lobby") as stranger:
        frames, _ = await _end_of(stranger)
        assert "data-gone" in frames[-1], "a signed-out device is shown the lobby again"


async def test_renewing_in_one_process_ends_sockets_in_another(served: Served, database_url: str) -> None:
    anna = served.guest()
    code = await anna.open(name="Anna")
    async with serve(database_url) as second:
        phone = second.guest()
        phone.http.cookies.update(anna.http.cookies)
        async with phone.socket(code, page="lobby") as other:
            await other.recv()
            await _renew(anna)
            assert (await _end_of(other))[1] == 4401


async def test_a_lost_notice_is_made_up_for(served: Served) -> None:
    anna = served.guest()
    code = await anna.open(name="Anna")
    async with anna.socket(code, page="lobby") as other:
        await other.recv()
        async with served.house.engine.begin() as connection:  # nobody is told
            await connection.execute(update(players).values(epoch=players.c.epoch + 1))
        assert (await _end_of(other))[1] == 4401


async def test_nothing_is_sent_to_a_signed_out_device_once_it_is_known(served: Served) -> None:
    """A move right after the renewal: its frame must not reach the device."""
    anna, phone, bruno = served.guest(), served.guest(), served.guest()
    code = await anna.open(name="Anna")
    await bruno.join(code, "Bruno")
    await _second_device(anna, phone)
    async with phone.socket(code, page="lobby") as other:
        await other.recv()
        await _renew(anna)
        await bruno.deed(code, "ready", ready="yes")
        frames, closed = await _end_of(other)
        assert closed == 4401
        assert not any('hx-target="#lobby"' in frame for frame in frames)


# --- which answers set the cookie ------------------------------------------------------------------------------------


def number_set(answer: httpx.Response) -> bool:
    """Whether the answer sets whose browser this is."""
    return any(cookie.startswith("conclave=") for cookie in answer.headers.get_list("set-cookie"))


async def test_no_answer_to_an_old_page_puts_an_old_number_over_a_new_one(livia: Guest, teo: Guest) -> None:
    """Answers may pass each other: an old tab asks with the old cookie while the renewal's answer is on its way."""
    code = await livia.open_table(name="Livia")
    stale = livia.cookies["conclave"]
    await renewed(livia)
    livia.cookies.clear()
    livia.cookies.set("conclave", stale)
    for path in ("/", "/me", f"/t/{code}", "/rules/pope-or-nope", "/me/erased", "/nowhere"):
        assert not number_set(await livia.get(path)), path
    for path, fields in (
        ("/me/theme", {"theme": "dark"}),
        ("/me/language", {"language": "de"}),
        (f"/t/{code}/chat", {"words": "hello", "key": "k"}),
        (f"/t/{code}/chat/read", {"message": "x"}),
        (f"/t/{code}/lobby/ready", {"ready": "yes"}),
        (f"/t/{code}/moves", {"move": "pass"}),
        ("/join", {"code": code}),
        ("/me/name", {"name": "x" * 60}),
    ):
        assert not number_set(await livia.send_form(path, **fields)), path
    answer = await livia.send_form(f"/t/{code}/join", name="Somebody new")
    assert number_set(answer), "who sits down anew must be known again"


async def test_a_guests_pages_set_the_cookie_once_a_day(livia: Guest) -> None:
    assert number_set(await livia.get("/"))
    assert not number_set(await livia.get("/"))
    assert number_set(await livia.send_form("/me/name", name="Livia"))
    assert not number_set(await livia.get("/me"))
    assert not number_set(await livia.send_form("/me/theme", theme="dark"))
    livia.cookies.delete("kept")  # a day has passed
    assert number_set(await livia.get("/"))
    assert not number_set(await livia.get("/"))
