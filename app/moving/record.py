"""What must hold of a table's record before it is taken in: its numbers, what the house told in it, its dice, and,
where the rules are the same, that it is what they make of seed and moves."""

from collections import Counter
from collections.abc import Sequence

from app.fairness.replay import AstrayError, Deal, dealt_to, replay, same
from app.language import gettext
from app.moving.file import MovedAction, MovedTable
from app.moving.showing import expect_shown
from app.pages import SeatFacts
from app.tables import questions
from app.tables.writing import TAKEN_BACK
from app.wording import HOUSE, Wording
from games.kernel.contract import Game, State, decode, encode
from games.kernel.dice import Dice, dice_from, draw
from games.kernel.events import Event, Fact


def expect(holds: bool, why: str) -> None:
    """Raises ValueError, and says why."""
    if not holds:
        raise ValueError(why)


def expect_record(game: Game, moved: MovedTable) -> list[State]:
    """The states of the record. Raises ValueError, AstrayError and others where it isn't sound."""
    _expect_numbers(moved)
    _expect_keys(moved)
    _expect_house(moved)
    _expect_told(game, moved)
    states = [_state(game, moved, action) for action in moved.actions]
    _expect_dice(moved, states)
    if all((action.edition, action.schema) == (game.edition, game.schema) for action in moved.actions):
        _expect_played(game, moved, states)
    else:
        for action, state in zip(moved.actions, states, strict=True):
            expect_shown(game, moved, action, state)
    return states


def _expect_numbers(moved: MovedTable) -> None:
    """The record's numbers rise, and its events are counted without gaps."""
    events, seq, version = 0, 0, 0
    for action in moved.actions:
        least = version + 1 if action.events else version
        expect(action.first_event == events and action.seq > seq and action.version >= least, "its record has gaps")
        expect(action.version <= action.seq, "its record counts more than there was")
        expect(action.seat is None or 0 <= action.seat < len(moved.seats), "its record names a seat that is none")
        events, seq, version = events + len(action.events), action.seq, action.version
    rest = moved.seq - seq
    expect(moved.log_length == events and rest >= 0 and 0 <= moved.version - version <= rest, "its record is cut")


def _expect_keys(moved: MovedTable) -> None:
    """No two moves of a seat have one key, and none has one that the house has yet to use."""
    made: Counter[int] = Counter()
    spent: set[tuple[int | None, str]] = set()
    for action in moved.actions:
        if action.key is not None:
            expect((action.seat, action.key) not in spent, "two moves have one key")
            to_come = action.seat is None or questions.is_to_come(action.key, made[action.seat], action.version)
            expect(not to_come, "a key is none")
            spent.add((action.seat, action.key))
        if action.seat is not None:
            made[action.seat] += 1


def _expect_house(moved: MovedTable) -> None:
    """The house's moves are the deal and what it tells, a line each; a seat's tell nothing in the house's words, but
    that the last one is taken back."""
    last: MovedAction | None = None
    for at, action in enumerate(moved.actions):
        kind = action.move.get("type")
        if kind == TAKEN_BACK:
            back = last is not None and last.seat == action.seat and _is_taken_back(action, last)
            expect(back, "a move is taken back that was none")
            last = None
        elif action.seat is None and at > 0:
            told = kind in HOUSE and any(_is_line(action, kind, who=seat.number) for seat in moved.seats)
            expect(told, "its record has words of the house that it never says")
        else:
            expect(_is_move(action, at), "its record has a move that is none")
            last = action


def _is_move(action: MovedAction, at: int) -> bool:
    kind = action.move.get("type")
    deal = (action.seat is None, kind == "deal")
    ours = any(line.public.key in HOUSE for line in action.events)
    return isinstance(kind, str) and deal == (at == 0, at == 0) and not ours


def _is_line(action: MovedAction, key: str, **arguments: int | None) -> bool:
    told = (Event(Fact(key, {**arguments})),)
    return same((action.move, action.events, action.draws), ({"type": key}, told, ()))


def _is_taken_back(action: MovedAction, last: MovedAction) -> bool:
    first, end = last.first_event + 1, last.first_event + len(last.events)
    return _is_line(action, TAKEN_BACK, who=action.seat, first=first, last=end)


def _expect_dice(moved: MovedTable, states: Sequence[State]) -> None:
    """Every draw follows from seed and words, whatever the rules were, and so do the dice of every state."""
    first = dice_from(bytes.fromhex(moved.seed), moved.words)
    drawn = 0
    for action, state in zip(moved.actions, states, strict=True):
        for at, (range_, result) in enumerate(action.draws, drawn):
            expect(range_ > 1 and draw(first, at, range_) == result, "its draws do not follow from seed and words")
        drawn += len(action.draws)
        dice = Dice(first.key, drawn)
        expect(getattr(state, "dice", dice) == dice, "its dice are others")  # a companion has none


def _expect_told(game: Game, moved: MovedTable) -> None:
    """Every line of the log can be told in words."""
    wording = Wording(game.words, [SeatFacts(seat.number, seat.name, "", seat.colour) for seat in moved.seats])
    for action in moved.actions:
        for event in action.events:
            expect({*event.private} <= {*range(len(moved.seats))}, "a line of its log is for nobody")
            for fact in (event.public, *event.private.values()):
                wording.text(fact)


def _state(game: Game, moved: MovedTable, action: MovedAction) -> State:
    state = decode(game, bytes(action.state), action.schema)
    game.check(state)
    expect({*game.deciders(state)} <= {*range(len(moved.seats))}, "it waits for nobody")
    return state


def _expect_played(game: Game, moved: MovedTable, states: Sequence[State]) -> None:
    made = [(action.seat, action.move) for action in moved.actions]
    deal = Deal(dealt_to(len(moved.seats), made), moved.options, bytes.fromhex(moved.seed), moved.words)
    for at, (action, state, step) in enumerate(zip(moved.actions, states, replay(game, deal, made), strict=True)):
        told = (action.events, action.draws)
        made_same = step.outcome is None or same((step.outcome.events, step.outcome.draws), told)
        if not (made_same and encode(step.state) == encode(state)):
            raise AstrayError(gettext("By the rules move {move} has another outcome.", move=at))
