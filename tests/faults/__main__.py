"""`python -m tests.faults --rounds 1000 --seed NAME`: many rounds, and a summary of them."""

import argparse
import asyncio
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from app.schema import upgrade
from tests.faults.campaign import Campaign
from tests.faults.database import Database, database
from tests.faults.kinds import KINDS, left_out
from tests.faults.machines import Machine

A_HOUSE = 100
"""Rounds after which everything is begun anew, on a new disk."""


class Report:
    """What came of all rounds."""

    def __init__(self) -> None:
        self.rounds: Counter[str] = Counter()
        self.tally: Counter[str] = Counter()
        self.longest = 0.0
        self.found: list[str] = []
        self.left_out: dict[str, str] = {}
        self._began = time.monotonic()

    def add(self, campaign: Campaign) -> None:
        """Takes in what came of one house."""
        self.rounds += campaign.rounds
        self.tally += campaign.tally
        self.longest = max(self.longest, campaign.longest)
        self.left_out |= left_out(campaign.house)

    def show(self) -> None:
        """Prints it."""
        print(f"\n{self.rounds.total()} rounds in {(time.monotonic() - self._began) / 60:.0f} minutes")
        for kind in KINDS:
            print(f"  {kind:28}{self.rounds[kind]:6}  {self.left_out.get(kind, '')}")
        for what, number in sorted(self.tally.items()):
            print(f"{what:30}{number:6}")
        print(f"longest until everybody saw the newest state: {self.longest:.1f} s")
        print(f"found: {len(self.found)}")
        for one in self.found:
            print(f"  {one}")


async def _house(report: Report, kept: Database, folder: Path, seed: str, rounds: int, kinds: list[str]) -> int:
    """So many rounds in one house, or until one finds something; how many there were."""
    machines = [Machine("first", kept, folder, 2), Machine("second", kept, folder, 1)]
    campaign = Campaign(kept, machines, seed)
    done = 0
    try:
        await campaign.open()
        while done < rounds:
            done += 1
            kind = await campaign.round(kinds[done % len(kinds)] if kinds else None)
            print(f"{seed} {done}: {kind}", flush=True)
    except Exception as error:
        told = f"{seed}, round {done}, {dict(campaign.rounds)}: {type(error).__name__}: {error}"
        print("".join(traceback.format_exception(error)), flush=True)
        report.found.append(told)
    finally:
        report.add(campaign)
        await campaign.close()
    return max(1, done)


def run(rounds: int, seed: str, kinds: list[str]) -> Report:
    """So many rounds, in a house after the other."""
    report, house, left = Report(), 0, rounds
    while left > 0:
        house += 1
        with database() as kept, tempfile.TemporaryDirectory() as folder:
            upgrade(kept.url)
            left -= asyncio.run(_house(report, kept, Path(folder), f"{seed}-{house}", min(left, A_HOUSE), kinds))
        report.show()
    return report


def main() -> int:
    """Exits with 1 if something was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", default="faults", help="what the dice are seeded with")
    parser.add_argument("--kind", action="append", choices=tuple(KINDS), default=[], help="only this kind, or these")
    given = parser.parse_args()
    return int(bool(run(given.rounds, given.seed, given.kind).found))


if __name__ == "__main__":
    raise SystemExit(main())
