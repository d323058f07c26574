"""The board of Habemus Papam, the same for everybody: players, the scrutiny, four tracks, eight Candidates."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.language import gettext, later
from app.pages import SeatFacts, TableFacts
from app.showing.chips import Chip, played_by_bot
from app.showing.habemus_papam.faces import Portrait, full_name, portrait, short_name, short_side, title
from app.wording import Wording, among, numeral
from games.habemus_papam.box import PAIRS, ROUNDS, SIDES, SPACES

PHASES = {
    "camarlengo": later("Camarlengo"),
    "actions": later("Actions"),
    "decision": later("Decision"),
    "veto": later("Black Smoke"),
    "keeping": later("Black Smoke"),
    "discarding": later("Black Smoke"),
    "white_smoke": later("White Smoke"),
    "no_pope": later("No Pope"),
    "over": later("The end"),
}
"""Phase -> what the top of the page calls it."""
BLACK_SMOKE = ("veto", "keeping", "discarding")
OPEN = ("camarlengo", "actions")
"""Phases in which the indicators stand at 0, and the page shows where they would be set."""


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
        return ", ".join([*(SIDES[side] for side in self.sides), title(self.order)])


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
    def order_name(self) -> str:
        """What his order is called."""
        return title(self.order)

    @property
    def close_to(self) -> str:
        """The markers, to read aloud."""
        return gettext("Close to: {names}", names=among(who.name for who in self.marks)) if self.marks else ""


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
    pope_order: str
    pope_sides: tuple[tuple[str, int], ...]


def court(view: Any, facts: TableFacts, wording: Wording) -> Court:
    """The board from a spectator's View."""
    seats, board = facts.seats, view.board
    return Court(
        round=view.round,
        beads=tuple(_bead(number, view) for number in range(1, ROUNDS + 1)),
        phase=gettext(PHASES[view.phase]),
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
        pope_order=title(portrait(view.pope).order) if view.pope else "",
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
        return name, "now", gettext("Round {name}, now", name=name)
    if number < view.round:
        return name, "done", gettext("Round {name}: Black Smoke", name=name)
    return name, "", gettext("Round {name}", name=name)


def _headline(view: Any) -> str:
    if view.phase == "actions":
        return gettext("{passes} of {all} passes in a row", passes=view.passes, all=view.passes_to_end)
    return gettext("round {number} of {all}", number=view.round, all=ROUNDS)


def _enough(view: Any) -> str:
    if view.round < ROUNDS:
        return gettext("two thirds")
    return gettext("most of all") if view.plurality else gettext("more than half")


def _smoke(view: Any) -> str:
    if view.phase in BLACK_SMOKE:
        return "black"
    return "white" if view.pope else ""


def _banner(view: Any) -> str:
    match view.phase:
        case phase if phase in BLACK_SMOKE:
            return gettext("Black Smoke: no Pope in round {number}", number=view.round)
        case "white_smoke":
            return gettext("White Smoke: {name} is Pope", name=full_name(view.pope))
        case "no_pope":
            return gettext("Five rounds, and no Pope")
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
        secret=title(shown.secret) if shown.secret else None,
    )


def _chips(view: Any, seat: int, seats: Sequence[SeatFacts]) -> list[Chip]:
    shown, who = view.seats[seat], seats[seat]
    camarlengo = Chip("keys", gettext("Camarlengo"), gettext("Camarlengo of this round"), "dark")
    silenced = Chip("lock", gettext("silenced"), gettext("Silentium: must pass on the next turn"), "bad")
    found = [Chip("hourglass", gettext("thinks"), gettext("The table waits for this player"), "bad")] * shown.asked
    found += [camarlengo] * (view.camarlengo == seat)
    found += [Chip("dean", gettext("Dean"), gettext("Holds the Dean card"), "lapis")] * (view.dean == seat)
    found += [Chip("pass", gettext("passed"), gettext("Passed"))] * shown.passed
    found += [silenced] * shown.silenced
    found += [_lying(card) for card in view.lying if card.by == seat and card.card in ("SUFFRAGATIO", "PROHIBERE")]
    return found + played_by_bot(who)


def _lying(card: Any) -> Chip:
    name = title(card.card)
    if card.card == "SUFFRAGATIO":
        return Chip("hourglass", name, gettext("The action phase ends right after this player’s next turn"))
    until = later("Until this player’s next turn nobody places on {name}")
    return Chip("lock", name, gettext(until, name=short_name(str(card.on))))


# --- tracks ------------------------------------------------------------------------------------------------------


def _track(track: Any, view: Any, seats: Sequence[SeatFacts]) -> Track:
    first, second = PAIRS[track.pair]
    now = _position(track.pair, track.side, track.spaces)
    then = _position(track.pair, track.next_side, track.next_spaces) if view.phase in OPEN else now
    words = _toward(track.next_side, track.next_spaces)
    sides = {"first": SIDES[first], "second": SIDES[second]}
    label = later("{first} or {second}: stands at {now}; would be {then}")
    return Track(
        pair=track.pair,
        first=first,
        second=second,
        spaces=tuple(Space(abs(at), _kind(at, now, then)) for at in range(SPACES, -SPACES - 1, -1)),
        veto=_veto(track.veto, seats),
        then=gettext("now it would be {then}", then=words) if view.phase in OPEN else "",
        label=gettext(label, **sides, now=_toward(track.side, track.spaces), then=words),
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
    if veto is None:
        return ""
    return gettext("Veto {round}, by {name}", round=numeral(veto.round), name=seats[veto.by].name)


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
        out=_out(candidate),
        marks=tuple(seats[seat] for seat in candidate.markers),
        papabile=view.board.papabile == candidate.name,
        state=_state(candidate, view.phase in OPEN),
        murmured=candidate.murmured,
        prohibited=prohibited,
    )


def _out(candidate: Any) -> str:
    if candidate.out is None:
        return ""
    return gettext("Eliminated, round {round}", round="V" if candidate.out > 4 else numeral(candidate.out))


def _state(candidate: Any, open_: bool) -> str:
    """How far he is from being Papabile, as long as that can change."""
    if not open_ or candidate.needs is None:
        return ""
    if candidate.needs == 0:
        return gettext("{number} on others ends it", number=candidate.breaks)
    return gettext("{number} more to be Papabile", number=candidate.needs)
