"""Games saved by earlier versions: each is brought up to date, loads, and is played to its end. Saves are kept for
ever; a new schema adds its own (a file `schema-N-NAME.json` with game, edition, schema, and the State)."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from games import RULED
from games.kernel.bots import random_bot
from games.kernel.contract import Game, decode, encode
from games.kernel.dice import Cup, dice_from
from games.kernel.playouts import Players
from tests.games.clauses import ROOT
from tests.games.walks import seed_of

SAVES = sorted((ROOT / "tests" / "saves").rglob("*.json"))
EVERY = pytest.mark.parametrize("path", SAVES, ids=[f"{path.parent.name}-{path.stem}" for path in SAVES])


class Save(msgspec.Struct, frozen=True):
    """A kept save."""

    game: str
    edition: int
    schema: int
    state: msgspec.Raw


def read(path: Path) -> Save:
    return msgspec.json.decode(path.read_bytes(), type=Save)


@EVERY
def test_a_save_loads_and_is_played_to_its_end(path: Path) -> None:
    save = read(path)
    game = RULED[save.game]
    state: Any = decode(game, bytes(save.state), save.schema)
    players = Players(game, [random_bot] * state.seats, Cup(dice_from(seed_of(1))))
    while game.result(state) is None:
        game.check(state)
        state = players.step(state).state
    assert bool(game.result(state).winners) != game.companion, "somebody wins, but for a companion to a game elsewhere"


@EVERY
def test_a_save_is_kept_in_the_shape_of_its_schema(path: Path) -> None:
    save = read(path)
    game = RULED[save.game]
    plain = msgspec.json.decode(save.state)
    for number in range(save.schema, game.schema):
        plain = game.upgrades[number](plain)
    loaded = msgspec.json.decode(encode(decode(game, bytes(save.state), save.schema)))
    assert loaded == plain, "the State has another shape: raise the schema, write an upgrade, keep a new save"


@pytest.mark.parametrize("game", RULED.values(), ids=RULED.keys())
def test_every_schema_has_a_save(game: Game) -> None:
    kept = {read(path).schema for path in SAVES if read(path).game == game.slug}
    assert kept == set(range(1, game.schema + 1))
    assert set(game.upgrades) == set(range(1, game.schema))


@pytest.mark.parametrize("game", RULED.values(), ids=RULED.keys())
def test_a_save_from_the_future_is_refused(game: Game) -> None:
    with pytest.raises(ValueError, match="reads up to"):
        decode(game, b"{}", game.schema + 1)
