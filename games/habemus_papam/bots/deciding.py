"""What isn't an action: phase 1, what Camarlengo and Dean decide, cards to keep, objectives to choose."""

from games.habemus_papam.board import face_up, limit
from games.habemus_papam.bots.deeds import HELD
from games.habemus_papam.bots.judging import GUESSES, guesses, title_worth, value
from games.habemus_papam.bots.sketch import Lore, Sketch, sketch
from games.habemus_papam.bots.worth import shares
from games.habemus_papam.box import CANDIDATES, FIRST_RESERVE, PAIRS, ROUNDS, half, in_order
from games.habemus_papam.moves import Copy
from games.habemus_papam.rules import resolve, result
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
    Vetoing,
)
from games.kernel.bots import Asked, Taken
from games.kernel.choices import Filled
from games.kernel.dice import Chance
from games.kernel.events import Seat

Split = dict[int, int]
"""Influence by the Candidates' places on the board."""


def decided(asked: Asked, state: State, chance: Chance) -> Taken:
    """The one form that is open, filled."""
    return asked.answers[0], _filled(asked.seat, state, chance)


def _filled(seat: Seat, state: State, chance: Chance) -> Filled:
    match state.question:
        case Distributing():
            lore = Lore(state)
            return {"influence": named(splits(state, lore, seat, chance)[0], lore)}
        case Converting():
            both = (state.secrets[seat].title, state.pile[-1].title)
            return {"secret": max(both, key=lambda title: _fits(state, seat, title))}
        case Trimming() | Discarding():
            return {"cards": _discarded(state, seat)}
        case Eliminating():
            return {"candidate": _eliminated(state, seat)}
        case Permitting(amount=amount):
            return {"answer": "allow" if _allows(state, seat, amount) else "refuse"}
        case Vetoing():
            return {"pair": _vetoed(state, seat)}
        case Keeping():
            return {"card": max((each.card for each in state.hands[seat]), key=HELD.__getitem__)}
        case Copying():
            return {"player": max(_others_and_none(state, seat), key=lambda player: _copied(state, seat, player))}
        case asked:
            raise TypeError(f"no such question: {asked!r}")


def splits(state: State, lore: Lore, seat: Seat, chance: Chance) -> list[Split]:
    """What the Camarlengo may place in phase 1: nothing, all on one, or 1 of it on another; the best first."""
    now, worlds = begun(state, lore), guesses(state, seat, GUESSES, chance)
    most = ROUNDS - lore.round
    up = [at for at, face_up_ in enumerate(now.up) if face_up_]
    whole: list[Split] = [{one: most} for one in up]
    shared = [{one: most - 1, other: 1} for one in up for other in up if one != other and most > 1]
    return sorted([{}, *whole, *shared], key=lambda split: -value(placed(now, split), seat, worlds, over=False))


def begun(state: State, lore: Lore) -> Sketch:
    """The phase of actions before its first turn (HP-4.1)."""
    now = sketch(state, lore)
    now.turn = (lore.camarlengo + 1) % lore.seats
    return now


def named(split: Split, lore: Lore) -> dict[str, int]:
    """The split by the Candidates' names."""
    return {lore.names[at]: amount for at, amount in split.items()}


def placed(now: Sketch, split: Split) -> Sketch:
    """The Sketch with this much more on Candidates."""
    after = now.copy()
    for at, amount in split.items():
        after.influence[at] += amount
    return after


def _fits(state: State, seat: Seat, title: str) -> float:
    """What a Secret Objective may bring this seat, by the Candidates who are left."""
    up = [CANDIDATES[each.name] for each in face_up(state.candidates)]
    own = state.objectives[seat].sides
    same = [sum(side in own for side in card.sides) for card in up]
    if title == "LOSS-OF-FAITH":
        return 20 * sum(number >= 3 for number in same) / len(up)
    if title == "MACHIAVELLI":
        return 25 * sum(number == 0 for number in same) / len(up)
    return title_worth(title, state.round)


def _discarded(state: State, seat: Seat) -> dict[str, int]:
    """Those worth least."""
    hand = sorted((each.card for each in state.hands[seat]), key=HELD.__getitem__)
    gone = hand[: len(hand) - limit(seat, state.camarlengo)]
    return {card: gone.count(card) for card in in_order(set(gone))}


def _eliminated(state: State, seat: Seat) -> str:
    """Who suits the others best and oneself least."""
    lore = Lore(state)
    up = [at for at, each in enumerate(state.candidates) if each.out is None]
    least = min(state.candidates[at].influence for at in up)

    def suits_others(at: int) -> float:
        fit = [same[at] ** 2 + 0.3 * order[at] for same, order in zip(lore.same, lore.order, strict=True)]
        return sum(fit) - (lore.seats + 1) * fit[seat]

    return lore.names[max((at for at in up if state.candidates[at].influence == least), key=suits_others)]


def _allows(state: State, seat: Seat, amount: int) -> bool:
    """Whether the own share grows if both take."""
    before = list(state.reserves)
    after = before[:]
    after[state.camarlengo] += amount
    after[seat] += half(amount)
    return shares(after, FIRST_RESERVE)[seat] > shares(before, FIRST_RESERVE)[seat]


def _vetoed(state: State, seat: Seat) -> str:
    """The pair on which most others look to another side than oneself."""
    own = state.objectives[seat].sides

    def against(at: int) -> int:
        return sum(each.sides[at] != own[at] for each in state.objectives)

    vetoed = {veto.pair for veto in state.vetoes}
    pairs = tuple(PAIRS)
    return pairs[max((at for at, pair in enumerate(pairs) if pair not in vetoed), key=against)]


def _others_and_none(state: State, seat: Seat) -> list[Seat | None]:
    return [None, *(other for other in range(state.seats) if other != seat)]


def _copied(state: State, seat: Seat, player: Seat | None) -> int:
    """By how much copying this one puts the seat before the best other; all lies open."""
    found = result(resolve(state, seat, Copy(player)).state)
    assert found is not None, "the copy ends the game"
    points = {standing.seat: standing.total for standing in found.standings}
    return points[seat] - max(points[other] for other in points if other != seat)
