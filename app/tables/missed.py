"""What the player of a seat has missed: from where on the log is new, and how the board lay after the seat's last move.

Both are told from what this player has had on the screen: the board of then is what everybody saw of it."""

from collections.abc import Mapping

from app import rendering
from app.house import House
from app.pages import Missed
from app.tables import store
from app.tables.scene import Scene
from games.kernel.contract import decode
from games.kernel.events import Viewer


async def missed(house: House, scene: Scene, seat: Viewer) -> Missed:
    """What is new to this seat's player; to whoever has no seat, nothing in particular."""
    if seat is None or scene.status not in ("playing", "over"):
        return Missed()
    async with house.reading.connect() as connection:
        last = await store.last_of(connection, scene.table.id, seat)
    row = scene.seats[seat]
    if last is None:
        return Missed(row.seen)
    by_hand = last.end if row.bot is None and row.seen else 0  # who moved, on whatever device, has seen the log so far
    return Missed(max(row.seen, by_hand), _changed(scene, last) if scene.status == "playing" else {})


def _changed(scene: Scene, last: store.LastOf) -> Mapping[str, str]:
    """The numbers of then that are others now; none, if another round is played by now."""
    if last.end == scene.log_length:
        return {}
    view = scene.game.view(decode(scene.game, last.state, last.schema), None)
    then = rendering.numbers(rendering.public(scene.game, scene.facts, view))
    now = rendering.numbers(scene.public)
    if then.get("round") != now.get("round"):
        return {}
    return {name: then.get(name, "") for name, number in now.items() if then.get(name) != number}
