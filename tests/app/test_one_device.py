"""Several seats on one device: who sits down there, what the curtain shows, and who may act for whom behind it."""

from typing import Any

import httpx
import pytest
from sqlalchemy import select

from app.database import players
from app.tables import questions
from app.tables.seating import STAND_IN
from tests.app.conftest import Guest, count, everything, names_at, row_of, seats_at
from tests.app.tables.conftest import Seated
from tests.app.test_absent_seats import JUST, LONG, let_bot, went
from tests.served import hidden

CHANGED = "The seats have changed meanwhile."
FALLEN = "The curtain is down before this hand."


@pytest.fixture
async def lobby(livia: Guest, teo: Guest) -> str:
    """A lobby of three: Livia is host, with Bruno on her device; Teo has one of his own."""
    code = await livia.open_table(name="Livia")
    assert (await livia.do(code, "beside", name="Bruno", colour="4")).status_code == 303
    await teo.join(code, "Teo")
    return code


@pytest.fixture
async def code(livia: Guest, teo: Guest, lobby: str) -> str:
    """The same three in play, and all are asked for their opening."""
    assert (await livia.do(lobby, "start", sure="yes")).status_code == 303
    return lobby


async def show(guest: Guest, code: str, seat: int, name: str) -> str:
    """Raises the curtain before this hand: its address."""
    answer = await guest.send_form(f"/t/{code}/show", seat=seat, name=name)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


async def open_with_nothing(guest: Guest, hand: str, **fields: str) -> httpx.Response:
    """The opening of whose hand stands at this address."""
    form = hidden((await guest.get(hand)).text)
    return await guest.send_form(f"{hand}/moves", move="open", deed="", **{**form, **fields})


async def asked(guest: Guest, code: str) -> set[int]:
    """Whom the table waits for."""
    return set(questions.read((await row_of(guest.house, code)).questions).asked)


def told(answer: httpx.Response, status: int, sentence: str) -> None:
    """This status, and these words."""
    assert answer.status_code == status, answer.text
    assert sentence in answer.text.replace("&#39;", "'")


# --- the lobby -----------------------------------------------------------------------------------------------------


async def test_somebody_sits_down_on_the_same_device_and_leaves_it_again(livia: Guest, lobby: str) -> None:
    rows, people = await seats_at(livia.house, lobby), await count(livia.house, players)
    assert [(row.name, row.colour, row.ready) for row in rows][1] == ("Bruno", 4, True)
    assert (await livia.do(lobby, "remove", seat="1", name="Bruno")).status_code == 303
    assert await names_at(livia.house, lobby) == ["Livia", "Teo"]
    assert await count(livia.house, players) == people - 1, "nothing is kept of who played nowhere"


async def test_everybody_sees_on_whose_device_somebody_plays(livia: Guest, teo: Guest, lobby: str) -> None:
    assert "on this device" in (await livia.get(f"/t/{lobby}")).text
    page = (await teo.get(f"/t/{lobby}")).text
    assert "on the device of Livia" in page
    assert "Take Bruno off this device" not in page


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({"name": "TEO"}, 409, "Somebody at this table is called TEO already."),
        ({"name": "Ana", "colour": "4"}, 409, "Bruno has this colour already."),
        ({"name": "Ana", "colour": "9"}, 422, "There is no such colour."),
        ({"name": ""}, 422, "Give a name"),
    ],
)
async def test_what_can_be_wrong_with_who_sits_down(
    livia: Guest, lobby: str, fields: Any, status: int, sentence: str
) -> None:
    before = await everything(livia.house)
    told(await livia.do(lobby, "beside", **fields), status, sentence)
    assert await everything(livia.house) == before


async def test_no_more_sit_down_than_there_are_chairs_and_none_after_the_start(livia: Guest, lobby: str) -> None:
    assert (await livia.do(lobby, "beside", name="Ana")).status_code == 303
    before = await everything(livia.house)
    told(await livia.do(lobby, "beside", name="Ugo"), 409, "All chairs are taken.")
    assert await everything(livia.house) == before
    await livia.do(lobby, "start", sure="yes")
    told(await livia.do(lobby, "beside", name="Ugo"), 409, "The game has begun")


async def test_watchers_seat_nobody_and_one_removes_only_who_plays_on_the_own_device(
    livia: Guest, teo: Guest, kofi: Guest, lobby: str
) -> None:
    await kofi.send_form(f"/t/{lobby}/watch", name="Kofi")
    before = await everything(livia.house)
    told(await kofi.do(lobby, "beside", name="Ana"), 403, "You have no chair at this table")
    told(await teo.do(lobby, "remove", seat="1", name="Bruno"), 403, "Bruno doesn’t play on this device")
    told(await livia.do(lobby, "remove", seat="0", name="Livia"), 409, "This is your own seat.")
    told(await livia.do(lobby, "remove", seat="1", name="Ana"), 409, CHANGED)
    told(await livia.do(lobby, "chair", seat="1", name="Bruno"), 409, "Bruno plays on somebody else’s device.")
    assert await everything(livia.house) == before


async def test_who_leaves_is_asked_first_and_takes_the_device_along(livia: Guest, teo: Guest, lobby: str) -> None:
    told(await livia.do(lobby, "leave"), 409, "Bruno on this device will leave with you.")
    assert (await livia.do(lobby, "leave", sure="yes")).status_code == 303
    assert await names_at(livia.house, lobby) == ["Teo"]
    assert (await row_of(livia.house, lobby)).host_id == (await seats_at(livia.house, lobby))[0].player_id


async def test_who_is_sent_away_goes_with_all_on_the_device_and_is_ready_with_them(
    livia: Guest, teo: Guest, lobby: str
) -> None:
    assert (await teo.do(lobby, "beside", name="Ana")).status_code == 303
    assert [row.ready for row in await seats_at(livia.house, lobby)] == [True, True, False, False]
    await teo.do(lobby, "ready", ready="yes")
    assert [row.ready for row in await seats_at(livia.house, lobby)] == [True] * 4
    assert (await livia.do(lobby, "kick", seat="3", name="Ana")).status_code == 303
    assert await names_at(livia.house, lobby) == ["Livia", "Bruno", "Teo"]
    await teo.do(lobby, "beside", name="Ana")
    await livia.do(lobby, "kick", seat="2", name="Teo")
    assert await names_at(livia.house, lobby) == ["Livia", "Bruno"]


# --- the curtain ---------------------------------------------------------------------------------------------------


async def test_the_curtain_shows_no_hand_and_whom_to_hand_the_device_to(livia: Guest, code: str) -> None:
    page = (await livia.get(f"/t/{code}")).text
    assert "Hand it to Livia and Bruno, one after the other" in page
    assert "I am Bruno: show my hand" in page
    assert 'id="hand"' not in page
    assert 'data-me="' not in page
    assert "I am Teo" not in page


async def test_behind_the_curtain_is_one_hand_and_it_falls_with_the_answer(livia: Guest, code: str) -> None:
    hand = await show(livia, code, 1, "Bruno")
    page = (await livia.get(hand)).text
    assert 'data-me="1"' in page
    assert f'action="{hand}/moves"' in page
    assert f'"/t/{code}/moves"' not in page
    assert "The hand of <b>Bruno</b>" in page
    answer = await open_with_nothing(livia, hand)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{code}")
    assert await asked(livia, code) == {0, 2}
    assert "Hand it to Livia" in (await livia.get(f"/t/{code}")).text
    back = await livia.get(hand)
    assert (back.status_code, back.headers["location"]) == (303, f"/t/{code}"), "the address leads nowhere any more"
    assert back.headers["cache-control"] == "no-store"


async def test_the_curtain_falls_by_hand_in_every_tab_and_another_hand_is_not_touched(livia: Guest, code: str) -> None:
    bruno, own = await show(livia, code, 1, "Bruno"), await show(livia, code, 0, "Livia")
    assert await show(livia, code, 1, "Bruno") == bruno, "another tab"
    for _ in range(2):
        answer = await livia.send_form(f"{bruno}/hide")
        assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{code}")
    assert (await livia.get(bruno)).status_code == 303
    assert (await livia.get(own)).status_code == 200
    assert await show(livia, code, 1, "Bruno") != bruno


async def test_a_free_move_leaves_the_curtain_up(livia: Guest, code: str) -> None:
    first = await show(livia, code, 1, "Bruno")
    await open_with_nothing(livia, first)
    again = await show(livia, code, 1, "Bruno")
    answer = await open_with_nothing(livia, again)
    assert (answer.status_code, answer.headers["location"]) == (303, again)
    assert (await livia.get(again)).status_code == 200


async def test_a_move_sent_twice_gets_the_first_answer_though_the_curtain_fell_between(livia: Guest, code: str) -> None:
    hand = await show(livia, code, 1, "Bruno")
    form = hidden((await livia.get(hand)).text)
    for _ in range(2):
        answer = await livia.send_form(f"{hand}/moves", htmx=True, move="open", deed="", **form)
        assert (answer.status_code, answer.headers["hx-redirect"]) == (204, f"/t/{code}")
    before = await everything(livia.house)
    answer = await livia.send_form(f"{hand}/moves", htmx=True, move="open", deed="", **{**form, "key": "another"})
    told(answer, 409, FALLEN)
    assert await everything(livia.house) == before


@pytest.mark.parametrize("below", ["preview", "leave", "chat", "chat/mute", "nudge", "absent/bot", "absent/link"])
async def test_behind_a_fallen_curtain_nothing_is_done(livia: Guest, code: str, below: str) -> None:
    hand = await show(livia, code, 1, "Bruno")
    await livia.send_form(f"{hand}/hide")
    before = await everything(livia.house)
    told(await livia.send_form(f"{hand}/{below}", htmx=True, words="Hello", key="k"), 409, FALLEN)
    assert await everything(livia.house) == before


async def test_nobody_shows_or_plays_a_hand_of_another_device(livia: Guest, teo: Guest, kofi: Guest, code: str) -> None:
    bruno = await show(livia, code, 1, "Bruno")
    form = hidden((await livia.get(bruno)).text)
    before = await everything(livia.house)
    for guest in (teo, kofi):
        assert (await guest.get(bruno)).status_code == 403
        told(
            await guest.send_form(f"{bruno}/moves", htmx=True, move="open", deed="", **form), 403, "not on your device"
        )
    told(await teo.send_form(f"/t/{code}/show", htmx=True, seat=1, name="Bruno"), 403, "Bruno doesn’t play on this")
    told(await livia.send_form(f"/t/{code}/show", htmx=True, seat=2, name="Teo"), 403, "Teo doesn’t play on this")
    told(await kofi.send_form(f"/t/{code}/show", htmx=True, seat=1, name="Bruno"), 403, "You have no seat")
    told(await livia.get(f"/t/{code}/as/2-0"), 403, "not on your device")
    told(await livia.get(f"/t/{code}/as/7-0"), 403, "not on your device")
    told(await livia.get("/t/NO-SUCH-TABLE-00/as/0-0"), 404, "no table with this code")
    assert await everything(livia.house) == before


async def test_with_the_curtain_down_the_table_s_own_address_takes_no_move(livia: Guest, code: str) -> None:
    form = hidden((await livia.get(await show(livia, code, 0, "Livia"))).text)
    before = await everything(livia.house)
    for way in ("moves", "preview"):
        told(await livia.send_form(f"/t/{code}/{way}", htmx=True, move="open", deed="NOPE", **form), 409, FALLEN)
    assert await everything(livia.house) == before


@pytest.mark.parametrize(
    ("form", "status"),
    [({}, 422), ({"seat": "1"}, 422), ({"seat": "x", "name": "Bruno"}, 422), ({"seat": "9", "name": "Bruno"}, 409)],
)
async def test_what_can_be_wrong_with_showing(livia: Guest, code: str, form: Any, status: int) -> None:
    assert (await livia.send_form(f"/t/{code}/show", htmx=True, **form)).status_code == status


async def test_below_a_hand_there_is_nothing_but_the_table(livia: Guest, code: str) -> None:
    hand = await show(livia, code, 1, "Bruno")
    for below in ("join", "watch", "lobby/end", "takeover/x", "rematch", "as/0-0", "show"):
        assert (await livia.send_form(f"{hand}/{below}", name="Ana")).status_code == 404, below
    assert (await livia.get(f"{hand}/chat")).status_code == 200


# --- in the course of a game ---------------------------------------------------------------------------------------


async def test_each_writes_and_whispers_as_whose_hand_is_up(livia: Guest, teo: Guest, code: str) -> None:
    hand = await show(livia, code, 1, "Bruno")
    await livia.send_form(f"{hand}/chat", words="From Bruno", key="k1")
    await livia.send_form(f"/t/{code}/chat", words="From the device", key="k2")
    talk = (await teo.get(f"/t/{code}/chat")).text
    assert talk.index('<b class="who">Bruno</b>') < talk.index('<b class="who">Livia</b>')
    handle = talk_to(await teo.get(f"/t/{code}"), "Livia")
    await teo.send_form(f"/t/{code}/chat", words="For Livia alone", to=handle, key="k3")
    for page in (f"/t/{code}", f"/t/{code}/chat", hand, f"{hand}/chat"):
        assert "For Livia alone" not in (await livia.get(page)).text
    own = await show(livia, code, 0, "Livia")
    assert "For Livia alone" in (await livia.get(own)).text
    handle = talk_to(await livia.get(own), "Teo")
    answer = await livia.send_form(f"/t/{code}/chat", htmx=True, words="Hush", to=handle, key="k4")
    told(answer, 409, "Several play on this device.")


def talk_to(page: httpx.Response, name: str) -> str:
    """What this page calls somebody by, to whom private words may go."""
    before = page.text.split(f">only to {name}</option>")[0]
    return before.rsplit('<option value="', 1)[1].split('"')[0]


async def test_home_says_who_on_this_device_is_asked(livia: Guest, teo: Guest, code: str) -> None:
    assert "your turn, and here that of Bruno" in (await livia.get("/")).text
    await open_with_nothing(livia, await show(livia, code, 0, "Livia"))
    assert "here it is the turn of Bruno" in (await livia.get("/")).text
    assert "here" not in (await teo.get("/")).text.split("</section>")[1].split("joincode")[0]


async def test_each_leaves_and_returns_alone(livia: Guest, code: str) -> None:
    hand = await show(livia, code, 1, "Bruno")
    await livia.send_form(f"{hand}/leave")
    assert [row.bot for row in await seats_at(livia.house, code)] == [None, STAND_IN, None]
    assert "away: a bot sits in" in (await livia.get(f"/t/{code}")).text
    await livia.send_form(f"{await show(livia, code, 1, 'Bruno')}/return")
    assert [row.bot for row in await seats_at(livia.house, code)] == [None] * 3


async def test_all_on_a_device_are_away_together_and_each_has_a_vote(
    livia: Guest, teo: Guest, kofi: Guest, lobby: str
) -> None:
    await kofi.join(lobby, "Kofi")
    await livia.do(lobby, "start", sure="yes")
    for number in (0, 2):
        await went(livia.house, lobby, number, None)
    await went(livia.house, lobby, 3, LONG)
    told(await let_bot(teo, lobby, 1, "Bruno", htmx=True), 409, "Bruno is here.")
    hand = await show(livia, lobby, 1, "Bruno")
    vote = {"seat": 3, "name": "Kofi"}
    assert (await livia.send_form(f"{hand}/absent/bot", **vote)).status_code == 303
    assert "1 of 2 votes for a bot." in (await teo.get(f"/t/{lobby}")).text
    await went(livia.house, lobby, 0, JUST)
    assert (await teo.get(f"/t/{lobby}")).text.count("has no page open: ") == 3, "Bruno is away with Livia"


async def test_a_newcomer_takes_a_seat_off_the_device_for_good(
    livia: Guest, teo: Guest, kofi: Guest, code: str
) -> None:
    hand = await show(livia, code, 1, "Bruno")
    await livia.send_form(f"{hand}/leave")
    await went(livia.house, code, 0, JUST)
    link = (await livia.send_form(f"/t/{code}/absent/link", htmx=True, seat=1, name="Bruno")).text
    path = link.split("/takeover/")[1].split('"')[0].split("<")[0].strip()
    assert (await kofi.send_form(f"/t/{code}/takeover/{path}", name="Kofi")).status_code == 303
    told(await livia.get(hand), 403, "not on your device")
    assert 'id="hand"' in (await livia.get(f"/t/{code}")).text, "one seat needs no curtain"


async def test_a_host_s_chair_goes_to_who_has_a_device(livia: Guest, teo: Guest, code: str) -> None:
    await livia.send_form(f"{await show(livia, code, 0, 'Livia')}/leave")
    assert (await row_of(livia.house, code)).host_id == (await seats_at(livia.house, code))[2].player_id


async def test_a_rematch_keeps_the_device_and_the_result_shows_nobody_s_view(
    livia: Guest, teo: Guest, code: str
) -> None:
    hand = await show(livia, code, 1, "Bruno")
    people = [row.player_id for row in await seats_at(livia.house, code)]
    await Seated(livia.house, code, people).play(5000)
    assert (await livia.get(hand)).headers["location"] == f"/t/{code}"
    told(await livia.send_form(f"/t/{code}/show", htmx=True, seat=1, name="Bruno"), 409, "while the game goes on")
    assert "Same table, again" in (await livia.get(f"/t/{code}")).text
    again = (await livia.send_form(f"/t/{code}/rematch")).headers["location"].removeprefix("/t/")
    assert [(row.name, row.ready) for row in await seats_at(livia.house, again)] == [
        ("Livia", True),
        ("Bruno", True),
        ("Teo", False),
    ]
    assert "on this device" in (await livia.get(f"/t/{again}")).text


async def test_a_move_is_taken_back_behind_the_curtain(livia: Guest, lobby: str) -> None:
    code = lobby
    await livia.do(code, "rules", first="1")
    await livia.do(code, "start", sure="yes")
    people = [row.player_id for row in await seats_at(livia.house, code)]
    await Seated(livia.house, code, people).play(3)
    assert await asked(livia, code) == {1}
    hand = await show(livia, code, 1, "Bruno")
    form = hidden((await livia.get(hand)).text)
    answer = await livia.send_form(f"{hand}/moves", move="pass", sure="yes", **form)
    told(answer, 303, "")
    assert answer.headers["location"] == f"/t/{code}"
    assert "Take my move back" not in (await livia.get(f"/t/{code}")).text
    again = await show(livia, code, 1, "Bruno")
    assert f'action="{again}/takeback"' in (await livia.get(again)).text
    assert (await livia.send_form(f"{again}/takeback")).status_code == 303
    assert await asked(livia, code) == {1}


async def test_the_clocks_stand_on_the_curtain_too(livia: Guest, lobby: str) -> None:
    assert (await livia.do(lobby, "clock", kind="turn")).status_code == 303
    await livia.do(lobby, "start", sure="yes")
    page = (await livia.get(f"/t/{lobby}")).text
    assert '<section class="clocks' in page
    assert '<span class="name">you</span>' not in page
    own = (await livia.get(await show(livia, lobby, 0, "Livia"))).text
    assert f'action="/t/{lobby}/clocks/pause"' in own, "the host's own page stops them"


async def test_the_device_s_owner_nudges_from_the_curtain_whoever_plays_elsewhere(
    livia: Guest, teo: Guest, code: str
) -> None:
    for number, name in enumerate(("Livia", "Bruno")):
        assert "Nudge" not in (await livia.get(f"/t/{code}")).text
        await open_with_nothing(livia, await show(livia, code, number, name))
    page = (await livia.get(f"/t/{code}")).text
    assert "Waiting for Teo" in page
    assert 'aria-label="Nudge Teo"' in page
    told(await livia.send_form(f"/t/{code}/nudge", htmx=True), 200, "You have nudged Teo.")


async def test_nobody_nudges_who_plays_on_the_same_device(livia: Guest, teo: Guest, code: str) -> None:
    await teo.send_form(f"/t/{code}/moves", move="open", deed="", **hidden((await teo.get(f"/t/{code}")).text))
    await open_with_nothing(livia, await show(livia, code, 0, "Livia"))
    told(await livia.send_form(f"/t/{code}/nudge", htmx=True), 409, "Whom the table waits for plays on this device.")


async def test_what_is_kept_names_who_played_on_the_device(livia: Guest, teo: Guest, code: str) -> None:
    assert (await livia.get("/me/download")).json()["on_this_device"] == ["Bruno"]
    assert (await teo.get("/me/download")).json()["on_this_device"] == []


async def test_the_personal_link_brings_the_whole_device_along(livia: Guest, kofi: Guest, code: str) -> None:
    me = (await livia.get("/me")).text
    token = me.split("/me/link/")[1].split('"')[0]
    await kofi.send_form(f"/me/link/{token}")
    hand = await show(kofi, code, 1, "Bruno")
    assert (await kofi.get(hand)).status_code == 200


async def test_who_is_erased_goes_with_all_on_the_device(livia: Guest, teo: Guest, code: str) -> None:
    assert (await livia.send_form("/me/erase", sure="yes")).status_code == 303
    rows = await seats_at(livia.house, code)
    assert [(row.player_id is None, row.bot) for row in rows] == [(True, STAND_IN), (True, STAND_IN), (False, None)]
    async with livia.house.engine.connect() as connection:
        assert list(await connection.scalars(select(players.c.name))) == ["Teo"]
