"""The API's description of itself, as an OpenAPI document: every call, every document, and of each game its options,
its moves and what a seat sees. All of it is read from the routes and from the registry of games."""

from functools import cache
from typing import Any, get_type_hints

import msgspec
from fastapi.openapi.utils import get_openapi

from app.api import documents, exports, problems, routes, seats
from games import GAMES
from games.kernel.contract import Game

KINDS = (documents.Table, exports.Record, seats.Taken, routes.SeatTaken, routes.Version, problems.Document)
DESCRIPTION = (
    "Open tables, sit down and play by program. Keys go as `Authorization: Bearer`. Refusals are "
    "`application/problem+json`, in the sentences of the pages. `/api/docs` is the same for people, with an example."
)
REFUSED = {
    "description": "Refused: a sentence that says what to do; the clause, where a rule refuses",
    "content": {problems.KIND: {"schema": {"$ref": "#/components/schemas/Document"}}},
}


@cache
def described() -> dict[str, Any]:
    """The whole document."""
    made = get_openapi(title="Conclave", version="1", description=DESCRIPTION, routes=routes.router.routes)
    schemas = made["components"]["schemas"]
    for name in ("HTTPValidationError", "ValidationError"):  # ours is a Document
        schemas.pop(name, None)
    schemas |= _ours()
    for game in GAMES.values():
        schemas |= of_game(game)
    schemas["NewMove"]["properties"]["move"] = {"anyOf": [_named(game, "Move") for game in GAMES.values()]}
    schemas["NewTable"]["properties"]["options"] = {"anyOf": [_named(game, "Options") for game in GAMES.values()]}
    made["components"]["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
    for call in calls(made):
        call["responses"].pop("422", None)
        call["responses"]["4XX"] = REFUSED
        call["security"] = [{"key": []}, {}]
    return made


def calls(made: dict[str, Any]) -> list[dict[str, Any]]:
    """Every operation of an OpenAPI document."""
    return [call for path in made["paths"].values() for call in path.values()]


def _ours() -> dict[str, Any]:
    _, components = msgspec.json.schema_components(KINDS, ref_template="#/components/schemas/{name}")
    return components


def _named(game: Game, name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{game.slug}.{name}"}


def of_game(game: Game) -> dict[str, Any]:
    """The schemas of one game, each under the game's slug: Options, Move, View, and what they are made of."""
    view = get_type_hints(game.view)["return"]
    template = f"#/components/schemas/{game.slug}.{{name}}"
    kinds = (game.Options, game.Move, view)
    whole, parts = msgspec.json.schema_components(kinds, ref_template=template)
    found = dict(zip(("Options", "Move", "View"), whole, strict=True)) | parts  # what has such a name keeps it
    return {f"{game.slug}.{name}": schema for name, schema in found.items()}
