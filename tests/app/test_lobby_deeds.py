"""The lobby: what each deed does, who may do it, and what every one of its fields refuses."""

import asyncio
import hashlib
import random
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import update

from app.database import tables
from app.lobby import bots
from app.lobby.routes import DEEDS
from app.tables import levels
from app.tables.pacing import PACES
from games import GAMES
from games.kernel.contract import decode
from tests.app.conftest import Guest, everything, names_at, pope_or_nope_as, row_of, seats_at

GAME = GAMES["pope-or-nope"]


@pytest.fixture
async def code(livia: Guest, teo: Guest) -> str:
    """A lobby: Livia is host, Teo sits there too."""
    opened = await livia.open_table(name="Livia")
    assert (await teo.join(opened, "Teo")).status_code == 303
    return opened


async def test_ready_and_not_ready(livia: Guest, teo: Guest, code: str) -> None:
    for said, is_ready in (("yes", True), ("yes", True), ("no", False)):
        assert (await teo.do(code, "ready", ready=said)).status_code == 303
        assert [row.ready for row in await seats_at(livia.house, code)] == [True, is_ready]


async def test_a_deed_is_news_for_everybody(livia: Guest, code: str) -> None:
    before = await row_of(livia.house, code)
    answer = await livia.do(code, "ready", ready="no", htmx=True)
    after = await row_of(livia.house, code)
    assert (answer.status_code, answer.text) == (204, "")
    assert (after.seq, after.version) == (before.seq + 1, before.version + 1)


@pytest.mark.parametrize(
    ("rule", "typed", "value"),
    [(rule.name, _, setting.value) for rule in GAME.house_rules for setting in rule.settings for _ in (setting.value,)],
)
async def test_every_house_rule_can_be_set(livia: Guest, code: str, rule: str, typed: Any, value: Any) -> None:
    sent = {True: "yes", False: "no"}.get(typed, str(typed)) if isinstance(typed, bool) else str(typed)
    assert (await livia.do(code, "rules", **{rule: sent})).status_code == 303
    options = (await row_of(livia.house, code)).options
    assert options[rule] == value
    assert type(options[rule]) is type(value)
    page = (await livia.get(f"/t/{code}")).text
    words = next(s.words for r in GAME.house_rules if r.name == rule for s in r.settings if s.value == value)
    assert f'<option value="{sent}" selected>{words}' in page.replace("&#39;", "'")


async def test_rules_not_sent_stay(livia: Guest, code: str) -> None:
    await livia.do(code, "rules", target="3", opening="compulsory")
    await livia.do(code, "rules", cancello="broad")
    options = (await row_of(livia.house, code)).options
    assert (options["target"], options["opening"], options["cancello"]) == (3, "compulsory", "broad")


async def test_who_starts_is_a_seat_or_the_lot(livia: Guest, code: str) -> None:
    for sent, first in (("1", 1), ("0", 0), ("", None)):
        assert (await livia.do(code, "rules", first=sent)).status_code == 303
        assert (await row_of(livia.house, code)).options["first"] == first


async def test_who_starts_keeps_starting_on_whatever_chair(livia: Guest, teo: Guest, kofi: Guest, code: str) -> None:
    await kofi.join(code, "Kofi")
    await livia.do(code, "rules", first="2")
    await livia.do(code, "move", seat="2", to="up")
    assert (await row_of(livia.house, code)).options["first"] == 1
    await livia.do(code, "kick", seat="2")
    assert (await row_of(livia.house, code)).options["first"] == 1
    await kofi.do(code, "leave")
    assert (await row_of(livia.house, code)).options["first"] is None


async def test_the_expected_length_follows_the_rules(livia: Guest, code: str) -> None:
    with pope_or_nope_as(minutes=lambda seats, options: (10, 20) if options.target == "printed" else (35, 50)):
        assert "About 10 to 20 minutes" in (await livia.get(f"/t/{code}")).text
        await livia.do(code, "rules", target="3")
        assert "About 35 to 50 minutes" in (await livia.get(f"/t/{code}")).text


async def test_rules_that_do_not_fit_the_number_are_told_with_the_clause(livia: Guest, code: str) -> None:
    await livia.do(code, "rules", teams="yes")
    page = (await livia.get(f"/t/{code}")).text
    assert "/rules/pope-or-nope#PN-1.2" in page
    assert "team A" in page
    before = await everything(livia.house)
    answer = await livia.do(code, "start", sure="yes")
    assert answer.status_code == 422
    assert "PN-1.2" in answer.text
    assert await everything(livia.house) == before


async def test_rules_that_fit_no_number_are_refused(livia: Guest, code: str) -> None:
    never = GAME.misfit(3, GAME.Options(teams=True))
    before = await everything(livia.house)
    with pope_or_nope_as(misfit=lambda seats, options: never):
        answer = await livia.do(code, "rules", target="3")
    assert answer.status_code == 422
    assert await everything(livia.house) == before


async def test_chairs_private_and_watchers(livia: Guest, code: str) -> None:
    assert (await livia.do(code, "settings", chairs="8", private="no", watchers="no")).status_code == 303
    row = await row_of(livia.house, code)
    assert (row.chairs, row.private, row.watchers) == (8, False, False)
    assert (await livia.do(code, "settings", private="yes")).status_code == 303
    row = await row_of(livia.house, code)
    assert (row.chairs, row.private, row.watchers) == (8, True, False)


async def test_the_pace_of_the_bots(livia: Guest, code: str) -> None:
    assert (await row_of(livia.house, code)).pace == "calm"
    assert (await livia.do(code, "settings", pace="slow")).status_code == 303
    assert (await row_of(livia.house, code)).pace == "slow"
    assert 'value="slow" aria-pressed="true"' in (await livia.get(f"/t/{code}")).text


@pytest.mark.parametrize("level", ["novice", "courtier", "cardinal"])
async def test_a_chair_says_of_which_level_its_bot_is(livia: Guest, code: str, level: str) -> None:
    await livia.do(code, "bot", bot=level)
    assert f"</svg>bot, {level}</small>" in (await livia.get(f"/t/{code}")).text


async def test_a_bot_sits_down_ready_and_leaves(livia: Guest, code: str) -> None:
    for _ in range(2):
        assert (await livia.do(code, "bot", bot="novice")).status_code == 303
    seated = await seats_at(livia.house, code)
    assert [(row.player_id, row.bot, row.ready) for row in seated[2:]] == [(None, "novice", True)] * 2
    assert len({row.name for row in seated}) == 4
    assert {row.name for row in seated[2:]} <= set(bots.NAMES)
    assert (await livia.do(code, "bot", bot="novice")).status_code == 409
    assert (await livia.do(code, "dismiss", seat="2")).status_code == 303
    left = await seats_at(livia.house, code)
    assert [(row.number, row.name) for row in left] == [(0, "Livia"), (1, "Teo"), (2, seated[3].name)]


def test_every_bot_has_words() -> None:
    for game in GAMES.values():
        assert levels.levels(game) == ([] if game.companion else ["novice", "courtier", "cardinal"])
    assert set(levels.LIKE) == set(levels.WORDS)
    assert set(levels.PACES) == set(PACES)


async def test_seats_move_up_and_down(livia: Guest, kofi: Guest, code: str) -> None:
    await kofi.join(code, "Kofi")
    for seat, to, order in (
        ("2", "up", ["Livia", "Kofi", "Teo"]),
        ("0", "down", ["Kofi", "Livia", "Teo"]),
        ("0", "up", ["Kofi", "Livia", "Teo"]),
        ("2", "down", ["Kofi", "Livia", "Teo"]),
    ):
        assert (await livia.do(code, "move", seat=seat, to=to)).status_code == 303
        assert await names_at(livia.house, code) == order


async def test_a_seat_that_changed_hands_is_not_taken_for_another(livia: Guest, kofi: Guest, code: str) -> None:
    await kofi.join(code, "Kofi")
    await livia.do(code, "move", seat="2", to="up")
    before = await everything(livia.house)
    for deed in ("kick", "chair", "move"):
        answer = await livia.do(code, deed, seat="1", name="Teo", to="up")
        assert answer.status_code == 409
        assert "seats have changed" in answer.text
    assert await everything(livia.house) == before
    assert (await livia.do(code, "kick", seat="1", name="Kofi")).status_code == 303


async def test_the_page_sends_who_sat_there(livia: Guest, code: str) -> None:
    page = (await livia.get(f"/t/{code}")).text
    form = page[page.index(f'action="/t/{code}/lobby/kick"') :].partition("</form>")[0]
    assert 'name="seat" value="1"' in form
    assert 'name="name" value="Teo"' in form


async def test_shuffle_keeps_everybody(livia: Guest, kofi: Guest, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await kofi.join(code, "Kofi")
    monkeypatch.setattr("app.lobby.chairs.secrets.SystemRandom", lambda: random.Random(3))
    before = {row.name: row for row in await seats_at(livia.house, code)}
    assert (await livia.do(code, "shuffle")).status_code == 303
    after = {row.name: row for row in await seats_at(livia.house, code)}
    assert [row.number for row in after.values()] == [0, 1, 2]
    assert list(after) != list(before)
    assert {name: row.player_id for name, row in after.items()} == {name: row.player_id for name, row in before.items()}
    assert {name: row.colour for name, row in after.items()} == {name: row.colour for name, row in before.items()}


async def test_kick_closes_up_the_seats(livia: Guest, kofi: Guest, code: str) -> None:
    await kofi.join(code, "Kofi")
    assert (await livia.do(code, "kick", seat="1")).status_code == 303
    assert [(row.number, row.name, row.colour) for row in await seats_at(livia.house, code)] == [
        (0, "Livia", 1),
        (1, "Kofi", 3),
    ]


async def test_the_chair_is_passed_on(livia: Guest, teo: Guest, code: str) -> None:
    assert (await livia.do(code, "chair", seat="1")).status_code == 303
    assert (await livia.do(code, "settings", chairs="5")).status_code == 403
    assert (await teo.do(code, "settings", chairs="5")).status_code == 303
    assert (await teo.do(code, "kick", seat="0")).status_code == 303


async def test_start_deals_once_everybody_is_ready(livia: Guest, teo: Guest, code: str) -> None:
    await teo.do(code, "ready", ready="yes")
    assert (await livia.do(code, "start", htmx=True)).status_code == 204
    row = await row_of(livia.house, code)
    assert row.status == "playing"
    assert row.state is not None


async def test_start_names_who_is_not_ready_and_asks(livia: Guest, teo: Guest, kofi: Guest, code: str) -> None:
    await kofi.join(code, "Kofi <i>")
    before = await everything(livia.house)
    for htmx in (False, True):
        answer = await livia.do(code, "start", htmx=htmx)
        assert answer.status_code == 409
        assert "Teo and Kofi &lt;i&gt; are not ready yet." in answer.text
        assert 'name="sure" value="yes"' in answer.text
        assert ("<html" in answer.text) != htmx
        assert (await livia.do(code, "start", sure="no", htmx=htmx)).status_code == 409
    assert await everything(livia.house) == before
    assert (await livia.do(code, "start", sure="yes")).status_code == 303
    assert (await row_of(livia.house, code)).status == "playing"


async def test_the_deal_has_as_many_seats_as_sit_there(livia: Guest, teo: Guest, kofi: Guest, code: str) -> None:
    await kofi.join(code, "Kofi")
    await teo.do(code, "leave")
    await livia.do(code, "start", sure="yes")
    assert [row.number for row in await seats_at(livia.house, code)] == [0, 1]
    row = await row_of(livia.house, code)
    assert len(GAME.deciders(decode(GAME, row.state, row.schema))) == 2


async def test_start_twice_deals_once(livia: Guest, teo: Guest, code: str) -> None:
    answers = await asyncio.gather(*(livia.do(code, "start", sure="yes") for _ in range(2)))
    assert sorted(answer.status_code for answer in answers) == [303, 409]
    assert len((await everything(livia.house))["actions"]) == 1


async def test_two_bots_at_once_get_two_names_and_one_chair_each(livia: Guest, code: str) -> None:
    answers = await asyncio.gather(*(livia.do(code, "bot", bot="novice") for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [303, 303, 409, 409]
    assert len(set(await names_at(livia.house, code))) == 4


async def test_leaving_and_starting_at_once_is_one_or_the_other(livia: Guest, teo: Guest, code: str) -> None:
    started, left = await asyncio.gather(livia.do(code, "start", sure="yes"), teo.do(code, "leave"))
    row = await row_of(livia.house, code)
    if row.status == "playing":
        assert (started.status_code, left.status_code) == (303, 409)
        assert await names_at(livia.house, code) == ["Livia", "Teo"]
    else:
        assert (started.status_code, left.status_code) == (409, 303)
        assert await names_at(livia.house, code) == ["Livia"]


async def test_alone_one_cannot_start(livia: Guest) -> None:
    code = await livia.open_table(name="Livia")
    answer = await livia.do(code, "start", sure="yes")
    assert answer.status_code == 409
    assert "at least 2 players" in answer.text


async def test_end_asks_first(livia: Guest, code: str) -> None:
    for htmx in (False, True):
        answer = await livia.do(code, "end", htmx=htmx)
        assert answer.status_code == 409
        assert 'name="sure" value="yes"' in answer.text
    assert (await row_of(livia.house, code)).status == "lobby"
    assert (await livia.do(code, "end", sure="yes", htmx=True)).headers["hx-redirect"] == "/"
    assert (await row_of(livia.house, code)).status == "ended"


async def test_the_host_ends_a_running_game_after_a_question(livia: Guest, teo: Guest, code: str) -> None:
    await livia.do(code, "bot", bot="novice")
    await livia.do(code, "start", sure="yes")
    before, version = await everything(livia.house), (await row_of(livia.house, code)).version
    for htmx in (False, True):
        answer = await livia.do(code, "end", htmx=htmx)
        assert answer.status_code == 409
        assert "The game ends unfinished for everybody" in answer.text
        assert (await teo.do(code, "end", sure="yes", htmx=htmx)).status_code == 403
    assert await everything(livia.house) == before
    assert (await livia.do(code, "end", sure="yes", htmx=True)).headers["hx-redirect"] == "/"
    row = await row_of(livia.house, code)
    assert (row.status, row.bot_due, row.version) == ("ended", None, version + 1)
    assert row.ended_at is not None
    for answer in (
        await teo.get(f"/t/{code}"),
        await teo.send_form(f"/t/{code}/moves", question="1", key="k", move="pass"),
        await teo.send_form(f"/t/{code}/leave"),
        await teo.send_form(f"/t/{code}/return"),
        await teo.send_form(f"/t/{code}/rematch"),
        await livia.do(code, "end", sure="yes"),
    ):
        assert answer.status_code == 410
    assert await row_of(livia.house, code) == row


async def test_a_finished_game_is_not_ended(livia: Guest, code: str) -> None:
    await livia.do(code, "start", sure="yes")
    async with livia.house.engine.begin() as connection:
        await connection.execute(update(tables).where(tables.c.code == code).values(status="over"))
    before = await everything(livia.house)
    assert (await livia.do(code, "end", sure="yes")).status_code == 409
    assert await everything(livia.house) == before


async def test_a_rematch_that_was_ended_leaves_room_for_another(livia: Guest, teo: Guest, code: str) -> None:
    await livia.do(code, "start", sure="yes")
    async with livia.house.engine.begin() as connection:
        await connection.execute(update(tables).where(tables.c.code == code).values(status="over"))
    first = (await livia.send_form(f"/t/{code}/rematch")).headers["location"]
    assert (await livia.send_form(f"{first}/lobby/end", sure="yes")).status_code == 303
    second = (await teo.send_form(f"/t/{code}/rematch")).headers["location"]
    assert second != first
    assert (await teo.get(second)).status_code == 200


GOOD: dict[str, dict[str, str]] = {
    "ready": {"ready": "yes"},
    "rules": {"target": "3"},
    "clock": {"kind": "turn"},
    "settings": {"chairs": "5"},
    "bot": {"bot": "novice"},
    "dismiss": {"seat": "2"},
    "kick": {"seat": "1"},
    "chair": {"seat": "1"},
    "move": {"seat": "1", "to": "up"},
    "shuffle": {},
    "start": {"sure": "yes"},
    "end": {"sure": "yes"},
    "leave": {},
    "words": {"words": "fumus alba"},
    "beside": {"name": "Bruno", "colour": "5"},
    "remove": {"seat": "1"},
}
HOSTS = sorted(set(GOOD) - {"ready", "leave", "words", "beside", "remove"})


def test_every_deed_is_tried_here() -> None:
    assert {*GOOD, "pick"} == set(DEEDS), "picks have a game and a file of their own: test_lobby_picks.py"


@pytest.mark.parametrize("deed", HOSTS)
async def test_only_the_host_decides(livia: Guest, teo: Guest, kofi: Guest, code: str, deed: str) -> None:
    await livia.do(code, "bot", bot="novice")
    before = await everything(livia.house)
    for guest in (teo, kofi):
        for htmx in (False, True):
            answer = await guest.do(code, deed, htmx=htmx, **GOOD[deed])
            assert answer.status_code == 403
            assert "Only the host" in answer.text
    assert await everything(livia.house) == before


@pytest.mark.parametrize("deed", ["ready", "leave", "beside", "remove"])
async def test_only_who_sits_there_is_ready_or_leaves(livia: Guest, kofi: Guest, code: str, deed: str) -> None:
    before = await everything(livia.house)
    assert (await kofi.do(code, deed, **GOOD[deed])).status_code == 403
    assert await everything(livia.house) == before


@pytest.mark.parametrize("deed", sorted(set(GOOD) - {"end"}))
async def test_nothing_is_decided_after_the_start(livia: Guest, teo: Guest, code: str, deed: str) -> None:
    await livia.do(code, "bot", bot="novice")
    await livia.do(code, "start", sure="yes")
    before = await everything(livia.house)
    answer = await livia.do(code, deed, **GOOD[deed])
    assert answer.status_code == 409
    assert await everything(livia.house) == before


BAD_NUMBERS: list[Any] = [[], "", "x", "-1", "1.0", "٣", "99", "1" * 50, "0x1", " 1", ["1", "1"], "<b>", "1\0"]
BAD: list[tuple[str, dict[str, Any]]] = [
    ("nothing", {}),
    ("READY", {"ready": "yes"}),
    *[("ready", {"ready": value}) for value in ([], "", "maybe", "YES", "x" * 5000, ["yes", "no"], "<b>", "yes\0")],
    *[("rules", {"target": value}) for value in ("", "9999", "-1", "True", "x" * 5000, ["3", "4"], "3\0", "<b>")],
    *[("rules", {"teams": value}) for value in ("", "true", "1", "x" * 5000, ["yes", "no"])],
    *[("rules", {"opening": value}) for value in ("", "never", "Optional", ["optional", "compulsory"])],
    *[("rules", {"first": value}) for value in ("2", "-1", "x", "Livia", "9" * 40, ["0", "1"], "0\0", "None")],
    *[("settings", {"chairs": value}) for value in ("0", "1", "9", *BAD_NUMBERS[1:])],
    *[("settings", {"private": value}) for value in ("", "maybe", "on", ["yes", "no"], "x" * 5000)],
    *[("settings", {"watchers": value}) for value in ("", "maybe", "on", ["yes", "no"], "x" * 5000)],
    *[("settings", {"password": value}) for value in ("x" * 101, ["a", "b"], "a\0")],
    *[("settings", {"pace": value}) for value in ("", "glacial", "CALM", ["calm", "slow"], "calm\0", "<b>")],
    *[("bot", {"bot": value}) for value in ([], "", "clever", "x" * 5000, ["novice", "novice"], "<b>", "novice\0")],
    *[(deed, {"seat": value}) for deed in ("dismiss", "kick", "chair") for value in BAD_NUMBERS],
    *[("move", {"to": "up", "seat": value}) for value in BAD_NUMBERS],
    *[("beside", {"name": "Bruno", "colour": value}) for value in ("0", "9", *BAD_NUMBERS[1:])],
    *[("beside", {"name": value}) for value in ([], "", " ", "x" * 25, "x" * 5000, ["a", "b"], "a\0", "\u202e")],
    *[("remove", {"seat": value}) for value in BAD_NUMBERS],
    *[("move", {"seat": "1", "to": value}) for value in ([], "", "left", "UP", "x" * 5000, ["up", "down"])],
    *[("kick", {"seat": "1", "name": value}) for value in ("x" * 5000, ["Teo", "Teo"], "Teo\0")],
    *[(deed, {"sure": value}) for deed in ("start", "end") for value in ("", "maybe", ["yes", "yes"], "x" * 5000)],
]


async def test_a_bad_field_is_told_and_changes_nothing(livia: Guest, teo: Guest, code: str) -> None:
    before = await everything(livia.house)
    for deed, fields in BAD:
        for htmx in (False, True):
            answer = await livia.do(code, deed, htmx=htmx, **fields)
            assert answer.status_code == 422, (deed, fields)
            assert ("<html" in answer.text) != htmx, (deed, fields)
            assert "<b>" not in answer.text
    assert await everything(livia.house) == before


CONFLICTS: list[tuple[str, dict[str, str]]] = [
    ("dismiss", {"seat": "0"}),
    ("dismiss", {"seat": "1"}),
    ("kick", {"seat": "0"}),
    ("kick", {"seat": "2"}),
    ("chair", {"seat": "2"}),
    ("settings", {"chairs": "2"}),
]


@pytest.mark.parametrize(("deed", "fields"), CONFLICTS)
async def test_what_does_not_fit_the_seats_is_told(livia: Guest, code: str, deed: str, fields: dict[str, str]) -> None:
    await livia.do(code, "bot", bot="novice")
    before = await everything(livia.house)
    answer = await livia.do(code, deed, **fields)
    assert answer.status_code == 409
    assert await everything(livia.house) == before


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/json", b'{"ready": "yes"}'),
        ("text/plain", b"ready=yes"),
        ("application/x-www-form-urlencoded", b"\xff\xfe=%00%zz&&&==&"),
        ("application/x-www-form-urlencoded", b"&".join(b"a%d=1" % number for number in range(2000))),
        ("application/x-www-form-urlencoded", b"ready=%ED%A0%80"),
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=b", b"nonsense"),
        ("multipart/form-data; boundary=b", b"--b\r\nContent-Disposition: form-data\r\n\r\nyes\r\n--b--\r\n"),
        (
            "multipart/form-data; boundary=b",
            b'--b\r\nContent-Disposition: form-data; name="ready"; filename="x"\r\n\r\nyes\r\n--b--\r\n',
        ),
        (
            "multipart/form-data; boundary=b; charset=utf-7",
            b'--b\r\nContent-Disposition: form-data; name="ready"\r\n\r\n+2AA-\r\n--b--\r\n',
        ),
        (
            "multipart/form-data; boundary=b; charset=punycode",
            b'--b\r\nContent-Disposition: form-data; name="ready"\r\n\r\n\xff--\r\n--b--\r\n',
        ),
        (
            "multipart/form-data; boundary=b; charset=hex",
            b'--b\r\nContent-Disposition: form-data; name="ready"\r\n\r\nzz\r\n--b--\r\n',
        ),
        ("", b"ready=yes"),
    ],
)
async def test_a_body_that_is_no_form_is_refused(livia: Guest, code: str, kind: str, body: bytes) -> None:
    before = await everything(livia.house)
    answer = await livia.post(f"/t/{code}/lobby/ready", content=body, headers={"content-type": kind})
    assert answer.status_code in (400, 422)
    assert "<html" in answer.text
    assert await everything(livia.house) == before


async def test_a_form_with_parts_is_read(livia: Guest, code: str) -> None:
    answer = await livia.post(f"/t/{code}/lobby/ready", files={"ready": (None, "no")})
    assert answer.status_code == 303
    assert not (await seats_at(livia.house, code))[0].ready


async def test_the_lobby_shows_the_host_what_others_do_not_get(livia: Guest, teo: Guest, code: str) -> None:
    own, others = (await livia.get(f"/t/{code}")).text, (await teo.get(f"/t/{code}")).text
    for deed in sorted(set(HOSTS) - {"dismiss"}):
        assert f'action="/t/{code}/lobby/{deed}"' in own, deed
        assert f'action="/t/{code}/lobby/{deed}"' not in others, deed


async def test_the_seed_is_promised_and_not_shown(livia: Guest, code: str) -> None:
    seed = (await row_of(livia.house, code)).seed
    page = (await livia.get(f"/t/{code}")).text
    assert hashlib.sha256(seed).hexdigest() in page
    assert seed.hex() not in page


async def test_markup_in_names_is_text_in_the_lobby(app: FastAPI, livia: Guest, kofi: Guest, code: str) -> None:
    await kofi.join(code, '"><img src=x>')
    for guest in (livia, kofi):
        page = (await guest.get(f"/t/{code}")).text
        assert "<img src=x" not in page
        assert "&lt;img src=x&gt;" in page
