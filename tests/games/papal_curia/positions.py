"""Positions built by hand, and a few verbs to play on from them.

With C, A, F, E, P, V the seats 0 to 5 wear the crowns in the order of section 6. What a position doesn't speak of is as
the game begins, in Age I, with seat 0 on turn and no cards in any hand.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from games.kernel.choices import Choice
from games.kernel.contract import Outcome
from games.kernel.dice import dice_from
from games.kernel.events import Reason, Seat
from games.papal_curia import GAME
from games.papal_curia.box import COURTS, CROWNS, EVENTS, FULL_DECK, NUMBER, in_order
from games.papal_curia.land import map_order
from games.papal_curia.state import Army, Hand, Options, Pass, State, Turn
from games.papal_curia.table import Table
from tests.games import moving
from tests.games.walks import seed_of

_moving = moving.Moving(GAME)
done, after, refused, told = _moving.done, _moving.after, _moving.refused, moving.told

C, A, F, E, P, V = range(6)

replace = msgspec.structs.replace


def position(
    seats: int = 4,
    *,
    turn: Seat = C,
    track: str | None = None,
    hands: Mapping[Seat, str] | None = None,
    influence: Mapping[Seat, Mapping[str, int]] | None = None,
    armies: Mapping[Seat, Mapping[str, tuple[int, int]]] | None = None,
    owners: Mapping[str, str] | None = None,
    occupied: Mapping[str, str] | None = None,
    protestants: tuple[Seat, ...] = (),
    mats: Mapping[Seat, Mapping[str, Any]] | None = None,
    event: str = "PRINTING_PRESS",
    age: int = 1,
    **fields: Any,
) -> State:
    """A position with seat `turn` on turn. `track`: the regular Cardinals, as "F C A F"; `hands`: cards by their codes;
    `armies`: Regulars and Mercenaries, in place of the three at home; `fields`: of the State, as they are."""
    start = GAME.setup(seats, Options(realms=CROWNS[:seats]), seed_of(1), "").state
    made = replace(
        start,
        age=age,
        event=event,
        events=tuple(sorted(set(EVENTS[age]) - {event, "REFORMATION"}))[:2],
        question=Turn(turn),
        order=tuple(range(seats)),
        mats=tuple(
            replace(
                mat,
                catholic=seat not in protestants,
                influence=tuple((influence or {}).get(seat, {}).get(area, 0) for area in COURTS),
                armies=_armies((armies or {})[seat]) if seat in (armies or {}) else mat.armies,
                **{"adm": 3, "ducats": 6, **(mats or {}).get(seat, {})},
            )
            for seat, mat in enumerate(start.mats)
        ),
        owners=_holders(start.owners, owners or {}),
        occupiers=_holders(start.occupiers, occupied or {}),
        curia=replace(
            start.curia,
            catholics=tuple(seat for seat in range(seats) if seat not in protestants),
            slots=_slots(track, seats, protestants),
        ),
    )
    table = Table(_dealt(replace(made, **fields), hands or {}))
    table.settle()
    GAME.check(table.state())
    return table.state()


def _armies(armies: Mapping[str, tuple[int, int]]) -> tuple[Army, ...]:
    return tuple(Army(area, *armies[area]) for area in sorted(armies, key=map_order))


def _holders(printed: tuple[str | None, ...], changes: Mapping[str, str]) -> tuple[str | None, ...]:
    held = list(printed)
    for province, realm in changes.items():
        held[NUMBER[province]] = realm
    return tuple(held)


def _slots(track: str | None, seats: int, protestants: tuple[Seat, ...]) -> tuple[Seat, ...]:
    if track is None:
        return tuple(seat for seat in range(seats) if seat not in protestants)
    return tuple("CAFEPV".index(crown) for crown in track.split())


def _dealt(state: State, hands: Mapping[Seat, str]) -> State:
    held = {seat: tuple(text.split()) for seat, text in hands.items()}
    left = Counter(FULL_DECK) - Counter(card for cards in held.values() for card in cards)
    dealt = tuple(Hand(in_order(held.get(seat, ()))) for seat in range(state.seats))
    return replace(state, hands=dealt, deck=in_order(left.elements()), discards=())


def thrown(state: State, move: Any, wanted: Callable[[Outcome], bool]) -> Outcome:
    """The outcome of a move with dice that bring what is wanted."""
    for number in range(2000):
        outcome = done(replace(state, dice=dice_from(seed_of(number))), move)
        if wanted(outcome):
            return outcome
    raise AssertionError("no dice bring this")


def forms(state: State, tag: str, seat: Seat | None = None) -> list[Choice]:
    """The forms of this kind that the seat (the one that is asked) is offered."""
    asked = GAME.deciders(state)[0] if seat is None else seat
    return [choice for choice in GAME.choices(state, asked) if choice.move == tag and choice.barred is None]


def options(state: State, tag: str, name: str = "") -> set[Any]:
    """All that a field of these forms offers; without a name the first field."""
    found: set[Any] = set()
    for choice in forms(state, tag):
        for field in choice.fields:
            if field.name == name or (not name and field is choice.fields[0]):
                found |= set(getattr(field, "options", None) or getattr(field, "most", ()))
    return found


def bar(state: State, tag: str) -> Reason:
    """Why the seat that is asked can't make a move of this kind now."""
    found = [c.barred for c in GAME.choices(state, GAME.deciders(state)[0]) if c.move == tag and c.barred is not None]
    assert len(found) == 1, f"{tag} is not barred"
    return found[0]


def all_pass(state: State) -> Outcome:
    """Everybody who is still asked for an action passes: phases 3 and 4 follow."""
    while isinstance(state.question, Turn) and state.phase == "actions":
        age_round = (state.age, state.round)
        outcome = done(state, Pass())
        state = outcome.state
        if (state.age, state.round) != age_round:
            break
    return outcome


def track(state: State) -> str:
    """The regular Cardinals as letters."""
    return " ".join("CAFEPV"[seat] for seat in state.curia.slots)


def owner(state: State, province: str) -> str | None:
    """Who owns it, occupied or not."""
    return state.owners[NUMBER[province]]


def occupier(state: State, province: str) -> str | None:
    """Who occupies it."""
    return state.occupiers[NUMBER[province]]
