"""What the API says of itself, for programs and for people; and all of its routes together."""

import asyncio
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup, escape

from app import language, rendering
from app.api import live, openapi, routes, samples
from app.api.moves import shapes
from app.api.pages import ApiPage, Call, Kind, Move, Played
from app.house import House
from app.identity.service import visitor
from app.lobby import links
from app.pages import Option, RuleChoice, Visitor
from app.tables import levels
from games import GAMES
from games.kernel.contract import Game, HouseRule

router = APIRouter()
router.include_router(routes.router)
router.include_router(live.router)

Schema = dict[str, Any]

SOCKET = Call("live", "WS", "/api/tables/{code}/live?since=n", Markup(escape(live.__doc__ or "")), "", "Table")  # noqa: S704


@router.get("/api/openapi.json")
async def document() -> Response:
    """The OpenAPI document."""
    return Response(_encoded(), media_type="application/json")


@cache
def _encoded() -> bytes:
    return msgspec.json.encode(openapi.described())


@router.get("/api/docs", response_class=HTMLResponse)
async def page(request: Request) -> Response:
    """The same for people, with every game's moves and a worked example."""
    house: House = request.app.state.house
    address = links.link_to(house.settings, request, "").address.removesuffix("/t/")
    shown = await asyncio.to_thread(record, await visitor(request), address)  # the first time games are played for it
    return HTMLResponse(rendering.api(shown))


def record(who: Visitor, address: str) -> ApiPage:
    """What the page shows, of the house at this address. It is in English, and kept for everybody."""
    with language.speaking(language.ENGLISH):
        games = tuple(_game(slug) for slug in GAMES)
    return ApiPage(who, address, _calls(), _kinds(), games, tuple(levels.LIKE.items()))


@cache
def _calls() -> tuple[Call, ...]:
    found = [
        Call(
            id=f"{method}-{path.rpartition('/')[2].strip('{}')}",
            method=method.upper(),
            path=path,
            does=_coded(call["description"]),
            sends=_name(call.get("requestBody", {})),
            gets=_name({name: answer for name, answer in call["responses"].items() if name != "4XX"}),
        )
        for path, methods in openapi.described()["paths"].items()
        for method, call in methods.items()
    ]
    return (*found, SOCKET)


_REFERENCE = re.compile(r"#/components/schemas/([\w.-]+)")


def _name(described: Any) -> str:
    """The kind of document that is named in there first."""
    found = _REFERENCE.search(str(described))
    return "" if found is None else found[1]


@cache
def _kinds() -> tuple[Kind, ...]:
    schemas = openapi.described()["components"]["schemas"]
    return tuple(_kind(name, schema) for name, schema in schemas.items() if "." not in name)


def _kind(name: str, schema: Schema) -> Kind:
    return Kind(name, _coded(schema.get("description", "")), tuple(_fields(schema)), _pretty(schema))


_CODE = re.compile(r"`([^`]+)`")


def _coded(text: str) -> Markup:
    """Plain text, with what stands in backticks as code."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704 - the text was escaped


def _fields(schema: Schema) -> Iterator[tuple[str, Markup]]:
    required = schema.get("required", ())
    for name, field in schema.get("properties", {}).items():
        yield name if name in required else f"{name}?", domain(field)


def domain(schema: Schema) -> Markup:
    """What may stand in a field, in a few words: "text", "a number or null", "a list: Line", with links to kinds."""
    if "$ref" in schema:
        return _to_kind(str(schema["$ref"]).rpartition("/")[2])
    if "anyOf" in schema:
        return Markup(" or ").join(domain(one) for one in schema["anyOf"])
    if "enum" in schema:
        return Markup(" or ").join(msgspec.json.encode(value).decode() for value in schema["enum"])
    if schema.get("type") == "array":
        inner = schema.get("items")
        return Markup("a list: {}").format(domain(inner)) if inner else Markup("a list")
    return Markup(_TYPES.get(schema.get("type", ""), "anything"))  # noqa: S704 - words of ours


def _to_kind(name: str) -> Markup:
    """A link to a kind of document; a game's own kinds stand in its schema."""
    return Markup("<code>{}</code>").format(name) if "." in name else Markup('<a href="#{0}">{0}</a>').format(name)


_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
    "object": "an object",
}


@cache
def _game(slug: str) -> Played:
    game, schemas = GAMES[slug], openapi.of_game(GAMES[slug])
    met = {sample.tag: sample for sample in samples.of_game(slug)}
    moves = tuple(_move(tag, met.get(tag), _of_move(schemas, slug, tag)) for tag in shapes(game))
    shown = {name: schema for name, schema in schemas.items() if name in _needed(schemas, f"{slug}.Move")}
    return Played(slug, game.title, game.seats, _rules(game), _pick(game), moves, _pretty(shown))


def _of_move(schemas: Schema, slug: str, tag: str) -> Schema:
    """The schema of one kind of move: the one whose type is this tag."""
    return next(
        schema
        for schema in schemas.values()
        if schema.get("properties", {}).get("type", {}).get("enum") == [tag] and "type" in schema["required"]
    )


def _needed(schemas: Schema, name: str) -> set[str]:
    """This schema and all that it refers to."""
    found, left = set[str](), [name]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += _REFERENCE.findall(str(schemas[name]))
    return found


def _move(tag: str, sample: samples.Sample | None, schema: Schema) -> Move:
    fields, words = tuple(_fields(schema)), schema.get("description", "")
    if sample is None:  # so rare that games at random don't come to it
        return Move(tag, words, fields, "", "")
    return Move(tag, words, fields, _pretty(sample.offer), json.dumps(sample.move))


def _rules(game: Game) -> tuple[RuleChoice, ...]:
    return tuple(_rule(rule) for rule in game.house_rules)


def _pick(game: Game) -> RuleChoice | None:
    return None if game.pick is None else _rule(game.pick)


def _rule(rule: HouseRule) -> RuleChoice:
    settings = tuple(Option(msgspec.json.encode(one.value).decode(), one.words) for one in rule.settings)
    return RuleChoice(rule.name, rule.title, rule.clause, settings)


def _pretty(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
