"""Two machines of one house, each in a network namespace of its own, with the database behind a cable. Where none can
be made (not root, or no iproute2) this is said, and they are two on loopback, whose cable is the harness's proxy.
"""

import asyncio
import random
import shutil
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from app import schema
from tests.faults import namespaces
from tests.faults.campaign import PATIENCE, Campaign
from tests.faults.database import Database, database
from tests.faults.kinds import LISTENED, House
from tests.faults.machines import Loopback, Machine
from tests.faults.namespaces import Namespace
from tests.faults.people import Person

CABLE_OUT = 12.0
"""Seconds: longer than anybody waits for an answer."""
NEWER = '''
"""A migration of a version to come: it only adds."""

import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{head}"


def upgrade() -> None:
    op.add_column("tables", sa.Column("to_come", sa.Integer(), nullable=True))
    op.create_table("to_come", sa.Column("id", sa.Integer(), primary_key=True))
'''


@pytest.fixture
def places() -> Iterator[Sequence[Loopback]]:
    """Two places for machines."""
    if not namespaces.possible():
        print("No network namespaces here (root and iproute2 make them): two processes on loopback.", file=sys.stderr)
        yield Loopback(), Loopback()
        return
    with ExitStack() as stack:
        yield [stack.enter_context(namespaces.namespace(number)) for number in (1, 2)]


@pytest.fixture
def kept() -> Iterator[Database]:
    """Their database."""
    with database() as found:
        yield found


@pytest.fixture
async def campaign(kept: Database, places: Sequence[Loopback], tmp_path: Path) -> AsyncIterator[Campaign]:
    """Both machines, and tables whose people come to either."""
    await asyncio.to_thread(schema.upgrade, kept.url)
    machines = [Machine(name, kept, tmp_path, 1, place) for name, place in zip("ab", places, strict=True)]
    made = Campaign(kept, machines, "two machines", most=3)
    try:
        await made.open()
        yield made
    finally:
        await made.close()


async def cable_out(house: House, dice: random.Random) -> None:
    """The way between one machine and the database is cut, and heals."""
    machine = dice.choice(house.machines)
    pull, plug = (
        (machine.place.pull, machine.place.plug)
        if isinstance(machine.place, Namespace)
        else (machine.wire.hold, machine.wire.flow)
    )
    pull()
    await asyncio.sleep(CABLE_OUT)
    plug()


async def restarted_in_turn(house: House, _: random.Random) -> None:
    """A rolling restart of machines: one is stopped and started, then the other."""
    for machine in house.machines:
        await machine.stop()
        await machine.start()


async def migrated(house: House, _: random.Random) -> None:
    """The database gets the migrations of a newer version, while both machines play on."""
    await asyncio.to_thread(schema.upgrade, house.database.url)


async def test_two_machines_are_one_house(campaign: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Presence, chat, bots, clocks and notices are right on both; then a cable is pulled, both are restarted in turn,
    and the database is migrated under them, and not a move is lost."""
    await _right_on_both(campaign.house.machines)
    await campaign.after("cable out", cable_out, LISTENED)
    await campaign.after("restarted in turn", restarted_in_turn)
    monkeypatch.setattr(schema, "MIGRATIONS", _with_a_newer(tmp_path))
    await campaign.after("migrated", migrated)
    assert campaign.tally["moves acknowledged"] > 0


async def _right_on_both(machines: Sequence[Machine]) -> None:
    dice, tally = random.Random("right on both"), Counter[str]()
    ada = Person("Ada", _only(machines[0]), dice, tally)
    bea = Person("Bea", _only(machines[1]), dice, tally)
    try:
        await bea.join(await ada.open("pope-or-nope"))
        await ada.deed("clock", kind="turn", seconds="10")
        await ada.deed("bot", bot="novice")
        await ada.deed("start", sure="yes")
        for person in (ada, bea):
            await person.take_key()
            person.begin()
        await _until(lambda: min(ada.page_version, bea.page_version) > 0, "both have pages")
        await ada.ask("POST", f"/t/{ada.code}/chat", data={"words": "Habemus", "key": "a1"})
        await _until(lambda: "Habemus" in bea.shown, "Bea reads on her machine what Ada says on hers")
        ada.playing.clear()
        bea.playing.clear()
        await _until(lambda: "house.late" in ada.lines & bea.lines, "the clock runs out for both")
        await bea.close()
        await _until(lambda: "Bea has no page open" in ada.shown, "Ada's machine shows that Bea is away")
    finally:
        for person in (ada, bea):
            await person.close()


def _only(machine: Machine) -> Callable[[], list[str]]:
    return lambda: [f"http://{machine.door.host}:{machine.door.port}"]


async def _until(holds: Callable[[], bool], what: str) -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                await asyncio.sleep(0.05)
    except TimeoutError as error:
        raise AssertionError(f"{what}: not within {PATIENCE:.0f} seconds") from error


def _with_a_newer(folder: Path) -> Path:
    """The migrations of this version, and one more."""
    made = folder / "migrations"
    shutil.copytree(schema.MIGRATIONS, made)
    head = max(path.name[:4] for path in (made / "versions").glob("0*.py"))
    (made / "versions/9999_to_come.py").write_text(NEWER.format(head=head))
    return made
