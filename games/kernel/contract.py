"""The contract that every game keeps: a handful of pure functions and facts, as one frozen record."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from games.kernel.bots import Bot
from games.kernel.choices import Choice
from games.kernel.dice import Draw
from games.kernel.events import Event, Fact, Reason, Seat, Viewer

State = Any
Move = Any
View = Any
Options = Any
"""Each game's own frozen Structs; the contract only hands them from one function to the next."""


class Outcome(msgspec.Struct, frozen=True):
    """What a move (or the setup) made: the state after it, what happened, and the draws it took.

    No events: a secret change that nobody else may notice (another answer to an open secret question).
    """

    state: State
    events: tuple[Event, ...]
    draws: tuple[Draw, ...]


class Part(msgspec.Struct, frozen=True):
    """One line of a score: a key of the game's words, and its points."""

    words: Fact
    points: int


class Standing(msgspec.Struct, frozen=True):
    """Where a seat ended: place from 1 (equal places are shared), the total, and what it is made of."""

    seat: Seat
    place: int
    total: int
    parts: tuple[Part, ...]


class Result(msgspec.Struct, frozen=True):
    """The end. `winners` may be a team, several who share, or nobody at the table; `how` says why in words."""

    winners: tuple[Seat, ...]
    standings: tuple[Standing, ...]
    how: Fact


class Setting(msgspec.Struct, frozen=True):
    """One value a house rule may have, and what it means in words."""

    value: str | int | bool
    words: str


class HouseRule(msgspec.Struct, frozen=True):
    """A field of the game's Options that the host may set; the first setting is the default."""

    name: str
    title: str
    clause: str
    settings: tuple[Setting, ...]


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game. `seats` are the numbers of players it takes, least to most.

    `edition` rises with any change of what the rules do, `schema` with any change of the State's shape.
    """

    slug: str
    title: str
    tagline: str
    seats: tuple[int, int]
    edition: int
    schema: int

    Options: type
    """Frozen Struct with a default for each field; `first: Seat | None` (None: by lot) where somebody must start."""
    State: type
    Move: Any
    """The tagged union of the game's moves; a Choice's `move` is one of the tags (field `type`)."""

    shows: frozenset[str] = frozenset()
    """Tags of moves that show what the seat held in secret, like a card from the hand: such a move stands."""

    companion: bool = False
    """Whether people only report here what happens elsewhere: then no bot sits down, and nobody need be ready."""

    bots: Mapping[str, Bot] = {}
    """"novice", "courtier", "cardinal" -> who plays so, from the weakest; none for a companion."""

    house_rules: tuple[HouseRule, ...]
    pick: HouseRule | None = None
    """What each player may pick in the lobby, a value at most once: the field of Options holds, seat by seat, one of
    the settings; None, or no entry: dealt."""
    first_clause: str = ""
    """The clause that says who starts, where Options has `first`."""
    words: Mapping[str, str]
    """Every sentence by key: `{name}` places as described in docs/adding-a-game.md."""
    translated: Mapping[str, Mapping[str, str]] = {}
    """Language ("de") -> the same keys with the same places in it, and the tagline and the words of the house rules by
    their English; what is missing is shown in English."""
    clauses: Mapping[str, str] = {}
    """Key of an event, or a beginning of it ("event.draw" for "event.draw.2") -> the clause by which it came about."""
    how_to_play: str
    """Half a page of Markdown for somebody who has never seen the game."""

    misfit: Callable[[int, Any], Reason | None]
    """(seats, options): why these options can't be played with so many, or None."""
    minutes: Callable[[int, Any], tuple[int, int]]
    """(seats, options): expected length in minutes, from and to."""

    setup: Callable[[int, Any, bytes, str], Outcome]
    """(seats, options, seed of 32 bytes, the players' words): the state before the first decision."""
    deciders: Callable[[Any], tuple[Seat, ...]]
    """Whom the table waits for, in seat order; may be empty while the game goes on."""
    question: Callable[[Any, Seat], Fact | None]
    """What the seat is asked, as words; None for a seat the table doesn't wait for."""
    letters: Callable[[Any], tuple[str, ...]] | None = None
    """What stands on the mark of each seat, where it isn't the player's initial; everybody may know it."""
    choices: Callable[[Any, Seat], tuple[Choice, ...]]
    resolve: Callable[[Any, Seat, Any], Outcome]
    """Pure. Raises IllegalMove; a refused move changes nothing."""
    admit: Callable[[Any], Any] | None = None
    """The state with one seat more, where seats may be taken while the game goes on."""
    view: Callable[[Any, Viewer], Any]
    """A whitelist of what this viewer may see."""
    preview: Callable[[Any, Any], Any]
    """What a move would surely do, and chances, from the View alone."""
    redeal: Callable[[Any, Viewer, bytes], Any]
    """A state that this viewer cannot tell from the real one; the same seed gives the same state."""
    result: Callable[[Any], Result | None]
    """Not None: the game is over, and only then."""
    check: Callable[[Any], None]
    """Raises AssertionError, in words, if something was lost or doubled."""

    upgrades: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
    """Schema n -> how a saved State of schema n (as plain data) becomes one of n + 1."""

    def clause(self, key: str) -> str:
        """The clause by which an event with this key came about; "" where none is named."""
        while key not in self.clauses and "." in key:
            key = key.rpartition(".")[0]
        return self.clauses.get(key, "")

    def move(self, tag: str, filled: Mapping[str, Any]) -> Any:
        """A filled form as a Move. Raises msgspec.ValidationError if it is not of the Move's shape.

        A table of amounts has no order: it is put into one, so that nobody can say anything by it, and a move that was
        kept has the same outcome when it is played again.
        """
        ordered = {
            name: dict(sorted(answer.items())) if isinstance(answer, dict) else answer
            for name, answer in filled.items()
        }
        return msgspec.convert({"move": {**ordered, "type": tag}}, _holder(self.Move)).move


@cache
def _holder(move: Any) -> Any:
    """A Struct around a union of moves: msgspec remembers how to read a Struct, a bare union it works out each time."""
    return msgspec.defstruct("Moved", [("move", move)])


def encode(state: State) -> bytes:
    """A State as JSON, the form in which it is kept."""
    return msgspec.json.encode(state)


def decode(game: Game, saved: bytes, schema: int) -> State:
    """A kept State of any schema, brought up to date. Raises ValueError if it is newer than this game."""
    if schema == game.schema:
        return msgspec.json.decode(saved, type=game.State)
    if schema > game.schema:
        raise ValueError(f"{game.slug}: saved with schema {schema}, this version reads up to {game.schema}")
    plain = msgspec.json.decode(saved)
    for number in range(schema, game.schema):
        plain = game.upgrades[number](plain)
    return msgspec.convert(plain, game.State)
