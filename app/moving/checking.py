"""What must hold of a file before anything of it is taken in: it is a table of a game that this version knows, its
record is whole, its states are sound, and, where the rules are the same, it is what they make of seed and moves."""

from collections.abc import Mapping
from typing import Any

import msgspec

from app.chat.words import LONGEST
from app.database import STATUSES
from app.fairness.checking import SEED
from app.fairness.replay import AstrayError, Deal, replay
from app.fairness.words import normal as said
from app.identity import names
from app.language import gettext, later
from app.lobby import codes
from app.moving.file import FileError, MovedAction, MovedSeat, MovedTable
from app.pages import SeatFacts
from app.problems import Malformed
from app.tables.pacing import PACES
from app.wording import Wording
from games import GAMES
from games.kernel.contract import Game, State, decode, encode

UNSOUND = later("The table in this file is not sound: {why}. It was cut or changed; export it again.")


def expect_sound(moved: MovedTable) -> State | None:
    """The state at which the table stands; None in its lobby. Raises FileError."""
    game = _game(moved)
    try:
        _expect_facts(game, moved)
        _expect_seats(game, moved)
        _expect_chat(moved)
        _expect_numbers(moved)
        states = [_state(game, action) for action in moved.actions]
        _expect_told(game, moved)
        if all((action.edition, action.schema) == (game.edition, game.schema) for action in moved.actions):
            _expect_played(game, moved, states)
        _expect_status(game, moved, states)
    except (AssertionError, AstrayError, Malformed, ValueError, KeyError, IndexError, TypeError) as error:
        raise FileError(gettext(UNSOUND, why=str(error).rstrip(".") or type(error).__name__)) from error
    return states[-1] if states else None


def _game(moved: MovedTable) -> Game:
    game = GAMES.get(moved.game)
    if game is None:
        raise FileError(gettext("This server does not know the game {game}.", game=moved.game[:40]))
    newest = [(moved.edition, moved.schema), *((action.edition, action.schema) for action in moved.actions)]
    if any(edition > game.edition or schema > game.schema for edition, schema in newest):
        sentence = later("This table is from a newer version ({release}) of the program. Update this one first.")
        raise FileError(gettext(sentence, release=moved.release[:20]))
    return game


def _expect(holds: bool, why: str) -> None:
    if not holds:
        raise ValueError(why)


def _expect_facts(game: Game, moved: MovedTable) -> None:
    _expect(moved.code in codes.readings(moved.code), "its code is none")
    _expect(moved.status in STATUSES, "its status is none")
    _expect(moved.pace in PACES, "its pace is none")
    _expect(SEED.fullmatch(moved.seed) is not None, "its seed is none")
    options: Any = msgspec.convert(dict(moved.options), game.Options)
    least, most = game.seats
    _expect(least <= moved.chairs <= most, "the game has not so many chairs")
    if moved.actions:
        _expect(game.misfit(len(moved.seats), options) is None, "its house rules do not fit its seats")


def _expect_seats(game: Game, moved: MovedTable) -> None:
    taken = moved.seats
    _expect(1 <= len(taken) <= moved.chairs, "it has not so many seats")
    _expect([seat.number for seat in taken] == list(range(len(taken))), "its seats are not in order")
    called = [seat.name for seat in taken]
    _expect(all(names.normal(name) == name for name in called), "a name is none")
    _expect(not any(names.is_taken(name, called[:at]) for at, name in enumerate(called)), "two have one name")
    _expect({*(seat.colour for seat in taken)} <= {*range(1, 9)}, "a colour is none")
    _expect(all(seat.bot is None or seat.bot in game.bots for seat in taken), "a bot's level is none")
    _expect(all(said(seat.words) == seat.words for seat in taken), "words for the shuffle are none")
    _expect(all(_is_at_home(taken, seat) for seat in taken), "a device is nobody's")
    _expect(moved.host is None or _is_person(taken, moved.host), "its host is nobody")


def _expect_chat(moved: MovedTable) -> None:
    for line in moved.chat:
        _expect(names.normal(line.name) == line.name, "somebody in its chat has a name that is none")
        _expect(line.words is None or (len(line.words) <= LONGEST and names.seen(line.words) == line.words), "its chat")
        _expect(all(seat is None or _is_person(moved.seats, seat) for seat in (line.seat, line.to)), "its chat")


def _is_at_home(taken: tuple[MovedSeat, ...], seat: MovedSeat) -> bool:
    if seat.device is None:
        return True
    return seat.person and _is_person(taken, seat.device) and taken[seat.device].device is None


def _is_person(taken: tuple[MovedSeat, ...], seat: int) -> bool:
    return 0 <= seat < len(taken) and taken[seat].person


def _expect_numbers(moved: MovedTable) -> None:
    """The record's numbers rise, and its events are counted without gaps."""
    events, seq, version = 0, 0, 0
    for action in moved.actions:
        _expect(action.first_event == events and action.seq > seq and action.version >= version, "its record has gaps")
        _expect(action.seat is None or 0 <= action.seat < len(moved.seats), "its record names a seat that is none")
        events, seq, version = events + len(action.events), action.seq, action.version
    _expect(moved.log_length == events and moved.seq >= seq and moved.version >= version, "its record is cut")
    keys = [(action.seat, action.key) for action in moved.actions if action.key is not None]
    _expect(len(keys) == len({*keys}), "two moves have one key")


def _state(game: Game, action: MovedAction) -> State:
    state = decode(game, bytes(action.state), action.schema)
    game.check(state)
    return state


def _expect_told(game: Game, moved: MovedTable) -> None:
    """Every line of the log can be told in words."""
    wording = Wording(game.words, [SeatFacts(seat.number, seat.name, "", seat.colour) for seat in moved.seats])
    for action in moved.actions:
        for event in action.events:
            for fact in (event.public, *event.private.values()):
                wording.text(fact)


def _expect_played(game: Game, moved: MovedTable, states: list[State]) -> None:
    deal = Deal(len(moved.seats), moved.options, bytes.fromhex(moved.seed), moved.words)
    made: list[tuple[int | None, Mapping[str, Any]]] = [(action.seat, action.move) for action in moved.actions]
    for at, (action, state, step) in enumerate(zip(moved.actions, states, replay(game, deal, made), strict=True)):
        same = step.state is not None and encode(step.state) == encode(state)
        same &= step.outcome is None or (step.outcome.events, step.outcome.draws) == (action.events, action.draws)
        if not same:
            raise AstrayError(gettext("By the rules move {move} has another outcome.", move=at))


def _expect_status(game: Game, moved: MovedTable, states: list[State]) -> None:
    dealt = moved.status in ("playing", "over") or bool(states)
    _expect(dealt == bool(states), "it was dealt and has no record")
    over = bool(states) and game.result(states[-1]) is not None
    _expect(over == (moved.status == "over"), "its status is another than its game's")
    for viewer in (None, *range(len(moved.seats))) if states else ():
        game.view(states[-1], viewer)
