"""States that were made by other rules than those of this version, and so can't be made again: whether they can be
shown, at least, to everybody who may look."""

from typing import Any

from app import rendering
from app.moving.file import MovedAction, MovedTable
from app.pages import SeatFacts, TableFacts
from app.tables.levels import word
from app.tables.marks import lettered, letters
from games.kernel.contract import Game, State


def expect_shown(game: Game, moved: MovedTable, action: MovedAction, state: State) -> None:
    """Raises whatever the pages would fail by."""
    facts = _facts(game, moved, action, state)
    nobody: Any = game.view(state, None)
    rendering.public(game, facts, nobody)
    rendering.slots(game, facts, nobody, ())
    for seat in () if game.companion else range(len(moved.seats)):
        view = game.view(state, seat)
        choices = game.choices(state, seat)
        rendering.slots(game, facts, view, choices)
        rendering.dock(game, facts, seat, view, choices, None)
        rendering.own(game, facts, seat, view, everything=False)


def _facts(game: Game, moved: MovedTable, action: MovedAction, state: State) -> TableFacts:
    marks = letters([seat.name for seat in moved.seats]) if game.letters is None else [""] * len(moved.seats)
    seats = [
        SeatFacts(seat.number, seat.name, mark, seat.colour, level=word(seat.bot))
        for seat, mark in zip(moved.seats, marks, strict=True)
    ]
    return TableFacts(
        code=moved.code,
        slug=game.slug,
        title=game.title,
        status="playing",
        version=action.version,
        seats=tuple(seats if game.letters is None else lettered(seats, game.letters(state))),
        deciders=game.deciders(state),
        companion=game.companion,
    )
