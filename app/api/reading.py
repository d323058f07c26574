"""How the body of a call is read: JSON as RFC 8259 has it, each field once. Two programs on the way that take another
one of two values for the field would not agree on what was sent; NaN and Infinity are no numbers of JSON."""

import json
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute

from app.api.problems import WrongField, short
from app.problems import Malformed


class Reading(Request):
    """A request whose JSON is read strictly."""

    async def json(self) -> Any:
        """The body. Raises Malformed, WrongField, ValueError."""
        return json.loads(await self.body(), object_pairs_hook=_once, parse_constant=_no_number)


class Route(APIRoute):
    """A call of the API."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The call, with a body that is read as above."""
        handle = super().get_route_handler()

        async def strictly(request: Request) -> Response:
            return await handle(Reading(request.scope, request.receive))

        return strictly


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name, value in pairs:
        if name in made:
            raise WrongField(short(name), f"The field “{short(name)}” is there twice. Send it once.")
        made[name] = value
    return made


def _no_number(named: str) -> Any:
    raise Malformed(f"{named} is no number of JSON. Send a number, or leave the field out.")
