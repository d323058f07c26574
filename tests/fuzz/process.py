"""A real process of the house that fails now and then, wherever it can, with its secrets in the words of the error.
`python -m tests.fuzz.process` serves as `conclave serve` does, and fails once the file that FAILS names is there."""

import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from app import cli
from app.tables import store
from games import GAMES
from tests.fuzz.failing import tells_all

RATE = 6
"""One failure in so many calls, in each place."""


def _is_bad_luck(fails: Path) -> bool:
    return fails.exists() and random.randrange(RATE) == 0


def _flaky(call: Callable[..., Any], fails: Path) -> Callable[..., Any]:
    """The same call, which raises now and then what should never be read by anybody."""

    def made(*given: Any) -> Any:
        if _is_bad_luck(fails):
            tells_all(*given)
        return call(*given)

    return made


def _spoil(fails: Path) -> None:
    for slug, game in GAMES.items():
        parts = {name: _flaky(getattr(game, name), fails) for name in ("resolve", "view", "choices", "result")}
        GAMES[slug] = msgspec.structs.replace(game, **parts)

    honest = store.append

    async def append(connection: AsyncConnection, action: store.Action, **values: Any) -> None:
        """The database repeats the whole row, in the detail of its error."""
        if _is_bad_luck(fails):
            await connection.execute(text("UPDATE tables SET status = NULL WHERE id = :id"), {"id": action.table_id})
        await honest(connection, action, **values)

    store.append = append


def main() -> None:
    """Serves, on the settings of the environment."""
    _spoil(Path(os.environ["FAILS"]))
    cli.main(["serve"])


if __name__ == "__main__":
    main()
