"""Golden playthroughs: for each way in which a game can end one short random game as text, each state as each seat sees
it (of which only what has changed is written). `python -m tests.games.playthroughs` writes them anew; then read what
`git diff` says before you believe it."""

import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from games import RULED
from games.kernel.choices import Amounts, Choice, Number, OneOf, SomeOf, Text
from games.kernel.contract import Game, Outcome, Result
from games.kernel.dice import Chance, Cup, dice_from
from games.kernel.events import Fact, Viewer
from games.kernel.filling import fill
from tests.games.clauses import ROOT
from tests.games.walks import open_choices, seed_of

FOLDER = ROOT / "tests" / "playthroughs"
LETTERS = "ABCDEFGH"
ROMAN = ("0", "I", "II", "III", "IV", "infallible")

State = Any
Leaves = dict[str, str]
"""What a view shows: path -> value, as text."""


class Playthrough(msgspec.Struct, frozen=True):
    """A random game by number: `ending` names its file, and `how` is the key that its result must have."""

    ending: str
    how: str
    slug: str
    seats: int
    options: dict[str, Any]
    number: int
    shows: tuple[str, ...] = ()
    """Keys of events that must be told in it."""
    prefers: tuple[str, ...] = ()
    """Kinds of moves that are made three times in four, where they can be: the last listed of them."""

    @property
    def game(self) -> Game:
        """The game that is played."""
        return RULED[self.slug]

    @property
    def path(self) -> Path:
        """Where its text is kept."""
        return FOLDER / self.slug / f"{self.ending}.txt"


_ONE: dict[str, Any] = {"target": 1}
_TEAM: dict[str, Any] = {"target": 1, "teams": True}
_HOUSE: dict[str, Any] = {"target": 2, "hand_size": 9, "reshuffle": "when_short", "cancello": "broad"}

_POPE_OR_NOPE = (
    ("outright", "how.one.outright", 2, _ONE, 1),
    ("by-total", "how.one.total", 2, _ONE, 697),
    ("by-level", "how.one.level", 2, _ONE, 5),
    ("by-total-in-a-further-round", "how.one.total.further", 2, _ONE, 347),
    ("by-level-in-a-further-round", "how.one.level.further", 2, _ONE, 148),
    ("shared", "how.one.shared", 2, _ONE, 540),
    ("team-outright", "how.team.outright", 4, _TEAM, 0),
    ("team-by-total", "how.team.total", 4, _TEAM, 15),
    ("team-by-level", "how.team.level", 4, _TEAM, 46),
    ("team-by-total-in-a-further-round", "how.team.total.further", 4, _TEAM, 457),
    ("team-by-level-in-a-further-round", "how.team.level.further", 4, _TEAM, 617),
    ("team-shared", "how.team.shared", 4, _TEAM, 350),
    ("house-rules", "how.one.outright", 3, _HOUSE, 2),
)
_HABEMUS_PAPAM = (
    ("pope-in-round-1", "how.pope", 4, {}, 5),
    ("pope-in-round-2", "how.pope", 4, {}, 403),
    ("pope-in-round-3", "how.pope", 3, {}, 85),
    ("pope-in-round-4", "how.pope", 3, {}, 1),
    ("pope-in-round-5", "how.pope", 3, {}, 44),
    ("shared", "how.pope.shared", 4, {}, 101),
    ("no-pope", "how.none", 4, {}, 292),
    ("no-pope-shared", "how.none.shared", 4, {}, 761),
    ("antipope", "how.antipope", 3, {}, 87),
)

_CRUSADERS = ("campaign", "lead_crusade")
_ROMA = ("event.ally", "event.roma")
_PAPAL_CURIA = (
    ("by-prestige", "prestige", 2, 119, (), ()),
    ("by-cardinals", "cardinals", 2, 39, (), ()),
    ("by-ducats", "ducats", 2, 96, (), ()),
    ("shared", "shared", 2, 36, (), ()),
    ("crusade-won", "prestige", 2, 110, ("event.crusade.led", "event.prize.crusade_won"), _CRUSADERS),
    ("crusade-failed", "prestige", 2, 4, ("event.committed", "event.prize.crusade_lost"), ()),
    ("crusade-with-nobody", "prestige", 2, 54, ("event.crusade", "event.prize.uncommitted"), ()),
    ("roma-by-alliance", "prestige", 2, 58, _ROMA, ()),
    ("roma-by-force", "prestige", 3, 670, ("event.occupied", "event.returned.roma"), ()),
    ("religion-and-back", "prestige", 2, 0, ("event.returned.religion", "event.religion.catholic"), ()),
    ("controller-excommunicated", "prestige", 3, 696, ("event.excommunicated",), ()),
    ("npr-excommunicated", "cardinals", 2, 200, ("event.excommunicate",), ()),
)

_ONE_CROWN = {"castile": "out", "austria": "out", "england": "out"}
_PHASES = ("phase_4", "ticked")
_COMPANION = (
    ("excommunication", "bonus", {}, 8, ("event.excommunicated", "event.returned"), ()),
    ("phase-4", "bonus", {}, 6, ("event.age_ended", "event.ticked.prize"), ("age_ended", *_PHASES)),
    (
        "crusade",
        "plain",
        {"last_bonus": False},
        544,
        ("event.crusade", "event.crusade_ended.yes"),
        ("crusade", *_PHASES, "crusade_ended"),
    ),
    ("nobody", "nobody", _ONE_CROWN, 8, ("event.lost", "event.ticked.prize.nobody"), ("lost", *_PHASES)),
)

ENDINGS = (
    *(
        Playthrough(ending, how, slug, seats, options, number)
        for slug, endings in (("habemus-papam", _HABEMUS_PAPAM), ("pope-or-nope", _POPE_OR_NOPE))
        for ending, how, seats, options, number in endings
    ),
    *(
        Playthrough(ending, f"how.{by}", "papal-curia", seats, {}, number, shows, prefers)
        for ending, by, seats, number, shows, prefers in _PAPAL_CURIA
    ),
    *(
        Playthrough(ending, f"how.{by}", "curia-companion", 1, options, number, shows, prefers)
        for ending, by, options, number, shows, prefers in _COMPANION
    ),
)


def played(playthrough: Playthrough) -> Iterator[tuple[str, Outcome]]:
    """What was done, and its outcome: the deal, then move after move, with many a pass, so that rounds stay short."""
    game, chance = playthrough.game, Cup(dice_from(seed_of(playthrough.number), "playthrough"))
    outcome = game.setup(playthrough.seats, game.Options(**playthrough.options), seed_of(playthrough.number), "")
    yield "The deal", outcome
    while game.result(outcome.state) is None:
        deciders = game.deciders(outcome.state)
        movers = deciders or tuple(range(playthrough.seats))
        seat = movers[chance.below(len(movers))]
        choice = _picked(open_choices(game, outcome.state, seat, free=not deciders), playthrough.prefers, chance)
        move = game.move(choice.move, fill(choice, chance))
        outcome = game.resolve(outcome.state, seat, move)
        yield f"{LETTERS[seat]}: {msgspec.json.encode(move).decode()}", outcome


def _picked(choices: list[Choice], prefers: tuple[str, ...], chance: Chance) -> Choice:
    """What is preferred; else the last listed, which is a pass where there is one, or as often any."""
    wanted = [choice for choice in choices if choice.move in prefers]
    if wanted and chance.below(4):
        return wanted[-1]
    return choices[-1] if chance.below(2) else choices[chance.below(len(choices))]


def text(playthrough: Playthrough) -> str:
    """The whole game, as it is kept."""
    game = playthrough.game
    lines = [f"{game.title}: {playthrough.ending}, {playthrough.seats} seats, {playthrough.options}"]
    before: dict[Viewer, Leaves] = {}
    for deed, outcome in played(playthrough):
        lines += ["", f"## {deed}", *_told(game, outcome), *_seen(game, outcome.state, playthrough.seats, before)]
        result = game.result(outcome.state)
    lines += ["", "## The end", *_ended(game, result)]
    return "\n".join(lines) + "\n"


def _told(game: Game, outcome: Outcome) -> Iterator[str]:
    for event in outcome.events:
        mark = " (reveals)" if event.reveals else ""
        yield f"  {sentence(game, event.public)}{mark}"
        yield from (f"    to {LETTERS[seat]}: {sentence(game, fact)}" for seat, fact in event.private.items())
    yield f"  draws: {len(outcome.draws)}"


def _seen(game: Game, state: State, seats: int, before: dict[Viewer, Leaves]) -> Iterator[str]:
    """What has changed for everybody, then for each seat what it alone sees and what it may do."""
    public = _leaves(game.view(state, None))
    yield "  everyone sees:"
    yield from (f"    {line}" for line in _changes(before.get(None, {}), public))
    before[None] = public
    for seat in range(seats):
        view = _leaves(game.view(state, seat))
        own = {path: value for path, value in view.items() if public.get(path) != value}
        asked = game.question(state, seat)
        changes = " ".join(_changes(before.get(seat, {}), own))
        yield f"  {LETTERS[seat]} sees: {changes}" + (f" - {sentence(game, asked)}" if asked else "")
        yield from (f"    {_form(choice)}" for choice in game.choices(state, seat))
        before[seat] = own


def _leaves(value: Any, path: str = "") -> Leaves:
    """Everything in a view by its path, as text; what is None or empty is left out."""
    plain = msgspec.to_builtins(value) if not path else value
    match plain:
        case dict():
            inner = [(str(name), each) for name, each in plain.items()]
        case [dict() | list(), *_]:
            inner = [(str(at), each) for at, each in enumerate(plain)]
        case None | [] | {}:
            return {}
        case _:
            return {path: msgspec.json.encode(plain).decode().replace('"', "")}
    return {at: leaf for name, each in inner for at, leaf in _leaves(each, f"{path}.{name}".lstrip(".")).items()}


def _changes(before: Leaves, now: Leaves) -> Iterator[str]:
    yield from (f"{path}={value}" for path, value in now.items() if before.get(path) != value)
    yield from (f"{path}: gone" for path in before if path not in now)


def _form(choice: Choice) -> str:
    """A choice in a line; of a free one only what can be picked."""
    shown = [field for field in choice.fields if choice.free is None or isinstance(field, OneOf)]
    fields = " ".join(f"{field.name}={_options(field)}" for field in shown)
    free = f"free: {choice.free}" if choice.free else ""
    barred = f"barred by {choice.barred.clause}" if choice.barred else ""
    asks = [f"asks about {option} ({why.clause})" for field in choice.fields for option, why in _cautions(field)]
    return " ".join(part for part in (choice.move, fields, free, barred, *asks) if part)


def _options(field: Any) -> str:
    match field:
        case OneOf(options=options) | SomeOf(options=options):
            return "|".join(str(option) for option in options)
        case Amounts(most=most):
            return "{" + " ".join(f"{key}:{number}" for key, number in most.items()) + "}"
        case Number(least=least, most=most):
            return f"{least}..{most}"
        case Text():
            return "words"
        case _:
            raise TypeError(f"no such field: {field!r}")


def _cautions(field: Any) -> Any:
    return field.cautions if isinstance(field, OneOf) else ()


def _ended(game: Game, result: Result | None) -> Iterator[str]:
    assert result is not None
    yield f"  {sentence(game, result.how)}"
    for standing in result.standings:
        parts = "; ".join(f"{sentence(game, part.words)} = {part.points}" for part in standing.parts)
        won = " (wins)" if standing.seat in result.winners else ""
        yield f"  {standing.place}. {LETTERS[standing.seat]}{won}: {standing.total} ({parts})"


def sentence(game: Game, fact: Fact) -> str:
    """A fact in the game's words, with letters for the players."""
    pieces = string.Formatter().parse(game.words[fact.key])
    return "".join(
        before + (_place(game, fact.arguments[name], kind or "") if name is not None else "")
        for before, name, kind, _ in pieces
    )


def _place(game: Game, value: Any, kind: str) -> str:
    match kind:
        case "seat":
            return LETTERS[value]
        case "seats":
            return " and ".join(LETTERS[seat] for seat in value)
        case "card":
            return game.words[f"card.{value}"]
        case "cards":
            return " and ".join(game.words[f"card.{card}"] for card in value) or "no card"
        case "level":
            return ROMAN[value]
        case "numbers":
            return " ".join(str(number) for number in value) or "–"
        case "":
            return str(value)
        case _:
            return game.words[f"{kind}.{value}"]


def main() -> None:
    """Writes all playthroughs anew."""
    for playthrough in ENDINGS:
        playthrough.path.parent.mkdir(parents=True, exist_ok=True)
        playthrough.path.write_text(text(playthrough))
        print(playthrough.path.relative_to(ROOT))


if __name__ == "__main__":
    main()
