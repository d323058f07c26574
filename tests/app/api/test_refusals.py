"""What programs send wrong: each is told in a document, with the right status, and changes nothing."""

import json
import logging
import time
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from limits import RateLimitItemPerMinute
from sqlalchemy import text

from app import limiting, lookups
from app.api import documents, keys
from app.database import players, tables
from app.engine import connect, reading
from games import GAMES
from tests.app.api.conftest import UNKNOWN, Program, problem
from tests.app.conftest import HOST, Guest, count, everything

WRONG = [None, True, 0, -1, 1.5, 10**30, "", "x" * 300, "\0", "\ud800", "1", [], [1], {}, {"a": {"b": ["\0"]}}]


# --- bodies ------------------------------------------------------------------------------------------------------


FITTING: dict[str, tuple[Any, ...]] = {
    "game": (),
    "name": ("1",),
    "seats": (None,),
    "options": ({},),
    "private": (None, True),
    "watchers": (None, True),
    "password": (None, "", "1"),
    "unknown": (),
}
"""Which of the wrong values are right for this field."""


@pytest.mark.parametrize("field", FITTING)
async def test_a_table_is_not_opened_by_a_wrong_field(ada: Program, field: str) -> None:
    for value in [value for value in WRONG if value not in FITTING[field]]:
        sent = json.dumps({"game": "pope-or-nope", "name": "Ada", field: value})
        answer = await ada.post("/api/tables", content=sent, headers={"content-type": "application/json"})
        assert problem(answer, 422).message, value
    assert await count(ada.house, tables) == await count(ada.house, players) == 0


@pytest.mark.parametrize("letter", ["\0", "\ud800"])
@pytest.mark.parametrize("where", ["name", "options", "password", "unknown"])
async def test_characters_that_nothing_can_hold_are_called_so(ada: Program, where: str, letter: str) -> None:
    value = {f"a{letter}": 1} if where == "options" else f"a{letter}"
    sent = json.dumps({"game": "pope-or-nope", "name": "Ada", where: value})
    answer = await ada.post("/api/tables", content=sent, headers={"content-type": "application/json"})
    assert problem(answer, 422).message.startswith("The body holds characters that no database and no page can hold.")


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ('"name": "Bea"', "“name” is there twice"),
        ('"options": {"a": 1, "a": 1}', "“a” is there twice"),
        ('"seats": NaN', "NaN is no number"),
        ('"seats": -Infinity', "-Infinity is no number"),
    ],
)
async def test_json_is_read_strictly(ada: Program, more: str, says: str) -> None:
    sent = f'{{"game": "pope-or-nope", "name": "Ada", {more}}}'
    answer = await ada.post("/api/tables", content=sent, headers={"content-type": "application/json"})
    assert says in problem(answer, 422).message
    assert await count(ada.house, tables) == 0


async def test_what_a_program_calls_its_fields_is_not_repeated_at_length(table: list[Program]) -> None:
    ada, long = table[0], "x" * 5000
    question = (await ada.look()).question
    assert question is not None
    move = {"question": question.id, "move": {"type": "open", "deed": long}, "key": "k"}
    for answer in (
        await ada.post("/api/tables", json={"game": "pope-or-nope", "name": "Ada", long: 1}),
        await ada.post("/api/tables", json={"game": "pope-or-nope", "name": "Ada", "options": {long: 1}}),
        await ada.post("/api/tables", json={"game": long[:200], "name": "Ada"}),
        await ada.call("moves", move),
    ):
        assert 0 < len(answer.text) < 1000
        assert "x" * 61 not in problem(answer, 422).message


@pytest.mark.parametrize("seats", [-3, 0, 1, 9, 10**9])
async def test_seats_out_of_range_are_told_by_the_game(ada: Program, seats: int) -> None:
    told = problem(await ada.open(seats=seats), 422)
    assert told.message == "Pope or Nope takes 2 to 8 players. Choose a number between."
    assert await count(ada.house, tables) == 0


@pytest.mark.parametrize("rule", GAMES["pope-or-nope"].house_rules, ids=lambda rule: rule.name)
async def test_options_of_a_wrong_type_are_told_by_the_house_rule(ada: Program, rule: Any) -> None:
    for value in (None, 1.5, "x", [], {}, 77, "true", 1 if rule.name == "teams" else True):
        told = problem(await ada.open(options={rule.name: value}), 422)
        assert told.message.startswith(f"“{rule.title}” has no such setting. Choose one of ")
        assert told.clause == rule.clause
    assert await count(ada.house, tables) == 0


@pytest.mark.parametrize("first", [True, 1, -1, "0", 1.0, []])
async def test_who_starts_at_a_new_table_is_the_host_or_nobody(ada: Program, first: Any) -> None:
    assert problem(await ada.open(options={"first": first}), 422).clause == "PN-1.3"
    assert (await ada.open(options={"first": 0})).status_code == 201


async def test_unknown_games_options_and_bots_are_named(ada: Program) -> None:
    told = problem(await ada.open(game="chess"), 422)
    assert told.message == f"There is no game “chess” here; there is {', '.join(GAMES)}."
    assert "it has teams, target" in problem(await ada.open(options={"fly": 1}), 422).message
    await ada.open()
    wise = problem(await ada.call("seats", {"bot": "wise"}), 422).message
    assert wise == "There is no bot of this level. Choose one of these: novice, courtier, cardinal."
    slow = await ada.open(pace="glacial")
    assert problem(slow, 422).message == "Bots have no such pace. Choose one of these: brisk, calm, slow."


@pytest.mark.parametrize("body", [{}, {"name": "Bea", "bot": "novice"}, {"password": "x"}, {"bot": 1}, {"name": []}])
async def test_a_seat_is_for_one_name_or_one_bot(ada: Program, body: Any) -> None:
    await ada.open()
    before = await everything(ada.house)
    problem(await ada.call("seats", body), 422)
    assert await everything(ada.house) == before


NO_JSON = [b"", b"{", b"[1,", b"\xff\xfe", b"[" * 60_000, b'{"a": ' + b"9" * 6000 + b"}", b"null", b"[]", b"3", b'"x"']


@pytest.mark.parametrize("body", NO_JSON, ids=lambda body: repr(body[:8]))
@pytest.mark.parametrize("path", ["", "/{code}/seats", "/{code}/moves"])
async def test_what_is_no_json_object_is_refused(table: list[Program], body: bytes, path: str) -> None:
    ada, _ = table
    before = await everything(ada.house)
    headers = {**ada.bearer(), "content-type": "application/json"}
    answer = await ada.post(f"/api/tables{path.format(code=ada.code)}", content=body, headers=headers)
    problem(answer, answer.status_code)
    assert answer.status_code in (400, 422)
    assert await everything(ada.house) == before


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
async def test_a_form_is_no_call(ada: Program, kind: str) -> None:
    sent = b'{"game": "pope-or-nope", "name": "Ada"}'
    problem(await ada.post("/api/tables", content=sent, headers={"content-type": kind}), 422)
    assert await count(ada.house, tables) == 0


async def test_a_large_body_is_refused_by_what_it_says_and_by_what_comes(ada: Program) -> None:
    async def body() -> Any:
        for _ in range(80):
            yield b" " * 1024

    json_ = {"content-type": "application/json"}
    assert problem(await ada.post("/api/tables", content=b" " * 70_000, headers=json_), 413).title == "That is too much"
    assert "64 KB" in problem(await ada.post("/api/tables", content=body(), headers=json_), 413).message


# --- keys --------------------------------------------------------------------------------------------------------

CALLS = [("POST", path) for path in ("start", "moves", "key", "rematch", "leave", "return", "seats")] + [("GET", "")]
BODIES: dict[str, Any] = {"moves": {"question": "1", "move": {"type": "pass"}, "key": "k"}, "seats": {"bot": "novice"}}


async def _all_calls(program: Program, headers: dict[str, Any]) -> list[httpx.Response]:
    return [
        await program.request(
            method, f"/api/tables/{program.code}/{path}".rstrip("/"), json=BODIES.get(path), headers=headers
        )
        for method, path in CALLS
    ]


@pytest.mark.parametrize("shown", ["Bearer nonsense", "Bearer", "Bearer ", "Basic YWRhOmFkYQ==", "", b"Bearer \xe9"])
async def test_an_unknown_key_opens_nothing(table: list[Program], shown: Any) -> None:
    before = await everything(table[0].house)
    for answer in await _all_calls(table[0], {"authorization": shown}):
        assert problem(answer, 401).message.startswith("Nobody has this key.")
        assert answer.headers["www-authenticate"] == "Bearer"
    assert await everything(table[0].house) == before


async def test_without_a_key_one_can_only_look(table: list[Program]) -> None:
    before = await everything(table[0].house)
    *acting, looking = await _all_calls(table[0], {})
    assert looking.status_code == 200
    for answer in acting:
        assert problem(answer, 401).message.startswith("This needs the key of your seat.")
    assert await everything(table[0].house) == before


async def test_a_renewed_key_says_so_and_opens_nothing(table: list[Program]) -> None:
    ada, _ = table
    old, answer = ada.bearer(), await ada.call("key")
    assert answer.status_code == 201
    before = await everything(ada.house)
    for refused in await _all_calls(ada, old):
        assert problem(refused, 401).message == keys.RENEWED
    assert await everything(ada.house) == before
    ada.key = answer.json()["key"]
    assert (await ada.look()).seat == answer.json()["seat"] == 0


async def test_who_renews_the_personal_link_ends_the_keys_of_own_programs(
    app: FastAPI, livia: Guest, ada: Program
) -> None:
    async def key() -> str:
        return str((await livia.post(f"/api/tables/{ada.code}/key")).json()["key"])

    ada.code = await livia.open_table(name="Livia")
    ada.key = await key()
    async with Guest(app, "203.0.113.8") as old:
        old.cookies.update(livia.cookies)
        assert (await livia.send_form("/me/link", sure="yes", key="my-first-renewal")).status_code == 303
        refused = await ada.get(f"/api/tables/{ada.code}", headers=ada.bearer())
        assert problem(refused, 401).message == keys.RENEWED
        ada.key = await key()
        assert (await old.send_form("/me/link", sure="yes", key="a-thiefs-renewal")).status_code == 403
        problem(await old.post(f"/api/tables/{ada.code}/key"), 401)
    assert (await ada.look()).seat == 0


async def test_the_key_of_another_table_opens_nothing_here(table: list[Program], app: FastAPI) -> None:
    async with Program(app) as other:
        await other.open()
        before = await everything(app.state.house)
        other.code = table[0].code
        for refused in await _all_calls(other, other.bearer()):
            assert problem(refused, 403).message.startswith("This key is for a seat at another table.")
        assert await everything(app.state.house) == before


async def test_only_the_hosts_key_seats_bots_and_starts(ada: Program, bea: Program) -> None:
    await ada.open(seats=3)
    await bea.join(ada.code)
    before = await everything(ada.house)
    for answer in (await bea.call("seats", {"bot": "novice"}), await bea.call("start", {"sure": True})):
        assert problem(answer, 403).message.startswith("Only the host may do that.")
    assert await everything(ada.house) == before


async def test_who_was_sent_away_keeps_a_key_to_nothing(livia: Guest, ada: Program) -> None:
    code = await livia.open_table(name="Livia")
    await ada.join(code, "Ada")
    await livia.do(code, "kick", seat="1", name="Ada")
    for answer in (await ada.get(f"/api/tables/{code}", headers=ada.bearer()), await ada.call("key")):
        problem(answer, 403)


async def test_a_closed_table_is_seen_by_its_seats_alone(ada: Program, bea: Program) -> None:
    await ada.open(watchers=False)
    assert problem(await bea.get(f"/api/tables/{ada.code}"), 403).message.startswith("The host has closed this table")
    assert (await ada.look()).seat == 0


async def test_an_ended_table_is_gone(ada: Program) -> None:
    await ada.open()
    await ada.call("leave")
    assert problem(await ada.get(f"/api/tables/{ada.code}", headers=ada.bearer()), 410).message


@pytest.mark.parametrize("code", [UNKNOWN, "x", "%00", "%ff", "A" * 3000, "..%2f.."])
async def test_a_table_that_is_not_there_is_a_404(ada: Program, code: str) -> None:
    await ada.open()
    ada.code = code
    for answer in await _all_calls(ada, ada.bearer()):
        problem(answer, 404)


async def test_a_cookie_is_not_the_key_of_anything(app: FastAPI, livia: Guest) -> None:
    code = await livia.open_table(name="Livia")
    await livia.do(code, "bot", bot="novice")
    before = await everything(app.state.house)
    for path in ("start", "leave", "rematch", "return"):
        problem(await livia.post(f"/api/tables/{code}/{path}"), 401)
    problem(await livia.post(f"/api/tables/{code}/seats", json={"bot": "novice"}), 401)
    assert (await livia.get(f"/api/tables/{code}")).json()["seat"] is None
    assert await everything(app.state.house) == before


@pytest.mark.parametrize("headers", [{"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}])
async def test_another_site_can_not_act_by_a_visitors_cookie(
    app: FastAPI, livia: Guest, headers: dict[str, str]
) -> None:
    code = await livia.open_table(name="Livia")
    livia.headers.pop("origin")
    before = await everything(app.state.house)
    for path, body in (("", {"game": "pope-or-nope", "name": "X"}), (f"/{code}/key", None), (f"/{code}/start", None)):
        told = problem(await livia.post(f"/api/tables{path}", json=body, headers=headers), 403)
        assert "another site" in told.message
        shown = {**headers, "authorization": "Bearer nonsense"}
        if path:
            problem(await livia.post(f"/api/tables{path}", json=body, headers=shown), 401)
    assert await everything(app.state.house) == before


async def test_a_key_needs_no_origin_and_minds_none(table: list[Program]) -> None:
    headers = {**table[0].bearer(), "origin": "https://bots.example"}
    body = table[0].answer_to(await table[0].look())
    assert (await table[0].call("moves", body, headers=headers)).status_code == 200


# --- moves -------------------------------------------------------------------------------------------------------


async def test_a_repeated_key_counts_once_and_another_body_is_refused(table: list[Program]) -> None:
    ada, bea = table
    body = ada.answer_to(await ada.look(), "first")
    first = await ada.call("moves", body)
    await bea.move("first")  # keys are a seat's own
    before = await everything(ada.house)
    assert (await ada.call("moves", body)).json() == first.json()
    other = {**body, "move": {"type": "play", "card": "NOPE", "pile": 1}}
    assert problem(await ada.call("moves", other), 409).message.startswith("This form was sent before")
    assert await everything(ada.house) == before


async def test_a_stale_question_holds_the_new_one(table: list[Program]) -> None:
    ada, bea = table
    old = ada.answer_to(await ada.look())
    for one in table:
        await one.move()
    while (seen := await ada.look()).question is None:
        await bea.move()
    told = problem(await ada.call("moves", {**old, "key": "again"}), 409)
    assert told.question is not None
    assert told.question["id"] == seen.question.id  # type: ignore[union-attr]
    assert told.question["text"]
    assert told.version == seen.version


async def test_not_your_turn(table: list[Program]) -> None:
    ada, bea = table
    for one in table:
        await one.move()
    waiting = bea if (await ada.look()).question is not None else ada
    told = problem(await waiting.call("moves", {"question": "1", "move": {"type": "pass"}, "key": "k"}), 409)
    assert told.message.startswith("It is not your turn.")
    assert told.question is None


async def test_an_illegal_move_names_its_clause_and_key(table: list[Program]) -> None:
    ada, _ = table
    question = (await ada.look()).question
    assert question is not None
    before = await everything(ada.house)
    told = problem(
        await ada.call("moves", {"question": question.id, "move": {"type": "open", "deed": "NOPE"}, "key": "k"}), 422
    )
    assert told.clause is not None
    assert told.clause.startswith("PN-")
    assert told.key is not None
    assert told.key.startswith("refuse.")
    assert await everything(ada.house) == before


NO_MOVES: list[Any] = [
    {},
    {"type": "fly"},
    {"type": None},
    {"type": ["open"]},
    {"type": "open"},
    {"type": "open", "deed": 1},
    {"type": "open", "deed": None, "more": 1},
    {"type": "play", "card": "NOPE", "pile": "1"},
    {"type": "play", "card": "NOPE", "pile": 1.5},
    {"type": "play", "card": ["NOPE"], "pile": 1},
    {"type": "pass", "": ""},
    {"open": None},
]


@pytest.mark.parametrize("move", NO_MOVES, ids=str)
async def test_what_is_no_move_is_told_in_a_sentence(table: list[Program], move: Any) -> None:
    ada, _ = table
    question = (await ada.look()).question
    assert question is not None
    before = await everything(ada.house)
    told = problem(await ada.call("moves", {"question": question.id, "move": move, "key": "k"}), 422)
    assert "move" in told.message
    assert await everything(ada.house) == before


@pytest.mark.parametrize("field", ["question", "move", "key"])
async def test_wrong_fields_of_a_move(table: list[Program], field: str) -> None:
    ada, _ = table
    body = ada.answer_to(await ada.look())
    before = await everything(ada.house)
    for value in WRONG:
        if field == "key" and value == "1":
            continue
        sent = json.dumps({**body, field: value})
        headers = {**ada.bearer(), "content-type": "application/json"}
        answer = await ada.post(f"/api/tables/{ada.code}/moves", content=sent, headers=headers)
        problem(answer, answer.status_code)
        assert answer.status_code in ((409, 422) if field == "question" else (422,))
    assert await everything(ada.house) == before


async def test_no_moves_before_the_start_nor_after_the_end(ada: Program, bea: Program) -> None:
    await ada.open(seats=2)
    await bea.join(ada.code)
    move = {"question": "1", "move": {"type": "pass"}, "key": "late"}
    assert problem(await ada.call("moves", move), 409).message == "This table has not started yet."
    await ada.call("start")
    async with ada.house.engine.begin() as connection:
        await connection.execute(text("UPDATE tables SET status = 'over'"))
    assert problem(await ada.call("moves", move), 409).message.startswith("This game is over.")


@pytest.mark.parametrize("since", ["-1", "x", "1.5", "9" * 30, ""])
async def test_a_since_that_is_none(table: list[Program], since: str) -> None:
    told = problem(await table[0].get(f"/api/tables/{table[0].code}", params={"since": since}), 422)
    assert told.field == "since"


async def test_a_since_beyond_the_log_is_an_empty_log(table: list[Program]) -> None:
    assert (await table[0].look(since=2**31 - 1)).log == ()


# --- the house ---------------------------------------------------------------------------------------------------


async def test_unknown_calls_and_methods(ada: Program) -> None:
    for path in ("/api/nothing", "/api/tables/x/y/z", "/api/"):
        assert problem(await ada.get(path), 404).message.startswith("There is no such call.")
    refused = await ada.delete("/api/tables")
    assert problem(refused, 405).message.startswith("This call has another method.")
    assert refused.headers["allow"] == "POST"


async def test_an_unforeseen_failure_is_told_without_its_inside(
    ada: Program, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    words = "the secret of the failure"

    def fails(*_: Any) -> Any:
        raise RuntimeError(words)

    await ada.open()
    monkeypatch.setattr(documents, "document", fails)
    with caplog.at_level(logging.ERROR, "conclave"):
        answer = await ada.get(f"/api/tables/{ada.code}", headers=ada.bearer())
    assert problem(answer, 500).message.startswith("This is our fault")
    assert "secret" not in answer.text
    assert "builtins.RuntimeError" in caplog.text
    assert words not in caplog.text
    assert ada.key not in caplog.text


async def test_a_database_that_is_away_is_told_as_such(ada: Program) -> None:
    house = ada.house
    kept, away = (house.engine, house.reading), connect("postgresql+asyncpg://nobody@127.0.0.1:1/none")
    house.engine, house.reading = away, reading(away)
    told = problem(await ada.open(), 503)
    await away.dispose()
    house.engine, house.reading = kept
    assert "your table is safe" in told.message
    assert (await ada.open()).status_code == 201


async def _status(app: FastAPI, path: str, headers: dict[str, str]) -> int:
    """The status of an answer, without a client's own work."""
    said: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        said.append(message)

    given = [(b"host", HOST.encode()), *((name.encode(), value.encode()) for name, value in headers.items())]
    scope = {"type": "http", "method": "GET", "scheme": "http", "path": path, "raw_path": path.encode()}
    await app({**scope, "query_string": b"", "headers": given, "client": ("192.0.2.40", 1)}, receive, send)
    return int(said[0]["status"])


async def test_ten_thousand_quick_calls_are_limited(app: FastAPI, table: list[Program]) -> None:
    ada, bea = table
    began = time.monotonic()
    statuses = [await _status(app, "/api/nothing", ada.bearer()) for _ in range(10_000)]
    minutes = 1 + (time.monotonic() - began) // 60
    assert 0 < statuses.count(404) <= limiting.KEY.amount * minutes
    assert statuses.count(429) == 10_000 - statuses.count(404)
    refused = await ada.get("/api/nothing", headers=ada.bearer())
    assert problem(refused, 429).title == "Too fast"
    assert refused.headers["retry-after"] == "60"
    assert (await bea.move()).status_code == 200


async def test_wrong_keys_are_counted_by_address_together(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limiting, "STRANGERS", RateLimitItemPerMinute(20, namespace="strangers"))
    async with Program(app, "203.0.113.77") as program, Program(app) as other:
        statuses = [
            (await program.get(f"/api/tables/{UNKNOWN}", headers=program.bearer(f"wrong-{number}"))).status_code
            for number in range(25)
        ]
        assert statuses.count(429) == 5
        assert (await other.open()).status_code == 201


async def test_guessed_codes_are_limited_and_a_seat_still_reaches_its_table(app: FastAPI, ada: Program) -> None:
    await ada.open()
    for number in range(lookups.LOOKUPS.amount):
        problem(await ada.get(f"/api/tables/FUMUS-ALBA-ROTA-{number:02d}"), 404)
    assert "Too many codes" in problem(await ada.get(f"/api/tables/{UNKNOWN}"), 429).message
    assert "Too many codes" in problem(await ada.get(f"/api/tables/{UNKNOWN}", headers=ada.bearer()), 429).message
    assert (await ada.look()).seat == 0


async def test_the_host_is_not_taken_at_its_word(ada: Program) -> None:
    answer = await ada.post(
        "/api/tables", json={"game": "pope-or-nope", "name": "Ada"}, headers={"host": "evil.example/<b>"}
    )
    assert HOST not in answer.json()["url"]
    assert "evil" not in answer.json()["url"]
