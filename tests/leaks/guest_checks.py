"""What must hold of what a guest alone may ask for, Home and the download, as functions that raise AssertionError."""

import json
from typing import Any

from sqlalchemy import select

from app.database import actions
from games.kernel.events import Viewer
from tests.games.walks import seed_of
from tests.leaks.checks import same
from tests.leaks.sitting import Sitting, sit_down
from tests.served import Served


async def the_download_holds_own_moves_only(served: Served) -> None:
    """Everybody's file has the moves of the own seat, and is the same for a table that the guest can't tell from it."""
    sitting = await sit_down(served)
    for person in sitting.people[:2]:
        assert (await person.move(sitting.code, "open", deed="")).status_code == 204
    async with sitting.sockets():
        for at, viewer in enumerate((0, 1, 2, None)):
            before, state = await _download(sitting, viewer), await sitting.state()
            own = [] if viewer is None else await _moves(sitting, viewer)
            made = [move["move"] for move in json.loads(before)["tables"][0]["moves"]]
            assert made == own, f"{viewer} has others' moves"
            await sitting.become(sitting.game.redeal(state, viewer, seed_of(at)))
            same({"download": before}, {"download": await _download(sitting, viewer)}, f"viewer {viewer}")


async def _download(sitting: Sitting, viewer: Viewer) -> str:
    answer = await sitting.who(viewer).http.get("/me/download")
    assert answer.status_code == 200
    return answer.text


async def _moves(sitting: Sitting, seat: int) -> list[Any]:
    table = await sitting.row()
    rows = select(actions.c.move).where(actions.c.table_id == table.id, actions.c.seat == seat).order_by(actions.c.seq)
    async with sitting.served.house.engine.connect() as connection:
        return list(await connection.scalars(rows))


async def home_counts_no_change_of_mind(served: Served) -> None:
    """Who hasn't looked at the table for a while is told of as many news after others' changes of mind as before."""
    sitting = await sit_down(served)
    anna, others = sitting.people[0], (1, 2)
    assert (await anna.move(sitting.code, "open", deed="")).status_code == 204
    before = {viewer: await _tables(sitting, viewer) for viewer in others}
    assert all(" new<" in home for home in before.values()), "nothing is new"
    for _ in range(3):
        assert (await anna.move(sitting.code, "open", deed="")).status_code == 204
    for viewer in others:
        same({"home": before[viewer]}, {"home": await _tables(sitting, viewer)}, f"{viewer} about a change of mind")


async def _tables(sitting: Sitting, viewer: Viewer) -> str:
    """The own tables on Home."""
    home = (await sitting.who(viewer).http.get("/")).text
    return home[home.index('id="mine-h"') : home.index('class="joincode"')]
