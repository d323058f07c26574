"""A companion's table: opened and started by one guest alone, reported to from several phones, joined late, without
bots; what contradicts is refused with the clause."""

from typing import Any

import pytest

from app.house import House
from games.curia_companion import GAME
from games.kernel.contract import decode
from tests.app.conftest import Guest, everything, names_at, row_of, seats_at
from tests.served import hidden


async def opened(guest: Guest, **rules: str) -> str:
    """A companion that this guest has opened and started: its code."""
    answer = await guest.send_form("/tables", game="curia-companion", name="Livia")
    code = str(answer.headers["location"].removeprefix("/t/"))
    if rules:
        assert (await guest.do(code, "rules", **rules)).status_code == 303
    assert (await guest.do(code, "start")).status_code == 303
    return code


async def state(house: House, code: str) -> Any:
    """The companion's State."""
    row = await row_of(house, code)
    return decode(GAME, row.state, row.schema)


async def report(guest: Guest, code: str, move: str, form: dict[str, str] | None = None, **fields: Any) -> Any:
    """Sends a report as the page does, with the form as it stands on this guest's page."""
    form = form or hidden((await guest.get(f"/t/{code}")).text)
    sent = {"question": form["question"], "key": form["key"], "move": move, **fields}
    return await guest.send_form(f"/t/{code}/moves", htmx=True, **sent)


async def test_one_guest_alone_opens_sets_up_and_starts_it(livia: Guest) -> None:
    code = await opened(livia, castile="out", poland="catholic", age="2", reporters="first")
    facts = (await state(livia.house, code)).facts
    assert (facts.age, facts.curia.slots) == (2, (1, 2, 3, 4))
    page = (await livia.get(f"/t/{code}")).text
    assert "Report what happened on the board" in page
    assert "a bot sits in" not in page


async def test_the_lobby_asks_nobody_to_be_ready_and_offers_no_bot(livia: Guest, teo: Guest) -> None:
    answer = await livia.send_form("/tables", game="curia-companion", name="Livia")
    code = answer.headers["location"].removeprefix("/t/")
    await teo.join(code, "Teo")
    page = (await livia.get(f"/t/{code}")).text
    assert "ready" not in page.lower().replace("already", "")
    assert "Seat a bot" not in page
    answer = await livia.do(code, "bot", bot="novice")
    assert (answer.status_code, "No bot sits down at Curia Companion" in answer.text) == (409, True)
    assert (await livia.do(code, "start")).status_code == 303


async def test_without_a_catholic_crown_it_is_refused(livia: Guest) -> None:
    answer = await livia.send_form("/tables", game="curia-companion", name="Livia")
    code = answer.headers["location"].removeprefix("/t/")
    for crown in ("castile", "austria", "france"):
        await livia.do(code, "rules", **{crown: "out"})
    refused = await livia.send_form(f"/t/{code}/lobby/rules", htmx=True, england="other")
    assert (refused.status_code, "PC-16.1" in refused.text) == (422, True)


async def test_reports_of_two_phones_make_one_track(livia: Guest, teo: Guest) -> None:
    code = await opened(livia)
    assert (await teo.join(code, "Teo")).status_code == 303
    assert (await report(livia, code, "gained", crown="FRANCE")).status_code == 204
    assert (await report(teo, code, "gained", crown="ENGLAND")).status_code == 204
    now = await state(livia.house, code)
    assert now.facts.curia.slots == (3, 2, 0, 1, 2)
    assert [told.seat for told in now.told] == [0, 1]


async def test_what_both_report_at_once_counts_once(livia: Guest, teo: Guest) -> None:
    code = await opened(livia)
    await teo.join(code, "Teo")
    seen = hidden((await teo.get(f"/t/{code}")).text)
    assert (await report(livia, code, "gained", crown="FRANCE")).status_code == 204
    late = await report(teo, code, "gained", seen, crown="FRANCE")
    assert (late.status_code, "no longer open" in late.text) == (409, True)
    assert (await state(livia.house, code)).facts.curia.slots == (2, 0, 1, 2, 3)


async def test_a_contradiction_is_refused_with_what_to_report_first(livia: Guest) -> None:
    code = await opened(livia)
    await report(livia, code, "allied", crown="AUSTRIA")
    form = hidden((await livia.get(f"/t/{code}")).text)
    before = await everything(livia.house)
    refused = await report(livia, code, "allied", form, crown="FRANCE")
    assert refused.status_code == 422
    assert "Austria is the ally. Report first that its alliance ended." in refused.text
    assert "/rules/curia-companion#PC-2.1" in refused.text
    assert await everything(livia.house) == before


@pytest.mark.parametrize(
    "fields", [{}, {"crown": "MARS"}, {"crown": ["FRANCE", "AUSTRIA"]}, {"crown": "PO\N{PILE OF POO}"}]
)
async def test_half_a_report_is_refused_in_words(livia: Guest, fields: dict[str, Any]) -> None:
    code = await opened(livia)
    answer = await report(livia, code, "gained", **fields)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


async def test_a_draft_is_foreseen_or_barred_before_it_is_sent(livia: Guest) -> None:
    code = await opened(livia)
    form = hidden((await livia.get(f"/t/{code}")).text)

    async def foreseen(**fields: str) -> str:
        sent = {"question": form["question"], "key": form["key"], **fields}
        return str((await livia.send_form(f"/t/{code}/preview", htmx=True, **sent)).text)

    assert "F C A F E" in await foreseen(move="gained", crown="FRANCE")
    assert "#PC-2.1" in await foreseen(move="parted", crown="FRANCE")
    assert await foreseen(move="", crown="FRANCE") == ""
    assert await foreseen(move="gained") == ""


async def test_undo_by_another_phone_and_it_stays_in_the_log(livia: Guest, teo: Guest) -> None:
    code = await opened(livia)
    await teo.join(code, "Teo")
    await report(livia, code, "gained", crown="FRANCE")
    assert (await report(teo, code, "undo")).status_code == 204
    page = (await livia.get(f"/t/{code}")).text
    assert "Taken back:" in page
    assert (await state(livia.house, code)).facts.curia.slots == (0, 1, 2, 3)


async def test_a_late_phone_is_let_in_until_six_sit_there(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await opened(livia)
    assert "has kept you a seat" in (await teo.get(f"/t/{code}")).text
    await teo.join(code, "Teo")
    assert (await kofi.send_form(f"/t/{code}/watch")).status_code == 303
    assert "Take a seat" in (await kofi.get(f"/t/{code}")).text
    assert (await kofi.join(code, "Kofi")).status_code == 303
    assert await names_at(livia.house, code) == ["Livia", "Teo", "Kofi"]
    now = await state(livia.house, code)
    assert (now.seats, (await row_of(livia.house, code)).status) == (3, "playing")
    assert "Kofi</span> takes a seat." in (await livia.get(f"/t/{code}")).text


async def test_a_running_companion_that_is_listed_offers_a_seat(livia: Guest, teo: Guest) -> None:
    answer = await livia.send_form("/tables", game="curia-companion", name="Livia")
    code = answer.headers["location"].removeprefix("/t/")
    await livia.do(code, "settings", private="no")
    await livia.do(code, "start")
    assert "take a seat" in (await teo.get("/")).text


async def test_nobody_is_let_in_once_it_is_over_or_full(livia: Guest, teo: Guest, kofi: Guest) -> None:
    answer = await livia.send_form("/tables", game="curia-companion", name="Livia")
    code = answer.headers["location"].removeprefix("/t/")
    await livia.do(code, "settings", chairs="2")
    await livia.do(code, "start")
    await teo.join(code, "Teo")
    full = await kofi.join(code, "Kofi")
    assert (full.status_code, "All chairs of this table are taken" in full.text) == (409, True)
    asked = await report(livia, code, "game_over", final="yes")
    assert "takes no more reports" in asked.text, "the page asks first"
    assert (await report(livia, code, "game_over", final="yes", sure="yes")).status_code == 204
    over = await kofi.join(code, "Kofi")
    assert (over.status_code, "no more can sit down" in over.text) == (409, True)
    assert len(await seats_at(livia.house, code)) == 2


async def test_the_end_shows_the_last_bonus_and_home_names_no_winner(livia: Guest) -> None:
    code = await opened(livia)
    await report(livia, code, "gained", crown="FRANCE")
    await report(livia, code, "game_over", final="yes", sure="yes")
    assert "France is the last Papal Controller: <b>4</b> Prestige" in (await livia.get(f"/t/{code}")).text
    home = (await livia.get("/")).text
    assert "game over" in home
    assert "place 1" not in home


async def test_no_bot_plays_for_who_goes(livia: Guest, teo: Guest) -> None:
    code = await opened(livia)
    await teo.join(code, "Teo")
    for path, fields in (("leave", {}), ("absent/bot", {"seat": 1, "name": "Teo"})):
        answer = await livia.send_form(f"/t/{code}/{path}", **fields)
        assert (answer.status_code, "just closes the page" in answer.text) == (409, True)
    assert [row.bot for row in await seats_at(livia.house, code)] == [None, None]
