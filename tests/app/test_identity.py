"""Guests: the cookie, the row that the first form makes, the name, the theme."""

import asyncio
import re
from uuid import UUID

import pytest
from fastapi import FastAPI
from itsdangerous import URLSafeSerializer
from sqlalchemy import update

from app.database import players, tables
from tests.app.conftest import Guest, count, everything, names_at, row_of


async def test_looking_makes_nobody(app: FastAPI, livia: Guest) -> None:
    for path in ("/", "/rules/pope-or-nope", "/t/FUMUS-ALBA-ROTA-27", "/nowhere"):
        await livia.get(path)
    assert await count(livia.house, players) == 0


async def test_a_page_that_says_what_went_wrong_knows_the_guest_too(livia: Guest) -> None:
    await livia.open_table(name="Livia of Rome")
    for path in ("/nowhere", "/t/FUMUS-ALBA-ROTA-27"):
        answer = await livia.get(path)
        assert answer.status_code == 404
        assert "Livia of Rome" in answer.text


async def test_a_forged_or_broken_cookie_is_a_strangers(app: FastAPI, livia: Guest, teo: Guest) -> None:
    code = await livia.open_table()
    good = livia.cookies["conclave"]
    elsewhere = URLSafeSerializer("another secret")
    signer = livia.house.signer
    broken = [
        "",
        "x",
        good[:-1],
        good + "x",
        elsewhere.dumps(str(signer.loads(good))),
        signer.dumps("no number"),
        signer.dumps(7),
        signer.dumps(None),
        signer.dumps(["a"]),
        signer.dumps({"a": 1}),
        "é".encode().decode("latin-1"),
        "." * 4000,
    ]
    for cookie in broken:
        answer = await teo.send_form(f"/t/{code}/lobby/ready", ready="yes", htmx=True)
        assert answer.status_code == 403
        teo.cookies.clear()
        answer = await teo.get("/", headers={"cookie": f"conclave={cookie}".encode("latin-1")})
        assert answer.status_code == 200, cookie
        assert "conclave=" in answer.headers["set-cookie"]
    assert await count(livia.house, players) == 1


async def test_the_cookie_is_for_the_server_alone(livia: Guest) -> None:
    answer = await livia.get("/")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(answer.headers["set-cookie"].split("; "))
    assert "Secure" not in answer.headers["set-cookie"]


async def test_over_https_the_cookie_is_secure(app: FastAPI, livia: Guest) -> None:
    answer = await livia.get(f"https://{livia.base_url.host}/")
    assert "Secure" in answer.headers["set-cookie"].split("; ")


async def test_pictures_and_health_set_no_cookie(livia: Guest) -> None:
    for path in ("/static/tokens.css", "/healthz"):
        answer = await livia.get(path)
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers


async def test_a_double_click_by_a_stranger_makes_one_guest(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table()
    await teo.get(f"/t/{code}")
    answers = await asyncio.gather(*(teo.join(code, "Teo") for _ in range(3)))
    assert [answer.status_code for answer in answers] == [303, 303, 303]
    assert await names_at(livia.house, code) == [(await names_at(livia.house, code))[0], "Teo"]
    assert await count(livia.house, players) == 2


async def test_two_tabs_of_one_guest_are_one_person(app: FastAPI, livia: Guest) -> None:
    code = await livia.open_table(name="Livia")
    async with Guest(app) as tab:
        tab.cookies.update(livia.cookies)
        assert "Livia" in (await tab.get("/")).text
        assert (await tab.join(code, "Livia again")).status_code == 303
        assert (await tab.do(code, "ready", ready="no")).status_code == 303
    assert await names_at(livia.house, code) == ["Livia"]


async def test_the_first_name_given_makes_the_guest(livia: Guest) -> None:
    answer = await livia.send_form("/me/name", name="Livia", path="/rules/pope-or-nope")
    assert (answer.status_code, answer.headers["location"]) == (303, "/rules/pope-or-nope")
    assert await count(livia.house, players) == 1
    assert "Livia" in (await livia.get("/")).text


async def test_a_new_name_goes_to_every_open_table(app: FastAPI, livia: Guest, teo: Guest) -> None:
    lobby, playing, over = [await livia.open_table(name="Livia") for _ in range(3)]
    for code in (playing, over):
        await livia.do(code, "bot", bot="novice")
        assert (await livia.do(code, "start")).status_code == 303
    await _set_status(livia, over, "over")
    before = (await row_of(livia.house, lobby)).version
    await livia.send_form("/me/name", name="Octavia")
    assert (await names_at(livia.house, lobby))[0] == "Octavia"
    assert (await names_at(livia.house, playing))[0] == "Octavia"
    assert (await names_at(livia.house, over))[0] == "Livia"
    assert (await row_of(livia.house, lobby)).version == before + 1


async def _set_status(guest: Guest, code: str, status: str) -> None:
    async with guest.house.engine.begin() as connection:
        await connection.execute(update(tables).where(tables.c.code == code).values(status=status))


async def test_a_name_that_is_taken_at_a_table_stays_there_as_it_was(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table(name="Livia")
    await teo.join(code, "Teo")
    assert (await teo.send_form("/me/name", name="LIVIA")).status_code == 303
    assert await names_at(livia.house, code) == ["Livia", "Teo"]
    assert "LIVIA" in (await teo.get("/")).text


async def test_two_who_take_the_same_new_name_at_once_do_not_both_get_it(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table(name="Livia")
    await teo.join(code, "Teo")
    answers = await asyncio.gather(*(guest.send_form("/me/name", name="Kofi") for guest in (livia, teo)))
    assert [answer.status_code for answer in answers] == [303, 303]
    assert sorted(await names_at(livia.house, code)) in (["Kofi", "Teo"], ["Kofi", "Livia"])


async def test_the_theme_is_kept(livia: Guest) -> None:
    answer = await livia.send_form("/me/theme", theme="dark", path="/")
    assert answer.status_code == 303
    assert livia.cookies["theme"] == "dark"
    assert re.search(r'<html[^>]* data-theme="dark"', (await livia.get("/")).text)
    await livia.send_form("/me/theme", theme="auto")
    assert "data-theme" not in re.findall(r"<html[^>]*>", (await livia.get("/")).text)[0]
    assert await count(livia.house, players) == 0


@pytest.mark.parametrize("theme", ["pink", "DARK", "", "dark light", "<b>"])
async def test_there_are_no_other_themes(livia: Guest, theme: str) -> None:
    assert (await livia.send_form("/me/theme", theme=theme)).status_code == 422
    answer = await livia.get("/", headers={"cookie": f"theme={theme}"})
    assert answer.status_code == 200
    assert "data-theme" not in re.findall(r"<html[^>]*>", answer.text)[0]


@pytest.mark.parametrize(
    "path",
    ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "", "\n/x", "/é", "/a\nb"],
)
async def test_a_form_leads_back_to_a_page_of_ours_alone(livia: Guest, path: str) -> None:
    answer = await livia.send_form("/me/name", name="Livia", path=path)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")


NAMES = [[], [""], ["  "], ["x" * 25], ["x" * 5000], ["a\0b"], ["a\x07"], ["\u202ex"], ["a", "b"]]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("htmx", [False, True])
async def test_a_bad_name_is_told_and_changes_nothing(livia: Guest, name: list[str], htmx: bool) -> None:
    await livia.send_form("/me/name", name="Livia")
    before = await everything(livia.house)
    answer = await livia.send_form("/me/name", name=name, htmx=htmx)
    assert answer.status_code == 422
    assert ('role="alert"' in answer.text) == htmx
    assert ("<html" in answer.text) != htmx
    assert await everything(livia.house) == before


async def test_markup_in_a_name_is_text(livia: Guest) -> None:
    code = await livia.open_table(name="<script>x</script>")
    page = (await livia.get(f"/t/{code}")).text
    assert "<script>x" not in page
    assert "&lt;script&gt;x&lt;/script&gt;" in page


async def test_a_guests_number_is_never_on_a_page(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table()
    await teo.join(code, "Teo")
    number = UUID(str(livia.house.signer.loads(livia.cookies["conclave"])))
    for guest in (livia, teo):
        page = (await guest.get(f"/t/{code}")).text
        assert number.hex not in page
        assert str(number) not in page


async def test_rename_theme_and_language_stay_on_the_page_they_came_from(livia: Guest) -> None:
    code = await livia.open_table(name="Livia")
    page = (await livia.get(f"/t/{code}")).text
    assert page.count(f'name="path" value="/t/{code}"') == 3
    answer = await livia.send_form("/me/name", name="Olivia", path=f"/t/{code}")
    assert answer.headers["location"] == f"/t/{code}"
