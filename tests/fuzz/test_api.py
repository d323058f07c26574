"""The whole API by its own OpenAPI document: schemathesis makes calls that fit it and calls that nearly do, and looks
whether the answers are as it says."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from app.api import openapi
from tests.fuzz.house import HOST, open_house
from tests.fuzz.rooms import Room, furnish

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
)
SCHEMA = schemathesis.openapi.from_dict(openapi.described())
CALLS = [one.ok().as_strategy() for one in SCHEMA.get_all_operations()]
EXAMPLES = 250


class Called:
    """A house with tables of two games, and its own event loop, which hypothesis does not know."""

    def __init__(self, database_url: str) -> None:
        self._runner = asyncio.Runner()
        self.made: Counter[str] = Counter()
        self.answered: Counter[int] = Counter()
        self._app, self._rooms = self._runner.run(self._open(database_url))

    async def _open(self, database_url: str) -> tuple[Any, list[Room]]:
        app = open_house(database_url)
        kinds = [("pope-or-nope", "lobby"), ("pope-or-nope", "playing"), ("habemus-papam", "playing")]
        return app, [await furnish(app, app.state.house, game, status) for game, status in kinds]

    def send(self, case: Any, at: int, role: str) -> Any:
        """What the house answers to this call, at one of the tables, by this person's program."""
        answer = self._runner.run(self._send(case, self._rooms[at], role))
        self.made[f"{case.method} {case.path}"] += 1
        self.answered[answer.status_code // 100] += 1
        return answer

    async def _send(self, case: Any, room: Room, role: str) -> Any:
        person = room.people[role]
        headers = {"authorization": f"Bearer {person.key}"} if person.key else {}
        if "code" in case.path_parameters:
            case.path_parameters["code"] = room.code
        sent = case.as_transport_kwargs(base_url=f"http://{HOST}")
        sent = {name: sent[name] for name in ("method", "url", "params", "json", "data") if sent.get(name) is not None}
        sent["content"] = sent.pop("data", None)
        return await person.request(**sent, headers=headers)

    def close(self) -> None:
        """All go home."""
        self._runner.run(self._app.state.house.engine.dispose())
        self._runner.close()


@pytest.fixture
def called(database_url: str) -> Iterator[Called]:
    """The house."""
    made = Called(database_url)
    yield made
    made.close()


def test_the_whole_api_keeps_to_its_document(called: Called) -> None:
    choices = hypothesis.strategies
    unhurried = list(hypothesis.HealthCheck)

    @hypothesis.settings(max_examples=EXAMPLES, derandomize=True, database=None, suppress_health_check=unhurried)
    @hypothesis.given(
        choices.one_of(CALLS), choices.integers(0, 2), choices.sampled_from(["host", "player", "stranger"])
    )
    def calls(case: Any, at: int, role: str) -> None:
        case.validate_response(called.send(case, at, role), checks=CHECKS)

    calls()
    assert len(called.made) == len(CALLS), "every call was made"
    assert min(called.answered[2], called.answered[4]) > 0, "and some were good"
