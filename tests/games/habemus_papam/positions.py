"""Positions built by hand, and a few verbs to play on from them.

Candidates, sides and cards go by their codes in the box. Influence is written as `"GUY 3 PAVITR 1"`, hands as
`"ADDERE MOVERE"`, an objective as `"N S Ve Vet Jesuits"`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.habemus_papam import GAME
from games.habemus_papam.box import CANDIDATES, FACE_UP, FULL_DECK, SECRETS, in_order
from games.habemus_papam.hands import sorted_hand
from games.habemus_papam.moves import Pass, Place, Play
from games.habemus_papam.state import (
    Candidate,
    Held,
    Lying,
    Options,
    PublicObjective,
    Question,
    SecretObjective,
    State,
    Turn,
    Veto,
)
from games.kernel.dice import dice_from
from games.kernel.events import Seat
from tests.games import moving

_moving = moving.Moving(GAME)
done, after, refused, told = _moving.done, _moving.after, _moving.refused, moving.told

SEED = bytes(range(32))
FACES = tuple(CANDIDATES)[:FACE_UP]
"""The Candidates of a position that names no others: Guy to Trofob."""
OBJECTIVES = (
    "N I So Vet Benedictines",
    "C I Ve Nov Cistercians",
    "N S Ve Vet Franciscans",
    "C S So Vet Dominicans",
    "N I Ve Nov Jesuits",
    "C S Ve Nov Augustines",
)


def influence(text: str) -> dict[str, int]:
    """`"GUY 3 PAVITR 1"` as a table of numbers."""
    words = text.split()
    return {name: int(number) for name, number in zip(words[::2], words[1::2], strict=True)}


def cards(text: str) -> dict[str, int]:
    """`"ADDERE ADDERE"` as a table of numbers."""
    return dict(Counter(text.split()))


def objective(text: str) -> PublicObjective:
    """`"N S Ve Vet Jesuits"` as a Public Objective."""
    one, two, three, four, order = text.split()
    return PublicObjective((one, two, three, four), order)


def held(text: str) -> tuple[Held, ...]:
    """A hand that nobody else knows."""
    return sorted_hand(Held(card, True) for card in text.split())


def position(
    on: str = "",
    *,
    seats: int = 4,
    round_: int = 2,
    turn: Seat = 0,
    passes: int = 0,
    camarlengo: Seat | None = None,
    hands: Mapping[Seat, str] | None = None,
    reserves: Sequence[int] | None = None,
    faces: Sequence[str] = FACES,
    out: str = "",
    lying: Sequence[Lying] = (),
    vetoes: str = "",
    objectives: Mapping[Seat, str] | None = None,
    secrets: Mapping[Seat, str] | None = None,
    deck: str | None = None,
    dean: Seat | None = None,
    question: Question | None = None,
    **options: Any,
) -> State:
    """A position on somebody's turn. The Camarlengo is the last seat; hands not named are empty, reserves 10. `out`:
    eliminated Candidates, `vetoes`: vetoed pairs. `deck`, from the top: the rest of the box is discarded face up;
    without it the deck is the rest of the box."""
    placed, gone = influence(on), out.split()
    candidates = tuple(Candidate(name, placed.get(name, 0), 1 if name in gone else None) for name in faces)
    named = hands or {}
    owned = tuple(reserves or (10,) * seats)
    left = Counter(FULL_DECK) - Counter(card for text in named.values() for card in text.split())
    left -= Counter(card.card for card in lying)
    top_first = None if deck is None else deck.split()
    rest = in_order((left - Counter(top_first or ())).elements())
    looks = {**dict(enumerate(OBJECTIVES)), **(objectives or {})}
    dealt = _secrets(seats, secrets or {})
    state = State(
        seats=seats,
        options=Options(**options),
        dice=dice_from(SEED),
        round=round_,
        camarlengo=seats - 1 if camarlengo is None else camarlengo,
        dean=dean,
        question=question or Turn(turn, passes),
        turns=10,
        candidates=candidates,
        indicators=(0, 0, 0, 0),
        vetoes=tuple(Veto(pair, number, 0) for number, pair in enumerate(vetoes.split(), 1)),
        lying=tuple(lying),
        objectives=tuple(objective(looks[seat]) for seat in range(seats)),
        secrets=dealt[:seats],
        pile=dealt[seats:],
        reserves=owned,
        issued=sum(owned) + sum(placed.values()),
        hands=tuple(held(named.get(seat, "")) for seat in range(seats)),
        deck=rest if top_first is None else tuple(top_first[::-1]),
        discards=() if top_first is None else rest,
        buried=(),
        unseen=(),
        unseen_own=((),) * seats,
        offers=(),
        offers_made=0,
        revealed=False,
        pope=None,
        copied=None,
    )
    GAME.check(state)
    return state


def _secrets(seats: int, named: Mapping[Seat, str]) -> tuple[SecretObjective, ...]:
    """The named ones in their places, the rest of the box in the others."""
    others = [title for title in SECRETS if title not in named.values() and (seats > 3 or title != "ANTIPOPE")]
    dealt = [named[seat] if seat in named else others.pop(0) for seat in range(seats)]
    return tuple(SecretObjective(title) for title in [*dealt, *others])


def card(
    title: str, on: Any = None, to: str | None = None, amount: int | None = None, pay: int = 0, cards_: str = ""
) -> Play:
    """An Action card, paid with `pay` Influence and these cards."""
    return Play(title, on, to, amount, pay, cards(cards_))


def place(text: str) -> Place:
    """`place("GUY 3")`."""
    return Place(influence(text))


def passed(state: State, times: int = 1) -> State:
    """So many passes, each by the seat on turn."""
    return after(state, *[Pass()] * times)


def board(state: State) -> str:
    """The Influence on Candidates who have any, as it is written."""
    return " ".join(f"{each.name} {each.influence}" for each in state.candidates if each.influence)


def hand(state: State, seat: Seat) -> str:
    """A hand in the box's order, as it is written."""
    return " ".join(each.card for each in state.hands[seat])


def with_(state: State, **changes: Any) -> State:
    """A position with some of its fields changed."""
    return msgspec.structs.replace(state, **changes)


def papabile(state: State) -> str | None:
    """Who is Papabile, as everybody sees it."""
    found: str | None = GAME.view(state, None).board.papabile
    return found
