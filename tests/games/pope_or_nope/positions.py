"""Positions built by hand, and a few verbs to play on from them.

Cards are written as in the box, separated by blanks: `"DEED-2 CROSS-2 REDUCO"`, piles from the bottom up.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.kernel.dice import dice_from
from games.kernel.events import Seat
from games.pope_or_nope import GAME
from games.pope_or_nope.box import FULL_DECK, in_order
from games.pope_or_nope.state import Hand, Open, Opening, Options, Pass, Pile, Play, State, Turn
from tests.games import moving

_moving = moving.Moving(GAME)
done, refused, told = _moving.done, _moving.refused, moving.told

SEED = bytes(range(32))
FILLER = "CROSS-4"
"""What seats hold that a position doesn't speak of (CROSS-1 when the three are gone)."""


def cards(text: str) -> tuple[str, ...]:
    """`"DEED-1 NOPE"` as card codes."""
    return tuple(text.split())


def position(
    *piles: tuple[Seat, str],
    seats: int = 4,
    hands: Mapping[Seat, str] | None = None,
    turn: Seat = 0,
    passes: int = 0,
    deck: str | None = None,
    token: Seat = 0,
    history: Sequence[tuple[int, ...]] = (),
    further: int = 0,
    **options: Any,
) -> State:
    """A position in the turns of a round. `hands`: seats not named hold one filler. `deck`, from the top: the rest of
    the box is discarded; without it the deck is the rest of the box."""
    named = hands or {}
    laid = tuple(
        Pile(number, owner, cards(text), (owner,) * len(cards(text))) for number, (owner, text) in enumerate(piles, 1)
    )
    left = Counter(FULL_DECK) - Counter(card for pile in laid for card in pile.cards)
    left -= Counter(card for text in named.values() for card in cards(text))
    held = [cards(named[seat]) if seat in named else (_filler(left),) for seat in range(seats)]
    top_first = None if deck is None else cards(deck)
    rest = in_order((left - Counter(top_first or ())).elements())
    state = State(
        seats=seats,
        options=Options(**options),
        dice=dice_from(SEED),
        round=len(history) + 1,
        token=token,
        question=Turn(turn, passes),
        deck=rest if top_first is None else top_first[::-1],
        discards=() if top_first is None else rest,
        hands=tuple(Hand(newer=in_order(hand)) for hand in held),
        piles=laid,
        piles_made=len(laid),
        draws_spent=0,
        history=tuple(history),
        further=further,
    )
    GAME.check(state)
    return state


def _filler(left: Counter[str]) -> str:
    card = FILLER if left[FILLER] else "CROSS-1"
    left[card] -= 1
    return card


def opening(*hands: str, token: Seat = 0, **options: Any) -> State:
    """A position in which everyone is still to choose an opening deed, holding these hands."""
    dealt = position(seats=len(hands), hands=dict(enumerate(hands)), token=token, **options)
    nobody = Opening((False,) * len(hands), (None,) * len(hands))
    return msgspec.structs.replace(dealt, question=nobody)


def play(state: State, card: str, pile: int | None = None) -> State:
    """The seat on turn plays this card."""
    return done(state, Play(card, pile)).state


def passes(state: State, times: int = 1) -> State:
    """So many passes, each by the seat on turn."""
    for _ in range(times):
        state = done(state, Pass()).state
    return state


def lay(state: State, *deeds: str | None) -> State:
    """All seats choose their opening deeds, in seat order."""
    for seat, deed in enumerate(deeds):
        state = done(state, Open(deed), seat).state
    return state


def stack(state: State, number: int = 1) -> tuple[str, ...]:
    """The cards of a pile, bottom to top."""
    return next(pile.cards for pile in state.piles if pile.number == number)


def hand(state: State, seat: Seat) -> tuple[str, ...]:
    """A hand in the box's order."""
    return in_order(state.hands[seat].cards)
