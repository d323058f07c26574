"""What a seat makes of a position: worth if it stays as it is, and how likely it stays."""

from collections.abc import Sequence

from games.habemus_papam.bots.deeds import HELD, Deed, ending, needed
from games.habemus_papam.bots.sketch import NOBODY, Sketch
from games.habemus_papam.bots.worth import Secrets, outlook
from games.habemus_papam.rules.asking import passes_to_end
from games.habemus_papam.state import State
from games.kernel.dice import Chance
from games.kernel.events import Seat

GUESSES = 6
"""How many ways to deal the Secret Objectives that a seat doesn't know are looked at."""
HELD_SHARE = 0.006
"""The share of the wins that a card in hand is worth, for each point of `HELD`."""
CONTENT = 0.01
"""By how much less than without a Pope a seat must fare before it fights him."""
TITLES = {
    "CORRUPT": 14,
    "FANATIC": 8,
    "ANTIPOPE": 7,
    "LOSS-OF-FAITH": 4,
    "MACHIAVELLI": 5,
}
"""What a Secret Objective brings on the average, by games among courtiers; the others 7."""


def guesses(state: State, seat: Seat, number: int, chance: Chance) -> list[Secrets]:
    """Ways in which the Secret Objectives may lie, by what the seat knows."""
    secrets, pile = state.secrets, state.pile
    known = [at == seat or seat in each.known or state.revealed for at, each in enumerate(secrets)]
    pool = [each.title for each, is_known in zip(secrets, known, strict=True) if not is_known]
    pool += [each.title for each in pile if seat not in each.known]
    pool.sort()
    found: list[Secrets] = []
    for _ in range(number):
        left = pool[:]
        found.append(
            [
                each.title if is_known else left.pop(chance.below(len(left)))
                for each, is_known in zip(secrets, known, strict=True)
            ]
        )
    return found


def value(after: Sketch, seat: Seat, worlds: Sequence[Secrets], over: bool) -> float:
    """The seat's share of the wins, as it looks after an action."""
    pope, ended, without = outlook(after, worlds)
    if over:
        return ended[seat]
    held = HELD_SHARE * sum([HELD[card] for card in after.hands[seat]])
    if after.closing == seat and not after.due:
        return held + 0.5 * without[seat] + 0.5 * last_word(after, seat, worlds, ended[seat])
    if pope == NOBODY:
        return held + without[seat]
    stays = likely(after, pope, ended, without, seat)
    return held + stays * ended[seat] + (1 - stays) * without[seat]


def value_apart(after: Sketch, seat: Seat, worlds: Sequence[Secrets], over: bool) -> float:
    """The same, each guess weighed by itself: whom a Pope makes content hangs on the Secret Objectives. Slower."""
    return sum([value(after, seat, (titles,), over) for titles in worlds]) / len(worlds)


def likely(after: Sketch, pope: int, ended: list[float], without: list[float], seat: Seat) -> float:
    """How likely it is that nobody ends this before the phase ends."""
    price, stays = ending(after), 1.0
    for other in to_come(after, seat):
        if ended[other] < without[other] - CONTENT:
            means = after.reserves[other] + len(after.hands[other])
            stays *= 0.15 + 0.75 * min(1.0, price / (means + 1))
    return stays


def to_come(after: Sketch, seat: Seat) -> list[Seat]:
    """Who acts before the phase ends, if all pass; a silenced seat doesn't."""
    seats = after.lore.seats
    coming = []
    for step in range(passes_to_end(seats) - after.passes):
        other = (after.turn + step) % seats
        if not after.silenced[other] and other != seat:
            coming.append(other)
        if other == after.closing and after.due:
            break
    return coming


def last_word(after: Sketch, seat: Seat, worlds: Sequence[Secrets], now: float) -> float:
    """The best that the seat could make of the present position on the last turn of the phase."""
    whole, best = sum(after.influence), now
    for at, amount in enumerate(after.influence):
        price = needed(after, amount, whole) * (2 if after.doubled[at] else 1)
        if after.up[at] and len(after.lore.shared[seat][at]) >= 2 and price <= after.reserves[seat]:
            made = after.copy()
            made.influence[at] += needed(after, amount, whole)
            made.reserves[seat] -= price
            best = max(best, outlook(made, worlds[:2])[1][seat])
    return best


def beyond(deed: Deed, state: State, seat: Seat) -> float:
    """What a card is worth that changes nothing in a Sketch: another Secret Objective."""
    if deed.card not in ("CONVERSIO", "PERMUTATIO"):
        return 0.0
    worth = title_worth(state.secrets[seat].title, state.round)
    return 0.008 * (7.5 - worth) + (0.015 if deed.card == "CONVERSIO" else 0.0)


def title_worth(title: str, round_: int) -> float:
    """What a Secret Objective may bring in this round or later."""
    if title == "FANATIC" and round_ == 5:
        return 0.0
    return TITLES.get(title, 7)
