"""What the API says of itself: true, complete, and with every game of the registry in it."""

import json
import re
import shlex
from html import unescape
from typing import Any

import httpx
import msgspec
import pytest

from app.api import documents, moves, openapi, samples
from app.tables import bots
from games import GAMES
from games.kernel.choices import Choice, admits
from tests.app.api.conftest import Program
from tests.app.conftest import HOST, Guest

DESIGNED = {
    ("POST", "/api/tables"),
    ("POST", "/api/tables/{code}/seats"),
    ("POST", "/api/tables/{code}/start"),
    ("GET", "/api/tables/{code}"),
    ("POST", "/api/tables/{code}/moves"),
    ("GET", "/api/tables/{code}/export"),
    ("POST", "/api/tables/{code}/key"),
}


def references(value: Any) -> set[str]:
    """The names of all schemas that it refers to."""
    return set(re.findall(r"#/components/schemas/([\w.-]+)", json.dumps(value)))


async def test_the_openapi_document_has_every_call_and_nothing_that_leads_nowhere(ada: Program) -> None:
    answer = await ada.get("/api/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    made = answer.json()
    assert made["openapi"].startswith("3.1")
    assert {(method.upper(), path) for path, calls in made["paths"].items() for method in calls} >= DESIGNED
    assert references(made) <= made["components"]["schemas"].keys()
    assert "HTTPValidationError" not in answer.text


RARE = ("lose_influence", "crusade_ended", "round_ended", "age_ended")
"""Moves that games at random don't come to: no chance player gathers so much Influence and is struck, or ticks a whole
phase 4 before the game is over."""


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_its_moves_options_and_view(slug: str) -> None:
    schemas = openapi.of_game(GAMES[slug])
    made = openapi.described()["components"]["schemas"]
    for name in ("Options", "Move", "View"):
        schema = schemas[f"{slug}.{name}"]
        assert schema.get("properties") or schema.get("anyOf")
    assert f"{slug}.Move" in references(made["NewMove"])
    assert f"{slug}.Options" in references(made["NewTable"])


@pytest.mark.parametrize("slug", GAMES)
def test_every_move_has_a_sample_that_the_rules_would_take(slug: str) -> None:
    game = GAMES[slug]
    met = [sample.tag for sample in samples.of_game(slug)]
    assert met == [tag for tag in moves.shapes(game) if tag not in RARE]
    for sample in samples.of_game(slug):
        plain = msgspec.to_builtins(sample.offer)
        for field in plain["fields"]:
            field.pop("cautions", None)
        choice = msgspec.convert({**plain, "free": None}, Choice)
        filled: Any = {name: value for name, value in sample.move.items() if name != "type"}
        assert admits(choice, filled)
        assert game.move(sample.tag, filled) is not None
        assert isinstance(sample.offer, documents.Offer)


async def test_the_page_has_every_call_game_move_and_kind(livia: Guest) -> None:
    answer = await livia.get("/api/docs")
    page = unescape(answer.text)
    assert answer.headers["content-type"].startswith("text/html")
    for path in openapi.described()["paths"]:
        assert path in page
    assert "/api/tables/{code}/live?since=n" in page
    for game in GAMES.values():
        assert f'<h2 id="{game.slug}">{game.title}</h2>' in page
        assert all(f"Move <code>{tag}</code>" in page for tag in moves.shapes(game))
        assert all(f"<code>{rule.name}</code>" in page for rule in game.house_rules)


async def test_the_worked_example_works(livia: Guest, ada: Program) -> None:
    page = (await livia.get("/api/docs")).text
    commands = [unescape(text) for text in re.findall(r"<code>(curl .*?)</code>", page, re.DOTALL)]
    assert len(commands) == 5
    opened = await _run(commands[0], ada)
    assert opened.status_code == 201
    ada.code, ada.key = opened.json()["code"], opened.json()["key"]
    least, _ = next(iter(GAMES.values())).seats
    for command in (*commands[1:2] * (least - 1), *commands[2:4]):
        done = await _run(command, ada)
        assert done.status_code in (200, 201), done.text
    while (seen := await ada.look()).question is None:
        assert await bots.play_one(ada.house)
    body = ada.answer_to(seen)
    sent = shlex.split(commands[4].replace("\\\n", " "))[-1]
    assert json.loads(sent).keys() == body.keys()
    moved = await _run(commands[4].replace(sent, json.dumps(body)), ada)
    assert moved.status_code == 200, moved.text


async def _run(command: str, program: Program) -> httpx.Response:
    """What curl would do."""
    words = shlex.split(command.replace("\\\n", " ").replace("$CODE", program.code).replace("$KEY", program.key))
    headers, method, body, url = {}, "GET", None, ""
    it = iter(words[1:])
    for word in it:
        match word:
            case "-X":
                method = next(it)
            case "-H":
                name, _, value = next(it).partition(": ")
                headers[name] = value
            case "-d":
                body = next(it)
            case _:
                url = word
    assert url.startswith(f"http://{HOST}/api/")
    return await program.request(method, url, content=body, headers=headers)
