"""Seats whose players have gone: who may give them to a bot, the vote, the return, and the link for a newcomer."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest
from sqlalchemy import delete, insert, update

from app.database import presence, tables
from app.house import House
from app.tables import takeover
from tests.app.conftest import Guest, everything, names_at, row_of, seats_at

LONG, JUST = timedelta(minutes=3), timedelta(seconds=5)


async def went(house: House, code: str, number: int, ago: timedelta | None) -> None:
    """Whoever sits there closed the page so long ago; None: has it open."""
    row = (await seats_at(house, code))[number]
    left = None if ago is None else datetime.now(UTC) - ago
    async with house.engine.begin() as connection:
        await connection.execute(delete(presence).where(presence.c.player_id == row.player_id))
        values = {"process": uuid4(), "table_id": row.table_id, "player_id": row.player_id, "left_at": left}
        await connection.execute(insert(presence).values(values))


@pytest.fixture
async def code(livia: Guest, teo: Guest, kofi: Guest) -> str:
    """A running game: Livia is host, Teo and Kofi play too; all of them have their pages open."""
    opened = await livia.open_table(name="Livia")
    for guest, name in ((teo, "Teo"), (kofi, "Kofi")):
        await guest.join(opened, name)
    await livia.do(opened, "start", sure="yes")
    for number in range(3):
        await went(livia.house, opened, number, None)
    return opened


async def bots(guest: Guest, code: str) -> list[str | None]:
    """Which bot plays at each seat."""
    return [row.bot for row in await seats_at(guest.house, code)]


async def let_bot(guest: Guest, code: str, number: int, name: str, **more: Any) -> httpx.Response:
    """Wants a bot to play there."""
    return await guest.send_form(f"/t/{code}/absent/bot", seat=number, name=name, **more)


async def refused(answer: httpx.Response, status: int, sentence: str) -> None:
    """This status, and these words."""
    assert answer.status_code == status, answer.text
    assert sentence in answer.text.replace("&#39;", "'")


async def test_the_host_gives_the_seat_of_who_has_gone_to_a_bot_and_the_owner_returns(
    livia: Guest, teo: Guest, code: str
) -> None:
    await went(livia.house, code, 1, JUST)
    page = (await livia.get(f"/t/{code}")).text
    assert "<b>Teo</b> is away." in page
    assert "Let a bot play" in page
    assert (await let_bot(livia, code, 1, "Teo")).status_code == 303
    assert await bots(livia, code) == [None, "courtier", None]
    assert "is away. A bot sits in." in (await livia.get(f"/t/{code}")).text
    assert (await teo.send_form(f"/t/{code}/return")).status_code == 303
    assert await bots(livia, code) == [None, None, None]


async def test_the_host_says_of_which_level_the_bot_is(livia: Guest, code: str) -> None:
    await went(livia.house, code, 1, JUST)
    assert '<option value="courtier" selected>' in (await livia.get(f"/t/{code}")).text
    before = await everything(livia.house)
    await refused(await let_bot(livia, code, 1, "Teo", bot="abbot"), 422, "novice, courtier, cardinal")
    assert await everything(livia.house) == before
    assert (await let_bot(livia, code, 1, "Teo", bot="cardinal")).status_code == 303
    assert await bots(livia, code) == [None, "cardinal", None]


async def test_nobody_who_is_here_can_be_voted_out(livia: Guest, teo: Guest, kofi: Guest, code: str) -> None:
    before = await everything(livia.house)
    for guest in (livia, kofi, teo):
        await refused(await let_bot(guest, code, 1, "Teo", htmx=True), 409, "Teo is here.")
    assert await everything(livia.house) == before


async def test_the_others_wait_two_minutes_and_more_than_half_of_them_decide(
    livia: Guest, teo: Guest, kofi: Guest, code: str
) -> None:
    await went(livia.house, code, 0, JUST)
    await refused(await let_bot(teo, code, 0, "Livia", htmx=True), 409, "Livia has been away for a moment only.")
    await went(livia.house, code, 0, LONG)
    assert (await let_bot(teo, code, 0, "Livia")).status_code == 303
    assert await bots(livia, code) == [None] * 3, "one of two is not more than half"
    assert (await let_bot(teo, code, 0, "Livia")).status_code == 303
    assert await bots(livia, code) == [None] * 3, "nobody votes twice"
    assert "1 of 2 votes for a bot." in (await kofi.get(f"/t/{code}")).text
    assert "you have voted" in (await teo.get(f"/t/{code}")).text
    assert (await let_bot(kofi, code, 0, "Livia")).status_code == 303
    assert await bots(livia, code) == ["courtier", None, None]
    row, rows = await row_of(livia.house, code), await seats_at(livia.house, code)
    assert row.host_id == rows[1].player_id, "the chair goes to who sat down first of those who are here"


async def test_the_votes_of_an_earlier_absence_count_for_nothing(
    livia: Guest, teo: Guest, kofi: Guest, code: str
) -> None:
    await went(livia.house, code, 0, LONG)
    await let_bot(teo, code, 0, "Livia")
    await went(livia.house, code, 0, None)
    await went(livia.house, code, 0, LONG)
    await let_bot(kofi, code, 0, "Livia")
    assert await bots(livia, code) == [None] * 3


async def test_who_has_gone_oneself_has_no_vote_that_counts(livia: Guest, teo: Guest, kofi: Guest, code: str) -> None:
    await went(livia.house, code, 0, LONG)
    await let_bot(teo, code, 0, "Livia")
    await went(livia.house, code, 1, LONG)
    await let_bot(kofi, code, 0, "Livia")
    assert await bots(livia, code) == ["courtier", None, None], "Kofi is the only one here"


async def test_watchers_and_those_for_whom_a_bot_plays_decide_nothing(
    livia: Guest, teo: Guest, kofi: Guest, code: str
) -> None:
    await went(livia.house, code, 1, LONG)
    async with Guest(livia._transport.app) as stranger:  # type: ignore[attr-defined]
        await refused(await let_bot(stranger, code, 1, "Teo", htmx=True), 403, "You have no seat at this table.")
        await stranger.send_form(f"/t/{code}/watch", name="Ana")
        await refused(await let_bot(stranger, code, 1, "Teo", htmx=True), 403, "Only those who play decide that.")
        assert "absence" not in (await stranger.get(f"/t/{code}")).text
    await kofi.send_form(f"/t/{code}/leave")
    await refused(await let_bot(kofi, code, 1, "Teo", htmx=True), 403, "A bot plays for you.")


@pytest.mark.parametrize("deed", ["bot", "link"])
@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({}, 422),
        ({"seat": "1"}, 422),
        ({"name": "Teo"}, 422),
        ({"seat": "x", "name": "Teo"}, 422),
        ({"seat": "-1", "name": "Teo"}, 422),
        ({"seat": "7", "name": "Teo"}, 409),
        ({"seat": "1", "name": "Nobody"}, 409),
        ({"seat": "1", "name": "Teo" * 200}, 422),
        ({"seat": ["1", "2"], "name": "Teo"}, 422),
    ],
)
async def test_what_can_be_wrong_with_a_form(livia: Guest, code: str, deed: str, form: Any, status: int) -> None:
    await went(livia.house, code, 1, LONG)
    before = await everything(livia.house)
    answer = await livia.send_form(f"/t/{code}/absent/{deed}", htmx=True, **form)
    assert answer.status_code == status, answer.text
    assert await everything(livia.house) == before


async def test_a_game_that_is_over_has_no_seats_to_give(livia: Guest, code: str) -> None:
    async with livia.house.engine.begin() as connection:
        await connection.execute(update(tables).where(tables.c.code == code).values(status="over"))
    await went(livia.house, code, 1, LONG)
    for deed in ("bot", "link"):
        answer = await livia.send_form(f"/t/{code}/absent/{deed}", htmx=True, seat=1, name="Teo")
        await refused(answer, 409, "This is only possible while the game is going on.")


# --- a newcomer ------------------------------------------------------------------------------------------------------


@pytest.fixture
async def link(livia: Guest, code: str) -> str:
    """The link to Teo's seat, which a bot keeps."""
    await went(livia.house, code, 1, LONG)
    await let_bot(livia, code, 1, "Teo")
    answer = await livia.send_form(f"/t/{code}/absent/link", htmx=True, seat=1, name="Teo")
    assert answer.status_code == 200
    found = answer.text.partition(f"/t/{code}/takeover/")[2].partition('"')[0]
    return f"/t/{code}/takeover/{found}"


@pytest.fixture
async def ana(livia: Guest) -> Any:
    """Somebody new."""
    async with Guest(livia._transport.app, "203.0.113.99") as guest:  # type: ignore[attr-defined]
        yield guest


async def test_a_newcomer_takes_the_seat_over_and_the_link_is_good_once(
    livia: Guest, teo: Guest, ana: Guest, code: str, link: str
) -> None:
    before = await everything(livia.house)
    page = await ana.get(link)
    assert page.status_code == 200
    assert "Play on for Teo?" in page.text
    assert await everything(livia.house) == before, "looking at a link does nothing"
    assert (await ana.send_form(link, name="Ana")).status_code == 303
    assert await names_at(livia.house, code) == ["Livia", "Ana", "Kofi"]
    assert await bots(livia, code) == [None] * 3
    assert 'data-me="1"' in (await ana.get(f"/t/{code}")).text
    assert "data-me=" not in (await teo.get(f"/t/{code}")).text, "whose seat it was looks on"
    async with Guest(livia._transport.app, "203.0.113.77") as late:  # type: ignore[attr-defined]
        for answer in (await late.get(link), await late.send_form(link, name="Bea", htmx=True)):
            await refused(answer, 409, "This link was used already: Ana sits there now.")
    await refused(await teo.send_form(f"/t/{code}/return", htmx=True), 403, "You have no seat at this table.")


async def test_a_used_link_leads_nowhere_even_when_its_owner_has_the_seat_again(
    livia: Guest, teo: Guest, ana: Guest, code: str, link: str
) -> None:
    await ana.send_form(link, name="Ana")
    await ana.send_form(f"/t/{code}/leave")
    answer = await livia.send_form(f"/t/{code}/absent/link", htmx=True, seat=1, name="Ana")
    found = answer.text.partition(f"/t/{code}/takeover/")[2].partition('"')[0]
    assert (await teo.send_form(f"/t/{code}/takeover/{found}", name="Teo")).status_code == 303
    await teo.send_form(f"/t/{code}/leave")
    before = await everything(livia.house)
    await refused(await ana.send_form(link, name="Ana", htmx=True), 409, "This link was used already")
    assert await everything(livia.house) == before


async def test_the_owner_who_is_back_keeps_the_seat(livia: Guest, teo: Guest, ana: Guest, code: str, link: str) -> None:
    await teo.send_form(f"/t/{code}/return")
    await refused(await ana.send_form(link, name="Ana", htmx=True), 409, "so the seat is not free.")
    await refused(
        await livia.send_form(f"/t/{code}/absent/link", htmx=True, seat=1, name="Teo"), 409, "so the seat is not free."
    )
    assert await names_at(livia.house, code) == ["Livia", "Teo", "Kofi"]


async def test_the_link_is_the_hosts_to_give(livia: Guest, teo: Guest, kofi: Guest, code: str, link: str) -> None:
    for guest in (kofi, teo):
        answer = await guest.send_form(f"/t/{code}/absent/link", htmx=True, seat=1, name="Teo")
        await refused(answer, 403, "Only the host may do that.")


@pytest.mark.parametrize("spoilt", ["", "x", "bm9uc2Vuc2U", "a.b.c", "é"])
async def test_a_spoilt_link(ana: Guest, code: str, link: str, spoilt: str) -> None:
    path = f"/t/{code}/takeover/{spoilt}" if spoilt else link[:-2]
    await refused(await ana.get(path), 404 if path.endswith("/") else 422, "This link is cut or changed.")
    assert (await ana.send_form(path, name="Ana", htmx=True)).status_code == 422


async def test_a_link_of_another_table(livia: Guest, ana: Guest, code: str, link: str) -> None:
    other = await livia.open_table(name="Livia")
    await livia.do(other, "bot", bot="novice")
    await livia.do(other, "start", sure="yes")
    answer = await ana.send_form(link.replace(code, other), name="Ana", htmx=True)
    assert answer.status_code == 404


async def test_who_sits_there_already_or_was_sent_away_takes_nothing_over(
    livia: Guest, kofi: Guest, ana: Guest, code: str, link: str
) -> None:
    await refused(await kofi.send_form(link, name="Kofi", htmx=True), 409, "You have a seat at this table already.")
    for name, status in (("Livia", 409), ("", 422), ("x" * 25, 422)):
        assert (await ana.send_form(link, name=name, htmx=True)).status_code == status
        assert (await ana.send_form(link, name=name)).status_code == status


async def test_a_link_tells_nobody_a_players_number(livia: Guest, link: str) -> None:
    told = str(takeover.read(livia.house.settings, link.rpartition("/")[2]))
    code = link.split("/")[2]
    assert all(str(row.player_id) not in told for row in await seats_at(livia.house, code))
