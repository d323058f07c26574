"""Whom the table waits for, and what each is asked. Nothing here depends on what is hidden."""

from games.habemus_papam.board import limit
from games.habemus_papam.box import ROUNDS
from games.habemus_papam.state import (
    Converting,
    Copying,
    Discarding,
    Distributing,
    Eliminating,
    Keeping,
    Permitting,
    State,
    Trimming,
    Turn,
    Vetoing,
)
from games.kernel.events import Fact, Seat


def passes_to_end(seats: int) -> int:
    """How many passes one after the other end the action phase (HP-4.6)."""
    return seats - 1


def deciders(state: State) -> tuple[Seat, ...]:
    """Whom the table waits for."""
    match state.question:
        case None:
            return ()
        case Keeping(answered=answered) | Discarding(answered=answered):
            return tuple(seat for seat, has in enumerate(answered) if not has)
        case asked:
            return (asked.seat,)


def question(state: State, seat: Seat) -> Fact | None:
    """What the seat is asked; None for a seat the table doesn't wait for."""
    if seat not in deciders(state):
        return None
    match state.question:
        case Distributing():
            return Fact("ask.distribute", {"influence": ROUNDS - state.round})
        case Turn(passes=passes):
            return _turn(state, seat, passes)
        case Converting():
            return Fact("ask.keep_objective")
        case Trimming() | Discarding():
            return Fact("ask.discard", {"cards": len(state.hands[seat]) - limit(seat, state.camarlengo)})
        case Eliminating():
            return Fact("ask.eliminate")
        case Permitting(amount=amount):
            return Fact("ask.permit", {"amount": amount, "camarlengo": state.camarlengo})
        case Vetoing():
            return Fact("ask.veto")
        case Keeping():
            return Fact("ask.keep")
        case Copying():
            return Fact("ask.copy")
        case _:
            raise TypeError(f"no such question: {state.question!r}")


def _turn(state: State, seat: Seat, passes: int) -> Fact:
    if silenced(state, seat):
        return Fact("ask.silenced")
    if any(card.card == "SUFFRAGATIO" and card.by == seat for card in state.lying):
        return Fact("ask.closing")
    return Fact("ask.last" if passes + 1 == passes_to_end(state.seats) else "ask.turn")


def silenced(state: State, seat: Seat) -> bool:
    """Whether a Silentium makes this seat pass on its next turn."""
    return bool(state.lying) and any(card.card == "SILENTIUM" and card.on == seat for card in state.lying)
