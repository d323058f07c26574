"""Who may look at a table through the API: whom a key lets in, and anybody without one where watchers are free to
come."""

from uuid import UUID

from app.house import House
from app.lobby.service import expect_welcome as expect_not_sent_away
from app.problems import Gone, NotYours
from app.tables.live import may_see
from app.tables.scene import Scene

NO_WATCHERS = "The host has closed this table to watchers. Show the key of a seat: Authorization: Bearer KEY."
LOCKED = "This table has a password. Sit down with it, and show the key of your seat: Authorization: Bearer KEY."


async def expect_welcome(house: House, scene: Scene, player_id: UUID | None) -> None:
    """Raises Gone, NotYours for who may not look on."""
    if scene.status == "ended":
        raise Gone
    if player_id is None:
        _expect_open_door(scene)
    elif not await may_see(house, scene, player_id):
        async with house.reading.connect() as connection:
            await expect_not_sent_away(connection, scene.table, player_id)
        raise NotYours(NO_WATCHERS)


def _expect_open_door(scene: Scene) -> None:
    if not scene.table.watchers:
        raise NotYours(NO_WATCHERS)
    if scene.table.password_hash is not None:
        raise NotYours(LOCKED)
