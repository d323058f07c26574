"""Home and the way to a table: opening, finding, joining, watching, and every way in which it may stay shut."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from limits import RateLimitItemPerMinute
from sqlalchemy import select, update

from app.database import admissions, players, seats, tables
from app.identity.names import GUESTS
from app.lobby import service
from games.kernel.contract import Result
from games.kernel.events import Fact
from tests.app.conftest import Guest, count, everything, names_at, pope_or_nope_as, row_of, seats_at

UNKNOWN = "FUMUS-ALBA-ROTA-27"


async def test_one_click_opens_a_table(livia: Guest) -> None:
    answer = await livia.send_form("/tables", game="pope-or-nope")
    assert answer.status_code == 303
    code = answer.headers["location"].removeprefix("/t/")
    (host,) = await seats_at(livia.house, code)
    assert host.name in GUESTS
    assert (host.number, host.colour, host.ready) == (0, 1, True)
    row = await row_of(livia.house, code)
    assert (row.status, row.private, row.watchers, row.password_hash, row.chairs) == ("lobby", True, True, None, 4)
    assert row.host_id == host.player_id
    assert len(row.seed) == 32


async def test_a_second_table_has_the_same_host_and_another_seed(livia: Guest) -> None:
    one, two = [await row_of(livia.house, await livia.open_table()) for _ in range(2)]
    assert one.host_id == two.host_id
    assert one.seed != two.seed
    assert one.code != two.code


async def test_htmx_is_led_to_the_table(livia: Guest) -> None:
    answer = await livia.send_form("/tables", game="pope-or-nope", htmx=True)
    assert answer.status_code == 204
    assert answer.headers["hx-redirect"].startswith("/t/")


BAD_OPENINGS: list[dict[str, Any]] = [
    {},
    {"game": ""},
    {"game": "chess"},
    {"game": "POPE-OR-NOPE"},
    {"game": "x" * 5000},
    {"game": ["pope-or-nope", "pope-or-nope"]},
    {"game": "pope-or-nope\0"},
    {"game": "pope-or-nope", "name": "x" * 25},
    {"game": "pope-or-nope", "name": "\u202eolivil"},
    {"game": "pope-or-nope", "name": "a\x07"},
    {"game": "pope-or-nope", "name": ["a", "b"]},
]


@pytest.mark.parametrize("fields", BAD_OPENINGS)
@pytest.mark.parametrize("htmx", [False, True])
async def test_a_table_that_cannot_be_opened_is_not(livia: Guest, fields: dict[str, Any], htmx: bool) -> None:
    answer = await livia.send_form("/tables", htmx=htmx, **fields)
    assert answer.status_code == 422
    assert ("<html" in answer.text) != htmx
    assert await count(livia.house, tables) == 0
    assert await count(livia.house, players) == 0


@pytest.mark.parametrize("spelling", [str, str.lower, lambda code: code.replace("-", " "), lambda code: f" {code} "])
async def test_a_code_leads_to_its_table(livia: Guest, teo: Guest, spelling: Any) -> None:
    code = await livia.open_table()
    answer = await teo.send_form("/join", code=spelling(code))
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{code}")


async def test_an_address_in_another_spelling_leads_to_the_right_one(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table()
    answer = await teo.get(f"/t/{code.lower()}")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{code}")


@pytest.mark.parametrize("typed", [UNKNOWN, "", "x", "\0"[:0], "<b>hello</b>", "FUMUS-27", "☃" * 50])
async def test_a_code_of_no_table_is_told_on_home(teo: Guest, typed: str) -> None:
    answer = await teo.send_form("/join", code=typed)
    assert answer.status_code == 404
    assert "There is no table with this code" in answer.text
    assert "<b>hello" not in answer.text
    fragment = await teo.send_form("/join", code=typed, htmx=True)
    assert fragment.status_code == 404
    assert 'role="alert"' in fragment.text


@pytest.mark.parametrize("code", [["a", "b"], ["x" * 5000], ["a\0"]])
async def test_a_code_that_is_no_text_is_refused(teo: Guest, code: list[str]) -> None:
    assert (await teo.send_form("/join", code=code)).status_code == 422


@pytest.mark.parametrize("method", ["get", "join", "watch", "lobby/ready", "moves", "leave", "return", "rematch"])
async def test_an_unknown_table_is_a_friendly_404(teo: Guest, livia: Guest, method: str) -> None:
    await livia.open_table(name="Livia")
    before = await everything(livia.house)
    fields = {"name": "Teo", "ready": "yes", "question": "1", "move": "pass", "key": "k"}
    if method == "get":
        answer = await teo.get(f"/t/{UNKNOWN}")
    else:
        answer = await livia.send_form(f"/t/{UNKNOWN}/{method}", **fields)
    assert answer.status_code == 404
    assert "There is no table with this code" in answer.text
    assert await everything(livia.house) == before


async def test_a_stranger_gives_a_name_and_is_in_the_lobby(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table(name="Livia")
    door = await teo.get(f"/t/{code}")
    assert door.status_code == 200
    assert f'action="/t/{code}/join"' in door.text
    assert "Livia" in door.text
    assert (await teo.join(code, "Teo")).headers["location"] == f"/t/{code}"
    lobby = (await teo.get(f"/t/{code}")).text
    assert "Livia" in lobby
    assert "Teo" in lobby
    assert f'action="/t/{code}/lobby/leave"' in lobby
    assert f'action="/t/{code}/lobby/start"' not in lobby
    assert [(row.name, row.colour, row.ready) for row in await seats_at(livia.house, code)] == [
        ("Livia", 1, True),
        ("Teo", 2, False),
    ]


async def test_coming_in_twice_is_no_news(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table(name="Livia")
    await teo.send_form(f"/t/{code}/watch", name="Teo")
    before = await everything(livia.house)
    for guest, way in ((livia, "join"), (livia, "watch"), (teo, "watch")):
        assert (await guest.send_form(f"/t/{code}/{way}", name="Nemo")).status_code == 303
    assert await everything(livia.house) == before


async def test_one_seat_a_guest(livia: Guest) -> None:
    code = await livia.open_table(name="Livia")
    assert (await livia.join(code, "Second Livia")).status_code == 303
    assert await names_at(livia.house, code) == ["Livia"]


@pytest.mark.parametrize("name", ["Livia", "LIVIA", " livia "])
async def test_a_taken_name_is_told_at_the_door(livia: Guest, teo: Guest, name: str) -> None:
    code = await livia.open_table(name="Livia")
    before = await everything(livia.house)
    answer = await teo.join(code, name)
    assert answer.status_code == 409
    assert "Choose another name" in answer.text
    assert f'action="/t/{code}/join"' in answer.text
    assert await everything(livia.house) == before


NAMES = [[], [""], ["  "], ["x" * 25], ["x" * 5000], ["a\0b"], ["a\x07"], ["\u202ex"], ["\u200b"], ["a", "b"]]


@pytest.mark.parametrize("name", NAMES)
async def test_a_bad_name_is_told_and_lets_nobody_in(livia: Guest, teo: Guest, name: list[str]) -> None:
    code = await livia.open_table(name="Livia")
    before = await everything(livia.house)
    answer = await teo.join(code, name)
    assert answer.status_code == 422
    assert "<html" in answer.text
    assert await everything(livia.house) == before


async def test_the_last_chair_goes_to_one_of_two(app: FastAPI, livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await livia.open_table(name="Livia")
    await livia.do(code, "settings", chairs="2")
    answers = await asyncio.gather(teo.join(code, "Teo"), kofi.join(code, "Kofi"))
    assert sorted(answer.status_code for answer in answers) == [303, 409]
    late = next(answer for answer in answers if answer.status_code == 409)
    assert "You can still watch" in late.text
    assert f'action="/t/{code}/watch"' in late.text
    assert len(await seats_at(livia.house, code)) == 2


async def test_eight_sit_down_at_once(app: FastAPI, livia: Guest) -> None:
    code = await livia.open_table(name="Livia")
    await livia.do(code, "settings", chairs="8")
    guests = [Guest(app, f"192.0.2.{number}") for number in range(100, 109)]
    answers = await asyncio.gather(*(guest.join(code, f"Guest {at}") for at, guest in enumerate(guests)))
    assert sorted(answer.status_code for answer in answers) == [303] * 7 + [409] * 2
    seated = await seats_at(livia.house, code)
    assert [row.number for row in seated] == list(range(8))
    assert sorted(row.colour for row in seated) == list(range(1, 9))


async def test_a_running_table_offers_to_watch(livia: Guest, teo: Guest) -> None:
    code = await _running(livia)
    door = await teo.get(f"/t/{code}")
    assert door.status_code == 200
    assert f'action="/t/{code}/watch"' in door.text
    assert f'action="/t/{code}/join"' not in door.text
    answer = await teo.join(code, "Teo")
    assert answer.status_code == 409
    assert "You can still watch" in answer.text
    assert (await teo.send_form(f"/t/{code}/watch")).status_code == 303
    assert "<hx-partial" not in (await teo.get(f"/t/{code}")).text
    assert f'action="/t/{code}/watch"' not in (await teo.get(f"/t/{code}")).text


async def _running(host: Guest) -> str:
    code = await host.open_table(name="Livia")
    assert (await host.do(code, "bot", bot="novice")).status_code == 303
    assert (await host.do(code, "start")).status_code == 303
    return code


async def test_without_watchers_nobody_is_offered_to(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table(name="Livia")
    await livia.do(code, "settings", watchers="no")
    await livia.do(code, "bot", bot="novice")
    await livia.do(code, "start")
    assert "/watch" not in (await teo.get(f"/t/{code}")).text
    answer = await teo.send_form(f"/t/{code}/watch")
    assert answer.status_code == 403
    assert "closed this table to watchers" in answer.text
    assert await count(livia.house, players) == 1


async def test_watching_gives_a_name_and_no_seat(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table(name="Livia")
    assert (await teo.send_form(f"/t/{code}/watch", name="Teo")).status_code == 303
    assert await names_at(livia.house, code) == ["Livia"]
    page = (await teo.get(f"/t/{code}")).text
    assert "1 watching" in page
    assert f'action="/t/{code}/join"' in page
    assert (await teo.join(code, "Teo")).status_code == 303
    assert "watching" not in (await teo.get(f"/t/{code}")).text


@pytest.mark.parametrize("name", [["x" * 25], ["a\x07"], ["a", "b"]])
async def test_a_watchers_bad_name_is_told(livia: Guest, teo: Guest, name: list[str]) -> None:
    code = await livia.open_table(name="Livia")
    assert (await teo.send_form(f"/t/{code}/watch", name=name)).status_code == 422
    assert await count(livia.house, players) == 1


# --- passwords ---------------------------------------------------------------------------------------------------


async def _locked(host: Guest, password: str = "habemus") -> str:
    code = await host.open_table(name="Livia")
    assert (await host.do(code, "settings", password=password)).status_code == 303
    return code


async def test_a_password_comes_before_everything_else(livia: Guest, teo: Guest) -> None:
    code = await _locked(livia)
    door = (await teo.get(f"/t/{code}")).text
    assert 'name="password"' in door
    assert "Livia" not in door
    assert (await teo.join(code, "Teo", password="habemus")).status_code == 303
    assert await names_at(livia.house, code) == ["Livia", "Teo"]


@pytest.mark.parametrize("password", [[], [""], ["Habemus"], ["habemus "], ["x" * 100], ["<b>"], ["pässwörd"]])
async def test_a_wrong_password_lets_nobody_in(livia: Guest, teo: Guest, password: list[str]) -> None:
    code = await _locked(livia)
    before = await everything(livia.house)
    for way in ("join", "watch"):
        answer = await teo.send_form(f"/t/{code}/{way}", name="Teo", password=password)
        assert answer.status_code == 403
        assert "not the password" in answer.text
        assert "Livia" not in answer.text
    assert await everything(livia.house) == before


@pytest.mark.parametrize("password", [["x" * 101], ["a\0"], ["a", "a"]])
async def test_what_is_no_password_is_refused(livia: Guest, teo: Guest, password: list[str]) -> None:
    code = await _locked(livia)
    assert (await teo.join(code, "Teo", password=password)).status_code == 422
    assert (await livia.do(code, "settings", password=password)).status_code == 422


async def test_wrong_passwords_are_limited_by_address(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await _locked(livia)
    allowed = service.PASSWORDS.amount
    answers = await asyncio.gather(*(teo.join(code, "Teo", password="wrong") for _ in range(allowed + 3)))
    assert sorted(answer.status_code for answer in answers) == [403] * allowed + [429] * 3
    assert (await teo.join(code, "Teo", password="habemus")).status_code == 429
    assert (await kofi.join(code, "Kofi", password="habemus")).status_code == 303


async def test_who_guesses_a_password_from_many_addresses_has_one_try_with_each(
    app: FastAPI, livia: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "WRONG", RateLimitItemPerMinute(4, namespace="wrong passwords"))
    code, other = await _locked(livia), await _locked(livia)
    many = [Guest(app, f"203.0.113.{number}") for number in range(5)]
    first = [(await guest.join(code, "Teo", password="wrong")).status_code for guest in many]
    assert first == [403] * 5
    for guest in many:
        refused = await guest.join(code, "Teo", password="habemus")
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "60"), "right and wrong look the same"
    assert (await many[0].join(other, "Teo", password="habemus")).status_code == 303, "elsewhere nobody guesses"
    async with Guest(app, "198.51.100.77") as friend:
        assert (await friend.join(code, "Ada", password="habemus")).status_code == 303
    for guest in many:
        await guest.aclose()


async def test_the_password_is_kept_as_a_hash(livia: Guest) -> None:
    code = await _locked(livia)
    kept = (await row_of(livia.house, code)).password_hash
    assert kept.startswith("$argon2id$")
    assert "habemus" not in "".join(map(str, (await everything(livia.house))["tables"]))
    assert kept not in (await livia.get(f"/t/{code}")).text


async def test_who_was_let_in_needs_the_password_no_more(livia: Guest, teo: Guest) -> None:
    code = await _locked(livia)
    await teo.send_form(f"/t/{code}/watch", password="habemus")
    assert (await teo.join(code, "Teo")).status_code == 303


async def test_the_password_can_be_taken_away(livia: Guest, teo: Guest) -> None:
    code = await _locked(livia)
    assert (await livia.do(code, "settings", password="")).status_code == 303
    assert (await teo.join(code, "Teo")).status_code == 303


async def test_a_password_set_while_somebody_knocks_keeps_them_out(
    livia: Guest, teo: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await livia.open_table(name="Livia")
    changing = service.changing

    def later(house: Any, code: str) -> Any:
        monkeypatch.setattr(service, "changing", changing)
        return _after(livia.do(code, "settings", password="habemus"), changing(house, code))

    monkeypatch.setattr(service, "changing", later)
    answer = await teo.join(code, "Teo")
    assert answer.status_code == 409
    assert "changed the password" in answer.text
    assert await names_at(livia.house, code) == ["Livia"]


class _after:  # noqa: N801
    """A change that begins only after something else has happened."""

    def __init__(self, first: Any, then: Any) -> None:
        self.first, self.then = first, then

    async def __aenter__(self) -> Any:
        await self.first
        return await self.then.__aenter__()

    async def __aexit__(self, *error: Any) -> Any:
        return await self.then.__aexit__(*error)


# --- who isn't welcome -------------------------------------------------------------------------------------------


async def test_a_kicked_guest_stays_out(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table(name="Livia")
    await teo.join(code, "Teo")
    assert (await livia.do(code, "kick", seat="1")).status_code == 303
    before = await everything(livia.house)
    for answer in (
        await teo.get(f"/t/{code}"),
        await teo.join(code, "Teo"),
        await teo.send_form(f"/t/{code}/watch"),
        await teo.do(code, "ready", ready="yes"),
    ):
        assert answer.status_code == 403
        assert "<html" in answer.text
    assert "asked you to leave" in (await teo.get(f"/t/{code}")).text
    assert await everything(livia.house) == before


async def test_an_ended_table_is_gone(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table(name="Livia")
    assert (await livia.do(code, "end", sure="yes")).headers["location"] == "/"
    before = await everything(livia.house)
    for guest in (livia, teo):
        for answer in (
            await guest.get(f"/t/{code}"),
            await guest.join(code, "Teo"),
            await guest.send_form(f"/t/{code}/watch"),
            await guest.do(code, "ready", ready="yes"),
            await guest.do(code, "start"),
        ):
            assert answer.status_code == 410
            assert "ended" in answer.text
    assert await everything(livia.house) == before


# --- Home --------------------------------------------------------------------------------------------------------


async def test_home_shows_the_games_and_what_they_take(teo: Guest) -> None:
    page = (await teo.get("/")).text
    assert 'value="pope-or-nope"' in page
    assert "2 to 8" in page


async def test_home_shows_my_tables_and_whose_turn_it_is(livia: Guest, teo: Guest) -> None:
    lobby = await livia.open_table(name="Livia")
    running = await _running(livia)
    for page in ((await livia.get("/")).text, (await livia.get("/")).text):
        assert lobby in page
        assert running in page
        assert "your turn" in page
    assert lobby not in (await teo.get("/")).text
    assert page.index(running) < page.index(lobby)


async def test_home_names_the_winner_of_a_finished_table(livia: Guest) -> None:
    code = await _running(livia)
    await _set(livia, code, status="over")
    with pope_or_nope_as(result=lambda state: _won_by(1)):
        page = (await livia.get("/")).text
    assert code in page
    assert (await names_at(livia.house, code))[1] in page


def _won_by(seat: int) -> Any:
    return Result((seat,), (), Fact("x"))


async def _set(guest: Guest, code: str, **values: Any) -> None:
    async with guest.house.engine.begin() as connection:
        await connection.execute(update(tables).where(tables.c.code == code).values(**values))


async def test_home_lists_what_hosts_list(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table(name="Livia")
    assert code not in (await teo.get("/")).text
    await livia.do(code, "settings", private="no")
    page = (await teo.get("/")).text
    assert code in page
    assert "Livia" in page
    await livia.do(code, "settings", private="yes")
    assert code not in (await teo.get("/")).text


async def test_an_ended_table_is_not_listed(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table(name="Livia")
    await livia.do(code, "settings", private="no")
    await livia.do(code, "end", sure="yes")
    assert code not in (await teo.get("/")).text
    assert code not in (await livia.get("/")).text


async def test_who_stood_up_last_leaves_an_ended_table(livia: Guest) -> None:
    code = await livia.open_table(name="Livia")
    await livia.do(code, "bot", bot="novice")
    answer = await livia.do(code, "leave")
    assert answer.headers["location"] == "/"
    assert (await row_of(livia.house, code)).status == "ended"


async def test_the_chair_goes_to_whoever_has_sat_longest(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await livia.open_table(name="Livia")
    await teo.join(code, "Teo")
    await kofi.join(code, "Kofi")
    first = (await seats_at(livia.house, code))[2]
    async with livia.house.engine.begin() as connection:
        earlier = update(seats).where(seats.c.name == "Kofi").values(joined_at=first.joined_at - timedelta(days=1))
        await connection.execute(earlier)
    await livia.do(code, "leave")
    row = await row_of(livia.house, code)
    assert row.status == "lobby"
    assert row.host_id == first.player_id
    assert await names_at(livia.house, code) == ["Teo", "Kofi"]


async def test_who_left_may_come_back(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table(name="Livia")
    await teo.join(code, "Teo")
    await teo.do(code, "leave")
    assert await names_at(livia.house, code) == ["Livia"]
    assert (await teo.join(code, "Teodoro")).status_code == 303
    assert await names_at(livia.house, code) == ["Livia", "Teodoro"]


async def test_who_is_let_in_is_noted_once(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table(name="Livia")
    await teo.join(code, "Teo")
    await teo.send_form(f"/t/{code}/watch")
    async with livia.house.engine.connect() as connection:
        assert list((await connection.execute(select(admissions.c.kicked))).scalars()) == [False, False]


async def test_a_finished_table_says_that_it_is_over_and_shows_the_result(livia: Guest, teo: Guest) -> None:
    code = await _running(livia)
    async with livia.house.engine.begin() as connection:
        await connection.execute(update(tables).where(tables.c.code == code).values(status="over"))
    door = await teo.get(f"/t/{code}")
    assert "The game is over" in door.text
    assert "under way" not in door.text
    assert "See the result" in door.text
