"""The command line: `conclave serve`, `conclave tables`, `conclave verify`, `conclave simulate` and `conclave bench`.

What goes wrong is told in one sentence on the error output, with an exit status that is not 0.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - an older one gets this far with `python -m app`, and a sentence
    sys.exit(f"Conclave needs Python 3.11 or later; this is {sys.version.split()[0]}.")

import argparse
import string
from collections.abc import Callable
from typing import Any, NoReturn

from app.running import bench, export, serve, simulate, tables, take_in, verify

THINK = "has a bot that failed think once more, as a line of the log says; what it prints may tell a hand"


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, and where to read more."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """As argparse does; a command tells itself what it doesn't take, and leaves it to nobody above it."""
        given, over = super().parse_known_args(args, namespace)
        if over:
            self.error(f"unrecognized arguments: {' '.join(over)}")
        return given, over

    def error(self, message: str) -> NoReturn:
        """Ends with status 2."""
        self.exit(2, f"{message[:1].upper()}{message[1:]}. See: {self.prog} --help\n")


def main(arguments: list[str] | None = None) -> None:
    """Runs one command and ends the process with its status."""
    given = parser().parse_args(arguments)
    try:
        given.run(given)
    except KeyboardInterrupt:
        sys.exit(130)


def parser() -> Parser:
    """All commands and their options."""
    top = Parser(prog="conclave", description="Games of papal politics, played by link in the browser.")
    commands = top.add_subparsers(required=True, metavar="command", parser_class=Parser)
    _serve_options(_command(commands, "serve", serve, "opens the house: database, migrations, web server"))
    _tables(commands)
    _moving_options(commands)
    _command(commands, "verify", verify, "checks the record of a finished game: seed, draws, rules").add_argument(
        "file", help="the record, as the table's page or /api/tables/CODE/export gives it"
    )
    _simulate_options(_command(commands, "simulate", simulate, "plays whole games by bots and tells how they went"))
    _bench_options(_command(commands, "bench", bench, "measures durable moves through the real server"))
    return top


def _command(
    commands: "argparse._SubParsersAction[Parser]",
    name: str,
    run: Callable[[argparse.Namespace], None],
    told: str,
    *options: Parser,
) -> Parser:
    command = commands.add_parser(name, help=told, description=told, parents=options)
    command.set_defaults(run=run)
    return command


def _serve_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--host", help="address to listen on (HOST, 127.0.0.1); 0.0.0.0 for the whole network")
    command.add_argument("--port", help="port to listen on (PORT, 8000)")
    command.add_argument("--data", help="folder of the data (CONCLAVE_DATA, ./data)")
    command.add_argument("--workers", help="processes that serve (WORKERS, 1)")


def _option(name: str, **what: Any) -> Parser:
    """An option that several commands have; where it isn't given, what stands is left as it is."""
    option = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    option.add_argument(name, **what)
    return option


def _tables(commands: "argparse._SubParsersAction[Parser]") -> None:
    data = _option("--data", help="folder of the data (CONCLAVE_DATA, ./data)")
    as_json = _option("--json", action="store_true", help="as JSON")
    command = _command(commands, "tables", tables, "lists, shows, ends and removes tables", data, as_json)
    command.set_defaults(deed="list", json=False, data=None, yes=False)
    deeds = command.add_subparsers(metavar="deed", parser_class=Parser)
    for deed, options, told in (
        ("show", [data, as_json], "all that may be known of one table: no hands, no seed, no password"),
        ("end", [data], "ends a lobby or a running game, without a result; open pages are told"),
        ("remove", [data, _option("--yes", action="store_true", help="without asking")], "removes a table for good"),
    ):
        one = _deed(deeds, deed, told, *options)
        one.add_argument("code", help="the table's code, like FUMUS-ALBA-ROTA-27")
    _think_options(_deed(deeds, "think", THINK, data))


def _deed(deeds: "argparse._SubParsersAction[Parser]", name: str, told: str, *options: Parser) -> Parser:
    deed = deeds.add_parser(name, help=told, description=told, parents=options)
    deed.set_defaults(deed=name)
    return deed


def _think_options(command: argparse.ArgumentParser) -> None:
    for name, told in (("table", "the table's number"), ("seq", "how many changes it had seen"), ("seat", "from 0")):
        command.add_argument(name, type=natural, help=told)
    command.add_argument("level", choices=["novice", "courtier", "cardinal"], help="what kind of bot")
    command.add_argument("chance", type=chance, help="its chance, 64 hexadecimal digits")
    command.add_argument("--free", action="store_true", help="it was asked for a free move")


def _moving_options(commands: "argparse._SubParsersAction[Parser]") -> None:
    data = _option("--data", help="folder of the data (CONCLAVE_DATA, ./data)")
    leaving = _command(commands, "export", export, "writes a whole table, seed and hands too, to the output", data)
    leaving.add_argument("code", help="the table's code, like FUMUS-ALBA-ROTA-27")
    arriving = _command(commands, "import", take_in, "takes in a table that was exported here or elsewhere", data)
    arriving.add_argument("file", help="what `conclave export` wrote")
    for command in (leaving, arriving):
        command.set_defaults(data=None)


def _simulate_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", help="the game's short name, like pope-or-nope")
    command.add_argument("--seats", type=positive, help="players (the fewest that the game takes)")
    command.add_argument("--games", type=positive, default=100, help="how many games (100)")
    command.add_argument("--seed", type=int, default=1, help="the same seed plays the same games (1)")
    command.add_argument(
        "--bots", default="random", help="who plays (random); or two against each other, half the seats each: a,b"
    )
    command.add_argument(
        "--seconds", type=seconds, default=0.1, help="processor time of a bot's search for one move (0.1)"
    )
    command.add_argument("--json", action="store_true", help="the report as JSON")


def _bench_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--tables", type=positive, nargs="+", default=[1, 10, 50], help="tables at once (1 10 50)")
    command.add_argument("--seconds", type=positive, default=10, help="how long each is measured (10)")
    command.add_argument("--json", action="store_true", help="the figures as JSON")


def natural(text: str) -> int:
    """A whole number from 0 to a million million, as argparse wants its types."""
    if not (text.isascii() and text.isdigit() and len(text) < 13):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0 on")
    return int(text)


def chance(text: str) -> str:
    """32 bytes as hexadecimal digits, as argparse wants its types."""
    if len(text) != 64 or not set(text) <= set(string.hexdigits):
        raise argparse.ArgumentTypeError(f"{text!r} is no 64 hexadecimal digits")
    return text


def positive(text: str) -> int:
    """A whole number from 1 to a million, as argparse wants its types."""
    if not (text.isascii() and text.isdigit() and len(text) < 8 and 1 <= int(text) <= 1_000_000):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 to 1000000")
    return int(text)


def seconds(text: str) -> float:
    """Seconds above 0, up to a minute, as argparse wants its types."""
    try:
        given = float(text)
    except ValueError:
        given = 0.0
    if not 0 < given <= 60:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0, up to 60")
    return given
