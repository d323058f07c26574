"""Seeing a game again: which moment, through whose eyes, and nothing that lies beyond either."""

import json
import re
import zlib
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from app.database import actions, tables
from app.tables import questions
from games import GAMES
from games.kernel.choices import Choice
from games.kernel.contract import decode
from tests.app.conftest import Guest, pope_or_nope_as, row_of, seats_at
from tests.app.tables.conftest import Seated
from tests.app.tables.test_moves import lay
from tests.app.test_one_device import show

HELD = re.compile(r'id="(?:s\d-)?hand-([\w-]+)"')
AT = re.compile(r'id="at" name="at" min="1" max="(\d+)" value="(\d+)"')
LINE = re.compile(r'<li id="log-(\d+)"')
EYES = re.compile(r'replay\?as=(\w+)&amp;at=\d+"')
FRAME = {"hx-request": "true"}


async def begun(livia: Guest, *others: Guest, **fields: str) -> Seated:
    """A table in play: Livia, Teo and so on."""
    code = await livia.open_table(name="Livia", **fields)
    for guest, name in zip(others, ("Teo", "Kofi"), strict=False):
        await guest.join(code, name)
    assert (await livia.do(code, "start", sure="yes")).status_code == 303
    return Seated(livia.house, code, [row.player_id for row in await seats_at(livia.house, code)])


async def over(livia: Guest, *others: Guest) -> Seated:
    """The same, played to its end."""
    table = await begun(livia, *others)
    await table.play(3000)
    assert (await row_of(livia.house, table.code)).status == "over"
    return table


async def seen(guest: Guest, table: Seated, query: str = "", **headers: str) -> str:
    """The replay as this guest sees it."""
    answer = await guest.get(f"/t/{table.code}/replay{query}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.text


def place(html: str) -> tuple[int, int]:
    """Which moment it is, of how many."""
    found = AT.search(html)
    assert found is not None
    return int(found[2]), int(found[1])


async def refused(guest: Guest, table: Seated, query: str, status: int, sentence: str) -> None:
    """This status and these words, as a page and to htmx."""
    for headers in ({}, FRAME):
        answer: httpx.Response = await guest.get(f"/t/{table.code}/replay{query}", headers=headers)
        assert answer.status_code == status, answer.text
        assert sentence in answer.text.replace("&#39;", "'")


async def noticed(table: Seated) -> list[Any]:
    """The actions with events, in order: the moments."""
    return [action for action in await table.actions() if action.events]


def hand_at(action: Any, seat: int) -> set[str]:
    """What this seat held then."""
    return set(decode(GAMES["pope-or-nope"], zlib.decompress(action.state), action.schema).hands[seat].cards)


# --- a finished game -----------------------------------------------------------------------------------------------


async def test_every_moment_shows_what_each_seat_held_then(livia: Guest, teo: Guest) -> None:
    table = await over(livia, teo)
    moments = await noticed(table)
    for number in (1, 2, 5, len(moments) // 2, len(moments)):
        action = moments[number - 1]
        for seat in range(2):
            page = await seen(livia, table, f"?at={number}&as={seat}")
            assert place(page) == (number, len(moments))
            assert set(HELD.findall(page)) == hand_at(action, seat)
            assert f'data-version="{action.version}"' in page
            assert max(map(int, LINE.findall(page))) == action.first_event + len(action.events)
        everything = await seen(livia, table, f"?at={number}&as=all")
        assert set(HELD.findall(everything)) == hand_at(action, 0) | hand_at(action, 1)
        assert not HELD.search(await seen(livia, table, f"?at={number}&as=table"))


async def test_it_begins_at_the_first_moment_through_the_own_eyes(livia: Guest, teo: Guest, kofi: Guest) -> None:
    table = await begun(livia, teo)
    await kofi.send_form(f"/t/{table.code}/watch", name="Kofi")
    await table.play(3000)
    for guest, own in ((livia, "0"), (teo, "1"), (kofi, "table")):
        page = await seen(guest, table)
        assert place(page)[0] == 1
        assert f'<input type="hidden" name="as" value="{own}">' in page
        assert sorted(set(EYES.findall(page))) == ["0", "1", "all", "table"]
        assert "Watch it again" in (await guest.get(f"/t/{table.code}")).text


async def test_nothing_can_be_pressed_but_the_way_through(livia: Guest, teo: Guest) -> None:
    table = await over(livia, teo)
    page = await seen(livia, table, "?at=4&as=all")
    assert "/moves" not in page
    assert 'type="radio"' not in re.sub(r"(?s)<div id=\"menu\".*", "", page)
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids)), "an id stands twice"


async def test_with_everything_open_the_log_tells_what_each_seat_read(livia: Guest, teo: Guest) -> None:
    table = await over(livia, teo)
    at = place(await seen(livia, table))[1]
    everything = await seen(livia, table, f"?at={at}&as=all")
    read = re.findall(r'<li id="log-(\d+)-(\d)" data-number="\1" class="private"', everything)
    assert read
    for name in {"Livia" if seat == "0" else "Teo" for _, seat in read}:
        assert f'<span class="reads">{name} read:</span> You draw ' in everything
    for eyes in ("table", "0", "1"):
        assert 'class="reads"' not in await seen(livia, table, f"?at={at}&as={eyes}")


async def test_a_deed_that_lay_face_down_is_marked_for_whoever_may_see_it(livia: Guest, teo: Guest) -> None:
    table = await begun(livia, teo)
    held = (await row_of(livia.house, table.code)).state
    deed = next(code for code in decode(GAMES["pope-or-nope"], held, 1).hands[0].cards if code.startswith("DEED"))
    await table.move(0, lay(deed))
    laid = re.compile(
        rf'id="hand-{deed}".*?<span class="legal" aria-hidden="true" data-chosen="chosen"><span>laid</span>', re.S
    )
    at = place(await seen(livia, table))[0]
    assert laid.search(await seen(livia, table, f"?at={at}"))
    assert not laid.search(await seen(teo, table))


async def test_who_was_away_today_is_no_matter_of_the_past(livia: Guest, teo: Guest) -> None:
    table = await begun(livia, teo)
    assert (await teo.send_form(f"/t/{table.code}/leave", sure="yes")).status_code == 303
    assert "A bot plays here" in (await livia.get(f"/t/{table.code}")).text
    assert "A bot plays here" not in await seen(livia, table, "?at=1")


async def test_htmx_gets_what_changes_and_the_rest_is_the_same(livia: Guest, teo: Guest) -> None:
    table = await over(livia, teo)
    frame = await seen(livia, table, "?at=6&as=1", **FRAME)
    assert "<html" not in frame
    assert [f'hx-target="#{part}"' in frame for part in ("public", "dock", "log")] == [True, True, True]
    page = await seen(livia, table, "?at=6&as=1")
    assert HELD.findall(frame) == HELD.findall(page)
    assert LINE.findall(frame) == LINE.findall(page)


async def test_rounds_and_lines_lead_to_their_moments(livia: Guest, teo: Guest) -> None:
    table = await over(livia, teo)
    moments = await noticed(table)
    begins = [
        number
        for number, action in enumerate(moments, 1)
        if any(event["public"]["key"] == "event.round" for event in action.events)
    ]
    middle = begins[1]
    page = await seen(livia, table, f"?at={middle}&as=0")
    assert f'id="step-round-back" href="/t/{table.code}/replay?as=0&amp;at={begins[0]}"' in page
    after = begins[2] if len(begins) > 2 else len(moments)
    assert f'id="step-round-fwd" href="/t/{table.code}/replay?as=0&amp;at={after}"' in page
    for number, action in enumerate(moments, 1):
        if number in (1, 3, middle, len(moments)):
            for line in (action.first_event + 1, action.first_event + len(action.events)):
                assert place(await seen(livia, table, f"?line={line}"))[0] == number
    result = (await livia.get(f"/t/{table.code}")).text
    assert f"/t/{table.code}/replay?line={moments[-1].first_event + 1}" in result


async def test_a_link_to_a_moment_is_whole(livia: Guest, teo: Guest) -> None:
    table = await over(livia, teo)
    page = await seen(livia, table, "?line=5&as=1")
    address = f"http://conclave.test/t/{table.code}/replay?as=1&amp;at={place(page)[0]}"
    assert f'data-copy="{address}"' in page


async def test_a_move_taken_back_stays_as_such(livia: Guest, teo: Guest) -> None:
    table = await begun(livia, teo)
    for seat in range(2):
        await table.move(seat, lay(None))
    (seat,) = await table.deciders()
    await table.move(seat, passes)
    back = await (livia, teo)[seat].send_form(f"/t/{table.code}/takeback")
    assert back.status_code == 303
    page = await seen(livia, table)
    assert 'class="takes-back" data-first=' in page
    number = place(page)[0]
    assert "takes-back" not in await seen(livia, table, f"?at={number - 1}")


def passes(choices: list[Choice], _: Any) -> tuple[Choice, dict[str, Any]]:
    """Chooses to pass."""
    return next(choice for choice in choices if choice.move == "pass"), {}


@pytest.mark.parametrize("slug", ["habemus-papam", "papal-curia"])
async def test_the_other_games(livia: Guest, teo: Guest, kofi: Guest, slug: str) -> None:
    answer = await livia.send_form("/tables", game=slug, name="Livia")
    code = answer.headers["location"].removeprefix("/t/")
    await teo.join(code, "Teo")
    await kofi.join(code, "Kofi")
    await livia.do(code, "start", sure="yes")
    table = Seated(livia.house, code, [row.player_id for row in await seats_at(livia.house, code)])
    await table.play(6)
    await seen(teo, table)
    await table.play(5000)
    last = place(await seen(livia, table))[1]
    for number in (1, last // 2, last):
        for eyes in ("table", "all", "0", "2"):
            page = await seen(livia, table, f"?at={number}&as={eyes}")
            ids = re.findall(r' id="([^"]+)"', page)
            assert len(ids) == len(set(ids)), "an id stands twice"
            assert "/moves" not in page


async def test_the_companion(livia: Guest) -> None:
    answer = await livia.send_form("/tables", game="curia-companion", name="Livia")
    code = answer.headers["location"].removeprefix("/t/")
    assert (await livia.do(code, "start", sure="yes")).status_code == 303
    table = Seated(livia.house, code, [])
    assert place(await seen(livia, table))[0] >= 1
    await refused(livia, table, "?as=0", 403, "through your own eyes alone")


async def test_states_of_older_shapes_are_read(livia: Guest, teo: Guest) -> None:
    """Each state is read by the schema that it was kept with, not by the table's newest."""
    table = await over(livia, teo)
    kept, moments = GAMES["pope-or-nope"], await noticed(table)
    async with livia.house.engine.begin() as connection:
        old = {**json.loads(zlib.decompress(moments[2].state)), "target_of_old": 5}
        third = (actions.c.table_id == moments[2].table_id) & (actions.c.seq == moments[2].seq)
        await connection.execute(
            update(actions).where(third).values(state=zlib.compress(json.dumps(old).encode()), schema=kept.schema)
        )
        later = (actions.c.table_id == moments[2].table_id) & (actions.c.seq != moments[2].seq)
        await connection.execute(update(actions).where(later).values(schema=kept.schema + 1))
        await connection.execute(update(tables).values(schema=kept.schema + 1))
    held = hand_at(moments[2], 1)
    upgraded: list[dict[str, Any]] = []

    def upgrade(plain: dict[str, Any]) -> dict[str, Any]:
        upgraded.append(plain)
        return {name: value for name, value in plain.items() if name != "target_of_old"}

    with pope_or_nope_as(schema=kept.schema + 1, upgrades={**kept.upgrades, kept.schema: upgrade}):
        assert set(HELD.findall(await seen(livia, table, "?at=3&as=1"))) == held
        assert [plain["target_of_old"] for plain in upgraded] == [5]
        await seen(livia, table, "?at=4&as=1")
        assert len(upgraded) == 1


# --- a running game ------------------------------------------------------------------------------------------------


async def test_a_player_sees_the_past_through_the_own_eyes_alone(livia: Guest, teo: Guest, kofi: Guest) -> None:
    table = await begun(livia, teo)
    await kofi.send_form(f"/t/{table.code}/watch", name="Kofi")
    await table.play(6)
    moments = await noticed(table)
    for seat, guest in enumerate((livia, teo)):
        assert f'href="/t/{table.code}/replay"' in (await guest.get(f"/t/{table.code}")).text
        page = await seen(guest, table)
        assert place(page) == (len(moments), len(moments)), "it begins where the game stands"
        assert set(HELD.findall(await seen(guest, table, "?at=2"))) == hand_at(moments[1], seat)
        assert not EYES.search(page)
        for other in (str(1 - seat), "all", "table"):
            await refused(guest, table, f"?at=2&as={other}", 403, "Until the game is over")
    assert not HELD.search(await seen(kofi, table, "?at=2"))
    for other in ("0", "1", "all"):
        await refused(kofi, table, f"?as={other}", 403, "Until the game is over")


async def test_a_secret_change_of_mind_is_no_moment(livia: Guest, teo: Guest) -> None:
    table = await begun(livia, teo)
    await table.move(0, lay(None))
    before = await seen(teo, table)
    game, row = GAMES["pope-or-nope"], await row_of(livia.house, table.code)
    key = questions.read(row.questions).key(0)
    (choice,) = [one for one in game.choices(decode(game, row.state, row.schema), 0) if one.free is not None]
    for at in range(3):
        answer = await livia.send_form(
            f"/t/{table.code}/moves", question=choice.free, key=f"{key}x{at}", move=choice.move, deed=""
        )
        assert answer.status_code == 303, answer.text
    assert len(await table.actions()) == 5
    assert await seen(teo, table) == before
    assert place(await seen(livia, table)) == place(before)


async def test_a_shared_device_sees_what_everybody_saw(livia: Guest, teo: Guest) -> None:
    code = await livia.open_table(name="Livia")
    assert (await livia.do(code, "beside", name="Bruno", colour="4")).status_code == 303
    await teo.join(code, "Teo")
    assert (await livia.do(code, "start", sure="yes")).status_code == 303
    table = Seated(livia.house, code, [row.player_id for row in await seats_at(livia.house, code)])
    await table.play(6)
    assert not HELD.search(await seen(livia, table, "?at=2"))
    for eyes in ("0", "1", "2", "all"):
        await refused(livia, table, f"?as={eyes}", 403, "Until the game is over")
    hand = await show(livia, code, 0, "Livia")
    assert f'href="/t/{code}/replay"' in (await livia.get(hand)).text, "the menu leads behind the curtain"
    assert (await livia.get(f"{hand}/replay")).status_code == 404
    await table.play(3000)
    assert not HELD.search(await seen(livia, table)), "nobody's hand is shown before another's"
    assert HELD.search(await seen(livia, table, "?as=1"))


# --- bad input -----------------------------------------------------------------------------------------------------


async def test_moments_and_seats_that_are_not(livia: Guest, teo: Guest) -> None:
    table = await over(livia, teo)
    last = place(await seen(livia, table))[1]
    for wrong in ("0", "-1", str(last + 1), "x", "", "1e9", "9" * 400, "²"):
        await refused(livia, table, f"?at={wrong}", 422, f"There is no such moment: this game has had {last}.")
    for wrong in ("0", "99999", "x"):
        await refused(livia, table, f"?line={wrong}", 422, "There is no such moment")
    for wrong in ("2", "-1", "00", "me", ""):
        await refused(livia, table, f"?as={wrong}", 422, "There is no such seat at this table.")


async def test_strangers_lobbies_and_ended_tables(livia: Guest, teo: Guest, kofi: Guest) -> None:
    code = await livia.open_table(name="Livia")
    lobby = Seated(livia.house, code, [])
    await refused(livia, lobby, "", 409, "The game has not begun")
    assert (await teo.get(f"/t/{code}/replay")).headers["location"] == f"/t/{code}"
    table = await over(livia, teo)
    assert (await kofi.get(f"/t/{table.code}/replay?at=1")).headers["location"] == f"/t/{table.code}"
    fragment = await kofi.get(f"/t/{table.code}/replay?at=1", headers=FRAME)
    assert fragment.status_code == 403
    assert "Only those at the table see this." in fragment.text
    async with livia.house.engine.begin() as connection:
        await connection.execute(update(tables).where(tables.c.code == table.code).values(status="ended"))
    await refused(livia, table, "", 410, "This table has ended.")
    answer = await livia.get("/t/FUMUS-ALBA-ROTA-27/replay")
    assert answer.status_code == 404


async def test_one_state_is_read_however_long_the_game(livia: Guest, teo: Guest) -> None:
    """Only the moment's own state is decompressed: others may be anything."""
    table = await over(livia, teo)
    moments = await noticed(table)
    async with livia.house.engine.begin() as connection:
        others = (actions.c.table_id == moments[0].table_id) & (actions.c.seq != moments[4].seq)
        await connection.execute(update(actions).where(others).values(state=b"spoilt"))
    assert set(HELD.findall(await seen(livia, table, "?at=5&as=0"))) == hand_at(moments[4], 0)
