"""`python -m tests.soak`: an hour by default; exits 1 where the soak is broken."""

import argparse
import sys

from tests.soak.run import soak


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="how long (60)")
    parser.add_argument("--tables", type=int, default=200, help="tables at once (200)")
    parser.add_argument("--pause", default="8,24", help="BOT_PAUSE of the server (8,24)")
    parser.add_argument("--every", type=float, default=60.0, help="seconds between two lines (60)")
    given = parser.parse_args()
    if soak(given.minutes, given.tables, given.pause, given.every):
        print("The soak is sound.")
    else:
        sys.exit("The soak is broken.")


if __name__ == "__main__":
    main()
