"""Twenty rounds of what `make faults` does a thousand times: each kind at least once, in an order by the dice."""

import asyncio
import random
from pathlib import Path

from app.schema import upgrade
from tests.faults.campaign import Campaign
from tests.faults.database import database
from tests.faults.kinds import LONG, possible
from tests.faults.machines import Machine

ROUNDS = 20
SEED = "twenty"


async def test_whatever_breaks_nothing_acknowledged_is_lost_and_everybody_sees_it(tmp_path: Path) -> None:
    with database() as kept:
        await asyncio.to_thread(upgrade, kept.url)
        campaign = Campaign(
            kept, [Machine("first", kept, tmp_path, 2), Machine("second", kept, tmp_path, 1)], SEED, most=3
        )
        try:
            await campaign.open()
            for kind in _drawn([kind for kind in possible(campaign.house) if kind not in LONG]):
                await campaign.round(kind)
        finally:
            await campaign.close()
    assert campaign.rounds.total() == ROUNDS
    assert campaign.tally["moves acknowledged"] > ROUNDS


def _drawn(kinds: list[str]) -> list[str]:
    dice = random.Random(SEED)
    return dice.sample(kinds, len(kinds)) + dice.choices(kinds, k=ROUNDS - len(kinds))
