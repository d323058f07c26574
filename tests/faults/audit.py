"""What must hold of a table in the database, whatever has happened: its record is whole, is what the rules make of
seed and moves, and holds each acknowledged move once."""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy.ext.asyncio import AsyncEngine

from app.moving import leaving
from app.moving.checking import expect_sound
from app.moving.file import MovedAction, MovedTable, read
from app.tables import store
from games import GAMES
from games.kernel.contract import decode, encode
from tests.faults.people import Person, Sent


class LostError(AssertionError):
    """The record is not what was promised."""


async def version_of(engine: AsyncEngine, code: str) -> int:
    """At which version the table stands."""
    async with engine.connect() as connection:
        return int((await store.find(connection, code)).version)


async def expect_kept(engine: AsyncEngine, code: str, people: Sequence[Person]) -> None:
    """Raises LostError, or what `expect_sound` raises, where the record is not what people were told."""
    async with engine.begin() as connection:
        moved = read(await leaving.leave(connection, code))
        row = await store.find(connection, code)
    await asyncio.to_thread(_expect_sound, moved, row)
    kept = {(action.seat, action.key): action for action in moved.actions if action.key is not None}
    for person in people:
        for sent in person.sent:
            _expect_told(sent, kept.get((sent.seat, sent.key)))
        _expect_own(person, kept)


def _expect_sound(moved: MovedTable, row: Any) -> None:
    state = expect_sound(moved)
    if state is None or encode(state) != encode(decode(GAMES[row.game], row.state, row.schema)):
        raise LostError(f"{moved.game}: the table's state is not that after its last action")


def _expect_told(sent: Sent, kept: MovedAction | None) -> None:
    if sent.version is None:
        if kept is not None:
            raise LostError(f"a refused move was made: {sent}")
        return
    if kept is None:
        raise LostError(f"an acknowledged move is lost: {sent}")
    if kept.version != sent.version or msgspec.to_builtins(kept.move) != sent.move:
        raise LostError(f"an acknowledged move was kept as another: {sent} as {kept.version}, {kept.move}")


def _expect_own(person: Person, kept: dict[tuple[int | None, str], MovedAction]) -> None:
    """Nothing stands in the record that this person's program didn't send, but for what bots did for the seat."""
    mine = {key for seat, key in kept if seat == person.seat and len(key) == 16}
    if not mine <= {sent.key for sent in person.sent}:
        raise LostError(f"{person.name} has moves that nobody sent")
