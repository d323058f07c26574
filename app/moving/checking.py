"""What must hold of a file before anything of it is taken in: it is a table of a game that this version knows, its
record is whole, its states are sound, and, where the rules are the same, it is what they make of seed and moves."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from app.chat import words as chat_words
from app.database import STATUSES
from app.fairness.checking import SEED
from app.fairness.replay import dealt_to
from app.fairness.words import mixed
from app.fairness.words import normal as said
from app.identity import names
from app.language import gettext, later
from app.lobby import codes
from app.lobby.service import COLOURS
from app.moving.file import FileError, MovedSeat, MovedTable, shown
from app.moving.record import expect, expect_record
from app.tables import clock_setting
from app.tables.pacing import PACES
from games import GAMES
from games.kernel.contract import Game, State

FIRST = datetime(2020, 1, 1, tzinfo=UTC)
"""No table is as old."""

UNSOUND = later("The table in this file is not sound: {why}. It was cut or changed; export it again.")


def expect_sound(moved: MovedTable) -> State | None:
    """The state at which the table stands; None in its lobby. Raises FileError."""
    game = _game(moved)
    try:
        _expect_facts(game, moved)
        _expect_moments(moved)
        _expect_seats(game, moved)
        _expect_chat(moved)
        states = expect_record(game, moved)
        _expect_status(game, moved, states)
    except Exception as error:  # a file from elsewhere may hold anything
        raise FileError(gettext(UNSOUND, why=_why(error))) from error
    return states[-1] if states else None


def _why(error: Exception) -> str:
    """For a terminal: short, and of characters that can be seen."""
    said = "" if isinstance(error, LookupError) else shown(str(error), 200).rstrip(".")
    return said or type(error).__name__


def _game(moved: MovedTable) -> Game:
    game = GAMES.get(moved.game)
    if game is None:
        raise FileError(gettext("This server does not know the game {game}.", game=shown(moved.game, 40)))
    newest = [(moved.edition, moved.schema), *((action.edition, action.schema) for action in moved.actions)]
    if any(edition > game.edition or schema > game.schema for edition, schema in newest):
        sentence = later("This table is from a newer version ({release}) of the program. Update this one first.")
        raise FileError(gettext(sentence, release=shown(moved.release, 20)))
    return game


def _expect_facts(game: Game, moved: MovedTable) -> None:
    expect(moved.code in codes.readings(moved.code), "its code is none")
    expect(moved.status in STATUSES, "its status is none")
    expect(moved.pace in PACES, "its pace is none")
    expect(SEED.fullmatch(moved.seed) is not None, "its seed is none")
    set_ = moved.clock
    sound = set_ is None or clock_setting.read(set_.kind, clock_setting.numbers(set_)) == set_
    expect(sound and (set_ is None or not game.companion), "its clock is none")
    options: Any = msgspec.convert(dict(moved.options), game.Options)
    least, most = game.seats
    expect(least <= moved.chairs <= most, "the game has not so many chairs")
    if moved.actions:
        expect(game.misfit(len(moved.seats), options) is None, "its house rules do not fit its seats")


def _expect_moments(moved: MovedTable) -> None:
    chat, record = [line.at for line in moved.chat], [action.at for action in moved.actions]
    moments = [moved.created_at, moved.started_at, moved.ended_at, *record, *chat]
    latest = datetime.now(UTC) + timedelta(days=1)
    expect(all(at is None or FIRST <= at <= latest for at in moments), "a moment in it is none")
    expect((moved.started_at is None) == (not moved.actions), "when it began is another than its record's")
    expect(
        (moved.ended_at is None) == (moved.status in ("lobby", "playing")), "when it ended is another than its status"
    )


def _expect_seats(game: Game, moved: MovedTable) -> None:
    taken = moved.seats
    expect(1 <= len(taken) <= moved.chairs, "it has not so many seats")
    expect([seat.number for seat in taken] == list(range(len(taken))), "its seats are not in order")
    called = [seat.name for seat in taken]
    expect(all(names.fit(name) == name for name in called), "a name is none")
    expect(not any(names.is_taken(name, called[:at]) for at, name in enumerate(called)), "two have one name")
    colours = {seat.colour for seat in taken}
    expect(colours <= {*COLOURS} and len(colours) == len(taken), "a colour is none, or two have one")
    expect(all(seat.bot is None or seat.bot in game.bots for seat in taken), "a bot's level is none")
    expect(all(said(seat.words) == seat.words for seat in taken), "words for the shuffle are none")
    expect(all(_is_at_home(taken, seat) for seat in taken), "a device is nobody's")
    expect(all(_is_somebody(moved.status, seat) for seat in taken), "nobody sits on one of its seats")
    host = moved.host
    expect(host is None or (_is_person(taken, host) and taken[host].device is None), "its host is nobody")


def _expect_chat(moved: MovedTable) -> None:
    for line in moved.chat:
        expect(names.fit(line.name) == line.name, "somebody in its chat has a name that is none")
        expect(line.words is None or chat_words.normal(line.words) == line.words, "its chat has words that are none")
        expect(line.private or line.to is None, "its chat has a line for one that is for all")
        expect(
            all(seat is None or _is_person(moved.seats, seat) for seat in (line.seat, line.to)), "its chat is nobody's"
        )


def _is_somebody(status: str, seat: MovedSeat) -> bool:
    """In a lobby a seat is a person's or a bot's; in a running game a bot may sit in; after it a guest may be gone."""
    match status:
        case "lobby":
            return seat.person != (seat.bot is not None)
        case "playing":
            return seat.person or seat.bot is not None
        case _:
            return True


def _is_at_home(taken: tuple[MovedSeat, ...], seat: MovedSeat) -> bool:
    if seat.device is None:
        return True
    return seat.person and _is_person(taken, seat.device) and taken[seat.device].device is None


def _is_person(taken: tuple[MovedSeat, ...], seat: int) -> bool:
    return 0 <= seat < len(taken) and taken[seat].person


def _expect_status(game: Game, moved: MovedTable, states: list[State]) -> None:
    dealt = moved.status in ("playing", "over") or bool(states)
    expect(dealt == bool(states), "it was dealt and has no record")
    over = bool(states) and game.result(states[-1]) is not None
    expect(over == (moved.status == "over"), "its status is another than its game's")
    made = [(action.seat, action.move) for action in moved.actions]
    said = mixed(moved.seats[: dealt_to(len(moved.seats), made)]) if states else ""
    expect(moved.words == said, "its words are not those of its seats")
    newest = (moved.edition, moved.schema) == (moved.actions[-1].edition, moved.actions[-1].schema) if states else True
    expect(newest, "its edition is another than its record's")
    for seat in game.deciders(states[-1]) if states else ():
        expect(game.question(states[-1], seat) is not None and bool(game.choices(states[-1], seat)), "nobody is asked")
