"""What a draft would surely do, in short words: what it costs, where Influence would lie, who would be Papabile."""

from typing import Any

from app.language import gettext, later
from app.showing.consequences import Consequence
from app.showing.habemus_papam.court import OPEN
from app.showing.habemus_papam.faces import short_name, short_side
from app.wording import among


def foresee(view: Any, preview: Any) -> tuple[Consequence, ...]:
    """From the View before, and the preview of the move."""
    found = [*_costs(view, preview), *_influence(view.board, preview.board), *_papabile(view.board, preview.board)]
    if view.phase in OPEN:
        found += _tracks(view.board, preview.board)
    found += _worth(preview)
    return (*found, *[Consequence("hourglass", gettext("The action phase ends with it."), True)] * preview.ends_phase)


def _costs(view: Any, preview: Any) -> list[Consequence]:
    """Of a card; what a placing leaves stands beside the reserve."""
    if view.mine is None or not preview.cards or preview.reserve == view.mine.reserve:
        return []
    return [
        Consequence("influence", gettext("Your reserve: {was} → {then}.", was=view.mine.reserve, then=preview.reserve))
    ]


def _influence(before: Any, after: Any) -> list[Consequence]:
    changes = [
        f"{short_name(now.name)} {was.influence} → {now.influence}"
        for was, now in zip(before.candidates, after.candidates, strict=True)
        if was.influence != now.influence
    ]
    if not changes:
        return []
    words = gettext("{changes}; {was} → {then} on board.", changes=among(changes), was=before.total, then=after.total)
    return [Consequence("plus", words)]


def _papabile(before: Any, after: Any) -> list[Consequence]:
    if before.papabile == after.papabile:
        return []
    found = []
    if before.papabile:
        one = next(each for each in after.candidates if each.name == before.papabile)
        words = later("{name} stops being Papabile: {number} of {total}.")
        words = gettext(words, name=short_name(one.name), number=one.influence, total=after.total)
        found.append(Consequence("smoke", words, True))
    if after.papabile:
        one = next(each for each in after.candidates if each.name == after.papabile)
        words = later("{name} becomes Papabile: {number} of {total}.")
        words = gettext(words, name=short_name(one.name), number=one.influence, total=after.total)
        found.append(Consequence("smoke", words, True))
    return found


def _tracks(before: Any, after: Any) -> list[Consequence]:
    changes = [
        gettext("{then}, not {was}", then=_toward(now.next_side, now.next_spaces), was=_instead(was, now))
        for was, now in zip(before.tracks, after.tracks, strict=True)
        if (was.next_side, was.next_spaces) != (now.next_side, now.next_spaces)
    ]
    return [Consequence("swap", gettext("Indicators: {changes}.", changes="; ".join(changes)))] if changes else []


def _toward(side: str | None, spaces: int) -> str:
    return "0" if side is None else f"{short_side(side)} {spaces}"


def _instead(was: Any, now: Any) -> str:
    """Where the marker would have gone: the number alone, if it is on the same side."""
    same = was.next_side == now.next_side
    return str(was.next_spaces) if same else _toward(was.next_side, was.next_spaces)


def _worth(preview: Any) -> list[Consequence]:
    """What the Papabile would then bring this seat."""
    best = next((one for one in preview.worth if one.candidate == preview.board.papabile), None)
    if best is None:
        return []
    words = later("{name} as Pope: {number} to you.")
    points = best.points + best.secret
    return [Consequence("tiara", gettext(words, name=short_name(best.candidate), number=points))]
