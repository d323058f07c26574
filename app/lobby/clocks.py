"""The clock of a table: what the host sets in the lobby, and how the lobby shows it."""

from app.forms import Sent, given, text
from app.language import gettext, later
from app.lobby.gathering import Lobby, expect_host
from app.pages import ClockChoice, ClockNumber, Option
from app.problems import Conflict
from app.tables import clock_setting
from app.tables.clock import Clock
from app.tables.clock_setting import NUMBERS
from games.kernel.contract import Game

KINDS = {
    "none": later("No clock"),
    "turn": later("A fixed time for each turn"),
    "bank": later("A bank of time for each player"),
    "days": later("Days for each turn, by correspondence"),
}
"""Kind -> what the lobby calls it."""
TITLES = {
    "seconds": later("Seconds a turn"),
    "minutes": later("Minutes each"),
    "increment": later("Seconds more a turn"),
    "days": later("Days a turn"),
}
"""Number -> what the lobby calls it."""
LONGEST = 40
"""Characters taken of a field."""


def sent_clock(sent: Sent) -> Clock | None:
    """The clock that a form names: {kind, and the numbers of that kind}. Raises Malformed."""
    kind = given(text(sent, "kind", LONGEST), "kind")
    return clock_setting.read(kind, {name: _number(sent, name) for name in NUMBERS.get(kind, ())})


def _number(sent: Sent, name: str) -> int | None:
    """What was typed; for whatever is no number, one that no clock has: so the sentence tells which ones it may be."""
    typed = text(sent, name, LONGEST)
    if typed is None:
        return None
    return int(typed) if typed.isascii() and typed.isdigit() else -1


async def set_clock(lobby: Lobby, clock: Clock | None) -> None:
    """The table is played with this clock; None: with none. Raises NotYours, Conflict."""
    expect_host(lobby)
    expect_clock(lobby.game, clock)
    await lobby.save(clock=clock_setting.plain(clock))


def expect_clock(game: Game, clock: Clock | None) -> None:
    """Raises Conflict for a clock where the table waits for nobody."""
    if game.companion and clock is not None:
        raise Conflict(gettext("{game} waits for nobody, so it has no clock. Play without one.", game=game.title))


def shown(game: Game, clock: Clock | None) -> ClockChoice | None:
    """The clock as the lobby shows it; None where there can be none."""
    if game.companion:
        return None
    chosen = "none" if clock is None else clock.kind
    kinds = tuple(Option(kind, gettext(words), kind == chosen) for kind, words in KINDS.items())
    words = gettext(KINDS["none"]) if clock is None else clock_setting.in_words(clock)
    return ClockChoice(kinds, () if clock is None else _numbers(clock), words)


def _numbers(clock: Clock) -> tuple[ClockNumber, ...]:
    ranges = NUMBERS[clock.kind]
    return tuple(
        ClockNumber(name, gettext(TITLES[name]), number, ranges[name].least, ranges[name].most)
        for name, number in clock_setting.numbers(clock).items()
    )
