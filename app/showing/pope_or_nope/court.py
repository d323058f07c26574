"""The board of Pope or Nope, the same for everybody: an area for each seat, the deck, the discards, and what the points
would be if the round ended now."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.language import gettext, ngettext
from app.pages import SeatFacts, TableFacts
from app.showing.pope_or_nope.faces import Face, ShownPile, face, piles_of
from app.wording import Wording, among

MOST_HALOS = 8
"""Points are drawn as halos up to this target, above it only written."""


@dataclass(frozen=True)
class Score:
    """A seat's points, or its team's: had, and more to come if the round ended now."""

    points: int
    more: int
    target: int

    @property
    def halos(self) -> tuple[str, ...]:
        """One for each point to win: on, may (if the round ended now), or off; none for a high target."""
        if self.target > MOST_HALOS:
            return ()
        states = ["on"] * self.points + ["may"] * self.more + ["off"] * self.target
        return tuple(states[: self.target])

    @property
    def label(self) -> str:
        """The same to read aloud."""
        had = gettext("{points} of {target} points", points=self.points, target=self.target)
        return had + (gettext(", {number} more if the round ended now", number=self.more) if self.more else "")


@dataclass(frozen=True)
class Area:
    """What lies before one player, and how the player stands. `danger`: would win if the round ended now."""

    who: SeatFacts
    hand: int
    score: Score
    first: bool
    asked: bool
    passed: bool
    danger: bool
    team: str | None
    piles: tuple[ShownPile, ...]


@dataclass(frozen=True)
class Court:
    """The whole board. `ending`: (name or team, points) if the round ended now, most first; nothing once it is over."""

    round: int
    headline: str
    areas: tuple[Area, ...]
    deck: int
    discards: tuple[tuple[Face, int], ...]
    discarded: int
    top: Face | None
    ending: tuple[tuple[str, int], ...]
    verdict: str
    passes: str
    opening: bool

    def bare(self, area: Area) -> str:
        """What is said of a player without a pile. An opening answer never shows whether a Deed was laid (PN-6.1)."""
        if self.opening:
            return gettext("is choosing an opening deed") if area.asked else gettext("has chosen, face down or not")
        return gettext("no pile this round")


def team_name(team: int | None) -> str | None:
    """A team's letter: teams alternate around the table (PN-1.2)."""
    return None if team is None else "AB"[team]


def scores(view: Any) -> tuple[Score, ...]:
    """By seat; in the team game everyone shows the team's (PN-5.4)."""
    had = [seat.points for seat in view.seats]
    return tuple(
        Score(points, projected - points, view.target)
        for points, projected in zip(_pooled(view, had), _pooled(view, view.projected), strict=True)
    )


def _pooled(view: Any, points: Sequence[int]) -> list[int]:
    if not view.teams:
        return list(points)
    totals = Counter[int]()
    for seat, own in zip(view.seats, points, strict=True):
        totals[seat.team] += own
    return [totals[seat.team] for seat in view.seats]


def area(view: Any, seat: int, wording: Wording) -> Area:
    """What lies before this seat."""
    shown, score = view.seats[seat], scores(view)[seat]
    return Area(
        who=wording.seats[seat],
        hand=shown.hand,
        score=score,
        first=view.token == seat,
        asked=shown.asked,
        passed=shown.passed,
        danger=score.points + score.more >= score.target,
        team=team_name(shown.team),
        piles=piles_of(seat, view.piles, wording),
    )


def court(view: Any, facts: TableFacts, wording: Wording) -> Court:
    """The board from a spectator's View."""
    ending = () if view.phase == "over" else _ending(view, facts)
    return Court(
        round=view.round,
        headline=_headline(view, facts),
        areas=tuple(area(view, seat.seat, wording) for seat in facts.seats),
        deck=view.deck,
        discards=tuple((face(code, wording), number) for code, number in sorted(Counter(view.discards).items())),
        discarded=len(view.discards),
        top=face(view.discards[-1], wording) if view.discards else None,
        ending=ending,
        verdict=_verdict(ending, view.target),
        passes=passes(view),
        opening=view.phase == "opening",
    )


def _sides(view: Any, facts: TableFacts) -> dict[int, str]:
    """A seat of each side -> the side's name."""
    if view.teams:
        return {0: gettext("Team {team}", team="A"), 1: gettext("Team {team}", team="B")}
    return dict(enumerate(facts.names))


def _ending(view: Any, facts: TableFacts) -> tuple[tuple[str, int], ...]:
    totals = scores(view)
    rows = [(name, totals[seat].points + totals[seat].more) for seat, name in _sides(view, facts).items()]
    return tuple(sorted(rows, key=lambda row: -row[1]))


def _verdict(ending: tuple[tuple[str, int], ...], target: int) -> str:
    most = max((points for _, points in ending), default=0)
    if most < target:
        return ""
    leading = [name for name, points in ending if points == most]
    names = among(leading)
    if len(leading) == 1:
        return gettext("{name} would win.", name=names)
    return gettext("{names} would be level.", names=names)


def _headline(view: Any, facts: TableFacts) -> str:
    """Under the round's number: a further round, or who is one point short."""
    if view.further:
        return gettext("further round {number} of 3", number=view.further)
    close = [name for seat, name in _sides(view, facts).items() if scores(view)[seat].points == view.target - 1]
    if not close or len(close) > 2:
        return gettext("first to {target}", target=view.target)
    return ngettext("{names} needs one more", "{names} need one more", len(close), names=among(close))


def passes(view: Any) -> str:
    """How far the round is from its end (PN-2.6)."""
    if view.phase != "turns":
        return ""
    if not view.passes:
        return gettext("The round ends after {number} passes in a row.", number=view.passes_to_end)
    passed = ngettext("One has passed", "{number} have passed in a row", view.passes)
    left = ngettext("one more pass ends the round", "{number} more passes end the round", view.passes_to_end)
    return f"{passed}; {left}."
