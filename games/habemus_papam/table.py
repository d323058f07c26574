"""The working copy of a State while one move is carried out, with the verbs of the game."""

from collections.abc import Collection

from games.habemus_papam import board, hands
from games.habemus_papam.box import in_order
from games.habemus_papam.state import Buried, Candidate, Held, State
from games.kernel.events import Seat
from games.kernel.working import WorkingCopy


class Table(WorkingCopy):
    """What a move changes; `outcome` makes a State of it again."""

    def __init__(self, state: State) -> None:
        super().__init__(state.dice)
        self.seats = state.seats
        self.options = state.options
        self.round = state.round
        self.camarlengo = state.camarlengo
        self.dean = state.dean
        self.question = state.question
        self.turns = state.turns
        self.candidates = state.candidates
        self.indicators = state.indicators
        self.vetoes = state.vetoes
        self.lying = state.lying
        self.objectives = state.objectives
        self.secrets = list(state.secrets)
        self.pile = list(state.pile)
        self.reserves = list(state.reserves)
        self.issued = state.issued
        self.hands = list(state.hands)
        self.deck = list(state.deck)
        self.discards = list(state.discards)
        self.buried = list(state.buried)
        self.unseen = state.unseen
        self.unseen_own = state.unseen_own
        self.offers = state.offers
        self.offers_made = state.offers_made
        self.revealed = state.revealed
        self.pope = state.pope
        self.copied = state.copied

    def state(self) -> State:
        """The State as it lies now."""
        return State(
            seats=self.seats,
            options=self.options,
            dice=self.cup.dice(),
            round=self.round,
            camarlengo=self.camarlengo,
            dean=self.dean,
            question=self.question,
            turns=self.turns,
            candidates=self.candidates,
            indicators=self.indicators,
            vetoes=self.vetoes,
            lying=self.lying,
            objectives=self.objectives,
            secrets=tuple(self.secrets),
            pile=tuple(self.pile),
            reserves=tuple(self.reserves),
            issued=self.issued,
            hands=tuple(self.hands),
            deck=tuple(self.deck),
            discards=tuple(self.discards),
            buried=tuple(self.buried),
            unseen=self.unseen,
            unseen_own=self.unseen_own,
            offers=self.offers,
            offers_made=self.offers_made,
            revealed=self.revealed,
            pope=self.pope,
            copied=self.copied,
        )

    def limit(self, seat: Seat) -> int:
        """How many cards this seat may hold (HP-7.6)."""
        return board.limit(seat, self.camarlengo)

    def receive(self, seat: Seat, amount: int) -> None:
        """From the general reserve to a player's, or back if the amount is negative."""
        self.reserves[seat] += amount
        self.issued += amount

    def put(self, candidates: tuple[Candidate, ...]) -> None:
        """The Candidates as they stand now; the general reserve gives or takes what they differ by. Tells who is
        Papabile now, if that has changed (HP-4.7)."""
        if candidates is self.candidates:
            return
        before = self.papabile()
        self.issued += board.total(candidates) - board.total(self.candidates)
        self.candidates = candidates
        after = self.papabile()
        if after == before:
            return
        if after is None:
            self.tell("event.papabile.nobody", candidate=before)
        else:
            found = board.named(candidates, after)
            influence = found.influence if found else 0
            self.tell("event.papabile", candidate=after, influence=influence, total=board.total(candidates))

    def papabile(self) -> str | None:
        """Who is Papabile now."""
        return board.papabile(self.candidates, self.round, self.options.round5_plurality)

    def draw(self, seat: Seat, number: int) -> tuple[str, ...]:
        """So many cards from the deck into a hand, or as many as there are (HP-7.7). What they are, to be told to that
        seat alone."""
        drawn = self._take_top(seat, number)
        if len(drawn) < number and self._shuffle_discards():
            drawn += self._take_top(seat, number - len(drawn))
        return in_order(drawn)

    def _take_top(self, seat: Seat, number: int) -> list[str]:
        drawn = [self.deck.pop() for _ in range(min(number, len(self.deck)))]
        self.hands[seat] = hands.sorted_hand((*self.hands[seat], *(Held(card, True) for card in drawn)))
        return drawn

    def _shuffle_discards(self) -> bool:
        """The discard pile becomes a new deck (HP-7.7); False: there is none."""
        if not self.discards and not self.buried:
            return False
        self.deck = self.cup.shuffled(in_order([*self.discards, *(each.card for each in self.buried)]))
        self.unseen = in_order(self.discards)
        self.unseen_own = tuple(
            in_order(each.card for each in self.buried if each.by == seat) for seat in range(self.seats)
        )
        self.discards, self.buried = [], []
        self.hands = [hands.sorted_hand(Held(held.card, False, held.known) for held in hand) for hand in self.hands]
        self.tell("event.shuffle", cards=len(self.deck))
        return True

    def play(self, seat: Seat, card: str) -> None:
        """One card of this title out of the hand, for all to see."""
        gone, self.hands[seat] = hands.without(self.hands[seat], card, range(self.seats))
        if not gone.newer:
            return
        if card in self.unseen:
            self.unseen = _less(self.unseen, card)
        else:
            self.unseen_own = tuple(_less(own, card) if card in own else own for own in self.unseen_own)

    def bury(self, seat: Seat, cards: dict[str, int]) -> None:
        """Cards from a hand to the discard pile, face down."""
        for card, number in cards.items():
            for _ in range(number):
                gone, self.hands[seat] = hands.without(self.hands[seat], card, (seat,))
                self.buried.append(Buried(card, seat, gone.newer))

    def hand_over(self, seat: Seat, to: Seat, card: str, seers: Collection[Seat]) -> None:
        """One card from a hand to another; only these seats see which."""
        gone, self.hands[seat] = hands.without(self.hands[seat], card, seers)
        known = tuple(sorted(set(seers) - {to}))
        self.hands[to] = hands.sorted_hand((*self.hands[to], Held(card, gone.newer, known)))


def _less(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
