"""The record of a finished game: all that is needed to look at it again, or to check its dice and rules."""

from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import select

from app.api.documents import Line, Result, document
from app.database import actions
from app.house import House
from app.problems import Conflict
from app.tables.scene import Scene
from app.wording import Wording
from games.kernel.events import Event

NOT_OVER = "This game is not over yet. Its record opens together with its result."


class Action(msgspec.Struct, frozen=True):
    """What a seat did (null: the house), the draws of the dice that it took, and what everybody was told of it."""

    seat: int | None
    move: dict[str, Any]
    draws: tuple[tuple[int, int], ...]
    edition: int
    at: datetime
    log: tuple[Line, ...]


class Record(msgspec.Struct, frozen=True):
    """A game from the deal to its end. `words`: what the players said before it, mixed into
    the seed: a line for each seat, or ""."""

    code: str
    game: str
    edition: int
    schema: int
    options: dict[str, Any]
    names: tuple[str, ...]
    seed: str
    commitment: str
    words: str
    started_at: datetime
    ended_at: datetime
    result: Result
    actions: tuple[Action, ...]


_ACTIONS = select(actions.c.seat, actions.c.move, actions.c.draws, actions.c.edition, actions.c.at)
_ACTIONS = _ACTIONS.add_columns(actions.c.events, actions.c.first_event)


async def record(house: House, scene: Scene) -> Record:
    """The record of this table. Raises Conflict before the end: it holds everything."""
    ended = document(scene, None, ())
    if scene.status != "over" or ended.result is None or ended.seed is None:
        raise Conflict(NOT_OVER)
    return Record(
        code=ended.code,
        game=ended.game,
        edition=scene.table.edition,
        schema=scene.table.schema,
        options=ended.options,
        names=tuple(seat.name for seat in ended.seats),
        seed=ended.seed,
        commitment=ended.commitment,
        words=scene.table.words,
        started_at=scene.table.started_at,
        ended_at=scene.table.ended_at,
        result=ended.result,
        actions=await _actions(house, scene),
    )


async def _actions(house: House, scene: Scene) -> tuple[Action, ...]:
    wording = Wording(scene.game.words, scene.facts.seats)
    async with house.reading.connect() as connection:
        rows = await connection.execute(_ACTIONS.where(actions.c.table_id == scene.table.id).order_by(actions.c.seq))
    return tuple(
        Action(row.seat, row.move, tuple(map(tuple, row.draws)), row.edition, row.at, _told(row, wording))
        for row in rows
    )


def _told(row: Any, wording: Wording) -> tuple[Line, ...]:
    facts = [event.public for event in msgspec.convert(row.events, list[Event], strict=False)]
    return tuple(
        Line(row.first_event + number, fact.key, fact.arguments, wording.text(fact))
        for number, fact in enumerate(facts, 1)
    )
