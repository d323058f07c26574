"""What a viewer sees: all of it is public. And what a report would give, before it is made."""

from typing import Any

import msgspec
from msgspec.structs import replace

from games.curia_companion.carrying import carried_out
from games.curia_companion.reporting import may_report
from games.curia_companion.state import Facts, Move, Options, State, Told, Undo
from games.kernel.dice import dice_from
from games.kernel.events import Fact, Viewer


class View(msgspec.Struct, frozen=True):
    """`told`: the last reports, the latest last. `before`: the facts that an undo would bring back, and `undo` what it
    would take back. `mine`: whether the viewer may report; None for a spectator."""

    options: Options
    facts: Facts
    told: tuple[Told, ...]
    undo: Fact | None
    before: Facts | None
    moves: int
    over: bool
    mine: bool | None


class Foreseen(msgspec.Struct, frozen=True):
    """What a report gives: the facts after it, and what would be told."""

    facts: Facts
    told: tuple[Fact, ...]


def view(state: State, viewer: Viewer) -> View:
    """The same for everybody, but for whether one may report."""
    last = state.past[-1] if state.past else None
    return View(
        options=state.options,
        facts=state.facts,
        told=state.told,
        undo=None if last is None else last.told,
        before=None if last is None else last.facts,
        moves=state.moves,
        over=state.over,
        mine=None if viewer is None else may_report(state, viewer),
    )


def preview(seen: View, move: Move) -> Foreseen:
    """What a report that is offered would give."""
    if isinstance(move, Undo):
        return Foreseen(seen.before or seen.facts, ())
    return Foreseen(*carried_out(seen.facts, move))


def redeal(state: State, viewer: Viewer, seed: bytes) -> Any:
    """Nothing is hidden but the dice, which are never thrown."""
    return replace(state, dice=dice_from(seed))
