"""A house that fails, in each place where it could, with an error whose words hold all that there is to tell."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from sqlalchemy import text, update

from app import rendering
from app.database import tables
from app.tables import store
from app.tables.scene import Scene
from games import GAMES
from games.kernel.bots import Bot

GAME = "pope-or-nope"
HONEST = GAMES[GAME]
Plant = Callable[[pytest.MonkeyPatch], None]


def tells_all(state: Any, *_: Any) -> Any:
    """Raises what should never be read by anybody."""
    told = msgspec.json.encode(state).decode()
    raise ValueError(told, state) from KeyError(told)


def _in_the_game(**parts: Any) -> Plant:
    return lambda monkeypatch: monkeypatch.setitem(GAMES, GAME, msgspec.structs.replace(HONEST, **parts))


def _a_bot(asked: Any, chance: Any) -> Any:
    raise ValueError(msgspec.json.encode(asked.view), asked.view)


def _a_row_that_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database repeats the whole row, in the detail of its error."""

    async def append(connection: Any, action: store.Action, **_: Any) -> None:
        await connection.execute(text("UPDATE tables SET status = NULL WHERE id = :id"), {"id": action.table_id})

    monkeypatch.setattr(store, "append", append)


def _a_value_that_does_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The driver repeats the value, in the words of its error."""

    async def append(connection: Any, action: store.Action, **values: Any) -> None:
        await connection.execute(update(tables).values(version=str(values)))

    monkeypatch.setattr(store, "append", append)


def _a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Scene, "page", lambda scene, *_: tells_all(scene.state))
    monkeypatch.setattr(Scene, "own", lambda scene, _: tells_all(scene.state))


def _a_fragment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "frame", lambda *given: tells_all(list(map(str, given))))


PLACES: dict[str, Plant] = {
    "resolve": _in_the_game(resolve=tells_all),
    "view": _in_the_game(view=tells_all),
    "choices": _in_the_game(choices=tells_all),
    "result": _in_the_game(result=tells_all),
    "a bot": _in_the_game(bots=dict.fromkeys(HONEST.bots, Bot(_a_bot))),
    "a row that is refused": _a_row_that_is_refused,
    "a value that doesn't fit": _a_value_that_does_not_fit,
    "a page": _a_page,
    "a fragment": _a_fragment,
}
"""Where the house fails -> how it is made to."""
