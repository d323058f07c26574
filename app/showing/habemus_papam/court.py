"""The board of Habemus Papam, the same for everybody: players, the scrutiny, four tracks, eight Candidates."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.pages import SeatFacts, TableFacts
from app.showing.habemus_papam.faces import Portrait, full_name, portrait, short_name, short_side
from app.wording import Wording, among, numeral
from games.habemus_papam.box import ACTIONS, PAIRS, ROUNDS, SECRETS, SIDES, SPACES

PHASES = {
    "camarlengo": "Camarlengo",
    "actions": "Actions",
    "decision": "Decision",
    "veto": "Black Smoke",
    "keeping": "Black Smoke",
    "discarding": "Black Smoke",
    "white_smoke": "White Smoke",
    "no_pope": "No Pope",
    "over": "The end",
}
"""Phase -> what the top of the page calls it."""
BLACK_SMOKE = ("veto", "keeping", "discarding")
OPEN = ("camarlengo", "actions")
"""Phases in which the indicators stand at 0, and the page shows where they would be set."""


@dataclass(frozen=True)
class Chip:
    """A short word about a player, with its icon. `kind`: a class of its looks."""

    icon: str
    words: str
    title: str
    kind: str = ""


@dataclass(frozen=True)
class Plate:
    """A player as everybody sees one."""

    who: SeatFacts
    hand: int
    limit: int
    sides: tuple[str, ...]
    order: str
    asked: bool
    chips: tuple[Chip, ...]
    reserve: int | None
    secret: str | None

    @property
    def wants(self) -> str:
        """The Public Objective, to read aloud."""
        return ", ".join([*(SIDES[side] for side in self.sides), self.order])


@dataclass(frozen=True)
class Space:
    """A space of a track. `kind`: zero, at (the marker stands here), ghost (it would be set here)."""

    number: int
    kind: str


@dataclass(frozen=True)
class Track:
    """A pair's track, from its first side on the left to its second on the right."""

    pair: str
    first: str
    second: str
    spaces: tuple[Space, ...]
    veto: str
    then: str
    label: str


@dataclass(frozen=True)
class Runner:
    """A Candidate. `state`: what he still needs, or how he could lose it, in words; `marks`: who is close to him."""

    code: str
    name: str
    portrait: Portrait
    sides: tuple[str, ...]
    order: str
    influence: int
    out: str
    marks: tuple[SeatFacts, ...]
    papabile: bool
    state: str
    murmured: bool
    prohibited: str

    @property
    def close_to(self) -> str:
        """The markers, to read aloud."""
        return f"Close to: {among(who.name for who in self.marks)}" if self.marks else ""


@dataclass(frozen=True)
class Court:
    """The whole board. `smoke`: black or white while everybody looks at it. `pope`: the elected one with the tiara;
    `pope_sides`: how far the indicators stand at his."""

    round: int
    beads: tuple[tuple[str, str, str], ...]
    phase: str
    headline: str
    passes: int
    passes_to_end: int
    counting: bool
    plates: tuple[Plate, ...]
    total: int
    enough: str
    papabile: str
    tracks: tuple[Track, ...]
    runners: tuple[Runner, ...]
    smoke: str
    banner: str
    deck: int
    discards: int
    pile: int
    pope: Portrait | None
    pope_name: str
    pope_sides: tuple[tuple[str, int], ...]


def court(view: Any, facts: TableFacts, wording: Wording) -> Court:
    """The board from a spectator's View."""
    seats, board = facts.seats, view.board
    return Court(
        round=view.round,
        beads=tuple(_bead(number, view) for number in range(1, ROUNDS + 1)),
        phase=PHASES[view.phase],
        headline=_headline(view),
        passes=view.passes,
        passes_to_end=view.passes_to_end,
        counting=view.phase == "actions",
        plates=tuple(_plate(view, seat, seats) for seat in range(len(seats))),
        total=board.total,
        enough=_enough(view),
        papabile=short_name(board.papabile) if board.papabile else "",
        tracks=tuple(_track(track, view, seats) for track in board.tracks),
        runners=tuple(_runner(candidate, view, seats) for candidate in board.candidates),
        smoke=_smoke(view),
        banner=_banner(view),
        deck=view.deck,
        discards=view.discards,
        pile=view.pile,
        pope=portrait(view.pope, pope=True) if view.pope else None,
        pope_name=full_name(view.pope) if view.pope else "",
        pope_sides=_pope_sides(view),
    )


def _pope_sides(view: Any) -> tuple[tuple[str, int], ...]:
    """Where the indicators stand at the side of the Pope, pair by pair."""
    if view.pope is None:
        return ()
    sides = next(each.sides for each in view.board.candidates if each.name == view.pope)
    return tuple(
        (side, track.spaces if track.side == side else 0) for side, track in zip(sides, view.board.tracks, strict=True)
    )


def _bead(number: int, view: Any) -> tuple[str, str, str]:
    name = "V" if number == ROUNDS else numeral(number)
    if number == view.round:
        return name, "now", f"Round {name}, now"
    return (name, "done", f"Round {name}: Black Smoke") if number < view.round else (name, "", f"Round {name}")


def _headline(view: Any) -> str:
    if view.phase == "actions":
        return f"{view.passes} of {view.passes_to_end} passes in a row"
    return f"round {view.round} of {ROUNDS}"


def _enough(view: Any) -> str:
    if view.round < ROUNDS:
        return "two thirds"
    return "most of all" if view.plurality else "more than half"


def _smoke(view: Any) -> str:
    if view.phase in BLACK_SMOKE:
        return "black"
    return "white" if view.pope else ""


def _banner(view: Any) -> str:
    match view.phase:
        case phase if phase in BLACK_SMOKE:
            return f"Black Smoke: no Pope in round {view.round}"
        case "white_smoke":
            return f"White Smoke: {full_name(view.pope)} is Pope"
        case "no_pope":
            return "Five rounds, and no Pope"
        case _:
            return ""


# --- players -----------------------------------------------------------------------------------------------------


def _plate(view: Any, seat: int, seats: Sequence[SeatFacts]) -> Plate:
    shown = view.seats[seat]
    return Plate(
        who=seats[seat],
        hand=shown.hand,
        limit=shown.limit,
        sides=shown.objective.sides,
        order=shown.objective.order,
        asked=shown.asked,
        chips=tuple(_chips(view, seat, seats)),
        reserve=shown.reserve,
        secret=SECRETS[shown.secret].title if shown.secret else None,
    )


def _chips(view: Any, seat: int, seats: Sequence[SeatFacts]) -> list[Chip]:
    shown, who = view.seats[seat], seats[seat]
    found = [Chip("hourglass", "thinks", "The table waits for this player", "bad")] * shown.asked
    found += [Chip("keys", "Camarlengo", "Camarlengo of this round", "dark")] * (view.camarlengo == seat)
    found += [Chip("dean", "Dean", "Holds the Dean card", "lapis")] * (view.dean == seat)
    found += [Chip("pass", "passed", "Passed")] * shown.passed
    found += [Chip("lock", "silenced", "Silentium: must pass on the next turn", "bad")] * shown.silenced
    found += [_lying(card) for card in view.lying if card.by == seat and card.card in ("SUFFRAGATIO", "PROHIBERE")]
    found += [Chip("bot", "bot" if who.bot else "away", "A bot plays here")] * (who.bot or who.away)
    return found


def _lying(card: Any) -> Chip:
    title = ACTIONS[card.card].title
    if card.card == "SUFFRAGATIO":
        return Chip("hourglass", title, "The action phase ends right after this player’s next turn")
    return Chip("lock", title, f"Until this player’s next turn nobody places on {short_name(str(card.on))}")


# --- tracks ------------------------------------------------------------------------------------------------------


def _track(track: Any, view: Any, seats: Sequence[SeatFacts]) -> Track:
    first, second = PAIRS[track.pair]
    now = _position(track.pair, track.side, track.spaces)
    then = _position(track.pair, track.next_side, track.next_spaces) if view.phase in OPEN else now
    words = _toward(track.next_side, track.next_spaces)
    return Track(
        pair=track.pair,
        first=first,
        second=second,
        spaces=tuple(Space(abs(at), _kind(at, now, then)) for at in range(SPACES, -SPACES - 1, -1)),
        veto=_veto(track.veto, seats),
        then=f"now it would be {words}" if view.phase in OPEN else "",
        label=f"{SIDES[first]} or {SIDES[second]}: stands at {_toward(track.side, track.spaces)}; would be {words}",
    )


def _position(pair: str, side: str | None, spaces: int) -> int:
    """Positive towards the first side."""
    return spaces if side == PAIRS[pair][0] else -spaces


def _kind(at: int, now: int, then: int) -> str:
    kinds = [("zero", at == 0), ("at", at == now), ("ghost", at == then != now)]
    return " ".join(kind for kind, holds in kinds if holds)


def _toward(side: str | None, spaces: int) -> str:
    return "0" if side is None else f"{short_side(side)} {spaces}"


def _veto(veto: Any, seats: Sequence[SeatFacts]) -> str:
    return "" if veto is None else f"Veto {numeral(veto.round)}, by {seats[veto.by].name}"


# --- Candidates --------------------------------------------------------------------------------------------------


def _runner(candidate: Any, view: Any, seats: Sequence[SeatFacts]) -> Runner:
    prohibited = "" if candidate.prohibited is None else seats[candidate.prohibited].name
    return Runner(
        code=candidate.name,
        name=full_name(candidate.name),
        portrait=portrait(candidate.name),
        sides=candidate.sides,
        order=candidate.order,
        influence=candidate.influence,
        out=""
        if candidate.out is None
        else f"Eliminated, round {'V' if candidate.out > 4 else numeral(candidate.out)}",
        marks=tuple(seats[seat] for seat in candidate.markers),
        papabile=view.board.papabile == candidate.name,
        state=_state(candidate, view.phase in OPEN),
        murmured=candidate.murmured,
        prohibited=prohibited,
    )


def _state(candidate: Any, open_: bool) -> str:
    """How far he is from being Papabile, as long as that can change."""
    if not open_ or candidate.needs is None:
        return ""
    if candidate.needs == 0:
        return f"{candidate.breaks} on others ends it"
    return f"{candidate.needs} more to be Papabile"
