"""The rest of a round as the courtier would play it, for bots that search: on one working copy of the table, by the
rules of the cards, without a new deal at its end."""

import math
from functools import lru_cache

from games.kernel.bots import Taken
from games.kernel.events import Seat
from games.kernel.search import Trial
from games.pope_or_nope.box import CARDS, WITHOUT_TARGET
from games.pope_or_nope.rules.cards import Whose, ban, play, whose
from games.pope_or_nope.rules.scoring import scored, verdict
from games.pope_or_nope.state import Opening, Options, State, Turn
from games.pope_or_nope.table import Table
from games.pope_or_nope.weighing import Weighing, best_opening, weights

LEAD = 0.8
"""How much likelier each point makes the win, as a power of e."""


@lru_cache(maxsize=1 << 16)
def _may_follow(cards: tuple[str, ...], pile: Whose, broad: bool) -> frozenset[str]:
    return frozenset(card for card in CARDS if ban(card, cards, pile, broad) is None)


@lru_cache
def _relations(options: Options, seats: int) -> tuple[tuple[Whose, ...], ...]:
    """Seat by seat, what each owner's pile is to it."""
    return tuple(tuple(whose(options, seat, owner) for owner in range(seats)) for seat in range(seats))


class Round:
    """A world in which a round is played to its end."""

    def __init__(self, world: State) -> None:
        self.table = Table(world)
        options, self.points = world.options, world.points()
        self.sides = tuple(options.side(seat) for seat in range(world.seats))
        self._broad = options.cancello == "broad"
        self._weights = [weights(seat, self.sides, self.points, options.points_to_win()) for seat in range(world.seats)]
        self._whose = _relations(options, world.seats)

    def open(self, seat: Seat, deed: str | None) -> None:
        """This seat's opening deed, and the best of all others."""
        for other, hand in enumerate(self.table.hands):
            laid = deed if other == seat else best_opening(hand.cards)
            if laid is not None:
                self.table.take(other, laid)
                self.table.start_pile(other, laid)

    def play_on(self, seat: Seat, passes: int) -> None:
        """To the end, from this seat's turn (PN-2.4 to PN-2.6)."""
        seats = self.table.seats
        while passes < seats:
            best = self.best(seat)
            if best is None:
                passes += 1
            else:
                play(self.table, seat, *best)
                passes = 0
            seat = (seat + 1) % seats

    def best(self, seat: Seat) -> tuple[str, int | None] | None:
        """What the courtier would play; None: it passes."""
        hands = self.table.hands
        hand = hands[seat].cards
        plays = self._plays(seat, hand) if hand else []
        if not plays:
            return None
        held = [len(hand.older) + len(hand.newer) for hand in hands]
        weighing = Weighing(self._weights[seat], hand, held, self.table.piles)
        best, most = None, 0.0
        for card, number in plays:
            gain = weighing.gain(card, number)
            if gain > most:
                best, most = (card, number), gain
        return best

    def _plays(self, seat: Seat, hand: tuple[str, ...]) -> list[tuple[str, int | None]]:
        mine, titles = self._whose[seat], tuple(dict.fromkeys(hand))
        plays: list[tuple[str, int | None]] = [(card, None) for card in WITHOUT_TARGET if card in titles]
        for number, pile in self.table.piles.items():
            fits = _may_follow(pile.cards, mine[pile.owner], self._broad)
            plays += [(card, number) for card in titles if card in fits]
        return plays

    def points_now(self) -> tuple[int, ...]:
        """Each seat's points if the round ended now."""
        more = scored(self.table.seats, tuple(self.table.piles.values()))
        return tuple(had + scores for had, scores in zip(self.points, more, strict=True))

    def prospects(self, seat: Seat) -> float:
        """The chance that the seat's side wins, once this round is scored."""
        points = self.points_now()
        final = verdict(self.table.options, points, tuple(self.table.piles.values()), self.table.further)
        if final is not None and final.winners:
            won = {self.sides[winner] for winner in final.winners}
            return (self.sides[seat] in won) / len(won)
        powers = dict.fromkeys(self.sides, 1.0)
        for side, had in zip(self.sides, points, strict=True):
            powers[side] *= math.exp(LEAD * had)
        return powers[self.sides[seat]] / sum(powers.values())


def believable(world: State) -> bool:
    """Whether all who have just passed would do so with what they hold here: nothing has changed since."""
    match world.question:
        case Turn(seat=seat, passes=passes) if passes:
            round_ = Round(world)
            return not any(round_.best((seat - back) % world.seats) for back in range(1, passes + 1))
        case _:
            return True


def trial(seat: Seat) -> Trial:
    """Trials of this seat's moves: the chance of its win when the round ends."""
    return lambda world, taken, _: _try(Round(world), world, seat, taken)


def _try(round_: Round, world: State, seat: Seat, taken: Taken) -> float:
    after = (seat + 1) % world.seats
    match world.question, taken[1]:
        case Opening(), {"deed": str() | None as deed}:
            round_.open(seat, deed)
            round_.play_on(world.token, 0)
        case Turn(), {"card": str(card), "pile": int() | None as number}:
            play(round_.table, seat, card, number)
            round_.play_on(after, 0)
        case Turn(passes=passes), {}:
            round_.play_on(after, passes + 1)
        case _:
            raise TypeError(f"no answer to {world.question!r}: {taken!r}")
    return round_.prospects(seat)
