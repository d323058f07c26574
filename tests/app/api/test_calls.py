"""What the calls do when all is well: a game from the opening to the rematch."""

import hashlib

import msgspec
from fastapi import FastAPI
from sqlalchemy import select

from app.api import exports
from app.database import api_keys, players
from tests.app.api.conftest import Program, problem
from tests.app.conftest import Guest, count, names_at, row_of, seats_at


async def test_opening_takes_the_first_seat_and_tells_the_key_once(ada: Program) -> None:
    answer = await ada.open(name="Ada", seats=3, options={"target": 3, "teams": False}, private=False, watchers=False)
    told = answer.json()
    assert answer.status_code == 201
    assert told.keys() == {"code", "url", "seat", "key"}
    assert told["url"].endswith(f"/t/{told['code']}")
    assert told["seat"] == 0
    row = await row_of(ada.house, ada.code)
    assert (row.chairs, row.private, row.watchers, row.options["target"]) == (3, False, False, 3)
    async with ada.house.engine.connect() as connection:
        kept = (await connection.execute(select(api_keys))).one()
    assert kept.hash == hashlib.sha256(ada.key.encode()).digest()
    assert len(ada.key) == 43  # 256 bits
    assert ada.key not in str(kept)


async def test_a_program_sits_among_people_and_is_ready(ada: Program, livia: Guest) -> None:
    code = await livia.open_table(name="Livia")
    assert (await ada.join(code, "Ada")).json()["seat"] == 1
    assert await names_at(livia.house, code) == ["Livia", "Ada"]
    assert [row.ready for row in await seats_at(livia.house, code)] == [True, True]
    assert "Ada" in (await livia.get(f"/t/{code}")).text
    assert (await livia.do(code, "chair", seat="1", name="Ada")).status_code == 303
    assert (await ada.look()).host == 1
    assert (await ada.call("seats", {"bot": "novice"})).json() == {"seat": 2, "key": None}


async def test_a_table_is_opened_with_a_pace_and_bots_of_each_level(ada: Program, livia: Guest) -> None:
    await ada.open(seats=4, pace="brisk")
    for seat, level in enumerate(("novice", "courtier", "cardinal"), start=1):
        assert (await ada.call("seats", {"bot": level})).json() == {"seat": seat, "key": None}
    assert [row.bot for row in await seats_at(livia.house, ada.code)] == [None, "novice", "courtier", "cardinal"]
    assert (await row_of(livia.house, ada.code)).pace == "brisk"


async def test_the_host_starts_and_asks_for_who_is_not_ready(ada: Program, livia: Guest) -> None:
    await ada.open()
    await livia.join(ada.code, "Livia")
    asked = problem(await ada.call("start"), 409)
    assert asked.message.startswith("Livia is not ready yet.")
    assert (await ada.look()).status == "lobby"
    assert (await ada.call("start", {"sure": True})).json() == {"version": (await ada.look()).version}
    assert (await ada.look()).status == "playing"


async def test_a_password_opens_a_seat(ada: Program, bea: Program) -> None:
    await ada.open(password="sesame")
    assert problem(await bea.join(ada.code, password="wrong"), 403).message.startswith("That is not the password")
    assert problem(await bea.get(f"/api/tables/{ada.code}"), 403).message.startswith("This table has a password.")
    assert (await bea.join(ada.code, password="sesame")).status_code == 201
    assert [seat.name for seat in (await bea.look()).seats] == ["Ada", "Bea"]


async def test_the_document_is_the_viewers(table: list[Program], app: FastAPI) -> None:
    ada, bea = table
    async with Program(app) as watcher:
        watcher.code = ada.code
        seen = [await one.look() for one in (ada, bea, watcher)]
    assert [one.seat for one in seen] == [0, 1, None]
    assert [one.view["mine"] and one.view["mine"]["seat"] for one in seen] == [0, 1, None]
    assert seen[0].deciders == seen[2].deciders == (0, 1)
    assert seen[0].question is not None
    assert seen[0].question.text
    assert (seen[2].question, seen[2].choices) == (None, ())
    assert seen[0].choices
    assert [line.number for line in seen[2].log] == list(range(1, seen[2].log_length + 1))
    assert seen[2].log[0].text
    assert (await bea.look(since=seen[1].log_length)).log == ()


async def test_what_is_barred_says_why(table: list[Program]) -> None:
    barred = []
    for _ in range(200):
        for one in table:
            seen = await one.look()
            barred += [offer.barred for offer in seen.choices if offer.barred is not None]
            if seen.question is not None:
                assert (await one.move()).status_code == 200
        if barred or seen.status == "over":
            break
    assert barred
    assert all(why.clause.startswith("PN-") and why.text.endswith(".") for why in barred)


async def test_a_game_to_its_end_its_record_and_the_next_table(table: list[Program]) -> None:
    ada, bea = table
    assert problem(await ada.get(f"/api/tables/{ada.code}/export"), 409).message == exports.NOT_OVER
    moves = 0
    while (await ada.look()).status == "playing":
        for one in table:
            if (await one.look()).question is not None:
                assert (await one.move()).status_code == 200
                moves += 1
    end = await ada.look()
    assert end.result is not None
    assert end.result.how.text
    assert end.seed is not None
    assert hashlib.sha256(bytes.fromhex(end.seed)).hexdigest() == end.commitment
    exported = await ada.get(f"/api/tables/{ada.code}/export")
    record = msgspec.json.decode(exported.content, type=exports.Record)
    assert (record.seed, record.names, record.result) == (end.seed, ("Ada", "Bea"), end.result)
    assert len([action for action in record.actions if action.seat is not None]) == moves
    assert [line.number for action in record.actions for line in action.log] == list(range(1, end.log_length + 1))
    assert str((await row_of(ada.house, ada.code)).host_id) not in exported.text
    first, second = (await ada.call("rematch")).json(), (await bea.call("rematch")).json()
    assert first["code"] == second["code"] == (await bea.look()).rematch
    assert problem(await ada.call("start", headers=ada.bearer(first["key"])), 403).message.startswith("This key is for")
    ada.code, ada.key = first["code"], first["key"]
    assert (await ada.call("start")).status_code == 200


async def test_who_leaves_is_played_for_and_may_return(table: list[Program]) -> None:
    ada, bea = table
    assert (await bea.call("leave")).status_code == 204
    seen = await bea.look()
    assert seen.seats[1].away
    assert (seen.question, seen.choices) == (None, ())
    assert (await bea.call("return")).status_code == 204
    assert (await bea.look()).choices
    assert [line.key for line in (await ada.look()).log][-2:] == ["house.left", "house.returned"]


async def test_who_leaves_a_lobby_looks_on(ada: Program, bea: Program) -> None:
    await ada.open()
    await bea.join(ada.code)
    assert (await bea.call("leave")).status_code == 204
    assert (await bea.look()).seat is None
    assert problem(await bea.call("key"), 403).message.startswith("You have no seat at this table")


async def test_a_browsers_guest_gets_a_key_for_a_program_of_its_own(app: FastAPI, livia: Guest, ada: Program) -> None:
    code = await livia.open_table(name="Livia")
    answer = await livia.post(f"/api/tables/{code}/key")
    assert answer.status_code == 201
    assert "set-cookie" not in answer.headers
    ada.code, ada.key = code, answer.json()["key"]
    assert (await ada.look()).seat == 0
    assert (await ada.call("seats", {"bot": "novice"})).status_code == 201
    assert (await ada.call("start")).status_code == 200
    assert await count(app.state.house, players) == 1


async def test_codes_are_read_as_people_write_them(table: list[Program]) -> None:
    ada, _ = table
    ada.code = ada.code.lower().replace("-", " ")
    assert (await ada.move()).status_code == 200


async def test_no_answer_sets_a_cookie_or_is_kept(table: list[Program]) -> None:
    for answer in [await table[0].open(), await table[0].get("/api/openapi.json"), await table[1].call("leave")]:
        assert "set-cookie" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"
