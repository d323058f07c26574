"""`make fuzz`, or `python -m tests.fuzz --requests N --seed S`: prints a summary; exits 1 if something was found."""

import argparse
import asyncio
import signal
import sys
import tempfile
from pathlib import Path

from app.postgres import running
from app.schema import upgrade
from tests.fuzz.house import open_house
from tests.fuzz.run import Fuzz, Summary


async def _fuzz(url: str, seed: int, requests: int) -> Summary:
    app = open_house(url)
    fuzz = Fuzz(app, seed, whole=True)
    try:
        await fuzz.run(requests)
    except asyncio.CancelledError:
        print("interrupted")
    finally:
        await app.state.house.engine.dispose()
    return fuzz.summary


def main() -> None:
    """The command line. Ctrl-C ends it early, with the summary so far."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell starts what runs in its background without it
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder), durable=False) as server:
        upgrade(server.url())
        with asyncio.Runner() as runner:
            summary = runner.run(_fuzz(server.url(), given.seed, given.requests))
    print(summary)
    if summary.found:
        sys.exit(1)


if __name__ == "__main__":
    main()
