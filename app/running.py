"""What each command does. What takes long to load is loaded where it is needed, after what may refuse at once."""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.operating.tables import TableTold

OPTIONS_OF_SERVE = {"host": "HOST", "port": "PORT", "data": "CONCLAVE_DATA", "workers": "WORKERS"}


def serve(given: argparse.Namespace) -> None:
    """`conclave serve`. Options stand above the environment's variables."""
    for option, variable in OPTIONS_OF_SERVE.items():
        if getattr(given, option) is not None:
            os.environ[variable] = getattr(given, option)
    from app import config

    try:
        settings = config.from_environment()
    except config.SettingsError as error:
        sys.exit(str(error))
    from app import postgres, schema, serving

    try:
        serving.serve(settings)
    except (config.SettingsError, postgres.PostgresError, schema.DatabaseError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:  # the way in which a house is closed
        sys.exit(0)


def tables(given: argparse.Namespace) -> None:
    """`conclave tables`, beside a running server or without one."""
    with _at_the_database(given):
        from app.operating import commands
        from app.operating.thinking import Again

        deeds: dict[str, Callable[[], str]] = {
            "list": lambda: commands.list_all(given.json),
            "show": lambda: commands.show(given.code, given.json),
            "end": lambda: commands.end(given.code),
            "remove": lambda: commands.remove(given.code, lambda table: given.yes or _agreed(table)),
            "think": lambda: commands.think(
                Again(given.table, given.seq, given.seat, given.level, given.chance, given.free)
            ),
        }
        print(deeds[given.deed]())


def _agreed(table: "TableTold") -> bool:
    """Asks at the terminal; who can't be asked hasn't agreed."""
    print(
        f"{table.code}: {table.game}, {table.status}, {len(table.seats)} seated. Moves and chat go with it, for good."
    )
    try:
        return input("Remove it? Type yes: ").strip().lower() == "yes"
    except EOFError:
        sys.exit("Nobody is here to ask, so nothing was removed. To remove it unasked, add --yes.")


def export(given: argparse.Namespace) -> None:
    """`conclave export`: a whole table, with seed and hands, for the operator alone."""
    with _at_the_database(given):
        from app.operating import commands

        sys.stdout.buffer.write(commands.export(given.code))


def take_in(given: argparse.Namespace) -> None:
    """`conclave import`."""
    with _at_the_database(given):
        from app.operating import commands

        print(commands.take_in(given.file))


@contextmanager
def _at_the_database(given: argparse.Namespace) -> Iterator[None]:
    """What may go wrong there ends the process with a sentence."""
    if given.data is not None:
        os.environ["CONCLAVE_DATA"] = given.data
    from app import config, postgres, schema
    from app.moving.file import FileError
    from app.operating.reading import UnreadableError
    from app.problems import NoSuchTable, Problem

    try:
        yield
    except NoSuchTable:
        sys.exit(f"There is no table {given.code}. Those there are: conclave tables")
    except Problem as problem:
        sys.exit(problem.sentence)
    except (config.SettingsError, postgres.PostgresError, schema.DatabaseError, FileError, UnreadableError) as error:
        sys.exit(str(error))


def verify(given: argparse.Namespace) -> None:
    """`conclave verify`. Status 1 if anything in the record is wrong."""
    from app.fairness import checking, files
    from app.operating.reading import UnreadableError

    try:
        findings = files.verify(given.file)
    except (checking.RecordError, UnreadableError) as error:
        sys.exit(str(error))
    print(files.told(findings))
    if any(finding.right is False for finding in findings):
        sys.exit(1)


def simulate(given: argparse.Namespace) -> None:
    """`conclave simulate`. Status 1 if a game breaks a promise of the contract."""
    import msgspec

    from app import matches, simulating
    from games import RULED
    from games.kernel.bots import Patience

    if given.game not in RULED:
        sys.exit(f"There is no game {given.game!r}; there is: {', '.join(RULED)}.")
    game = RULED[given.game]
    least, most = game.seats
    seats = given.seats or least
    if not least <= seats <= most:
        sys.exit(f"{game.title} takes {least} to {most} players, not {seats}.")
    patience = Patience(seconds=given.seconds, clock=time.process_time)  # others on this machine make no bot weaker
    report: simulating.Report | matches.Match
    try:
        match given.bots.split(","):
            case [bot]:
                report = simulating.simulate(game, seats, given.games, given.seed, bot, patience)
            case [one, other]:
                report = matches.match(game, seats, given.games, given.seed, (one, other), patience)
            case _:
                sys.exit("Name one bot for all seats, or two to play against each other: courtier,novice")
    except simulating.BrokenGameError as error:
        sys.exit(str(error))
    print(msgspec.json.encode(report).decode() if given.json else report.told())


def bench(given: argparse.Namespace) -> None:
    """`conclave bench`."""
    from app import postgres
    from app.bench import browser, measure

    try:
        measure.bench(given.tables, given.seconds, given.json)
    except (postgres.PostgresError, browser.RefusedError) as error:
        sys.exit(str(error))
